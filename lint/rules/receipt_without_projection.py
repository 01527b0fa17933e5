"""FP705: a receipt for a projection, or of a thread, that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Receipt
from ...repository.source import StoreName
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule
from ..runtime_objects import all_read


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for the projection, and one for the thread, of each receipt whose one is in no store."""
    history, reading = examination.history, examination.reading
    receipts = examination.events_of(Receipt)
    if not receipts or not reading.runtime_read:
        return
    projections = history.projections if all_read(reading, StoreName.PROJECTIONS) else None
    threads = history.threads if all_read(reading, StoreName.THREADS) else None
    for event in receipts:
        receipt = event.payload
        if not isinstance(receipt, Receipt):
            continue
        for what, name, known, named in (
            ("projection", "projection_id", projections, receipt.projection_id),
            ("thread", "thread_id", threads, receipt.thread_id),
        ):
            if known is not None and named not in known:
                yield observed(
                    event,
                    f"/payload/receipt/{name}",
                    f"the receipt {receipt.receipt_id} names the {what} {excerpt(named)}, which no store that was "
                    "read holds",
                )


RULE = Rule(
    code="FP705",
    name="receipt-without-projection",
    severity=Severity.WARNING,
    summary="A receipt names a projection or a thread that is in none of the stores that were read.",
    why="""\
        A receipt without its projection cannot be checked: nobody can say what was selected, why, or whether the list
        is right, and yet clients take the records as shown. A receipt of a thread that never started says that
        direction was put in front of nobody who is known.

        It is judged only where the runtime was read, and not where one of its files is unreadable.""",
    fix="""\
        If the projection or the thread exists on the machine that wrote the receipt, put its event file, unaltered,
        into `.git/fabric/runtime/projections` or `.git/fabric/runtime/threads`.

        Where it was never written, or was cleaned away, that cannot be mended. Accept it with an entry in
        `fingerpost.toml`: `[[suppressions]]` with `rule = "FP705"`, the receipt's event as `event`, and the
        `reason`.""",
    bad="""\
        receipt     "projection_id": "prj_A", "thread_id": "thr_A"   (no projection.created event of prj_A)""",
    good="""\
        projection  "projection_id": "prj_A"
        thread      "thread_id": "thr_A"
        receipt     "projection_id": "prj_A", "thread_id": "thr_A\"""",
    check=check,
    reach=Reach.PART,
)

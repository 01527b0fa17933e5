"""FP712: a commit trailer names a record or a thread that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.around.trailers import CommitTrailer
from ...repository.configs.trailer_names import SKIP, THREAD, named_records
from ...repository.source import StoreName
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..references import KnownRecords
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each trailer of a commit and each record or thread in it that nobody knows.

    What a trailer is goes by its name, as the config has it. One of a thread names a thread; the
    reason of one that skips names nothing; of those that declare, and of every other ``Fabric-…``, each word that
    begins as a record id does names a record.
    """
    surroundings = examination.surroundings
    if surroundings is None:
        return
    trailers = surroundings.trailers()
    if not trailers:
        return
    records = KnownRecords(examination.history, examination.reading)
    threads_known = _threads_known(examination)
    for trailer in trailers:
        meaning = examination.trailers.means(trailer.key)
        if meaning == THREAD:
            if threads_known and trailer.value not in examination.history.threads:
                yield _observation(trailer, "thread", trailer.value)
        elif meaning != SKIP:
            for record_id in named_records(trailer.value):
                if record_id not in records:
                    yield _observation(trailer, "record", record_id)


def _threads_known(examination: Examination) -> bool:
    """True where every thread of this machine was read: else one that is missing may be in what was not."""
    reading = examination.reading
    return reading.runtime_read and not any(item.origin.store is StoreName.THREADS for item in reading.uninterpreted)


def _observation(trailer: CommitTrailer, kind: str, name: str) -> Observation:
    return Observation(
        f"the trailer {trailer.key} of the commit {trailer.commit} names the {kind} {excerpt(name)}, which no "
        "store that was read holds",
        # A commit's words, not a checked id: whoever reads the id of a finding expects one.
        record_id=excerpt(name) if kind == "record" else None,
        detail=f"{trailer.commit} {name}",
    )


RULE = Rule(
    code="FP712",
    name="trailer-unknown",
    severity=Severity.WARNING,
    summary="A trailer of a commit message names a record or a thread that is in none of the stores that were read.",
    why="""\
        A trailer is how a commit says which thread it was made in, or which record it follows. If that is not there,
        the commit's own statement leads nowhere, and what was delivered to its thread stays unknown. What the trailers
        are called can be set in `fingerpost.toml`, under `[trailers]`.

        Records are judged by whatever was read. Threads live on the machine that ran them: they are judged only where
        the runtime store was read, and a thread of a colleague's machine is unknown there.""",
    fix="""\
        If the object exists elsewhere, add its event file, unaltered, or merge the runtime of the machine that has the
        thread. A record that is only live comes with a tracked `record.state_changed` that makes it a candidate or
        durable (FP308). A commit that was never pushed may be amended. One that was pushed stays: append a
        `relation.created` event that states what the trailer was meant to say.

        For a record, accept the finding then in `fingerpost.toml` with a `[[suppressions]]` table: `rule`, the
        `record` and the `reason`. Where commits name threads of many machines, set `severity = "notice"` under
        `[rules.FP712]`.""",
    bad="""\
        Round once on the invoice total

        Fabric-Implements: rec_0196…   (no store that was read has such a record)
        Fabric-Thread: thr_0196…       (no machine that was read has such a thread)""",
    good="""\
        Round once on the invoice total

        Fabric-Implements: rec_0196…   (in the ledger)
        Fabric-Thread: thr_0196…       (started on this machine)""",
    check=check,
)

"""FP709: availability that somebody stored as a relation."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Node
from ...ledger.receipts import DELIVERED_TO, EXPOSED_TO
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_TYPES = frozenset({DELIVERED_TO, EXPOSED_TO})


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each stored relation of the two types of availability."""
    for event, relation in examination.relations(lambda ends: ends.type in _TYPES):
        said = f"{_shown(relation.source)} {relation.type} {_shown(relation.target)}"
        yield observed(
            event,
            "/payload/relation/type",
            f"{said} is stored as a relation; only a receipt shows what was put in front of a thread",
            record_id=relation.source.id if relation.source.kind == "record" else None,
        )


def _shown(node: Node) -> str:
    return excerpt(node.spelled, 80)


RULE = Rule(
    code="FP709",
    name="availability-without-receipt",
    severity=Severity.WARNING,
    summary="A delivered_to or exposed_to relation is stored; clients derive these from receipts.",
    why="""\
        A receipt names the projection, the thread and the exact revisions that were put in front of it. A relation of
        this type names none of that and can be written by anybody afterwards. Clients that do not tell the two apart
        show it as if it were a receipt; here it stands among what is claimed, and counts for nothing.""",
    fix="""\
        Where the direction was delivered, let the client that delivered it write the projection and its receipt.
        Append no more relations of this type. This one remains a part of the ledger; accept it with an entry in
        `fingerpost.toml`: `[[suppressions]]` with `rule = "FP709"`, its event as `event`, and the `reason`.""",
    bad="""\
        relation.created  "type": "delivered_to", "from": {"kind": "record", …}, "to": {"kind": "thread", …}""",
    good="""\
        receipt.recorded  "state": "delivered", "projection_id": "prj_…", "thread_id": "thr_…", …""",
    check=check,
    reach=Reach.PART,
)

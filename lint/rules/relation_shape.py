"""FP707: a relation whose ends are not of the kinds that its type connects."""

from __future__ import annotations

from collections.abc import Iterator

from ..ends import Ends
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

# What does work, or stands for it. Kinds are open: one that the protocol does not name may do work too.
_NO_WORK = frozenset({"record", "projection", "evidence"})

# What a type leads from and to (fabric/1.0, *External Nodes and Relations*). The two of availability are FP709.
_FROM_RECORD = frozenset({"derived_from", "supersedes", "challenges", "resolves"})
_TO_RECORD = frozenset({"informed_by", "implements", "supersedes", "challenges", "resolves"})


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each end of a relation that does not fit its type, or for a node related to itself."""
    for event, relation in examination.relations(_may_be_odd):
        source, target, kind = relation.source, relation.target, relation.type
        if source.id == target.id and source.key == target.key:
            yield observed(
                event,
                "/payload/relation/to",
                f"{excerpt(source.spelled)} is related to itself by {kind}",
                record_id=source.id if source.kind == "record" else None,
            )
            continue
        if kind in _FROM_RECORD and source.kind != "record":
            yield observed(event, "/payload/relation/from/kind", _message(kind, "from a record", source.kind))
        elif kind == "implements" and source.kind in _NO_WORK:
            yield observed(
                event,
                "/payload/relation/from/kind",
                _message(kind, "from work (a commit, an action, a message, a PR)", source.kind),
            )
        if kind in _TO_RECORD and target.kind != "record":
            yield observed(event, "/payload/relation/to/kind", _message(kind, "to a record", target.kind))


def _may_be_odd(ends: Ends) -> bool:
    """False for what leads from where its type leads from, to where it leads to, from one kind of node to another."""
    return (
        ends.source == ends.target
        or (ends.type in _FROM_RECORD and ends.source != "record")
        or (ends.type == "implements" and ends.source in _NO_WORK)
        or (ends.type in _TO_RECORD and ends.target != "record")
    )


def _message(kind: str, wanted: str, found: str) -> str:
    return f"{kind} leads {wanted}; this end is of the kind {excerpt(found, 60)}"


RULE = Rule(
    code="FP707",
    name="relation-shape",
    severity=Severity.WARNING,
    summary="The ends of a relation are not of the kinds that its type connects, or a node is related to itself.",
    why="""\
        A relation between the wrong kinds of things says nothing: most often its ends are the wrong way round, and then
        the commit that was meant to implement a record is not found by anybody who asks for it.

        `supersedes`, `challenges` and `resolves` lead from a record to a record, `derived_from` from a record to its
        source, `informed_by` and `implements` to a record, and what implements it is work: a commit, an action, a
        message or a PR. Kinds that the protocol does not name are taken for work.""",
    fix="""\
        Append the relation that was meant as a new `relation.created` event. The mistaken one remains a part of the
        ledger; accept it with an entry in `fingerpost.toml`: `[[suppressions]]` with `rule = "FP707"`, its event as
        `event`, and as `reason` the relation that replaces it.""",
    bad="""\
        "type": "implements", "from": {"kind": "record", "id": "rec_…"}, "to": {"kind": "commit", "id": "…"}""",
    good="""\
        "type": "implements", "from": {"kind": "commit", "id": "…"}, "to": {"kind": "record", "id": "rec_…"}""",
    check=check,
    reach=Reach.PART,
)

"""FP413: a settlement in force that is not about the fork as it now is, that is not alone, or has no effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...ledger.history import History, Judgement, Settlement, Uncovered
from ...ledger.settlement import SETTLES, fork_under
from ...ledger.wording import listed
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..references import unreadable_names
from ..rule import Examination, Rule

_POINTER = f"/payload/record/extensions/{SETTLES}"
# Ended, by a state change or by a later settlement: there is nothing to judge any more.
_OVER = frozenset({Uncovered.NOT_IN_FORCE, Uncovered.REPLACED})


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each settlement in force that does not cover its fork, and for each fork settled twice."""
    history = examination.history
    judged = [item for item in history.judgements if _OVER.isdisjoint(item.why_not)]
    if not judged:
        return
    unreadable = unreadable_names(examination.reading)
    rivals: dict[tuple[str, str], list[Judgement]] = {}
    for item in judged:
        settlement = item.settlement
        if settlement is None:
            message = f"is no settlement: {item.fault}"
            yield _observation(history, item.settlement_record_id, _POINTER, message, Uncovered.MALFORMED.value)
            continue
        rivals.setdefault((settlement.record_id, settlement.parent_event_id), []).append(item)
        if settlement.record_id not in unreadable:
            yield from _without_effect(history, settlement, item.why_not, unreadable)
    for fork in sorted(rivals):
        if len(rivals[fork]) > 1:
            yield _settled_twice(history, fork, rivals[fork])


def _without_effect(
    history: History, item: Settlement, why_not: Collection[Uncovered], unreadable: Collection[str]
) -> Iterator[Observation]:
    """Every reason why a settlement covers nothing, in one observation; that it is not alone is told for the fork."""
    contested = history.records.get(item.record_id)
    fork = fork_under(contested, item.parent_event_id) if contested is not None else None
    parts: list[str] = []
    details: list[str] = []
    if fork is None:
        parts.append("there is none in what was read")
        details.append("")
    elif Uncovered.OTHER_COMPETITORS in why_not:
        named, there = set(item.competing_event_ids), set(fork.competing_event_ids)
        if there - named:
            parts.append(f"{listed(sorted(there - named))} competes as well, and opens the fork again")
        if named - there - set(unreadable):
            parts.append(f"{listed(sorted(named - there - set(unreadable)))} does not compete there")
        details += [",".join(fork.competing_event_ids)] if parts else []
    pointer = f"{_POINTER}/competing_event_ids" if parts else _POINTER
    for reason, text in _reasons(history, item):
        if reason in why_not:
            parts.append(text)
            details.append(reason.value)
    if parts:
        message = (
            f"settles {'a' if fork is None else 'the'} fork of {item.record_id} under {item.parent_event_id}, but "
        )
        yield _observation(history, item.settlement_record_id, pointer, message + "; ".join(parts), " ".join(details))


def _reasons(history: History, item: Settlement) -> Iterator[tuple[Uncovered, str]]:
    yield Uncovered.CONTESTED, "it is itself contested"
    yield Uncovered.NOT_TRACKED, "it is not in the tracked ledger, so no other clone has it"
    yield Uncovered.NO_RELATION, f"no supersedes relation in the tracked ledger leads from it to {item.record_id}"
    contested = history.records.get(item.record_id)
    if contested is not None:
        claimed = history.records[item.settlement_record_id].creation.trust.level
        needed = contested.creation.trust.level
        yield Uncovered.WEAK_CLAIM, f"its claim, {claimed}, is weaker than that of the contested record, {needed}"


def _settled_twice(history: History, fork: tuple[str, str], rivals: list[Judgement]) -> Observation:
    ids = [item.settlement_record_id for item in rivals]
    others, last = ids[:-1], ids[-1]
    effective = [item.settlement_record_id for item in rivals if item.covers]
    outcome = f"only {effective[0]} takes effect" if effective else "none of them counts"
    return _observation(
        history,
        last,
        _POINTER,
        f"the fork of {fork[0]} under {fork[1]} has another settlement in force: {listed(others)}; "
        f"neither supersedes the other, and {outcome}",
        ",".join(ids),
        tuple(
            Elsewhere(history.records[other].creation.origin, f"the settlement {other}", _POINTER) for other in others
        ),
    )


def _observation(
    history: History,
    settling: str,
    pointer: str,
    message: str,
    detail: str,
    related: tuple[Elsewhere, ...] = (),
) -> Observation:
    creation = history.records[settling].creation
    return observed(creation, pointer, message, record_id=settling, detail=detail, related=related)


RULE = Rule(
    code="FP413",
    name="settlement-mismatch",
    severity=Severity.ERROR,
    summary="A settlement in force does not cover the fork as it is now, or a fork is settled twice.",
    why="""\
        Whoever settled the fork looked at certain branches. A branch that came later was never looked at, so the
        settlement cannot speak for it: the fork is open again. Two settlements that stand beside each other are a
        fork once more, one floor up. And whoever wrote a settlement believes that the fork is closed: where it has no
        effect, the finding says what is missing.""",
    fix="""\
        Settle again: a new record whose fingerpost.settles names every branch there is now, with a supersedes
        relation to the contested record and one to the earlier settlement, and a `record.state_changed` that ends the
        earlier settlement with status superseded. Where the claim is too weak, let somebody who holds such a claim do
        all of this. Where the settlement is itself contested, it takes no state change: settle its own fork (FP401),
        and then the first fork again, with the new record and its two relations.

        Of two settlements that stand beside each other, end the one that does not hold, in the same way. End also one
        that settles nothing: because it is malformed, or because there is no such fork. Where the relation is
        missing, append it. All of it belongs in the tracked ledger: what lies elsewhere is added there, unaltered.""",
    bad="""\
        "fingerpost.settles": {"record_id": "rec_R", "parent_event_id": "evt_A",
                               "competing_event_ids": ["evt_B", "evt_C"], "kept": "evt_B"}
        while evt_B, evt_C and evt_D compete under evt_A""",
    good="""\
        "fingerpost.settles": {"record_id": "rec_R", "parent_event_id": "evt_A",
                               "competing_event_ids": ["evt_B", "evt_C", "evt_D"], "kept": "evt_B"}""",
    check=check,
)

"""FP413: a settlement in force that is not about the fork as it now is, or that is not alone."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.history import Conflict, ConflictKind, History, Settlement
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..references import record_targets, unreadable_names
from ..rule import Examination, Rule
from ..wording import listed

_POINTER = "/payload/record/extensions/fingerpost.settles"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each settlement that names other competitors, and one for each fork settled twice."""
    history = examination.history
    judged = _judged(history)
    if not judged:
        return
    unreadable = unreadable_names(examination.reading)
    rivals: dict[tuple[str, str], list[Settlement]] = {}
    for item in judged:
        rivals.setdefault((item.record_id, item.parent_event_id), []).append(item)
        message = _mismatch(history, item) if item.record_id not in unreadable else None
        if message is not None:
            yield _observation(history, item, f"{_POINTER}/competing_event_ids", message, _now(history, item))
    for fork in sorted(rivals):
        if len(rivals[fork]) > 1:
            yield _settled_twice(history, rivals[fork])


def _judged(history: History) -> list[Settlement]:
    """Settlements in force, less those that a later settlement in force of the same fork supersedes."""
    active = [item for item in history.settlements if history.records[item.settlement_record_id].in_force]
    if not active:
        return []
    superseding = record_targets(history, "supersedes")
    forks = {item.settlement_record_id: (item.record_id, item.parent_event_id) for item in active}
    replaced = {
        target
        for item in active
        for target in superseding.get(item.settlement_record_id, ())
        if forks.get(target) == forks[item.settlement_record_id] and target != item.settlement_record_id
    }
    return [item for item in active if item.settlement_record_id not in replaced]


def _fork(history: History, item: Settlement) -> Conflict | None:
    contested = history.records.get(item.record_id)
    for conflict in contested.conflicts if contested is not None else ():
        if conflict.kind is ConflictKind.COMPETING_CHILDREN and conflict.parent_event_id == item.parent_event_id:
            return conflict
    return None


def _now(history: History, item: Settlement) -> str:
    fork = _fork(history, item)
    return ",".join(fork.competing_event_ids) if fork is not None else ""


def _mismatch(history: History, item: Settlement) -> str | None:
    fork = _fork(history, item)
    if fork is None:
        return f"settles a fork of {item.record_id} under {item.parent_event_id}, but there is none in what was read"
    named, there = set(item.competing_event_ids), set(fork.competing_event_ids)
    parts = []
    if there - named:
        parts.append(f"{listed(sorted(there - named))} competes as well, and opens the fork again")
    if named - there:
        parts.append(f"{listed(sorted(named - there))} does not compete there")
    if not parts:
        return None
    return f"settles the fork of {item.record_id} under {item.parent_event_id}, but {'; '.join(parts)}"


def _settled_twice(history: History, rivals: list[Settlement]) -> Observation:
    last = rivals[-1]
    others = [item.settlement_record_id for item in rivals[:-1]]
    return _observation(
        history,
        last,
        _POINTER,
        f"the fork of {last.record_id} under {last.parent_event_id} has another settlement in force: {listed(others)}; "
        "neither supersedes the other, so none counts",
        ",".join(item.settlement_record_id for item in rivals),
        tuple(
            Elsewhere(history.records[other].creation.origin, f"the settlement {other}", _POINTER) for other in others
        ),
    )


def _observation(
    history: History,
    item: Settlement,
    pointer: str,
    message: str,
    detail: str,
    related: tuple[Elsewhere, ...] = (),
) -> Observation:
    settling = history.records[item.settlement_record_id]
    return observed(
        settling.creation, pointer, message, record_id=item.settlement_record_id, detail=detail, related=related
    )


RULE = Rule(
    code="FP413",
    name="settlement-mismatch",
    severity=Severity.ERROR,
    summary="A settlement in force does not name exactly the branches that compete, or a fork is settled twice.",
    why="""\
        Whoever settled the fork looked at certain branches. A branch that came later was never looked at, so the
        settlement cannot speak for it: the fork is open again. Two settlements that stand beside each other are a
        fork once more, one floor up.""",
    fix="""\
        Settle again: a new record whose fingerpost.settles names every branch there is now, with a supersedes relation
        to the contested record and one to the earlier settlement, and a state change that ends the earlier settlement
        as superseded. Of two settlements, end the one that does not hold.""",
    bad="""\
        "fingerpost.settles": {"record_id": "rec_R", "parent_event_id": "evt_A",
                               "competing_event_ids": ["evt_B", "evt_C"], "kept": "evt_B"}
        while evt_B, evt_C and evt_D compete under evt_A""",
    good="""\
        "fingerpost.settles": {"record_id": "rec_R", "parent_event_id": "evt_A",
                               "competing_event_ids": ["evt_B", "evt_C", "evt_D"], "kept": "evt_B"}""",
    check=check,
)

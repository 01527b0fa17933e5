"""FP311: an event that no other clone will see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, filterfalse

from ...ledger.events import Event, Record, StateChange
from ...repository.source import Origin, StoreName
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

_LASTING = ("candidate", "durable")


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each event file that git does not track, and each lasting event of the shared store alone."""
    tracked, surroundings = examination.tracked_paths, examination.surroundings
    if tracked is None or surroundings is None:
        return
    files = _untracked(examination, tracked)
    if files:
        raw = {path: f"{examination.ledger_path}/{origin.name}" for path, (origin, _) in files.items()}
        ignored = surroundings.ignored(raw.values())
        for path, (origin, event) in sorted(files.items()):
            why = (
                "git is told to ignore this event file"
                if raw[path] in ignored
                else "git does not track this event file"
            )
            yield _observation(f"{why}: no other clone gets it", origin, event)
    yield from _shared_only(examination)


def _untracked(examination: Examination, tracked: frozenset[str]) -> dict[str, tuple[Origin, Event | None]]:
    """The event files of the tracked ledger's folder that git does not track, by path, with what they hold."""
    reading = examination.reading
    found: dict[str, tuple[Origin, Event | None]] = {}

    def look_at(origin: Origin, event: Event | None) -> None:
        if origin.store is StoreName.LEDGER and f"{examination.ledger_path}/{origin.name}" not in tracked:
            found.setdefault(origin.path, (origin, event))

    # A file that the gate of the content did not prove may be named otherwise than its event.
    untracked = frozenset(filterfalse(tracked.__contains__, examination.event_paths))
    if untracked or reading.unproven:
        own = zip(reading.events_in(StoreName.LEDGER), examination.event_paths, strict=True)
        for event, path in own:
            if path in untracked or event.event_id in reading.unproven:
                look_at(event.origin, event)
    for event in chain.from_iterable(reading.divergent.values()):
        look_at(event.origin, event)
    for event_id, origins in reading.copies.items():
        if len(origins) > 1 and origins[1].store is StoreName.LEDGER:  # they are sorted by store
            for origin in origins:
                look_at(origin, examination.history.events.get(event_id))
    for item in reading.uninterpreted:
        if item.origin.name.endswith(".json"):
            look_at(item.origin, None)
    return found


def _shared_only(examination: Examination) -> Iterator[Observation]:
    reading, records = examination.reading, examination.history.records
    for event in chain(reading.events_in(StoreName.ACTIVE), reading.events_in(StoreName.SHARED)):
        payload = event.payload
        durability = payload.durability if isinstance(payload, Record | StateChange) else ""
        if durability is None and isinstance(payload, StateChange):
            known = records.get(payload.record_id)
            durability = known.durability if known is not None else ""
        if durability in _LASTING:
            yield _observation(
                f"this {durability} event is only in the {event.origin.store.value} store, not in the tracked ledger "
                "that is examined: no other clone gets it from here",
                event.origin,
                event,
            )


def _observation(message: str, origin: Origin, event: Event | None) -> Observation:
    payload = event.payload if event is not None else None
    record_id = payload.record_id if isinstance(payload, Record | StateChange) else None
    return Observation(message, origin, event_id=event.event_id if event is not None else None, record_id=record_id)


RULE = Rule(
    code="FP311",
    name="not-committed",
    severity=Severity.NOTICE,
    summary="An event file that git does not track, or a candidate or durable event that only the shared store has.",
    why="""\
        Candidate and durable direction is for everybody. A file that git does not track guides only this worktree,
        and is gone with it; one that git ignores is missed by `git add` without a word. An event that lies only
        in the store that sibling worktrees share never leaves this machine, unless it is on another branch: there its
        file is tracked, and arrives with the merge.

        Live records and relations of the shared store are meant to stay there, and so is the runtime.""",
    fix="""\
        Add the file to git (`git add`), and commit it. If it is ignored, remove the pattern, or append
        `!.fabric/ledger/events/*.json` to the `.gitignore` after it. For an event of the shared store only, add its
        file to the tracked ledger, bytes unchanged, or let the branch that has it be merged.""",
    bad="""\
        .gitignore: *.json                 (and so .fabric/ledger/events/evt_0196….json)""",
    good="""\
        .gitignore: *.json
                    !.fabric/ledger/events/*.json""",
    check=check,
    reach=Reach.PART,
)

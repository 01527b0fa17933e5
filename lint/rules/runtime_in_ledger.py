"""FP309 runtime-in-ledger: what belongs to one machine's runtime is tracked."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Projection, Receipt, Thread
from ...repository.paths import shown
from ...repository.source import Origin, StoreName
from ..finding import Observation, Severity
from ..growth.live_records import tracked_files
from ..rule import Examination, Reach, Rule

_PRIVATE = {".fabric/active": "belongs to one worktree", ".fabric/generated": "is written anew by the client"}
_PLACES = tuple(_PRIVATE)
# Files that only keep the folder, or keep the rest of it out of git.
_KEEPERS = frozenset({".gitignore", ".gitkeep", ".keep"})


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each runtime event in the ledger's folder, and for each tracked file of a private folder."""
    for payload in (Thread, Projection, Receipt):
        for event in examination.events_of(payload):
            if event.origin.store is not StoreName.LEDGER:
                continue  # a tracked copy would speak for the event
            for origin in tracked_files(event, examination.reading):
                yield Observation(
                    f"a {event.event_type} event lies in the tracked ledger; it belongs to the runtime of one machine",
                    origin,
                    "/event_type",
                    event.event_id,
                    detail=origin.name,
                )
    if examination.asked is not None:
        return  # what follows is about no event and no record
    # The folder's own name is tracked where it is a symlink or a submodule.
    in_private = examination.ledger_path.startswith(_PLACES)
    paths = (examination.tracked_paths or ()) if in_private else examination.beside_events
    private = (path for path in paths if path.startswith(_PLACES) and _place(path))
    for path in sorted(private):
        name = path.rpartition("/")[2]
        if name not in _KEEPERS:
            # No event of a store: the path alone says where it is.
            yield Observation(
                f"git tracks this file, but it {_PRIVATE[_place(path)]}: take it out with `git rm --cached`",
                Origin(StoreName.ACTIVE, shown(path), name),
                line=1,
                column=1,
            )


def _place(path: str) -> str:
    """The private folder that a path lies in or names, or nothing."""
    return next((place for place in _PLACES if path == place or path.startswith(f"{place}/")), "")


RULE = Rule(
    code="FP309",
    name="runtime-in-ledger",
    severity=Severity.ERROR,
    summary="Thread, projection or receipt events lie in the tracked ledger, or git tracks a private folder.",
    why=(
        "Threads, projections and receipts say what one machine delivered to whom. Committed, they tell every other "
        "machine that its agents were given direction that they never saw, they grow without end, and they publish "
        "who worked on what. `.fabric/active` holds the state of one worktree and `.fabric/generated` what a client "
        "wrote for its own agent: other clones must not inherit either."
    ),
    fix="""\
        Take the file out of git: remove an event file with `git rm` (first move it to its folder below
        `.git/fabric/runtime`, bytes unchanged, if this machine still needs it); this is one of the few removals that
        are allowed (FP312). For the two folders: `git rm -r --cached .fabric/active .fabric/generated`, and write
        both into `.gitignore`.""",
    bad='.fabric/ledger/events/evt_0196….json: "event_type": "receipt.recorded"',
    good='.git/fabric/runtime/receipts/evt_0196….json: "event_type": "receipt.recorded"',
    check=check,
    reach=Reach.PART,
)

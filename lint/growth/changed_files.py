"""The findings for changed and removed event files, in words (FP305 to FP307, FP312)."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ...ledger.wording import listed
from ...repository.growth.file_change import FileChange
from ...repository.paths import shown
from ...repository.source import Origin
from ..finding import Elsewhere, Observation
from ..rule import Check, Examination
from .immutability import Ground, Judged, Verdict

_SHORT = 12
_MOST_POINTERS = 4

_WORDS = {
    Ground.CONTENT: "this event was changed since {since}: {pointers}",
    Ground.NOW_UNREADABLE: "this event was changed since {since}, and what stands there now cannot be read ({now})",
    Ground.STILL_UNREADABLE: (
        "the file was changed since {since}: no client could read it ({faults}), and what stands there now is not sound"
    ),
    Ground.GONE: "this event was removed since {since}",
    Ground.RENAMED: "the file of this event was renamed since {since}, to {name}",
    Ground.NO_FILE: "this event was replaced by a symbolic link since {since}, which is not followed",
    Ground.FORMAT: "the file was written anew since {since}; what the event says is the same",
    Ground.LINE_ENDINGS: "the line endings of the file were changed since {since}; what the event says is the same",
    Ground.MODE: "the mode of the file was changed since {since}, {modes}; its bytes are the same",
    Ground.MENDED: "the file was mended since {since}: no client could read it ({faults}){pointers}",
    Ground.UNREADABLE_GONE: "the file was removed since {since}: no client could read it ({faults})",
    Ground.RENAMED_RIGHT: "the file was given the name of its event since {since}: {name}",
    Ground.ID_MENDED: "the event was given the id that its file is named after, since {since} ({faults})",
    Ground.EQUAL_COPY: "a copy was removed since {since}; the event is in the file with its name, with equal content",
    Ground.LIVE: "an event of a live record was removed since {since}; it is not for the tracked ledger (FP308)",
    Ground.RUNTIME: "a runtime event was removed since {since}; it is not for the tracked ledger (FP309)",
    Ground.CREDENTIAL: "an event with what looks like a credential was removed since {since} (FP801)",
}


def changes_of(verdict: Verdict) -> Check:
    """The check of a rule that reports the changes with one verdict."""

    def check(examination: Examination) -> Iterator[Observation]:
        if examination.changes:
            for each in examination.judged_changes:
                if each.verdict is verdict:
                    yield _observation(each)

    return check


def _observation(each: Judged) -> Observation:
    change = each.change
    origin = change.after.origin if change.after is not None else change.before.origin
    return Observation(
        f"{_what(each)}{_by(change)}{_remedy(each)}",
        origin,
        each.pointers[0] if each.pointers else None,
        each.event_id,
        each.record_id,
        detail=each.ground.value,
        related=_renamed(change),
    )


def _what(each: Judged) -> str:
    change = each.change
    return _WORDS[each.ground].format(
        since=change.since,
        pointers=_pointers(each),
        faults=", ".join(each.faults),
        now=change.after_unread or "see its other findings",
        name=shown(change.renamed_to or ""),
        modes=f"from {change.before_mode} to {change.after_mode}",
    )


def _pointers(each: Judged) -> str:
    """What differs; of a mended file that is told only where the old version had a value to compare with."""
    told = listed(each.pointers, most=_MOST_POINTERS)
    if each.ground is Ground.MENDED:
        return f"; what changed: {told}" if each.pointers else ""
    return told


def _by(change: FileChange) -> str:
    if not change.commits:
        return ""
    commits = listed((commit[:_SHORT] for commit in change.commits), most=3)
    return f" (commit {commits})" if len(change.commits) == 1 else f" (commits {commits})"


def _remedy(each: Judged) -> str:
    if each.verdict is Verdict.REPAIRED:
        return ""
    if each.ground is Ground.MODE:
        return f"; set it back with {_set_mode(each.change)}"
    if each.ground is Ground.STILL_UNREADABLE:
        return "; mend it so that every client can read it, or restore it"
    name = each.change.renamed_to or ""
    if each.ground is Ground.RENAMED and name == shown(name):
        return f"; give it its old name again with {_rename_back(each.change, name)}"
    return f"; restore it with {_checkout(each.change)}"


def _set_mode(change: FileChange) -> str:
    return f"`chmod {change.before_mode[-3:]} {shlex.quote(change.before.origin.path)}`"


def _rename_back(change: FileChange, name: str) -> str:
    """The command that leaves no second copy behind, which restoring the old file alone would."""
    old = change.before.origin.path
    new = f"{old.rpartition('/')[0]}/{name}"
    return f"`mv -- {shlex.quote(new)} {shlex.quote(old)}`"


def _checkout(change: FileChange) -> str:
    """The command that brings the old version back, from where it last was."""
    revision = f"{change.commits[-1][:_SHORT]}^" if change.commits else change.since
    if any(character.isspace() for character in revision):
        revision = "HEAD"
    return f"`git checkout {shlex.quote(revision)} -- {shlex.quote(change.before.origin.path)}`"


def _renamed(change: FileChange) -> tuple[Elsewhere, ...]:
    if change.renamed_to is None:
        return ()
    old = change.before.origin
    folder = old.path.rpartition("/")[0]
    name = change.renamed_to
    return (Elsewhere(Origin(old.store, f"{folder}/{shown(name)}", name), "where its bytes are now", ""),)

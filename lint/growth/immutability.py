"""What a changed or removed event file amounts to: an edit, a loss, a rewriting, or a repair (FP305 to FP307, FP312).

An old version that no client could read, an equal copy, a misplaced file and one with a secret may go; the first
version that clients could read may not be changed or removed (rules.md, preamble). So of each file that version is
judged, and what was unreadable before it; what came after it was a change already, and is over once it is restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ...ledger.events import Event, Projection, Receipt, Record, StateChange, Thread
from ...ledger.reading import Reading
from ...ledger.secrets import holds_secret
from ...repository.growth.file_change import ChangeKind, FileChange
from ...repository.source import StoreName
from .differing import differing
from .live_records import LIVE
from .old_version import MISNAMED, Version, read_version, said_by, unread_version


class Verdict(StrEnum):
    """The rule that an old file which is no longer as it was falls under."""

    CHANGED = "FP305"
    REMOVED = "FP306"
    REWRITTEN = "FP307"
    REPAIRED = "FP312"


class Ground(StrEnum):
    """What a verdict rests on."""

    CONTENT = "content"
    NOW_UNREADABLE = "now-unreadable"
    STILL_UNREADABLE = "still-unreadable"
    GONE = "gone"
    RENAMED = "renamed"
    NO_FILE = "no-file"  # a symlink stands there now
    FORMAT = "format"
    LINE_ENDINGS = "line-endings"
    MODE = "mode"
    MENDED = "mended"
    UNREADABLE_GONE = "unreadable-gone"
    RENAMED_RIGHT = "renamed-right"
    ID_MENDED = "id-mended"
    EQUAL_COPY = "equal-copy"
    LIVE = "live"
    RUNTIME = "runtime"
    CREDENTIAL = "credential"


@dataclass(frozen=True, slots=True)
class Judged:
    """An old version with its verdict.

    ``faults`` are the codes of what was wrong with the old version, ``pointers`` where the content differs.
    """

    change: FileChange
    verdict: Verdict
    ground: Ground
    event_id: str | None
    record_id: str | None
    faults: tuple[str, ...] = ()
    pointers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Old:
    """An old version, and what stands in its place: None where that is no regular file."""

    change: FileChange
    version: Version
    now: Version | None


def judged(changes: Sequence[FileChange], reading: Reading) -> tuple[Judged, ...]:
    """The verdicts, by file name; of one file what was unreadable first, then the first version that was not.

    ``changes`` holds the old versions of each file in the order of history; ``reading`` is what is examined.
    """
    files: dict[str, list[_Old]] = {}
    for change in changes:
        files.setdefault(change.before.origin.name, []).append(_old(change))
    court = _Court(files, reading)
    return tuple(found for name in sorted(files) for found in court.of_file(files[name]))


def _old(change: FileChange) -> _Old:
    read = unread_version if change.unread else read_version
    now = None
    if change.after is not None and change.after_mode is not None and change.after_mode.startswith("100"):
        read_now = unread_version if change.after_unread else read_version
        now = read_now(change.after, change.after_mode)
    return _Old(change, read(change.before, change.before_mode), now)


class _Court:
    """Judges files by what they were and are, and by what else the ledger holds."""

    def __init__(self, files: Mapping[str, Sequence[_Old]], reading: Reading) -> None:
        self._files = files
        self._reading = reading

    def of_file(self, versions: Sequence[_Old]) -> Iterator[Judged]:
        """At most two verdicts: how unreadable versions ended, and what became of the first readable one."""
        told = False
        for old in versions:
            if old.version.readable:
                yield self._readable(old, old.version)
                return
            if not told:
                yield _unreadable(old)
                told = True

    def _readable(self, old: _Old, version: Version) -> Judged:
        now = old.now
        faults = (MISNAMED,) if version.misnamed else ()
        if now is None:
            return _verdict(old, *self._gone(old), faults=faults)
        if version.misnamed and now.sound:
            return _verdict(old, Verdict.REPAIRED, Ground.ID_MENDED, faults=faults)
        if now.event is not None and now.content == version.content:
            return _verdict(old, Verdict.REWRITTEN, _rewriting(old.change))
        pointers = () if now.content is None else differing(version.value, now.value)
        return _verdict(old, Verdict.CHANGED, Ground.CONTENT if pointers else Ground.NOW_UNREADABLE, pointers=pointers)

    def _gone(self, old: _Old) -> tuple[Verdict, Ground]:
        event = old.version.event
        if event is not None and self._kept(old.change.before.origin.name, event):
            right = old.change.renamed_to == f"{event.event_id}.json"
            return Verdict.REPAIRED, Ground.RENAMED_RIGHT if right else Ground.EQUAL_COPY
        if old.change.kind is ChangeKind.RENAMED:
            return Verdict.REMOVED, Ground.RENAMED
        if event is not None and isinstance(event.payload, Thread | Projection | Receipt):
            return Verdict.REPAIRED, Ground.RUNTIME
        if event is not None and self._is_live(event):
            return Verdict.REPAIRED, Ground.LIVE
        if holds_secret(old.version.value):
            return Verdict.REPAIRED, Ground.CREDENTIAL
        return Verdict.REMOVED, Ground.NO_FILE if old.change.after is not None else Ground.GONE

    def _kept(self, name: str, event: Event) -> bool:
        """True if the same event with equal content lies under its right name, which is not the name that is gone.

        A file that is itself among the changes counts as it is now, whatever was read for the other side of a merge.
        """
        right = f"{event.event_id}.json"
        if right == name:
            return False
        said = said_by(event)
        if right in self._files:
            now = self._files[right][-1].now
            return now is not None and now.sound and now.event is not None and said_by(now.event) == said
        return any(said_by(each) == said for each in self._rightly_named.get(event.event_id, ()))

    @cached_property
    def _rightly_named(self) -> Mapping[str, Sequence[Event]]:
        """The tracked events that were read from the file with their name, by event id."""
        found: dict[str, list[Event]] = {}
        divergent = self._reading.divergent
        for event in self._reading.events:
            for version in divergent.get(event.event_id, (event,)):
                if version.origin.store is StoreName.LEDGER and version.origin.name == f"{event.event_id}.json":
                    found.setdefault(event.event_id, []).append(version)
        return found

    def _is_live(self, event: Event) -> bool:
        """True if the file was there against FP308: of a record that was created live and never became more."""
        payload = event.payload
        if not isinstance(payload, Record | StateChange):
            return False
        created_live, more_than_live = self._durabilities
        return payload.record_id in created_live and payload.record_id not in more_than_live

    @cached_property
    def _durabilities(self) -> tuple[frozenset[str], frozenset[str]]:
        """The records created live, and those that a tracked event, even one that is gone, made more than live."""
        created, more = set(), set()
        before = (old.version.event for versions in self._files.values() for old in versions)
        for event in (*self._reading.events, *before):
            payload = event.payload if event is not None else None
            if event is None or not isinstance(payload, Record | StateChange):
                continue
            if isinstance(payload, Record) and payload.durability == LIVE:
                created.add(payload.record_id)
            elif payload.durability not in (None, LIVE) and event.origin.store is StoreName.LEDGER:
                more.add(payload.record_id)
        return frozenset(created), frozenset(more)


def _unreadable(old: _Old) -> Judged:
    version, now = old.version, old.now
    faults = version.faults
    if now is None:
        return _verdict(old, Verdict.REPAIRED, Ground.UNREADABLE_GONE, faults=faults)
    known = version.content is not None and now.content is not None
    if now.sound:
        pointers = differing(version.value, now.value) if known else ()
        return _verdict(old, Verdict.REPAIRED, Ground.MENDED, faults=faults, pointers=pointers)
    if old.change.kind is ChangeKind.MODE or (known and now.content == version.content):
        return _verdict(old, Verdict.REWRITTEN, _rewriting(old.change))
    return _verdict(old, Verdict.CHANGED, Ground.STILL_UNREADABLE, faults=faults)


def _rewriting(change: FileChange) -> Ground:
    before, after = change.before.data, change.after.data if change.after is not None else b""
    if change.kind is ChangeKind.MODE or before == after:
        return Ground.MODE
    same_lines = before.replace(b"\r\n", b"\n") == after.replace(b"\r\n", b"\n")
    return Ground.LINE_ENDINGS if same_lines else Ground.FORMAT


def _verdict(
    old: _Old, verdict: Verdict, ground: Ground, *, faults: tuple[str, ...] = (), pointers: tuple[str, ...] = ()
) -> Judged:
    event = old.version.event
    payload = event.payload if event is not None else None
    return Judged(
        change=old.change,
        verdict=verdict,
        ground=ground,
        event_id=old.version.event_id,
        record_id=payload.record_id if isinstance(payload, Record | StateChange) else None,
        faults=faults,
        pointers=pointers,
    )

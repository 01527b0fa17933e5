"""What a merge with the tip of the base branch gives: the tracked ledger that there will be, before anybody merges.

Two branches that are each sound alone can fork one record between them. That shows in no checkout until both are
merged, so the three sides of the merge are put together here, file by file, as git would.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from ..blob_rows import PlacedRow, is_event_file, scan_rows
from ..files import MAX_BYTES
from ..git import Git, TreeEntry
from ..listing import Listing, name_of
from ..paths import in_bytes, shown
from ..source import SUFFIX, Origin, Reader, Source, Store, StoreName, Unread
from .ledger_state import LedgerState

BASE_PREFIX = "base:"
"""What the shown path of the base's copy of a file begins with, where the merge leaves two copies."""


class Merged(StrEnum):
    """What a merge makes of a file that the two sides do not have alike."""

    OURS = "ours"  # changed, added or removed here only
    TIP = "tip"  # changed, added or removed at the tip only
    CONFLICT = "conflict"  # changed here and there, and not alike


class BaseName(str):
    """The name of the base's copy of a file of which ours is another copy.

    It equals our copy's name in everything. That it is of this class tells a reader which of the two is meant.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MergedStore:
    """The tracked ledger as it will be after a merge of what is examined with the tip of its base.

    ``gone`` are the names of ours that the merge removes or replaces. ``others`` are the files it takes from the tip,
    sorted by name as bytes: under their repository path, or under one with ``base:`` before it where ours stays
    beside it (both changed: neither is chosen). ``from_base`` holds the origins of ``others``: what is wrong in such
    a file itself is not for this change to mend.
    """

    examined: Store
    git: Git
    gone: frozenset[str]
    others: tuple[PlacedRow, ...]
    from_base: frozenset[Origin]

    @property
    def name(self) -> StoreName:
        """The place of what is examined."""
        return self.examined.name

    @property
    def path(self) -> str:
        """The folder of what is examined."""
        return self.examined.path

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry, sorted by name as bytes, ours before the base's copy. Of the tip only ``others`` are read."""
        waiting = [(in_bytes(origin.name), isinstance(origin.name, BaseName)) for origin, _ in self.others]
        theirs = scan_rows(self.git, self.others)
        taken = 0
        for entry in self.examined.scan():
            name = entry.origin.name
            if taken < len(waiting) and entry.origin.path != self.path:
                place = (in_bytes(name), False)
                while taken < len(waiting) and waiting[taken] < place:
                    yield next(theirs)
                    taken += 1
            if name not in self.gone:
                yield entry
        yield from theirs

    def theirs(self) -> Iterator[Source | Unread]:
        """What the merge takes from the tip, sorted by name as bytes."""
        return scan_rows(self.git, self.others)

    def ours(self, found: Listing) -> Listing:
        """What the merge leaves of the folder that is examined."""
        if not self.gone:
            return found
        return replace(
            found,
            plain=[stem for stem in found.plain if stem + SUFFIX not in self.gone],
            others=[entry for entry in found.others if name_of(entry) not in self.gone],
        )

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """What reads single files again; a :class:`BaseName` gives the base's copy."""
        ids = {origin.name: row.id for origin, row in self.others if is_event_file(row)}
        beside = {origin.name for origin, _ in self.others if isinstance(origin.name, BaseName)}
        with ExitStack() as opened:
            read_ours = opened.enter_context(self.examined.reader())
            read_blob = opened.enter_context(self.git.blob_reader(MAX_BYTES)) if ids else None

            def read(name: str) -> bytes | None:
                if isinstance(name, BaseName) or (name in ids and name not in beside):
                    data = read_blob(ids[name]) if read_blob is not None and name in ids else None
                    return data if isinstance(data, bytes) else None
                return None if name in self.gone else read_ours(name)

            yield read


def merged_store(
    examined: Store, git: Git, *, ours: LedgerState, tip: LedgerState, merge_base: LedgerState
) -> MergedStore:
    """The merge of what is examined with the tip of its base.

    ``ours`` is the state of the folder that ``examined`` reads, ``tip`` that of the base's tip, and ``merge_base``
    what they come from (empty where they have nothing in common).
    """
    gone: set[str] = set()
    others: list[PlacedRow] = []
    for name, outcome in merge_files(ours, tip, merge_base).items():
        if outcome is Merged.OURS:
            continue
        if outcome is Merged.TIP and name in ours:
            gone.add(name)
        if name in tip:
            mode, blob = tip[name]
            path = f"{examined.path}/{shown(name)}"
            beside = outcome is Merged.CONFLICT and name in ours
            origin = (
                Origin(examined.name, f"{BASE_PREFIX}{path}", BaseName(name))
                if beside
                else Origin(examined.name, path, name)
            )
            others.append((origin, TreeEntry(mode, "blob", blob, name)))
    others.sort(key=lambda placed: in_bytes(placed[0].name))
    return MergedStore(examined, git, frozenset(gone), tuple(others), frozenset(origin for origin, _ in others))


def merge_files(ours: LedgerState, tip: LedgerState, merge_base: LedgerState) -> dict[str, Merged]:
    """What a merge makes of each file that the two sides do not have alike, by name.

    Whole files are compared: where git would put lines of both together, this says CONFLICT. A file that may be
    executed or not is the same file, for its events are the same. Renames are a removal and an addition.
    """
    differing = [name for name, entry in ours.items() if tip.get(name) != entry]
    differing += [name for name in tip if name not in ours]
    outcomes: dict[str, Merged] = {}
    for name in differing:
        here, there, before = (_content(side.get(name)) for side in (ours, tip, merge_base))
        if here == there or there == before:
            outcomes[name] = Merged.OURS
        else:
            outcomes[name] = Merged.TIP if here == before else Merged.CONFLICT
    return outcomes


def merged_paths(ours: Set[str], tip: Set[str], merge_base: Set[str]) -> frozenset[str]:
    """The paths that are tracked after the merge: of what only one side has, that which is new there."""
    return frozenset((ours & tip) | ((ours ^ tip) - merge_base))


def _content(entry: tuple[str, str] | None) -> tuple[str, str] | None:
    if entry is None:
        return None
    mode, blob = entry
    return (mode[:3], blob)  # 100644 and 100755 are regular files

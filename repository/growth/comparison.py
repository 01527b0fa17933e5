"""What has become of the event files that a base holds, told by blob ids and modes, name by name."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from ..git import Git
from ..paths import in_bytes
from .both_versions import OldVersion, file_changes, renames
from .file_change import FileChange
from .ledger_state import Examined, LedgerState, examined_state, only, revision_state
from .merge_base import Base


@dataclass(frozen=True, slots=True)
class MergeSides:
    """Three sides of a merge: what is examined, the tip of the base, and what both come from."""

    examined: LedgerState
    tip: LedgerState
    merge_base: LedgerState


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is examined, beside its base.

    ``changes`` are the old files that are not as they were, by file name; ``added`` the names that no merge base has.
    ``examined``, ``tip`` and ``merge_base`` are the three sides of the merge that is to come. Where several merge bases
    disagree over a file, ``merge_base`` has the version that the tip has too if one of them has it, else that of the
    first that has the file.
    """

    changes: tuple[FileChange, ...]
    added: frozenset[str]
    examined: LedgerState
    tip: LedgerState
    merge_base: LedgerState


def compare_with_base(
    git: Git,
    base: Base,
    folder: str,
    examined: Examined,
    *,
    base_folder: str | None = None,
    tip_folder: str | None = None,
) -> Comparison:
    """Compare the ledger ``folder`` (relative to the root) of what is examined with that of its base.

    An event is old if any merge base has it, or if a merge in progress brings it in. ``base_folder`` is where the
    ledger lies in the merge bases, if elsewhere, and ``tip_folder`` where at the tip, if it moved there since. Raises
    CannotExamine where an object that is needed is not in this clone.
    """
    olds, tip = _base_states(git, base, base_folder or folder, tip_folder)
    kept = _kept(olds, folder, base_folder)
    now = examined_state(git, folder, examined, (*olds, tip), near=_near(base, olds, folder, base_folder), kept=kept)
    known = olds[0].keys() if len(olds) == 1 else set().union(*olds)
    added = frozenset(now.keys() - known)
    replaced = [(name, old) for name in _altered(olds, now) for old in _replaced(name, olds, now, tip)]
    replaced += _not_taken_over(git, base, folder, now)
    new_names = renames(
        ((name, blob) for name, (_, blob) in replaced if name not in now), {name: now[name][1] for name in added}
    )
    versions = [
        OldVersion(name, mode, blob, base.name, renamed_to=new_names.get(name)) for name, (mode, blob) in replaced
    ]
    return Comparison(
        changes=file_changes(git, folder, versions, now, examined, base_folder),
        added=added,
        examined=now,
        tip=tip,
        merge_base=olds[0] if len(olds) == 1 else _combined(olds, tip),
    )


def sides_that_differ(
    git: Git,
    base: Base,
    folder: str,
    examined: Examined,
    *,
    base_folder: str | None = None,
    tip_folder: str | None = None,
) -> MergeSides:
    """The sides of the merge that is to come, for the files that the tip and the merge base do not have alike.

    In every other file the merge has what is examined has, so that nothing else of it need be known before the
    ledger is read. The arguments are those of compare_with_base.
    """
    olds, tip = _base_states(git, base, base_folder or folder, tip_folder)
    before = olds[0] if len(olds) == 1 else _combined(olds, tip)
    names = {name for name, _ in before.items() ^ tip.items()} if before is not tip else set()
    known = (only(before, names), only(tip, names))
    near, kept = _near(base, olds, folder, base_folder), _kept(olds, folder, base_folder)
    now = examined_state(git, folder, examined, known, near=near, names=names, kept=kept)
    return MergeSides(now, known[1], known[0])


def _base_states(git: Git, base: Base, folder: str, tip_folder: str | None) -> tuple[list[LedgerState], LedgerState]:
    """The state of each merge base, and that of the tip."""
    first = revision_state(git, base.merge_bases[0], folder)
    near = (base.merge_bases[0], first)
    olds = [first, *(revision_state(git, commit, folder, near) for commit in base.merge_bases[1:])]
    if base.merge_bases == (base.tip,):
        return olds, first
    if tip_folder in (None, folder):
        return olds, revision_state(git, base.tip, folder, near)
    return olds, revision_state(git, base.tip, tip_folder)


def _not_taken_over(git: Git, base: Base, folder: str, now: LedgerState) -> list[tuple[str, tuple[str, str]]]:
    """The files that a merge in progress is to bring in, new, and that are not as they come."""
    found: dict[tuple[str, tuple[str, str]], None] = {}
    for merged in base.incoming:
        known: set[str] = set()
        for commit in merged.merge_bases:
            known |= revision_state(git, commit, folder).keys()
        for name, version in sorted(revision_state(git, merged.commit, folder).items()):
            if name not in known and now.get(name) != version:
                found[name, version] = None
    return list(found)


def _near(
    base: Base, olds: Sequence[LedgerState], folder: str, base_folder: str | None
) -> tuple[str, LedgerState] | None:
    return (base.merge_bases[0], olds[0]) if base_folder in (None, folder) else None


def _kept(olds: Sequence[LedgerState], folder: str, base_folder: str | None) -> Set[str]:
    """The names that git tracked in this folder: a file that lies there still, but not in git, is not kept."""
    return set().union(*olds) if base_folder in (None, folder) else frozenset()


def _altered(olds: Sequence[LedgerState], now: LedgerState) -> list[str]:
    found = {name for state in olds for name, old in state.items() if now.get(name) != old}
    return sorted(found, key=in_bytes)


def _replaced(name: str, olds: Sequence[LedgerState], now: LedgerState, tip: LedgerState) -> list[tuple[str, str]]:
    """The old versions of a file that what is examined replaces.

    Where merge bases disagree, one of them took the file further. What is examined and the tip may both have taken that
    over: then the merge changes nothing in the file, and whatever was done to it was done in the base's own history.
    """
    here = now.get(name)
    versions = [state.get(name) for state in olds]
    if here in versions and here == tip.get(name):
        return []
    return [version for version in dict.fromkeys(versions) if version is not None and version != here]


def _combined(olds: Sequence[LedgerState], tip: LedgerState) -> LedgerState:
    found: dict[str, tuple[str, str]] = {}
    for state in olds:
        for name, version in state.items():
            if name not in found or tip.get(name) == version:
                found[name] = version
    return found

"""An event file that is no longer what it was: what a comparison with a base, or with history, finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..source import Source


class ChangeKind(StrEnum):
    """What happened to a file. A renamed one is where its very bytes appeared under another, new name."""

    CHANGED = "changed"
    REMOVED = "removed"
    RENAMED = "renamed"
    MODE = "mode"  # the bytes are the same; it became a symlink, executable, …


@dataclass(frozen=True, slots=True)
class FileChange:
    """One old ``*.json`` entry of the tracked ledger folder that was changed, removed, renamed, or given another mode.

    ``before`` is the old version with its bytes; ``before.data`` is empty and ``unread`` says why where git could not
    give them or they are over the limit. ``after`` is what is examined now, None where it is gone. ``before_mode``
    and ``after_mode`` are git's octal modes (``100644``, ``100755``, ``120000``). ``renamed_to`` is the new file
    name. ``since`` says, for people, what it was compared with ("origin/main", "its first version"); ``commits``
    are the ids of the commits that did it, oldest first, where history tells. ``after.data`` is empty, and
    ``after_unread`` says why, where what is examined now cannot be read or is over the limit.
    """

    kind: ChangeKind
    before: Source
    after: Source | None
    before_mode: str
    after_mode: str | None
    since: str
    unread: str = ""
    renamed_to: str | None = None
    commits: tuple[str, ...] = ()
    after_unread: str = ""

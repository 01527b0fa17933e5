"""Where the ledger lay in a branch's life, as the versions of its config and of Fingerpost's own say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..configs.config import CONFIG_PATH
from ..configs.ledger_folder import named_in
from ..configs.settings_file import PLACES
from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git
from .commit_graph import Parents, commit_pairs, commit_parents, root_commits
from .folder_diff import blobs_of_file


def past_folders(git: Git, head: str, *, now: str, default: str) -> tuple[str, ...]:
    """The folders that the ledger had, for ``ledger_history``: where it lies ``now``, then the others, sorted.

    ``default`` is where it lies if the config does not say (fabric/1.0, *Storage*). A config that leads to a new, empty
    folder thus hides nothing of the old one. A version of the config that cannot be read names no folder. Raises
    CannotExamine in a shallow clone, and where a partial clone lacks a version of the config.
    """
    if head == "HEAD" and not git.has_commit():
        return (now,)
    parents = commit_parents(git, git.resolve_revision(head))
    folders = {default}
    for path in (CONFIG_PATH, *(name for name, _ in PLACES)):
        folders.update(named_in(path, data) or default for data in _versions(git, path, parents))
    return (now, *sorted(folders - {now}))


def _versions(git: Git, path: str, parents: Parents) -> Iterator[bytes]:
    """The bytes of every version of a file that can be read. Raises CannotExamine where this clone lacks one."""
    ids = sorted(blobs_of_file(git, path, chain(commit_pairs(parents, parents), root_commits(parents))))
    for data in git.blobs(ids, MAX_BYTES):
        if isinstance(data, bytes):
            yield data
        elif data.size is None:
            raise CannotExamine(
                f"{path}: a version of the config is not in this clone",
                "Use a complete clone (git fetch --refetch --no-filter): nothing is fetched here.",
            )

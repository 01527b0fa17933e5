"""Where the ledger lay in a branch's life, as the versions of its config and of Fingerpost's own say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.settings import PLACES
from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git
from .base_folder import named_folder
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
    for data in _versions(git, CONFIG_PATH, parents):
        folders.add(read_ledger_config(data, CONFIG_PATH).ledger or default)
    for name, prefix in PLACES:
        for data in _versions(git, name, parents):
            if b"ledger" in data:  # most versions of a pyproject.toml say nothing of it
                folders.add(named_folder(data, prefix) or default)
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

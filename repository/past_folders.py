"""Where the ledger lay in a branch's life, as the versions of its config say."""

from __future__ import annotations

from itertools import chain

from .commit_graph import commit_pairs, commit_parents, root_commits
from .config import CONFIG_PATH, read_ledger_config
from .errors import CannotExamine
from .files import MAX_BYTES
from .folder_diff import blobs_of_file
from .git import Git


def past_folders(git: Git, head: str, *, now: str, default: str) -> tuple[str, ...]:
    """The folders that the ledger had, for ``ledger_history``: where it lies ``now``, then the others, sorted.

    ``default`` is where it lies if the config does not say (fabric/1.0, *Storage*). A config that leads to a new, empty
    folder thus hides nothing of the old one. A version of the config that cannot be read names no folder. Raises
    CannotExamine in a shallow clone, and where a partial clone lacks a version of the config.
    """
    if head == "HEAD" and not git.has_commit():
        return (now,)
    parents = commit_parents(git, git.resolve_revision(head))
    versions = sorted(blobs_of_file(git, CONFIG_PATH, chain(commit_pairs(parents, parents), root_commits(parents))))
    folders = {default}
    for data in git.blobs(versions, MAX_BYTES):
        if isinstance(data, bytes):
            folders.add(read_ledger_config(data, CONFIG_PATH).ledger or default)
        elif data.size is None:
            raise CannotExamine(
                f"{CONFIG_PATH}: a version of the config is not in this clone",
                "Use a complete clone (git fetch --refetch --no-filter): nothing is fetched here.",
            )
    return (now, *sorted(folders - {now}))

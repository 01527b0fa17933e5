"""Where the ledger lay in a revision, by what that revision itself says: so that moving it hides nothing."""

from __future__ import annotations

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.ledger_folder import said_folder
from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git, Withheld


def folder_in(git: Git, revision: str, default: str) -> str:
    """The tracked ledger's folder by the revision's own configs, relative to the root; ``default`` where none says.

    A config that is too long says nothing. Raises CannotExamine where a partial clone does not have one.
    """

    def storage() -> str | None:
        return read_ledger_config(_config(git, revision, CONFIG_PATH), CONFIG_PATH).ledger

    return said_folder(lambda name: _config(git, revision, name), storage) or default


def _config(git: Git, revision: str, path: str) -> bytes | None:
    """The bytes of a config, none for one that is too long; None where there is none."""
    data = git.read_file(revision, path, MAX_BYTES)
    if not isinstance(data, Withheld):
        return data
    if data.size is None and git.is_partial():
        raise CannotExamine(
            f"{path}: this version of the config was left out of this partial clone",
            "Fetch it (git fetch --refetch --no-filter), or use a complete clone: nothing is fetched here.",
        )
    return b""

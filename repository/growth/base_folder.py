"""Where the ledger lay in a revision, by what that revision itself says: so that moving it hides nothing."""

from __future__ import annotations

import tomllib
from typing import Any

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.settings import PLACES
from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git, Withheld
from ..paths import inside_path


def folder_in(git: Git, revision: str, default: str) -> str:
    """The tracked ledger's folder by the revision's own configs, relative to the root; ``default`` where none says.

    Fingerpost's config comes first, then the ledger's (contract, *Reading options*). What cannot be interpreted, or is
    too long, says nothing. Raises CannotExamine where a partial clone does not have a config.
    """
    for name, prefix in PLACES:
        data = _config(git, revision, name)
        if data is not None:
            named = named_folder(data, prefix)
            if named is not None:
                return named
            break
    data = _config(git, revision, CONFIG_PATH)
    return (read_ledger_config(data, CONFIG_PATH).ledger if data is not None else None) or default


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


def named_folder(data: bytes, prefix: tuple[str, ...]) -> str | None:
    """The ledger's folder that a version of Fingerpost's config names in the table ``prefix``; None where none."""
    try:
        table: Any = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    for step in (*prefix, "ledger"):
        table = table.get(step) if isinstance(table, dict) else None
    return inside_path(table) if isinstance(table, str) else None

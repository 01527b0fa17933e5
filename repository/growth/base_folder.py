"""Where the ledger lay in a revision, by what that revision itself says: so that moving it hides nothing."""

from __future__ import annotations

import tomllib
from typing import Any

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.settings import PLACES
from ..files import MAX_BYTES
from ..git import Git
from ..paths import inside_path


def folder_in(git: Git, revision: str, default: str) -> str:
    """The tracked ledger's folder by the revision's own configs, relative to the root; ``default`` where none says.

    Fingerpost's config comes first, then the ledger's (contract, *Reading options*). What cannot be read says nothing:
    that revision is not what is linted.
    """
    for name, prefix in PLACES:
        data = git.read_file(revision, name, MAX_BYTES)
        if isinstance(data, bytes):
            named = named_folder(data, prefix)
            if named is not None:
                return named
            break
    data = git.read_file(revision, CONFIG_PATH, MAX_BYTES)
    return (read_ledger_config(data, CONFIG_PATH).ledger if isinstance(data, bytes) else None) or default


def named_folder(data: bytes, prefix: tuple[str, ...]) -> str | None:
    """The ledger's folder that a version of Fingerpost's config names in the table ``prefix``; None where none."""
    try:
        table: Any = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    for step in (*prefix, "ledger"):
        table = table.get(step) if isinstance(table, dict) else None
    return inside_path(table) if isinstance(table, str) else None

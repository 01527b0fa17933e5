"""Where the ledger lies, as the configs of one tree say: Fingerpost's own first, then the ledger's."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

from ..paths import inside_path
from .config import CONFIG_PATH, read_ledger_config
from .settings_file import PLACES


def said_folder(own: Callable[[str], bytes | None], storage: Callable[[], str | None]) -> str | None:
    """The tracked ledger's folder, relative to the root, that the configs of one tree name; None where none does.

    ``own`` gives what a file of Fingerpost's config holds, by its path, and None for one that is not there: the first
    that is there counts, whatever it says. ``storage`` gives the folder that the ledger's config names, and is asked
    only where Fingerpost's names none (contract, *Reading options*). What cannot be interpreted says nothing.
    """
    for name, prefix in PLACES:
        data = own(name)
        if data is not None:
            return named_folder(data, prefix) or storage()
    return storage()


def named_in(path: str, data: bytes) -> str | None:
    """The ledger's folder that a version of one of those files, all by itself, names; None where it names none."""
    return stored_folder(data) if path == CONFIG_PATH else named_folder(data, dict(PLACES)[path])


def named_folder(data: bytes, prefix: tuple[str, ...]) -> str | None:
    """The ledger's folder that a version of Fingerpost's config names in the table ``prefix``; None where none."""
    if not _may_hold(data, b"ledger"):
        return None
    try:
        table: Any = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    for step in (*prefix, "ledger"):
        table = table.get(step) if isinstance(table, dict) else None
    return inside_path(table) if isinstance(table, str) else None


def stored_folder(data: bytes) -> str | None:
    """The ledger's folder that a version of the ledger's config names; None where it names none."""
    return read_ledger_config(data, CONFIG_PATH).ledger if _may_hold(data, b"storage") else None


def _may_hold(data: bytes, key: bytes) -> bool:
    """Whether a key may be in a file, as it is or by escapes: most versions of a config say nothing of the folder."""
    return key in data or b"\\" in data

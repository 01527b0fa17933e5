"""A pack of a runtime that a command line names."""

from __future__ import annotations

from pathlib import Path

from ..ledger.packing import refuse_misplaced
from ..repository.packs.pack_file import Pack, read_pack
from ..repository.paths import shown


def open_pack(file: Path) -> Pack:
    """The pack in a file. Raises FingerpostError unless it is sound and each event lies in a store that is for it."""
    return refuse_misplaced(read_pack(file), shown(str(file)))

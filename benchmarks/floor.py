"""The floor: what scanning, reading and parsing every event file once costs here, if nothing is kept or checked.

``python -m benchmarks.floor ROOT`` prints the number of files. Everything Fingerpost does is compared with this, in the
same run and on the same machine.
"""

from __future__ import annotations

import os
import sys

import orjson

FOLDERS = (
    ".fabric/ledger/events",
    ".git/fabric/events",
    ".git/fabric/runtime/threads",
    ".git/fabric/runtime/projections",
    ".git/fabric/runtime/receipts",
)
_CHUNK = 65536


def read_once(root: str) -> int:
    """Scan the folders, read and parse each file, keep nothing; the number of files."""
    files = 0
    for folder in FOLDERS:
        try:
            opened = os.open(f"{root}/{folder}", os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:
            continue
        with os.scandir(opened) as entries:
            names = [entry.name for entry in entries]
        for name in names:
            file = os.open(name, os.O_RDONLY, dir_fd=opened)
            orjson.loads(os.read(file, _CHUNK))
            os.close(file)
        os.close(opened)
        files += len(names)
    return files


if __name__ == "__main__":
    print(read_once(sys.argv[1]))

"""Many files of a listed folder at once: what each gives by itself."""

from __future__ import annotations

import os
from pathlib import Path

from fingerpost.repository.files import MAX_BYTES, read_all_listed, read_listed

SIZES = {"empty": 0, "small": 10, "chunk": 1 << 16, "more": (1 << 16) + 1, "large": MAX_BYTES + 1}


def test_each_file_gives_its_bytes_or_none(tmp_path: Path) -> None:
    for name, size in SIZES.items():
        (tmp_path / f"{name}.json").write_bytes(b"x" * size)
    (tmp_path / "link.json").symlink_to("small.json")
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    stems = [*SIZES, "link", "folder", "pipe", "gone", "small"]
    folder = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        unused = _next_descriptor(folder)
        found = list(read_all_listed(stems, folder))
        assert _next_descriptor(folder) == unused  # each is closed again
        alone = [read_listed(f"{stem}.json", folder) for stem in stems]
    finally:
        os.close(folder)
    assert [stem for stem, _ in found] == stems
    assert [data for _, data in found] == [data if isinstance(data, bytes) else None for data in alone]
    assert {stem: None if data is None else len(data) for stem, data in found} == {
        **SIZES,
        "large": None,
        "link": None,
        "folder": None,
        "pipe": 0,
        "gone": None,
    }


def _next_descriptor(folder: int) -> int:
    descriptor = os.dup(folder)
    os.close(descriptor)
    return descriptor

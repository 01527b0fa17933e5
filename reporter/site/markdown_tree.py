"""The pages as a tree of plain Markdown files that a code host shows: ``build --markdown DIR``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..pages.blocks import Page
from .output_folder import replace
from .rendering import Flavour, PageOf, render_all


def write_tree(pages: Iterable[Page], target: Path, page_of: PageOf, repository: Path | None = None) -> int:
    """Write the tree, replacing one that an earlier build made. Returns how many files it has.

    ``repository`` is the root of the repository that is published, which the target must not hold.

    Raises:
        FingerpostError: the folder must not or cannot be written.

    """
    count = 0

    def fill(folder: Path) -> None:
        nonlocal count
        for rendered in render_all(pages, Flavour.TREE, page_of):
            path = folder / rendered.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(rendered.text, encoding="utf-8", newline="\n")
            count += 1

    replace(target, fill, repository)
    return count

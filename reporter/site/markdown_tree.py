"""The pages as a tree of plain Markdown files that a code host shows: ``build --markdown DIR``.

Of the files beside a site's pages it takes the pictures. The feed and the data name pages of a site, and the scripts'
data have no script here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..pages.blocks import Page
from .output_folder import replace
from .rendering import Flavour, PageOf, render_all

_TAKEN = (".svg",)


def write_tree(
    pages: Iterable[Page],
    target: Path,
    page_of: PageOf,
    repository: Path | None = None,
    extra: Mapping[str, bytes] | None = None,
) -> int:
    """Write the tree, replacing one that an earlier build made. Returns how many files it has.

    ``repository`` is the root of the repository that is published, which the target must not hold. ``extra`` are
    files beside the pages, by their path in the tree; those that are no pictures are left out.

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
        for name, content in (extra or {}).items():
            if not name.endswith(_TAKEN):
                continue
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            count += 1

    replace(target, fill, repository)
    return count

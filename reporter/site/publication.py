"""What a site publishes: the pages, and the files beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath

from ..pages.blocks import Page
from .rendering import PageOf


@dataclass(frozen=True, slots=True)
class Publication:
    """Pages, which page the node of a drawing has, and other files: bytes by their path below the pages, with ``/``.

    Raises ValueError for a path of ``extra`` that leads out, or that MkDocs would take for a page.
    """

    pages: Sequence[Page]
    page_of: PageOf
    extra: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path in self.extra:
            if normpath(path) != path or path.startswith(("/", "../")) or path.endswith(".md"):
                raise ValueError(f"{path!r} is no path of a file beside the pages")

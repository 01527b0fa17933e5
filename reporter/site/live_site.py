"""A site of its own that is built again and again: only the pages that changed go through the theme a second time."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .mkdocs_site import OwnSite, build_own, write_search_index
from .publication import Publication

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

    from .mkdocs_site import Progress


@dataclass(frozen=True, slots=True)
class Update:
    """What a build did: how many pages it wrote, of how many, and what MkDocs warned of."""

    written: int
    pages: int
    warnings: tuple[str, ...]


class LiveSite(OwnSite):  # type: ignore[no-untyped-call]
    """A site in a folder, which :meth:`update` brings to what is published now."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._name: str | None = None
        self._digests: dict[str, bytes] = {}
        self._found: dict[str, list[dict[str, Any]]] = {}
        self._partly = False

    def update(self, publication: Publication, *, name: str, epoch: int, progress: Progress) -> Update:
        """Write what changed since the last time. Every page carries the ``name``: another one changes them all.

        Raises:
            FingerpostError: the folder cannot be written, or MkDocs refused to build; the next time all is written.

        """
        self.give(publication, progress)
        self._partly = name == self._name
        self._name = None
        before = set(self._digests)
        warnings = build_own(self, self._folder, name=name, epoch=epoch, only_changed=self._partly)
        for gone in before.difference(self._digests):
            (self._folder / gone).unlink(missing_ok=True)
        self._join_search()
        self._name = name
        return Update(sum(page.file.is_modified() for page in self.pages.values()), len(self.pages), warnings)

    def on_files(self, files: Files, config: MkDocsConfig) -> None:
        """Add the files, and say which of them changed."""
        super().on_files(files, config)
        before, self._digests = self._digests, {}
        for file in self.files:
            page = self.pages.get(file.src_uri)
            if page is None:
                content = file.content_bytes
            else:
                rendered = self.spell(page.source)
                content = repr((rendered, page.title, page.facts())).encode("utf-8", "surrogatepass")
            digest = hashlib.sha256(content).digest()
            file.changed = not self._partly or before.get(file.dest_uri) != digest
            self._digests[file.dest_uri] = digest

    on_files.mkdocs_priority = -100  # type: ignore[attr-defined]

    def _join_search(self) -> None:
        """Put what search knows of the other pages beside what this build found of those that changed."""
        index = json.loads((self._folder / "search" / "search_index.json").read_text(encoding="utf-8"))
        found: dict[str, list[dict[str, Any]]] = {}
        for entry in index["docs"]:
            found.setdefault(entry["location"].partition("#")[0], []).append(entry)
        kept = self._found if self._partly else {}
        self._found = {
            page.url: found.get(page.url, []) if page.file.is_modified() else kept.get(page.url, [])
            for page in self.pages.values()
        }
        index["docs"] = [entry for entries in self._found.values() for entry in entries]
        write_search_index(self._folder, index)

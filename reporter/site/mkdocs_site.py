"""The published site: pages built by MkDocs Material into a folder that needs nothing from outside.

MkDocs runs in this process, on a configuration of its own and the plugin that adds the pages. What it would add beyond
them and depends on a place or a day (a sitemap, a 404 page with absolute links) is left out.
"""

from __future__ import annotations

import io
import json
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import site_templates
from ...ledger.inert import text
from ...repository.errors import CannotExamine
from ...repository.temporary import temporary_folder
from ..pages.blocks import Page
from .output_folder import replace
from .plugin import PagesPlugin
from .publication import Publication
from .rendering import PageOf

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

# Between words of the search index: white space, punctuation, and what the index writes for < > &. An id stays one word
# as far as its first hyphen, where a query is parted in any case, so that no word of a query for it is missing.
_SEPARATOR = r"[\s!-/:-@\[-^`{-~…]+|_(?![0-9a-f]{8})|&[lg]t;|&amp;"
_SIMPLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many pages are done, and how many there are."""


def write_site(
    pages: Sequence[Page],
    target: Path,
    page_of: PageOf,
    *,
    name: str,
    epoch: int,
    progress: Progress,
    repository: Path | None = None,
    extra: Mapping[str, bytes] | None = None,
) -> tuple[str, ...]:
    """Build the site in ``target``, replacing one that an earlier build made. Returns what MkDocs warned of.

    ``repository`` is the root of the repository that is published, which the target must not hold.
    ``name`` is shown in the header; ``epoch`` (seconds since 1970) stands for now wherever MkDocs asks for a date.
    ``extra`` are files beside the pages, by their path in the site.

    Raises:
        FingerpostError: the folder must not or cannot be written, or MkDocs refused to build.

    """
    told: tuple[str, ...] = ()
    plugin = OwnSite()
    plugin.give(Publication(pages, page_of, extra or {}), progress)

    def fill(folder: Path) -> None:
        nonlocal told
        told = build_own(plugin, folder, name=name, epoch=epoch)

    # MkDocs takes a relative folder as relative to its own configuration.
    replace(target.absolute(), fill, repository)
    return told


class OwnSite(PagesPlugin):  # type: ignore[no-untyped-call]
    """The plugin for a site that is all Fingerpost's."""

    def __init__(self) -> None:
        super().__init__()
        self._given: Publication | None = None
        self._progress: Progress | None = None
        self._done = 0

    def give(self, publication: Publication, progress: Progress) -> None:
        """Publish this in the next build, and tell how far it is."""
        self._given, self._progress, self._done = publication, progress, 0

    def publication(self, config: MkDocsConfig) -> Publication | None:  # noqa: ARG002
        """What was given."""
        return self._given

    def page_done(self) -> None:
        """Tell how far the build is."""
        self._done += 1
        if self._progress is not None:
            self._progress("Building the site", self._done, len(self.pages))


def build_own(
    plugin: PagesPlugin, folder: Path, *, name: str, epoch: int, only_changed: bool = False
) -> tuple[str, ...]:
    """Build a site of its own into a folder, tidied; returns what MkDocs warned of.

    ``only_changed`` leaves what the folder holds, and writes only the files that the plugin calls changed.
    """
    with (
        temporary_folder() as temporary,
        as_file(files(site_templates).joinpath("theme")) as theme,
    ):
        docs = temporary / "docs"
        docs.mkdir()
        config = configuration(name, docs, theme, folder)
        told = _run_mkdocs(config, plugin, temporary, epoch, only_changed=only_changed)
    _tidy(folder)
    return told


def configuration(name: str, docs: Path, theme: Path, target: Path) -> dict[str, Any]:
    """What a ``mkdocs.yml`` for the pages says: self-contained, no script from elsewhere, no extension that acts."""
    return {
        "site_name": name if _SIMPLE_NAME.fullmatch(name) else str(text(name)),
        "docs_dir": str(docs),
        "site_dir": str(target),
        "use_directory_urls": False,
        "theme": {
            "name": "material",
            "custom_dir": str(theme),
            "language": "en",
            "font": False,
            "features": ["navigation.tabs", "navigation.top", "toc.follow"],
            "icon": {"logo": "material/sign-direction"},
            "palette": _PALETTE,
        },
        "extra": {"generator": False},
        "extra_css": ["assets/fingerpost.css"],
        "plugins": [{"search": {"lang": "en", "separator": _SEPARATOR}}],
        "markdown_extensions": [],
    }


def _toggle(icon: str, name: str) -> dict[str, str]:
    return {"icon": f"material/{icon}", "name": name}


_PALETTE = [
    {
        "media": "(prefers-color-scheme)",
        "scheme": "default",
        "primary": "custom",
        "accent": "custom",
        "toggle": _toggle("brightness-auto", "Switch to light"),
    },
    {
        "media": "(prefers-color-scheme: light)",
        "scheme": "default",
        "primary": "custom",
        "accent": "custom",
        "toggle": _toggle("weather-sunny", "Switch to dark"),
    },
    {
        "media": "(prefers-color-scheme: dark)",
        "scheme": "slate",
        "primary": "custom",
        "accent": "custom",
        "toggle": _toggle("weather-night", "Follow the system"),
    },
]


class _Warnings(logging.Handler):
    """Keeps what MkDocs warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def _run_mkdocs(
    config: dict[str, Any], plugin: PagesPlugin, folder: Path, epoch: int, *, only_changed: bool
) -> tuple[str, ...]:
    warnings = _Warnings()
    # MkDocs fails on 0 and on what 32 bits can't hold; nothing that stays in the site shows the date.
    date = str(min(max(epoch, 1), 2**32 - 1))
    with _surroundings({"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": date}, warnings):
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import MkDocsException

        written = io.BytesIO(json.dumps(config).encode())  # JSON is YAML
        try:
            loaded = load_config(written, config_file_path=str(folder / "mkdocs.yml"))
            loaded.theme.static_templates.clear()  # a sitemap and a page of errors, which depend on a place and a day
            loaded.plugins["fingerpost"] = plugin
            build(loaded, dirty=only_changed)
        except MkDocsException as error:
            said = warnings.messages[-1] if warnings.messages else error  # MkDocs logs why, and then aborts
            raise CannotExamine(f"MkDocs could not build the site: {said}") from error
    return tuple(each for each in warnings.messages if not each.startswith("A 'dirty' build is being performed"))


@contextmanager
def _surroundings(variables: dict[str, str], handler: logging.Handler) -> Iterator[None]:
    """Set environment variables and take over MkDocs' log for a while."""
    before = {name: os.environ.get(name) for name in variables}
    log = logging.getLogger("mkdocs")
    propagated, level = log.propagate, log.level
    os.environ.update(variables)
    log.addHandler(handler)
    log.propagate = False
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.propagate, log.level = propagated, level
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _tidy(folder: Path) -> None:
    (folder / "sitemap.xml").unlink(missing_ok=True)  # a template that is none any more is copied as a file
    _offer_from_disk(folder, (folder / "search" / "search_index.json").read_text(encoding="utf-8"))


def write_search_index(folder: Path, index: Any) -> None:
    """Write another search index, in the form in which the theme's own is written."""
    spelled = json.dumps(index, separators=(",", ":"))
    (folder / "search" / "search_index.json").write_text(spelled, encoding="utf-8", newline="\n")
    _offer_from_disk(folder, spelled)


def _offer_from_disk(folder: Path, index: str) -> None:
    """From file:// a page may not fetch the index, but it may load it as a script."""
    (folder / "search" / "search_index.js").write_text(f"var __index = {index}\n", encoding="utf-8", newline="\n")

"""The published site: Markdown pages built by MkDocs Material into a folder that needs nothing from outside.

MkDocs runs in this process, on a configuration and pages in a temporary folder. What it adds beyond the pages and
depends on a place or a day (a sitemap, a 404 page with absolute links) is taken away again.
"""

from __future__ import annotations

import json
import logging
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from ... import site_templates
from ...ledger.inert import text
from ...repository.errors import CannotExamine
from ..pages.blocks import Page
from ..pages.book import NAVIGATION
from .output_folder import replace
from .rendering import Flavour, PageOf, put_back, render_all

_ASSETS = ("fingerpost.css", "fingerpost.js")
_UNWANTED = ("404.html", "sitemap.xml", "sitemap.xml.gz")
# Between words of the search index: white space, punctuation, and what the index writes for < > &.
_SEPARATOR = r"[\s!-/:-@\[-`{-~]+|&[lg]t;|&amp;"
_UNSEARCHED = ("availability", "causality", "what-is-unknown", "chain", "neighbourhood", "raw-events")
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
) -> tuple[str, ...]:
    """Build the site in ``target``, replacing one that an earlier build made. Returns what MkDocs warned of.

    ``repository`` is the root of the repository that is published, which the target must not hold.
    ``name`` is shown in the header; ``epoch`` (seconds since 1970) stands for now wherever MkDocs asks for a date.

    Raises:
        FingerpostError: the folder must not or cannot be written, or MkDocs refused to build.

    """
    told: tuple[str, ...] = ()

    def fill(folder: Path) -> None:
        nonlocal told
        with tempfile.TemporaryDirectory(prefix="fingerpost-") as temporary:
            docs, asides = Path(temporary, "docs"), Path(temporary, "asides")
            _write_pages(pages, docs, asides, page_of, progress)
            _write_assets(docs / "assets")
            with as_file(files(site_templates).joinpath("theme")) as theme:
                told = _run_mkdocs(
                    configuration(name, docs, theme, folder), Path(temporary), epoch, len(pages), progress
                )
        _tidy(folder)

    # MkDocs takes a relative folder as relative to its own configuration.
    replace(target.absolute(), fill, repository)
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
        "nav": [{label: f"{address.site_path}.md"} for label, address in NAVIGATION],
        "not_in_nav": "/records/*/index.md\n/commits/*/index.md\n",
        "validation": {"nav": {"omitted_files": "ignore"}},
    }


def _toggle(icon: str, name: str) -> dict[str, str]:
    return {"icon": f"material/{icon}", "name": name}


_PALETTE = [
    {"media": "(prefers-color-scheme)", "toggle": _toggle("brightness-auto", "Switch to light")},
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


def _write_pages(pages: Sequence[Page], docs: Path, asides: Path, page_of: PageOf, progress: Progress) -> None:
    for done, rendered in enumerate(render_all(pages, Flavour.SITE, page_of), 1):
        for path, content in ((docs / rendered.path, rendered.text), (asides / rendered.path, _kept(rendered.asides))):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", newline="\n")
        progress("Writing pages", done, len(pages))


def _kept(asides: Sequence[str]) -> str:
    """The asides of a page as a file holds them until the page is finished."""
    return json.dumps(list(asides), ensure_ascii=False)


def _write_assets(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in _ASSETS:
        (folder / name).write_bytes(files(site_templates).joinpath("assets", name).read_bytes())


class _Warnings(logging.Handler):
    """Keeps what MkDocs warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def _run_mkdocs(config: dict[str, Any], folder: Path, epoch: int, total: int, progress: Progress) -> tuple[str, ...]:
    path = folder / "mkdocs.yml"
    path.write_text(json.dumps(config), encoding="utf-8")  # JSON is YAML
    warnings = _Warnings()
    # MkDocs fails on 0 and on what 32 bits can't hold; nothing that stays in the site shows the date.
    date = str(min(max(epoch, 1), 2**32 - 1))
    with _surroundings({"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": date}, warnings):
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import MkDocsException
        from mkdocs.plugins import event_priority

        loaded = load_config(str(path))
        done = 0

        @event_priority(-100)
        def finish(output: str, *, page: Any, **_: Any) -> str:
            nonlocal done
            done += 1
            progress("Building the site", done, total)
            kept = (folder / "asides" / page.file.src_uri).read_text(encoding="utf-8")
            return put_back(output, json.loads(kept))

        loaded.plugins.events["page_content"].append(_keep_out_of_search)
        loaded.plugins.events["post_page"].append(finish)
        try:
            build(loaded)
        except MkDocsException as error:
            raise CannotExamine(f"MkDocs could not build the site: {error}") from error
    return tuple(warnings.messages)


def _keep_out_of_search(html: str, **_: Any) -> str:
    """Mark the sections that say nearly the same on every record page, so that the index stays small."""
    for name in _UNSEARCHED:
        html = html.replace(f'<h2 id="{name}">', f'<h2 id="{name}" data-search-exclude>')
    return html


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
    for name in _UNWANTED:
        (folder / name).unlink(missing_ok=True)
    index = folder / "search" / "search_index.json"
    # From file:// a page may not fetch the index, but it may load it as a script.
    (folder / "search" / "search_index.js").write_text(
        f"var __index = {index.read_text(encoding='utf-8')}\n", encoding="utf-8", newline="\n"
    )

"""The MkDocs plugin: a repository's direction as a section of the site that a team has already.

In ``mkdocs.yml``::

    plugins:
      - search
      - fingerpost
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mkdocs.config import config_options as options
from mkdocs.config.base import Config, ValidationError
from mkdocs.exceptions import PluginError

from ..ledger.display import visible
from ..ledger.inert import text
from ..ledger.wording import counted
from ..lint.finding import Severity
from ..reporter.pages.survey import Survey
from ..reporter.site.plugin import PagesPlugin
from ..reporter.site.publication import Publication
from ..repository.errors import FingerpostError
from .reading import find_place, read_ledger
from .reading_options import ReadingOptions, runtime_asked
from .surveying import publish
from .watched import Watched, one_process, watched_by

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer

_log = logging.getLogger("mkdocs.plugins.fingerpost")
_PREFIX = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")


class _Prefix(options.Type[str]):
    """A folder of the site: plain names, joined by ``/``."""

    def __init__(self) -> None:
        super().__init__(str, default="direction")

    def run_validation(self, value: object) -> str:
        prefix = super().run_validation(value).strip("/")
        if not _PREFIX.fullmatch(prefix):
            raise ValidationError(f"{prefix!r} is no folder of plain names, for example: direction")
        return prefix


class PluginOptions(Config):  # type: ignore[no-untyped-call]
    """What ``mkdocs.yml`` may say of the plugin; paths are relative to the folder of ``mkdocs.yml``."""

    enabled = options.Type(bool, default=True)
    prefix = _Prefix()
    title = options.Type(str, default="Direction")
    repo = options.Type(str, default=".")
    ledger = options.Optional(options.Type(str))
    rev = options.Optional(options.Type(str))
    runtime = options.Type(str, default="none")
    as_of = options.Optional(options.Type(str))
    config = options.Optional(options.Type(str))
    optional = options.Type(bool, default=False)


class FingerpostPlugin(PagesPlugin):  # type: ignore[no-untyped-call]
    """Adds what ``fingerpost build`` publishes below a prefix of the site.

    ``mkdocs serve`` keeps one plugin for all its builds: the ledger is read again only when something it depends on
    has changed.
    """

    config_class = PluginOptions
    config: PluginOptions

    def __init__(self) -> None:
        super().__init__()
        self._serving = False
        self._kept: tuple[object, Publication] | None = None
        self._watched: Watched | None = None

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Keep this plugin for all builds of a server."""
        self._serving = command == "serve"

    def publication(self, config: MkDocsConfig) -> Publication | None:
        """The ledger's pages, read anew or kept."""
        if not self.config.enabled:
            return None
        self.prefix, self.label = f"{self.config.prefix}/", str(text(self.config.title))
        base = Path(config.config_file_path or ".").absolute().parent
        try:
            return self._read(base)
        except FingerpostError as error:
            said = f"fingerpost: {visible(error.message)}"
            if self.config.optional:
                _log.info("%s; the site is built without %s", said, self.prefix)
                return None
            raise PluginError(f"{said}\n  {visible(error.hint)}".rstrip()) from error

    def _read(self, base: Path) -> Publication:
        asked = self._asked(base)
        place = find_place(base / self.config.repo, asked)
        watched = watched_by(place, asked)
        state = (asked, watched, watched.state())
        if self._kept is not None and self._kept[0] == state:
            return self._kept[1]
        if self._kept is None:
            survey, published = publish(read_ledger(place, place.stores(), asked), asked)
        else:
            with one_process():  # a server has threads
                survey, published = publish(read_ledger(place, place.stores(), asked), asked)
        self._watched = watched
        if self._serving:
            self._kept = (state, published)
        _tell(survey, published, self.prefix)
        return published

    def _asked(self, base: Path) -> ReadingOptions:
        runtime = runtime_asked(self.config.runtime)
        return ReadingOptions(
            ledger=self.config.ledger,
            revision=self.config.rev,
            runtime=base / runtime if isinstance(runtime, Path) else runtime,
            as_of=self.config.as_of,
            config=base / self.config.config if self.config.config is not None else None,
        )

    def on_serve(self, server: LiveReloadServer, **_: Any) -> LiveReloadServer:
        """Have the server look at the ledger too."""
        if self._watched is not None:
            self._watched.have_watched(server)
        return server


def _tell(survey: Survey, published: Publication, prefix: str) -> None:
    counts = [
        counted(number, str(level))
        for level in Severity
        if (number := sum(each.severity is level for each in survey.open_findings))
    ]
    found = f" (lint: {', '.join(counts)})" if counts else ""
    _log.info(
        "fingerpost: %s of direction, %s, in %s%s",
        counted(len(survey.history.records), "record"),
        counted(len(published.pages), "page"),
        prefix,
        found,
    )

"""The site on this machine, built again where the ledger changes, and reloaded in the browser."""

from __future__ import annotations

import logging
import sys
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path
from secrets import token_bytes
from threading import Event, Thread
from typing import Any

import click
from mkdocs.livereload import LiveReloadServer

from ..ledger.display import visible
from ..ledger.wording import counted
from ..reporter.site.live_site import LiveSite
from ..reporter.site.mkdocs_site import Progress
from ..repository.errors import CannotExamine, FingerpostError
from ..repository.temporary import temporary_folder
from .progress import progress_bar, silent
from .reading import find_place, read_ledger
from .reading_options import ReadingOptions
from .surveying import publish
from .watched import Watched, one_process, watched_by

_HOST = "127.0.0.1"
_SECONDS = 0.5  # between two looks at what the site depends on
_NAMES = frozenset({_HOST, "localhost"})


def serve_site(repo: Path | None, options: ReadingOptions, *, port: int, open_it: bool) -> int:
    """Build the site, and serve it until somebody ends it."""
    with temporary_folder("fingerpost-serve-") as temporary:
        served = _Served(temporary / "site", repo, options)
        with progress_bar(quiet=options.quiet) as progress:
            served.begin(progress)
        _serve(served, port, open_it=open_it)
    return 0


class _Served:
    """The site in its folder, and the reading that it shows."""

    def __init__(self, folder: Path, repo: Path | None, options: ReadingOptions) -> None:
        self.folder = folder
        self.signal = folder.with_name("changed")
        self._repo, self._options = repo, options
        self._site: LiveSite | None = None
        self._watched: Watched | None = None
        self._state: object = None

    def begin(self, progress: Progress) -> None:
        """Build the whole site. Raises FingerpostError as ``build`` does."""
        self.folder.mkdir()
        self.signal.touch()
        self._update(progress)

    def again(self) -> None:
        """Build what changed; where the ledger cannot be read now, tell so and keep the site as it is."""
        if not self.is_behind():
            return  # a signal that came while the last build ran
        try:
            with one_process():  # the server has threads
                self._update(silent)
        except FingerpostError as error:
            click.echo(f"fingerpost: {visible(error.message)}; the site stays as it was", err=True)

    def _update(self, progress: Progress) -> None:
        options = self._options
        before = self._watched
        if before is not None:
            self._state = before.state()  # also where it cannot be read: then it is tried again when that changes
        place = find_place(self._repo, options)
        self._watched = watched_by(place, options)
        self._state = self._watched.state()
        progress("Composing pages", 0, 0)
        survey, published = publish(read_ledger(place, place.stores(), options), options)
        if self._site is None:
            self._site = LiveSite(self.folder)
        done = self._site.update(published, name=survey.name, epoch=survey.as_of.seconds, progress=progress)
        for warning in done.warnings:
            click.echo(f"fingerpost: mkdocs: {warning}", err=True)
        if not options.quiet:
            click.echo(f"built {done.written} of {counted(done.pages, 'page')}", err=True)

    def is_behind(self) -> bool:
        """Whether something changed since the last build looked."""
        return self._watched is not None and self._watched.state() != self._state

    def look(self, ended: Event) -> None:
        """Signal again and again, until it is built, that something changed; for a thread of its own."""
        while not ended.wait(_SECONDS):
            if self.is_behind():
                self.signal.write_bytes(token_bytes(8))


class _Server(LiveReloadServer):
    """MkDocs' own server, for one machine: it answers only requests that name this machine."""

    def __init__(self, builder: Callable[[], None], port: int, root: Path, *, open_it: bool) -> None:
        super().__init__(builder=builder, host=_HOST, port=port, root=str(root))
        self._open = open_it

    def server_activate(self) -> None:
        """Say where the site is, as soon as it can be asked for."""
        super().server_activate()
        self.url = f"http://{_HOST}:{self.server_port}/"
        click.echo(self.url)
        sys.stdout.flush()
        if self._open:
            webbrowser.open(self.url)

    def serve_request(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer, but for a name that somebody else made lead here."""
        if environ.get("HTTP_HOST", _HOST).partition(":")[0] not in _NAMES:
            start_response("403 Forbidden", [("Content-Type", "text/plain")])
            return [b"This site is only for the machine that it is on.\n"]
        answer: Iterable[bytes] = super().serve_request(environ, start_response)
        return answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def _serve(served: _Served, port: int, *, open_it: bool) -> None:
    log = logging.getLogger("mkdocs")
    log.addHandler(logging.NullHandler())
    log.propagate = False
    server = _Server(served.again, port, served.folder, open_it=open_it)
    server.watch(str(served.signal))
    ended = Event()
    looking = Thread(target=served.look, args=(ended,), daemon=True)
    looking.start()
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except OSError as error:
        raise CannotExamine(
            f"port {port} cannot be served on: {error.strerror or error}", "Name another one; --port 0 takes any free."
        ) from error
    except KeyboardInterrupt:
        click.echo("", err=True)
    finally:
        ended.set()
        server.shutdown(wait=False)
        looking.join()

"""Starting git: with a clean environment, without a shell, and with its refusals told as what they are."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from .errors import CannotExamine
from .paths import shown

# Every other GIT_* variable can move git to another repository, index, object store or configuration, or make it
# write a trace. Those kept here only say where git itself and the person's configuration are installed.
_KEPT = frozenset({"GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"})
_SET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # a git that does not know GIT_NO_LAZY_FETCH cannot fetch either
    "GIT_NO_REPLACE_OBJECTS": "1",  # refs/replace is this clone's own: no other clone sees it
    "GIT_GRAFT_FILE": os.devnull,  # and so is info/grafts
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
    "LANGUAGE": "C",
}
_COMMAND = ("git", "--no-pager", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.fsmonitor=false")


class GitNotInstalled(CannotExamine):
    """There is no git program."""


class NotARepository(CannotExamine):
    """Git found no repository here or above."""


class NoWorktree(CannotExamine):
    """A bare repository, or the inside of a git folder."""


class DubiousOwnership(CannotExamine):
    """The repository belongs to somebody else, and git refuses to look into it."""


class UnknownRevision(CannotExamine):
    """A revision that names no commit of this clone."""

    code = "not_found"


def environment() -> dict[str, str]:
    """The environment git runs in: nothing in it can point git elsewhere, let it lock, fetch, ask or translate."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key in _KEPT}
    return kept | _SET


def _around(root: Path, args: Sequence[str]) -> dict[str, str]:
    """The environment of one command.

    ``diff-tree`` reads an index it has no use for, and freshens a split one: it gets a name under which there is none.
    """
    without = {"GIT_INDEX_FILE": str(root / ".fingerpost-needs-no-index")} if "diff-tree" in args else {}
    return environment() | without


def encoded(text: str) -> bytes:
    """An argument as bytes. Raises CannotExamine where no argument can hold the text."""
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = b"\0"
    if b"\0" in data:
        raise CannotExamine(f"git cannot be asked for {shown(text)!r}")
    return data


def attempt(
    root: Path, args: Sequence[str], stdin: bytes | None = None, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git in ``root`` and return what it said, whatever its exit status; ``variables`` add to its environment."""
    command = [encoded(part) for part in (*_COMMAND, *args)]
    around = _around(root, args) | dict(variables or {})
    try:
        if stdin is None:
            return subprocess.run(
                command, cwd=root, env=around, capture_output=True, check=False, stdin=subprocess.DEVNULL
            )
        return subprocess.run(command, cwd=root, env=around, capture_output=True, check=False, input=stdin)
    except OSError as error:
        raise _not_started(root, error) from error


def refusal(root: Path, status: int, stderr: bytes) -> CannotExamine:
    """What a failed git meant, as an error to raise."""
    text = stderr.decode("utf-8", "replace")
    place = shown(str(root))
    if "detected dubious ownership" in text or "unsafe repository" in text:
        found = re.search(r"repository (?:at )?\(?'(.+?)'", text, re.DOTALL)
        folder = found[1] if found else str(root)
        return DubiousOwnership(
            f"{shown(folder)}: the repository belongs to another user, and git refuses to read it",
            f"If you trust it: git config --global --add safe.directory {shlex.quote(shown(folder))}",
        )
    if "not a git repository (or any" in text:
        return NotARepository(f"{place}: no git repository here or above", "Run git init, or name a repository.")
    if "must be run in a work tree" in text or "cannot use bare repository" in text:
        return NoWorktree(
            f"{place}: a bare repository or a git folder, where there is no worktree to read",
            "Name a clone or a worktree of it (git worktree add FOLDER REVISION).",
        )
    if "promisor remote" in text:
        return CannotExamine(
            f"{place}: an object that is needed was left out of this partial clone",
            "Fetch it (git fetch --refetch --no-filter), or use a complete clone: nothing is fetched from here.",
        )
    said = [line for line in text.splitlines() if line.strip()]
    fatal = next((line for line in said if line.startswith("fatal: ")), said[-1] if said else f"exit status {status}")
    return CannotExamine(
        f"{place}: git refused: {shown(fatal.removeprefix('fatal: '))}", "Run git fsck there to see what is wrong."
    )


def _not_started(root: Path, error: OSError) -> CannotExamine:
    if not root.is_dir():
        return CannotExamine(f"{shown(str(root))}: the folder is not there or cannot be entered")
    if isinstance(error, FileNotFoundError):
        return GitNotInstalled("git is not installed, or not on PATH", "Install git: apt-get install git")
    return CannotExamine(f"git cannot be started: {error.strerror}", "Check the git program on PATH.")


class Running:
    """A git that was started; what it says lies in a file without a name until somebody wants it."""

    def __init__(self, root: Path, process: subprocess.Popen[bytes], output: IO[bytes], errors: IO[bytes]) -> None:
        self._root = root
        self._process = process
        self._output = output
        self._errors = errors

    def ended(self) -> bool:
        """True once it has ended: what it said is there without waiting."""
        return self._process.poll() is not None

    def output(self) -> bytes:
        """What it wrote, once it has ended. Raises CannotExamine where it ended with an error."""
        status = self._process.wait()
        said = [_written(stream) for stream in (self._output, self._errors)]
        if status != 0:
            raise refusal(self._root, status, said[1])
        return said[0]


@contextmanager
def begun(
    root: Path, args: Sequence[str], variables: Mapping[str, str] | None = None
) -> Generator[Running, None, None]:
    """A git that works while something else is done here. One that is not waited for is ended at the end.

    ``variables`` add to its environment.
    """
    command = [encoded(part) for part in (*_COMMAND, *args)]
    # Files, where pipes would need a thread each: a process that has threads cannot safely be forked.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        try:
            around = _around(root, args) | dict(variables or {})
            process = subprocess.Popen(
                command, cwd=root, env=around, stdin=subprocess.DEVNULL, stdout=output, stderr=errors
            )
        except OSError as error:
            raise _not_started(root, error) from error
        try:
            yield Running(root, process, output, errors)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()


def _written(stream: IO[bytes]) -> bytes:
    stream.seek(0)
    return stream.read()


@contextmanager
def conversation(
    root: Path,
    args: Sequence[str],
    requests: Iterable[bytes],
    *,
    at_once: bool = False,
    variables: Mapping[str, str] | None = None,
) -> Generator[IO[bytes], None, None]:
    """A git that answers lines: the requests are written by a thread, so that neither side waits for the other.

    ``at_once`` hands each request to git when it is made, for a caller that waits for its answer. ``variables`` add to
    its environment.
    Yields git's answers. Raises CannotExamine if git ends with an error; leaving early ends git.
    """
    command = [encoded(part) for part in (*_COMMAND, *args)]
    pipe = subprocess.PIPE
    try:
        around = _around(root, args) | dict(variables or {})
        process = subprocess.Popen(command, cwd=root, env=around, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=1 << 16)
    except OSError as error:
        raise _not_started(root, error) from error
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None  # noqa: PT018
    said: list[bytes] = []
    threads = (
        threading.Thread(target=_write, args=(process.stdin, requests, at_once), daemon=True),
        threading.Thread(target=_collect, args=(process.stderr, said), daemon=True),
    )
    for thread in threads:
        thread.start()
    finished = False
    try:
        yield process.stdout
        finished = not process.stdout.read(1)
    finally:
        if not finished:
            process.kill()
        process.stdout.close()
        for thread in threads:
            thread.join()
        status = process.wait()
        process.stderr.close()
    if finished and status != 0:
        raise refusal(root, status, b"".join(said))


def _write(stream: IO[bytes], requests: Iterable[bytes], at_once: bool) -> None:
    with suppress(BrokenPipeError):  # git ended; its exit status tells why
        for request in requests:
            stream.write(request + b"\n")
            if at_once:
                stream.flush()
        stream.flush()
    with suppress(BrokenPipeError):
        stream.close()


def _collect(stream: IO[bytes], said: list[bytes]) -> None:
    said.append(stream.read())

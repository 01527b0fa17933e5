"""Makes repositories with a ledger of any size: ``python -m benchmarks.generator ROOT --events 10000 --seed 1``.

The same seed and size give the same bytes. The ledger holds all seven event types in the shares of
:data:`benchmarks.story.SHARES`, with promotions, expiries, supersessions, challenges and resolutions, declarations of
commits, some of them lost, and of actions, receipts, a few stale records, and a fork for one record in 500.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from .story import CHANGE, PROJECTION, RECEIPT, RECORD, RELATION, Story, Written, as_of
from .wire import file_bytes
from .wording import AREAS, FOLDERS, REPO

LEDGER = ".fabric/ledger/events"
SHARED = ".git/fabric/events"
RUNTIME = ".git/fabric/runtime"
_CODE_FILES = 20  # in each folder of the repository


@dataclass(frozen=True, slots=True)
class Made:
    """What was made: distinct events by type, files, forked records, one record and one commit to trace."""

    events: dict[str, int]
    files: int
    forks: tuple[str, ...]
    record: str
    commit: str | None
    as_of: str


def generate(root: Path, events: int, seed: int, *, mirrored: bool = False) -> Made:
    """Make a git repository at ``root`` (absent or empty) with ``events`` distinct events.

    The tracked ledger is committed. With ``mirrored`` the shared store has a copy of every tracked event too, as the
    reference client leaves it: more files, not more events. Raises FileExistsError for a folder with something in it.
    """
    if root.exists() and any(root.iterdir()):
        raise FileExistsError(f"{root} is not empty")
    root.mkdir(parents=True, exist_ok=True)
    _git(root, "init", "-q", "-b", "main")
    story = Story(Random(seed), events, _make_commits(root, 10 + events // 8))
    with _Folders(root) as folders, _Commit(root) as commit:
        for path, data in _code():
            commit.add(path, data)
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        for written in story.tell():
            name, data = f"{written.event['event_id']}.json", file_bytes(written.event)
            home = _home(written)
            folders.write(home, name, data)
            if home == LEDGER:
                commit.add(f"{LEDGER}/{name}", data)
                if mirrored:
                    folders.write(SHARED, name, data)
    _git(root, "read-tree", "main")
    return Made(
        events=dict(sorted(story.counts.items())),
        files=folders.files,
        forks=tuple(story.forks),
        record=story.records[len(story.records) // 2] if story.records else "",
        commit=story.commits[len(story.commits) // 2] if story.commits else None,
        as_of=as_of(),
    )


def _home(written: Written) -> str:
    """The folder an event belongs into (fabric/1.0, *Storage*)."""
    kind = written.event["event_type"]
    if kind in (RECORD, CHANGE, RELATION):
        return SHARED if written.live else LEDGER
    if kind == PROJECTION:
        return f"{RUNTIME}/projections"
    return f"{RUNTIME}/receipts" if kind == RECEIPT else f"{RUNTIME}/threads"


def _code() -> list[tuple[str, bytes]]:
    """The files the direction is about, and the ledger's config."""
    config = [f"repo: {REPO}", "areas:"]
    for area, paths in AREAS.items():
        config += [f"  {area}:", "    paths:", *(f'      - "{path}"' for path in paths)]
    files = [(".fabric/config.yaml", "\n".join([*config, ""]).encode())]
    for folder in FOLDERS:
        names = (f"{folder}/part_{number:02d}.py" for number in range(_CODE_FILES))
        files += [(name, f'"""What {name} is for."""\n'.encode()) for name in names]
    return files


class _Folders:
    """The folders of event files, each opened once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._opened: dict[str, int] = {}
        self.files = 0

    def __enter__(self) -> _Folders:
        for folder in (LEDGER, SHARED, *(f"{RUNTIME}/{name}" for name in ("threads", "projections", "receipts"))):
            (self._root / folder).mkdir(parents=True)
            self._opened[folder] = os.open(self._root / folder, os.O_RDONLY | os.O_DIRECTORY)
        return self

    def __exit__(self, *_: object) -> None:
        for opened in self._opened.values():
            os.close(opened)

    def write(self, folder: str, name: str, data: bytes) -> None:
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=self._opened[folder])
        os.write(file, data)
        os.close(file)
        self.files += 1


class _Commit:
    """One commit, written by ``git fast-import``: objects of 60,000 files in a pack within seconds."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __enter__(self) -> _Commit:
        command = ["git", "fast-import", "--quiet", "--depth=0"]
        self._process = subprocess.Popen(command, cwd=self._root, stdin=subprocess.PIPE, env=_environment())
        self._write(b"commit refs/heads/main\n")
        self._write(b"committer Ada Kai <ada@harbour.example.invalid> 1767600000 +0000\n")
        self._write(b"data 16\nThe harbour code\n")
        self._write(b"from refs/heads/main^0\n")
        return self

    def add(self, path: str, data: bytes) -> None:
        self._write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        if self._process.wait() != 0:
            raise RuntimeError("git fast-import failed")


def _make_commits(root: Path, count: int) -> list[str]:
    """Commits for work to be declared with, oldest first, on the branch that the ledger is committed on."""
    work = b"".join(
        b"commit refs/heads/main\nmark :%d\ncommitter Ada Kai <ada@harbour.example.invalid> %d +0000\n"
        b"data 13\nHarbour work\n\n" % (number, 1_767_600_000 + number)
        for number in range(1, count + 1)
    )
    marks = root / ".git" / "made-commits"
    command = ["git", "fast-import", "--quiet", f"--export-marks={marks}"]
    subprocess.run(command, cwd=root, input=work, env=_environment(), check=True)
    made = dict(line.split() for line in marks.read_text().splitlines())
    marks.unlink()
    return [made[f":{number}"] for number in range(1, count + 1)]


def _git(root: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=root, env=_environment(), check=True, capture_output=True)


def _environment() -> dict[str, str]:
    """The caller's environment without its git settings, so that every machine makes the same repository."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return {**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a repository with a ledger.")
    parser.add_argument("root", type=Path)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mirrored", action="store_true", help="a copy of each tracked event in the shared store")
    given = parser.parse_args()
    print(json.dumps(asdict(generate(given.root, given.events, given.seed, mirrored=given.mirrored)), indent=2))


if __name__ == "__main__":
    main()

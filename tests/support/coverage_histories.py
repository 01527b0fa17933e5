"""Small git histories with ledgers in their trees, made at one stroke by ``git fast-import``."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fingerpost.ledger.instants import Instant

from .events import Wire, as_bytes
from .shared import git, make_repository

LEDGER = ".fabric/ledger/events"
START = 1_772_442_000  # 2026-03-02T09:00:00Z


def moment(seconds: int, fraction: str = "") -> str:
    """A time of the wire."""
    return Instant(seconds, fraction).text


def config_text(areas: Mapping[str, Sequence[str]], events: str | None = None) -> bytes:
    """A ledger's config."""
    value = {"repo": "billing", "areas": {name: {"paths": list(paths)} for name, paths in areas.items()}}
    return json.dumps(value | ({"storage": {"events": events}} if events else {})).encode()


@dataclass
class Made:
    """One commit to be made: the files of its whole tree by path, and the numbers of its parents."""

    files: dict[str, bytes]
    parents: tuple[int, ...] = ()
    seconds: int = START
    message: str = "Step\n"


@dataclass
class MadeHistory:
    """Commits in the order they were added; ids come with :meth:`write`."""

    commits: list[Made] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def add(self, files: Mapping[str, bytes], *parents: int, seconds: int, message: str = "Step\n") -> int:
        """Add a commit and return its number."""
        self.commits.append(Made(dict(files), parents, seconds, message))
        return len(self.commits) - 1

    def write(self, root: Path) -> list[str]:
        """Make the repository, with ``main`` at the last commit and checked out; the ids of the commits."""
        make_repository(root)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        stream = b"".join(self._told(number) for number in range(len(self.commits)))
        command = ["git", "fast-import", "--quiet", "--export-marks=.git/marks", "--date-format=raw"]
        subprocess.run(command, cwd=root, env=environment, input=stream, check=True, capture_output=True)
        marks = dict(line.split() for line in (root / ".git/marks").read_text().splitlines())
        self.ids = [marks[f":{number + 1}"] for number in range(len(self.commits))]
        git(root, "reset", "-q", "--hard", "main")
        return self.ids

    def _told(self, number: int) -> bytes:
        made = self.commits[number]
        who = f"Mara Lind <mara@example.invalid> {made.seconds} +0000"
        message = made.message.encode("utf-8")
        lines = [
            f"commit refs/heads/{'main' if number == len(self.commits) - 1 else f'c{number}'}".encode(),
            f"mark :{number + 1}\nauthor {who}\ncommitter {who}".encode(),
            b"data %d\n%b" % (len(message), message),
            *(
                f"{'from' if place == 0 else 'merge'} :{parent + 1}".encode()
                for place, parent in enumerate(made.parents)
            ),
            b"deleteall",
        ]
        for path in sorted(made.files):
            data = made.files[path]
            lines.append(b"M 100644 inline %b\ndata %d\n%b" % (path.encode(), len(data), data))
        # A branch of its own for each: without "from" a commit would follow the last one of its branch.
        return (b"" if made.parents else b"reset " + lines[0].split()[1] + b"\n\n") + b"\n".join(lines) + b"\n\n"


def put(root: Path, folder: str, *events: Wire) -> None:
    """Write events beside what is committed, into a store of this machine or the ledger."""
    place = root / folder
    place.mkdir(parents=True, exist_ok=True)
    for event in events:
        (place / f"{event['event_id']}.json").write_bytes(as_bytes(event))

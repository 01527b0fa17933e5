"""Make the billing example: a small git repository with a ledger, the same bytes on every machine.

Usage: ``python examples/billing/make.py [--names] TARGET``. TARGET must be absent, empty, or an earlier result of
this program, which is then thrown away and made anew. ``--names`` prints names and ids as JSON instead of the summary.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from story.changes import CHANGES
from story.commits import COMMITS
from story.people import PEOPLE
from story.records import RECORDS
from story.relations import RELATIONS
from story.runtime import PROJECTIONS, RECEIPTS, THREADS
from story.shapes import Commit
from story.wire import Writer, config_text, encode, object_ids

TREE = Path(__file__).resolve().parent / "tree"
MARKER = "billing-example"
LEDGER = ".fabric/ledger/events"
IGNORED = "__pycache__/\n.fabric/active/\n.fabric/generated/\n"

# Nothing of the user's or the machine's git configuration may reach the commits.
SETTINGS = {
    "init.defaultBranch": "main",
    "commit.gpgSign": "false",
    "core.autocrlf": "false",
    "core.fileMode": "false",
    "core.excludesFile": os.devnull,
    "core.attributesFile": os.devnull,
    "core.hooksPath": os.devnull,
    "gc.auto": "0",
    "maintenance.auto": "false",
}


class TargetError(Exception):
    """The target is not ours to overwrite."""


def _environment(commit: Commit | None) -> dict[str, str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "LC_", "XDG_"))}
    environment |= {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "HOME": os.devnull,
        "LC_ALL": "C",
        "TZ": "UTC",
    }
    if commit is not None:
        person = PEOPLE[commit.person]
        moment = datetime.fromisoformat(commit.at)
        date = f"{int(moment.timestamp())} {moment.strftime('%z')}"
        for role in ("AUTHOR", "COMMITTER"):
            environment |= {f"GIT_{role}_NAME": person.name, f"GIT_{role}_EMAIL": person.email}
            environment[f"GIT_{role}_DATE"] = date
    return environment


def _git(root: Path, *args: str, commit: Commit | None = None) -> str:
    settings = [part for key, value in SETTINGS.items() for part in ("-c", f"{key}={value}")]
    command = ["git", *settings, *args]
    done = subprocess.run(
        command, cwd=root, env=_environment(commit), umask=0o022, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _write(root: Path, name: str, data: bytes) -> None:
    """Write a file with the modes that git would give it, whatever the umask is."""
    path = root / name
    for folder in reversed(path.relative_to(root).parents[:-1]):
        (root / folder).mkdir(exist_ok=True)
        (root / folder).chmod(0o755)
    path.write_bytes(data)
    path.chmod(0o644)


def _prepare(target: Path) -> None:
    """Make ``target`` an empty folder, or raise :class:`TargetError`."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise TargetError(f"{target} is not a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / ".git" / MARKER).is_file():
        raise TargetError(f"{target} is not empty, and not a repository made by this program")
    if target.is_dir():
        for entry in target.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
    target.mkdir(parents=True, exist_ok=True)


def _lay_tree(root: Path, commit: Commit) -> None:
    overlay = TREE / commit.name
    for path in sorted(overlay.rglob("*")) if overlay.is_dir() else ():
        if path.is_file() and "__pycache__" not in path.parts:
            # The checkout of this project may have other line endings; the example never has.
            _write(root, path.relative_to(overlay).as_posix(), path.read_bytes().replace(b"\r\n", b"\n"))
    for name in commit.deletes:
        (root / name).unlink()


def _commit(root: Path, commit: Commit, writer: Writer) -> str:
    known = _git(root, "branch", "--list", commit.branch) or commit.branch == "main"
    if commit.name != COMMITS[0].name:
        _git(root, "checkout", "-q", *([] if known else ["-b"]), commit.branch, *([] if known else ["main"]))
    threads = {key.replace("/", ":"): value for key, value in writer.ids.items() if key.startswith("thread/")}
    message = commit.message
    for name, thread_id in threads.items():
        message = message.replace("{" + name + "}", thread_id)
    if commit.merges:
        _git(root, "merge", "-q", "--no-ff", "--strategy=ort", "-m", message, commit.merges, commit=commit)
    else:
        _lay_tree(root, commit)
        for name in commit.events:
            event = writer.direction(name)
            _write(root, f"{LEDGER}/{event['event_id']}.json", encode(event))
        _git(root, "add", "--all")
        _git(root, "commit", "-q", "-m", message, commit=commit)
    return _git(root, "rev-parse", "HEAD")


def _write_shared(root: Path, writer: Writer) -> None:
    """The store that worktrees share: every event of direction, and the runtime."""
    for item in (*RECORDS, *CHANGES, *RELATIONS):
        event = writer.direction(item.name)
        _write(root, f".git/fabric/events/{event['event_id']}.json", encode(event))
    runtime = {
        "threads": [writer.thread(item) for item in THREADS],
        "projections": [writer.projection(item) for item in PROJECTIONS],
        "receipts": [writer.receipt(item) for item in RECEIPTS],
    }
    for folder, events in runtime.items():
        for event in events:
            _write(root, f".git/fabric/runtime/{folder}/{event['event_id']}.json", encode(event))


def build(target: Path) -> dict[str, str]:
    """Make the repository at ``target`` and return its ids by name.

    Names are ``commit/…``, ``event/…``, ``record/…``, ``relation/…``, ``thread/…``, ``projection/…`` and
    ``receipt/…``. Raises :class:`TargetError` for a target that holds something else, and
    :class:`subprocess.CalledProcessError` where git fails.
    """
    _prepare(target)
    _git(target, "init", "-q", "--template=", "--object-format=sha1")
    _write(target, f".git/{MARKER}", b"Made by examples/billing/make.py, which may delete it.\n")
    _write(target, ".gitignore", IGNORED.encode())
    _write(target, ".fabric/config.yaml", config_text().encode())
    ids = object_ids()
    writer = Writer(ids)
    for commit in COMMITS:
        ids[f"commit/{commit.name}"] = _commit(target, commit, writer)
    _write_shared(target, writer)
    _write(target, ".fabric/active/current-thread", f"{ids['thread/export']}\n".encode())
    return ids


def main(arguments: list[str]) -> int:
    """The command line; exit code 1 where the target is refused or git fails."""
    parser = argparse.ArgumentParser(description="Make the billing example repository.")
    parser.add_argument("target", type=Path, help="folder to make; absent, empty, or made by this program before")
    parser.add_argument("--names", action="store_true", help="print names and ids as JSON")
    options = parser.parse_args(arguments)
    try:
        ids = build(options.target)
    except (TargetError, OSError) as error:
        print(f"make.py: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"make.py: git failed: {error.stderr.strip()}", file=sys.stderr)
        return 1
    if options.names:
        print(json.dumps(ids, indent=2, sort_keys=True))
    else:
        print(f"{options.target} at {ids[f'commit/{COMMITS[-1].name}']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Measures coverage on made-up histories, against the floor: ``python -m benchmarks.coverage``.

A history of N commits has N/2 records in its trees, each added by a commit, some changed later, on a mainline with side
branches that are merged. The floor is, in the same run, one ``git log --raw`` of the range, and scanning, reading and
parsing every event file once. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

SIZES = (5_000, 10_000, 20_000)
LEDGER = ".fabric/ledger/events"
START = 1_740_000_000
_FOLDERS = 40
_STATES = ("expired", "superseded", "discarded")


def main() -> None:
    """Make, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help=f"numbers of commits; default {SIZES}")
    parser.add_argument("--repeat", type=int, default=3, help="how often each step runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", type=Path, help="where the repositories are made, and removed again")
    given = parser.parse_args()
    temporary = Path(tempfile.mkdtemp(prefix="fingerpost-bench-", dir=given.dir))
    rows = []
    try:
        for commits in sorted(set(given.sizes or SIZES)):
            root = temporary / f"history-{commits}"
            records = make(root, commits, Random(given.seed))
            rows.append((commits, records, *measure(root, given.repeat)))
            shutil.rmtree(root)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    print("\n".join(table(rows)))


def make(root: Path, commits: int, chance: Random) -> int:
    """A repository with so many commits, checked out; the number of its records."""
    root.mkdir(parents=True)
    _git(root, "init", "-q", "-b", "main")
    loader = subprocess.Popen(
        ["git", "fast-import", "--quiet", "--date-format=raw"], cwd=root, stdin=subprocess.PIPE, env=_environment()
    )
    assert loader.stdin is not None
    for part in _history(commits, chance):
        loader.stdin.write(part)
    loader.stdin.close()
    if loader.wait() != 0:
        raise SystemExit("benchmarks: git fast-import failed")
    _git(root, "reset", "-q", "--hard", "main")
    _declare(root, chance)
    return commits // 2


def _history(commits: int, chance: Random) -> Iterator[bytes]:
    areas = {f"area-{number}": {"paths": [f"src/m{number}/**"]} for number in range(_FOLDERS)}
    files = {".fabric/config.yaml": json.dumps({"repo": "bench", "areas": areas}).encode()}
    side: dict[str, bytes] = {}
    records = 0
    for number in range(commits):
        on_side = number % 20 in (17, 18) and number > 20
        merging = number % 20 == 19 and number > 20
        if number % 2 == 0 and not merging:
            files |= _record(records, number, chance)
            records += 1
        if not merging:
            folder = chance.randrange(_FOLDERS)
            for _ in range(chance.randrange(1, 4)):
                files[f"src/m{folder}/f{chance.randrange(50)}.py"] = b"%d\n" % number
        branch = "side" if on_side else "main"
        if on_side:
            side |= files
        start = number % 20 == 17 and on_side
        lines = [] if number else ["reset refs/heads/main", ""]
        lines += ["reset refs/heads/side", f"from :{number}", ""] if start else []
        who = f"Mara Lind <mara@example.invalid> {START + number * 600} +0000"
        message = _message(number, records, chance)
        lines += [
            f"commit refs/heads/{branch}",
            f"mark :{number + 1}",
            f"committer {who}",
            f"data {len(message)}",
            message,
        ]
        if merging:
            lines += ["merge refs/heads/side"]
            files, side = side, {}
        yield "\n".join(lines).encode() + b"\n"
        for path, data in files.items():
            yield b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(data), data)
        files = {}


def _record(record: int, number: int, chance: Random) -> dict[str, bytes]:
    """A new record, and for one in five a change of an earlier one, as its tree files."""
    folder = chance.randrange(_FOLDERS)
    scope = chance.choice(
        (
            {"areas": [f"area-{folder}"]},
            {"paths": [f"src/m{folder}/**"]},
            {"paths": [f"src/m{folder}/f{chance.randrange(50)}.py"]},
            {"issue": f"B-{record}"},
        )
    )
    at = _time(number, -30)
    value = {
        "record_id": _id("rec", record),
        "kind": "decision",
        "created_at": at,
        "scope": {"repo": "bench", **scope},
        "source": {"type": "human"},
        "text": f"Direction number {record}",
        "confidence": "human_confirmed",
        "ttl": "until_issue_closed",
        "status": "active",
        "durability": "candidate",
        "reason": "It keeps one place for the rule.",
    }
    made = dict([_event(2 * record, "record.created", at, {"record": value})])
    old = record - 50
    if old >= 0 and chance.random() < 0.2:
        payload = {"record_id": _id("rec", old), "status": chance.choice(_STATES)}
        made |= [_event(2 * record + 1, "record.state_changed", at, payload, parent_event_id=_id("evt", 2 * old))]
    return made


def _message(number: int, records: int, chance: Random) -> str:
    kind = chance.random()
    if kind < 0.3 and records:
        return f"Step {number}\n\nFabric-Implements: {_id('rec', chance.randrange(records))}\n"
    return f"Step {number}\n\nFabric-Skip: generated\n" if kind < 0.35 else f"Step {number}\n"


def _declare(root: Path, chance: Random) -> None:
    """Relation events for one commit in four, beside what is committed."""
    for number, commit in enumerate(_git(root, "rev-list", "HEAD").split()):
        if number % 4 == 0:
            value = {
                "relation_id": _id("rel", number),
                "type": "implements",
                "from": {"kind": "commit", "id": commit},
                "to": {"kind": "record", "id": _id("rec", chance.randrange(100))},
                "created_at": _time(number, 0),
            }
            path, data = _event(10_000_000 + number, "relation.created", _time(number, 0), {"relation": value})
            (root / path).write_bytes(data)


def _event(number: int, kind: str, at: str, payload: object, **more: str) -> tuple[str, bytes]:
    event = {
        "schema_version": "fabric/1.0",
        "event_id": _id("evt", number),
        "event_type": kind,
        "occurred_at": at,
        "actor": {"kind": "human", "id": "mara"},
        "trust": {"level": "human_confirmed", "basis": "flag"},
        "payload": payload,
        **more,
    }
    return f"{LEDGER}/{event['event_id']}.json", (json.dumps(event, indent=2) + "\n").encode()


def _id(prefix: str, number: int) -> str:
    return f"{prefix}_{number:08x}-0000-7000-8000-{number:012x}"


def _time(number: int, offset: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START + number * 600 + offset))


def measure(root: Path, repeat: int) -> tuple[float, float, float]:
    """The median seconds of git's part of the floor, of reading's, and of coverage as a whole process."""
    git = ["git", "log", "--raw", "-z", "--no-renames", "--diff-merges=first-parent", "HEAD"]
    reading = [sys.executable, "-m", "benchmarks.floor", str(root)]
    coverage = [sys.executable, "-m", "fingerpost", "coverage", "-C", str(root), "--json"]
    os.sync()
    runs: dict[int, list[float]] = {0: [], 1: [], 2: []}
    for _ in range(repeat):
        for place, command in enumerate((git, reading, coverage)):
            runs[place].append(_seconds(command, root if place == 0 else None))
    return median(runs[0]), median(runs[1]), median(runs[2])


def _seconds(command: list[str], folder: Path | None) -> float:
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=_environment())
    return time.perf_counter() - started


def table(rows: list[tuple[int, int, float, float, float]]) -> list[str]:
    """The figures as Markdown.

    What git alone takes grows with the size of the ledger's folder as well, since each commit has a tree of its own of
    it; so what coverage adds to that is told apart.
    """
    lines = [
        "| commits | records | git log | reading | coverage | to the floor | beyond git log, ms a commit |",
        "|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for commits, records, log, reading, whole in rows:
        lines.append(
            f"| {commits:,} | {records:,} | {log:.2f} s | {reading:.2f} s | {whole:.2f} s "
            f"| {whole / (log + reading):.1f} | {(whole - log) / commits * 1000:.3f} |"
        )
    return lines


def _environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return kept | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


def _git(root: Path, *args: str) -> str:
    done = subprocess.run(["git", *args], cwd=root, env=_environment(), capture_output=True, check=True, text=True)
    return done.stdout


if __name__ == "__main__":
    main()

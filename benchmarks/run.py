"""Measures lint, graph, trace and build on made-up ledgers, against the floor: ``python -m benchmarks.run``.

Each step runs in a fresh process, three times; the table has the median time and the highest peak. The time of each
rule follows. Prints Markdown.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from .profile import print_profile

SIZES = (1_000, 10_000, 100_000)
BUILD_UP_TO = 10_000
FLOOR, READING, HISTORY, GRAPH, LINT, LINT_BY_TWO, TRACE, BUILD = (
    "floor",
    "reading",
    "reading + history",
    "graph",
    "lint",
    "lint, two processes",
    "trace",
    "build",
)

LINT_TO_FLOOR = 4.0
LINT_BY_TWO_TO_FLOOR = 3.0
LINT_PEAK_MIB = 1024.0
LARGE_PEAK_MIB = 2048.0
"""What lint may need beyond :data:`TARGET_SIZE` events."""
RULE_TO_LINT = 0.15
"""The part of a whole lint by one process that no rule may take more of."""
TRACE_TO_READING = 1.2
GROWTH = 1.5
"""A step is called linear if one more event of a ledger ten times as large costs no more than so many times as much."""
TARGET_SIZE = 100_000
UNQUIET = 1.3
"""Where the floor itself varies by more than this, no ratio to it says much."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A step at one size: wall seconds of the whole process (median, least, most), and its peak memory in MiB."""

    events: int
    what: str
    seconds: float
    least: float
    most: float
    peak: float


class StepFailedError(RuntimeError):
    """A measured command did not do its work."""


def main() -> None:
    """Parse, measure, print."""
    given = _arguments()
    rules: dict[int, dict[str, float]] = {}
    temporary = Path(tempfile.mkdtemp(prefix="fingerpost-bench-", dir=given.dir))
    measured: list[Measured] = []
    try:
        for events in given.sizes:
            root = temporary / f"ledger-{events}"
            made = _generate(root, events, given.seed)
            if given.profile:
                print_profile(root, made["as_of"], events)
            else:
                measured += _measure(root, made, events, given, temporary / "site")
                rules[events] = seconds_by_rule(root, made["as_of"], given.repeat)
            shutil.rmtree(root)
    except StepFailedError as failure:
        sys.exit(f"benchmarks: {failure}")
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    if measured:
        largest = max(rules)
        slowest = listing(rules[largest], _of(measured, largest, LINT))
        parts = (table(measured), growth(measured), slowest, targets(measured, rules[largest]))
        print("\n\n".join("\n".join(part) for part in parts))
        if given.output:
            given.output.write_text(json.dumps([asdict(each) for each in measured], indent=2) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help=f"numbers of events; default {SIZES}")
    parser.add_argument("--all", action="store_true", help=f"build the site above {BUILD_UP_TO} events too (slow)")
    parser.add_argument("--no-build", action="store_true", help="leave the site out")
    parser.add_argument("--repeat", type=int, default=3, help="how often each step runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", type=Path, help="where the ledgers are made, and removed again")
    parser.add_argument("--output", type=Path, help="write the figures as JSON too")
    parser.add_argument("--profile", action="store_true", help="profile lint instead of measuring")
    given = parser.parse_args()
    given.sizes = sorted(set(given.sizes)) or list(SIZES)
    if given.sizes[0] < 1 or given.repeat < 1:
        parser.error("sizes and --repeat are at least 1")
    return given


def _generate(root: Path, events: int, seed: int) -> dict[str, Any]:
    # In a process of its own: a child's peak counts from its parent's, so this process has to stay small.
    command = [sys.executable, "-m", "benchmarks.generator", str(root), "--events", str(events), "--seed", str(seed)]
    made: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return made


def _measure(
    root: Path, made: dict[str, Any], events: int, given: argparse.Namespace, site: Path
) -> Iterator[Measured]:
    build = not given.no_build and (given.all or events <= BUILD_UP_TO)
    commands = _commands(str(root), made, str(site) if build else None)
    runs: dict[str, list[tuple[float, float]]] = {what: [] for what in commands}
    os.sync()  # what was just made is still being written out, which slows whoever reads it
    run_once(FLOOR, commands[FLOOR])
    for turn in range(given.repeat):
        # In turns, so that a busy minute of the machine falls on every step and not on one.
        for what, command in commands.items():
            if what != BUILD or turn == 0:
                runs[what].append(run_once(what, command))
        print(f"{events} events: turn {turn + 1} of {given.repeat} done", file=sys.stderr, flush=True)
    shutil.rmtree(site, ignore_errors=True)
    for what, found in runs.items():
        times = [seconds for seconds, _ in found]
        yield Measured(events, what, median(times), min(times), max(times), max(peak for _, peak in found))


def _commands(root: str, made: dict[str, Any], site: str | None) -> dict[str, list[str]]:
    fingerpost = [sys.executable, "-m", "fingerpost"]
    step = [sys.executable, "-m", "benchmarks.steps"]
    as_of = ["--as-of", made["as_of"]]
    commands = {
        FLOOR: [sys.executable, "-m", "benchmarks.floor", root],
        READING: [*step, "load", root],
        HISTORY: [*step, "history", root],
        GRAPH: [*step, "graph", root],
        LINT: [*fingerpost, "lint", root, "--format", "json", "--fail-on", "never", *as_of],
        LINT_BY_TWO: [*fingerpost, "lint", root, "--format", "json", "--fail-on", "never", *as_of],
        TRACE: [*fingerpost, "trace", f"commit:{made['commit']}", root, "--json", *as_of],
    }
    if site is not None:
        commands[BUILD] = [*fingerpost, "build", root, "--runtime", "auto", "--out", site, *as_of]
    return commands


def run_once(what: str, command: Sequence[str]) -> tuple[float, float]:
    """Run a command with its output thrown away: wall seconds and peak MiB (its own and its children's).

    Raises StepFailedError with the last line it wrote to standard error, if it fails.
    """
    started = time.perf_counter()
    with tempfile.TemporaryFile() as errors:
        environment = {**os.environ, "FINGERPOST_PROCESSES": "2" if what == LINT_BY_TWO else "1"}
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip().splitlines() or ["nothing was said"]
            raise StepFailedError(f"{what} ended with exit code {process.returncode}: {said[-1]}")
    kilobyte = 1 if sys.platform == "darwin" else 1024  # ru_maxrss counts bytes there, KiB elsewhere
    return seconds, usage.ru_maxrss * kilobyte / 2**20


def seconds_by_rule(root: Path, as_of: str, repeat: int) -> dict[str, float]:
    """The median of the seconds that each rule took in so many processes, slowest first.

    Raises StepFailedError if one fails.
    """
    command = [sys.executable, "-m", "benchmarks.rules", str(root), as_of]
    runs: list[dict[str, float]] = []
    for _ in range(repeat):
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode != 0:
            raise StepFailedError(f"the rules ended with exit code {done.returncode}: {done.stderr[-200:]!r}")
        runs.append(json.loads(done.stdout))
    medians = {code: median(run[code] for run in runs) for code in runs[0]}
    return dict(sorted(medians.items(), key=lambda each: (-each[1], each[0])))


def listing(rules: dict[str, float], lint: Measured) -> list[str]:
    """The time of each rule, slowest first, as a Markdown table."""
    lines = [f"| rule, at {lint.events:,} events | ms | part of lint |", "|---|---:|---:|"]
    lines += [f"| {code} | {seconds * 1000:.1f} | {seconds / lint.seconds:.1%} |" for code, seconds in rules.items()]
    return [*lines, f"| all | {sum(rules.values()) * 1000:.1f} | {sum(rules.values()) / lint.seconds:.1%} |"]


def table(measured: Sequence[Measured]) -> list[str]:
    """The figures as a Markdown table."""
    lines = ["| events | what | seconds | to the floor | peak MiB |", "|---:|---|---:|---:|---:|"]
    for each in measured:
        floor = _of(measured, each.events, FLOOR)
        lines.append(
            f"| {each.events:,} | {each.what} | {each.seconds:.2f} | {each.seconds / floor.seconds:.1f} "
            f"| {each.peak:.0f} |"
        )
    return lines


def growth(measured: Sequence[Measured]) -> list[str]:
    """What one more event costs between the sizes, as a Markdown table.

    Differences between sizes leave out what a process costs before it reads anything.
    """
    sizes = sorted({each.events for each in measured})
    if len(sizes) < 3:
        return ["How cost grows is told from three sizes on."]
    steps = list(itertools.pairwise(sizes))
    lines = [
        "| µs for one more event | " + " | ".join(f"{low:,} to {high:,}" for low, high in steps) + " |",
        "|---|" + "---:|" * len(steps),
    ]
    for what in dict.fromkeys(each.what for each in measured):
        costs = _costs(measured, what)
        cells = [f"{costs[step] * 1e6:.1f}" if step in costs else "" for step in steps]
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return lines


def _costs(measured: Sequence[Measured], what: str) -> dict[tuple[int, int], float]:
    """Seconds for one more event, between each two neighbouring sizes at which the step was measured."""
    found = sorted((each.events, each.seconds) for each in measured if each.what == what)
    return {
        (low, high): (slower - faster) / (high - low) for (low, faster), (high, slower) in itertools.pairwise(found)
    }


def _growths(measured: Sequence[Measured]) -> Iterator[tuple[str, float]]:
    """For each step measured at three sizes or more: the last cost of one more event, by the one before it."""
    for what in dict.fromkeys(each.what for each in measured):
        costs = list(_costs(measured, what).values())
        if len(costs) > 1 and costs[-2] > 0:
            yield what, costs[-1] / costs[-2]


def targets(measured: Sequence[Measured], rules: dict[str, float]) -> list[str]:
    """The targets and what was measured, at the largest size; they are stated for 100,000 events."""
    size = max(each.events for each in measured)
    floor, reading = _of(measured, size, FLOOR), _of(measured, size, READING)
    lint, trace = _of(measured, size, LINT), _of(measured, size, TRACE)
    by_two = _of(measured, size, LINT_BY_TWO)
    slowest = max(rules, key=rules.__getitem__)
    rows = [
        ("lint, times the floor", lint.seconds / floor.seconds, LINT_TO_FLOOR),
        ("lint by two processes, times the floor", by_two.seconds / floor.seconds, LINT_BY_TWO_TO_FLOOR),
        ("lint, peak MiB", max(lint.peak, by_two.peak), LINT_PEAK_MIB if size <= TARGET_SIZE else LARGE_PEAK_MIB),
        (f"the slowest rule ({slowest}), part of lint", rules[slowest] / lint.seconds, RULE_TO_LINT),
        ("trace, times reading", trace.seconds / reading.seconds, TRACE_TO_READING),
        *((f"{what}, growth of the cost of an event", found, GROWTH) for what, found in _growths(measured)),
    ]
    stated = "" if size == TARGET_SIZE else f", stated for {TARGET_SIZE:,}"
    lines = [f"Targets at {size:,} events{stated}:", ""]
    if floor.most > floor.least * UNQUIET:
        lines[:0] = [
            f"The machine was busy: the floor took {floor.least:.2f} to {floor.most:.2f} s. Measure again.",
            "",
        ]
    for what, found, limit in rows:
        verdict = "held" if found <= limit else "MISSED"
        lines.append(f"- {verdict}: {what} {found:.2f} (at most {limit:g})")
    return lines


def _of(measured: Sequence[Measured], events: int, what: str) -> Measured:
    return next(each for each in measured if each.events == events and each.what == what)


if __name__ == "__main__":
    main()

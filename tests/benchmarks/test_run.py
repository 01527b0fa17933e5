"""What the benchmark says of its figures: tables, and whether each target was held."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from benchmarks.run import Measured

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True, scope="module")
def _importable() -> Iterator[None]:
    """Benchmarks are no package of the wheel: they are imported from the checkout."""
    sys.path.insert(0, str(CHECKOUT))
    yield
    sys.path.remove(str(CHECKOUT))


def measured(events: int = 100_000, **seconds: float) -> list[Measured]:
    from benchmarks.run import FLOOR, LINT, LINT_BY_TWO, READING, TRACE, Measured

    names = {"floor": FLOOR, "reading": READING, "lint": LINT, "by_two": LINT_BY_TWO, "trace": TRACE}
    usual = {"floor": 1.0, "reading": 2.0, "lint": 3.9, "by_two": 2.9, "trace": 2.3}
    times = {**usual, **seconds}
    return [Measured(events, what, times[name], times[name], times[name], 500.0) for name, what in names.items()]


def verdicts(lines: list[str]) -> dict[str, str]:
    found = (line.removeprefix("- ").partition(": ") for line in lines if line.startswith("- "))
    return {what.partition(",")[0]: verdict for verdict, _, what in found}


def test_targets_that_are_held_and_targets_that_are_missed_are_told() -> None:
    from benchmarks.run import targets

    held = targets(measured(), {"FP401": 0.3, "FP806": 0.5})
    assert set(verdicts(held).values()) == {"held"}
    assert any("the slowest rule (FP806), part of lint 0.13 (at most 0.15)" in line for line in held)
    missed = verdicts(targets(measured(lint=4.1, by_two=3.1), {"FP401": 0.7}))
    assert missed["lint"] == "held"  # its peak; the line of its time comes before
    assert missed["lint by two processes"] == "MISSED"
    assert missed["the slowest rule (FP401)"] == "MISSED"


def test_a_large_ledger_may_need_more_memory() -> None:
    from benchmarks.run import Measured, targets

    def with_peak(events: int) -> list[str]:
        found = [Measured(each.events, each.what, 1, 1, 1, 1500.0) for each in measured(events)]
        return [line for line in targets(found, {"FP401": 0.1}) if "peak" in line]

    assert with_peak(100_000)[0].startswith("- MISSED")
    assert with_peak(1_000_000) == ["- held: lint, peak MiB 1500.00 (at most 2048)"]


def test_every_rule_is_listed_with_its_part_of_a_lint() -> None:
    from benchmarks.run import LINT, listing

    lint = next(each for each in measured() if each.what == LINT)
    assert listing({"FP806": 0.39, "FP401": 0.039}, lint) == [
        "| rule, at 100,000 events | ms | part of lint |",
        "|---|---:|---:|",
        "| FP806 | 390.0 | 10.0% |",
        "| FP401 | 39.0 | 1.0% |",
        "| all | 429.0 | 11.0% |",
    ]


def test_the_time_of_every_rule_is_taken(tmp_path: Path) -> None:
    from benchmarks.generator import generate
    from benchmarks.run import seconds_by_rule
    from fingerpost.lint.catalogue import RULES

    made = generate(tmp_path / "made", 200, seed=3)
    seconds = seconds_by_rule(tmp_path / "made", made.as_of, 1)
    assert sorted(seconds) == [rule.code for rule in RULES]
    assert list(seconds.values()) == sorted(seconds.values(), reverse=True)


def test_a_step_that_fails_says_so(tmp_path: Path) -> None:
    from benchmarks.run import StepFailedError, seconds_by_rule

    with pytest.raises(StepFailedError, match="exit code"):
        seconds_by_rule(tmp_path / "absent", "2026-01-01T00:00:00Z", 1)

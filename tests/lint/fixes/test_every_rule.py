"""Every rule of the catalogue has its fix applied by a test of this folder, with every way out that the fix names."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from support.events import as_bytes, changed, created, ident
from support.fixes import FIX_TEXTS, Fix, accepted, check, events, path_of

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.rule import Rule

HERE = Path(__file__).resolve()
OWN_CONFIG = ("fingerpost.toml", "pyproject.toml")

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


@cache
def _cases() -> dict[str, list[Fix]]:
    """What the test files beside this one apply (their ``CASES``), by code."""
    found: dict[str, list[Fix]] = {}
    for path in sorted(HERE.parent.glob("test_*.py")):
        if path != HERE:
            for fix in _cases_of(path):
                found.setdefault(fix.code, []).append(fix)
    return found


def _cases_of(path: Path) -> Iterator[Fix]:
    spec = importlib.util.spec_from_file_location(f"cases_of_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield from module.CASES.values()


def _written(code: str) -> Iterator[str]:
    """Fingerpost's own configs that the fixes of a rule write as files."""
    for fix in _cases()[code]:
        for path in OWN_CONFIG:
            content = fix.after.get(path)
            if content is not None:
                yield content.decode() if isinstance(content, bytes) else content


def _made(code: str, folder: Path) -> Iterator[str]:
    """Fingerpost's own configs after fixes that write more than files."""
    for number, fix in enumerate(_cases()[code]):
        if fix.repair is not None:
            check(fix, folder / str(number))
            for path in OWN_CONFIG:
                place = folder / str(number) / "repo" / path
                if place.exists():
                    yield place.read_text("utf-8")


@each_rule
def test_a_fix_is_applied(rule: Rule) -> None:
    assert rule.code in _cases()


@each_rule
def test_a_suppression_that_a_fix_offers_is_applied(rule: Rule, tmp_path: Path) -> None:
    if "`[[suppressions]]`" in FIX_TEXTS[rule.code] and rule.code != "FP002":
        accepting = f'rule = "{rule.code}"'
        assert any(accepting in config for config in chain(_written(rule.code), _made(rule.code, tmp_path)))


@each_rule
def test_a_setting_that_a_fix_offers_is_applied(rule: Rule) -> None:
    keys = set(re.findall(rf"`(\w+) = [^`]+` under `\[rules\.{rule.code}\]`", FIX_TEXTS[rule.code]))
    for key in keys:
        setting = rf"\[rules\.{rule.code}\]\n{key} = "
        assert any(re.search(setting, config) for config in _written(rule.code)), f"no case sets {key}"


def test_no_fix_is_of_a_rule_that_does_not_exist() -> None:
    assert set(_cases()) - {rule.code for rule in RULES} == set()


def _accepting(*event_ids: str) -> list[str]:
    return [str(accepted("FP106", event=event_id)["fingerpost.toml"]) for event_id in event_ids]


UNSAFE = created(1, extensions={"example.org/ticket": 90071992547409931234})
SAFE = created(1, extensions={"example.org/ticket": "90071992547409931234"})
OTHER = ident("evt", 9)


@pytest.mark.parametrize(
    ("fix", "said"),
    [
        (Fix("FP106", events(SAFE), {}), "does not report the sample"),
        (Fix("FP106", events(UNSAFE), {}), "still found"),
        (Fix("FP106", events(UNSAFE), events(SAFE)), "no legal fix: .*FP305"),
        (Fix("FP106", events(UNSAFE), {path_of(UNSAFE): None}), "no legal fix: .*FP306"),
        (Fix("FP109", {path_of(SAFE): as_bytes(SAFE).replace(b"\n", b"\r\n")}, events(SAFE)), "no legal fix: .*FP307"),
        (
            Fix("FP106", events(UNSAFE), {"fingerpost.toml": "".join(_accepting(UNSAFE["event_id"], OTHER))}),
            "no legal fix: .*FP002",
        ),
        (
            Fix("FP106", events(UNSAFE, changed(3, 1, 2)), {"fingerpost.toml": _accepting(UNSAFE["event_id"])[0]}),
            "lint does not pass: .*FP402",
        ),
        (
            Fix(
                "FP001",
                {".fabric/config.yaml": "areas: no\n", **events(SAFE)},
                accepted("FP001", path=".fabric/config.yaml"),
            ),
            "does not say that the finding may be accepted",
        ),
    ],
)
def test_what_is_no_fix_is_told(fix: Fix, said: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=f"(?s){said}"):
        check(fix, tmp_path)

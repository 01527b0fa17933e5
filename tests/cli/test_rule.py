from __future__ import annotations

import pytest
from support.command import fingerpost

from fingerpost.lint.catalogue import RULES, page


def test_the_catalogue_lists_every_rule() -> None:
    lines = fingerpost("rule").out.splitlines()
    assert [line.split()[0] for line in lines] == [rule.code for rule in RULES]


@pytest.mark.parametrize("name", ["FP401", "fp401", "competing-children"])
def test_a_rule_is_found_by_code_or_name(name: str) -> None:
    [rule] = [rule for rule in RULES if rule.code == "FP401"]
    assert fingerpost("rule", name).out == page(rule)


def test_quiet_names_the_rules_only() -> None:
    assert fingerpost("rule", "-q").out.splitlines() == [f"{rule.code} {rule.name}" for rule in RULES]
    line = fingerpost("rule", "FP406", "-q").out
    assert line.startswith("FP406 backdated-change: ")
    assert line.count("\n") == 1


def test_verbose_has_every_page() -> None:
    out = fingerpost("rule", "-v").out
    assert all(page(rule) in out for rule in RULES)


@pytest.mark.parametrize("form", [("--json",), ("--format", "json")])
def test_json_has_all_there_is_to_say(form: tuple[str, ...]) -> None:
    told = fingerpost("rule", *form).json
    assert told["version"] == 1
    assert [rule["code"] for rule in told["rules"]] == [rule.code for rule in RULES]
    [one] = fingerpost("rule", "FP604", *form).json["rules"]
    assert list(one) == ["code", "name", "severity", "summary", "why", "fix", "bad", "good", "parameters"]
    assert one["parameters"] == {"days": 30}
    assert not any(line.startswith(" ") for line in one["fix"].splitlines())
    assert fingerpost("rule", "FP401", *form).json["rules"][0]["parameters"] == {}

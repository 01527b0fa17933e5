from __future__ import annotations

import dataclasses
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fingerpost.lint import catalogue, rules
from fingerpost.lint.catalogue import RULES, listing, page, rule
from fingerpost.lint.rule import Rule

FOLDER = Path(catalogue.__file__).parent / "rules"


def test_every_file_of_the_folder_is_one_rule_named_after_it() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
    assert {each.name.replace("-", "_") for each in RULES} == files


def test_codes_and_names_are_unique_and_sorted_by_code() -> None:
    codes = [each.code for each in RULES]
    assert codes == sorted(set(codes))
    assert len({each.name for each in RULES}) == len(RULES)


@pytest.mark.parametrize("each", RULES, ids=lambda each: each.code)
def test_a_rule_is_complete(each: Rule) -> None:
    assert re.fullmatch(r"FP[0-9]{3}", each.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.name)
    for text in (each.summary, each.why, each.fix):
        assert text.strip().endswith((".", ")"))
    assert each.summary.isprintable()
    assert each.bad.strip() != each.good.strip()
    assert len(each.why) > 80
    assert len(each.fix) > 80


def test_a_rule_is_found_by_code_and_by_name_in_any_case() -> None:
    assert rule("fp303") is rule(" record-created-twice ") is not None
    assert rule("FP999") is None
    assert rule("FP3") is None


def test_a_page_says_all_there_is() -> None:
    each = rule("FP104")
    assert each is not None
    text = page(each)
    assert text.splitlines()[0] == "FP104  invalid-json  (error)"
    words = " ".join(text.split())
    for part in (each.summary, each.why, each.fix, each.bad, each.good):
        assert " ".join(part.split()) in words
    assert max(map(len, text.splitlines())) <= 100
    assert text.endswith("\n")


def test_the_listing_has_a_line_for_each_rule() -> None:
    lines = listing().splitlines()
    assert [line[:5] for line in lines] == [each.code for each in RULES]


def _catalogue_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, like: Rule) -> None:
    (tmp_path / f"{name}.py").write_text("")
    module = ModuleType(f"{rules.__name__}.{name}")
    module.RULE = like  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(rules, "__path__", [str(FOLDER), str(tmp_path)])


def test_two_rules_with_one_code_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = RULES[0]
    twin = dataclasses.replace(first, name="twin")
    _catalogue_with(monkeypatch, tmp_path, "twin", twin)
    with pytest.raises(ValueError, match=f"two rules with one code: {first.code}"):
        catalogue.catalogue.__wrapped__()


def test_a_module_of_another_name_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _catalogue_with(monkeypatch, tmp_path, "other", RULES[0])
    with pytest.raises(ValueError, match="lies in the module other"):
        catalogue.catalogue.__wrapped__()

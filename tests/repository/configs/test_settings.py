"""Fingerpost's own config."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import fingerpost
from fingerpost.repository.configs.settings import (
    RuleSettings,
    Settings,
    StartSetting,
    SuppressionSetting,
    read_settings,
    settings_in,
)
from fingerpost.repository.errors import UsageError

CODES = {"FP401": (), "FP406": ("minutes",), "FP604": ("days",), "FP601": ("days",)}


def test_no_config_says_nothing(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    (tmp_path / "pyproject.toml").write_text("[tool.other]\nx = 1\n", encoding="utf-8")
    assert read_settings(tmp_path) == Settings()


def test_where_it_is_read_from(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.fingerpost]\nledger = "from/pyproject"\n', encoding="utf-8")
    found = read_settings(tmp_path)
    assert (found.ledger, found.path) == ("from/pyproject", "pyproject.toml")
    (tmp_path / "fingerpost.toml").write_text(
        'ledger = "./own/"\n[rules.FP604]\nseverity = "notice"\ndays = 45\n[rules]\nFP401.severity = "off"\n'.replace(
            "[rules]\nFP401.severity", "[rules.FP401]\nseverity"
        ),
        encoding="utf-8",
    )
    found = read_settings(tmp_path, rules=CODES)
    assert found.ledger == "own"
    assert found.rules == {"FP401": RuleSettings("off"), "FP604": RuleSettings("notice", {"days": 45})}
    given = tmp_path / "other.toml"
    given.write_text("[rules.FP601]\ndays = 1\n", encoding="utf-8")
    assert read_settings(tmp_path, given).rules == {"FP601": RuleSettings(None, {"days": 1})}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = \n", "not valid TOML"),
        ("\nledgre = 'a'\n", "fingerpost.toml:2: ledgre is not a known key; did you mean ledger?"),
        ("ledger = 3\n", "fingerpost.toml:1: ledger must be the ledger's folder as text"),
        ("ledger = '/abs'\n", "fingerpost.toml:1: ledger must be a relative path"),
        (
            "[rules.FP401]\nseverty = 'off'\n",
            "fingerpost.toml:2: rules.FP401.severty is not a known key; did you mean severity?",
        ),
        ("[rules]\n\n[rules.FP401]\nseverity = 'bad'\n", 'fingerpost.toml:4: rules.FP401.severity must be "error"'),
        ("[rules]\nFP401 = {days = -1}\n", "fingerpost.toml:2: rules.FP401.days must be a whole number of days"),
        ("[rules.FP401]\ndays = true\n", "fingerpost.toml:2: rules.FP401.days must be"),
        (
            "[rules.FP401]\nseverity = 'off'\ndays = 3\n",
            "fingerpost.toml:3: rules.FP401.days is nothing this rule takes; it takes: severity",
        ),
        ("[rules.FP406]\ndays = 3\n", "fingerpost.toml:2: rules.FP406.days is nothing this rule takes; it takes: sev"),
        ("[rules.FP406]\nminutes = 1.5\n", "fingerpost.toml:2: rules.FP406.minutes must be a whole number of minutes"),
        ("[rules.fp401]\ndays = 1\n", "fingerpost.toml:1: rules.fp401 is no rule code"),
        ('[rules."FP401\\n"]\ndays = 1\n', "is no rule code"),
        ("[rules.FP402]\ndays = 1\n", "fingerpost.toml:1: rules.FP402 is no rule; did you mean FP406?"),
        ("rules = 3\n", "fingerpost.toml:1: rules must be a table"),
        ("coverage = 3\n", "fingerpost.toml:1: coverage must be a table with start"),
        ("[coverage]\nstrat = 'a'\n", "fingerpost.toml:2: coverage.strat is not a known key; did you mean start?"),
        ("[coverage]\nstart = 1234567\n", "fingerpost.toml:2: coverage.start must be a commit id as text, of 7 to 64"),
        ("[coverage]\nstart = 'main'\n", "fingerpost.toml:2: coverage.start must be a commit id as text, of 7 to 64"),
        ("[coverage]\nstart = '123456'\n", "fingerpost.toml:2: coverage.start must be a commit id as text"),
        ('[coverage]\nstart = "1234567\\n"\n', "fingerpost.toml:2: coverage.start must be a commit id as text"),
    ],
)
def test_what_is_wrong_names_file_line_and_key(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "fingerpost.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_settings(tmp_path, rules=CODES)
    assert words in caught.value.message
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", ["fingerpost.toml", "pyproject.toml"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "loop", "dangling"])
def test_what_is_no_file_is_not_passed_over(tmp_path: Path, name: str, kind: str) -> None:
    place = tmp_path / name
    match kind:
        case "folder":
            place.mkdir()
        case "pipe":
            os.mkfifo(place)
        case "loop":
            place.symlink_to(name)
        case _:
            place.symlink_to("gone.toml")
    with pytest.raises(UsageError, match=name) as caught:
        read_settings(tmp_path)
    assert caught.value.exit_code == 2


def test_where_coverage_starts_is_kept_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.fingerpost.coverage]\n\nstart = '1E94696'\n", encoding="utf-8")
    place = "pyproject.toml:3: tool.fingerpost.coverage.start"
    assert read_settings(tmp_path).start == StartSetting("1E94696", place)
    assert settings_in(b"[coverage]\n", "fingerpost.toml").start is None


def test_a_symlink_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "shared.toml").write_text("ledger = 'a'\n", encoding="utf-8")
    (tmp_path / "fingerpost.toml").symlink_to("shared.toml")
    assert read_settings(tmp_path).ledger == "a"


def test_the_table_of_pyproject_is_named_whole(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n[tool.fingerpost]\nlint = 1\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"pyproject\.toml:4: tool\.fingerpost\.lint is not a known key"):
        read_settings(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool]\nfingerpost = 3\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"pyproject\.toml:2: tool\.fingerpost must be a table"):
        read_settings(tmp_path)


def test_a_file_that_cannot_be_read_is_wrong_usage(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"ledger = 'a'\n# \xff\n")
    for file, words in (
        (tmp_path / "gone.toml", "cannot be read"),
        (tmp_path, "cannot be read"),
        (bad, "bad.toml:2: not UTF-8"),
    ):
        with pytest.raises(UsageError, match=words):
            read_settings(tmp_path, file)


SUPPRESSIONS = """\
baseline = "./lint/base.json"

[[suppressions]]
rule = "FP401"
record = "rec_1"
reason = "agreed"
expires = 2026-06-01

[[suppressions]]
path = "./docs/**"
rule = "FP604"
"""


def test_suppressions_and_baseline(tmp_path: Path) -> None:
    (tmp_path / "fingerpost.toml").write_text(SUPPRESSIONS, encoding="utf-8")
    found = read_settings(tmp_path, rules=CODES)
    assert found.baseline == "lint/base.json"
    assert found.suppressions == (
        SuppressionSetting("FP401", "record", "rec_1", "agreed", date(2026, 6, 1), "fingerpost.toml", 3),
        SuppressionSetting("FP604", "path", "docs/**", "", None, "fingerpost.toml", 9),
    )


def test_suppressions_of_pyproject_written_in_one_list(tmp_path: Path) -> None:
    text = "[tool.fingerpost]\nsuppressions = [\n  {rule = 'FP401', event = 'evt_1', expires = '2026-06-01'},\n"
    text += "  {rule = 'FP401', event = 'evt_2', reason = ' '},\n]\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert read_settings(tmp_path, rules=CODES).suppressions == (
        SuppressionSetting("FP401", "event", "evt_1", "", date(2026, 6, 1), "pyproject.toml", 3),
        SuppressionSetting("FP401", "event", "evt_2", " ", None, "pyproject.toml", 4),
    )


def test_where_a_given_config_lies(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    (root / "ci").mkdir(parents=True)
    for place, file in ((root / "ci/lint.toml", "ci/lint.toml"), (tmp_path / "outside.toml", None)):
        place.write_text(SUPPRESSIONS, encoding="utf-8")
        assert {each.file for each in read_settings(root, place).suppressions} == {file}
    (tmp_path / "link").symlink_to(root)
    assert read_settings(tmp_path / "link", root / "ci/lint.toml").suppressions[0].file == "ci/lint.toml"


ONE = "[[suppressions]]\nrule = 'FP401'\nevent = 'evt_1'\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("baseline = 3\n", "fingerpost.toml:1: baseline must be the baseline's file as text"),
        ("\nbaseline = '../x'\n", "fingerpost.toml:2: baseline must be a relative path inside the repository"),
        ("[suppressions]\nrule = 'FP401'\n", "fingerpost.toml:1: suppressions must be a list of tables"),
        ("suppressions = [3]\n", "fingerpost.toml:1: suppressions must be a table with rule, reason and exactly one"),
        (
            ONE + ONE.replace("event", "evnt"),
            "fingerpost.toml:6: suppressions.evnt is not a known key; did you mean ev",
        ),
        (ONE + "record = 'rec_1'\n", "fingerpost.toml:1: suppressions must be a table with rule, reason and exactly"),
        (ONE + "[[suppressions]]\nrule = 'FP401'\n", "fingerpost.toml:4: suppressions must be a table with rule, reas"),
        ("[[suppressions]]\nevent = 'x'\n", "fingerpost.toml:1: suppressions must have rule, a rule code such as"),
        (ONE.replace("401", "4"), 'fingerpost.toml:2: suppressions.rule must be a rule code as text, such as "FP301"'),
        (ONE + ONE.replace("FP401", "FP402"), "fingerpost.toml:5: suppressions.rule FP402 is no rule; did you mean"),
        (ONE.replace("FP401", "FP002"), "fingerpost.toml:2: suppressions.rule cannot be FP002"),
        (ONE.replace("'evt_1'", "''"), "fingerpost.toml:3: suppressions.event must be an event id as text"),
        (ONE + "reason = 3\n", "fingerpost.toml:4: suppressions.reason must be text that says why"),
        (ONE + "expires = 2026-06-01T00:00:00Z\n", "fingerpost.toml:4: suppressions.expires must be a date such as 2"),
        (ONE + "expires = 20260601\n", "fingerpost.toml:4: suppressions.expires must be a date such as 2026-06-01"),
        (ONE + "expires = '2026-02-30'\n", "fingerpost.toml:4: suppressions.expires must be a date such as 2026-06-01"),
        (ONE + "reason = 2026-06-01\n", "fingerpost.toml:4: suppressions.reason must be text"),
        (ONE.replace("event = 'evt_1'", "path = '/etc'"), "fingerpost.toml:3: suppressions.path must be a relative pa"),
    ],
)
def test_what_is_wrong_with_a_suppression_names_its_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "fingerpost.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_settings(tmp_path, rules={**CODES, "FP002": ()})
    assert words in caught.value.message
    assert caught.value.exit_code == 2


def _subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    for child in (*schema.get("properties", {}).values(), *schema.get("patternProperties", {}).values()):
        yield child
        yield from _subschemas(child)
    if "items" in schema:
        yield schema["items"]
        yield from _subschemas(schema["items"])


def test_the_schema_helps_editors_with_every_key() -> None:
    schema = json.loads((Path(fingerpost.__file__).parent / "schemas/settings.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    children = list(_subschemas(schema))
    assert len(children) > 10
    for each in children:
        assert each["title"]
        assert each["description"]
        for example in each.get("examples", ()):
            assert list(Draft202012Validator(each).iter_errors(example)) == []
    leaves = [each for each in children if each.get("type") in ("string", "integer")]
    assert [each["title"] for each in leaves if "examples" not in each] == []


def test_the_bytes_of_a_config_say_what_its_file_says(tmp_path: Path) -> None:
    text = b'ledger = "a"\n[rules.FP601]\nseverity = "off"\n'
    (tmp_path / "fingerpost.toml").write_bytes(text)
    of_file, of_bytes = read_settings(tmp_path), settings_in(text, "fingerpost.toml")
    assert (of_bytes.ledger, of_bytes.rules) == (of_file.ledger, of_file.rules)
    assert of_bytes.rules == {"FP601": RuleSettings("off")}
    assert settings_in(b"[tool.other]\n", "pyproject.toml") == Settings()
    with pytest.raises(UsageError, match=r"pyproject\.toml:1: not UTF-8"):
        settings_in(b"\xff", "pyproject.toml")

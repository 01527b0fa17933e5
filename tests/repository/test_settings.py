"""Fingerpost's own config."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fingerpost.repository.errors import UsageError
from fingerpost.repository.settings import RuleSettings, Settings, read_settings

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

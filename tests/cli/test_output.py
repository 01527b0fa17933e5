from __future__ import annotations

import io
import json

import click
import pytest

from fingerpost.cli.output import WIDTH_OF_A_FILE, colour_of, envelope, format_options, width_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("args", "expected"),
    [([], False), (["--json"], True), (["--format", "json"], True), (["--format", "text", "--json"], True)],
)
def test_both_spellings_come_as_one_argument(args: list[str], expected: bool) -> None:
    @click.command()
    @format_options
    def command(as_json: bool) -> bool:
        """A command's help is kept."""
        return as_json

    assert command.main(args, standalone_mode=False) is expected
    assert command.help == "A command's help is kept."


def test_a_file_gets_no_colour_and_a_fixed_width() -> None:
    assert not colour_of(io.StringIO())
    assert width_of(io.StringIO()) == WIDTH_OF_A_FILE


def test_a_terminal_gets_colour_unless_it_says_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colour_of(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour_of(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not colour_of(Terminal())


@pytest.mark.parametrize(("columns", "expected"), [("20", 60), ("90", 90), ("400", 140)])
def test_a_terminal_is_filled_within_reason(columns: str, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert width_of(Terminal()) == expected


def test_the_envelope_is_one_ascii_line_with_all_keys() -> None:
    text = envelope("list", {"a": "é\n"}, {"code": "refused", "message": "m", "details": {}})
    assert text.isascii()
    assert "\n" not in text
    told = json.loads(text)
    assert list(told) == ["protocol_version", "command", "ok", "data", "warnings", "error"]
    assert told["ok"] is False
    assert json.loads(envelope("list", None))["ok"] is True

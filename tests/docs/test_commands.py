"""The reference of commands has every command, every option and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from fingerpost.cli.main import cli

PAGE = (Path(__file__).resolve().parents[2] / "docs/reference/commands.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
READING = SECTIONS["Reading options"]
CONTEXT = click.Context(cli)
NAMES = cli.list_commands(CONTEXT)


def _command(name: str) -> click.Command:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    return command


def _options(name: str) -> set[str]:
    parameters = _command(name).params
    found = {spelling for each in parameters if isinstance(each, click.Option) for spelling in each.opts}
    return found - {"--help", "-h"}


def _mentioned(text: str) -> set[str]:
    spans = re.findall(r"`([^`]+)`", text)
    return {word for span in spans for word in re.findall(r"(?<![\w-])--?[a-zA-Z][a-z-]*", span)}


def test_there_is_a_section_for_every_command_and_for_no_other() -> None:
    assert sorted(set(SECTIONS) - {"Reading options"}) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_mentioned(name: str) -> None:
    shared = _mentioned(READING) if "--rev" in _options(name) else set()
    assert _options(name) - _mentioned(SECTIONS[name]) - shared == set()


@pytest.mark.parametrize("name", NAMES)
def test_no_option_is_made_up(name: str) -> None:
    tables = "\n".join(line.split("|")[1] for line in SECTIONS[name].splitlines() if line.startswith("| `"))
    assert _mentioned(tables) - _options(name) == set()


def test_every_reading_option_is_one() -> None:
    tables = "\n".join(line.split("|")[1] for line in READING.splitlines() if line.startswith("| `"))
    assert _mentioned(tables) == {word for word in _options("status") if word != "--json"}


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_named(name: str) -> None:
    text = SECTIONS[name] + READING
    for option in _command(name).params:
        if isinstance(option.type, click.Choice):
            lost = [choice for choice in option.type.choices if choice not in text]
            assert lost == [], option.name

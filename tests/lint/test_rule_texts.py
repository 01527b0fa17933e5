"""What the texts of rules and of the documentation name exists, and what a rule tells people to do can be done."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import click
import pytest

from fingerpost.cli.main import cli
from fingerpost.ledger.events import EVENT_TYPES
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.finding import Severity
from fingerpost.lint.rule import Rule
from fingerpost.repository.configs.settings import read_settings

ROOT = Path(__file__).resolve().parents[2]
CODES = frozenset(rule.code for rule in RULES)
PARTS = ("summary", "why", "fix", "bad", "good")
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CONTEXT = click.Context(cli)
LOUDNESS = ("off", "notice", "warning", "error")
STATUSES = frozenset({"active", "open", "accepted", "rejected", "expired", "discarded", "superseded", "contested"})
LIFECYCLE_FIELDS = r"\b(?:record|relation|thread|projection|receipt)\.[a-z_]+\b"
# What somebody can do: with a file, with the ledger, with a tool.
ACTIONS = frozenset(
    (
        *("add", "append", "correct", "curate", "decide", "delete", "end", "expire", "find", "give", "keep", "let"),
        *("look", "mend", "move", "put", "read", "remove", "rename", "restore", "run", "set", "settle", "use", "write"),
    )
)

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def _text(rule: Rule) -> str:
    return "\n\n".join(textwrap.dedent(getattr(rule, part)) for part in PARTS)


def _words(text: str) -> str:
    return " ".join(text.split())


def _unknown_codes(text: str) -> set[str]:
    """Codes of no rule, and beginnings of codes (FP4) under which there is none."""
    named = re.findall(r"\bFP[0-9]{1,3}\b", text)
    return {code for code in named if not any(known.startswith(code) for known in CODES)}


def _options(command: click.Command) -> set[str]:
    if isinstance(command, click.Group):  # a word of its own, and whatever its commands take
        return {"--help", "-h"}.union(*(_options(each) for each in command.commands.values()))
    found = {name for each in command.params if isinstance(each, click.Option) for name in each.opts}
    return found | {"--help", "-h"}


COMMANDS = {name: command for name in cli.list_commands(CONTEXT) if (command := cli.get_command(CONTEXT, name))}
# A page about speed names options of the benchmarks too.
BENCHMARK = set(re.findall(r'add_argument\("(--[a-z-]+)"', (ROOT / "benchmarks/run.py").read_text("utf-8")))
EVERY_OPTION = {"--version"}.union(BENCHMARK, *map(_options, COMMANDS.values()))


def _code(text: str) -> list[str]:
    """The code of a Markdown text: lines of fenced blocks, and code spans with their line breaks taken out."""
    blocks = re.findall(r"^ *```[^\n]*\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    prose = re.sub(r"^ *```[^\n]*\n.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = [_words(span) for span in re.findall(r"`([^`]+)`", prose)]
    joined = [line for block in blocks for line in re.sub(r"\\\n\s*", " ", block).splitlines()]
    return joined + spans


def _made_up(text: str) -> set[str]:
    """Commands and options of Fingerpost, named in code, that it does not have."""
    found = set()
    for line in _code(text):
        for verb, rest in re.findall(r"(?<![\w./-])fingerpost ([a-z]+)\b([^|;&#]*)", line):
            if verb not in COMMANDS:
                found.add(f"fingerpost {verb}")
            else:
                used = set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", rest))
                found |= {f"fingerpost {verb} {option}" for option in used - _options(COMMANDS[verb])}
        if re.match(r"--[a-z]", line) and (option := re.split(r"[ =]", line)[0]) not in EVERY_OPTION:
            found.add(option)
    return found


@each_rule
def test_a_rule_names_only_what_there_is(rule: Rule) -> None:
    text = _text(rule)
    assert _unknown_codes(text) == set()
    assert _made_up(text) == set()
    named = set(re.findall(LIFECYCLE_FIELDS, rule.fix))
    assert named - set(EVENT_TYPES) == set()


@each_page
def test_a_page_names_only_what_there_is(page: Path) -> None:
    text = page.read_text("utf-8")
    assert _unknown_codes(text) == set()
    assert _made_up(text) == set()


@each_rule
def test_a_fix_that_accepts_a_finding_says_how(rule: Rule) -> None:
    fix = _words(rule.fix)
    if re.search(r"(?i)suppress", fix) and rule.code != "FP002":
        assert "`[[suppressions]]`" in fix
        assert "reason" in fix


@each_rule
def test_a_rule_has_every_part_and_its_fix_says_what_to_do(rule: Rule) -> None:
    assert [part for part in PARTS if not getattr(rule, part).strip()] == []
    assert set(re.findall(r"[a-z]+", rule.fix.lower())) & ACTIONS


@each_rule
def test_only_a_file_that_clients_could_not_use_is_mended(rule: Rule) -> None:
    if "in place" in _words(rule.fix):
        assert rule.code[2] in "12"
        assert "because" in rule.fix


@each_rule
def test_a_state_change_that_a_fix_asks_for_is_one_of_the_protocol(rule: Rule) -> None:
    alternatives = re.findall(r"with status ([a-z]+)(?: or ([a-z]+)\b(?! a ))?", _words(rule.fix))
    assert {status for pair in alternatives for status in pair if status} - STATUSES == set()


@each_rule
def test_a_setting_that_a_fix_gives_is_its_own_milder_and_accepted(rule: Rule, tmp_path: Path) -> None:
    fix = _words(rule.fix)
    assert set(re.findall(r"\[rules\.(\w+)\]", fix)) <= {rule.code}
    given = re.findall(r"`((?:severity|days|minutes) = [^`]+)`", fix)
    assert not given or f"`[rules.{rule.code}]`" in fix
    for line in given:
        setting = re.sub(r"\bN\b", "7", line)
        (tmp_path / "fingerpost.toml").write_text(f"[rules.{rule.code}]\n{setting}\n", "utf-8")
        chosen = read_settings(tmp_path).rules[rule.code].severity
        if chosen is not None:
            assert LOUDNESS.index(chosen) < LOUDNESS.index(rule.severity.value)


@each_rule
def test_an_error_that_stays_says_how_the_gate_is_opened_again(rule: Rule) -> None:
    fix = _words(rule.fix)
    if rule.severity is Severity.ERROR and re.search(r"\b(stays?|stay where they are)\b[^.]*\.", fix):
        opened = (f"[rules.{rule.code}]", "notice", "finding is gone", "`[[suppressions]]`")
        assert any(way in fix for way in opened)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`fingerpost promote REC`", {"fingerpost promote"}),
        ("```console\n$ fingerpost lint --loud \\\n    --json\n```", {"fingerpost lint --loud"}),
        ("`--silence FILE`", {"--silence"}),
        ("`fingerpost\nkeep`", {"fingerpost keep"}),
        ("`fingerpost lint --json | jq --raw`, `git log --all`, and fingerpost is a name", set()),
    ],
)
def test_what_does_not_exist_is_found(text: str, found: set[str]) -> None:
    assert _made_up(text) == found


def test_a_code_of_no_rule_is_found() -> None:
    assert _unknown_codes("FP401, FP4, FP999 and FP99") == {"FP999", "FP99"}

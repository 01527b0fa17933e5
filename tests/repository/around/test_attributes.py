"""Git attributes of the ledger, by git's own patterns."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared import git, make_repository

from fingerpost.repository.around import attributes as module
from fingerpost.repository.around.attributes import NAMES, LedgerAttribute, attribute_files, attributes

LEDGER = ".fabric/ledger/events"
SAMPLE = f"{LEDGER}/evt_00000000-0000-7000-8000-000000000000.json"


def found(text: str, **below: str) -> dict[str, tuple[str, str | None, int | None]]:
    files = {".gitattributes": text.encode()} | {name: data.encode() for name, data in below.items()}
    return {each.name: (each.value, each.path, each.line) for each in attributes(files, LEDGER)}


def test_the_last_line_that_matches_sets_it() -> None:
    text = "# merge=union\n\n*.json merge=union eol=crlf\n/.fabric/** merge=ours\nsrc/** merge=union\n"
    assert found(text) == {"merge": ("ours", ".gitattributes", 4), "eol": ("crlf", ".gitattributes", 3)}


@pytest.mark.parametrize(
    ("written", "value"),
    [("text", "set"), ("-text", "unset"), ("text=auto", "auto"), ("text=", ""), ("text=a.b=c", "a.b=c")],
)
def test_every_kind_of_value_is_told(written: str, value: str) -> None:
    assert found(f"* {written}") == {"text": (value, ".gitattributes", 1)}


def test_what_is_left_unspecified_is_none() -> None:
    assert found("* text\n.fabric/** !text\n") == {}


def test_a_file_further_down_wins() -> None:
    inner = f"{LEDGER}/.gitattributes"
    assert found("* merge=union", **{inner: "*.json -merge"}) == {"merge": ("unset", inner, 1)}


def test_macros_are_named_by_their_own_line_and_gits_own_by_none() -> None:
    assert found("[attr]ledger merge=union\n.fabric/** ledger\n") == {"merge": ("union", ".gitattributes", 1)}
    assert found("*.json binary\n") == {"merge": ("unset", None, None), "text": ("unset", None, None)}


def test_odd_lines_are_read_as_git_reads_them() -> None:
    text = '\ufeff".fabric/ledger/events/*" text\r\n"unclosed merge=union\n!* merge=union\n\t*.json\teol=crlf\n'
    assert found(text) == {"text": ("set", ".gitattributes", 1), "eol": ("crlf", ".gitattributes", 4)}
    assert found("*.json " + "x" * 3000 + " merge=union\n*.json text") == {"text": ("set", ".gitattributes", 2)}


def test_no_word_of_an_attribute_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "attempt", None)
    assert found("*.png diff=exif\n# nothing here\n") == {}
    assert attributes({}, LEDGER) == ()


def test_the_files_that_can_set_one_are_those_above_it() -> None:
    assert attribute_files("a/b") == (".gitattributes", "a/.gitattributes", "a/b/.gitattributes")


def test_configuration_of_the_machine_is_no_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_text("* merge=union\n")
    (tmp_path / "config").write_text(f"[core]\n\tattributesFile = {tmp_path / 'mine'}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    assert found("* text") == {"text": ("set", ".gitattributes", 1)}


PATTERNS = st.sampled_from(
    ["*", "*.json", ".fabric/**", "/.fabric", "events/*", '".fabric/ledger/**"', "evt_*", "src/*"]
)
WORDS = st.sampled_from(
    ["text", "-text", "!text", "text=auto", "merge=union", "-merge", "filter=lfs", "eol=crlf", "binary", "diff", "eol"]
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(PATTERNS, st.lists(WORDS, max_size=3)), max_size=5))
def test_values_are_those_that_git_itself_gives(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[str, list[str]]]
) -> None:
    text = "".join(f"{pattern} {' '.join(words)}\n" for pattern, words in lines)
    root = make_repository(tmp_path_factory.mktemp("r"))
    (root / ".gitattributes").write_text(text)
    said = git(root, "check-attr", *NAMES, "--", SAMPLE).splitlines()
    expected = {line.split(": ")[1]: line.split(": ")[2] for line in said if not line.endswith(": unspecified")}
    given_here = attributes({".gitattributes": text.encode()}, LEDGER)
    assert {each.name: each.value for each in given_here} == expected
    for each in given_here:
        if each.line is not None:
            assert each.name in text.split("\n")[each.line - 1]


def test_the_answer_is_sorted_by_name() -> None:
    names = [each.name for each in attributes({".gitattributes": b"* text merge=union eol=lf"}, LEDGER)]
    assert names == ["eol", "merge", "text"]
    assert LedgerAttribute("eol", "lf", ".gitattributes", 1) in attributes({".gitattributes": b"* eol=lf"}, LEDGER)

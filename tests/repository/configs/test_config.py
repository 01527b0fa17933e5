"""The ledger's config: what is read of it, and every way it can be wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared import LEDGERS, git, make_repository, needs_ledgers

from fingerpost.repository.configs.config import CONFIG_PATH, LedgerConfig, load_ledger_config, read_ledger_config
from fingerpost.repository.files import MAX_BYTES
from fingerpost.repository.locate import find_repository

GOOD = b"""\
repo: billing
areas:
  billing/invoices:
    paths:
      - services/billing/**
      - "docs/invoices.md"
  empty:
storage:
  events: ./records/events/
something-else: [1, {a: b}]
"""


def read(data: bytes | None) -> LedgerConfig:
    return read_ledger_config(data, CONFIG_PATH)


def test_what_is_read() -> None:
    config = read(GOOD)
    assert config.problems == ()
    assert config.repo == "billing"
    assert config.areas == {"billing/invoices": ("services/billing/**", "docs/invoices.md"), "empty": ()}
    assert config.ledger == "records/events"


@pytest.mark.parametrize(
    "data", [None, b"", b"# only a comment\n", b"areas: {}\n", b"areas:\n", b"\xef\xbb\xbfareas:\n", b"~"]
)
def test_nothing_said_is_no_problem(data: bytes | None) -> None:
    assert read(data) == LedgerConfig(exists=data is not None)


def test_each_path_of_an_area_has_its_place() -> None:
    config = read(b"areas:\n  a: &a\n    paths:\n      - x\n      - y\n  b: *a\n")
    assert config.places["a", 0] == (4, 9)
    assert config.places["a", 1] == (5, 9)
    assert set(config.places) == {("a", 0), ("a", 1), ("b", 0), ("b", 1)}


def test_aliases_are_followed() -> None:
    config = read(b"areas:\n  a: &a\n    paths: [x]\n  b: *a\n")
    assert config.problems == ()
    assert config.areas == {"a": ("x",), "b": ("x",)}


def test_merge_keys_are_followed_and_own_keys_win() -> None:
    shared = b"shared: &shared\n  core: {paths: [a]}\n  docs: {paths: [b]}\n"
    config = read(shared + b"areas:\n  <<: *shared\n  docs:\n    paths: [c]\n")
    assert config.problems == ()
    assert config.areas == {"core": ("a",), "docs": ("c",)}
    config = read(b"areas:\n  <<: [{a: {paths: [first]}}, {a: {paths: [second]}, b: {}}]\n")
    assert config.areas == {"a": ("first",), "b": ()}
    assert read(b'areas:\n  "<<": {paths: [x]}\n').areas == {"<<": ("x",)}


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"areas:\n  a: [x]\n  b:\n    paths: 3\n", ["areas.a", "areas.b.paths"]),
        (b"areas:\n  404:\n", ["areas.404"]),
        (b"areas:\n  a:\n  a:\n", ["areas.a"]),
        (b"storage: {events: /abs}\n", ["storage.events"]),
        (b"areas:\n\t- x\n", [""]),
    ],
)
def test_a_fault_is_named_by_its_key(data: bytes, keys: list[str]) -> None:
    assert [problem.key for problem in read(data).problems] == keys


BOMB = b"a: &a [x,x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 10)) for n in range(9)
)


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"repo: base\nareas:\n\tcore:\n", (3, 1), "not valid YAML"),
        (b"repo:\xc2\xa0base\nareas: {}\n", (2, 6), "not valid YAML"),
        (b"repo: a\nareas: {\xff}\n", (2, 9), "not UTF-8"),
        ("repo: é\0\n".encode(), (1, 8), "does not allow"),
        ("repo: x\n".encode("utf-16"), (1, 1), "not UTF-8"),
        (b"repo: a\nrepo: b\n", (2, 1), "stands twice"),
        (b"areas:\n  a:\n    paths: [x]\n  a:\n", (4, 3), "stands twice"),
        (b"areas:\n  404:\n    paths: [x]\n", (2, 3), "the key 404 is a number in YAML, not text: choose another name"),
        (b"areas:\n  2026-03-02:\n", (2, 3), "is a date"),
        (b"areas:\n  on:\n", (2, 3), "is a truth value"),
        (b"[a, b]\n", (1, 1), "must be a mapping"),
        (b"repo: 17\n", (1, 1), "repo must be text"),
        (b"repo: 2026-01-01\n", (1, 1), "repo must be text"),
        (b"areas: src\n", (1, 1), "areas must be a mapping"),
        (b"areas:\n  a:\n    paths: src/**\n", (3, 5), "areas.a.paths must be a list"),
        (b"areas:\n  a:\n    paths:\n      - 12\n", (4, 9), "areas.a.paths[0] must be a path pattern"),
        (b"areas:\n  a: [x]\n", (2, 3), "areas.a must be an area"),
        (b"storage:\n  events: /abs\n", (2, 3), "relative path"),
        (b"storage:\n  events: a/../../b\n", (2, 3), "relative path"),
        (b"repo: !!python/object/apply:os.system [x]\n", (1, 1), "repo must be text"),
        (b"a: 1\n---\nb: 2\n", (2, 1), "not valid YAML"),
        (b"a: *none\n", (1, 4), "not valid YAML"),
        (b"a: &a [*a]\n", (1, 4), "nested deeper"),
        (b"a: &a {b: *a}\n", (1, 4), "nested deeper"),
        (BOMB, (1, 26), "more than"),
        (b"a: " + b"[" * 5000, (1, 1), "nested deeper"),
        (b"? [a]\n: b\n", (1, 3), "a key must be text"),
        (b"x" * (MAX_BYTES + 1), (1, 1), "longer than"),
        (b'repo: "\\U00110000"\n', (1, 1), "not valid YAML"),
        (b"areas: {<<: x}\n", (1, 9), "<< must be a mapping"),
        (b"areas: {<<: {a: b}}\n", (1, 14), "areas.a must be an area"),
        (b"a: &a {<<: *a}\n", (1, 4), "nested deeper"),
        (b"areas: {<<: {a: {}}, <<: {b: {}}}\n", (1, 22), "stands twice"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data: bytes, place: tuple[int, int], words: str) -> None:
    config = read(data)
    assert config.problems, data[:80]
    problem = config.problems[0]
    assert words in problem.message
    assert problem.message.isprintable()
    assert (problem.line, problem.column) == place
    assert (config.repo, config.areas, config.ledger) == (None, {}, None)


def test_a_bomb_ends_soon() -> None:
    start = time.monotonic()
    read(BOMB)
    assert time.monotonic() - start < 5


PARTS = [
    "areas:",
    "repo:",
    " ",
    "  ",
    "\n",
    "\t",
    "- ",
    "&a ",
    "*a",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "!!",
    ":",
    "x",
    "#",
    "|",
    "0x",
    "\0",
    "é",
]


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=60), st.lists(st.sampled_from(PARTS), max_size=40).map(lambda part: "".join(part).encode())
    )
)
def test_no_bytes_crash_it(data: bytes) -> None:
    config = read(data)
    for problem in config.problems:
        assert problem.line >= 1
        assert problem.column >= 1
    assert not (config.problems and config.areas)


@needs_ledgers
def test_the_reference_ledgers_configs_have_no_problem_but_where_expected() -> None:
    checked = 0
    for file in sorted(LEDGERS.glob("**/.fabric/config.yaml")):
        config = read(file.read_bytes())
        case = file.parent.parent.name
        assert bool(config.problems) == (case in ("config-tabs", "config-nbsp")), case
        checked += 1
    assert checked > 100


def test_the_config_of_a_worktree_and_of_a_revision(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    repository = find_repository(root)
    assert load_ledger_config(repository, None) == LedgerConfig()
    (root / ".fabric").mkdir()
    (root / CONFIG_PATH).write_text("repo: then\n", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Config")
    (root / CONFIG_PATH).write_text("repo: now\n", encoding="utf-8")
    assert load_ledger_config(repository, None).repo == "now"
    assert load_ledger_config(repository, "HEAD").repo == "then"


def test_a_config_that_is_no_regular_file_is_a_problem_and_not_followed(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    (root / ".fabric").mkdir()
    (root / CONFIG_PATH).symlink_to("/etc/passwd")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "A link")
    repository = find_repository(root)
    for revision, words in ((None, "symlink"), ("HEAD", "not a regular file")):
        (problem,) = load_ledger_config(repository, revision).problems
        assert words in problem.message
    (root / CONFIG_PATH).unlink()
    os.mkfifo(root / CONFIG_PATH)
    (problem,) = load_ledger_config(repository, None).problems
    assert "pipe" in problem.message

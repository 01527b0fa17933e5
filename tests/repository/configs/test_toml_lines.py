"""Lines of TOML keys."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.repository.configs.toml_lines import line_of, lines_of

FILE = '''\
# [[suppressions]] in a comment
ledger = """
[[suppressions]]
rule = "no"
"""
"quoted.key" = 1
[rules] # a table
FP401 = { severity = "off", days = 3 }
FP604.days = 2

[[suppressions]]
rule = "FP301"
reason = 'a [[suppressions]] # no comment'

  [[ suppressions ]]
  path = "x"
  rule = "FP302"
[suppressions.deeper]
a = 1.5
[other]
list = [
  { rule = "a" },
  [1, 2],
  { text = """
]""", rule = "]" },
]
when = 2026-01-01T00:00:00Z
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("ledger",), 2),
        (("quoted.key",), 6),
        (("rules",), 7),
        (("rules", "FP401", "days"), 8),
        (("rules", "FP604"), 9),
        (("suppressions",), 11),
        (("suppressions", "0"), 11),
        (("suppressions", "0", "reason"), 13),
        (("suppressions", "0", "expires"), 11),
        (("suppressions", "1"), 15),
        (("suppressions", "1", "rule"), 17),
        (("suppressions", "1", "deeper", "a"), 19),
        (("other", "list", "0", "rule"), 22),
        (("other", "list", "1"), 23),
        (("other", "list", "2", "rule"), 25),
        (("other", "when"), 27),
        (("gone", "x"), 1),
    ],
)
def test_the_line_a_key_stands_on(path: tuple[str, ...], line: int) -> None:
    tomllib.loads(FILE)
    assert line_of(FILE, path) == line


def test_only_a_line_feed_ends_a_line() -> None:
    assert line_of("a = '\u2028\u0085'\r\nb = 1\r\n", ("b",)) == 2


def test_a_key_of_very_many_parts_costs_little() -> None:
    text = ".".join("a" * 20_000) + " = 1\n"
    assert len(lines_of(text)) == 6


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x7f", min_codepoint=0x20), max_size=12)
SCALAR = st.one_of(
    st.integers(-9, 9).map(str),
    st.just("1.5"),
    st.just("2026-06-01"),
    TEXT.map(lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'),
    TEXT.filter(lambda text: "'" not in text).map(lambda text: f"'{text}'"),
    TEXT.map(lambda text: '"""\n' + text.replace("\\", "\\\\").replace('"', '\\"') + '\n[[a]]\n"""'),
)
KEY = st.sampled_from(["a", "b", "c-d", '"e.f"', "'g]'"])
BREAK = st.sampled_from(["", "\n", "\n# ] }\n"])


def _array(items: list[str], gap: str) -> str:
    return "[" + "".join(f"{gap} {item}{gap}," for item in items) + f"{gap}]"


def _inline(items: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key} = {value}" for key, value in items.items()) + "}"


VALUE = st.recursive(
    SCALAR,
    lambda inner: st.one_of(
        st.builds(_array, st.lists(inner, max_size=3), BREAK),
        # an inline table has to stay on one line but for what lies in arrays and long strings
        st.dictionaries(KEY, inner, max_size=3).map(_inline),
    ),
    max_leaves=6,
)
TABLES = st.lists(st.dictionaries(KEY, VALUE, max_size=4), min_size=1, max_size=4)


def _paths(value: Any, path: tuple[str, ...]) -> set[tuple[str, ...]]:
    children: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = [(str(number), each) for number, each in enumerate(value)]
    found = {path} if path else set()
    return found.union(*(_paths(each, (*path, name)) for name, each in children))


@settings(max_examples=150, deadline=None)
@given(TABLES)
def test_every_key_and_item_of_any_file_is_found_in_the_order_of_the_file(tables: list[dict[str, str]]) -> None:
    text = "".join("[[t]]\n" + "".join(f"{key} = {value}\n" for key, value in each.items()) for each in tables)
    lines = lines_of(text)
    assert set(lines) == {path[:6] for path in _paths(tomllib.loads(text), ())}
    for number in range(len(tables)):
        assert text.split("\n")[lines[("t", str(number))] - 1] == "[[t]]"
    starts = [lines[("t", str(number))] for number in range(len(tables))]
    assert starts == sorted(set(starts))

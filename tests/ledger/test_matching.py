from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.events import MatchReason, Scope
from fingerpost.ledger.matching import literal_prefix, paths_meet, pattern_matches, record_paths, scope_reasons


def slow_match(pattern: str, value: str) -> bool:
    """The definition, tried out by brute force: every star takes every length. Malformed patterns match nothing."""
    pattern, value = (text.strip().removeprefix("./") for text in (pattern, value))
    if pattern.endswith("/**"):
        return value.startswith(pattern[:-2])
    tokens = tokenise(pattern)
    return tokens is not None and matches(tokens, value)


Token = tuple[str, object]


def tokenise(pattern: str) -> list[Token] | None:
    tokens: list[Token] = []
    rest = list(pattern)
    while rest:
        head = rest.pop(0)
        if head == "*":
            tokens.append(("star", None))
        elif head == "?":
            tokens.append(("any", None))
        elif head == "\\":
            if not rest:
                return None
            tokens.append(("is", rest.pop(0)))
        elif head == "[":
            negated = rest[:1] == ["^"]
            if negated:
                rest.pop(0)
            ranges: list[tuple[str, str]] = []
            while not (ranges and rest[:1] == ["]"]):
                low = class_end(rest)
                if low is None:
                    return None
                high: str | None = low
                if rest[:1] == ["-"]:
                    rest.pop(0)
                    high = class_end(rest)
                    if high is None:
                        return None
                assert high is not None
                ranges.append((low, high))
            rest.pop(0)
            tokens.append(("class", (negated, ranges)))
        else:
            tokens.append(("is", head))
    return tokens


def class_end(rest: list[str]) -> str | None:
    if not rest or rest[0] in "-]":
        return None
    found = rest.pop(0)
    if found == "\\":
        if not rest:
            return None
        found = rest.pop(0)
    return found if rest else None


def matches(tokens: list[Token], value: str) -> bool:
    if not tokens:
        return value == ""
    (kind, what), rest = tokens[0], tokens[1:]
    if kind == "star":
        segment = len(value.split("/")[0])
        return any(matches(rest, value[length:]) for length in range(segment + 1))
    if not value:
        return False
    head = value[0]
    if kind == "class":
        negated, ranges = what  # type: ignore[misc]
        fits = any(low <= head <= high for low, high in ranges) != negated  # type: ignore[has-type]
    else:
        fits = head != "/" if kind == "any" else head == what
    return fits and matches(rest, value[1:])


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        ("services/billing/**", "services/billing/total.py", True),
        ("services/billing/**", "services/billing/tax/rates.py", True),
        ("services/billing/**", "services/billing", False),
        ("services/billing/**", "services/billing/", True),
        ("services/billing/**", "services/billings/total.py", False),
        ("services/*/**", "services/billing/total.py", False),
        ("services/*/**", "services/*/total.py", True),
        ("docs", "docs/invoices.md", False),
        ("docs/", "docs/invoices.md", False),
        ("docs/*.md", "docs/invoices.md", True),
        ("docs/*.md", "docs/old/invoices.md", False),
        ("**/*.md", "docs/invoices.md", True),
        ("**/*.md", "docs/old/invoices.md", False),
        ("docs/**/x.md", "docs/a/x.md", True),
        ("docs/**/x.md", "docs/x.md", False),
        ("**", "a", True),
        ("**", "a/b", False),
        ("/**", "/a", True),
        ("./docs/*.md", "docs/a.md", True),
        ("docs/*.md", " ./docs/a.md ", True),
        ("././docs", "./docs", False),
        ("././docs", "././docs", True),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("a[/]c", "a/c", True),
        ("a[^b]c", "a/c", True),
        ("a[^b]c", "abc", False),
        ("a[!b]c", "a!c", True),
        ("a[!b]c", "axc", False),
        ("a[x-z]c", "ayc", True),
        ("a[z-x]c", "ayc", False),
        ("a[^z-x]c", "a\nc", True),
        ("a[\\]]c", "a]c", True),
        ("a[]]c", "a]c", False),
        ("a[-z]c", "a-c", False),
        ("a[a-]c", "a-c", False),
        ("a[b", "ab", False),
        ("a[", "a[", False),
        ("a\\", "a\\", False),
        ("a\\*", "a*", True),
        ("a\\*", "ab", False),
        ("{a,b}", "a", False),
        ("{a,b}", "{a,b}", True),
        ("*", "", True),
        ("", "", True),
        ("", "a", False),
        ("*.py", "Total.PY", False),
        ("straße/*", "straße/é", True),
        ("?", "é", True),
        ("a*b\n", "axb", True),
    ],
)
def test_the_protocols_matching(pattern: str, value: str, expected: bool) -> None:
    assert pattern_matches(pattern, value) is expected
    assert slow_match(pattern, value) is expected


TEXT = st.text(alphabet="ab/*?[]^-\\. !é\n", max_size=9)


@settings(max_examples=200, deadline=None)
@given(TEXT, st.text(alphabet="ab/-]. é\n*[", max_size=8))
def test_the_compiled_matcher_equals_the_slow_one(pattern: str, value: str) -> None:
    assert pattern_matches(pattern, value) is slow_match(pattern, value)


@settings(max_examples=200, deadline=None)
@given(TEXT, st.text(alphabet="ab/-]. é", max_size=8))
def test_whatever_matches_begins_with_the_literal_prefix(pattern: str, value: str) -> None:
    if pattern_matches(pattern, value):
        assert value.strip().removeprefix("./").startswith(literal_prefix(pattern))


def test_a_hostile_pattern_does_not_run_away() -> None:
    started = time.process_time()
    assert not pattern_matches("*a" * 200 + "b", "a" * 2_000)
    assert not pattern_matches("*" * 5_000 + "b", "a" * 2_000)
    assert time.process_time() - started < 2


def test_paths_meet_either_way_round_but_not_by_overlap() -> None:
    assert paths_meet("src/**", "src/a.py")
    assert paths_meet("src/a.py", "src/**")
    assert paths_meet("src/**", "src/**")
    assert not paths_meet("src/*.py", "src/a.*")
    assert not paths_meet("src/a/*.py", "src/*/b.py")


AREAS = {"invoices": ("services/billing/**", "docs/invoices.md")}


def test_the_paths_of_an_area_count_once_and_an_unknown_area_has_none() -> None:
    scope = Scope(areas=("invoices", "nobody"), paths=("services/billing/**", "README.md"))
    assert record_paths(scope, AREAS) == ("services/billing/**", "README.md", "docs/invoices.md")
    assert record_paths(Scope(paths=("a",)), AREAS) == ("a",)


def test_reasons_stand_in_the_order_of_the_protocol() -> None:
    record = Scope(issue="BILL-1", pr="7", areas=("invoices",), paths=("README.md",), is_global=True)
    context = Scope(issue="BILL-1", pr="7", areas=("other", "invoices"), paths=("README.*",))
    assert scope_reasons(record, context, AREAS) == (
        MatchReason("global"),
        MatchReason("pr", "7"),
        MatchReason("issue", "BILL-1"),
        MatchReason("path", "README.*"),
        MatchReason("path", "services/billing/**"),
        MatchReason("path", "docs/invoices.md"),
        MatchReason("area", "invoices"),
    )


def test_nothing_shared_is_no_reason_and_empty_values_match_nothing() -> None:
    assert scope_reasons(Scope(issue="BILL-1"), Scope(issue="BILL-2"), AREAS) == ()
    assert scope_reasons(Scope(issue="", pr=""), Scope(issue="", pr=""), AREAS) == ()
    assert scope_reasons(Scope(paths=("docs/a.md",)), Scope(areas=("invoices",)), AREAS) == ()


def test_each_meeting_pair_of_paths_is_a_reason_with_the_path_of_the_context() -> None:
    reasons = scope_reasons(Scope(paths=("src/**", "src/a.py")), Scope(paths=("src/a.py", "src/b.py")), {})
    assert [reason.value for reason in reasons] == ["src/a.py", "src/b.py", "src/a.py"]

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.matching import pattern_matches
from fingerpost.lint.path_patterns import LONGEST, PathPatterns

FILES = ("README.md", "src/a.py", "src/api/b.py", "app/[id]/page.tsx", "tpl/{{name}}/setup.py", "app/[id].tsx")
WITHOUT_GIT = PathPatterns(None)
WITH_GIT = PathPatterns(FILES)


@pytest.mark.parametrize(
    "pattern",
    [
        *("src/**", "./src/**", "src/*.py", "src/?.py", "services/[ab].py", "services/[^a-f]*.md", "README.md"),
        *("a b/c.py", "src/a-b!.py", "src/.github/**", "new/file.py"),
    ],
)
def test_a_pattern_of_the_two_forms_is_fine(pattern: str) -> None:
    assert WITHOUT_GIT.faults(pattern) == WITH_GIT.faults(pattern) == ()


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("**", "** alone"),
        ("./**", "** alone"),
        ("**/api.py", "** is no more than *"),
        ("src/**/api.py", "** is no more than *"),
        ("src**", "** is no more than *"),
        ("src/**/x/**", "only a closing /**"),
        ("services/*/x/**", "before a closing /**"),
        ("servic?s/**", "before a closing /**"),
        ("services/[ab]/**", "before a closing /**"),
        ("src/{a,b}.py", "braces"),
        ("src/{a,b}/**", "braces"),
        ("!src/a.py", "leading !"),
        ("src/[!a].py", "negated with ^"),
        ("src\\a.py", "backslash"),
        ("src\\**", "backslash"),
        ("/etc/**", "absolute"),
        ("/", "absolute"),
        ("C:/src/**", "absolute"),
        ("../other/**", ".. is"),
        ("src/../a.py", ".. is"),
        ("src//a.py", "empty step"),
        ("src/./a.py", "empty step"),
        ("services/[", "malformed"),
        ("services/[]", "malformed"),
        ("src/a\\", "malformed"),
        ("src/[z-a].py", "backwards"),
        ("src/", "bare folder"),
        ("src/*/", "bare folder"),
        (".", "bare folder"),
        ("./", "bare folder"),
        (" src/**", "outer blanks"),
        ("src/**\t", "outer blanks"),
        ("a" * (LONGEST + 1), "longer than"),
    ],
)
def test_a_pattern_that_people_misunderstand_is_told_with_its_reason(pattern: str, words: str) -> None:
    for patterns in (WITHOUT_GIT, WITH_GIT):
        assert [fault for fault in patterns.faults(pattern) if words in fault], patterns.faults(pattern)


def test_a_folder_is_known_by_what_git_tracks() -> None:
    assert WITHOUT_GIT.faults("src/api") == ()
    assert WITH_GIT.faults("src/api") == ("a bare folder matches nothing inside it",)
    assert PathPatterns(["vendor/lib"]).faults("vendor/lib") == ()  # a submodule is tracked as itself


def test_brackets_and_braces_of_tracked_names_are_no_wildcards() -> None:
    for pattern in ("app/[id]/**", "tpl/{{name}}/**", "tpl/{{name}}/setup.py"):
        assert WITH_GIT.faults(pattern) == ()
        assert WITHOUT_GIT.faults(pattern)
    assert "name of a tracked file" in WITH_GIT.faults("app/[id].tsx")[0]


def test_several_faults_are_told_together() -> None:
    assert len(WITH_GIT.faults(" /src/{a,b}/**/c.py")) == 4


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab/*?[]{}!\\. -^", max_size=12))
def test_any_pattern_is_judged_and_a_faultless_one_without_wildcards_matches_itself(pattern: str) -> None:
    faults = WITHOUT_GIT.faults(pattern)
    assert faults == PathPatterns(None).faults(pattern)
    if not faults and not set(pattern) & set("*?["):
        assert pattern_matches(pattern, pattern)

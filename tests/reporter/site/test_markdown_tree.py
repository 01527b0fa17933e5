"""A tree of Markdown as a code host shows it: read through a CommonMark parser with tables, as hosts use one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from support.events import created
from support.site_links import HOST
from support.surveys import ALL_HOSTILE, COMMIT, HOSTILE, hostile_commit, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.inert import visible
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.pages.address import Address
from fingerpost.reporter.pages.blocks import Fold, Notice, Page, Picture, Ref, Table
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.markdown_tree import write_tree
from fingerpost.reporter.site.rendering import Flavour, render
from fingerpost.reporter.site.tree_tables import entries, too_wide

# What hosts let through; anything else they drop, and with it what it was meant to say.
LET_THROUGH = {
    *("a", "blockquote", "br", "code", "details", "em", "h1", "h2", "h3", "hr", "img", "li", "ol", "p", "pre"),
    *("strong", "summary", "table", "tbody", "td", "th", "thead", "time", "tr", "ul"),
}


class Shown(HTMLParser):
    """What a host shows: elements with attributes, and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.tables: list[dict[int, int]] = []  # of each, the longest cell of each column, in characters
        self._column = -1
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "table":
            self.tables.append({})
        elif tag == "tr":
            self._column = -1
        elif tag in ("th", "td"):
            self._column += 1
            self._before = len(self.text)
        elif tag == "br":
            self.text += "\n"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td"):
            longest = self.tables[-1]
            longest[self._column] = max(longest.get(self._column, 0), len(self.text) - self._before)

    def handle_data(self, data: str) -> None:
        self.text += data


def written(survey: Survey, target: Path) -> Path:
    pages = compose(survey)
    write_tree(pages, target, survey.page_of, None, extra_files(survey, pages))
    return target


@pytest.fixture(scope="module")
def working(tmp_path_factory: pytest.TempPathFactory) -> Path:
    survey = survey_of(*working_ledger(), facts={COMMIT: CommitFact("exact", COMMIT)})
    return written(survey, tmp_path_factory.mktemp("working") / "tree")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    survey = survey_of(*hostile_ledger(), name=HOSTILE[0] + HOSTILE[6], **hostile_commit())
    return written(survey, tmp_path_factory.mktemp("hostile") / "tree")


@pytest.fixture(params=["working", "hostile"])
def tree(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def pages_of(tree: Path) -> Iterator[tuple[str, Shown]]:
    for path in sorted(tree.rglob("*.md")):
        yield path.relative_to(tree).as_posix(), Shown(HOST.render(path.read_text(encoding="utf-8")))


def ways(page: Shown) -> Iterator[str]:
    for tag, attributes in page.elements:
        way = attributes.get("href") if tag == "a" else attributes.get("src") if tag == "img" else None
        if way is not None and not way.startswith(("https://", "http://", "mailto:")):
            yield unquote(way)


def test_only_what_hosts_let_through_is_used(tree: Path) -> None:
    for path, page in pages_of(tree):
        assert {tag for tag, _ in page.elements} <= LET_THROUGH, path
        for tag, attributes in page.elements:
            assert set(attributes) <= {"a": {"href", "rel"}, "img": {"src", "alt"}, "time": {"title"}}.get(tag, set())


def test_no_syntax_of_one_theme_is_used(tree: Path) -> None:
    for path in tree.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^(!!!|\?\?\?|===|:::)|\{:|\{\.|:[a-z-]+:|\[\[|^\[TOC\]", text, re.MULTILINE), path
        assert "\n\n\n" not in text
        assert text.startswith("# ")


def test_a_list_does_not_run_into_the_facts_after_it(tree: Path) -> None:
    parted = 0
    for path in tree.rglob("*.md"):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line]
        for line, following in pairwise(lines):
            parted += line == "<!-- -->" and following.startswith("- <strong>")
            assert not (following.startswith("- <strong>Applies to") and line.startswith("- ")), path
    assert parted


def test_tables_are_not_too_wide(tree: Path) -> None:
    for path, page in pages_of(tree):
        for columns in page.tables:
            assert len(columns) <= 5 or sum(columns.values()) <= 110, path


def test_drawings_are_files_that_read_as_svg(tree: Path) -> None:
    drawings = list(tree.rglob("*.svg"))
    assert len(drawings) > 2
    for path in drawings:
        assert ElementTree.fromstring(path.read_bytes()).tag == "{http://www.w3.org/2000/svg}svg"


def test_of_the_files_beside_a_site_only_the_badge_is_there(tree: Path) -> None:
    assert {path.suffix for path in tree.rglob("*.*") if path.is_file()} - {""} == {".md", ".svg"}
    assert (tree / "badge.svg").is_file()


def test_hostile_text_is_shown_as_it_is(hostile: Path) -> None:
    everything = "\n".join(page.text for _, page in pages_of(hostile))
    for text in HOSTILE:
        for line in text.split("\n"):
            assert " ".join(visible(line).split()) in " ".join(everything.split()), line


def test_a_wide_table_becomes_a_list() -> None:
    names = ("Direction", "Status", "Kind", "Scope", "Since", "Reason")
    row = (
        ("A direction in some words",),
        ("active",),
        ("decision",),
        ("path services/billing/money.py",),
        (),
        ("because " * 5,),
    )
    text = tree_text(Table(names, (row,)))
    shown = Shown(HOST.render(text))
    assert shown.tables == []
    assert "Status: active · Kind: decision · Scope: path services/billing/money.py · Reason: because" in shown.text
    assert "Since" not in shown.text


def test_a_wide_table_of_numbers_stays_one() -> None:
    table = Table(("Area", "a", "b", "c", "d", "e", "f"), ((("billing",), *((str(n),) for n in range(6))),))
    assert not too_wide(table)
    assert [len(each) for each in Shown(HOST.render(tree_text(table))).tables] == [7]
    assert entries(table)[0][0] == ("billing",)


def test_a_link_stands_in_the_text_as_it_is() -> None:
    page = Page(Address("x"), "Page", (), "fingerpost", eyebrow=(Ref("Rules", Address("records", "rec_1-2")),))
    assert "[Rules](../records/rec_1-2.md)" in render(page, Flavour.TREE, lambda node: None).text


def tree_text(*blocks: Table) -> str:
    return render(Page(Address("x"), "Page", blocks, "fingerpost"), Flavour.TREE, lambda node: None).text


def test_a_drawing_within_another_block_is_a_file_too(tmp_path: Path) -> None:
    survey = survey_of(*working_ledger())
    drawn = next(block for page in compose(survey) for block in page.blocks if isinstance(block, Picture))
    inner = Notice("fork", "One", (Fold("Two", (drawn,)),))
    write_tree([Page(Address(), "Page", (inner,), "fingerpost")], tmp_path / "tree", survey.page_of)
    assert (tmp_path / "tree" / f"{drawn.name}.svg").is_file()


def test_a_tree_of_an_empty_ledger_has_its_pages(tmp_path: Path) -> None:
    tree = written(survey_of(), tmp_path / "tree")
    for path, page in pages_of(tree):
        for way in ways(page):
            assert (tree / normpath(join(dirname(path), way))).is_file(), (path, way)


def test_the_same_ledger_gives_the_same_tree(tmp_path: Path) -> None:
    trees = [
        written(survey_of(*events, created(50, text=ALL_HOSTILE)), tmp_path / name)
        for name, events in (("a", working_ledger()), ("b", working_ledger()[::-1]))
    ]
    one, other = (
        {path.relative_to(tree): path.read_bytes() for path in tree.rglob("*") if path.is_file()} for tree in trees
    )
    assert one == other

import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes
from support.events import Wire
from support.surveys import COMMIT, HOSTILE, hostile_ledger, survey_of, working_ledger

from fingerpost import site_templates
from fingerpost.reporter.pages.address import Address
from fingerpost.reporter.pages.blocks import Heading, Page
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.site.rendering import Flavour, environment, put_back, render, render_all

TEMPLATES = sorted(
    path.relative_to(Path(str(files(site_templates)))).as_posix()
    for path in Path(str(files(site_templates))).rglob("*.j2")
)


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_only_loop_and_choose(name: str) -> None:
    """Nothing in a template can take a value past encoding: no filter, no joining of strings, no autoescape switch."""
    env = environment()
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, name)[0])
    forbidden = (nodes.Filter, nodes.Concat, nodes.Mod, nodes.ScopedEvalContextModifier, nodes.MarkSafe)
    assert list(tree.find_all(forbidden)) == []
    for sum_ in tree.find_all(nodes.Add):  # numbers may be counted up
        assert isinstance(sum_.right, nodes.Const)
        assert isinstance(sum_.right.value, int)
    calls = {call.node.name for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)}
    macros = {macro.name for macro in tree.find_all(nodes.Macro)}
    assert calls <= {
        "href",
        "link",
        "prose",
        "verbatim",
        "svg",
        "aside",
        "ahead",
        "anchor",
        "too_wide",
        "entries",
        *macros,
    }


def pages_of(events: Iterable[Wire], **fields: Any) -> tuple[Survey, tuple[Page, ...]]:
    survey = survey_of(*events, **fields)
    return survey, compose(survey)


def page_named(pages: Iterable[Page], name: str) -> Page:
    return next(page for page in pages if page.address.name == name)


def test_a_site_page_is_html_whose_headings_have_ids() -> None:
    survey, pages = pages_of(working_ledger())
    done = render(page_named(pages, COMMIT), Flavour.SITE, survey.page_of)
    assert done.path == f"commits/{COMMIT}/index.md"
    assert '<h1 id="top">' in done.text
    assert done.anchors
    for anchor in done.anchors:
        marked = "" if anchor.searched else " data-search-exclude"
        assert f'<h{anchor.level} id="{anchor.id}"{marked}>{anchor.text}</h{anchor.level}>' in done.text
    assert not re.search(r"^#", done.text, re.MULTILINE)


def test_headings_of_one_name_have_ids_of_their_own() -> None:
    page = Page(Address("x"), "Page", (Heading("Same"), Heading("Same", 3), Heading("Top"), Heading("…")), "fingerpost")
    ids = [str(anchor.id) for anchor in render(page, Flavour.SITE, lambda node: None).anchors]
    assert ids[:2] == ["same", "same_1"]
    assert len({*ids, "top", ""}) == 6


def test_a_heading_can_stay_out_of_search() -> None:
    page = Page(Address("x"), "Page", (Heading("Long table", searched=False),), "fingerpost")
    assert '<h2 id="long-table" data-search-exclude>' in render(page, Flavour.SITE, lambda node: None).text


def test_a_tree_is_plain_markdown_with_drawings_beside_it() -> None:
    survey, pages = pages_of(working_ledger())
    done = {each.path: put_back(each.text, each.asides) for each in render_all(pages, Flavour.TREE, survey.page_of)}
    assert "README.md" in done
    assert sum(path.endswith(".svg") for path in done) >= 1
    for path, text in done.items():
        if path.endswith(".md"):
            assert text.startswith("# ")
            assert "{:" not in text
            assert "<div" not in text
            assert "class=" not in text


@pytest.mark.parametrize("flavour", list(Flavour))
def test_no_hostile_text_survives_as_it_was(flavour: Flavour) -> None:
    survey, pages = pages_of(hostile_ledger(), name=HOSTILE[0])
    for each in render_all(pages, flavour, survey.page_of):
        for evil in (
            "<script",
            "onerror=",
            "{: on",
            "--8<--",
            "{{",
            "javascript:",
            "\x1b",
            "\u202e",
            ":smile:",
            "\ud800",
        ):
            assert evil not in put_back(each.text, each.asides), (each.path, evil)


def test_a_link_from_evidence_keeps_its_address() -> None:
    survey, pages = pages_of(hostile_ledger())
    text = "".join(put_back(each.text, each.asides) for each in render_all(pages, Flavour.SITE, survey.page_of))
    assert 'rel="noopener noreferrer nofollow"' in text
    assert 'class="fp-refused"' in text


def test_lines_of_tables_do_not_break() -> None:
    survey, pages = pages_of(hostile_ledger())
    for each in render_all(pages, Flavour.TREE, survey.page_of):
        rows = [line for line in each.text.splitlines() if line.startswith("|")]
        assert all(row.endswith("|") for row in rows)

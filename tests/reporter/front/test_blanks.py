"""What is empty is told by a word: no time, title, path or actor leaves its place on a page blank."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from support.events import changed, created, ident, record_node, relation, thread
from support.surveys import COMMIT, survey_of

from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.graph.edges import trailer_edges
from fingerpost.reporter.pages.blocks import Code, Ref, When, Who
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.pages.words import on_day, short, when, who_acts
from fingerpost.reporter.site.rendering import Flavour, put_back, render

BLANK = re.compile(r"<(time|a|bdi|code|strong|h[1-6]|li|dd|p)\b[^<>]*>\s*(?:<(bdi|code|strong|p)>\s*</\2>)?\s*</\1>")
UNTITLED = re.compile(r"\[\s*\]\(|<(code|strong|time)\b[^<>]*>\s*</\1>")


def blank_survey(blank: str) -> Survey:
    """Whatever may be empty is."""
    scope = {"repo": blank, "paths": [blank, "src/**"], "areas": [blank], "issue": blank, "pr": blank}
    actor = {"kind": "human", "id": blank, "provider": blank}
    trust = {"level": "human_confirmed", "basis": blank}
    said: dict[str, Any] = {"event": {"actor": actor, "trust": trust}}
    ways: dict[str, Any] = {"rejected_paths": [blank], "preferred_paths": [blank]}
    return survey_of(
        created(
            1, text=blank, reason=blank, scope=scope, source={"type": "manual", "thread_id": blank}, **said, **ways
        ),
        created(2, text="Forked", scope=scope, **ways),
        changed(3, 2, 2, lifecycle_reason=blank, status="expired", **said),
        changed(4, 2, 2, lifecycle_reason=blank, durability="durable", **said),
        relation(5, "implements", {"kind": "commit", "id": COMMIT}, record_node(1), reason=blank, **said),
        relation(6, "informed_by", {"kind": "action", "id": blank, "provider": blank}, record_node(2), reason=blank),
        thread(7, blank, scope=scope),
        facts={COMMIT: CommitFact("exact", COMMIT, None)},
        messages={COMMIT: blank},
        declared=trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 2), "implements", ""),
    )


@pytest.mark.parametrize("blank", [" ", "   "])
def test_no_place_of_a_page_is_blank(blank: str) -> None:
    survey = blank_survey(blank)
    assert len(survey.history.records) == 2
    pages = compose(survey)
    said = ""
    for page in pages:
        rendered = render(page, Flavour.SITE, survey.page_of)
        text = unescape(put_back(rendered.text, rendered.asides))
        tree = unescape(render(page, Flavour.TREE, survey.page_of).text)
        for found in (BLANK.search(text), UNTITLED.search(tree)):
            assert found is None, (page.address, found and found.string[max(found.start() - 200, 0) :][:400])
        said += text
    assert '<time title="no time was read">unknown</time>' in said
    assert "A blank text" in said


def test_what_has_no_time_says_so() -> None:
    for told in (when(""), on_day(""), when(" "), on_day(" ")):
        assert told == When("unknown", "no time was read")
    assert when("some day") == When("some day", "some day")
    assert on_day("2026-03-02T10:00:00Z").readable == "2026-03-02"


def test_what_has_no_name_says_so() -> None:
    assert who_acts("", "") == Who("unknown")
    assert who_acts("human", " ") == Who("human")
    assert short("").text == "(empty)"
    assert Code("  ").shown == "(empty)"
    assert Code("x").shown == "x"
    assert Ref("", compose(blank_survey(""))[0].address).shown == "(empty)"
    assert instant("2026-03-02T10:00:00Z").day == "2026-03-02"

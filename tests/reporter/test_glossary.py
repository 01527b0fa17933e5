"""The words that the pages explain, and the links that lead to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any

import pytest
from markdown.extensions.toc import slugify
from support.events import created
from support.surveys import survey_of, working_ledger

from fingerpost.ledger.trust import LEVELS
from fingerpost.reporter.pages.address import ABOUT, record_page
from fingerpost.reporter.pages.blocks import Ref
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.glossary import TITLE, WORDS, what
from fingerpost.reporter.site.rendering import Flavour, render


def refs(value: Any) -> Iterator[Ref]:
    """Every link within some blocks."""
    if isinstance(value, Ref):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from refs(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from refs(each)


def test_every_word_has_a_place_of_its_own_in_the_site_and_in_the_tree() -> None:
    survey = survey_of(*working_ledger())
    about = next(page for page in compose(survey) if page.address == ABOUT)
    site = render(about, Flavour.SITE, survey.page_of)
    whole = unescape(site.text + "".join(site.asides))
    ids = re.findall(r' id="([^"]*)"', whole)
    assert len(set(ids)) == len(ids)
    assert {each.at for each in WORDS} < set(ids)
    tree = unescape(render(about, Flavour.TREE, survey.page_of).text)
    headings = [slugify(line.lstrip("# "), "-") for line in tree.splitlines() if line.startswith("#")]
    assert {each.at for each in WORDS} < set(headings)
    assert slugify(TITLE, "-") in headings


def test_each_link_to_a_word_leads_to_a_word_that_is_there() -> None:
    places = {each.at for each in WORDS}
    pages = compose(survey_of(*working_ledger()))
    linked = [ref for page in pages for ref in refs((page.blocks, page.eyebrow)) if ref.at]
    assert {ref.to for ref in linked} == {ABOUT}
    assert {ref.at for ref in linked} <= places
    assert {what(word, "x").at for word in ("The two ladders", "Durability", "Trust")} <= {ref.at for ref in linked}
    with pytest.raises(KeyError):
        what("Nonsense", "x")


def test_a_record_page_leads_to_the_words_it_uses() -> None:
    survey = survey_of(created(1))
    (record,) = survey.history.records
    page = next(page for page in compose(survey) if page.address == record_page(record))
    html = render(page, Flavour.SITE, survey.page_of)
    whole = unescape(html.text + "".join(html.asides))
    tree = unescape(render(page, Flavour.TREE, survey.page_of).text)
    for word in ("the-two-ladders", "durability", "trust"):
        assert f'href="../../about/index.html#{word}"' in whole
        assert f"(../about/README.md#{word})" in tree


def test_the_four_levels_of_trust_are_claims() -> None:
    meanings = {each.word: each.meaning for each in WORDS}
    for level in LEVELS:
        assert "claim" in meanings[level]
    assert not any("verified" in meaning for meaning in meanings.values())

"""The feed of changes: Atom, with ids that stay, relative links, and no text that acts."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from support.events import changed, created, ident, record_node, relation
from support.surveys import ALL_HOSTILE, HOSTILE, hostile_commit, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.inert import visible
from fingerpost.ledger.instants import parse_instant
from fingerpost.reporter.feeds.feed import MOST_ENTRIES, entry_id, feed_file, feed_id
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def feed_of(survey: Survey) -> ElementTree.Element:
    (content,) = feed_file(survey).values()
    return ElementTree.fromstring(content)


def entries_of(survey: Survey) -> list[ElementTree.Element]:
    return feed_of(survey).findall(f"{ATOM}entry")


def text_of(element: ElementTree.Element, name: str) -> str:
    found = element.find(f"{ATOM}{name}")
    assert found is not None, name
    return "".join(found.itertext())


def entry_of(survey: Survey, number: int) -> ElementTree.Element:
    (found,) = [each for each in entries_of(survey) if text_of(each, "id") == entry_id(ident("evt", number))]
    return found


def paragraphs(entry: ElementTree.Element) -> list[str]:
    return ["\n".join(_lines(each)) for each in entry.iter(f"{XHTML}p")]


def _lines(paragraph: ElementTree.Element) -> list[str]:
    """What a reader shows: text, with a new line for each ``br``."""
    lines = [paragraph.text or ""]
    for child in paragraph:
        if child.tag == f"{XHTML}br":
            lines.append("")
        lines[-1] += "".join(child.itertext()) + (child.tail or "")
    return lines


def test_every_element_that_atom_asks_for_is_there() -> None:
    feed = feed_of(survey_of(*working_ledger()))
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1, name
        assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", text_of(element, "id"))
        assert parse_instant(text_of(element, "updated"))
    for entry in feed.findall(f"{ATOM}entry"):
        assert text_of(entry, "author")
        assert len(entry.findall(f"{ATOM}link[@rel='alternate']")) == 1
        assert [each.get("type") for each in entry.findall(f"{ATOM}content")] == ["xhtml"]
        (content,) = entry.findall(f"{ATOM}content")
        assert [child.tag for child in content] == [f"{XHTML}div"]
    ids = [text_of(entry, "id") for entry in feed.findall(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids) == 7


def test_the_latest_change_comes_first_and_dates_the_feed() -> None:
    feed = feed_of(survey_of(*working_ledger()))
    times = [text_of(entry, "updated") for entry in feed.findall(f"{ATOM}entry")]
    assert times == sorted(times, reverse=True)
    assert text_of(feed, "updated") == times[0]


def test_an_entry_says_what_happened_to_which_record_when_by_whom_on_what_claim() -> None:
    survey = survey_of(*working_ledger())
    entry = entry_of(survey, 2)
    assert text_of(entry, "title") == "Promoted to durable: Round once, on the invoice total"
    assert text_of(entry, "author") == "human mara"
    (link,) = entry.findall(f"{ATOM}link")
    assert link.get("href") == f"records/{ident('rec', 1)}/index.html"
    said = "\n".join(paragraphs(entry))
    assert "Reason: Confirmed by the tax review" in said
    assert "human mara claims human_confirmed (basis flag). A claim, never a proof." in said
    assert text_of(entry, "updated") == "2026-03-02T09:02:00Z"


def test_a_branch_of_an_open_fork_is_not_told_as_what_holds() -> None:
    survey = survey_of(*working_ledger())
    for number in (4, 5, 6):
        assert "on a branch of an open fork" in text_of(entry_of(survey, number), "title")


def test_of_two_creations_each_has_its_own_text_and_none_is_chosen() -> None:
    survey = survey_of(created(1, text="One way"), created(2, 1, text="Another way"))
    for number, text in ((1, "One way"), (2, "Another way")):
        entry = entry_of(survey, number)
        assert text not in text_of(entry, "title")
        assert f"One version of its text; none is chosen: {text}" in "\n".join(paragraphs(entry))


def test_what_a_record_stands_in_place_of_is_linked() -> None:
    survey = survey_of(created(1, text="Old"), created(2, text="New"), relation(3, "supersedes", *ends(2, 1)))
    entry = entry_of(survey, 2)
    (to,) = [each.get("href") for each in entry.iter(f"{XHTML}a")]
    assert to == f"records/{ident('rec', 1)}/index.html"
    assert "In place of Old." in paragraphs(entry)[0]


def ends(source: int, target: int) -> tuple[dict[str, str], dict[str, str]]:
    return record_node(source), record_node(target)


def test_links_are_relative_and_lead_to_pages() -> None:
    survey = survey_of(*working_ledger(), changed(40, 39, 39, status="expired"))
    content = feed_file(survey)["feed.xml"]
    there = {f"{page.address.site_path}.html" for page in compose(survey)} | {"feed.xml"}
    found = [each.get("href") for each in ElementTree.fromstring(content).iter() if each.get("href")]
    assert len(found) > 8
    assert {*found} <= there
    assert b"xml:base" not in content
    assert b"://" not in re.sub(rb'xmlns="[^"]*"', b"", content)


def test_ids_rest_on_the_ledger_alone() -> None:
    once, again = survey_of(*working_ledger()), survey_of(*working_ledger(), version="9", as_of_given=True)
    assert feed_id(once) == feed_id(again)
    assert feed_id(once) != feed_id(survey_of(*working_ledger(), name="other"))
    assert entry_id(ident("evt", 1)) == f"urn:uuid:{ident('evt', 1)[4:]}"
    assert entry_id("evt_odd") == entry_id("evt_odd") != entry_id("evt_odd2")


def test_a_long_feed_is_cut_and_says_so() -> None:
    survey = survey_of(*(created(n, text=f"Rule {n}") for n in range(1, MOST_ENTRIES + 6)))
    feed = feed_of(survey)
    assert len(feed.findall(f"{ATOM}entry")) == MOST_ENTRIES
    assert text_of(feed, "subtitle") == f"The latest {MOST_ENTRIES} of {MOST_ENTRIES + 5} changes."


def test_a_ledger_without_records_has_a_feed_without_entries() -> None:
    survey = survey_of()
    feed = feed_of(survey)
    assert not feed.findall(f"{ATOM}entry")
    assert text_of(feed, "updated") == survey.as_of.text


def test_the_same_ledger_gives_the_same_bytes() -> None:
    assert feed_file(survey_of(*working_ledger())) == feed_file(survey_of(*reversed(working_ledger())))


def hostile() -> Survey:
    return survey_of(*hostile_ledger(), name=ALL_HOSTILE, ledger=HOSTILE[0], **hostile_commit())


def test_no_hostile_text_becomes_an_element() -> None:
    feed = feed_of(hostile())
    own = ("feed", "id", "title", "subtitle", "updated", "link", "generator", "entry", "author", "name", "content")
    allowed = {f"{ATOM}{name}" for name in own}
    allowed |= {f"{XHTML}{name}" for name in ("div", "p", "strong", "br", "a", "code")}
    assert {each.tag for each in feed.iter()} <= allowed
    attributes = {name for each in feed.iter() for name in each.attrib}
    assert attributes <= {"{http://www.w3.org/XML/1998/namespace}lang", "rel", "type", "href", "version"}
    for each in feed.iter():
        assert re.fullmatch(r"[a-z0-9_./-]*", each.get("href", ""))


def test_hostile_text_is_shown_as_it_is() -> None:
    survey = hostile()
    assert text_of(feed_of(survey), "title") == f"Changes of direction in {visible(ALL_HOSTILE)}"
    line = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
    entry = entry_of(survey, 1)
    assert text_of(entry, "author") == f"human {visible(line)}"
    shown = "\n".join(visible(each) for each in ALL_HOSTILE.split("\n"))
    assert f"Why: {shown}" in paragraphs(entry)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_each_hostile_line_is_equal_in_the_feed(number: int) -> None:
    text = HOSTILE[number]
    shown = "\n".join(visible(each) for each in text.strip().split("\n"))
    said = paragraphs(entry_of(hostile(), 20 + number))
    assert f"Direction: {shown}" in said

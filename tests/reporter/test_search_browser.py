"""Search in Chromium: what people see on the pages leads to the right page, first of all that was found."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browsing import IN_BROWSER, launched
from support.events import created, ident, record_node, relation
from support.surveys import COMMIT, survey_of

from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.pages.address import commit_page, record_page, rule_page
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.places.path_index import path_index_file
from fingerpost.reporter.site.mkdocs_site import write_site

pytestmark = IN_BROWSER

# Of one minute, so that they share their first digits.
FIRST, SECOND = "rec_01a22c49-f3f1-7142-85a2-cc9c000f67b2", "rec_01a22c49-f5a0-7733-a8d1-69bc36b2f0e2"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    survey = survey_of(
        created(1, text="Round once on the total", record_id=FIRST),
        created(2, text="Amounts stay in minor units", record_id=SECOND),
        relation(3, "implements", {"kind": "commit", "id": COMMIT}, {"kind": "record", "id": FIRST}),
        relation(4, "implements", {"kind": "commit", "id": COMMIT}, record_node(77)),  # of a record that is not there
        facts={COMMIT: CommitFact("exact", COMMIT)},
        messages={COMMIT: "Move the rounding into one place"},
        tracked=frozenset({"services/billing/x.py"}),
    )
    assert survey.short(FIRST) == FIRST[:15]
    target = tmp_path_factory.mktemp("search") / "site"
    write_site(
        compose(survey),
        target,
        survey.page_of,
        name="s",
        epoch=1,
        progress=lambda what, done, total: None,
        extra=path_index_file(survey),
    )
    return target


def asked(browser: Browser, site: Path, query: str) -> tuple[list[str], str]:
    """Where the results lead, best first, and all that search says."""
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.click("input.md-search__input")
    page.keyboard.type(query)
    page.wait_for_function("/matching/.test(document.querySelector('.md-search-result__meta').textContent)")
    found = page.locator(".md-search-result__item > a").evaluate_all("all => all.map((each) => each.pathname)")
    told = page.inner_text(".md-search-result")
    page.close()
    return [path.removeprefix(str(site)).strip("/") for path in found], told


RECORD, COMMITTED = (f"{address.site_path}.html" for address in (record_page(FIRST), commit_page(COMMIT)))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        (FIRST, RECORD),
        (FIRST[:15], RECORD),
        (FIRST[4:15], RECORD),
        ("cc9c000f67b2", RECORD),
        ("once on the total", RECORD),
        (COMMIT, COMMITTED),
        (COMMIT[:7], COMMITTED),
        (COMMIT[:10], COMMITTED),
        ("Move the rounding", COMMITTED),
        ("FP701", f"{rule_page('FP701').site_path}.html"),
    ],
)
def test_what_pages_show_is_found_and_nothing_of_it_is_called_missing(
    browser: Browser, site: Path, query: str, first: str
) -> None:
    found, told = asked(browser, site, query)
    assert found[0] == first
    assert "Missing" not in told.split("\n\n")[0]


def test_the_digits_that_several_ids_share_find_each_of_them(browser: Browser, site: Path) -> None:
    found, _ = asked(browser, site, "01a22c49")
    assert set(found) == {f"{record_page(each).site_path}.html" for each in (FIRST, SECOND)}


def test_a_path_leads_to_the_field_that_answers_for_any_path(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "records/index.html").as_uri())
    page.click("input.md-search__input")
    page.keyboard.type("services/billing/<b>x</b>.py")
    way = page.locator(".fp-search-path")
    assert way.inner_text() == "What governs services/billing/<b>x</b>.py?"
    page.fill("input.md-search__input", "services")
    page.keyboard.press("End")
    assert way.count() == 0
    page.fill("input.md-search__input", "services/billing/x.py")
    page.keyboard.press("Enter")
    page.wait_for_url("**/paths/index.html#path=services%2Fbilling%2Fx.py")
    page.wait_for_selector(".fp-ask__said:has-text('services/billing/x.py')")
    page.close()


def test_pages_have_one_short_form_of_a_record(site: Path) -> None:
    pages = [unescape(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))]
    assert sum(f">{FIRST[:15]}<" in text for text in pages) > 1
    assert not [text for text in pages if "rec_…" in text]
    nobody = ident("rec", 77)  # which has no short form: nothing tells how long it must be
    assert sum(nobody in text for text in pages) > 1

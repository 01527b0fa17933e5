"""Tables in a real browser: narrowed by words, sorted by a column, and the same again from the address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from support.browsing import IN_BROWSER, until
from support.looks import served
from support.surveys import HOSTILE, survey_of

from fingerpost.ledger.inert import visible
from fingerpost.reporter.pages.address import RECORDS, STALE, record_page
from fingerpost.reporter.pages.blocks import Code, Heading, Line, Ref, Table, When
from fingerpost.reporter.pages.blocks import Page as SitePage
from fingerpost.reporter.site.mkdocs_site import write_site

pytestmark = IN_BROWSER

LONG = 1_000
COLUMNS = ("Name", "Count", "When")


def row(number: int, name: str) -> tuple[Line, ...]:
    identifier = f"rec_00000000-0000-4000-8000-{number:012d}"
    # Told in words that sort otherwise than the times do.
    when = When(
        f"{['April', 'March'][number % 2]}, day {number}", f"2026-0{4 - number % 2}-{number % 28 + 1:02d}T00:00:00Z"
    )
    return (
        (Ref(name, record_page(identifier), identifier), " ", Code(f"no-{number:04d}")),
        (f"{number * 7 % LONG + 500:,}",),
        (when,),
    )


def build(target: Path) -> None:
    hostile = tuple(row(number, name) for number, name in enumerate(HOSTILE))
    long = tuple(row(number, f"Entry {number}") for number in range(LONG))
    pages = [
        SitePage(RECORDS, "Long", (Table(COLUMNS, long, filterable=True),), "fingerpost list"),
        SitePage(
            STALE,
            "Two tables",
            (
                Table(COLUMNS, tuple(row(number, f"First {number}") for number in range(9)), filterable=True),
                Heading("Below"),
                Table(COLUMNS, hostile, filterable=True),
            ),
            "fingerpost stale",
        ),
    ]
    survey = survey_of()
    write_site(pages, target, survey.page_of, name="t", epoch=1, progress=lambda what, done, total: None)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    build(folder / "site")
    return folder / "site"


@pytest.fixture(scope="module", params=["file", "strict"])
def base(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    if request.param == "file":
        yield site.as_uri()
        return
    with served(site) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
    yield found
    assert found.evaluate("window.__pwned") is None
    context.close()
    assert errors == []


def names(page: Page, place: int = 0) -> list[str]:
    found: list[str] = (
        page.locator(".fp-table")
        .nth(place)
        .evaluate("table => Array.from(table.tBodies[0].rows, row => row.querySelector('a').textContent)")
    )
    return found


def test_words_narrow_and_the_address_keeps_them(page: Page, base: str) -> None:
    page.goto(f"{base}/records/index.html")
    page.fill(".fp-filter input", "ENTRY no-077")
    until(page, "document.querySelector('.fp-filter [role=status]').textContent === 'showing 10 of 1,000'")
    assert names(page)[0] == "Entry 770"
    until(page, "location.hash === '#filter=ENTRY+no-077'")
    page.reload()
    until(page, "document.querySelectorAll('.fp-table tbody tr').length === 10")
    assert page.input_value(".fp-filter input") == "ENTRY no-077"
    page.fill(".fp-filter input", "")
    until(page, "location.hash === ''")


def test_what_shows_on_hover_is_found_too(page: Page, base: str) -> None:
    page.goto(f"{base}/records/index.html")
    page.fill(".fp-filter input", "rec_00000000-0000-4000-8000-000000000321")
    until(page, "document.querySelectorAll('.fp-table tbody tr').length === 1")
    assert names(page) == ["Entry 321"]


def test_columns_sort_by_numbers_times_and_words_from_the_keyboard(page: Page, base: str) -> None:
    page.goto(f"{base}/stale/index.html")
    head = page.locator(".fp-table").first.locator("th")
    count = head.nth(1).locator("button")
    count.focus()
    page.keyboard.press("Enter")
    assert head.nth(1).get_attribute("aria-sort") == "ascending"
    assert names(page) == [f"First {number}" for number in range(9)]
    page.keyboard.press("Enter")
    assert head.nth(1).get_attribute("aria-sort") == "descending"
    assert names(page) == [f"First {number}" for number in range(8, -1, -1)]
    until(page, "location.hash === '#sort=-count'")
    page.keyboard.press("Enter")
    assert head.nth(1).get_attribute("aria-sort") is None
    head.nth(2).locator("button").click()
    assert names(page) == [f"First {number}" for number in (1, 3, 5, 7, 0, 2, 4, 6, 8)]
    assert head.nth(2).inner_text().strip() == "When"


def test_two_tables_of_a_page_keep_apart_and_come_back(page: Page, base: str) -> None:
    page.goto(f"{base}/stale/index.html#filter=first+no-0003&t2.filter=script&t2.sort=-name")
    until(page, "document.querySelectorAll('.fp-table')[0].tBodies[0].rows.length === 1")
    assert names(page) == ["First 3"]
    expected = [visible(name) for name in HOSTILE if "script" in name]
    assert sorted(names(page, 1)) == sorted(expected)
    page.evaluate("location.hash = '#below'")
    page.wait_for_timeout(50)
    assert names(page) == ["First 3"]


def test_hostile_names_sort_and_show_as_they_are(page: Page, base: str) -> None:
    page.goto(f"{base}/stale/index.html#t2.sort=name")
    until(page, "document.querySelectorAll('th[aria-sort]').length === 1")
    assert sorted(names(page, 1)) == sorted(visible(name) for name in HOSTILE)


def test_a_long_table_grows_when_asked_and_is_whole_in_print(page: Page, base: str) -> None:
    page.goto(f"{base}/records/index.html")
    until(page, "document.querySelectorAll('.fp-table tbody tr').length === 60")
    assert page.locator(".fp-filter [role=status]").inner_text() == "showing 60 of 1,000"
    page.click("text=Show 200 more")
    assert len(names(page)) == 260
    assert page.evaluate("document.activeElement.textContent") == "Entry 60"
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert len(names(page)) == LONG
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert len(names(page)) == 260
    page.click("text=Show all 1,000")
    assert len(names(page)) == LONG


def test_nothing_is_missing_without_scripts(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "records" / "index.html").as_uri())
    assert page.locator(".fp-table tbody tr").count() == LONG
    assert page.locator(".fp-filter, .fp-sort").count() == 0
    context.close()


def test_on_a_phone_the_columns_can_still_be_sorted_by(browser: Browser, site: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto((site / "stale" / "index.html").as_uri())
    page.locator(".fp-sort").nth(1).click()
    page.locator(".fp-sort").nth(1).click()
    assert names(page)[0] == "First 8"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()

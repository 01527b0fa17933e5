"""The page of the graph in a real browser: groups, nodes, filters, the keyboard, and the same from its address."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from support.events import Wire, changed, created, ident, record_node, relation
from support.looks import served
from support.surveys import COMMIT, HOSTILE, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.inert import visible
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]

MANY = 400
LINE = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]


def busy_ledger() -> list[Wire]:
    """More records in one area, and around one record, than are drawn at once."""
    scope = {"repo": "r", "areas": ["harbour"]}
    return [
        *working_ledger(),
        *(created(100 + n, text=f"Harbour rule {n}", scope=scope) for n in range(MANY)),
        *(relation(1000 + n, "derived_from", record_node(100 + n), record_node(100)) for n in range(1, MANY)),
        changed(3000, 101, 101, status="expired"),
    ]


def until(page: Page, condition: str) -> None:
    """Wait for a condition in the page; Playwright's own waiting asks for what the strict policy forbids."""
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("graphs")
    for name, events in (("busy", busy_ledger()), ("hostile", hostile_ledger())):
        survey = survey_of(*events)
        pages = [page for page in compose(survey) if page.address.folder in ("", "graph") or name == "hostile"]
        write_site(
            pages,
            root / name,
            survey.page_of,
            name=name,
            epoch=1,
            progress=lambda what, done, total: None,
            extra=extra_files(survey, pages),
        )
    return root


@pytest.fixture(scope="module", params=["file", "strict"])
def base(request: pytest.FixtureRequest, sites: Path) -> Iterator[str]:
    if request.param == "file":
        yield sites.as_uri()
        return
    with served(sites) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    found = context.new_page()
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
    found.on("dialog", lambda dialog: errors.append(dialog.message))
    yield found
    assert found.evaluate("window.__pwned") is None
    context.close()
    assert errors == []


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector(".fp-graph__drawing, .fp-graph__said:has-text('Nothing')")
    return page


def said(page: Page) -> str:
    return page.locator(".fp-graph__said").inner_text()


def titles(page: Page) -> set[str]:
    """What the boxes are called, whole: the words drawn in them may be cut."""
    return {found.partition("\n")[0] for found in page.locator(".fp-node > title").all_text_contents()}


def test_groups_first_then_one_of_them_then_a_node_and_back(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    assert {"harbour", "no area", "commit", "action", "pr"} <= titles(page)
    page.locator(".fp-node", has_text="no area").click()
    until(page, "location.hash === '#open=area%3A'")
    assert {"Round once, on the invoice total", "commit"} <= titles(page)
    assert said(page).startswith("Showing 3 of 3 nodes of this group")
    page.locator(".fp-node", has_text="Round once").click()
    page.wait_for_selector(".fp-node--centre")
    assert ident("rec", 1) in page.url
    assert COMMIT in titles(page)
    assert "implements" in page.locator(".fp-graph__telling").inner_text()
    assert (
        page.locator(".fp-graph__telling a:has-text('its page')")
        .get_attribute("href")
        .endswith(  # type: ignore[union-attr]
            f"/busy/records/{ident('rec', 1)}/index.html"
        )
    )
    page.go_back()
    page.wait_for_selector(".fp-node--group")
    page.go_back()
    page.wait_for_selector(".fp-node:has-text('harbour')")


def test_at_most_300_are_drawn_and_it_says_of_how_many(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html#open=area%3Aharbour")
    assert page.locator(".fp-node").count() <= 300
    assert said(page).startswith(f"Showing 300 of {MANY} nodes")
    page.goto("about:blank")
    opened(page, f"{base}/busy/graph/index.html#node=record%3A{ident('rec', 100)}")
    assert page.locator(".fp-node").count() == 300
    assert said(page).startswith(f"Showing 300 of {MANY} nodes within one edge")


def test_hops_and_filters_are_kept_in_the_address(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html#node=commit%3A{COMMIT}")
    assert titles(page) == {COMMIT, "Round once, on the invoice total"}
    page.select_option(".fp-graph__hops select", "2")
    assert "act-1" in " ".join(titles(page))
    page.get_by_role("checkbox", name="lineage", exact=True).uncheck()
    page.get_by_role("checkbox", name="action", exact=True).uncheck()
    assert "act-1" not in " ".join(titles(page))
    until(page, "location.hash.includes('classes=availability%2Ccausality')")
    before = titles(page)
    page.reload()
    page.wait_for_selector(".fp-graph__drawing")
    assert titles(page) == before
    assert not page.get_by_role("checkbox", name="lineage", exact=True).is_checked()
    page.get_by_role("checkbox", name="causality", exact=True).uncheck()
    page.get_by_role("checkbox", name="availability", exact=True).uncheck()
    assert titles(page) == {COMMIT}


def test_a_state_can_be_left_out(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html#node=record%3A{ident('rec', 101)}&states=active")
    assert said(page).startswith("Showing 2 of 2 nodes")
    page.get_by_role("checkbox", name="active", exact=True).uncheck()
    assert said(page).startswith("Showing 1 of 1 nodes")


def test_the_keyboard_alone_is_enough(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    page.locator(".fp-graph summary").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.fp-node')"):
            break
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.fp-node')")
    assert page.evaluate("document.activeElement.textContent") != first
    assert page.locator(".fp-node[tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    until(page, "location.hash.startsWith('#open=') && document.querySelector('.fp-graph__way a') !== null")
    until(page, "document.activeElement.matches('.fp-node')")
    page.keyboard.press("Escape")
    until(page, "location.hash === ''")
    page.wait_for_selector(".fp-node:has-text('harbour')")


def test_a_node_is_found_by_its_words(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    page.locator(".fp-graph__find input").fill("rule 39 harbour")
    assert page.locator(".fp-graph__found a").all_inner_texts()[0] == "Harbour rule 39"
    page.keyboard.press("Enter")
    page.wait_for_selector(".fp-node--centre:has-text('Harbour rule 39')")


def test_hostile_words_are_text_wherever_they_stand(page: Page, base: str) -> None:
    opened(page, f"{base}/hostile/graph/index.html")
    assert visible(LINE) in titles(page)  # an area
    assert page.locator(".fp-graph script, .fp-graph img, .fp-graph [onclick]").count() == 0
    page.locator(".fp-node", has_text="area, 1 record").click()
    page.wait_for_selector(".fp-node:not(.fp-node--group)")
    page.locator(".fp-node:not(.fp-node--group)").first.click()
    page.wait_for_selector(".fp-node--centre")
    assert visible(HOSTILE[0]) in titles(page)
    assert page.locator(".fp-graph__name").text_content() == visible(HOSTILE[0])
    assert visible(LINE) in " ".join(titles(page))
    page.locator(".fp-graph__find input").fill("pwned")
    assert page.locator(".fp-graph__found a").count() > 3
    for each in page.locator(".fp-graph__found a").all_text_contents():
        assert each


def test_a_wrong_address_shows_what_there_is(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html#open=area%3Anowhere&node=%E0%A4%A&hops=9&classes=none&states=x")
    assert said(page).startswith("Showing")


def test_a_phone_scrolls_down_only_and_tables_stay_without_scripts(browser: Browser, sites: Path) -> None:
    address = (sites / "busy" / "graph" / "index.html").as_uri()
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = opened(context.new_page(), address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator("main .fp-table").count() == 2
    assert "implements" in page.locator("main").inner_text()
    context.close()

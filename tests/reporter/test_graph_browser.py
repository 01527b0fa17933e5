"""The page of the graph in a real browser: groups, nodes, filters, the keyboard, and the same from its address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from support.browsing import IN_BROWSER, until
from support.events import Wire, changed, created, ident, record_node, relation
from support.looks import served
from support.surveys import COMMIT, HOSTILE, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.inert import visible
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

pytestmark = IN_BROWSER

MANY = 400
LINE = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]


def busy_ledger() -> list[Wire]:
    """More records in one area, and around one record, than are drawn at once."""
    scope = {"repo": "r", "areas": ["harbour"], "paths": ["quay/**"]}
    return [
        *working_ledger(),
        *(created(100 + n, text=f"Harbour rule {n}", scope=scope) for n in range(MANY)),
        *(relation(1000 + n, "derived_from", record_node(100 + n), record_node(100)) for n in range(1, MANY)),
        changed(3000, 101, 101, status="expired"),
    ]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("graphs")
    for name, events in (("busy", busy_ledger()), ("hostile", hostile_ledger())):
        survey = survey_of(*events)
        of_busy = ("index", "graph/index", "paths/index", f"records/{ident('rec', 1)}/index")
        pages = [page for page in compose(survey) if page.address.site_path in of_busy or name == "hostile"]
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
    """What the boxes are called, whole, as it shows on hover: the words drawn in them may be cut."""
    page.locator(".fp-node").evaluate_all(
        "all => all.forEach(each => each.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))"
    )
    return {found.partition("\n")[0] for found in page.locator(".fp-node > title").all_text_contents()}


def name_of_focused(page: Page) -> str:
    """What is read aloud of the box that has the focus: what can be seen of it, then all that was cut."""
    found: list[str | None] = page.evaluate(
        "['aria-label', 'aria-description'].map(each => document.activeElement.getAttribute(each))"
    )
    return " | ".join(each for each in found if each)


def test_groups_first_then_one_of_them_then_a_node_and_back(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    assert {"harbour", "records in no area", "commit", "action", "PR"} <= titles(page)
    page.locator(".fp-node", has_text="no area").click()
    until(page, "location.hash === '#open=area%3A'")
    assert {"Round once, on the invoice total", "commit"} <= titles(page)
    assert said(page).startswith("Showing 3 of 3 nodes of this group")
    page.locator(".fp-node", has_text="Round once").click()
    page.wait_for_selector(".fp-node--centre")
    assert ident("rec", 1) in page.url
    assert {COMMIT[:10], "PR 88", "act-1"} <= titles(page)
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
    assert titles(page) == {COMMIT[:10], "Round once, on the invoice total"}
    page.select_option(".fp-graph__hops select", "2")
    assert "act-1" in " ".join(titles(page))
    page.get_by_role("checkbox", name="lineage", exact=True).uncheck()
    page.get_by_role("checkbox", name="action", exact=True).uncheck()
    assert "act-1" not in " ".join(titles(page))
    until(page, "location.hash.includes('classes=availability%2Ccausality') && location.hash.includes('kinds=')")
    before = titles(page)
    page.reload()
    page.wait_for_selector(".fp-graph__drawing")
    assert titles(page) == before
    assert not page.get_by_role("checkbox", name="lineage", exact=True).is_checked()
    page.get_by_role("checkbox", name="causality", exact=True).uncheck()
    page.get_by_role("checkbox", name="availability", exact=True).uncheck()
    assert titles(page) == {COMMIT[:10]}


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


def test_one_tab_leads_past_the_filters(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    page.locator(".fp-graph__find input").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.fp-node')")


def test_what_is_found_by_area_path_or_short_id_and_what_is_not(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    field, found = page.locator(".fp-graph__find input"), page.locator(".fp-graph__found a")
    for asked, most in (("harbour", "Harbour rule"), ("PR 88", "PR 88"), (COMMIT[:7], COMMIT[:10])):
        field.fill(asked)
        assert found.first.inner_text().startswith(most)
    assert page.locator(".fp-graph__find span").inner_text() == "Showing 1 of 1 node found"
    field.fill("quay/")
    assert found.first.inner_text().startswith("Harbour rule")
    assert page.locator(".fp-graph__find span").inner_text() == f"Showing 12 of {MANY} nodes found"
    field.fill(" nowhere/at all.py ")
    assert page.locator(".fp-graph__find span").inner_text().startswith("Nothing found. ")
    assert found.all_inner_texts() == ["Ask the path field"]
    page.keyboard.press("Enter")
    page.wait_for_url("**/busy/paths/index.html#path=nowhere%2Fat%20all.py")


def numbers(told: str, pattern: str) -> tuple[int, ...]:
    found = re.search(pattern, told)
    assert found is not None, told
    return tuple(int(each.replace(",", "")) for each in found.groups())


def test_every_count_says_of_how_many_and_they_agree(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    nodes, edges = numbers(page.locator("article").inner_text(), r"([\d,]+) nodes and ([\d,]+) edges in all")
    for name in ("event", "lifecycle"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    groups, of, held, of_nodes, passing, of_edges = numbers(
        said(page), r"Showing (\d+) of (\d+) groups, with ([\d,]+) of ([\d,]+) nodes and ([\d,]+) of ([\d,]+) edges"
    )
    assert (groups, held, passing) == (of, of_nodes, of_edges) == (page.locator(".fp-node").count(), nodes, edges)
    assert "the filters leave out" not in said(page)
    listed = page.locator("table").first.locator("tbody tr")
    assert listed.count() == groups
    page.get_by_role("checkbox", name="record", exact=True).uncheck()
    assert "; the filters leave out the rest." in said(page)
    assert numbers(said(page), r"with ([\d,]+) of")[0] < nodes


def test_lines_between_far_layers_keep_clear_of_boxes(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    hit = page.evaluate(
        """(() => {
          const drawn = document.querySelectorAll('.fp-node > rect:not(.fp-node__behind)');
          const boxes = [...drawn].map((each) => each.getBBox());
          const within = ({ x, y }) => boxes.some((box) =>
            x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
          return [...document.querySelectorAll('.fp-line--causality')].filter((line) => {
            const long = line.getTotalLength();
            for (let at = 6; at < long - 6; at += 3) {
              if (within(line.getPointAtLength(at))) return true;
            }
            return false;
          }).length;
        })()"""
    )
    assert page.locator(".fp-line--causality").count() > 1
    assert hit == 0


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
    assert "Showing " in said(page)
    assert page.get_by_role("checkbox", name="lineage", exact=True).is_checked() is False


def test_an_unknown_node_or_group_is_said_and_unknown_words_of_a_filter_leave_the_usual(page: Page, base: str) -> None:
    for asked in (
        "node=record%3Anowhere",
        "open=area%3Anowhere",
        "open=__proto__",
        "node=%3Cimg%20src%3Dx%3E&open=%00",
    ):
        page.goto("about:blank")
        opened(page, f"{base}/busy/graph/index.html#{asked}")
        assert said(page).startswith("The address asks for a node or a group that this graph does not have. Showing")
        assert page.locator(".fp-graph img").count() == 0
    page.goto("about:blank")
    opened(page, f"{base}/busy/graph/index.html#states=x&kinds=constructor&hops=-1")
    assert "harbour" in titles(page)
    assert page.get_by_role("checkbox", name="active", exact=True).is_checked()
    assert not page.get_by_role("checkbox", name="event", exact=True).is_checked()


def test_a_group_of_which_nothing_passes_is_not_counted_as_if_it_were_open(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html#open=kind%3Aevent")
    assert said(page).startswith("No node of this group passes these filters. Showing ")
    page.get_by_role("checkbox", name="event", exact=True).check()
    assert " nodes of this group" in said(page)


def test_back_and_forward_walk_what_was_opened_without_loading_the_page_anew(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    page.evaluate("window.__same = true")
    page.locator(".fp-node", has_text="harbour").click()
    until(page, "document.querySelector('.fp-graph__way').textContent.endsWith('harbour')")
    page.locator(".fp-graph__way a").click()
    until(page, "location.hash === '' && document.querySelector('.fp-graph__way a') === null")
    page.go_back()
    until(page, "location.hash.startsWith('#open=') && document.querySelector('.fp-graph__way a') !== null")
    page.go_forward()
    until(page, "location.hash === '' && document.querySelector('.fp-graph__way a') === null")
    assert page.evaluate("window.__same")


def test_whoever_goes_on_at_once_after_a_filter_is_not_led_back(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    page.evaluate(
        "document.querySelector('.fp-graph__filters input').click();"
        "[...document.querySelectorAll('.fp-node')].find(each => each.textContent.startsWith('harbour'))"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))"
    )
    page.wait_for_timeout(500)
    assert "open=area%3Aharbour" in page.url
    assert "classes=" in page.url


def test_the_keyboard_walks_from_a_group_to_a_record_s_page(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html")
    page.locator(".fp-graph__find input").focus()
    page.keyboard.type("round once invoice")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.fp-node--centre')")
    seen, _, rest = name_of_focused(page).partition(" | ")
    assert seen.startswith("Round once, on the")
    assert "… record · " in seen
    assert rest == f"Round once, on the invoice total, {ident('rec', 1)}"
    page.keyboard.press("Escape")
    until(page, "location.hash === '' && document.activeElement.matches('.fp-node--group')")
    for key in ("ArrowDown",) * 8 + ("ArrowUp",) * 8:
        if name_of_focused(page).startswith("records in no area 3 records"):
            break
        page.keyboard.press(key)
    assert name_of_focused(page).startswith("records in no area 3 records")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.fp-node:not(.fp-node--group)') && location.hash.startsWith('#open=')")
    page.keyboard.press("Escape")
    until(page, "location.hash === '' && document.activeElement.matches('.fp-node--group')")
    assert name_of_focused(page).startswith("records in no area 3 records")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.fp-node') && location.hash.startsWith('#open=')")
    page.locator(".fp-node", has_text="Round once").focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.fp-node--centre')")
    page.locator(".fp-graph__hops select").focus()
    page.keyboard.press("ArrowDown")
    until(page, "location.hash.includes('hops=2')")
    page.locator(".fp-graph__telling li a").first.focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('.fp-node--centre') && location.hash.includes('hops=2')")
    page.go_back()
    until(page, f"location.hash.includes('{ident('rec', 1)}')")
    until(page, "document.activeElement.matches('.fp-node--centre[href$=\"index.html\"]')")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/records/{ident('rec', 1)}/index.html")


def test_a_drawing_too_big_for_the_page_is_scrolled_never_shrunk(page: Page, base: str) -> None:
    opened(page, f"{base}/busy/graph/index.html#open=area%3Aharbour")
    wide, drawn_wide, seen = page.evaluate(
        "(() => { const svg = document.querySelector('.fp-graph__drawing');"
        "return [svg.viewBox.baseVal.width, svg.getBoundingClientRect().width, svg.parentNode.clientWidth]; })()"
    )
    assert wide == drawn_wide > seen
    for key in ("ArrowRight",) * 12:
        page.locator(".fp-node[tabindex='0']").focus()
        page.keyboard.press(key)
    until(page, "document.querySelector('.fp-graph__canvas').scrollLeft > 0")
    widths = page.locator(".fp-node").evaluate_all(
        "all => all.flatMap(each => [...each.querySelectorAll('text')].map("
        "text => text.getBBox().x + text.getBBox().width - each.querySelector('rect:last-of-type').getBBox().x))"
    )
    assert max(widths) <= 172


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

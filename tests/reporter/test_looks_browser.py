"""How the site looks in a real browser: narrow, wide, enlarged, dark, on paper, under a strict policy, by keyboard."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from support import billing
from support.command import fingerpost
from support.events import ident
from support.looks import kinds_of, long_site, served

from fingerpost.reporter.pages.book import GROUPS, NAVIGATION

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
COLOURS = """() => {
    const style = getComputedStyle(document.body);
    const of = (place) => getComputedStyle(document.querySelector(place));
    return [
        style.backgroundColor, style.colorScheme, of("h1").color, of(".md-header").backgroundColor,
        of("article a").color, of("article").color, of("pre code").backgroundColor,
        ...["ink", "soft", "line", "paper", "card", "good", "bad", "warn", "fork", "live", "availability", "causality"]
            .map((name) => style.getPropertyValue(`--fp-${name}`).trim()),
    ];
}"""

# The page's width where it scrolls sideways, and what reaches beyond the window.
BEYOND = """() => {
    const [width, seen] = [document.documentElement.scrollWidth, document.documentElement.clientWidth];
    const beyond = (each) => each.getBoundingClientRect().right > seen + 1;
    if (width <= seen) return null;
    const found = [...document.body.querySelectorAll("*")].filter(beyond).slice(0, 5);
    return [width, ...found.map((each) => each.outerHTML.slice(0, 80))];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    target = folder / "site"
    done = fingerpost("build", billing.example(folder / "repo"), "--out", target, "--runtime", "auto")
    assert done.code == 0
    assert "Material" not in done.err + done.out
    return target


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return long_site(tmp_path_factory.mktemp("long") / "site")


@pytest.fixture
def opened(browser: Browser) -> Iterator[Any]:
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        contexts.append(browser.new_context(**options))
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


def home(site: Path) -> str:
    return (site / "index.html").as_uri()


# Narrow, wide, enlarged


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("name", ["example", "long"])
def test_no_page_scrolls_sideways(opened: Any, request: pytest.FixtureRequest, name: str, scripts: bool) -> None:
    site: Path = request.getfixturevalue(name)
    page = opened(java_script_enabled=scripts, reduced_motion="reduce")  # nothing is on its way to its place
    too_wide = []
    for kind, path in kinds_of(site).items():
        page.goto((site / path).as_uri())
        for width in (320, 390, 640, 1280, 2200):  # 640 is 1280 at 200 %, 320 at 400 %
            page.set_viewport_size({"width": width, "height": 800})
            beyond = page.evaluate(BEYOND)
            if beyond:
                too_wide.append((kind, width, beyond))
    assert too_wide == []


def test_larger_letters_alone_push_nothing_aside(opened: Any, example: Path) -> None:
    page = opened(viewport=DESKTOP)
    for kind, path in kinds_of(example).items():
        page.goto((example / path).as_uri())
        page.evaluate("document.documentElement.style.fontSize = '250%'")  # the theme's own is 125 %
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280, kind


def test_text_takes_its_direction_from_its_letters(opened: Any, long: Path) -> None:
    page = opened(viewport=PHONE)
    page.goto((long / "records" / ident("rec", 2) / "index.html").as_uri())
    bars = page.locator(".fp-prose").evaluate_all(
        "all => all.map((each) => [getComputedStyle(each).direction, getComputedStyle(each).borderRightWidth])"
    )
    assert ["rtl", "3px"] in bars
    assert page.locator("h1 bdi").evaluate("it => getComputedStyle(it).unicodeBidi") == "isolate"


# The navigation


def marked(page: Page, place: str) -> list[str]:
    return [each.strip() for each in page.locator(f"{place} [aria-current]").all_text_contents()]


def test_few_tabs_lead_to_every_index_page(opened: Any, example: Path) -> None:
    assert len(GROUPS) <= 7
    for scripts in (True, False):
        page = opened(viewport=DESKTOP, java_script_enabled=scripts)
        page.goto(home(example))
        tabs = page.locator(".md-tabs a")
        assert [each.strip() for each in tabs.all_text_contents()] == [label for label, _ in GROUPS]
        reached = set()
        for place in tabs.evaluate_all("all => all.map((each) => each.href)"):
            page.goto(place)
            reached |= {place, *page.locator(".fp-section a").evaluate_all("all => all.map((each) => each.href)")}
        assert reached == {(example / f"{address.site_path}.html").as_uri() for _, address in NAVIGATION}


def test_every_page_says_where_it_stands(opened: Any, example: Path) -> None:
    page = opened(viewport=DESKTOP)
    kinds = kinds_of(example)
    for kind, tab, section in (
        ("home", "Home", []),
        ("records", "Direction", ["Records"]),
        ("one of records", "Direction", ["Records"]),
        ("one of commits", "Work", ["Commits"]),
        ("one of findings", "Attention", ["Findings"]),
        ("about", "About", []),
    ):
        page.goto((example / kinds[kind]).as_uri())
        assert marked(page, ".md-tabs") == [tab], kind
        assert marked(page, ".fp-section") == section, kind


@pytest.mark.parametrize("scripts", [True, False])
def test_the_drawer_of_a_phone_holds_the_navigation(opened: Any, example: Path, scripts: bool) -> None:
    page = opened(viewport=PHONE, java_script_enabled=scripts)
    page.goto(home(example))
    assert page.locator(".fp-menu a:visible").count() == 0
    page.locator(".md-header label[for=__drawer]").click()
    page.wait_for_timeout(400)
    assert page.locator(".fp-menu:not(.fp-menu--here) a:visible").count() == len(NAVIGATION)
    page.locator(".fp-menu a:has-text('Stale')").click()
    page.wait_for_url("**/stale/index.html")
    assert page.locator(".fp-menu a:visible").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_the_parts_of_a_page_are_under_plain_words(opened: Any, example: Path, scripts: bool) -> None:
    path = kinds_of(example)["paths"]
    page = opened(viewport=DESKTOP, java_script_enabled=scripts)
    page.goto((example / path).as_uri())
    beside = page.get_by_role("navigation", name="On this page")
    assert [each.strip() for each in beside.locator("a").all_text_contents()] == ["The tree", "What holds everywhere"]
    assert "On this page" in beside.inner_text()
    page.set_viewport_size(PHONE)
    page.locator(".md-header label[for=__drawer]").click()
    page.wait_for_timeout(400)
    drawer = page.get_by_role("navigation", name="On this page")
    assert drawer.locator("p").inner_text() == "On this page"
    drawer.locator("a:has-text('What holds everywhere')").click()
    page.wait_for_url("**/paths/index.html#what-holds-everywhere")
    for each in example.rglob("*.html"):
        assert "Table of contents" not in each.read_text("utf-8"), each


def test_a_drawing_that_is_wider_than_a_phone_says_so(opened: Any, example: Path) -> None:
    page = opened(viewport=PHONE)
    hints = """() => [...document.querySelectorAll(".fp-picture")].map((each) => {
        const box = each.querySelector(".fp-scroll");
        const said = getComputedStyle(each.querySelector("figcaption"), "::after").content;
        return [box.scrollWidth > box.clientWidth + 1, said.includes("Scroll the drawing sideways"), box.tabIndex];
    })"""
    kinds = kinds_of(example)
    found = set()
    for kind in ("home", "coverage", "one of records", "one of commits"):
        page.goto((example / kinds[kind]).as_uri())
        for wider, said, stop in page.evaluate(hints):
            assert (wider, stop) == (said, 0 if wider else -1), kind  # what does not scroll is no stop of the keyboard
            found.add(wider)
    assert found == {True, False}
    page.set_viewport_size(DESKTOP)
    assert not any(said for _, said, _ in page.evaluate(hints))


def test_nothing_declared_has_no_frame_of_what_is(opened: Any, example: Path) -> None:
    frames = {
        "fp-declared--none" in each
        for path in (example / "records").glob("*/index.html")
        for each in re.findall(r'<div class="(fp-declared[^"]*)">', path.read_text("utf-8"))
    }
    assert frames == {True, False}
    page = opened(viewport=DESKTOP)
    for path in sorted((example / "records").glob("*/index.html")):
        page.goto(path.as_uri())
        none = page.locator(".fp-declared--none")
        if none.count():
            assert none.locator("text=Declared").count() == 0
            assert none.evaluate("it => getComputedStyle(it).borderTopStyle") == "dashed"


@pytest.mark.parametrize("name", ["example", "long"])
def test_no_word_of_a_drawing_is_outside_of_it(opened: Any, request: pytest.FixtureRequest, name: str) -> None:
    site: Path = request.getfixturevalue(name)
    page = opened(reduced_motion="reduce")
    outside = """() => [...document.querySelectorAll("article svg")].flatMap((svg) => {
        const box = svg.getBoundingClientRect();
        const beyond = (each) => {
            const own = each.getBoundingClientRect();
            return own.width && (own.left < box.left - 1 || own.right > box.right + 1 || own.bottom > box.bottom + 1);
        };
        return [...svg.querySelectorAll("text, rect, path, circle")].filter(beyond).map((each) => each.outerHTML);
    })"""
    scrolls = """() => [...document.querySelectorAll(".fp-picture .fp-scroll")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && !each.querySelector("[role=group]"))
        .map((each) => each.outerHTML.slice(0, 200))"""
    drawn = 0
    for kind, path in kinds_of(site).items():
        page.goto((site / path).as_uri())
        for width in (390, 640, 1280):  # 640 is 1280 at 200 %
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(outside) == [], (kind, width)
            assert page.evaluate(scrolls) == [], (kind, width)  # a chart, which no key reaches into
        drawn += page.locator("article svg").count()
    assert drawn


def test_the_drawer_opens_by_keyboard(opened: Any, example: Path) -> None:
    page = opened(viewport=PHONE)
    page.goto(home(example))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "__drawer"
    assert page.evaluate("[...document.activeElement.labels].some((each) => each.textContent.includes('Menu'))")
    outline = "getComputedStyle(document.querySelector('.md-header label[for=__drawer]')).outlineStyle"
    assert page.evaluate(outline) == "solid"
    page.keyboard.press("Space")
    page.wait_for_timeout(400)
    page.locator(".fp-menu a:has-text('Forks')").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/forks/index.html")


def test_what_has_the_focus_is_seen(opened: Any, example: Path) -> None:
    page = opened(viewport=DESKTOP)
    kinds = kinds_of(example)
    for kind in ("home", "records", "one of records", "graph"):
        page.goto((example / kinds[kind]).as_uri())
        for _ in range(30):
            page.keyboard.press("Tab")
            seen = page.evaluate(
                """() => {
                    const it = document.activeElement;
                    const shown = (each) => {
                        const style = getComputedStyle(each);
                        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
                            || (each.tagName === "rect" && parseFloat(style.strokeWidth) >= 2);
                    };
                    const beside = [it, it.nextElementSibling, ...it.querySelectorAll("rect")].filter(Boolean);
                    return it === document.body || it.matches(".md-search__input, .md-skip") || beside.some(shown)
                        ? "" : it.outerHTML.slice(0, 200);
                }"""
            )
            assert seen == "", kind


# A strict policy


def test_nothing_stands_inline(example: Path, long: Path) -> None:
    for page in (*example.rglob("*.html"), *long.rglob("*.html")):
        text = page.read_text("utf-8")
        scripts = re.findall(r"<script\b([^>]*)>", text)
        assert all("src=" in each or 'type="application/json"' in each for each in scripts), page
        assert not re.search(r"<style\b|<[a-z][^<>]*\s(?:style|on[a-z]+)=|href=\"javascript:", text), page


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_strict_policy_is_kept_and_the_site_works(opened: Any, example: Path, viewport: Any) -> None:
    page = opened(viewport=viewport, color_scheme="light")
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
    with served(example) as base:
        for path in kinds_of(example).values():
            page.goto(f"{base}/{path}")
            page.wait_for_timeout(50)
        page.goto(f"{base}/records/index.html")
        page.fill(".fp-filter input", "rounding")
        page.wait_for_function("document.querySelectorAll('tbody tr:not([hidden])').length < 16")
        assert page.locator("body").get_attribute("data-md-color-scheme") == "default"
        for _ in range(2):  # from the system's colours to light, to dark
            page.locator("form[data-md-component=palette] label:visible").click()
        assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
        page.goto(f"{base}/index.html")
        assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
        if viewport is PHONE:
            page.locator("label.md-header__button[for=__search]").click()
        page.locator("input.md-search__input").click()
        page.keyboard.type("invoice")
        page.wait_for_selector(".md-search-result__item >> text=invoice", timeout=8000)
        page.wait_for_timeout(200)
    assert said == []


# Colours, paper, motion


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_the_system_need_no_script(opened: Any, example: Path, scheme: str) -> None:
    kinds = kinds_of(example)
    shown = []
    for scripts in (True, False):
        page = opened(viewport=DESKTOP, color_scheme=scheme, java_script_enabled=scripts)
        page.goto((example / kinds["one of records"]).as_uri())
        page.wait_for_timeout(400)
        shown.append(page.evaluate(COLOURS))
    assert shown[0] == shown[1]
    assert shown[0][1] == scheme


def test_the_right_colours_stand_before_the_theme_starts(opened: Any, example: Path) -> None:
    page = opened(viewport=DESKTOP, color_scheme="dark")
    page.route("**/bundle.*.js", lambda route: route.abort())
    with served(example) as base:
        page.goto(f"{base}/index.html")
        assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"


@pytest.mark.parametrize("scripts", [True, False])
def test_on_paper_everything_is_open_and_light(opened: Any, example: Path, scripts: bool) -> None:
    page = opened(viewport={"width": 700, "height": 1000}, color_scheme="dark", java_script_enabled=scripts)
    for kind, path in kinds_of(example).items():
        page.goto((example / path).as_uri())
        page.emulate_media(media="print", color_scheme="dark")
        for gone in (".md-header", ".md-tabs", ".fp-section", ".md-sidebar", ".fp-filter"):
            assert page.locator(f"{gone}:visible").count() == 0, (kind, gone)
        assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--fp-paper').trim()") == "#fff"
        folds = page.locator("article details:visible")
        heights = folds.evaluate_all(
            "all => all.map((each) => each.lastElementChild.checkVisibility({contentVisibilityAuto: true}))"
        )
        assert all(heights), kind
        assert page.locator("html").evaluate("html => html.scrollWidth") <= 700, kind


def test_nothing_moves_for_whoever_asks_for_no_motion(opened: Any, example: Path) -> None:
    page = opened(viewport=PHONE, reduced_motion="reduce")
    page.goto(home(example))
    moving = """[...document.querySelectorAll("*")].filter((each) => {
        const style = getComputedStyle(each);
        const lasts = (times) => times.split(",").some((time) => parseFloat(time) > 0);
        return (style.transitionProperty !== "none" && lasts(style.transitionDuration))
            || (style.animationName !== "none" && lasts(style.animationDuration));
    }).map((each) => each.className)"""
    assert page.evaluate(moving) == []


def test_forced_colours_keep_every_line(opened: Any, example: Path) -> None:
    page = opened(viewport=DESKTOP, forced_colors="active")
    page.goto((example / kinds_of(example)["one of records"]).as_uri())
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    drawn = page.locator(".fp-g text").evaluate_all("all => all.map((each) => getComputedStyle(each).fill)")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert drawn
    assert ground not in drawn

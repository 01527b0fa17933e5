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
    assert page.locator(".fp-menu a:visible").count() == len(NAVIGATION)
    page.locator(".fp-menu a:has-text('Stale')").click()
    page.wait_for_url("**/stale/index.html")
    assert page.locator(".fp-menu a:visible").count() == 0


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

"""axe-core on every kind of page, in a real browser: WCAG 2.2 A and AA, and its best practices."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from support.billing import example
from support.command import fingerpost
from support.looks import kinds_of, long_site

CHROMIUM = shutil.which("chromium")
AXE = Path(__file__).resolve().parents[2] / ".axe" / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.skipif(not AXE.is_file() and shutil.which("npm") is None, reason="neither axe-core nor npm is there"),
]

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The box that opens the drawer stands before the header in the theme's own frame, which is no landmark.
RUN = """tags => axe.run(
    {exclude: [["#__drawer"]]},
    {runOnly: {type: "tag", values: tags}, rules: {"target-size": {enabled: true}}, resultTypes: ["violations"]},
).then((found) => found.violations.flatMap((rule) => rule.nodes.map((node) => (
    {rule: rule.id, where: node.target.join(" "), html: node.html.slice(0, 200), why: node.failureSummary}
))))"""
VIEWS: dict[str, dict[str, Any]] = {
    "desktop, light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "desktop, dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone, light": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"},
}


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.is_file():
        pytest.fail("axe-core is missing: `make .venv/.tested` brings it")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    target = folder / "site"
    assert fingerpost("build", example(folder / "repo"), "--out", target, "--runtime", "auto").code == 0
    return target


def violations(browser: Browser, axe: str, site: Path, view: str) -> list[tuple[str, Any]]:
    context = browser.new_context(**VIEWS[view], reduced_motion="reduce")
    page = context.new_page()
    found = []
    for kind, path in kinds_of(site).items():
        page.goto((site / path).as_uri())
        page.wait_for_timeout(50)  # until the scripts have added what they add
        page.evaluate(axe)
        found += [(kind, each) for each in page.evaluate(RUN, TAGS)]
    context.close()
    return found


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_on_any_kind_of_page(browser: Browser, axe: str, site: Path, view: str) -> None:
    kinds = kinds_of(site)
    assert {"home", "graph", "coverage", "a forked record", "one of commits", "one of paths", "one of prs"} <= set(
        kinds
    )
    assert violations(browser, axe, site, view) == []


def test_axe_finds_nothing_where_words_are_long_or_run_from_right_to_left(
    browser: Browser, axe: str, tmp_path: Path
) -> None:
    assert violations(browser, axe, long_site(tmp_path / "site"), "phone, light") == []


def test_axe_would_find_something(browser: Browser, axe: str) -> None:
    page = browser.new_page()
    page.set_content("<html><body><img src='x.png'><p style='color:#ddd'>pale</p></body></html>")
    page.evaluate(axe)
    rules = {each["rule"] for each in page.evaluate(RUN, TAGS)}
    page.close()
    assert {"image-alt", "color-contrast", "html-has-lang"} <= rules

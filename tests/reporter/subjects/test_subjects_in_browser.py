"""The pages of threads, actions and coverage, and the drawn ladders, in a real browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from support.events import ident, record_node, relation, thread
from support.surveys import ALL_HOSTILE, COMMIT, HOSTILE, hostile_commit, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.display import visible
from fingerpost.ledger.instants import instant
from fingerpost.reporter.coverage.coverage import Coverage, CoveredCommit, Known
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.site.markdown_tree import write_tree
from fingerpost.reporter.site.mkdocs_site import write_site

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]

LINE = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]


def hostile_survey() -> Survey:
    """Every text of threads, actions, messages and of the commits that are counted wants to act."""
    evil = {"id": LINE, "provider": HOSTILE[6], "url": "javascript:window.__pwned=11"}
    events = [
        *hostile_ledger(),
        relation(60, "informed_by", {"kind": "action", **evil}, record_node(1), reason=ALL_HOSTILE),
        relation(61, "implements", {"kind": "commit", "id": COMMIT}, {"kind": "message", **evil}, reason=ALL_HOSTILE),
        relation(62, "informed_by", {"kind": "thread", "id": LINE}, record_node(1), reason=ALL_HOSTILE),
        thread(63, LINE, "thread.scope_changed", scope={"repo": "b", "issue": LINE, "areas": [LINE], "paths": [LINE]}),
    ]
    commits = tuple(
        CoveredCommit(f"{place:040x}", 1772445600, ALL_HOSTILE, known, (LINE,), (HOSTILE[0],), reason=ALL_HOSTILE)
        for place, known in enumerate(Known)
    )
    counted = Coverage(
        instant("2026-03-03T09:00:00Z"),
        LINE,
        COMMIT,
        None,
        False,
        True,
        commits,
        0,
        0,
        0,
        False,
    )
    return survey_of(*events, coverage=counted, **hostile_commit())


def working_survey() -> Survey:
    return survey_of(*working_ledger(), messages={COMMIT: "Move the rounding"})


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("subjects")
    for name, survey in (("hostile", hostile_survey()), ("working", working_survey())):
        write_site(
            compose(survey), root / name, survey.page_of, name=name, epoch=1, progress=lambda what, done, total: None
        )
    return root.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("console", lambda said: complaints.append(said.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()
    assert complaints == []


def addresses(survey: Survey) -> list[str]:
    rooms = ("threads", "actions", "coverage", "commits")
    return [f"{each.address.site_path}.html" for each in compose(survey) if each.address.folder in rooms]


def test_nothing_hostile_acts_and_no_drawing_brings_a_style(page: Page, base: str) -> None:
    survey = hostile_survey()
    assert len(survey.judgements.acting) == 2
    for path in addresses(survey):
        page.goto(f"{base}/hostile/{path}")
        for fold in page.locator("article details").all():
            fold.evaluate("each => { each.open = true; }")
        assert page.evaluate("window.__pwned") is None
        acting = "article script, article img, article iframe, article [onclick], article [onmouseover]"
        assert page.locator(acting).count() == 0
        assert page.locator(".fp-g [style], .fp-g style").count() == 0
        assert page.locator('article a[href^="javascript" i]').count() == 0


def test_what_is_hostile_is_shown_as_it_was_written(page: Page, base: str) -> None:
    survey = hostile_survey()
    shown = " ".join(visible(LINE).split())
    for node in (*survey.judgements.acting, survey.provenance.node(("thread", "", LINE))):
        address = survey.page_of(node)
        assert address is not None
        page.goto(f"{base}/hostile/{address.site_path}.html")
        said = " ".join((page.locator("article").text_content() or "").split())
        assert shown in said
    page.goto(f"{base}/hostile/coverage/index.html")
    said = page.locator("article").text_content() or ""
    assert visible(HOSTILE[10]).replace("[U+0009]", "\t") in said


def test_the_ladders_are_reached_and_left_by_the_keyboard(page: Page, base: str) -> None:
    page.goto(f"{base}/working/records/{ident('rec', 1)}/index.html")
    svg = page.locator(".fp-picture svg").first
    rows = svg.locator(".row")
    assert rows.count() == 3
    rows.first.focus()
    assert "informed by" in (page.evaluate("document.activeElement.getAttribute('aria-label')") or "")
    page.keyboard.press("Tab")
    assert "implements" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    svg.locator("a", has_text=COMMIT[:10]).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/commits/{COMMIT}/index.html")


def test_a_drawing_keeps_its_words_legible_on_a_phone(browser: Browser, base: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    opened = context.new_page()
    opened.goto(f"{base}/working/records/{ident('rec', 1)}/index.html")
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    width = opened.evaluate("document.querySelector('.fp-picture svg').getBoundingClientRect().width")
    assert width >= 500
    context.close()


def test_a_code_host_gets_each_drawing_as_a_file(tmp_path: Path) -> None:
    survey = hostile_survey()
    write_tree(compose(survey), tmp_path / "tree", survey.page_of)
    drawings = sorted((tmp_path / "tree").rglob("*.svg"))
    named = {path.parent.name for path in drawings}
    assert named >= {"threads", "actions", "commits", "records", "coverage"}
    for path in drawings:
        ElementTree.parse(path)

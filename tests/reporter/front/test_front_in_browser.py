"""A reader's path from the front page, in a real browser: two clicks, on a phone and a desk, without a script too."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from support.events import changed, created, ident
from support.surveys import ALL_HOSTILE, HOSTILE, hostile_ledger, survey_of, working_ledger

from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]


def hostile() -> Survey:
    """Every text that the front shows wants to act."""
    asked = {"fabric.direction.challenges": ident("rec", 1)}
    return survey_of(
        *hostile_ledger(),
        created(60, kind="challenge", status="open", text=ALL_HOSTILE, extensions=asked),
        created(61, review_type="rejection", reason=ALL_HOSTILE, rejected_paths=[*HOSTILE], preferred_paths=[*HOSTILE]),
        changed(62, 61, 61, status="expired", lifecycle_reason=ALL_HOSTILE),
    )


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("front")
    for name, survey in (("working", survey_of(*working_ledger())), ("hostile", hostile())):
        pages = compose(survey)
        extra = extra_files(survey, pages)
        write_site(
            pages, root / name, survey.page_of, name=name, epoch=1, progress=lambda what, done, total: None, extra=extra
        )
    return root.as_uri()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


PATHS = (
    ("What holds now?", "td a:has-text('Round once')", "Is this still true?"),
    ("What changed lately?", "td a:has-text('Gateway amounts')", "What competes"),
    ("What is contested?", "article a:has-text('rec_')", "Who could settle it"),
    ("What was rejected, and why?", "td a:has-text('Round once')", "It rejects"),
    ("What was a commit declared to follow?", "td a:has-text('1a2b3c')", "implements"),
)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("width", [390, 1280])
def test_two_clicks_lead_from_a_question_to_its_answer(browser: Browser, base: str, width: int, scripts: bool) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=scripts)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for question, second, said in PATHS:
        page.goto(f"{base}/working/index.html")
        page.click(f".fp-door:has-text('{question}')")
        page.click(second)
        assert said in page.locator("article").inner_text()
    assert complaints == []
    context.close()


def test_an_icon_stands_before_whoever_acts(browser: Browser, base: str) -> None:
    page = browser.new_page()
    page.goto(f"{base}/working/changes/index.html")
    mask = page.locator(".fp-who").first.evaluate("e => getComputedStyle(e, '::before').maskImage")
    assert mask.startswith('url("data:image/svg+xml')
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hostile_text_stays_text_on_the_front(browser: Browser, base: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    for path in ("", "changes/", "rejected/", "forks/", "stale/", "findings/", "findings/by-record/", "records/"):
        page.goto(f"{base}/hostile/{path}index.html")
        assert page.evaluate("window.__pwned") is None
        assert page.locator("article script, article img, article iframe, article [onclick]").count() == 0
        assert page.locator('article a[href^="javascript" i]').count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    context.close()

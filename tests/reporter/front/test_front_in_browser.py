"""The front and what its questions lead to, in a real browser: no text of a ledger acts there."""

import pytest
from playwright.sync_api import Browser
from support.browsing import IN_BROWSER
from support.events import changed, created, ident
from support.surveys import ALL_HOSTILE, HOSTILE, hostile_ledger, survey_of

from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

pytestmark = IN_BROWSER


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
    survey = hostile()
    pages = compose(survey)
    extra = extra_files(survey, pages)
    write_site(pages, root, survey.page_of, name="x", epoch=1, progress=lambda what, done, total: None, extra=extra)
    return root.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hostile_text_stays_text_on_the_front(browser: Browser, base: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    for path in ("", "changes/", "rejected/", "forks/", "stale/", "findings/", "findings/by-record/", "records/"):
        page.goto(f"{base}/{path}index.html")
        assert page.evaluate("window.__pwned") is None
        assert page.locator("article script, article img, article iframe, article [onclick]").count() == 0
        assert page.locator('article a[href^="javascript" i]').count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    context.close()

"""The built site in a real browser: complete, self-contained, and deaf to what ledger texts ask for."""

import shutil
import threading
from collections.abc import Iterable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright
from support.command import fingerpost
from support.events import Wire, ident
from support.shared import LEDGERS, lay_out, needs_ledgers
from support.surveys import ALL_HOSTILE, COMMIT, HOSTILE, hostile_commit, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.display import visible
from fingerpost.reporter.pages.address import slug
from fingerpost.reporter.pages.book import NAVIGATION, compose
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]

SECTIONS = [f"{address.site_path}.html" for _, address in NAVIGATION]
RECORD = f"records/{ident('rec', 1)}/index.html"


def build(target: Path, events: Iterable[Wire], **fields: Any) -> Path:
    survey = survey_of(*events, **fields)
    pages = compose(survey)
    write_site(
        pages,
        target,
        survey.page_of,
        name=survey.name,
        epoch=1,
        progress=lambda what, done, total: None,
        extra=extra_files(survey, pages),
    )
    return target


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sites in sub-folders of one root."""
    root = tmp_path_factory.mktemp("served")
    build(root / "some" / "working", working_ledger())
    build(root / "some" / "hostile", hostile_ledger(), name=HOSTILE[0] + HOSTILE[6], **hostile_commit())
    return root


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module", params=["file", "http"])
def base(request: pytest.FixtureRequest, sites: Path) -> Iterator[str]:
    """Where the root of the sites is, by file and by a server on loopback."""
    if request.param == "file":
        yield sites.as_uri()
        return
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(sites))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class Watch:
    """A page whose every complaint, request and dialog is noted."""

    def __init__(self, browser: Browser, own: str, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(f"console {said.type}: {said.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("request", lambda asked: self._request(asked.url, own))

    def _failed(self, asked: Request) -> None:
        if asked.failure != "net::ERR_ABORTED":  # the page was left while it loaded
            self.complaints.append(f"failed: {asked.url}: {asked.failure}")

    def _request(self, url: str, own: str) -> None:
        if not url.startswith((own, "about:", "data:")):
            self.complaints.append(f"foreign request: {url}")

    def open(self, url: str) -> Page:
        self.page.goto(url)
        self.page.wait_for_load_state("load")
        self.page.wait_for_timeout(30)
        assert self.page.evaluate("window.__pwned") is None
        return self.page


@pytest.fixture
def watch(browser: Browser, base: str) -> Iterator[Watch]:
    watching = Watch(browser, base)
    yield watching
    watching.context.close()
    assert watching.complaints == []


def test_every_kind_of_page_opens(watch: Watch, base: str) -> None:
    for path in (*SECTIONS, RECORD, f"commits/{COMMIT}/index.html"):
        page = watch.open(f"{base}/some/working/{path}")
        assert page.locator("h1").count() == 1
        assert page.locator(".fp-reproduce").inner_text().count("fingerpost ") == 1


def test_hostile_text_does_nothing(watch: Watch, base: str) -> None:
    for path in (*SECTIONS, RECORD, *(f"records/{ident('rec', 20 + n)}/index.html" for n in range(len(HOSTILE)))):
        page = watch.open(f"{base}/some/hostile/{path}")
        page.evaluate(
            """document.querySelectorAll("article *").forEach((element) => {
                element.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
                if (!element.closest("a")) element.dispatchEvent(new MouseEvent("click", {bubbles: true}));
            })"""
        )
        assert page.evaluate("window.__pwned") is None
        acting = "article script, article img, article iframe, article [onclick], article [onmouseover]"
        assert page.locator(acting).count() == 0
        assert page.locator('article a[href^="javascript" i]').count() == 0


def test_hostile_commit_and_search(watch: Watch, base: str) -> None:
    line = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
    page = watch.open(f"{base}/some/hostile/commits/{slug(line)}/index.html")
    text = page.locator("main").text_content()
    assert text is not None
    assert line in text
    page.locator("input.md-search__input").first.click()
    page.keyboard.type("pwned")
    page.wait_for_selector(".md-search-result__link", timeout=5000)
    page.wait_for_timeout(100)
    assert page.evaluate("window.__pwned") is None


def test_hostile_text_is_shown_as_it_was_written(watch: Watch, base: str) -> None:
    page = watch.open(f"{base}/some/hostile/{RECORD}")
    lines = page.locator(".fp-prose").first.locator("p").evaluate("p => p.innerHTML.split('<br>').length")
    assert lines == ALL_HOSTILE.count("\n") + 1
    text = page.locator(".fp-prose").first.text_content()
    assert text is not None
    for line in ALL_HOSTILE.split("\n"):
        assert "\t".join(visible(part) for part in line.split("\t")) in text
    assert page.title().startswith(visible(HOSTILE[0]))


def test_the_filter_narrows_a_table(browser: Browser, tmp_path: Path) -> None:
    site = build(tmp_path / "site", hostile_ledger())
    watching = Watch(browser, tmp_path.as_uri())
    page = watching.open((site / "records" / "index.html").as_uri())
    rows = page.locator("[data-fp-filter] tbody tr:visible")
    assert rows.count() == 12
    page.fill(".fp-filter input", "javascript")
    assert 0 < rows.count() < 12
    assert "of 12" in page.locator(".fp-filter").inner_text()
    assert watching.complaints == []
    watching.context.close()


def test_pages_are_complete_without_scripts(browser: Browser, sites: Path) -> None:
    watching = Watch(browser, sites.as_uri(), java_script_enabled=False)
    watching.page.goto((sites / "some" / "working" / RECORD).as_uri())
    said = watching.page.locator("main").inner_text()
    for word in ("Availability", "Delivered", "Causality", "Declared", "implements", "unknown", "Chain"):
        assert word in said
    watching.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["working", "hostile"])
def test_a_phone_scrolls_down_only(browser: Browser, sites: Path, name: str, scheme: str) -> None:
    watching = Watch(browser, sites.as_uri(), viewport={"width": 390, "height": 800}, color_scheme=scheme)
    for path in (*SECTIONS, RECORD):
        page = watching.open((sites / "some" / name / path).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    assert watching.complaints == []
    watching.context.close()


@needs_ledgers
@pytest.mark.parametrize(
    "name",
    ["billing", *(f"broken/{path.name}" for path in sorted((LEDGERS / "broken").glob("inject-*")))],
)
def test_reference_ledgers_open_quietly(browser: Browser, tmp_path: Path, name: str) -> None:
    root = lay_out(LEDGERS / name, tmp_path / "repo")
    site = tmp_path / "site"
    assert fingerpost("build", root, "--out", site, "--runtime", "auto").code == 0
    watching = Watch(browser, tmp_path.as_uri())
    for path in sorted(site.rglob("*.html"))[:8]:
        watching.open(path.as_uri())
    assert watching.complaints == []
    watching.context.close()

"""The feed, the data and the badge where people meet them: in a site of its own, in a team's site, in a browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from playwright.sync_api import Browser, sync_playwright
from support.events import write_ledger
from support.host_site import Host
from support.shared import git, make_repository
from support.surveys import ALL_HOSTILE, hostile_commit, hostile_ledger, survey_of, working_ledger

from fingerpost.ledger.inert import visible
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

CHROMIUM = shutil.which("chromium")
_HEAD = re.compile(r'<link rel="feed alternate" type="application/atom\+xml" title="Changes" href="([^"]*)"></head>')
_OFFERED = re.compile(r'href="([^"]*(?:api/v1/[a-z]+\.json|feed\.xml|badge\.svg))"')


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hostile ledger's site of its own."""
    target = tmp_path_factory.mktemp("own") / "site"
    survey = survey_of(*hostile_ledger(), name=ALL_HOSTILE, **hostile_commit())
    pages = compose(survey)
    extra = extra_files(survey, pages)
    silent = lambda what, done, total: None  # noqa: E731
    write_site(pages, target, survey.page_of, name="x", epoch=1, progress=silent, extra=extra)
    return target


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The section of a team's site, below its prefix."""
    root = tmp_path_factory.mktemp("hosted")
    repo = make_repository(root / "repo")
    write_ledger(repo, *working_ledger())
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "ledger")
    built = Host.make(root / "host", {"repo": str(repo), "prefix": "docs/direction"}).build()
    assert built.code == 0, built.err
    return built.site


@pytest.mark.parametrize("name", ["own", "hosted"])
def test_every_page_leads_feed_readers_to_the_feed(name: str, request: pytest.FixtureRequest) -> None:
    site: Path = request.getfixturevalue(name)
    section = site / "docs/direction" if name == "hosted" else site
    pages = [path for path in section.rglob("*.html") if "assets" not in path.parts]
    assert len(pages) > 20
    for path in pages:
        (way,) = _HEAD.findall(path.read_text(encoding="utf-8"))
        place = path.relative_to(section).as_posix()
        assert normpath(join(dirname(place), way)) == "feed.xml", place


def test_a_page_of_the_team_itself_leads_to_no_feed(hosted: Path) -> None:
    assert not _HEAD.search((hosted / "guide" / "index.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["own", "hosted"])
def test_what_the_pages_offer_is_there(name: str, request: pytest.FixtureRequest) -> None:
    site: Path = request.getfixturevalue(name)
    section = site / "docs/direction" if name == "hosted" else site
    offered = 0
    for page in ("changes", "about"):
        text = (section / page / "index.html").read_text(encoding="utf-8")
        for way in _OFFERED.findall(text[text.index("<article") :].replace("&#47;", "/").replace("&#46;", ".")):
            offered += 1
            assert (section / normpath(join(page, way))).is_file(), way
    assert offered == 7


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")
@pytest.mark.parametrize("path", ["badge.svg", "feed.xml", "api/v1/records.json", "api/v1/graph.json"])
def test_nothing_acts_in_a_browser(own: Path, browser: Browser, path: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.goto((own / path).as_uri())
    assert page.evaluate("window.__pwned") is None
    assert page.evaluate("document.querySelectorAll('script,img,iframe,object,style').length") == 0
    assert asked == [(own / path).as_uri()]
    page.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")
def test_the_badge_says_in_a_browser_what_was_written(own: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((own / "badge.svg").as_uri())
    assert visible(ALL_HOSTILE) in page.evaluate("document.querySelector('title').textContent")
    page.close()

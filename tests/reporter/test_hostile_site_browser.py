"""Every hostile text in every field: a browser shows it as it was written, and does nothing that it asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browsing import IN_BROWSER, Watch, until
from support.command import fingerpost
from support.hostile import STRINGS, shown
from support.hostile_ledger import Made
from support.hostile_markup import DO
from support.hostile_pages import READ, Examined, Shape, Wanted, examine, wanted_of_record, wanted_on_pages
from support.hostile_sites import HOSTILE, Built, harmless_site, hostile_site
from support.looks import kinds_of, served
from support.shared import LEDGERS, lay_out, needs_ledgers

# One worker for all: what they share, sites of every hostile text read page by page, takes longer than the tests.
pytestmark = [*IN_BROWSER, pytest.mark.xdist_group("hostile")]

PATIENT = 60_000  # milliseconds that a page may take to be loaded by a machine that is busy


@pytest.fixture(scope="module")
def hostile() -> Built:
    return hostile_site()


@pytest.fixture(scope="module")
def harmless() -> Built:
    return harmless_site()


@pytest.fixture(scope="module")
def watches(browser: Browser) -> Iterator[Callable[..., Watch]]:
    """Opens the front page of a site, served under the strict policy."""
    with ExitStack() as stack:

        def opened(built: Built) -> Watch:
            base = stack.enter_context(served(built.site))
            watching = Watch(browser, base)
            watching.page.goto(f"{base}/index.html", timeout=PATIENT)
            watching.page.evaluate(READ)
            return watching

        yield opened


@pytest.fixture(scope="module")
def examined(watches: Callable[..., Watch], hostile: Built) -> Examined:
    """All pages of the hostile site, as a browser's parser reads them."""
    wanted = list(wanted_on_pages(hostile.made, HOSTILE))
    assert len(wanted) > 35 * len(HOSTILE)
    watching = watches(hostile)
    found = examine(watching.page, hostile.pages, wanted)
    assert watching.complaints == []
    return found


@pytest.fixture(scope="module")
def plain(watches: Callable[..., Watch], harmless: Built) -> Shape:
    """What the pages of the twin consist of."""
    return examine(watches(harmless).page, harmless.pages).shape


def test_every_text_stands_at_its_place_as_it_was_written(examined: Examined) -> None:
    assert examined.missing == []


def test_no_page_has_an_element_attribute_or_address_that_harmless_texts_do_not_make(
    examined: Examined, plain: Shape
) -> None:
    assert examined.shape.beyond(plain) == {}


def test_nothing_acts_on_any_kind_of_page(browser: Browser, hostile: Built, plain_live: Shape) -> None:
    for options in ({}, {"java_script_enabled": False}):
        watching = Watch(browser, hostile.site.as_uri(), **options)
        for path in kinds_of(hostile.site).values():
            watching.page.goto((hostile.site / path).as_uri(), timeout=PATIENT)
            assert watching.page.locator("h1").text_content()
        watching.context.close()
        assert watching.complaints == []
    assert live_shape(browser, hostile).beyond(plain_live) == {}


@pytest.fixture(scope="module")
def plain_live(browser: Browser, harmless: Built) -> Shape:
    """What the pages of the twin consist of when their scripts have run."""
    return live_shape(browser, harmless)


def live_shape(browser: Browser, built: Built) -> Shape:
    """Open every kind of page under the strict policy, point at and click everything on it, and say what it has."""
    parts: dict[str, str] = {}
    with served(built.site) as base:
        watching = Watch(browser, base)
        for path in kinds_of(built.site).values():
            watching.page.goto(f"{base}/{path}", timeout=PATIENT)
            watching.page.evaluate(READ)
            parts |= watching.page.evaluate("window.hostile.provoked()")
            assert watching.page.evaluate("window.__pwned") is None, path
        watching.context.close()
    assert watching.complaints == []
    return Shape(parts)


@pytest.mark.parametrize(
    ("path", "key", "each"),
    [("records", "filter", 4), ("paths", "path", 4), ("graph", "node", 40)],
)
def test_texts_typed_and_in_the_address_are_text(
    browser: Browser, hostile: Built, path: str, key: str, each: int
) -> None:
    with served(hostile.site) as base:
        watching = Watch(browser, base)
        watching.page.goto(f"{base}/{path}/index.html", timeout=PATIENT)
        watching.page.evaluate(READ)
        watching.page.evaluate("([key, texts]) => window.hostile.typed(key, texts)", [key, STRINGS[::each]])
        assert watching.page.evaluate("window.__pwned") is None
        assert watching.page.evaluate("window.hostile.alive('article')") == []
        watching.context.close()
    assert watching.complaints == []


def test_search_shows_what_it_finds_as_text(browser: Browser, hostile: Built) -> None:
    with served(hostile.site) as base:
        watching = Watch(browser, base)
        watching.page.goto(f"{base}/about/index.html", timeout=PATIENT)
        watching.page.evaluate(READ)
        field = watching.page.locator("input.md-search__input").first
        field.click()
        for typed, title in SOUGHT.items():
            field.fill(typed)
            field.press("End")  # the theme waits for a key
            until(watching.page, f"window.hostile.found().includes({json.dumps(shown(title))})")
            assert watching.page.evaluate("window.hostile.alive('.md-search-result')") == []
        for typed in ("+ - * ~1 ^2 :", "title:x", "__proto__", "constructor", *STRINGS[::20]):
            field.fill(typed)
            field.press("End")  # the theme waits for a key
            watching.page.wait_for_timeout(60)
            assert watching.page.evaluate("window.hostile.alive('.md-search-result')") == []
        assert watching.page.evaluate("window.__pwned") is None
        watching.context.close()
    refused = ("Invalid query", "QueryParseError")  # what the theme says of a query that is none
    assert [each for each in watching.complaints if not any(word in each for word in refused)] == []


SOUGHT = {
    "onanimationstart": f"<div style='animation:x' onanimationstart={DO}>x</div>",
    "onpointerenter": f'" style="position:fixed;inset:0" onpointerenter="{DO}',
    "vbscript": f"vbscript:{DO}",
    "NotEqualTilde": "&fjlig;&NotEqualTilde;&bne;",
    "attributeName": f"<svg><animate onbegin={DO} attributeName=x dur=1s>",
    "subclasses": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "gnp": "\u202egnp.exe",
    "klzzwxh": "\x02klzzwxh:0000\x03 \x02wzxhzdk:0\x03 \x02amp\x03",
}
"""What is typed, and a record's title that it must find."""


@needs_ledgers
def test_reference_injections_are_text(browser: Browser, plain: Shape, tmp_path: Path) -> None:
    cases = sorted((LEDGERS / "broken").glob("inject-*"))
    assert cases
    for case in cases:
        root = lay_out(case, tmp_path / case.name / "repository")
        built = Built(Made(root, ()), tmp_path / case.name / "site")
        assert fingerpost("build", root, "--out", built.site).code == 0
        wanted: list[tuple[str, Wanted]] = []
        for file in sorted((root / ".fabric/ledger/events").glob("*.json")):
            payload = json.loads(file.read_bytes().decode("utf-8", "replace"))["payload"]  # one is not UTF-8
            if "record" in payload and (built.site / "records" / payload["record"]["record_id"]).is_dir():
                path = f"records/{payload['record']['record_id']}/index.html"
                wanted += [(path, want) for want in wanted_of_record(payload["record"])]
        with served(built.site) as base:
            watching = Watch(browser, base)
            watching.page.goto(f"{base}/index.html", timeout=PATIENT)
            watching.page.evaluate(READ)
            found = examine(watching.page, built.pages, wanted)
            assert found.missing == [], case.name
            new = [part for part in found.shape.beyond(plain) if "." not in part]  # classes are words of ours
            assert new == [], case.name
            watching.context.close()
        assert watching.complaints == []

"""A reader who walks through a site by clicking, in one of the settings that together hold every pair of values."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect
from support.browsing import DESKTOP, PHONE, Watch

CLICKS = 2
PATIENCE = 10_000  # milliseconds in which an answer must be there, on a machine that does much else


@dataclass(frozen=True)
class Setting:
    """Where and how a reader looks at the site."""

    device: str
    script: str
    scheme: str
    place: str

    def __str__(self) -> str:
        return "-".join(astuple(self))

    @property
    def options(self) -> dict[str, Any]:
        """Those of a browser's context."""
        return {
            "viewport": PHONE if self.device == "phone" else DESKTOP,
            "java_script_enabled": self.script == "script",
            "color_scheme": self.scheme,
        }


VALUES = (("phone", "desk"), ("no script", "script"), ("light", "dark"), ("disk", "sub-path", "strict"))
SETTINGS = (
    Setting("phone", "no script", "light", "disk"),
    Setting("desk", "script", "dark", "disk"),
    Setting("phone", "no script", "dark", "sub-path"),
    Setting("desk", "script", "light", "sub-path"),
    Setting("phone", "script", "light", "strict"),
    Setting("desk", "no script", "dark", "strict"),
)


class Walk:
    """A reader on the front page, whose clicks are counted."""

    def __init__(self, watch: Watch, base: str, setting: Setting) -> None:
        self.page: Page = watch.page
        self.base = base
        self.script = setting.script == "script"
        self.phone = setting.device == "phone"
        self.clicks = 0

    def home(self) -> Walk:
        """Begin anew."""
        self.page.goto(f"{self.base}/index.html")
        self.clicks = 0
        return self

    def press(self, place: Locator) -> None:
        """Click on what stays on the page."""
        self.clicks += 1
        assert self.clicks <= CLICKS
        place.click()

    def follow(self, link: Locator) -> None:
        """Click on a link, and be where it leads."""
        target = link.evaluate("each => each.href.baseVal ? new URL(each.href.baseVal, each.baseURI).href : each.href")
        self.press(link)
        self.page.wait_for_url(target)

    def door(self, question: str) -> None:
        """Follow a question of the front page."""
        self.follow(self.page.locator(".fp-door", has_text=question))

    def link(self, words: str, within: str = "article") -> Locator:
        """The first link of these words."""
        return self.page.locator(f"{within} a", has_text=words).first

    @property
    def article(self) -> Locator:
        return self.page.locator("article")

    def row(self, *words: str) -> Locator:
        """The first row of a table that holds all these words."""
        found = self.page.locator("article tbody tr")
        for each in words:
            found = found.filter(has_text=each)
        return found.first

    def shows(self, *words: str | re.Pattern[str], within: Locator | None = None) -> None:
        """All these words stand in the page where a reader sees them."""
        for each in words:
            expect(within or self.article).to_contain_text(each, use_inner_text=True, timeout=PATIENCE)

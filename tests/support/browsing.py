"""A browser for tests: who needs one, how it is started, and a page of which every complaint is noted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Response, sync_playwright

CHROMIUM = shutil.which("chromium")
IN_BROWSER = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]
"""The marks of a module whose every test needs a browser."""

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser that is closed afterwards."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def until(page: Page, condition: str) -> None:
    """Wait for a condition in the page; Playwright's own waiting asks for what the strict policy forbids."""
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(condition)


class Watch:
    """A page whose every word on the console, error, dialog and request that fails or leaves ``own`` is noted.

    A violated Content-Security-Policy is told on the console. ``options`` are those of a browser's context.
    """

    def __init__(self, browser: Browser, own: str, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests = 0
        self._own = own
        self.page.on("console", lambda said: self._note(f"console {said.type}: {said.text}"))
        self.page.on("pageerror", lambda error: self._note(f"error: {error}"))
        self.page.on("dialog", lambda dialog: self._note(f"dialog: {dialog.message}"))
        self.page.on("requestfailed", self._failed)
        self.context.on("request", self._asked)  # of workers too
        self.context.on("response", self._answered)

    def _note(self, complaint: str) -> None:
        self.complaints.append(f"{self.page.url}: {complaint}")

    def _failed(self, asked: Request) -> None:
        if asked.failure != "net::ERR_ABORTED":  # the page was left while it loaded
            self._note(f"failed: {asked.url}: {asked.failure}")

    def _asked(self, asked: Request) -> None:
        self.requests += 1
        if not asked.url.startswith((self._own, "about:", "data:", "blob:")):
            self._note(f"foreign request: {asked.url}")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self._note(f"answered {answer.status}: {answer.url}")

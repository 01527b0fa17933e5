"""What the tests of a site's looks walk: every kind of page, of a real ledger and of one with the longest words."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from support.events import Wire, changed, created, record_node, relation, thread
from support.surveys import survey_of

from fingerpost.reporter.pages.book import NAVIGATION, compose
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.mkdocs_site import write_site

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
LONG = "a" + "b" * 498 + "c"  # no place to break it
HEBREW = "לעגל פעם אחת, בסך כל החשבונית"
ARABIC = "التقريب مرة واحدة"
_FOLDERS = ("paths", "areas", "records", "commits", "threads", "actions", "issues", "prs", "findings")


def kinds_of(site: Path) -> dict[str, str]:
    """A page of every kind that a site has: its path by what it is. Of many of a kind, the one with the most in it."""
    found = {label.lower(): f"{address.site_path}.html" for label, address in NAVIGATION}
    for folder in _FOLDERS:
        pages = sorted((site / folder).glob("*/index.html"), key=lambda page: (page.stat().st_size, page))
        if pages:
            found[f"one of {folder}"] = pages[-1].relative_to(site).as_posix()
    forked = [
        page for page in (site / "records").glob("*/index.html") if "fp-branches--fork" in page.read_text("utf-8")
    ]
    if forked:
        found["a forked record"] = min(forked).relative_to(site).as_posix()
    return {kind: path for kind, path in found.items() if (site / path).is_file()}


def long_ledger() -> list[Wire]:
    """Words that cannot be broken, and words that run from right to left, wherever a ledger holds text."""
    scope = {"repo": LONG, "issue": LONG, "pr": LONG, "areas": [LONG, HEBREW], "paths": [f"{LONG}/{LONG}.py"]}
    actor = {"kind": "human", "id": LONG, "provider": LONG}
    evidence = [{"type": LONG, "url": f"https://example.invalid/{LONG}", "author": HEBREW, "text": LONG}]
    trust = {"level": "human_confirmed", "basis": LONG}
    long: dict[str, Any] = {
        "reason": LONG,
        "scope": scope,
        "evidence": evidence,
        "event": {"actor": actor, "trust": trust},
    }
    paths: dict[str, Any] = {"rejected_paths": [LONG, HEBREW], "preferred_paths": [LONG, ARABIC]}
    return [
        created(1, text=LONG, **long, **paths),
        created(2, text=f"{HEBREW}. {ARABIC}.", reason=f"{HEBREW}\nEnglish after it", **paths),
        changed(3, 1, 1, status="expired", lifecycle_reason=LONG, event={"actor": actor, "trust": trust}),
        changed(4, 1, 1, durability="durable", lifecycle_reason=HEBREW, event={"actor": actor, "trust": trust}),
        relation(5, "implements", {"kind": "commit", "id": LONG}, record_node(1), reason=LONG),
        relation(6, "informed_by", {"kind": "action", "id": LONG, "provider": LONG}, record_node(2), reason=HEBREW),
        thread(7, LONG),
    ]


def long_site(target: Path) -> Path:
    """A site of the longest words."""
    survey = survey_of(*long_ledger(), name=LONG)
    pages = compose(survey)
    beside = extra_files(survey, pages)
    write_site(pages, target, survey.page_of, name=LONG, epoch=1, progress=lambda what, done, total: None, extra=beside)
    return target


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # a page asks for many files at once, and one that is refused is asked for seconds later


class _Strict(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    policy: str | None = POLICY

    def end_headers(self) -> None:
        if self.policy is not None:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


class _Free(_Strict):
    policy = None


@contextmanager
def served(folder: Path, *, strict: bool = True) -> Iterator[str]:
    """A folder on loopback, under the strict policy or none: its address, without a slash at the end."""
    handler = partial(_Strict if strict else _Free, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()

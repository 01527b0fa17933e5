"""Where the pages of a site show the texts of a hostile ledger, and how a browser's own parser reads those pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from support.events import ident
from support.hostile import lines_shown, shown
from support.hostile_ledger import Made, Rotation, areas_of, events_of_record, has_line, raw_text, record_number

from fingerpost.ledger.events import Node
from fingerpost.reporter.pages.address import (
    Address,
    action_page,
    area_page,
    commit_page,
    issue_page,
    pr_page,
    record_page,
    thread_page,
)

READ = Path(__file__).with_name("hostile_pages.js").read_text(encoding="utf-8")
"""What a page must run before it is asked anything: it makes ``window.hostile``."""

Wanted = tuple[str, str, list[str]]
"""Elements by a selector; whether one of them must be (``is``), hold (``has``) or have as its title (``title``) a text;
and the texts of which one will do."""


@dataclass(frozen=True)
class Shape:
    """What pages consist of: their elements, attributes, classes and ways out, each with a page that has it."""

    parts: dict[str, str]

    def beyond(self, other: Shape) -> dict[str, str]:
        """What this has and the other has not."""
        return {part: page for part, page in self.parts.items() if part not in other.parts}


@dataclass(frozen=True)
class Examined:
    """What pages consist of, and what they do not show of what was asked for."""

    shape: Shape
    missing: list[Any]


def examine(page: Page, paths: Iterable[str], wanted: Iterable[tuple[str, Wanted]] = ()) -> Examined:
    """Have the browser read these pages of the open site, each once."""
    asked: dict[str, list[Wanted]] = {path: [] for path in paths}
    for path, want in wanted:
        asked[path].append(want)
    parts, missing = page.evaluate("(asked) => window.hostile.examine(asked)", list(asked.items()))
    return Examined(Shape(parts), missing)


def wanted_on_pages(made: Made, texts: Rotation) -> Iterator[tuple[str, Wanted]]:
    """Every text of the ledger at its places: the path of a page, and what must stand there."""
    areas = areas_of(texts)
    for record in range(len(texts)):
        for address, wants in (
            (record_page(ident("rec", record_number(record))), _on_record(texts, record)),
            (commit_page(made.commits[record]), _on_commit(texts, record)),
            *_on_named(texts, record),
        ):
            yield from ((_path(address), want) for want in wants)
        area = texts(record, "scope.area")
        for path in areas.get(area, ()):
            yield _path(area_page(area)), ("dd code", "is", [shown(path)])


def _path(address: Address) -> str:
    return f"{address.site_path}.html"


def _prose(text: str) -> str:
    return "\n".join(lines_shown(text))


def _heading(text: str) -> str:
    """The text of one line as a title has it."""
    return shown(text.strip(" \t\n").removesuffix("."))


def _on_record(texts: Rotation, record: int) -> Iterator[Wanted]:
    def of(name: str) -> str:
        return shown(texts(record, name))

    text = texts(record, "text")
    kind = "challenge" if record % 7 == 6 else of("kind")
    scope = f"issue {of('scope.issue')}; PR {of('scope.pr')}; area {of('scope.area')}; path {of('scope.path')}"
    source = f"{of('source.type')}, thread {of('source.thread_id')}, PR {of('source.pr')}, {of('source.url')}"
    evidence = f"{of('evidence.type')} by {of('evidence.author')}: {of('evidence.text')} {of('evidence.url')}"
    claim = f"({of('actor.provider')}) claims {of('trust.level')}, basis: {of('trust.basis')}, "
    changed = f" claims {of('changed.trust.level')}, basis: {of('changed.trust.basis')}"
    yield ".fp-prose p, h1", "is", [_prose(text), _heading(text)]
    yield ".fp-prose p", "is", [_prose(texts(record, "reason"))]
    yield ".fp-eyebrow .fp-muted", "is", [f"{kind}, {of('review_type')}"]
    yield "dd", "is", [scope]
    yield "dd", "is", [source]
    yield ".fp-branch li", "is", [evidence]
    yield ".fp-branch li", "is", [of("rejected")]
    yield ".fp-branch li", "is", [of("preferred")]
    yield "dd code", "is", [of("confidence")]
    yield "dd code", "is", [of("ttl")]
    yield "dd", "has", [claim]
    reason = texts(record, "lifecycle_reason")
    yield ".fp-timeline p, .fp-branches dd", "is", [_prose(reason), shown(reason)]
    yield ".fp-claim, .fp-branches dd", "has", [changed]
    yield "blockquote p", "is", [_prose(texts(record, "implements.reason"))]
    yield "blockquote p", "is", [_prose(texts(record, "informed_by.reason"))]
    yield "td span", "is", [of("derived_from.reason")]
    for actor in ("actor.id", "changed.actor.id", "implements.actor.id"):
        yield ".fp-who bdi, .fp-who[title]", "title", [of(actor)]
    action = Node("action", texts(record, "action.id"), texts(record, "action.provider"))
    node = Node(*(texts(record, f"node.{name}") for name in ("kind", "id", "provider")))
    yield "[title]", "title", [shown(action.spelled)]
    yield "td, td code, td [title]", "title", [of("node.id"), shown(node.spelled)]
    yield "td", "has", [of("node.kind")]
    yield "td", "has", [of("node.provider")]
    yield "[title]", "title", [shown(f"commit:{texts(record, 'named.commit')}"), of("named.commit")]
    for event in events_of_record(texts, record):
        yield ".fp-raw code", "is", ["\n".join(lines_shown(raw_text(event).strip("\n")))]


def _on_commit(texts: Rotation, record: int) -> Iterator[Wanted]:
    yield "blockquote p", "is", [_prose(texts(record, "implements.reason"))]
    yield ".fp-claim", "has", [f", basis: {shown(texts(record, 'implements.trust.basis'))} · "]
    for name in ("subject", "trailer.thread", *(["trailer.skip"] if record % 3 == 0 else [])):
        if has_line(texts(record, name)):
            yield "article *", "has", [shown(texts(record, name))]


def _on_named(texts: Rotation, record: int) -> Iterator[tuple[Address, list[Wanted]]]:
    """The pages of what a record names, each of which says its name."""

    def of(name: str) -> str:
        return shown(texts(record, name))

    rejected: Wanted = ("p", "has", [of("rejected")])
    for name, address in (("scope.issue", issue_page), ("scope.pr", pr_page)):
        yield address(texts(record, name)), [("article code, h1", "has", [of(name)]), rejected]
    yield area_page(texts(record, "scope.area")), [("h1", "is", [of("scope.area")])]
    thread_scope = f"issue {of('thread.issue')}; path {of('thread.path')}"
    thread: list[Wanted] = [(".fp-eyebrow code", "is", [of("thread_id")]), ("dd", "is", [thread_scope])]
    yield thread_page(texts(record, "thread_id")), thread
    yield commit_page(texts(record, "named.commit")), [(".fp-eyebrow code", "is", [of("named.commit")])]
    action = Node("action", texts(record, "action.id"), texts(record, "action.provider"))
    said: list[Wanted] = [
        (".fp-eyebrow code, .fp-eyebrow [title]", "title", [shown(action.spelled), of("action.id")]),
        ("blockquote p", "is", [_prose(texts(record, "informed_by.reason"))]),
    ]
    yield action_page(action.spelled), said


def wanted_of_record(record: dict[str, Any]) -> Iterator[Wanted]:
    """What the page of any record must show of its creation."""
    yield ".fp-prose p, h1", "is", [_prose(record["text"]), _heading(record["text"])]
    if record.get("reason"):
        yield ".fp-prose p", "is", [_prose(record["reason"])]
    for name in ("rejected_paths", "preferred_paths"):
        for text in record.get(name, ()):
            yield ".fp-branch li", "is", [shown(text)]

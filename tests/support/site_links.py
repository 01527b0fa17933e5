"""Every link that a built site or a Markdown tree holds, and whether it leads to something that is there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from markdown.extensions.toc import slugify
from markdown_it import MarkdownIt

HOST = MarkdownIt("commonmark").enable("table").enable("strikethrough")
"""Markdown as a code host reads it."""

_WAYS = {"href", "xlink:href", "src", "action", "poster", "data-fp-governs", "data-fp-graph"}
_NAMES = {"aria-labelledby", "aria-describedby", "aria-controls"}
_PART = re.compile(r"url\(\s*[\"']?(#[^\"')]*)[\"']?\s*\)")
_STYLE = re.compile(r"url\(\s*(?:\"([^\"]*)\"|'([^']*)'|([^\"')]*))\s*\)")
_MAP = re.compile(r"sourceMappingURL=([^\s*]+)")


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is written: in a file, relative to one (both by their path in the site), and whether it may leave.

    Only what a reader follows by choice may lead out of the site; what a page loads may not.
    """

    source: str
    base: str
    written: str
    may_leave: bool = False


@dataclass(slots=True)
class Crawl:
    """What was found: dead links in words, places outside, where each file leads, and how many links each kind had."""

    dead: list[str] = field(default_factory=list)
    outside: set[str] = field(default_factory=set)
    led: dict[str, set[str]] = field(default_factory=dict)
    followed: dict[str, int] = field(default_factory=dict)

    def reached(self, start: str) -> set[str]:
        """Every file that following links from ``start`` leads to."""
        seen: set[str] = set()
        left = {start}
        while left:
            path = left.pop()
            seen.add(path)
            left |= self.led.get(path, set()) - seen
        return seen


class _Reader(HTMLParser):
    """The ids of a page and its links, each with whether it may leave the site."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[tuple[str, bool]] = []
        self._config = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._config = ("id", "__config") in attrs
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name in _WAYS:
                self.links.append((value or "", tag == "a"))
            elif name in _NAMES:
                self.links += [(f"#{each}", False) for each in (value or "").split()]
            elif name == "srcset":
                self.links += [(each.split()[0], False) for each in (value or "").split(",")]
            self.links += [(each, False) for each in _PART.findall(value or "")]

    def handle_data(self, data: str) -> None:
        if self._config and data.strip():  # what the theme's script loads
            told = json.loads(data)
            self.links += [(told["search"], False), (f"{told['base']}/search/search_index.json", False)]


def _html(text: str, path: str, section: str) -> Iterator[Link]:
    return (Link(path, path, way, may_leave) for way, may_leave in _Reader(text).links)


def _markdown(text: str, path: str, section: str) -> Iterator[Link]:
    return _html(HOST.render(text), path, section)


def _xml(text: str, path: str, section: str) -> Iterator[Link]:
    for each in ElementTree.fromstring(text).iter():
        for name, value in each.attrib.items():
            if name.rpartition("}")[2] in ("href", "src"):
                yield Link(path, path, value, may_leave=True)
            for part in _PART.findall(value):
                yield Link(path, path, part)


def _style(text: str, path: str, section: str) -> Iterator[Link]:
    for ways in _STYLE.findall(text):
        yield Link(path, path, "".join(ways))
    for way in _MAP.findall(text):
        yield Link(path, path, way)


def _script(text: str, path: str, section: str) -> Iterator[Link]:
    for way in _MAP.findall(text):
        yield Link(path, path, way)
    if path.endswith(("paths/path_index.js", "graph/graph_data.js", "search/search_index.js")):
        front, _, data = text.partition("=")
        told = json.loads(data.strip().rstrip(";"))
        front = section and f"{section}/"
        if path.endswith("path_index.js"):
            pages = [f"{front}records/{each['page']}" for each in told["records"]]
            pages += [f"{front}paths/{page}" for _, page in told["folders"]]
            yield from (Link(path, "", f"{each}/index.html") for each in pages)
        elif path.endswith("graph_data.js"):
            yield from (Link(path, "", f"{front}{each}/index.html") for each in _graph_pages(told))
        else:
            yield from _search(told, path, section)


def _graph_pages(told: dict[str, Any]) -> Iterator[str]:
    yield from (page for _, page in told["areas"] if page)
    for kind, name, _, page, *_ in told["nodes"]:
        if page:
            yield f"{told['folders'][told['kinds'][kind]]}/{name}" if page == 1 else page


def _search(told: dict[str, Any], path: str, section: str) -> Iterator[Link]:
    for each in told["docs"]:
        if each["location"].startswith(section):
            yield Link(path, "", each["location"] or ".")


def _data(text: str, path: str, section: str) -> Iterator[Link]:
    told = json.loads(text)
    if path.endswith("search/search_index.json"):
        yield from _search(told, path, section)
    elif not path.endswith(".schema.json"):
        yield Link(path, path, told["schema"])
        yield from (Link(path, f"{section}/x" if section else "", page) for page in _values(told, "page"))


def _values(told: Any, key: str) -> Iterator[str]:
    """Every text that stands under a key, at any depth."""
    if isinstance(told, dict):
        if isinstance(told.get(key), str):
            yield told[key]
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            yield from _values(each, key)


_KINDS: dict[str, Callable[[str, str, str], Iterator[Link]]] = {
    ".html": _html,
    ".md": _markdown,
    ".xml": _xml,
    ".svg": _xml,
    ".css": _style,
    ".js": _script,
    ".json": _data,
}


def crawl(site: Path, section: str = "", *, folders: bool = False) -> Crawl:
    """Follow every link of a site's files: of all, or of those in ``section`` and of what searches it.

    ``folders``: a link may name a folder, for the page in it. A host that serves the site answers so; a disk does not.
    """
    found = Crawl()
    ids: dict[Path, set[str]] = {}
    for file in sorted((site / section).rglob("*")) + (sorted((site / "search").glob("*")) if section else []):
        if file.suffix in _KINDS and file.is_file():
            path = file.relative_to(site).as_posix()
            for link in _KINDS[file.suffix](file.read_text(encoding="utf-8"), path, section):
                found.followed[file.suffix] = found.followed.get(file.suffix, 0) + 1
                problem = _follow(link, site, found, folders, partial(_ids, ids))
                if problem:
                    found.dead.append(f"{path}: {link.written!r} {problem}")
    return found


def _follow(link: Link, site: Path, found: Crawl, folders: bool, ids_of: Callable[[Path], set[str]]) -> str:
    """What is wrong with a link, in words; empty if nothing is."""
    way = urlsplit(link.written)
    if way.scheme == "data":
        return ""
    if way.scheme or way.netloc:
        found.outside.add(link.written)
        allowed = link.may_leave and way.scheme in ("https", "http", "mailto")
        return "" if allowed else "leaves the site"
    target = normpath(join(dirname(link.base), unquote(way.path))) if way.path else link.source
    if target.startswith(("/", "..")):
        return "leads out of the site"
    file = site / target
    if folders and file.is_dir():
        file /= "index.html"
    if not file.is_file():
        return "leads nowhere"
    found.led.setdefault(link.source, set()).add(file.relative_to(site).as_posix())
    if way.fragment and unquote(way.fragment) not in ids_of(file):
        return "names a part that is not there"
    return "" if link.written else "is empty"


def _headings(text: str) -> Iterator[str]:
    """The words of each heading, of which a code host makes an id."""
    tokens = HOST.parse(text)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            yield "".join(part.content for part in inline.children or ())


def _ids(known: dict[Path, set[str]], file: Path) -> set[str]:
    if file not in known:
        text = file.read_text(encoding="utf-8")
        if file.suffix in (".svg", ".xml"):
            known[file] = {each.attrib["id"] for each in ElementTree.fromstring(text).iter() if "id" in each.attrib}
        elif file.suffix == ".md":
            known[file] = {slugify(heading, "-") for heading in _headings(text)}
        else:
            known[file] = _Reader(text).ids if file.suffix == ".html" else set()
    return known[file]

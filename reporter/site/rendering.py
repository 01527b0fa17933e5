"""Pages as HTML or Markdown: Jinja templates spell the blocks, and every value is made inert on its way out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateNotFound
from markdown.extensions.toc import slugify, unique

from ... import site_templates
from ...ledger import inert
from ...ledger.events import Node
from ..graph.drawing import Drawing, spell
from ..pages.address import Address, site_link, tree_link
from ..pages.blocks import Block, Fold, Heading, Notice, Page, Picture, SideBySide
from ..pages.book import NAVIGATION
from .tree_tables import entries, too_wide


class Flavour(StrEnum):
    """What a page is for: a site, where it is HTML, or a code host, where it is plain Markdown."""

    SITE = "site"
    TREE = "tree"

    def link(self, source: Address, target: Address) -> str:
        """The relative link from one page to another."""
        return site_link(source, target) if self is Flavour.SITE else tree_link(source, target)

    def path(self, address: Address) -> str:
        """The file of a page; in a site, as MkDocs names the source of one."""
        return f"{address.site_path if self is Flavour.SITE else address.tree_path}.md"


class _Templates(BaseLoader):
    """Templates as they lie in the package, wherever that is installed."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:  # noqa: ARG002
        found = files(site_templates).joinpath(template)
        if not found.is_file():
            raise TemplateNotFound(template)
        return found.read_text(encoding="utf-8"), None, None


@cache
def environment() -> Environment:
    """The one environment for pages.

    ``autoescape`` keeps apart what a template wrote and what it was given; ``finalize`` encodes the latter before
    Jinja's own escaping would, which leaves what is encoded alone. So no template can forget to.
    """
    return Environment(
        loader=_Templates(),
        autoescape=True,
        finalize=inert.finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


_PAGES = {Flavour.SITE: "site/page.html.j2", Flavour.TREE: "tree/page.md.j2"}
# Sections that say nearly the same on every record page stay out of the search index, so that it stays small.
_UNSEARCHED = frozenset({"availability", "causality", "what-is-unknown", "chain", "neighbourhood", "raw-events"})


@cache
def _template(flavour: Flavour) -> Template:
    return environment().get_template(_PAGES[flavour])


@dataclass(frozen=True, slots=True)
class Anchor:
    """A heading of a page and the id that leads to it; not ``searched``: search must leave its section out."""

    level: int
    id: inert.Safe
    text: inert.Safe
    searched: bool


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file of the result: its path relative to the root, with ``/``, and its text.

    ``asides`` are blocks of HTML that the text only has places for: tables and drawings, which no search index and no
    other plugin needs to look at. :func:`put_back` fills the places in the finished page. ``anchors`` are the headings
    of a page of a site, in their order.
    """

    path: str
    text: str
    asides: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()


_PLACE = re.compile(r'<div data-fp-place="([0-9]+)"></div>|<!--fp-place-([0-9]+)-->')


def put_back(html: str, asides: Sequence[str]) -> str:
    """A page with its asides in their places. No text of the ledger can look like a place: its marks are encoded."""
    return _PLACE.sub(lambda found: asides[int(found[1] or found[2])], html)


_PLAIN_WAY = re.compile(r"[a-z0-9_./-]+", re.IGNORECASE)  # nothing in it acts anywhere, and so it may stay readable
_GAPS = re.compile(r"\n{3,}")  # no text of the ledger holds a line break as it is
PageOf = Callable[[Node], Address | None]


def render(page: Page, flavour: Flavour, page_of: PageOf) -> Rendered:
    """One page as its flavour spells it. ``page_of`` says which page the node of a drawing has."""

    def href(target: Address) -> str:
        way = flavour.link(page.address, target)
        return inert.Safe(way) if _PLAIN_WAY.fullmatch(way) else way

    def leads_to(node: Node) -> str | None:
        target = page_of(node)
        return None if target is None or target == page.address else href(target)

    def svg(drawing: Drawing) -> inert.Safe:
        return spell(drawing, leads_to)

    anchors: list[Anchor] = []
    ids: set[str] = {"top"}

    def anchor(heading: Heading) -> Anchor:
        name = unique(slugify(heading.text, "-"), ids)
        level = 2 if heading.level <= 2 else 3
        searched = page.searched and heading.searched and name not in _UNSEARCHED
        anchors.append(Anchor(level, inert.Safe(name), inert.text(heading.text), searched))
        return anchors[-1]

    asides: list[str] = []

    def aside(block: inert.Safe) -> inert.Safe:
        asides.append(str(block))
        return inert.Safe(f'<div data-fp-place="{len(asides) - 1}"></div>')

    def ahead(block: inert.Safe) -> inert.Safe:
        """An aside ahead of the title: any element there would make search take the page for two."""
        asides.append(str(block))
        return inert.Safe(f"<!--fp-place-{len(asides) - 1}-->")

    context: Mapping[str, Any] = {
        "page": page,
        "href": href,
        "svg": svg,
        "anchor": anchor,
        "aside": aside,
        "ahead": ahead,
        "link": inert.link,
        "prose": inert.prose,
        "verbatim": inert.verbatim,
        "too_wide": too_wide,
        "entries": entries,
        "indexes": tuple(dict.fromkeys(NAVIGATION)) if flavour is Flavour.TREE else (),
    }
    text = _template(flavour).render(context)
    if flavour is Flavour.TREE:
        text = _GAPS.sub("\n\n", text)
    return Rendered(flavour.path(page.address), text, tuple(asides), tuple(anchors))


def render_all(pages: Iterable[Page], flavour: Flavour, page_of: PageOf) -> Iterator[Rendered]:
    """Every page in turn; in a tree each drawing is a file beside its page."""
    for page in pages:
        rendered = render(page, flavour, page_of)
        yield rendered
        if flavour is Flavour.TREE:
            folder = rendered.path.rpartition("/")[0]
            for picture in _pictures(page.blocks):
                text = f"{spell(picture.drawing, lambda _: None)}\n"
                yield Rendered(f"{folder}/{picture.name}.svg" if folder else f"{picture.name}.svg", text)


def _pictures(blocks: Iterable[Block]) -> Iterator[Picture]:
    """Every drawing of some blocks, those within other blocks too."""
    for block in blocks:
        if isinstance(block, Picture):
            yield block
        elif isinstance(block, Notice | Fold):
            yield from _pictures(block.blocks)
        elif isinstance(block, SideBySide):
            for column in block.columns:
                yield from _pictures(column.blocks)

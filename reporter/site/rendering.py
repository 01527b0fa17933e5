"""Pages as Markdown: Jinja templates spell the blocks, and every value is made inert on its way out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, TemplateNotFound

from ... import site_templates
from ...ledger import inert
from ...ledger.events import Node
from ..graph.drawing import Drawing, spell
from ..pages.address import Address, site_link, tree_link
from ..pages.blocks import Page, Picture


class Flavour(StrEnum):
    """What the Markdown is for: MkDocs, where blocks are HTML, or a code host, where they are plain Markdown."""

    SITE = "site"
    TREE = "tree"

    def link(self, source: Address, target: Address) -> str:
        """The relative link from one page to another."""
        return site_link(source, target) if self is Flavour.SITE else tree_link(source, target)

    def path(self, address: Address) -> str:
        """The file of a page."""
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


@cache
def _template(flavour: Flavour) -> Template:
    return environment().get_template(f"{flavour}/page.md.j2")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file of the result: its path relative to the root, with ``/``, and its text.

    ``asides`` are blocks of HTML that the text only has places for: tables and drawings, which neither Markdown nor
    the search index needs to look at. :func:`put_back` fills the places in the finished page.
    """

    path: str
    text: str
    asides: tuple[str, ...] = ()


_PLACE = re.compile(r'<div data-fp-place="([0-9]+)"></div>')


def put_back(html: str, asides: Sequence[str]) -> str:
    """A page with its asides in their places. No text of the ledger can look like a place: its marks are encoded."""
    return _PLACE.sub(lambda found: asides[int(found[1])], html)


PageOf = Callable[[Node], Address | None]


def render(page: Page, flavour: Flavour, page_of: PageOf) -> Rendered:
    """One page as Markdown. ``page_of`` says which page the node of a drawing has."""

    def href(target: Address) -> str:
        return flavour.link(page.address, target)

    def leads_to(node: Node) -> str | None:
        target = page_of(node)
        return None if target is None or target == page.address else href(target)

    def svg(drawing: Drawing) -> inert.Safe:
        return spell(drawing, leads_to)

    asides: list[str] = []

    def aside(block: inert.Safe) -> inert.Safe:
        asides.append(str(block))
        return inert.Safe(f'<div data-fp-place="{len(asides) - 1}"></div>')

    context: Mapping[str, Any] = {
        "page": page,
        "href": href,
        "svg": svg,
        "aside": aside,
        "link": inert.link,
        "prose": inert.prose,
        "verbatim": inert.verbatim,
    }
    text = _template(flavour).render(context)
    return Rendered(flavour.path(page.address), text, tuple(asides))


def render_all(pages: Iterable[Page], flavour: Flavour, page_of: PageOf) -> Iterator[Rendered]:
    """Every page in turn; in a tree each drawing is a file beside its page."""
    for page in pages:
        rendered = render(page, flavour, page_of)
        yield rendered
        if flavour is Flavour.TREE:
            folder = rendered.path.rpartition("/")[0]
            for block in page.blocks:
                if isinstance(block, Picture):
                    text = f"{spell(block.drawing, lambda _: None)}\n"
                    yield Rendered(f"{folder}/{block.name}.svg" if folder else f"{block.name}.svg", text)

"""The one pipeline from pages to a site: a MkDocs plugin, for a site of its own as for a section of another site."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as MkDocsPage

from ..feeds.feed_blocks import FEED, feed_link
from ..pages.address import HOME, Address
from ..pages.blocks import Page
from ..pages.book import GROUPS, NAVIGATION
from .assets import SCRIPT, STYLE, script, style
from .generated import GeneratedFile, GeneratedPage, add_files, generated
from .publication import Publication
from .rendering import Flavour, Rendered, put_back, render

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import StructureItem
    from mkdocs.structure.files import Files

    _Plugin = BasePlugin[Any]
else:
    _Plugin = BasePlugin

_SHOWN = frozenset(address for _, address in NAVIGATION)
_OVERVIEW = "Overview"  # what the front page is called within another site


class PagesPlugin(_Plugin):  # type: ignore[no-untyped-call]  # its base has no types for being subclassed
    """Adds the pages of a publication to the site that MkDocs builds.

    ``prefix`` is the folder that they lie in, empty or ending in ``/``. ``label`` is the title of their section in the
    site's navigation; None makes them the whole site.
    """

    prefix: str = ""
    label: str | None = None

    def __init__(self) -> None:
        super().__init__()
        self.published: Publication | None = None
        self.pages: dict[str, GeneratedPage] = {}
        self.files: list[GeneratedFile] = []

    def publication(self, config: MkDocsConfig) -> Publication | None:
        """What to publish in this build; None for nothing. Raises PluginError where it cannot be read."""
        raise NotImplementedError

    def page_done(self) -> None:
        """Called when a page of ours is finished."""

    def spell(self, page: Page) -> Rendered:
        """A page as HTML."""
        assert self.published is not None
        return render(page, Flavour.SITE, self.published.page_of)

    def on_config(self, config: MkDocsConfig) -> None:
        """Find out what is published, and have every page load our one stylesheet and script."""
        self.published = self.publication(config)
        if self.published is None or self.label is None:
            return  # the theme of a site of its own loads them, the script before all others
        sheet, code = f"{self.prefix}assets/{STYLE}", f"{self.prefix}assets/{SCRIPT}"
        if sheet not in config.extra_css:
            config.extra_css.insert(0, sheet)  # so that the site's own styles can overrule it
        if code not in map(str, config.extra_javascript):
            config.extra_javascript.append(code)

    @event_priority(-100)
    def on_files(self, files: Files, config: MkDocsConfig) -> None:
        """Add our pages and files, where nothing else stands."""
        self.pages, self.files = {}, []
        if self.published is None:
            return
        alone = self.label is None
        contents: dict[str, bytes] = {
            f"assets/{STYLE}": style(alone=alone),
            f"assets/{SCRIPT}": script(alone=alone),
        }
        _must_be_free(files, self.prefix, self.published, contents)
        labels = {address: label for label, address in NAVIGATION}
        if not alone:
            labels[HOME] = _OVERVIEW
        for page in self.published.pages:
            file = generated(config, f"{self.prefix}{Flavour.SITE.path(page.address)}", "")
            made = GeneratedPage(page, labels.get(page.address), file, config, self.spell)
            made.hidden = ("navigation",) if alone else ()  # where tabs are all the navigation there is
            self.pages[file.src_uri] = made
            self.files.append(file)
            files.append(file)
        home = self.home
        if home is not None and not alone and config.nav is None:
            home.file.inclusion = InclusionLevel.INCLUDED  # a navigation made of folders has a place for it
        self.files += add_files(files, config, self.prefix, {**self.published.extra, **contents})

    @property
    def home(self) -> GeneratedPage | None:
        """The front page."""
        return self.pages.get(f"{self.prefix}{Flavour.SITE.path(HOME)}")

    def _listed(self) -> list[StructureItem]:
        """The index pages by group. Within another site the first group is the section itself, next to the overview."""
        listed: list[StructureItem] = []
        for number, (label, members) in enumerate(GROUPS):
            pages = [page for _, address in members if (page := self._index(address)) is not None]
            if len(members) == 1 or (number == 1 and self.label is not None):
                listed += pages
            elif pages:
                listed.append(Section(label, [*pages]))
        return listed

    def _index(self, address: Address) -> GeneratedPage | None:
        return self.pages.get(f"{self.prefix}{Flavour.SITE.path(address)}")

    def _place_the_rest(self) -> None:
        """Have a page that the navigation does not show belong where the index of its folder stands."""
        for page in self.pages.values():
            index = self._index(Address(page.source.address.folder.partition("/")[0]))
            if index is not None and page.source.address not in _SHOWN:
                page.within, page.parent = index, index.parent

    @event_priority(-100)
    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation | None:  # noqa: ARG002
        """Give the index pages their place in the navigation, where nobody else has placed them."""
        listed = self._listed()
        if not listed:
            return None
        if self.label is None:
            navigation = _chained([*nav.items, *listed])
            self._place_the_rest()
            return navigation
        placed = [page for page in nav.pages if isinstance(page, GeneratedPage)]
        section = Section(self.label, listed)
        if not placed:
            return _chained([*nav.items, section])
        if placed != [self.home] or not _put(nav.items, placed[0], section, None):
            return None  # the site lists several of our pages: it places them itself
        return _chained(nav.items)

    @event_priority(100)
    def on_page_context(self, context: Any, page: MkDocsPage, **_: Any) -> Any:
        """Spell a page of ours, before any other plugin looks at it."""
        if isinstance(page, GeneratedPage):
            page.fill()
        return context

    @event_priority(100)
    def on_post_page(self, output: str, page: MkDocsPage, **_: Any) -> str:
        """Put the tables and drawings of a page of ours in their places."""
        if not isinstance(page, GeneratedPage):
            return output
        output = put_back(output, page.let_go())
        if self.published is not None and FEED in self.published.extra:
            output = output.replace("</head>", f"{feed_link(page.source.address)}</head>", 1)
        self.page_done()
        return output


def _must_be_free(files: Files, prefix: str, publication: Publication, contents: Mapping[str, bytes]) -> None:
    """Raise PluginError where another file of the site stands at one of our paths."""
    taken = {file.dest_uri: file.src_uri for file in files}
    wanted = [f"{page.address.site_path}.html" for page in publication.pages]
    for path in (*wanted, *publication.extra, *contents):
        if f"{prefix}{path}" in taken:
            raise PluginError(
                f"fingerpost: {taken[prefix + path]} of the site stands where {prefix}{path} is to be written; "
                "choose another prefix"
            )


def _put(items: list[StructureItem], home: MkDocsPage, section: Section, within: Section | None) -> bool:
    """Put our section where the front page stands, or in the place of a section that holds nothing else."""
    for place, item in enumerate(items):
        children = item.children if isinstance(item, Section) else None
        if item is home or children == [home]:
            items[place] = section
            section.parent = within
            return True
        if isinstance(item, Section) and _put(item.children, home, section, item):
            return True
    return False


def _chained(items: list[StructureItem]) -> Navigation:
    """A navigation whose pages know their parents, and which of them come before and after."""
    pages = list(_pages_of(items))
    for before, after in pairwise([None, *pages, None]):
        if before is not None:
            before.next_page = after
        if after is not None:
            after.previous_page = before
    return Navigation(items, pages)


def _pages_of(items: list[StructureItem]) -> Iterator[MkDocsPage]:
    for item in items:
        if isinstance(item, Section):
            for child in item.children:
                child.parent = item
            yield from _pages_of(item.children)
        elif isinstance(item, MkDocsPage):
            yield item

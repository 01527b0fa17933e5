"""Files and pages that MkDocs takes from memory, whose HTML no Markdown and no other plugin's Markdown hook sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from ...ledger import inert
from ..pages.blocks import Page
from .rendering import Anchor, Rendered

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

Render = Callable[[Page], Rendered]


class GeneratedPage(MkDocsPage):
    """A page of ours among those of MkDocs.

    Its Markdown is empty, so that nothing in the ledger's texts can act on the way: no front matter, no macro, no
    extension. The HTML is spelled when the theme wants it, and let go of when the page is written.
    """

    hidden: tuple[str, ...] = ()
    """Parts of the theme that the page does without."""

    within: GeneratedPage | None = None
    """The page of the navigation that this one belongs to, where it is not in the navigation itself."""

    def __init__(self, page: Page, label: str | None, file: File, config: MkDocsConfig, render: Render) -> None:
        title = str(inert.text(page.title))
        super().__init__(title if label is None else label, file, config)
        self.source = page
        self._meta_title = title
        self._spell = render
        self._asides: tuple[str, ...] = ()

    def read_source(self, config: MkDocsConfig) -> None:  # noqa: ARG002
        """There is no source."""
        self.markdown, self.meta = "", {}

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002
        """Say what the theme and search must know; the HTML comes later, in :meth:`fill`."""
        self.content = ""
        self.meta = self.facts()

    def facts(self) -> dict[str, Any]:
        """What a page's front matter would say."""
        facts: dict[str, Any] = {"title": self._meta_title}
        if not (self.source.searched or self.source.known_as):
            facts["search"] = {"exclude": True}
        hidden = [*self.hidden, *(["toc"] if self.source.wide else [])]
        if hidden:
            facts["hide"] = hidden
        return facts

    def fill(self) -> None:
        """Spell the HTML and the table of contents."""
        rendered = self._spell(self.source)
        self.content, self._asides = rendered.text, rendered.asides
        self.toc = _contents(rendered.anchors)

    def let_go(self) -> Sequence[str]:
        """The asides of the finished page, which has no more need of what it was made of."""
        asides, self._asides = self._asides, ()
        self.content, self.toc = "", TableOfContents([])
        return asides


class GeneratedFile(File):
    """A file from memory. In a build of only what changed, ``changed`` says whether this one did."""

    changed = True

    def is_modified(self) -> bool:
        """Whether a build of only what changed must write it."""
        return self.changed


def _contents(anchors: Sequence[Anchor]) -> TableOfContents:
    top: list[AnchorLink] = []
    for anchor in anchors:
        link = AnchorLink(str(anchor.text), str(anchor.id), anchor.level)
        (top[-1].children if anchor.level > 2 and top else top).append(link)
    if top:
        top[0].active = True  # type: ignore[attr-defined]
    return TableOfContents(top)


def generated(config: MkDocsConfig, path: str, content: str | bytes) -> GeneratedFile:
    """A file at ``path`` of the site's sources that is in no navigation of MkDocs' own making."""
    file = GeneratedFile(
        path,
        src_dir=None,
        dest_dir=config.site_dir,
        use_directory_urls=config.use_directory_urls,
        inclusion=InclusionLevel.NOT_IN_NAV,
    )
    file.generated_by = "fingerpost"
    if isinstance(content, str):
        file.content_string = content
    else:
        file.content_bytes = content
    return file


def add_files(files: Files, config: MkDocsConfig, prefix: str, contents: Mapping[str, bytes]) -> list[GeneratedFile]:
    """Add files below the prefix, in the order of their names."""
    added = [generated(config, f"{prefix}{path}", contents[path]) for path in sorted(contents)]
    for file in added:
        files.append(file)
    return added

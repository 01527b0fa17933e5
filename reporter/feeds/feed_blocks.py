"""Links to the files beside the pages. A tree of Markdown has none of those files, and so shows no such links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..pages.address import Address, file_link

FEED = "feed.xml"
BADGE = "badge.svg"
API = "api/v1"


@dataclass(frozen=True, slots=True)
class Offered:
    """One file: its path in the site, what it is called, and what it is for."""

    path: str
    label: str
    about: str


@dataclass(frozen=True, slots=True)
class Offers:
    """Files that the page at ``source`` leads to."""

    source: Address
    files: tuple[Offered, ...]
    kind: ClassVar[str] = "offers"

    @property
    def links(self) -> tuple[tuple[str, str, str], ...]:
        """The way to each file from the page, its label, and what it is for."""
        return tuple((file_link(self.source, each.path), each.label, each.about) for each in self.files)


def feed_link(source: Address) -> str:
    """What the head of a page says of the feed, so that a feed reader finds it. All of it is ours and plain.

    For a bare ``alternate`` the theme would look for a sitemap, and there is none.
    """
    return f'<link rel="feed alternate" type="application/atom+xml" title="Changes" href="{file_link(source, FEED)}">'


CHANGES_FEED = Offered(FEED, "Atom feed", "the latest of these changes, for a feed reader")
DATA = (
    Offered(f"{API}/records.json", "records.json", "every record with its chain, and every version in dispute"),
    Offered(f"{API}/graph.json", "graph.json", "nodes and edges: what was declared, what receipts state"),
    Offered(f"{API}/findings.json", "findings.json", "what lint finds"),
    Offered(f"{API}/paths.json", "paths.json", "which paths, areas, issues and pull requests direction names"),
    Offered(FEED, "feed.xml", "the latest changes, for a feed reader (Atom)"),
    Offered(BADGE, "badge.svg", "how the ledger stands, in a word"),
)

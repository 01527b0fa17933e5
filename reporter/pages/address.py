"""Where pages lie, and how one leads to another: relative links that work from a sub-path and from ``file://``."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from posixpath import dirname, relpath

_PLAIN_ID = re.compile(r"(?:rec|evt|thr|prj|rel|rcp)_[0-9a-f-]{36}|[0-9a-f]{4,64}")
_UNSAFE = re.compile(r"[^a-z0-9]+")
_SLUG_LENGTH = 40


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A page: ``folder`` of the site's sections (empty for the front page) and the page's own name in it, if any."""

    folder: str = ""
    name: str = ""

    @property
    def site_path(self) -> str:
        """The page's file in a site, without its suffix: always a folder's index."""
        return "/".join(part for part in (self.folder, self.name, "index") if part)

    @property
    def tree_path(self) -> str:
        """The page's file in a Markdown tree, without its suffix: a folder's README, or a file of its own."""
        return "/".join(part for part in (self.folder, self.name or "README") if part)


HOME = Address()
RECORDS = Address("records")
COMMITS = Address("commits")
FORKS = Address("forks")
STALE = Address("stale")
FINDINGS = Address("findings")
ABOUT = Address("about")


def slug(identifier: str) -> str:
    """A file name for any id: ids of the protocol and hex commit ids as they are, all else bounded and hashed.

    Names are lower case and never collide, also on systems that fold case.
    """
    if _PLAIN_ID.fullmatch(identifier):
        return identifier
    digest = hashlib.sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    words = _UNSAFE.sub("-", identifier.lower()).strip("-")[:_SLUG_LENGTH].strip("-")
    return f"{words}-{digest}" if words else f"id-{digest}"


def record_page(record_id: str) -> Address:
    """The page of a record."""
    return Address("records", slug(record_id))


def commit_page(commit_id: str) -> Address:
    """The page of a commit as the ledger names it."""
    return Address("commits", slug(commit_id))


def site_link(source: Address, target: Address) -> str:
    """The relative link between two pages of a site, naming ``index.html`` so that ``file://`` can follow it."""
    return relpath(f"{target.site_path}.html", dirname(source.site_path) or ".")


def tree_link(source: Address, target: Address) -> str:
    """The relative link between two files of a Markdown tree."""
    return relpath(f"{target.tree_path}.md", dirname(source.tree_path) or ".")

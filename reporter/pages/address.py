"""Where pages lie, and how one leads to another: relative links that work from a sub-path and from ``file://``."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
CHANGES = Address("changes")
REJECTED = Address("rejected")
FINDINGS_BY_RECORD = Address("findings", "by-record")
THREADS = Address("threads")
ACTIONS = Address("actions")
COVERAGE = Address("coverage")
GRAPH = Address("graph")
PATHS = Address("paths")
AREAS = Address("areas")
ISSUES = Address("issues")
PRS = Address("prs")


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


def records_part(group: str, part: int = 1) -> Address:
    """A part of the records of one area or month, counted from 1."""
    return Address("records/by", slug(group) if part == 1 else f"{slug(group)}-{part}")


def rule_page(code: str) -> Address:
    """The page of a rule of lint that found something."""
    return Address("findings", code.lower())


def thread_page(thread_id: str) -> Address:
    """The page of a thread of the ledger."""
    return Address("threads", slug(thread_id))


def action_page(spelled: str) -> Address:
    """The page of an action or a message, by its kind, provider and id as a command line spells them."""
    return Address("actions", slug(spelled))


def folder_page(path: str) -> Address:
    """The page of a folder, which is a path without a slash at its end; the repository's own is the tree's."""
    return Address("paths", slug(path)) if path else PATHS


def area_page(area: str) -> Address:
    """The page of an area."""
    return Address("areas", slug(area))


def issue_page(issue: str) -> Address:
    """The page of an issue as the ledger names it."""
    return Address("issues", slug(issue))


def pr_page(pr: str) -> Address:
    """The page of a pull request as the ledger names it."""
    return Address("prs", slug(pr))


PLACE_PAGES: Mapping[str, Callable[[str], Address]] = {"area": area_page, "issue": issue_page, "pr": pr_page}
"""The pages of what may be named in a scope, by its kind."""


def site_link(source: Address, target: Address) -> str:
    """The relative link between two pages of a site, naming ``index.html`` so that ``file://`` can follow it."""
    return _relative(f"{target.site_path}.html", source.site_path)


def file_link(source: Address, path: str) -> str:
    """The relative link from a page of a site to a file beside the pages, by its path in the site."""
    return _relative(path, source.site_path)


def tree_link(source: Address, target: Address) -> str:
    """The relative link between two files of a Markdown tree."""
    return _relative(f"{target.tree_path}.md", source.tree_path)


def _relative(target: str, source: str) -> str:
    """The way from one file to another, both relative to the root; posixpath would ask where this process works."""
    steps, above = target.split("/"), source.split("/")[:-1]
    shared = 0
    while shared < min(len(steps) - 1, len(above)) and steps[shared] == above[shared]:
        shared += 1
    return "/".join([".."] * (len(above) - shared) + steps[shared:])

"""A hostile ledger and its harmless twin as sites: what the pages of the one may consist of, the other shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from support.command import fingerpost
from support.hostile import STRINGS
from support.hostile_ledger import Made, Rotation, make

HOSTILE = Rotation(STRINGS)

HARMLESS = Rotation(
    (
        *(
            "decision",
            "a few words",
            "One sentence. Another one",
            "two\nlines",
            "three\n\nlines",
            "src/app.py",
            "src/**",
        ),
        *("https://example.invalid/page", "mailto:mara@example.invalid", "לעגל פעם אחת", "a", "BILL-1", "7", "desk"),
        *("word" * 40, "many words " * 20, "human_confirmed", "agent_asserted", "act-1", "docs/readme.md", "a\tb"),
        *("soft\u00adhyphen", "issue", "pr", "thread-1", "lib/x.py", "review", "example", "café", "one/two/three.py"),
        *("named", "claimed", "seen", "sync", "evidence", "message", "note", "x", "y", "z"),
    )
)
"""Texts as people write them, in all the shapes that pages tell apart: long, of several lines, addresses, hidden."""


@dataclass(frozen=True)
class Built:
    """A made repository and what was built of it."""

    made: Made
    site: Path

    @property
    def pages(self) -> list[str]:
        """Its pages, by their path in the site."""
        return sorted(page.relative_to(self.site).as_posix() for page in self.site.rglob("*.html"))


def build_site(root: Path, texts: Rotation) -> Built:
    """The repository and its site, in a folder."""
    made = make(root / "repository", texts)
    built = fingerpost("build", made.root, "--out", root / "site", "--runtime", "auto")
    assert built.code == 0, built.err
    return Built(made, root / "site")


def build_tree(root: Path, texts: Rotation) -> Built:
    """The repository and its tree of Markdown, in a folder."""
    made = make(root / "repository", texts)
    built = fingerpost("build", made.root, "--markdown", root / "tree", "--runtime", "auto")
    assert built.code == 0, built.err
    return Built(made, root / "tree")


@cache
def hostile_site() -> Built:
    """The site of the hostile ledger, built once in a process."""
    return build_site(_folder(), HOSTILE)


@cache
def harmless_site() -> Built:
    """The site of its twin, built once in a process."""
    return build_site(_folder(), HARMLESS)


_KEPT: list[TemporaryDirectory[str]] = []  # each is deleted when the process ends


def _folder() -> Path:
    _KEPT.append(TemporaryDirectory(prefix="fingerpost-hostile-"))
    return Path(_KEPT[-1].name)

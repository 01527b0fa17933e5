"""Every relative link of the documentation leads to a file that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/billing/README.md")
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / name for name in OUTSIDE)])

_FENCE = re.compile(r"^(`{3,}).*?^\1", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def links_of(text: str) -> list[str]:
    return _LINK.findall(_CODE.sub("", _FENCE.sub("", text)))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_relative_links_lead_somewhere(page: Path) -> None:
    lost = []
    for link in links_of(page.read_text("utf-8")):
        target = link.split("#")[0]
        if _ELSEWHERE.match(link) or not target:
            continue
        if not (page.parent / target).exists():
            lost.append(link)
    assert lost == []


def test_every_page_was_looked_at() -> None:
    assert len(PAGES) > 20
    assert sum(len(links_of(page.read_text("utf-8"))) for page in PAGES) > 100


def test_links_in_code_do_not_count() -> None:
    assert links_of("[a](b.md) `[c](d.md)`\n```text\n[e](f.md)\n```\n![g](h.png)") == ["b.md", "h.png"]

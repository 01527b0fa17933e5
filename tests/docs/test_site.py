"""The project's own site builds without a complaint and fetches nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_FETCHED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\ssrc=[\"']?(https?:)?//|<link\b[^>]*rel=[\"']?(?:stylesheet|preconnect|preload)[^>]*href=[\"']?(https?:)?//"
)


def test_the_site_builds_strictly_and_stands_alone(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "site"],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) > 60
    assert [page.name for page in pages if _FETCHED.search(page.read_text("utf-8"))] == []
    assert not (tmp_path / "site/generate.py").exists()
    # The example's direction is a section of the site where the example has been made, and a page leads to it.
    assert (tmp_path / "site/example/index.html").is_file() == (ROOT / "examples/billing/repo/.git").is_dir()
    assert 'href="example/index.html"' in (tmp_path / "site/example.html").read_text("utf-8")

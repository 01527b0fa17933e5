"""Measures ``fingerpost build`` against MkDocs itself: ``python -m benchmarks.site``.

For each size a ledger with so many records is made up and its site built. Beside it MkDocs Material builds, in the same
run and from Markdown, a site of as many pages, each with as many bytes of HTML in its article: plain headings and
paragraphs, the same few pages in the navigation, search and nothing else. Each build is a fresh process; the two take
turns. Prints Markdown: median seconds, highest peaks, and how they compare.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from .generator import generate
from .story import RECORD, SHARES

SIZES = (100, 1_000, 10_000)
TIME_TO_BARE = 1.3
PEAK_MIB = 1024.0
_ARTICLE = re.compile(rb"<article.*?>(.*)</article>", re.DOTALL)
_WORDS = (
    "direction",
    "of",
    "the",
    "harbour",
    "is",
    "what",
    "people",
    "agreed",
    "on",
    "and",
    "wrote",
    "down",
    "where",
    "everybody",
    "can",
    "read",
    "it",
    "again",
)
_SECTION = 900  # bytes of text under one heading


@dataclass(frozen=True, slots=True)
class Measured:
    """A build: the wall seconds of each run, and the highest peak in MiB."""

    seconds: tuple[float, ...]
    peak: float


@dataclass(frozen=True, slots=True)
class Row:
    """One size: what was built, and what it took."""

    records: int
    pages: int
    kibibytes: float
    ours: Measured
    bare: Measured


def main() -> None:
    """Make, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site", description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help=f"numbers of records; default {SIZES}")
    parser.add_argument("--repeat", type=int, default=3, help="how often each build runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir", type=Path, help="where ledgers and sites are made, and removed again")
    given = parser.parse_args()
    temporary = Path(tempfile.mkdtemp(prefix="fingerpost-bench-", dir=given.dir))
    try:
        rows = [
            measure(temporary / str(records), records, given.seed, given.repeat)
            for records in sorted(set(given.sizes or SIZES))
        ]
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    print("\n".join(table(rows)))


def measure(folder: Path, records: int, seed: int, repeat: int) -> Row:
    """Build both sites of one size, in turns."""
    made = generate(folder / "repo", round(records / SHARES[RECORD]), seed)
    site, docs = folder / "site", folder / "docs"
    ours: list[tuple[float, float]] = []
    bare: list[tuple[float, float]] = []
    command = [sys.executable, "-m", "fingerpost", "build", str(folder / "repo"), "--out", str(site), "--quiet"]
    sizes: list[int] = []
    for _ in range(repeat):
        ours.append(_run([*command, "--as-of", made.as_of]))
        if not sizes:
            sizes = _imitate(site, docs, Random(seed))
        bare.append(_run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(folder / "mkdocs.yml")]))
    shutil.rmtree(folder)
    return Row(made.events[RECORD], len(sizes), sum(sizes) / len(sizes) / 1024, _measured(ours), _measured(bare))


def _measured(runs: list[tuple[float, float]]) -> Measured:
    return Measured(tuple(seconds for seconds, _ in runs), max(peak for _, peak in runs))


def _run(command: list[str]) -> tuple[float, float]:
    """The wall seconds and the peak in MiB of one process that must succeed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    before = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command[:4])} ended with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def _imitate(site: Path, docs: Path, chance: Random) -> list[int]:
    """Write Markdown that comes to pages of the sizes of the site's, with its config; the sizes in bytes."""
    sizes, listed = [], []
    for page in sorted(site.rglob("*.html")):
        article = _ARTICLE.search(page.read_bytes())
        size = len(article[1]) if article else 0
        place = page.relative_to(site).with_suffix(".md")
        (docs / place).parent.mkdir(parents=True, exist_ok=True)
        (docs / place).write_text(_text(size, chance), encoding="utf-8")
        sizes.append(size)
        if len(place.parts) <= 2:
            listed.append(place.as_posix())
    config = {
        "site_name": "Bare",
        "docs_dir": str(docs),
        "site_dir": str(docs.with_name("bare")),
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False, "features": ["navigation.tabs"]},
        "plugins": ["search"],
        "nav": listed,
        "not_in_nav": "/*/*/",
    }
    docs.with_name("mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
    return sizes


def _text(size: int, chance: Random) -> str:
    parts, length = ["# A page of the bare site\n"], 0
    while length < size:
        words = " ".join(chance.choice(_WORDS) for _ in range(_SECTION // 6))
        parts.append(f"## Section {len(parts)}\n\n{words}\n")
        length += len(parts[-1]) + len('<h2 id="section-1"></h2><p></p>')
    return "\n".join(parts)


def table(rows: list[Row]) -> list[str]:
    """The measurements as a Markdown table."""
    lines = [
        "| Records | Pages | KiB of HTML a page | build, s | peak, MiB | bare MkDocs Material, s | peak, MiB | ratio |",
        "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        ours, bare = median(row.ours.seconds), median(row.bare.seconds)
        lines.append(
            f"| {row.records:,} | {row.pages:,} | {row.kibibytes:.1f} | {ours:.2f} | {row.ours.peak:.0f} "
            f"| {bare:.2f} | {row.bare.peak:.0f} | {ours / bare:.2f} |"
        )
    return [
        *lines,
        "",
        f"Asked: at most {TIME_TO_BARE} times the bare build's time, and under {PEAK_MIB:.0f} MiB.",
    ]


if __name__ == "__main__":
    main()

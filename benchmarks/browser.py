"""Measures how fast long pages answer in Chromium: ``python -m benchmarks.browser``.

Two pages are asked, in a browser that may use two cores: a table of 10,000 rows, in whose filter somebody types, and
the graph page of a made ledger of 2,000 records, in whose field somebody types and whose groups and nodes they open.
Timed is the way from a key press or a click until the last of what it changes on the page is painted. A key that also
clicks or changes something is one act with one answer, and moving the focus by script between two acts, as the
measurement does, is no part of either. Prints Markdown: the 95th percentile and the longest of these, and the longest
task of the page, loading left out: by the clock (``longtask``), and by the processor time of the page's thread, which
says what the task costs where others want the two cores too.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Locator, sync_playwright
from playwright.sync_api import Page as Tab

from fingerpost.reporter.pages.address import RECORDS, record_page
from fingerpost.reporter.pages.blocks import Code, Page, Ref, Table
from fingerpost.reporter.pages.words import badge, day_words
from fingerpost.reporter.site.mkdocs_site import write_site

from .generator import generate
from .story import RECORD, SHARES

ROWS = 10_000
RECORDS_OF_GRAPH = 2_000
PERCENTILE_MS = 100.0
TASK_MS = 200.0
_TYPED = ("harbour invoice", "active", "rec 99", "gateway retries 2026", "zz")
_GAP = 110  # milliseconds between two key presses
_LOOKING = 600  # milliseconds until the next act on the graph
_CORES = 2
_REST = "window.__rest()"

# Notes each act, and when what it led to was painted. What changes after __rest() belongs to none.
_WATCH = """
window.__answers = []; window.__tasks = []; let last = null;
const painted = (work) => requestAnimationFrame(() => { const c = new MessageChannel();
  c.port1.onmessage = work; c.port2.postMessage(0); });
window.__rest = () => { last = null; };
const note = (event) => { if (!last || event.type === "keydown") {
    last = { start: event.timeStamp, end: 0 }; window.__answers.push(last); }
  const mine = last; painted(() => { mine.end = Math.max(mine.end, performance.now()); }); };
for (const name of ["keydown", "click", "change"]) addEventListener(name, note, true);
new MutationObserver(() => { const mine = last; if (mine) painted(() => { mine.end = performance.now(); }); })
  .observe(document.querySelector("article"), { subtree: true, childList: true, characterData: true });
new PerformanceObserver((list) => { for (const each of list.getEntries()) window.__tasks.push(each.duration); })
  .observe({ type: "longtask" });
"""


@dataclass(frozen=True, slots=True)
class Answered:
    """What somebody did, and the milliseconds of each answer, of each long task and of the costliest task."""

    what: str
    answers: tuple[float, ...]
    tasks: tuple[float, ...]
    processor: float


def main() -> None:
    """Make, ask, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser", description=__doc__)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--records", type=int, default=RECORDS_OF_GRAPH)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:_CORES])
    with tempfile.TemporaryDirectory(prefix="fingerpost-bench-") as folder, sync_playwright() as playwright:
        table = _long_table(Path(folder), given.rows, Random(given.seed))
        graph = _graph(Path(folder), given.records, given.seed)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        found = [
            _ask(
                browser.new_page(), table, f"typing in the filter of {given.rows:,} rows", _type_in(".fp-filter input")
            ),
            _ask(browser.new_page(), table, f"sorting {given.rows:,} rows by each column", _sort),
            _ask(
                browser.new_page(),
                graph,
                f"typing on the graph page of {given.records:,} records",
                _type_in(".fp-graph__find input"),
            ),
            _ask(browser.new_page(), graph, f"opening groups and nodes of {given.records:,} records", _open),
        ]
        browser.close()
    print("\n".join(report(found)))


def _long_table(folder: Path, rows: int, chance: Random) -> Path:
    """A site of one page with a table as the index of records has them."""
    words = ("harbour", "invoice", "gateway", "retries", "never", "round", "total", "prefer", "queue", "cache")
    states = ("active", "open", "expired", "superseded", "rejected")
    made = []
    for number in range(rows):
        identifier = f"rec_01a22c49-ed65-7d5c-9c3e-{number:012x}"
        title = " ".join(chance.choice(words) for _ in range(9)).capitalize()
        day = f"2026-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"
        made.append(
            (
                (Ref(title, record_page(identifier), identifier), " ", Code(f"rec_…{number:08x}", identifier)),
                (badge(chance.choice(states)),),
                (badge("durable"),),
                (chance.choice(("decision", "constraint", "preference")),),
                ("path ", Code(f"services/{chance.choice(words)}/{chance.choice(words)}.py")),
                (day_words(day),),
            )
        )
    columns = ("Direction", "Status", "Durability", "Kind", "Scope", "Since")
    page = Page(RECORDS, "Records", (Table(columns, tuple(made), filterable=True),), "fingerpost list", wide=True)
    site = folder / "table"
    write_site([page], site, lambda _: None, name="bench", epoch=1, progress=lambda *_: None)
    return site / "records" / "index.html"


def _graph(folder: Path, records: int, seed: int) -> Path:
    """The graph page of a made ledger."""
    made = generate(folder / "repo", round(records / SHARES[RECORD]), seed)
    command = [sys.executable, "-m", "fingerpost", "build", str(folder / "repo"), "--out", str(folder / "graph")]
    subprocess.run([*command, "--runtime", "auto", "--as-of", made.as_of, "--quiet"], check=True)
    return folder / "graph" / "graph" / "index.html"


def _ask(tab: Tab, page: Path, what: str, work: Callable[[Tab], None]) -> Answered:
    tab.goto(page.as_uri())
    tab.wait_for_timeout(3000)
    tab.evaluate(_WATCH)
    browser = tab.context.browser
    assert browser is not None
    browser.start_tracing(page=tab, categories=["toplevel"])
    work(tab)
    tab.wait_for_timeout(500)
    processor = _costliest(json.loads(browser.stop_tracing())["traceEvents"])
    noted: list[dict[str, Any]] = tab.evaluate("window.__answers")
    tasks: list[float] = tab.evaluate("window.__tasks")
    tab.close()
    return Answered(what, tuple(each["end"] - each["start"] for each in noted), tuple(tasks), processor)


def _costliest(events: list[dict[str, Any]]) -> float:
    """The most milliseconds of processor time that one task of a page's main thread took."""
    main = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    tasks = (each for each in events if each["name"].endswith("RunTask") and (each["pid"], each["tid"]) in main)
    return max((each.get("tdur", 0) for each in tasks), default=0) / 1000


def _type_in(selector: str) -> Callable[[Tab], None]:
    def work(tab: Tab) -> None:
        tab.locator(selector).first.focus()
        for words in _TYPED:
            tab.keyboard.type(words, delay=_GAP)
            for _ in words:
                tab.keyboard.press("Backspace", delay=_GAP)

    return work


def _sort(tab: Tab) -> None:
    buttons = tab.locator(".fp-sort")
    for place in range(buttons.count()):
        for _ in range(2):
            tab.evaluate(_REST)
            buttons.nth(place).dispatch_event("click")
            tab.wait_for_timeout(400)


def _open(tab: Tab) -> None:
    groups = tab.locator(".fp-node--group")
    for place in range(groups.count()):
        _press(tab, groups.nth(place), "Enter")
        for _ in range(2):  # off and on again
            _press(tab, tab.get_by_role("checkbox", name="lineage", exact=True), "Space")
        _press(tab, tab.locator(".fp-node:not(.fp-node--group)").first, "Enter")
        tab.evaluate(_REST)
        tab.locator(".fp-graph__hops select").select_option("2")
        tab.wait_for_timeout(_LOOKING)
        _press(tab, tab.locator(".fp-node--centre"), "Escape")


def _press(tab: Tab, where: Locator, key: str) -> None:
    """Go somewhere, which is not timed, press a key there, and look at what comes of it."""
    tab.evaluate(_REST)
    where.focus()
    tab.wait_for_timeout(_LOOKING // 4)
    tab.keyboard.press(key)
    tab.wait_for_timeout(_LOOKING)


def report(found: list[Answered]) -> list[str]:
    """The measurements as a Markdown table."""
    lines = [
        "| What | answers | 95th percentile, ms | longest, ms | longest task, ms | its processor time at most, ms |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for each in found:
        times = sorted(each.answers)
        high = times[min(len(times) - 1, int(len(times) * 0.95))]
        task = f"{max(each.tasks):.0f}" if each.tasks else "under 50"
        lines.append(f"| {each.what} | {len(times)} | {high:.0f} | {times[-1]:.0f} | {task} | {each.processor:.0f} |")
    return [*lines, "", f"Asked: 95th percentile under {PERCENTILE_MS:.0f} ms, no task over {TASK_MS:.0f} ms."]


if __name__ == "__main__":
    main()

"""Each reader's path, walked by clicking from the front page as a person would: two clicks at most, to an answer.

Where it is walked: a phone or a desk, with or without JavaScript, light or dark; from a disk, from a sub-path of a
host, and under the strict Content-Security-Policy. All 24 combinations would take minutes; the six here are a covering
set: each pair of two values occurs in one of them, which a test counts. A path that needs a script (typing a path,
the search box, opening a group of the graph) is walked the way that a reader without one has.

Whatever a walk does, nothing may be said on the console, nothing may fail, be refused by the policy, or be asked of
another origin. That every link of every page leads somewhere is shown by ``test_every_link``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from support.billing import example_names
from support.browsing import IN_BROWSER, Watch
from support.command import fingerpost
from support.looks import served
from support.walking import PATIENCE, SETTINGS, VALUES, Setting, Walk

pytestmark = IN_BROWSER

SUB_PATH = "team/direction"
EXPORT = "services/billing/export.py"


def test_every_pair_of_values_is_walked() -> None:
    for one, other in combinations(range(len(VALUES)), 2):
        walked = {(astuple(setting)[one], astuple(setting)[other]) for setting in SETTINGS}
        assert walked == set(product(VALUES[one], VALUES[other]))


@dataclass(frozen=True)
class Example:
    """The example with its runtime: its repository, the folder whose sub-path holds the site, and names of its ids."""

    repository: Path
    root: Path
    names: dict[str, str]

    @property
    def site(self) -> Path:
        return self.root / SUB_PATH

    def told(self, *words: str) -> Any:
        """What the command line answers to the same question."""
        return fingerpost(*words, "--runtime", "auto", "--json", cwd=self.repository).json


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    folder = tmp_path_factory.mktemp("walked")
    found = Example(folder / "repo", folder / "root", example_names(folder / "repo"))
    assert fingerpost("build", found.repository, "--out", found.site, "--runtime", "auto").code == 0
    return found


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    found: Setting = request.param
    return found


@pytest.fixture(scope="module")
def base(setting: Setting, example: Example) -> Iterator[str]:
    """The address of the site's folder, without a slash at its end."""
    if setting.place == "disk":
        yield example.site.as_uri()
    elif setting.place == "strict":
        with served(example.site) as address:
            yield address
    else:
        with served(example.root, strict=False) as address:
            yield f"{address}/{SUB_PATH}"


@pytest.fixture
def walk(browser: Browser, setting: Setting, base: str) -> Iterator[Walk]:
    watch = Watch(browser, f"{base}/", **setting.options)
    walking = Walk(watch, base, setting).home()
    assert walking.page.evaluate("getComputedStyle(document.body).colorScheme") == setting.scheme
    yield walking
    watch.page.wait_for_timeout(20)
    watch.context.close()
    assert watch.requests > 2
    assert watch.complaints == []


def governs(walk: Walk, within: Locator, told: dict[str, Any]) -> None:
    """The records that the command line names stand there in its order, in tiers, each with a reason."""
    expect(within.locator(".fp-governed__title a")).to_have_text([each["title"] for each in told["governing"]])
    tiers = list(dict.fromkeys(each["tier"]["words"] for each in told["governing"]))
    assert len(tiers) > 1
    assert [each.lower() for each in within.locator(".fp-tier h3").all_inner_texts()] == tiers
    reasons = within.locator(".fp-governed > li").evaluate_all(
        "all => all.map((each) => each.querySelectorAll('.fp-why li').length)"
    )
    assert all(reasons)
    assert len(reasons) == len(told["governing"])


def test_what_governs_a_path_that_is_typed(walk: Walk, example: Example) -> None:
    if not walk.script:
        walk.shows("ask for any path from the command line", "fingerpost governs PATH")
        walk.follow(walk.link("The tree of paths"))
        walk.follow(walk.link("billing/", ".fp-outline"))
        told = example.told("governs", EXPORT)["governing"]
        mine = [each["title"] for each in told if any(why.get("pattern") == EXPORT for why in each["reasons"])]
        walk.shows(*mine, within=walk.row("export.py", EXPORT))
        return
    walk.press(walk.page.locator("#fp-path"))
    walk.page.keyboard.type(EXPORT)
    walk.page.keyboard.press("Enter")
    told = example.told("governs", EXPORT)
    found = walk.page.locator(".fp-ask__found")
    expect(walk.page.locator(".fp-ask__said")).to_have_text(f"{len(told['governing'])} records govern {EXPORT}")
    governs(walk, found, told)
    walk.shows(f"by {EXPORT} of area billing/export", "it holds everywhere", within=found)
    walk.follow(found.locator("a", has_text=told["governing"][0]["title"]))
    walk.shows(told["governing"][0]["short_id"], "Contested: fork")


def test_what_governs_a_folder_that_is_picked(walk: Walk, example: Example) -> None:
    walk.follow(walk.link("The tree of paths"))
    walk.follow(walk.link("billing/", ".fp-outline"))
    governs(walk, walk.article, example.told("governs", "services/billing/"))
    walk.shows(f"1 of 6 files: {EXPORT} of area billing/export", "everything in it, by services/billing/**")
    walk.shows("fingerpost governs services/billing/ --runtime auto")


def test_what_changed_lately(walk: Walk, example: Example) -> None:
    walk.door("What changed lately?")
    weeks = walk.page.locator("article h2").all_inner_texts()
    assert len(weeks) == 12
    assert weeks[:2] == ["Week of 30 March 2026", "Week of 23 March 2026"]
    rows = walk.page.locator("article tbody tr")
    exact = rows.evaluate_all("all => all.map((each) => each.querySelector('time').title)")
    assert len(exact) == 25
    events = example.repository.glob(".fabric/ledger/events/*.json")
    runtime = example.repository.glob(".git/fabric/**/*.json")
    assert set(exact) <= {json.loads(file.read_bytes())["occurred_at"] for file in (*events, *runtime)}
    newest = "Accepted for the filings only: spread the rounded tax"
    walk.shows("1 April 2026, 09:50 UTC", "answered the challenge", newest, "hanne.voss", within=rows.first)
    walk.follow(walk.link(newest))
    assert example.names["record/line-tax-accepted"] in walk.page.url
    walk.shows("hanne.voss claims human_confirmed, basis: human, 1 April 2026, 09:50 UTC")


def test_what_is_contested_and_how_it_is_settled(walk: Walk, example: Example) -> None:
    walk.door("What is contested?")
    branches = walk.page.locator(".fp-branches .fp-branch")
    expect(branches).to_have_count(2)
    walk.shows("expired", "Finance moves", "human kofi.adjei claims human_confirmed", within=branches.first)
    walk.shows("durable", "The tax office accepted", "reviewer hanne.voss claims", within=branches.last)
    walk.shows("The parent they share", "unknown: which one holds", "It takes a claim of human_confirmed")
    names = example.names
    scripts = walk.page.locator("details.fp-script")
    expect(scripts).to_have_count(3)  # one for each branch, and one that keeps neither
    walk.press(scripts.last.locator("summary"))
    walk.shows("fingerpost lint", names["record/export-strings"], names["event/export-strings"], within=scripts.last)
    walk.shows(names["event/export-strings-expired"], names["event/export-strings-promoted"], within=scripts.last)


def test_what_is_stale_and_who_could_act(walk: Walk) -> None:
    walk.door("What is stale?")
    old = walk.row("Correct an issued invoice with a credit note")
    walk.shows("422 days ago", "human tomas.brandt", "reviewer hanne.voss", within=old)
    walk.shows("FP605 review-overdue", "fingerpost lint --select FP605 --runtime auto --as-of 2026-04-02T07:00:00Z")
    walk.follow(old.locator("a", has_text="Correct an issued invoice"))
    walk.shows("Is this still true?", "Who could act", "human tomas.brandt", "It takes", "reviewer_confirmed")


def test_what_a_commit_was_declared_to_follow(walk: Walk, example: Example) -> None:
    walk.door("What was a commit declared to follow?")
    commit = example.names["commit/adjustment_ledger"]
    followed = ("Correct an issued invoice with a credit note", "Append to the adjustment ledger")
    walk.shows(*followed, "2 declared", within=walk.row(commit[:10]))
    walk.shows("unknown", within=walk.row(example.names["commit/drop_dunning"][:10], "Drop the dunning job"))
    walk.shows("10 are named by no relation. Which direction they follow is unknown.")
    walk.follow(walk.link(commit[:10]))
    declared = walk.page.locator(".fp-declared")
    walk.shows("implements", *followed, "priya.raman claims human_confirmed, basis: commit author", within=declared)
    nobody = walk.row("Round once, on the invoice total")
    walk.shows("in scope, by the paths it touches", "unknown: no receipt", within=nobody)
    expect(nobody.locator("td").last).to_have_text("unknown")


def test_how_much_is_declared_at_all(walk: Walk) -> None:
    walk.door("How much is declared at all?")
    walk.shows("4 of the 6 that count declare direction: 66.6 %")
    chart = walk.page.locator("article svg").first
    expect(chart).to_be_visible()
    expect(chart.locator("title")).to_have_text(re.compile("^Commits that touch governed paths,? by month$"))
    expect(chart.locator("desc")).to_have_text(re.compile("2026-03: 2 declared, 1 in scope only"))
    widths = chart.locator("rect, path").evaluate_all("all => all.map((each) => each.getBoundingClientRect().width)")
    assert len([width for width in widths if width > 50]) >= 4  # bars of two months in two colours
    walk.shows("1 of 2 declared", within=walk.row("billing/export", "of 2 declared"))
    fold = walk.page.locator("details", has_text="in scope only: 2 commits")
    expect(fold.get_by_text("Drop the dunning job")).to_be_hidden()
    walk.press(fold.locator("summary"))
    expect(fold.get_by_text("Drop the dunning job")).to_be_visible()


def test_what_a_record_is_called_and_who_said_it(walk: Walk, example: Example) -> None:
    record = example.names["record/export-strings"]
    walk.follow(walk.link("Write exported amounts"))
    expect(walk.page.locator("h1")).to_have_text(re.compile("^Write exported amounts as decimal strings"))
    short = walk.page.locator("article .fp-id").first
    expect(short).to_have_text(record.partition("-")[0])
    assert short.get_attribute("title") == record
    time = walk.page.locator("article time").first
    expect(time).to_have_text("10 March 2026, 09:31 UTC")
    time.hover()
    assert time.get_attribute("title") == "2026-03-10T10:31:14.567861875+01:00"
    whose(walk, "person", "human kofi.adjei")
    walk.follow(walk.link("permalink"))
    assert walk.page.url == f"{walk.base}/records/{record}/index.html"


def test_an_agent_is_told_from_a_person(walk: Walk) -> None:
    walk.door("What holds now?")
    walk.follow(walk.link("Invoices of more than 500 lines"))
    whose(walk, "agent", "agent thr_…cc662e0b")


def whose(walk: Walk, sort: str, words: str) -> None:
    """Who is the first to be named: by an icon of the sort of actor, and by a word."""
    who = walk.page.locator("article .fp-who").first
    expect(who).to_have_text(words)
    assert f"fp-who--{sort}" in str(who.get_attribute("class"))
    assert "svg" in who.evaluate("each => getComputedStyle(each, '::before').maskImage")


def test_what_was_rejected_and_why(walk: Walk, example: Example) -> None:
    walk.door("What was rejected, and why?")
    row = walk.row("Rounding each line before summing")
    walk.shows("drifted by up to 0.04 EUR", "services/billing/money.py", "human hanne.voss", within=row)
    walk.shows("Direction that was given up", "Replaced by one rounding on the invoice total.")
    walk.follow(row.locator("a", has_text="Round once"))
    assert example.names["record/rounding"] in walk.page.url
    walk.shows("It rejects", "Rounding each line before summing", "Floating point amounts")


@pytest.mark.parametrize("asked", ["text", "reason", "id", "path"])
def test_search(walk: Walk, example: Example, asked: str) -> None:
    """Without a script there is no box; the questions of the front page and the tree lead to the same."""
    record = example.names["record/refund-key"]
    words, door, shown = {
        "text": ("idempotency", "What holds now?", "Give every refund an idempotency key"),
        "reason": ("retried 19 refunds", "What was rejected, and why?", "the gateway retried 19 refunds"),
        "id": (record, "What holds now?", record.partition("-")[0]),
        "path": ("billing/legacy", "", "services/billing/legacy/"),
    }[asked]
    where = "/paths/services-billing-legacy-" if asked == "path" else f"/records/{record}/"
    if walk.script:
        if walk.phone:
            walk.press(walk.page.locator("label.md-header__button[for=__search]"))
        else:
            walk.press(walk.page.locator("input.md-search__input"))
        walk.page.keyboard.type(words)
        found = walk.page.locator(f".md-search-result__link[href*='{where}']").first
        expect(found).to_be_visible(timeout=PATIENCE)
        walk.press(found)
        walk.page.wait_for_url(f"**{where}**")
        walk.shows(shown if asked != "reason" else "In January the gateway retried 19 refunds")
        return
    expect(walk.page.locator(".md-search")).to_be_hidden()
    if asked == "path":
        walk.follow(walk.link("The tree of paths"))
        walk.follow(walk.link("legacy/", ".fp-outline"))
    else:
        walk.door(door)
        row = walk.row(shown)
        walk.follow(row.locator(f"a[href*='{record}']").first)
    assert where in walk.page.url
    walk.shows(shown)


def test_the_graph(walk: Walk) -> None:
    if walk.phone:
        walk.press(walk.page.locator(".md-header label[for=__drawer]"))
        walk.follow(walk.link("Graph", ".fp-menu"))
    else:
        walk.follow(walk.link("Graph", ".md-tabs"))
    walk.shows("60 nodes and 84 edges")
    walk.shows("implements", "Append to the adjustment ledger", "causality", within=walk.row("1e94696ef3", "Append"))
    drawing = walk.page.locator(".fp-graph__drawing")
    if not walk.script:
        expect(drawing).to_have_count(0)
        return
    expect(drawing).to_be_visible()
    walk.shows("Showing 11 of 12 groups, with 37 of 60 nodes and 56 of 84 edges")
    if not walk.phone:
        walk.press(walk.page.locator(".fp-node", has_text="billing/export"))
        expect(walk.page.locator(".fp-node", has_text="Write exported")).to_be_visible()
        assert walk.page.url.endswith("#open=area%3Abilling%2Fexport")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('<link rel="stylesheet" href="https://example.invalid/look.css">', "foreign request"),
        ('<p style="color: red">x</p>', "Content Security Policy"),
        ('<script src="ours.js"></script>', "console error: said"),
        ('<script src="thrown.js"></script>', "index.html: error: thrown"),
        ('<img src="gone.png" alt="">', "answered 404"),
    ],
)
def test_whatever_goes_wrong_on_a_walk_is_noted(browser: Browser, tmp_path: Path, wrong: str, said: str) -> None:
    (tmp_path / "index.html").write_text(f"<!doctype html><title>x</title><link rel=icon href=data:,>{wrong}")
    (tmp_path / "ours.js").write_text("console.error('said')")
    (tmp_path / "thrown.js").write_text("throw new Error('thrown')")
    with served(tmp_path) as address:
        watch = Watch(browser, f"{address}/")
        watch.page.goto(f"{address}/index.html")
        watch.page.wait_for_timeout(50)
        watch.context.close()
    assert any(said in each for each in watch.complaints), watch.complaints

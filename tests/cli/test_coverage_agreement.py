"""Coverage says of every commit what a trace of it says: on a reference ledger, and on histories made up at random."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.coverage_histories import LEDGER, START, MadeHistory, config_text, moment, put
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    thread,
)
from support.shared import LEDGERS, git, lay_out, needs_ledgers

from fingerpost.cli.coverage import coverage_of
from fingerpost.cli.reading import open_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.cli.trace import traced
from fingerpost.reporter.claims.claim import Level, Value, Verdict
from fingerpost.reporter.coverage.coverage import Known
from fingerpost.reporter.traces.trace import Request

PATTERNS = ("src/a.py", "src/**", "src/*.py", "docs/**", "lib/[ab]/**", "src/?.py", "a b/c.txt")
PATHS = ("src/a.py", "src/b.py", "src/deep/c.py", "docs/x.md", "lib/a/y", "a b/c.txt", "top.txt")
AREAS: tuple[dict[str, list[str]], ...] = (
    {"core": ["src/**"], "docs": ["docs/*.md"]},
    {"core": ["lib/**"], "docs": ["docs/**"], "top": ["top.txt"]},
    {},
)
THREAD = "thr-7"
ANCHOR = relation(599, "derived_from", record_node(598), record_node(597))


def by_trace(root: Path, commit: str, options: ReadingOptions) -> tuple[Known, bool]:
    """The best that a trace says of a commit, and whether its paths are governed.

    No thread, issue or PR of these histories brings any record into scope, so that paths are what is left.
    """
    claims = traced(root, f"commit:{commit}", Request(all=True), options)[1].claims
    governed = any(claim.in_scope.value is Value.YES and claim.in_scope.basis == "paths" for claim in claims)
    if any(claim.verdict is Verdict.DECLARED for claim in claims):
        return Known.DECLARED, governed
    if "Fabric-Skip:" in git(root, "log", "-1", "--format=%B", commit):
        return Known.SKIPPED, governed
    levels = {claim.level for claim in claims}
    for level, known in ((Level.EXPOSED, Known.EXPOSED), (Level.DELIVERED, Known.DELIVERED)):
        if level in levels:
            return known, governed
    return (Known.IN_SCOPE_ONLY if governed else Known.UNKNOWN), governed


def assert_agreement(root: Path, span: str | None = None, *, mainline: bool = False, **given_options: Any) -> int:
    """Every commit that coverage counts is as its trace has it, and no other is governed; how many there are."""
    options = ReadingOptions(**given_options)
    found = coverage_of(open_ledger(root, options), options, span, mainline=mainline)
    known = {commit.id: commit.known for commit in found.commits}
    narrow = ("--first-parent",) if mainline else ("--no-merges",)
    listed = git(root, "rev-list", *narrow, span or "HEAD").split()
    assert len(listed) == len(known) + found.elsewhere
    for commit in listed:
        expected, governed = by_trace(root, commit, options)
        assert (commit in known) == governed, git(root, "show", "--stat", "--format=fuller", commit)
        assert not governed or known[commit] is expected
    return len(known)


@needs_ledgers
def test_on_a_reference_ledger(tmp_path: Path) -> None:
    root = lay_out(LEDGERS / "billing", tmp_path / "billing")
    for mainline in (False, True):
        options = ReadingOptions()
        found = coverage_of(open_ledger(root, options), options, None, mainline=mainline)
        for commit in found.commits:
            assert by_trace(root, commit.id, options)[0] is commit.known
    assert [commit.known for commit in found.commits] == [Known.IN_SCOPE_ONLY, Known.DECLARED]


class Histories:
    """Makes one history from choices: three branches, with a ledger in their trees that lives and is edited."""

    def __init__(self, choose: Callable[[int], int]) -> None:
        self.choose = choose
        self.history = MadeHistory()
        self.heads: list[tuple[int, dict[str, bytes]]] = []
        self.number = 0
        self.seconds = START
        self.records: list[int] = []
        self.events: dict[int, list[int]] = {}  # of each record
        self.elsewhere: list[Wire] = []

    def pick(self, *options: Any) -> Any:
        return options[self.choose(len(options))]

    def next(self) -> int:
        self.number += 1
        return self.number

    def time(self) -> str:
        """Around the commit that is made: within its second, before, or later."""
        offset, fraction = self.pick((0, ""), (0, "25"), (-1, "5"), (-90, ""), (-400, ""), (1, ""), (70, "5"))
        return moment(self.seconds + offset, fraction)

    def scope(self) -> Wire:
        scope: Wire = {"repo": "billing"}
        kind = self.choose(6)
        if kind < 3:
            scope["paths"] = [self.pick(*PATTERNS)]
        if kind in (2, 3):
            scope["areas"] = [self.pick("core", "docs", "top", "gone")]
        if kind == 4:
            scope["global"] = True
        if kind == 5:
            scope["issue"] = "BILL-1"
        return scope

    def new_record(self, **fields: Any) -> Wire:
        rec = self.next()
        self.records.append(rec)
        event = created(rec, scope=self.scope(), event={"occurred_at": self.time()}, **fields)
        self.events[rec] = [rec]
        return event

    def change(self) -> Wire | None:
        if not self.records:
            return None
        rec = self.pick(*self.records)
        parent = self.events[rec][-1] if self.choose(3) else self.pick(*self.events[rec])
        number = self.next()
        self.events[rec].append(number)
        status = self.pick("expired", "active", "discarded", "superseded")
        return changed(number, rec, parent, {"occurred_at": self.time()}, status=status)

    def settling(self) -> list[Wire]:
        """A settlement of the last record's fork, if there is one."""
        if not self.records:
            return []
        rec = self.records[-1]
        below = self.events[rec][1:]
        value = {
            "record_id": ident("rec", rec),
            "parent_event_id": ident("evt", rec),
            "competing_event_ids": sorted(ident("evt", number) for number in below),
        }
        made = self.new_record(extensions={"fingerpost.settles": value})
        number = self.next()
        ends = record_node(self.records[-1]), record_node(rec)
        return [made, relation(number, "supersedes", *ends, {"occurred_at": self.time()})]

    def ledger_step(self, files: dict[str, bytes], folder: str) -> None:
        kind = self.choose(10)
        events: list[Wire] = []
        if kind < 4 or not self.records:
            events = [self.new_record()]
        elif kind < 7:
            event = self.change()
            events = [event] if event else []
        elif kind == 7:
            events = self.settling()
        elif kind == 8:
            held = sorted(path for path in files if path.startswith(folder) and ANCHOR["event_id"] not in path)
            if held:
                files.pop(self.pick(*held))
        else:
            held = sorted(path for path in files if path.startswith(folder) and ANCHOR["event_id"] not in path)
            if held:
                path = self.pick(*held)
                files[path] = self.pick(files[path].replace(b'"active"', b'"open"'), b"{}", files[path] + b"\n")
        for event in events:
            if self.choose(5):
                files[f"{folder}/{event['event_id']}.json"] = as_bytes(event)
            else:
                self.elsewhere.append(event)

    def step(self) -> None:
        self.seconds += self.pick(0, 1, 60, 60, 300)
        branch = self.choose(len(self.heads)) if self.heads else 0
        parent, files = self.heads[branch] if self.heads else (None, {})
        files = dict(files)
        parents = () if parent is None else (parent,)
        if len(self.heads) > 1 and not self.choose(4):
            other, theirs = self.heads[(branch + 1) % len(self.heads)]
            parents = (*parents, other)
            files = theirs | files
        if not files or not self.choose(6):
            files[".fabric/config.yaml"] = config_text(self.pick(*AREAS), self.pick(None, None, "moved/events"))
        for place in (LEDGER, "moved/events"):  # so that there is a ledger wherever one is looked for
            files[f"{place}/{ANCHOR['event_id']}.json"] = as_bytes(ANCHOR)
        folder = "moved/events" if b"moved/events" in files[".fabric/config.yaml"] else LEDGER
        for _ in range(self.choose(4)):
            self.ledger_step(files, folder)
        for _ in range(1 + self.choose(2)):
            files[self.pick(*PATHS)] = b"%d\n" % self.next()
        made = self.history.add(files, *parents, seconds=self.seconds, message=f"Step\n\n{self.trailers()}")
        if self.heads and (len(self.heads) == 3 or self.choose(3)):
            self.heads[branch] = (made, files)
        else:
            self.heads.append((made, files))

    def trailers(self) -> str:
        kind = self.choose(8)
        if kind == 0 and self.records:
            return f"Fabric-Implements: {ident('rec', self.pick(*self.records))}\n"
        if kind == 1:
            return f"Fabric-Thread: {self.pick(THREAD, 'thr-unknown')}\n"
        return "Fabric-Skip: generated\n" if kind == 2 else ""

    def write(self, root: Path) -> None:
        for _ in range(4 + self.choose(6)):
            self.step()
        self.history.add(
            dict(self.heads[0][1]), *(head for head, _ in self.heads), seconds=self.seconds + 60, message="All\n"
        )
        ids = self.history.write(root)
        put(root, ".git/fabric/events", *self.elsewhere)
        self.runtime(root)
        relations = [self.declaration(ids) for _ in range(self.choose(3))]
        put(root, self.pick(LEDGER, ".git/fabric/events"), *relations)

    def runtime(self, root: Path) -> None:
        scope = {"repo": "billing", "issue": "BILL-2"}
        put(root, ".git/fabric/runtime/threads", thread(self.next(), THREAD, scope=scope))
        for name in (THREAD, "thr-unknown"):
            if self.records and self.choose(2):
                rec, number = self.pick(*self.records), self.next()
                listed = [ident("evt", self.pick(*self.events[rec]))], [ident("rec", rec)]
                put(root, ".git/fabric/runtime/projections", projection(number, name, *listed))
                made = receipt(self.next(), number, name, *listed, self.pick("delivered", "exposed"))
                made["occurred_at"] = made["payload"]["receipt"]["occurred_at"] = moment(
                    START + self.pick(-100, 0, 61, 200), self.pick("", "5")
                )
                put(root, ".git/fabric/runtime/receipts", made)

    def declaration(self, ids: list[str]) -> Wire:
        commit = self.pick(*ids)
        spelled = self.pick(commit, commit[:12], commit[:8].upper())
        rec = self.pick(*self.records) if self.records else 900
        event: Wire = self.pick(
            {}, {"actor": AGENT | {"id": THREAD}, "trust": AGENT_ASSERTED}, {"correlation_id": THREAD}
        )
        end: Wire = {"kind": "commit", "id": spelled} | self.pick({}, {}, {"provider": "git"})
        kind = self.pick("implements", "informed_by", "derived_from")
        return relation(self.next(), kind, end, record_node(rec), event)


@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(choices=st.lists(st.integers(0, 59), min_size=40, max_size=300), mainline=st.booleans())
def test_on_histories_made_up(choices: list[int], mainline: bool) -> None:
    waiting = list(choices)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "repo"
        Histories(lambda number: (waiting.pop(0) if waiting else 0) % number).write(root)
        assert_agreement(root, mainline=mainline)


@pytest.mark.parametrize("seed", range(3))
def test_on_a_part_of_a_history(seed: int, tmp_path: Path) -> None:
    from random import Random

    chance = Random(seed)
    root = tmp_path / "repo"
    made = Histories(chance.randrange)
    made.write(root)
    base = made.history.ids[len(made.history.ids) // 2]
    assert_agreement(root, f"{base}..HEAD")
    assert_agreement(root, f"{base}..HEAD", revision=base)


def tracked(*events: Wire) -> dict[str, bytes]:
    return {f"{LEDGER}/{event['event_id']}.json": as_bytes(event) for event in events}


def on(seconds: int, fraction: str = "") -> Wire:
    return {"occurred_at": moment(seconds, fraction)}


SCOPE = {"repo": "billing", "paths": ["src/**"]}
MADE = created(1, scope=SCOPE, event=on(START - 90))


def commits_of(root: Path) -> list[str]:
    """The commits that are counted, by their subjects, the latest first; each is as its trace has it."""
    assert_agreement(root)
    options = ReadingOptions()
    return [commit.subject for commit in coverage_of(open_ledger(root, options), options, None).commits]


@pytest.mark.parametrize(("fraction", "counted"), [("5", ["Two"]), ("", [])])
def test_a_change_within_the_second_of_a_commit(fraction: str, counted: list[str], tmp_path: Path) -> None:
    """No tree has the record: the clock alone says that it ended, after the commit or at its very second."""
    made = MadeHistory()
    files = tracked(ANCHOR)
    made.add(files, seconds=START)
    made.add(files | {"src/a": b"1"}, 0, seconds=START + 60, message="Two\n")
    made.write(tmp_path / "repo")
    put(tmp_path / "repo", ".git/fabric/events", MADE, changed(2, 1, 1, on(START + 60, fraction)))
    assert commits_of(tmp_path / "repo") == counted


def test_a_file_that_cannot_be_interpreted_leaves_its_record_unknown(tmp_path: Path) -> None:
    made = MadeHistory()
    over = changed(2, 1, 1, on(START), status="active")
    sound = tracked(ANCHOR, MADE, over)
    broken = sound | {f"{LEDGER}/{over['event_id']}.json": b"{}\n"}
    made.add(sound, seconds=START)
    made.add(sound | {"src/a": b"1"}, 0, seconds=START + 60, message="Two\n")
    made.add(broken | {"src/a": b"1"}, 1, seconds=START + 120, message="Three\n")
    made.add(broken | {"src/a": b"2"}, 2, seconds=START + 180, message="Four\n")
    made.add(sound | {"src/a": b"2"}, 3, seconds=START + 240, message="Five\n")
    made.add(sound | {"src/a": b"3"}, 4, seconds=START + 300, message="Six\n")
    made.write(tmp_path / "repo")
    assert commits_of(tmp_path / "repo") == ["Six", "Two"]


def test_a_settled_record_governs_no_more(tmp_path: Path) -> None:
    fork = changed(2, 1, 1, on(START), status="active"), changed(3, 1, 1, on(START), status="active")
    value = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
    }
    elsewhere = {"repo": "billing", "paths": ["lib/**"]}
    settling = created(4, scope=elsewhere, event=on(START + 90), extensions={"fingerpost.settles": value})
    supersedes = relation(5, "supersedes", record_node(4), record_node(1), on(START + 90))
    made = MadeHistory()
    forked = tracked(ANCHOR, MADE, *fork)
    settled = forked | tracked(settling, supersedes)
    made.add(forked, seconds=START)
    made.add(forked | {"src/a": b"1"}, 0, seconds=START + 60, message="Two\n")
    made.add(settled | {"src/a": b"1"}, 1, seconds=START + 120, message="Three\n")
    made.add(settled | {"src/a": b"2"}, 2, seconds=START + 180, message="Four\n")
    made.add(settled | {"src/a": b"2", "lib/b": b"1"}, 3, seconds=START + 240, message="Five\n")
    made.write(tmp_path / "repo")
    assert commits_of(tmp_path / "repo") == ["Five", "Two"]


def test_a_record_that_only_an_old_tree_has(tmp_path: Path) -> None:
    """It was taken out of the ledger since: then, it governed."""
    made = MadeHistory()
    made.add(tracked(ANCHOR, MADE), seconds=START)
    made.add(tracked(ANCHOR, MADE) | {"src/a": b"1"}, 0, seconds=START + 60, message="Two\n")
    made.add(tracked(ANCHOR) | {"src/a": b"1"}, 1, seconds=START + 120, message="Three\n")
    made.add(tracked(ANCHOR) | {"src/a": b"2"}, 2, seconds=START + 180, message="Four\n")
    made.write(tmp_path / "repo")
    assert commits_of(tmp_path / "repo") == ["Two"]


def test_an_event_under_another_name(tmp_path: Path) -> None:
    """Its file is read for what it holds, and twice the same is once."""
    made = MadeHistory()
    copy = {f"{LEDGER}/copy.json": as_bytes(MADE)}
    made.add(tracked(ANCHOR) | copy, seconds=START)
    made.add(tracked(ANCHOR) | copy | {"src/a": b"1"}, 0, seconds=START + 60, message="Two\n")
    made.add(tracked(ANCHOR, MADE) | copy | {"src/a": b"2"}, 1, seconds=START + 120, message="Three\n")
    made.add(tracked(ANCHOR, MADE) | {"src/a": b"3"}, 2, seconds=START + 180, message="Four\n")
    made.write(tmp_path / "repo")
    assert commits_of(tmp_path / "repo") == ["Four", "Three", "Two"]

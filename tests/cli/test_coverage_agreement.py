"""Coverage says of every commit what a trace of it says: on a reference ledger, and on histories made up at random."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.coverage_histories import LEDGER, START, MadeHistory, moment, put
from support.events import (
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    record_node,
    relation,
)
from support.made_ledgers import ANCHOR, Histories
from support.shared import LEDGERS, git, lay_out, needs_ledgers

from fingerpost.cli.coverage import coverage_of
from fingerpost.cli.reading import open_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.cli.trace import traced
from fingerpost.reporter.claims.claim import Level, Value, Verdict
from fingerpost.reporter.coverage.coverage import Known
from fingerpost.reporter.traces.trace import Request


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

"""What the trees of many commits held is what those of each held: on reference ledgers, and on histories made up."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.billing import example
from support.coverage_histories import LEDGER, START, MadeHistory, config_text, moment, put
from support.events import as_bytes, changed, created, ident, record_node, relation
from support.made_ledgers import Histories
from support.shared import git

from fingerpost.cli.all_claims import all_claims
from fingerpost.cli.commit_facts import commit_facts, declared_in, examined_ledger
from fingerpost.cli.judged_commits import one_by_one, with_trees
from fingerpost.cli.many_commits import commits_then
from fingerpost.cli.reading import Ledger, open_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.ledger.instants import Instant
from fingerpost.reporter.claims.facts import CommitFact, CommitThen, TreeThen
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.repository.git import Git


def both(root: Path, **given: Any) -> tuple[Ledger, dict[str, CommitThen], dict[str, CommitThen]]:
    """The facts of every commit that there is, told together and one by one."""
    options = ReadingOptions(**given)
    ledger = open_ledger(root, options)
    asked = Git(root)
    lines = git(root, "log", "--all", "--format=%H %ct").splitlines()
    times: dict[str, Instant | None] = {line.split()[0]: Instant(int(line.split()[1])) for line in lines}
    together = commits_then(ledger, asked, examined_ledger(ledger.place, options), times)
    return ledger, together, one_by_one(ledger, options, asked, times)


def assert_same(root: Path, **given: Any) -> dict[str, CommitThen]:
    """Together they are as each by itself, and give the same claims."""
    ledger, together, each = both(root, **given)
    assert together.keys() == each.keys()
    for commit, then in together.items():
        other = each[commit]
        assert (then.touched, then.lost) == (other.touched, other.lost), commit
        for tree, theirs in ((then.own, other.own), (then.first_parent, other.first_parent)):
            assert (tree is None) == (theirs is None)
            if tree is not None and theirs is not None:
                assert_same_tree(tree, theirs, ledger)
    assert claims(ledger, together) == claims(ledger, each)
    return together


def assert_same_tree(tree: TreeThen, theirs: TreeThen, ledger: Ledger) -> None:
    assert tree.present == theirs.present
    assert dict(tree.areas) == dict(theirs.areas)
    for event_id in tree.altered.keys() | theirs.altered.keys():
        # What one of them need not have looked at is what was read.
        read = ledger.history.events.get(event_id)
        assert said(tree.altered.get(event_id, read)) == said(theirs.altered.get(event_id, read))


def said(event: Any) -> Any:
    return None if event is None else (event.event_id, event.payload, event.occurred_at, event.parent_event_id)


def claims(ledger: Ledger, thens: dict[str, CommitThen]) -> Any:
    provenance = Provenance(ledger.history, declared_in(ledger.place))
    facts = commit_facts(ledger.repository.git, sorted({node.id for node in provenance.related_nodes("commit")}))
    told = {
        text: CommitFact(
            fact.resolution, fact.full, fact.time, fact.trailers, fact.candidates, thens.get(fact.full or "")
        )
        for text, fact in facts.items()
    }
    return list(all_claims(ledger, provenance, told))


@pytest.mark.parametrize("seed", range(6))
def test_on_histories_made_up(seed: int, tmp_path: Path) -> None:
    root = tmp_path / "repo"
    made = Histories(Random(seed).randrange)
    made.write(root)
    put(root, LEDGER, *(relation(800 + n, "implements", {"kind": "commit", "id": each}, record_node(1))
                        for n, each in enumerate(made.history.ids)))  # fmt: skip
    assert_same(root)
    assert_same(root, revision=made.history.ids[len(made.history.ids) // 2])
    assert_same(root, ledger=LEDGER)


def test_on_the_example(tmp_path: Path) -> None:
    root = example(tmp_path / "repo")
    assert_same(root)
    git(tmp_path, "clone", "-q", "--depth=3", root.as_uri(), "shallow")
    found = assert_same(tmp_path / "shallow")
    assert found
    assert len(found) < int(git(tmp_path / "shallow", "rev-list", "--count", "HEAD"))


def test_files_under_other_names_and_lost_ones(tmp_path: Path) -> None:
    one, two, late = created(1), created(2), created(3, event={"occurred_at": moment(START + 9_000)})
    other_one = created(1, text="Said otherwise.")
    files = {
        f"{LEDGER}/{one['event_id']}.json": as_bytes(one),
        f"{LEDGER}/copy.json": as_bytes(other_one),
        f"{LEDGER}/{ident('evt', 7)}.json": as_bytes(two),
        f"{LEDGER}/{ident('evt', 8)}.json": b"{}",
    }
    made = MadeHistory()
    made.add(files, seconds=START)
    lost = f"{LEDGER}/{late['event_id']}.json"
    made.add(files | {lost: as_bytes(late)}, 0, seconds=START + 1)
    made.add(files, 1, seconds=START + 2)
    made.add(files | {"a": b"1"}, 2, seconds=START + 3)
    made.add(files | {"b": b"1"}, 0, seconds=START + 3)
    made.add(files | {"a": b"1", "b": b"1"}, 4, 3, seconds=START + 4)
    end = {f"{LEDGER}/{each['event_id']}.json": as_bytes(each) for each in (one, two, changed(4, 1, 1))}
    made.add(end, 5, seconds=START + 5)
    ids = made.write(tmp_path / "repo")
    put(tmp_path / "repo", ".git/fabric/events", late)
    found = assert_same(tmp_path / "repo")
    assert [len(found[commit].lost) for commit in ids] == [0, 0, 0, 1, 0, 1, 1]


def test_a_ledger_that_moved(tmp_path: Path) -> None:
    late = created(3, event={"occurred_at": moment(START + 9_000)})
    made = MadeHistory()
    old = {".fabric/config.yaml": config_text({"core": ["src/**"]}, "old/events"), "old/events/x.json": b"{}"}
    made.add(old | {f"old/events/{late['event_id']}.json": as_bytes(late)}, seconds=START)
    made.add(old, 0, seconds=START + 1)
    new = {".fabric/config.yaml": config_text({}), f"{LEDGER}/{created(1)['event_id']}.json": as_bytes(created(1))}
    made.add(new, 1, seconds=START + 2)
    made.add(new | {"a": b"1"}, 2, seconds=START + 3)
    ids = made.write(tmp_path / "repo")
    put(tmp_path / "repo", ".git/fabric/events", late)
    found = assert_same(tmp_path / "repo")
    assert found[ids[3]].lost == {late["event_id"]}
    assert not assert_same(tmp_path / "repo", ledger=LEDGER)[ids[3]].lost


def test_a_partial_clone_is_judged_one_by_one(tmp_path: Path) -> None:
    root = example(tmp_path / "repo")
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", root.as_uri(), "partial")
    options = ReadingOptions()
    ledger = open_ledger(tmp_path / "partial", options)
    head = git(tmp_path / "partial", "rev-parse", "HEAD")
    facts = with_trees(ledger, options, commit_facts(ledger.repository.git, [head]), [head])
    then = facts[head].then
    assert then is not None
    assert then.own.present

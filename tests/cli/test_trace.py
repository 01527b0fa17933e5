"""``fingerpost trace`` from the command line, on a repository of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.billing import example_names
from support.events import created, ident, projection, receipt, record_node, relation, thread, write_ledger
from support.shared import git, make_repository

from fingerpost.cli.trace import command
from fingerpost.repository.errors import UsageError


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit that a relation names by its full id."""
    root = make_repository(tmp_path / "billing")
    (root / "file").write_text("one\n", encoding="utf-8")
    git(root, "add", "file")
    git(root, "commit", "-q", "-m", "First")
    commit = {"kind": "commit", "id": git(root, "rev-parse", "HEAD")}
    listed = ([ident("evt", 1)], [ident("rec", 1)])
    early = {"occurred_at": "2026-03-02T08:59:00Z"}
    receipts = [projection(21, "t1", *listed), receipt(22, 21, "t1", *listed)]
    receipts[1]["payload"]["receipt"]["occurred_at"] = early["occurred_at"]
    return write_ledger(
        root,
        created(1, event=early),
        created(2),
        relation(3, "implements", commit, record_node(2), {"correlation_id": "t1"}, reason="It rounds once."),
        relation(4, "implements", {"kind": "commit", "id": "f" * 40}, record_node(2)),
        thread(20, "t1"),
        *receipts,
    )


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)


def answer(*arguments: object) -> dict[str, object]:
    result = run(*arguments, "--json")
    assert result.exception is None, result.exception
    assert result.return_value == 0
    value: dict[str, object] = json.loads(result.stdout)
    return value


def verdicts(value: dict[str, object]) -> dict[str, str]:
    claims = value["claims"]
    assert isinstance(claims, list)
    return {claim["record_id"]: claim["verdict"] for claim in claims}


@pytest.mark.parametrize("form", ["commit:{full}", "{full}", "{short}", "commit:{short}"])
def test_a_commit_is_found_by_every_spelling(repository: Path, form: str) -> None:
    full = git(repository, "rev-parse", "HEAD")
    value = answer(form.format(full=full, short=full[:9]), repository)
    assert value["root"] == {"kind": "commit", "id": full, "resolution": "exact"}
    assert verdicts(value) == {ident("rec", 2): "declared", ident("rec", 1): "available"}


def test_without_runtime_delivered_is_unknown(repository: Path) -> None:
    value = answer(git(repository, "rev-parse", "HEAD"), repository, "--runtime", "none")
    assert verdicts(value) == {ident("rec", 2): "declared"}
    assert value["threads"] == []


def test_the_thread_that_a_commit_names_by_trailer_counts(repository: Path) -> None:
    git(repository, "commit", "-q", "--allow-empty", "-m", "Second\n\nRefs: 7\nfabric-thread: t1")
    value = answer("HEAD", repository)
    assert value["threads"] == [{"thread_id": "t1", "basis": "trailer", "event_id": None}]
    assert verdicts(value) == {ident("rec", 1): "available"}
    assert "by the trailer Fabric-Thread of the commit" in run("HEAD", repository).stdout
    git(repository, "commit", "-q", "--allow-empty", "-m", "Third\n\nfabric-thread: t1\n\nNot at the end.")
    assert answer("HEAD", repository)["threads"] == []


def test_a_thread_whose_copies_differ_shows_both(repository: Path) -> None:
    folder = repository / ".git/fabric/runtime/threads"
    copy = json.loads((folder / f"{ident('evt', 20)}.json").read_bytes())
    copy["payload"]["thread"]["scope"] = {"repo": "billing", "paths": ["src/**"]}
    (folder / "copy.json").write_text(json.dumps(copy), encoding="utf-8")
    told = run("thread:t1", repository).stdout
    assert "its statements differ" in told
    assert "issue BILL-1" in told
    assert "path src/**" in told
    assert "FP301" in told


def test_the_example_ties_two_commits_to_threads_by_trailer(tmp_path: Path) -> None:
    names = example_names(tmp_path / "example")
    for commit, thread_name in (("round_once", "invoices"), ("pending_refunds", "refunds")):
        value = answer(names[f"commit/{commit}"], tmp_path / "example")
        threads = value["threads"]
        assert isinstance(threads, list)
        tie = {"thread_id": names[f"thread/{thread_name}"], "basis": "trailer", "event_id": None}
        assert threads[0] == tie


def test_a_commit_that_is_not_here_is_missing_and_still_declared(repository: Path) -> None:
    value = answer("f" * 40, repository)
    assert value["root"] == {"kind": "commit", "id": "f" * 40, "resolution": "missing"}
    assert verdicts(value) == {ident("rec", 2): "declared"}


def test_other_commits_of_the_answer_are_resolved_too(repository: Path) -> None:
    nodes = answer(ident("rec", 2), repository)["nodes"]
    assert isinstance(nodes, list)
    assert {node["resolution"] for node in nodes if node["kind"] == "commit"} == {"exact", "missing"}


def test_depth_direction_and_type_narrow_the_relations(repository: Path) -> None:
    full = git(repository, "rev-parse", "HEAD")
    assert len(answer(full, repository)["relations"]) == 2  # type: ignore[arg-type]
    assert len(answer(full, repository, "--depth", 1)["relations"]) == 1  # type: ignore[arg-type]
    assert answer(full, repository, "--direction", "incoming")["relations"] == []
    assert answer(full, repository, "--relation", "supersedes")["relations"] == []


@pytest.mark.parametrize("node", ["action:nobody:nothing", "0123456789", ident("rec", 99), "issue:NONE-1"])
def test_a_node_that_nothing_knows_is_an_answer(repository: Path, node: str) -> None:
    result = run(node, repository)
    assert result.return_value == 0
    assert "unknown" in result.stdout


@pytest.mark.parametrize("node", ["nothing", "rec_", "a:", ":b", "\x1b[31m"])
def test_a_malformed_node_is_wrong_usage(repository: Path, node: str) -> None:
    error = run(node, repository).exception
    assert isinstance(error, UsageError)
    assert error.exit_code == 2
    assert "kind:provider:id" in error.hint
    assert "\x1b" not in error.message


@pytest.mark.parametrize("form", ["{}", "record:{}"])
def test_the_beginning_of_a_record_id_is_enough_where_it_is_unique(repository: Path, form: str) -> None:
    known = ident("rec", 1)
    assert answer(form.format(known[:12]), repository)["root"] == {"kind": "record", "id": known}
    assert answer(form.format(known), repository)["root"] == {"kind": "record", "id": known}


def test_the_beginning_of_several_record_ids_is_wrong_usage_and_names_them(repository: Path) -> None:
    error = run(ident("rec", 1)[:10], repository).exception
    assert isinstance(error, UsageError)
    assert error.exit_code == 2
    assert "2 record ids" in error.message
    assert ident("rec", 1) in error.hint
    assert ident("rec", 2) in error.hint


@pytest.mark.parametrize("node", ["rec_ffff", "record:rec_ffff", "record:anything", "record:\x1b[31m"])
def test_what_is_no_record_id_and_begins_none_is_wrong_usage(repository: Path, node: str) -> None:
    error = run(node, repository).exception
    assert isinstance(error, UsageError)
    assert error.exit_code == 2
    assert "no record id" in error.message
    assert "\x1b" not in error.message


def test_a_record_id_of_a_provider_may_look_like_anything(repository: Path) -> None:
    assert answer("record:other:7", repository)["root"] == {"kind": "record", "provider": "other", "id": "7"}


def test_a_name_that_git_gives_a_commit_is_found(repository: Path) -> None:
    full = git(repository, "rev-parse", "HEAD")
    for name in ("HEAD", "main"):
        assert answer(name, repository)["root"] == {"kind": "commit", "id": full, "resolution": "exact"}
    shown = run("--help").stdout
    assert "HEAD" in " ".join(shown.split())


def test_a_drawing_holds_the_same_relations(repository: Path) -> None:
    full = git(repository, "rev-parse", "HEAD")
    result = run(full, repository, "--format", "dot")
    assert result.return_value == 0
    assert result.stdout.startswith("digraph trace {\n")
    assert result.stdout.count(" -> ") == len(answer(full, repository)["relations"])  # type: ignore[arg-type]


def test_text_and_json_come_from_the_same_answer(repository: Path) -> None:
    result = run(git(repository, "rev-parse", "HEAD"), repository)
    assert result.return_value == 0
    assert "because: It rounds once." in result.stdout
    assert "\x1b" not in result.stdout


def test_without_git_a_commit_is_unknown(tmp_path: Path) -> None:
    commit = {"kind": "commit", "id": "c0ffee1"}
    root = write_ledger(tmp_path / "plain", created(1), relation(2, "implements", commit, record_node(1)))
    assert answer("c0ffee1", root)["root"] == {"kind": "commit", "id": "c0ffee1", "resolution": "unknown"}

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


@pytest.mark.parametrize("kind", ["branch", "tag"])
def test_a_name_of_git_that_looks_like_an_id_is_a_name_where_no_commit_begins_so(repository: Path, kind: str) -> None:
    full = git(repository, "rev-parse", "HEAD")
    git(repository, kind, "deadbee")
    assert answer("deadbee", repository)["root"] == {"kind": "commit", "id": full, "resolution": "exact"}
    assert answer("commit:deadbee", repository)["root"]["resolution"] == "missing"  # type: ignore[index]
    git(repository, "commit", "-q", "--allow-empty", "-m", "Second")
    git(repository, kind, full[:9], "HEAD")
    assert answer(full[:9], repository)["root"]["id"] == full  # type: ignore[index]
    git(repository, kind, "f" * 9, "HEAD")
    assert answer("f" * 9, repository)["root"] == {"kind": "commit", "id": "f" * 40, "resolution": "missing"}


def test_a_commit_whose_time_cannot_be_read_declares_all_the_same(repository: Path, tmp_path: Path) -> None:
    tree, first = git(repository, "rev-parse", "HEAD^{tree}"), git(repository, "rev-parse", "HEAD")
    message = f"Odd\n\nFabric-Implements: {ident('rec', 1)}\nFabric-Thread: t1\n"
    head = f"tree {tree}\nparent {first}\nauthor M <m> 1 +0000\ncommitter M <m> never\n"
    (tmp_path / "odd").write_text(f"{head}\n{message}")
    odd = git(repository, "hash-object", "-t", "commit", "-w", "--literally", str(tmp_path / "odd"))
    git(repository, "branch", "odd", odd)
    value = answer(odd, repository, "--as-of", "2026-03-05T09:00:00Z")
    assert value["root"] == {"kind": "commit", "id": odd, "resolution": "exact"}
    assert [each["thread_id"] for each in value["threads"]] == ["t1"]  # type: ignore[attr-defined]
    [declared] = [each for each in value["claims"] if each["verdict"] == "declared"]  # type: ignore[attr-defined]
    [cause] = declared["causality"]
    assert (cause["trailer"], cause["asserted_at"]) == (f"Fabric-Implements: {ident('rec', 1)}", None)
    assert declared["availability"]["existed"]["value"] == "unknown"
    for form in ("text", "markdown", "mermaid", "dot", "svg", "prov-json"):
        assert run(odd, repository, "--format", form).exception is None
    text = run(odd, repository, "--verbose").stdout
    assert "at a time that cannot be read" in text
    assert "the time of this commit cannot be read" in text
    assert "does not have the commit" not in text


def test_without_runtime_delivered_is_unknown(repository: Path) -> None:
    value = answer(git(repository, "rev-parse", "HEAD"), repository, "--runtime", "none")
    assert verdicts(value) == {ident("rec", 2): "declared", ident("rec", 1): "unknown"}
    assert value["threads"] == []


def test_the_thread_that_a_commit_names_by_trailer_counts(repository: Path) -> None:
    git(repository, "commit", "-q", "--allow-empty", "-m", "Second\n\nRefs: 7\nfabric-thread: t1")
    value = answer("HEAD", repository)
    assert value["threads"] == [{"thread_id": "t1", "basis": "trailer", "event_id": None}]
    assert verdicts(value) == {ident("rec", 1): "available"}
    assert "a trailer of the commit names this thread" in run("HEAD", repository).stdout
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
    assert verdicts(value) == {ident("rec", 2): "declared", ident("rec", 1): "unknown"}


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


def test_a_record_that_is_named_and_that_nobody_created_is_a_node(repository: Path) -> None:
    git(repository, "commit", "-q", "--allow-empty", "-m", "Second\n\nFabric-Implements: rec_todo")
    for node in ("record:rec_todo", "rec_todo"):
        assert answer(node, repository)["root"] == {"kind": "record", "id": "rec_todo"}
    assert isinstance(run("record:rec_tod", repository).exception, UsageError)


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


def test_a_trailer_declares_without_an_event(repository: Path) -> None:
    trailer = f"Fabric-Implements: {ident('rec', 1)}, {ident('rec', 2)} {ident('rec', 1)}"
    said = f"{trailer}\nfabric-informed-by: {ident('rec', 9)}"
    git(repository, "commit", "-q", "--allow-empty", "-m", f"Second\n\n{said}")
    value = answer("HEAD", repository)
    claims = value["claims"]
    assert isinstance(claims, list)
    causes = {claim["record_id"]: claim["causality"] for claim in claims if claim["verdict"] == "declared"}
    assert causes.keys() == {ident("rec", 1), ident("rec", 2), ident("rec", 9)}
    [cause] = causes[ident("rec", 1)]
    assert (cause["type"], cause["event_id"], cause["trust"]) == ("implements", None, None)
    assert (cause["trailer"], cause["asserted_at"]) == (trailer, "2026-03-02T09:00:00Z")
    assert [each["type"] for each in causes[ident("rec", 9)]] == ["informed_by"]
    assert "FP712" in value["problems"]  # type: ignore[operator]
    # The record tells of the commit too.
    assert json.dumps(trailer) in run(ident("rec", 1), repository, "--json").stdout


def test_trailers_have_the_names_that_the_config_gives_them(repository: Path) -> None:
    (repository / "fingerpost.toml").write_text(
        '[trailers]\nimplements = ["Follows"]\nthread = ["Made-In"]\n', encoding="utf-8"
    )
    follows = f"Follows: {ident('rec', 1)}\nmade-in: t1\nFabric-Implements: {ident('rec', 2)}"
    git(repository, "commit", "-q", "--allow-empty", "-m", f"Second\n\n{follows}")
    value = answer("HEAD", repository)
    assert value["threads"] == [{"thread_id": "t1", "basis": "trailer", "event_id": None}]
    assert [record for record, verdict in verdicts(value).items() if verdict == "declared"] == [ident("rec", 1)]


def test_a_commit_outside_the_examined_history_declares_for_itself(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "side")
    git(repository, "commit", "-q", "--allow-empty", "-m", f"Aside\n\nFabric-Implements: {ident('rec', 1)}")
    aside = git(repository, "rev-parse", "HEAD")
    git(repository, "checkout", "-q", "main")
    for name in ("side", aside, aside[:9], f"commit:{aside[:9]}"):
        assert verdicts(answer(name, repository))[ident("rec", 1)] == "declared"
    assert aside not in run(ident("rec", 1), repository, "--json").stdout


def test_a_short_id_that_names_a_branch_too_is_the_commit(repository: Path) -> None:
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "The ledger")
    git(repository, "commit", "-q", "--allow-empty", "-m", f"Third\n\nFabric-Implements: {ident('rec', 1)}")
    full = git(repository, "rev-parse", "HEAD")
    git(repository, "branch", full[:7], "HEAD~2")
    for options in ((), ("--rev", "HEAD~1")):
        value = answer(f"commit:{full[:7]}", repository, "--all", *options)
        assert value["root"] == {"kind": "commit", "id": full, "resolution": "exact"}
        assert verdicts(value)[ident("rec", 1)] == "declared"
        assert set(existed(value).values()) == {("yes", "tree")}


def existed(value: dict[str, object]) -> dict[str, tuple[str, str | None]]:
    claims = value["claims"]
    assert isinstance(claims, list)
    found = {claim["record_id"]: claim["availability"]["existed"] for claim in claims}
    return {record_id: (step["value"], step["basis"]) for record_id, step in found.items()}


def test_existed_goes_by_the_trees_and_all_lists_every_record(repository: Path) -> None:
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "The ledger")
    (repository / "file").write_text("two\n", encoding="utf-8")
    git(repository, "commit", "-q", "-a", "-m", "Third")
    assert set(existed(answer("HEAD", repository, "--all")).values()) == {("yes", "tree")}
    assert set(existed(answer("HEAD~1", repository, "--all")).values()) == {("yes", "own_tree")}
    before = answer("HEAD~2", repository, "--all")
    assert existed(before) == {ident("rec", 1): ("yes", "time"), ident("rec", 2): ("no", None)}
    assert before["not_listed"] == {"none": 0}
    for revision in ("HEAD", "HEAD~1"):  # the ledger as it then was, commits as this clone has them
        assert existed(answer("HEAD", repository, "--rev", revision, "--all")) == existed(
            answer("HEAD", repository, "--all")
        )


def test_no_trailer_and_no_tree_of_the_future_counts_in_the_ledger_as_it_was(repository: Path) -> None:
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "The ledger")
    write_ledger(repository, created(7))
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", f"More\n\nFabric-Implements: {ident('rec', 2)}")
    assert ident("rec", 7) in verdicts(answer("HEAD", repository, "--all"))
    then = run(ident("rec", 2), repository, "--rev", "HEAD~1", "--json").stdout
    assert "Fabric-Implements" not in then
    assert "Fabric-Implements" in run(ident("rec", 2), repository, "--json").stdout


def test_an_unreachable_commit_names_its_candidates(repository: Path) -> None:
    (repository / "other").write_text("1\n", encoding="utf-8")
    git(repository, "add", "other")
    git(repository, "commit", "-q", "-m", "Tpyo")
    lost = git(repository, "rev-parse", "HEAD")
    git(repository, "commit", "-q", "--amend", "-m", "Typo")
    amended = git(repository, "rev-parse", "HEAD")
    assert answer(lost, repository)["root"] == {
        "kind": "commit",
        "id": lost,
        "resolution": "unreachable",
        "candidates": [amended],
    }


@pytest.mark.parametrize("form", ["dot", "markdown", "mermaid", "svg"])
def test_every_drawing_is_made_of_the_answer(repository: Path, form: str) -> None:
    result = run("HEAD", repository, "--format", form)
    assert result.exception is None, result.exception
    assert git(repository, "rev-parse", "HEAD")[:12] in result.stdout


def test_two_processes_find_the_problems_that_one_finds(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = answer("HEAD", repository)["problems"]
    monkeypatch.setattr("fingerpost.cli.rule_places.WORTH_SHARING", 0)
    monkeypatch.setattr("fingerpost.cli.rule_places.usable_processes", lambda _: 2)
    assert answer("HEAD", repository)["problems"] == one != []

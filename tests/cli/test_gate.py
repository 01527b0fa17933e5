"""The gate in real repositories: what a change does to old events, and what its merge would give."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from support.command import Done, fingerpost
from support.events import changed, created, ident, record_node, relation, write_ledger
from support.shared import LEDGERS, git, lay_out, make_repository, needs_ledgers

FOLDER = ".fabric/ledger/events"


def commit(root: Path, message: str = "work") -> str:
    git(root, "add", "--all")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


def path_of(number: int) -> str:
    return f"{FOLDER}/{ident('evt', number)}.json"


def found(done: Done, *, introduced: bool | None = None) -> set[str]:
    assert done.code in (0, 1), done.err
    return {
        each["code"]
        for each in done.json["findings"]
        if each["severity"] == "error" and (introduced is None or each["introduced"] is introduced)
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Main has two records; a branch ``change`` is checked out."""
    made = make_repository(tmp_path / "repo")
    write_ledger(made, created(1), created(2))
    commit(made, "main")
    git(made, "checkout", "-q", "-b", "change")
    return made


def test_what_only_adds_passes_and_is_counted(root: Path) -> None:
    write_ledger(root, created(3), changed(4, 1, 1, durability="durable", lifecycle_reason="It held."))
    commit(root)
    done = fingerpost("lint", root, "--base", "main")
    assert done.code == 0, done.out
    assert "this change adds 1 record, 1 promotion" in done.out
    assert "compared with main" in done.out


@pytest.mark.parametrize("how", [("--base", "main"), ("--history",), ("--base", "main", "--history")])
@pytest.mark.parametrize("committed", [True, False])
def test_a_removed_an_edited_and_a_reformatted_event_are_told_apart(
    root: Path, how: tuple[str, ...], committed: bool
) -> None:
    write_ledger(root, created(3))
    git(root, "checkout", "-q", "main")
    commit(root, "three")
    git(root, "checkout", "-q", "-B", "change")
    (root / path_of(1)).unlink()
    write_ledger(root, created(2, text="Other direction"))
    (root / path_of(3)).write_text(json.dumps(created(3)), "utf-8")
    if committed:
        commit(root)
    done = fingerpost("lint", root, "--json", *how)
    growth = {
        (each["code"], each["path"], each["severity"]) for each in done.json["findings"] if each["code"] > "FP304"
    }
    assert {each for each in growth if "FP305" <= each[0] <= "FP307"} == {
        ("FP305", path_of(2), "error"),
        ("FP306", path_of(1), "error"),
        ("FP307", path_of(3), "warning"),
    }
    assert done.code == 1


def test_a_fork_is_stopped_before_it_is_merged_from_either_checkout(root: Path) -> None:
    write_ledger(root, changed(3, 1, 1, status="expired"))
    commit(root, "expire")
    git(root, "checkout", "-q", "-b", "other", "main")
    write_ledger(root, changed(4, 1, 1, durability="durable", lifecycle_reason="It held."))
    commit(root, "promote")
    for branch in ("change", "other"):
        git(root, "checkout", "-q", branch)
        assert found(fingerpost("lint", root, "--json", "--base", "main")) == set()
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--no-edit", "change")
    git(root, "checkout", "-q", "other")
    stopped = fingerpost("lint", root, "--json", "--base", "main")
    assert stopped.code == 1
    assert found(stopped, introduced=True) == {"FP401"}
    git(root, "checkout", "-q", "main")
    from_main = fingerpost("lint", root, "--json", "--base", "main", "--rev", "other")
    assert found(from_main, introduced=True) == {"FP401"}
    assert found(fingerpost("lint", root, "--json", "--base", "other"), introduced=True) == {"FP401"}


def test_what_the_base_holds_already_is_not_new_and_fails_only_without_new_only(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    write_ledger(root, changed(3, 1, 1, status="expired"), changed(4, 1, 1, durability="durable"))
    commit(root, "a fork")
    git(root, "checkout", "-q", "-B", "change")
    write_ledger(root, created(5))
    commit(root)
    assert fingerpost("lint", root, "--base", "main").code == 1
    passed = fingerpost("lint", root, "--base", "main", "--new-only")
    assert passed.code == 0
    assert "none of them introduced by this change" in passed.out
    assert "FP401" not in passed.out
    assert "1 older finding not listed; leave out --new-only to see all" in passed.out
    write_ledger(root, changed(6, 2, 2, status="expired"), changed(7, 2, 2, durability="durable"))
    commit(root)
    done = fingerpost("lint", root, "--base", "main", "--new-only", "--json")
    assert done.code == 1
    assert [each["record_id"] for each in done.json["findings"] if each["introduced"] and each["code"] == "FP401"] == [
        ident("rec", 2)
    ]


def test_a_fault_in_a_file_that_only_the_base_has_is_not_for_this_change(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    (root / path_of(9)).write_text("{", "utf-8")
    commit(root, "a broken file")
    git(root, "checkout", "-q", "change")
    assert found(fingerpost("lint", root, "--json", "--base", "main")) == set()


def test_an_unreadable_event_of_the_base_may_be_mended(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    (root / path_of(9)).write_text("{", "utf-8")
    commit(root, "a broken file")
    git(root, "checkout", "-q", "-B", "change")
    write_ledger(root, created(9))
    commit(root)
    done = fingerpost("lint", root, "--json", "--base", "main")
    assert done.code == 0
    assert [(each["code"], each["severity"]) for each in done.json["findings"] if each["code"] == "FP312"] == [
        ("FP312", "notice")
    ]


def test_the_index_is_linted_where_that_is_asked_for(root: Path) -> None:
    write_ledger(root, created(3))
    git(root, "add", "--all")
    (root / path_of(1)).unlink()
    (root / path_of(3)).write_text("{", "utf-8")
    assert found(fingerpost("lint", root, "--json", "--staged")) == set()
    git(root, "add", "--all")
    assert found(fingerpost("lint", root, "--json", "--staged")) == {"FP104", "FP306"}


def test_history_sees_what_a_base_no_longer_tells(root: Path) -> None:
    (root / path_of(1)).unlink()
    removed = commit(root, "remove")
    write_ledger(root, created(3))
    commit(root)
    assert found(fingerpost("lint", root, "--json", "--base", "HEAD~1")) == set()
    done = fingerpost("lint", root, "--json", "--history")
    assert found(done) == {"FP306"}
    assert removed[:7] in done.out
    assert done.json["examined"]["history"] == "full"
    old = fingerpost("lint", root, "--json", "--history", "--base", "HEAD~1", "--new-only")
    assert (old.code, found(old, introduced=False)) == (0, {"FP306"})
    git(root, "checkout", "-q", "main", "--", path_of(1))
    commit(root, "restore")
    assert found(fingerpost("lint", root, "--json", "--history")) == set()


def test_a_base_that_cannot_be_compared_with_is_never_a_pass(root: Path, tmp_path: Path) -> None:
    write_ledger(root, created(3))
    commit(root)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{root}", str(clone))
    for options in (("--base", "origin/main"), ("--history",)):
        done = fingerpost("lint", clone, *options)
        assert done.code == 4, done.out
        assert "fetch-depth: 0" in done.err
    missing = fingerpost("lint", root, "--base", "origin/nowhere")
    assert missing.code == 4
    assert "git fetch" in missing.err


@pytest.mark.parametrize(
    "options",
    [("--base", "main", "--no-base"), ("--staged", "--rev", "main"), ("--statistics", "--json"), ("--force",)],
)
def test_options_that_disagree_are_refused(root: Path, options: tuple[str, ...]) -> None:
    done = fingerpost("lint", root, *options)
    assert done.code == 2, done.out


def test_new_only_without_a_base_lets_everything_count(root: Path) -> None:
    write_ledger(root, changed(3, 1, 1, status="expired"), changed(4, 1, 1, durability="durable"))
    done = fingerpost("lint", root, "--new-only")
    assert done.code == 1
    assert "no base to compare with" in done.err


def test_the_base_comes_from_the_ci(root: Path, tmp_path: Path) -> None:
    (root / path_of(1)).unlink()
    commit(root)
    git(root, "update-ref", "refs/remotes/origin/main", "main")
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"base": {"sha": git(root, "rev-parse", "main")}}}), "utf-8")
    github = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_WORKSPACE": str(root),
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_BASE_REF": "main",
    }
    summary = tmp_path / "summary.md"
    done = fingerpost("lint", root, "--format", "github", env={**github, "GITHUB_STEP_SUMMARY": str(summary)})
    assert done.code == 1
    assert "::error file=" in done.out
    assert "FP306" in summary.read_text("utf-8")
    assert fingerpost("lint", root, "--no-base", env=github).code == 0
    gitlab = {"GITLAB_CI": "true", "CI_PROJECT_DIR": str(root), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    assert found(fingerpost("lint", root, "--json", env=gitlab)) == {"FP306"}


def test_a_relation_to_a_record_of_the_base_is_not_dangling(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    write_ledger(root, created(8))
    commit(root)
    git(root, "checkout", "-q", "change")
    write_ledger(root, created(3), relation(4, "supersedes", record_node(3), record_node(8)))
    commit(root)
    codes = {each["code"] for each in fingerpost("lint", root, "--json").json["findings"]}
    merged = {each["code"] for each in fingerpost("lint", root, "--json", "--base", "main").json["findings"]}
    assert ("FP701" in codes, "FP701" in merged) == (True, False)


@needs_ledgers
@pytest.mark.parametrize("how", [("--base", "main"), ("--history",)])
def test_the_deletion_of_the_reference_ledger_is_caught(tmp_path: Path, how: tuple[str, ...]) -> None:
    root = lay_out(LEDGERS / "dogfood" / "before-deletion", tmp_path / "repo")
    commit(root, "before")
    git(root, "checkout", "-q", "-b", "change")
    git(root, "rm", "-q", "-r", ".fabric")
    lay_out_again = LEDGERS / "dogfood" / ".fabric"
    git(root, "commit", "-q", "-m", "gone")
    import shutil

    shutil.copytree(lay_out_again, root / ".fabric")
    commit(root, "after")
    done = fingerpost("lint", root, "--json", *how)
    removed = [each for each in done.json["findings"] if each["code"] == "FP306"]
    assert len(removed) == 1
    assert done.code == 1


@pytest.mark.parametrize("how", [("--base", "main"), ("--history",)])
@pytest.mark.parametrize(
    ("config", "text"),
    [
        (".fabric/config.yaml", "repo: billing\nstorage:\n  events: .fabric/new/events\n"),
        ("fingerpost.toml", 'ledger = ".fabric/new/events"\n'),
        ("pyproject.toml", '[tool.fingerpost]\nledger = ".fabric/new/events"\n'),
    ],
)
def test_a_config_that_leads_elsewhere_hides_nothing(root: Path, how: tuple[str, ...], config: str, text: str) -> None:
    (root / config).write_text(text, "utf-8")
    new = root / ".fabric/new/events"
    new.mkdir(parents=True)
    (root / path_of(1)).rename(new / f"{ident('evt', 1)}.json")
    commit(root, "move the ledger, and lose half of it")
    done = fingerpost("lint", root, "--json", *how)
    lost = [each["event_id"] for each in done.json["findings"] if each["code"] == "FP306"]
    assert lost == [ident("evt", 2)]
    (root / path_of(2)).rename(new / f"{ident('evt', 2)}.json")
    assert found(fingerpost("lint", root, "--json", *how)) == set()


def test_two_branches_that_add_one_event_alike_are_no_duplicate(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    write_ledger(root, created(5))
    commit(root)
    git(root, "checkout", "-q", "change")
    write_ledger(root, created(5))
    spaced = root / path_of(5)
    spaced.write_text(json.dumps(created(5), indent=1), "utf-8")
    commit(root)
    codes = {each["code"] for each in fingerpost("lint", root, "--json", "--base", "main").json["findings"]}
    assert not codes & {"FP301", "FP302"}
    write_ledger(root, created(5, text="Otherwise"))
    commit(root)
    assert found(fingerpost("lint", root, "--json", "--base", "main"), introduced=True) == {"FP301"}


def test_a_ledger_of_the_old_format_is_named_where_there_is_no_other(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    (root / ".fabric/ledger").mkdir(parents=True)
    (root / ".fabric/ledger/events.jsonl").write_text('{"id": "evt_000001"}\n', "utf-8")
    done = fingerpost("lint", root)
    assert done.code == 3
    assert ".fabric/ledger/events.jsonl" in done.err
    assert "FP111" in done.err


@pytest.mark.parametrize("renamed", [False, True])
def test_a_removal_shows_though_the_base_wrote_the_file_anew_since(root: Path, *, renamed: bool) -> None:
    git(root, "checkout", "-q", "main")
    (root / path_of(1)).write_text(json.dumps(created(1)), "utf-8")
    commit(root, "reformat")
    git(root, "checkout", "-q", "change")
    if renamed:
        git(root, "mv", path_of(1), f"{FOLDER}/other.json")
    else:
        (root / path_of(1)).unlink()
    commit(root)
    done = fingerpost("lint", root, "--json", "--base", "main", "--new-only")
    assert done.code == 1
    assert found(done, introduced=True) == {"FP306"}


def test_what_the_base_removed_too_is_not_the_work_of_this_change(root: Path) -> None:
    (root / path_of(1)).unlink()
    commit(root, "removed here")
    assert found(fingerpost("lint", root, "--json", "--base", "main"), introduced=True) == {"FP306"}
    git(root, "checkout", "-q", "main")
    (root / path_of(1)).unlink()
    commit(root, "removed there")
    git(root, "checkout", "-q", "change")
    assert found(fingerpost("lint", root, "--json", "--base", "main"), introduced=False) == {"FP306"}
    assert fingerpost("lint", root, "--base", "main", "--new-only").code == 0


def test_a_ledger_that_a_submodule_took_the_place_of_is_removed(root: Path, tmp_path: Path) -> None:
    part = make_repository(tmp_path / "part")
    for number in (1, 2):
        place = part / "ledger/events" / f"{ident('evt', number)}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes((root / path_of(number)).read_bytes())
    commit(part)
    git(root, "rm", "-q", "-r", ".fabric")
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part), ".fabric")
    commit(root)
    for how in (("--base", "main"), ("--history",)):
        assert found(fingerpost("lint", root, "--json", *how)) == {"FP306"}


def test_a_staged_merge_that_drops_what_it_merges_is_stopped(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    write_ledger(root, created(3))
    commit(root)
    git(root, "checkout", "-q", "change")
    write_ledger(root, created(4))
    commit(root)
    git(root, "merge", "-q", "--no-commit", "main")
    assert fingerpost("lint", root, "--staged", "--new-only").code == 0
    git(root, "merge", "--abort")
    git(root, "merge", "-q", "--no-commit", "-s", "ours", "main")
    for how in (("--staged",), ("--staged", "--base", "main")):
        done = fingerpost("lint", root, "--json", "--new-only", *how)
        assert done.code == 1
        assert found(done, introduced=True) == {"FP306"}


def test_a_fork_shows_though_the_base_moved_its_ledger_since(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    (root / "ledger").mkdir()
    git(root, "mv", FOLDER, "ledger/events")
    (root / ".fabric").mkdir(exist_ok=True)
    (root / ".fabric/config.yaml").write_text("repo: billing\nstorage:\n  events: ledger/events\n", "utf-8")
    expired = changed(5, 1, 1, status="expired")
    (root / "ledger/events" / f"{expired['event_id']}.json").write_text(json.dumps(expired), "utf-8")
    commit(root, "move")
    git(root, "checkout", "-q", "change")
    write_ledger(root, changed(6, 2, 2, status="expired"))
    commit(root)
    assert found(fingerpost("lint", root, "--json", "--base", "main")) == set()
    write_ledger(root, changed(7, 1, 1, status="discarded"))
    commit(root)
    assert found(fingerpost("lint", root, "--json", "--base", "main"), introduced=True) == {"FP401"}


def test_an_area_that_the_base_got_since_is_known(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    write_ledger(root, created(3, scope={"repo": "billing", "areas": ["pay"]}))
    config = root / ".fabric/config.yaml"
    config.write_text("repo: billing\nareas:\n  pay:\n    paths:\n      - src/pay/**\n", "utf-8")
    commit(root)
    git(root, "checkout", "-q", "change")
    write_ledger(root, created(4))
    commit(root)
    findings = fingerpost("lint", root, "--json", "--base", "main").json["findings"]
    assert "FP602" not in {each["code"] for each in findings}


@pytest.mark.parametrize("how", [(), ("--rev", "HEAD"), ("--staged",)])
def test_a_ledger_that_is_gone_as_a_whole_is_told_as_what_it_is(root: Path, how: tuple[str, ...]) -> None:
    git(root, "rm", "-q", "-r", FOLDER)
    commit(root)
    done = fingerpost("lint", root, "--base", "main", *how)
    assert done.code == 3
    assert "main has one, so this change removes every event of it" in done.err
    assert f"git checkout main -- {FOLDER}" in done.err


def test_a_ledger_that_is_not_checked_out_is_not_called_removed(root: Path) -> None:
    (root / "README").write_text("something else\n", "utf-8")
    commit(root)
    git(root, "sparse-checkout", "set", "--cone", "docs")
    assert not (root / FOLDER).exists()
    done = fingerpost("lint", root, "--base", "main")
    assert done.code == 3
    assert "HEAD has one, and it is not checked out" in done.err
    assert f"git sparse-checkout add {FOLDER}" in done.err
    assert fingerpost("lint", root, "--base", "main", "--rev", "HEAD").code == 0
    git(root, "sparse-checkout", "add", FOLDER)
    assert fingerpost("lint", root, "--base", "main").code == 0


def test_before_a_push_only_what_is_pushed_is_examined(root: Path) -> None:
    (root / path_of(1)).unlink()
    pushed = commit(root)
    git(root, "checkout", "-q", "main")
    told = {
        "PRE_COMMIT_FROM_REF": git(root, "rev-parse", "main"),
        "PRE_COMMIT_TO_REF": pushed,
        "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/change",
    }
    elsewhere = fingerpost("lint", root, env=told, cwd=root)
    assert elsewhere.code == 4
    assert "--rev" in elsewhere.err
    assert found(fingerpost("lint", root, "--json", "--rev", pushed, env=told, cwd=root)) == {"FP306"}


def test_what_was_lost_in_a_move_that_fingerposts_own_config_made_is_in_history(root: Path) -> None:
    for number, folder in enumerate(("first", "second")):
        (root / "fingerpost.toml").write_text(f'ledger = "{folder}"\n', "utf-8")
        git(root, "mv", "first" if number else FOLDER, folder)
        commit(root, f"to {folder}")
        assert found(fingerpost("lint", root, "--json", "--history")) == set()
    new = root / "second" / f"{ident('evt', 3)}.json"
    new.write_text(json.dumps(created(3)), "utf-8")
    commit(root, "an event that was nowhere else")
    (root / "fingerpost.toml").write_text('ledger = "third"\n', "utf-8")
    new.unlink()
    (root / "second").rename(root / "third")
    commit(root, "to third, without one event")
    done = fingerpost("lint", root, "--json", "--history")
    assert [each["event_id"] for each in done.json["findings"] if each["code"] == "FP306"] == [ident("evt", 3)]


def test_line_endings_that_a_checkout_gives_old_files_are_not_new(root: Path) -> None:
    git(root, "config", "core.autocrlf", "true")
    write_ledger(root, created(3))
    (root / path_of(3)).write_bytes((root / path_of(3)).read_bytes().replace(b"\n", b"\r\n"))
    git(root, "config", "core.autocrlf", "false")
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "with CRLF in git")
    git(root, "config", "core.autocrlf", "true")
    (root / path_of(1)).unlink()
    git(root, "checkout", "--", path_of(1))
    assert b"\r\n" in (root / path_of(1)).read_bytes()
    findings = fingerpost("lint", root, "--json", "--base", "main").json["findings"]
    told = {each["path"]: each["introduced"] for each in findings if each["code"] == "FP109"}
    assert told == {path_of(1): False, path_of(3): True}


def test_what_restores_an_event_of_a_ledger_that_was_moved_works(root: Path) -> None:
    git(root, "mv", ".fabric/ledger/events", "direction")
    (root / "fingerpost.toml").write_text('ledger = "direction"\n', "utf-8")
    commit(root, "move")
    lost = root / "direction" / f"{ident('evt', 1)}.json"
    lost.unlink()
    commit(root, "lose")
    (finding,) = (
        each for each in fingerpost("lint", root, "--json", "--history").json["findings"] if each["code"] == "FP306"
    )
    told = re.findall(r"`(git checkout [^`]+)`", finding["message"])
    assert len(told) == 1
    git(root, *shlex.split(told[0])[1:])
    assert lost.exists()
    assert found(fingerpost("lint", root, "--json", "--history")) == set()

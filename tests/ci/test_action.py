"""The composite action: its scripts are run by bash on what actions/checkout leaves, with GitHub's variables."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support.ci_cases import CHANGES, Change, checkout, commit, host, path_of
from support.events import changed, created, record_node, relation, write_ledger
from support.installing import ROOT, copy_project, libraries, offline
from support.shared import git, make_repository
from support.workflows import ActionDone, StepDone, load_yaml, run_action

MERGE = "refs/pull/7/merge"
SHELLCHECK = shutil.which("shellcheck", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))


@dataclass(frozen=True)
class Runner:
    """A machine with the action downloaded and its first step done."""

    action: Path
    environment: Mapping[str, str]
    installed: StepDone


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    folder = tmp_path_factory.mktemp("runner")
    action = copy_project(folder / "action")
    environment = offline(libraries(folder / "libraries"), folder / "home")
    # A checkout whose files would be imported in the place of what the step means.
    hostile = folder / "hostile"
    hostile.mkdir()
    for name in ("venv", "pip", "ensurepip", "json"):
        (hostile / f"{name}.py").write_text("raise SystemExit('a file of the checkout was imported')\n", "utf-8")
    done = run_action(
        action,
        workspace=hostile,
        temp=folder / "temp",
        environment=environment,
        inputs={"python": sys.executable, "working-directory": "."},
    )
    installed = done.steps["Install Fingerpost"]
    assert installed.outcome == "success", installed
    assert done.steps["Lint the ledger"].code == 3  # it was run, and there is no ledger
    return Runner(action, environment, installed)


def pull_request(origin: Path, event: Path) -> dict[str, str]:
    """The variables of a job that a pull request started."""
    sha = git(origin, "rev-parse", "main")
    value = {"pull_request": {"base": {"ref": "main", "sha": sha}}, "repository": {"default_branch": "main"}}
    event.write_text(json.dumps(value), "utf-8")
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_BASE_REF": "main",
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_HEAD_REF": "change",
        "GITHUB_REF": MERGE,
        "CI": "true",
    }


def push(event: Path, before: str, branch: str = "main") -> dict[str, str]:
    """The variables of a job that a push started."""
    event.write_text(json.dumps({"before": before, "repository": {"default_branch": "main"}}), "utf-8")
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": "push",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_REF": f"refs/heads/{branch}",
    }


def act(runner: Runner, workspace: Path, variables: Mapping[str, str], temp: Path, **inputs: str) -> ActionDone:
    return run_action(
        runner.action,
        workspace=workspace,
        temp=temp,
        environment={**runner.environment, **variables},
        inputs={name.replace("_", "-"): value for name, value in inputs.items()},
        done={"install": runner.installed},
    )


def act_on(runner: Runner, change: Change, folder: Path, *, full: bool = True, **inputs: str) -> ActionDone:
    origin = host(folder / "origin", change)
    workspace = checkout(origin, folder / "workspace", MERGE, full=full)
    return act(runner, workspace, pull_request(origin, folder / "event.json"), folder / "temp", **inputs)


def sarif_of(done: ActionDone) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = json.loads(Path(done.outputs["sarif"]).read_text("utf-8"))["runs"][0]["results"]
    return results


def plain(markdown: str) -> str:
    """A summary as a person sees it."""
    return html.unescape(re.sub(r"</?\w+>", "", markdown))


@pytest.mark.parametrize("name", CHANGES)
def test_a_pull_request_is_judged(runner: Runner, tmp_path: Path, name: str) -> None:
    change = CHANGES[name]
    done = act_on(runner, change, tmp_path)
    lint = done.steps["Lint the ledger"]
    results = sarif_of(done)
    if not change.told:
        assert lint.code == 0, lint
        assert not done.failed
        assert done.outputs["exit-code"] == "0"
        assert results == []
        assert "Sound: no findings" in done.summary
        assert "This change adds 1 record, 1 promotion." in plain(done.summary)
        return
    assert done.failed
    assert lint.code == 1
    assert done.outputs["exit-code"] == "1"
    annotations = [line for line in lint.out.splitlines() if line.startswith("::")]
    assert len(annotations) == 1
    assert results[0]["ruleId"] == change.told[0]
    for words in change.told:
        assert words in annotations[0]
        assert words in plain(done.summary)
    assert "How to fix these" in done.summary


@pytest.mark.parametrize("name", CHANGES)
def test_a_clone_of_depth_1_is_no_pass_and_says_what_to_set(runner: Runner, tmp_path: Path, name: str) -> None:
    done = act_on(runner, CHANGES[name], tmp_path, full=False)
    lint = done.steps["Lint the ledger"]
    assert lint.code == 4
    assert done.outputs == {"exit-code": "4", "sarif": "", "site": ""}
    (annotation,) = lint.out.splitlines()
    assert annotation.startswith("::error title=Fingerpost judged nothing (exit code 4)::")
    for said in (annotation, done.summary):
        assert "this clone does not have origin/main" in said
        assert "set fetch-depth: 0 on actions/checkout" in said
    assert "**Nothing was judged** (exit code 4)" in done.summary


def test_the_fix_that_it_names_is_the_fix(runner: Runner, tmp_path: Path) -> None:
    origin = host(tmp_path / "origin", CHANGES["adds a fork"])
    workspace = checkout(origin, tmp_path / "workspace", MERGE, full=False)
    variables = pull_request(origin, tmp_path / "event.json")
    stopped = act(runner, workspace, variables, tmp_path / "temp")
    found = re.search(r"run: git (fetch \S+ origin \S+)", stopped.steps["Lint the ledger"].out.replace("%0A", "\n"))
    assert found
    git(workspace, *found[1].split())
    done = act(runner, workspace, variables, tmp_path / "temp")
    assert done.steps["Lint the ledger"].code == 1
    assert "FP401" in done.said()


def test_old_findings_fail_only_where_they_are_asked_for(runner: Runner, tmp_path: Path) -> None:
    origin = host(tmp_path / "origin", CHANGES["appends good records"])
    git(origin, "checkout", "-q", "main")
    write_ledger(origin, created(21, durability="durable", reason=None))
    commit(origin, "An old fault")
    git(origin, "checkout", "-q", "--detach", "main")
    git(origin, "merge", "-q", "--no-ff", "-m", "Trial merge", "change")
    git(origin, "update-ref", MERGE, "HEAD")
    workspace = checkout(origin, tmp_path / "workspace", MERGE, full=True)
    variables = pull_request(origin, tmp_path / "event.json")
    passed = act(runner, workspace, variables, tmp_path / "temp")
    assert passed.outputs["exit-code"] == "0"
    assert "FP502" in passed.said()
    assert "0 introduced by this change" in plain(passed.summary)
    assert act(runner, workspace, variables, tmp_path / "temp", new_only="false").outputs["exit-code"] == "1"
    milder = act(runner, workspace, variables, tmp_path / "temp", new_only="false", fail_on="error")
    assert milder.outputs["exit-code"] == "0"
    unasked = act(runner, workspace, variables, tmp_path / "temp", new_only="false", ignore="FP502")
    assert unasked.outputs["exit-code"] == "0"
    assert (
        act(runner, workspace, variables, tmp_path / "temp", new_only="false", select="FP4").outputs["exit-code"] == "0"
    )
    baseline = tmp_path / "baseline.json"
    written = [runner.installed.outputs["home"] + "/env/bin/fingerpost", "lint", "--as-of=2026-03-02T09:00:00Z", "-q"]
    subprocess.run(
        [*written, f"--baseline={baseline}", "--write-baseline"], cwd=workspace, env=runner.environment, check=True
    )
    accepted = act(runner, workspace, variables, tmp_path / "temp", new_only="false", baseline=str(baseline))
    assert accepted.outputs["exit-code"] == "0", accepted.said()
    config = tmp_path / "other.toml"
    config.write_text('[rules.FP502]\nseverity = "off"\n', "utf-8")
    switched_off = act(runner, workspace, variables, tmp_path / "temp", new_only="false", config=str(config))
    assert switched_off.outputs["exit-code"] == "0"


def test_the_summary_says_which_direction_governs_what_is_touched(runner: Runner, tmp_path: Path) -> None:
    def work(root: Path) -> None:
        (root / "services").mkdir()
        (root / "services/invoice.py").write_text("total = 0\n", "utf-8")

    origin = make_repository(tmp_path / "origin")
    scopes = {"repo": "billing", "paths": ["services/**"]}, {"repo": "billing", "paths": ["docs/**"]}
    texts = ("Round once, on the total", "Write for the reader")
    write_ledger(
        origin,
        *(created(number, scope=scope, text=text) for number, scope, text in zip((1, 2), scopes, texts, strict=True)),
    )
    commit(origin)
    git(origin, "checkout", "-q", "-b", "change")
    work(origin)
    commit(origin)
    git(origin, "update-ref", MERGE, "HEAD")
    workspace = checkout(origin, tmp_path / "workspace", MERGE, full=True)
    done = act(runner, workspace, pull_request(origin, tmp_path / "event.json"), tmp_path / "temp")
    assert done.outputs["exit-code"] == "0"
    governing = plain(done.summary).partition("Direction that governs what this change touches")[2]
    assert texts[0] in governing
    assert "services/invoice.py" in governing
    assert texts[1] not in governing


def test_a_forced_push_to_the_main_branch_that_drops_an_event_is_caught(runner: Runner, tmp_path: Path) -> None:
    root = make_repository(tmp_path / "origin")
    write_ledger(root, created(1))
    first = commit(root)
    write_ledger(root, created(2))
    before = commit(root)
    git(root, "reset", "-q", "--hard", first)
    variables = push(tmp_path / "event.json", before)
    workspace = checkout(root, tmp_path / "workspace", "refs/heads/main", full=True)
    missing = act(runner, workspace, variables, tmp_path / "temp")
    assert missing.outputs["exit-code"] == "4"  # no branch has it any more, and git fetches by branch
    git(root, "branch", "kept", before)
    git(workspace, "fetch", "-q", "origin", before)
    done = act(runner, workspace, variables, tmp_path / "temp")
    assert done.outputs["exit-code"] == "1"
    assert "this event was removed since" in done.said()


def test_history_catches_what_no_base_shows(runner: Runner, tmp_path: Path) -> None:
    root = make_repository(tmp_path / "origin")
    write_ledger(root, created(1), created(2))
    commit(root)
    (root / path_of(2)).unlink()
    before = commit(root)
    write_ledger(root, created(3))
    commit(root)
    workspace = checkout(root, tmp_path / "workspace", "refs/heads/main", full=True)
    variables = push(tmp_path / "event.json", before)
    assert act(runner, workspace, variables, tmp_path / "temp").outputs["exit-code"] == "0"
    done = act(runner, workspace, variables, tmp_path / "temp", history="true", new_only="false")
    assert done.outputs["exit-code"] == "1"
    assert "FP306" in done.said()


@pytest.mark.parametrize("name", CHANGES)
def test_a_merge_queue_s_group_is_judged(runner: Runner, tmp_path: Path, name: str) -> None:
    origin = host(tmp_path / "origin", CHANGES[name])
    workspace = checkout(origin, tmp_path / "workspace", MERGE, full=True)
    group = {"base_ref": "refs/heads/main", "base_sha": git(origin, "rev-parse", "main")}
    (tmp_path / "event.json").write_text(json.dumps({"merge_group": group}), "utf-8")
    variables = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": "merge_group",
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_REF": "refs/heads/gh-readonly-queue/main/pr-7",
    }
    done = act(runner, workspace, variables, tmp_path / "temp")
    assert done.outputs["exit-code"] == ("1" if CHANGES[name].told else "0"), done.said()


def test_a_given_base_goes_before_what_the_event_tells(runner: Runner, tmp_path: Path) -> None:
    done = act_on(runner, CHANGES["edits an old event"], tmp_path, base="HEAD")
    assert done.outputs["exit-code"] == "0"


def test_a_checkout_in_a_subfolder(runner: Runner, tmp_path: Path) -> None:
    origin = host(tmp_path / "origin", CHANGES["edits an old event"])
    checkout(origin, tmp_path / "workspace/code base", MERGE, full=True)
    variables = pull_request(origin, tmp_path / "event.json")
    inputs = {"working_directory": "code base", "sarif": "out.sarif"}
    done = act(runner, tmp_path / "workspace", variables, tmp_path / "temp", **inputs)
    assert done.outputs["exit-code"] == "1"
    assert done.outputs["sarif"] == str(tmp_path / "workspace/code base/out.sarif")
    assert sarif_of(done)[0]["ruleId"] == "FP305"


def test_the_site_is_built_and_uploaded_though_a_finding_stops_the_change(runner: Runner, tmp_path: Path) -> None:
    done = act_on(runner, CHANGES["edits an old event"], tmp_path, site="direction")
    assert done.failed
    assert done.steps["Build the site"].outcome == "success", done.steps["Build the site"]
    assert (Path(done.outputs["site"]) / "index.html").is_file()
    assert done.steps["Upload the site"].given == {
        "name": "direction",
        "path": done.outputs["site"],
        "if-no-files-found": "error",
    }


def test_no_site_is_built_unasked(runner: Runner, tmp_path: Path) -> None:
    done = act_on(runner, CHANGES["appends good records"], tmp_path)
    assert {done.steps[name].outcome for name in ("Build the site", "Upload the site")} == {"skipped"}


def test_nothing_of_the_checkout_is_changed(runner: Runner, tmp_path: Path) -> None:
    origin = host(tmp_path / "origin", CHANGES["appends good records"])
    workspace = checkout(origin, tmp_path / "workspace", MERGE, full=True)
    act(runner, workspace, pull_request(origin, tmp_path / "event.json"), tmp_path / "temp", site="direction")
    assert git(workspace, "status", "--porcelain", "--ignored") == ""


HOSTILE = ('"; touch pwned; " $(touch pwned) `touch pwned` \' ; touch pwned #', "--no-base", "a\n::error::b")


@pytest.mark.parametrize("value", HOSTILE)
def test_no_input_is_run_or_forges_a_command(runner: Runner, tmp_path: Path, value: str) -> None:
    origin = host(tmp_path / "origin", CHANGES["edits an old event"])
    workspace = checkout(origin, tmp_path / "workspace", MERGE, full=True)
    variables = pull_request(origin, tmp_path / "event.json")
    manifest = load_yaml(ROOT / "action.yml")
    for name in sorted(set(manifest["inputs"]) - {"python", "working-directory", "sarif", "site"}):
        done = act(runner, workspace, variables, tmp_path / "temp", **{name.replace("-", "_"): value})
        lint = done.steps["Lint the ledger"]
        assert lint.code in (1, 2, 3, 4), (name, lint)
        assert lint.code != 1 or "FP305" in lint.out
        assert len(lint.out.splitlines()) <= 2
        assert sum(line.startswith("::") for line in lint.out.splitlines()) == 1, lint.out
    assert list(tmp_path.rglob("pwned")) == []


def test_what_is_misspelt_is_told(runner: Runner, tmp_path: Path) -> None:
    done = act_on(runner, CHANGES["appends good records"], tmp_path, new_only="yes")
    assert done.outputs["exit-code"] == "2"
    assert "the input new-only is neither true nor false" in done.steps["Lint the ledger"].out
    assert "the input new-only is neither true nor false" in done.summary


def test_a_repository_without_a_ledger_is_no_pass(runner: Runner, tmp_path: Path) -> None:
    root = make_repository(tmp_path / "workspace")
    (root / "README").write_text("no ledger here\n", "utf-8")
    commit(root)
    done = act(runner, root, {}, tmp_path / "temp")
    assert done.outputs["exit-code"] == "3"
    assert "no ledger" in done.summary


def test_the_ledger_s_own_text_forges_no_command(runner: Runner, tmp_path: Path) -> None:
    nasty = "x\n::error::forged\n##[error]forged %0A::warning::forged"
    change = Change(
        lambda root: write_ledger(
            root,
            created(31, text=nasty, durability="durable", reason=None),
            relation(32, "supersedes", record_node(31), {"kind": "record", "id": nasty}),
            changed(33, 31, 31, lifecycle_reason=nasty, status="expired"),
        )
    )
    done = act_on(runner, change, tmp_path)
    lint = done.steps["Lint the ledger"]
    commands = [line for line in lint.out.splitlines() if line.startswith("::") or "##[" in line]
    assert commands
    assert all(re.match(r"::(error|warning|notice) (file|title)=", line) for line in commands)
    assert not any(re.match(r"::\w+::", line) for line in lint.out.splitlines())


def test_scripts_hold_no_expression() -> None:
    steps = load_yaml(ROOT / "action.yml")["runs"]["steps"]
    scripts = [step["run"] for step in steps if "run" in step]
    assert len(scripts) == 3
    assert [script for script in scripts if "${{" in script] == []
    assert all(step["shell"] == "bash" for step in steps if "run" in step)


def test_every_input_reaches_a_step_and_is_described() -> None:
    manifest = load_yaml(ROOT / "action.yml")
    steps = json.dumps(manifest["runs"]["steps"])
    for name, each in manifest["inputs"].items():
        assert f"inputs.{name} " in steps, f"{name} does nothing"
        assert each["description"]
        assert isinstance(each["default"], str)


def test_other_actions_are_pinned_to_a_commit() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    used = re.findall(r"^\s+uses: (.*)$", text, re.MULTILINE)
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []


def test_the_action_fits_its_schema() -> None:
    pytest.importorskip("check_jsonschema")
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "action.yml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(SHELLCHECK is None, reason="shellcheck is not installed")
def test_scripts_please_shellcheck(tmp_path: Path) -> None:
    for number, step in enumerate(load_yaml(ROOT / "action.yml")["runs"]["steps"]):
        if "run" in step:
            script = tmp_path / f"{number}.sh"
            script.write_text(f"#!/bin/bash\n{step['run']}", "utf-8")
            done = subprocess.run([str(SHELLCHECK), script], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout

"""The GitLab template: its scripts are run by bash on what a GitLab runner checks out, with GitLab's variables."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from support.ci_cases import CHANGES, checkout, host
from support.installing import ROOT, copy_project, libraries, offline
from support.shared import git, make_repository
from support.workflows import load_yaml

TEMPLATE = ROOT / "templates/fingerpost.gitlab-ci.yml"
HEAD = "refs/merge-requests/7/head"
CODE_QUALITY, JUNIT = "gl-code-quality-report.json", "fingerpost-junit.xml"


@dataclass(frozen=True)
class Job:
    """What a job left behind."""

    code: int
    log: str


@dataclass(frozen=True)
class Runner:
    """A machine on which the job's before_script has installed Fingerpost into ``environment``'s PATH."""

    bare: Mapping[str, str]
    environment: Mapping[str, str]


def job_of_template() -> Any:
    return load_yaml(TEMPLATE)["fingerpost"]


def run(lines: list[str], workspace: Path, environment: Mapping[str, str]) -> Job:
    """Run lines of a script as a GitLab runner does: in one bash that stops at the first failure."""
    variables = {name: str(value) for name, value in job_of_template()["variables"].items()}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(lines)],
        cwd=workspace,
        env=variables | dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
    return Job(done.returncode, done.stdout)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    folder = tmp_path_factory.mktemp("runner")
    package = copy_project(folder / "package")
    bare = {**offline(libraries(folder / "libraries"), folder / "home"), "FINGERPOST_PACKAGE": str(package)}
    hostile = folder / "hostile"
    hostile.mkdir()
    for name in ("venv", "pip", "json"):
        (hostile / f"{name}.py").write_text("raise SystemExit('a file of the checkout was imported')\n", "utf-8")
    path = f"{Path(sys.executable).parent}:{bare['PATH']}"
    (folder / "tmp").mkdir()
    tell = f'printf %s "$PATH" > "{folder}/path"'
    job = run(
        [*job_of_template()["before_script"], tell], hostile, bare | {"PATH": path, "TMPDIR": str(folder / "tmp")}
    )
    assert job.code == 0, job.log
    installed = (folder / "path").read_text("utf-8")
    assert Path(installed.split(":")[0], "fingerpost").is_file()
    return Runner(bare, bare | {"PATH": installed})


def merge_request(origin: Path, workspace: Path) -> dict[str, str]:
    """The variables of a merge request's pipeline."""
    return {
        "GITLAB_CI": "true",
        "CI": "true",
        "CI_PROJECT_DIR": str(workspace),
        "CI_PIPELINE_SOURCE": "merge_request_event",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": git(origin, "merge-base", "main", "change"),
        "CI_COMMIT_BEFORE_SHA": "0" * 40,
        "CI_DEFAULT_BRANCH": "main",
    }


def judge(runner: Runner, name: str, folder: Path, *, full: bool = True, **variables: str) -> tuple[Job, Path]:
    origin = host(folder / "origin", CHANGES[name])
    workspace = checkout(origin, folder / "workspace", HEAD, full=full)
    environment = {**runner.environment, **merge_request(origin, workspace), **variables}
    return run(job_of_template()["script"], workspace, environment), workspace


@pytest.mark.parametrize("name", CHANGES)
def test_a_merge_request_is_judged(runner: Runner, tmp_path: Path, name: str) -> None:
    job, workspace = judge(runner, name, tmp_path)
    told = CHANGES[name].told
    quality = json.loads((workspace / CODE_QUALITY).read_text("utf-8"))
    suite = ElementTree.parse(workspace / JUNIT).getroot()
    failures = [*suite.iter("failure"), *suite.iter("error")]
    if not told:
        assert job.code == 0, job.log
        assert "this change adds 1 record, 1 promotion" in job.log
        assert quality == []
        assert failures == []
        return
    assert job.code == 1
    said = " ".join(job.log.split())
    for words in told:
        assert words in said
    assert [told[0] in each["check_name"] for each in quality] == [True]
    assert len(failures) == 1


@pytest.mark.parametrize("name", CHANGES)
def test_a_clone_of_depth_1_is_no_pass_and_says_what_to_set(runner: Runner, tmp_path: Path, name: str) -> None:
    job, workspace = judge(runner, name, tmp_path, full=False)
    assert job.code == 4
    assert "this clone does not have origin/main" in job.log
    assert 'set GIT_DEPTH: "0" among the variables of the job' in job.log
    assert not (workspace / JUNIT).exists()


@pytest.mark.parametrize("name", CHANGES)
def test_the_job_that_the_how_to_shows_judges_alike(runner: Runner, tmp_path: Path, name: str) -> None:
    text = (ROOT / "docs/how-to/gitlab.md").read_text("utf-8").partition("## Without the template")[2]
    job = yaml.safe_load(text.partition("```yaml\n")[2].partition("```")[0])["ledger"]
    origin = host(tmp_path / "origin", CHANGES[name])
    workspace = checkout(origin, tmp_path / "workspace", HEAD, full=True)
    done = run(job["script"], workspace, {**runner.environment, **merge_request(origin, workspace)})
    assert done.code == (1 if CHANGES[name].told else 0), done.log
    assert (workspace / job["artifacts"]["reports"]["codequality"]).is_file()


def test_options_can_be_set_for_a_project(runner: Runner, tmp_path: Path) -> None:
    options = "--new-only --fail-on error"
    job, _ = judge(runner, "adds a record without a reason", tmp_path, FINGERPOST_OPTIONS=options)
    assert job.code == 0
    assert "FP502" in job.log


def test_a_push_to_the_default_branch_is_compared_with_what_it_replaced(runner: Runner, tmp_path: Path) -> None:
    origin = host(tmp_path / "origin", CHANGES["edits an old event"])
    before = git(origin, "rev-parse", "main")
    git(origin, "merge", "-q", "--no-ff", "--no-edit", "change")
    workspace = checkout(origin, tmp_path / "workspace", "refs/heads/main", full=True)
    told = {
        "GITLAB_CI": "true",
        "CI_PROJECT_DIR": str(workspace),
        "CI_PIPELINE_SOURCE": "push",
        "CI_COMMIT_BRANCH": "main",
        "CI_DEFAULT_BRANCH": "main",
        "CI_COMMIT_BEFORE_SHA": before,
    }
    job = run(job_of_template()["script"], workspace, {**runner.environment, **told})
    assert job.code == 1
    assert "FP305" in job.log


def test_a_project_that_says_no_package_is_told_so(runner: Runner, tmp_path: Path) -> None:
    workspace = make_repository(tmp_path / "workspace")
    environment = {name: value for name, value in runner.bare.items() if name != "FINGERPOST_PACKAGE"}
    job = run(job_of_template()["before_script"], workspace, environment)
    assert job.code == 2
    assert job.log == "fingerpost: set the CI variable FINGERPOST_PACKAGE to what pip is to install\n"


def test_the_whole_history_is_cloned_and_reports_outlive_a_failure() -> None:
    job = job_of_template()
    assert job["variables"]["GIT_DEPTH"] == "0"
    assert job["artifacts"] == {"when": "always", "reports": {"codequality": CODE_QUALITY, "junit": JUNIT}}


def test_the_template_fits_its_schema() -> None:
    pytest.importorskip("check_jsonschema")
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.gitlab-ci", TEMPLATE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout

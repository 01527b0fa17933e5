"""The YAML of the how-to guides is what it is said to be: workflows, GitLab jobs and pre-commit configs that fit."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.workflows import load_yaml

from fingerpost.cli.mkdocs_plugin import FingerpostPlugin

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "docs/how-to"
OURS = re.compile(r"example/fingerpost@[0-9a-f]{40}")
KINDS = {
    "github-actions.md": "github-workflows",
    "gitlab.md": "gitlab-ci",
    "git-hooks.md": None,
    "add-to-your-mkdocs-site.md": None,
}
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: str) -> list[str]:
    return BLOCK.findall((GUIDES / page).read_text("utf-8"))


def steps_of_workflows() -> Iterator[dict[str, Any]]:
    for block in blocks("github-actions.md"):
        for job in yaml.safe_load(block)["jobs"].values():
            yield from job["steps"]


def test_no_other_guide_has_yaml_that_nobody_checks() -> None:
    having = {path.name for path in GUIDES.glob("*.md") if BLOCK.search(path.read_text("utf-8"))}
    assert having == set(KINDS)
    assert all(blocks(page) for page in KINDS)


@pytest.mark.parametrize("page", [page for page, kind in KINDS.items() if kind])
def test_what_a_guide_shows_fits_its_schema(page: str, tmp_path: Path) -> None:
    pytest.importorskip("check_jsonschema")
    for number, block in enumerate(blocks(page)):
        (tmp_path / f"{number}.yml").write_text(block, "utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{KINDS[page]}"),
            *sorted(tmp_path.glob("*.yml")),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_mkdocs_guide_gives_the_plugin_only_options_that_it_has() -> None:
    configs = [yaml.safe_load(block) for block in blocks("add-to-your-mkdocs-site.md")]
    plugins = [each for config in configs for each in config.get("plugins", [])]
    given = [each["fingerpost"] for each in plugins if isinstance(each, dict)]
    assert "fingerpost" in plugins
    assert given
    for options in given:
        plugin = FingerpostPlugin()
        assert plugin.load_config(options) == ([], [])


def test_the_workflows_give_the_action_only_inputs_that_it_has() -> None:
    action = load_yaml(ROOT / "action.yml")
    used = [step for step in steps_of_workflows() if OURS.fullmatch(step.get("uses", ""))]
    assert len(used) == len(blocks("github-actions.md"))
    for step in used:
        assert set(step.get("with", {})) <= set(action["inputs"])
        assert all(isinstance(value, str) for value in step.get("with", {}).values())


def test_the_workflows_use_only_outputs_that_the_action_has() -> None:
    outputs = load_yaml(ROOT / "action.yml")["outputs"]
    asked = set(re.findall(r"steps\.direction\.outputs\.([\w-]+)", "".join(blocks("github-actions.md"))))
    assert asked
    assert asked <= set(outputs)


def test_the_workflows_clone_the_whole_history() -> None:
    checkouts = [step for step in steps_of_workflows() if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == len(blocks("github-actions.md"))
    assert {step["with"]["fetch-depth"] for step in checkouts} == {0}


def test_the_guide_lists_every_input_with_its_default() -> None:
    action = load_yaml(ROOT / "action.yml")
    text = (GUIDES / "github-actions.md").read_text("utf-8")
    table = text.partition("## Inputs")[2].partition("Outputs are")[0]
    rows = dict(re.findall(r"^\| (`[^|]+) \|([^|]*)\|", table, re.MULTILINE))
    listed = {name: default for names, default in rows.items() for name in re.findall(r"`([\w-]+)`", names)}
    assert set(listed) == set(action["inputs"])
    for name, each in action["inputs"].items():
        if each["default"]:
            assert listed[name].strip() == f"`{each['default']}`"
    assert all(f"`{name}`" in text for name in action["outputs"])


def test_the_guide_to_gitlab_names_what_the_template_has() -> None:
    template = load_yaml(ROOT / "templates/fingerpost.gitlab-ci.yml")
    shown = [yaml.safe_load(block) for block in blocks("gitlab.md")]
    included = [each for one in shown for each in one.get("include", [])]
    assert included
    assert {each["file"] for each in included} == {"templates/fingerpost.gitlab-ci.yml"}
    known = {*template["fingerpost"]["variables"], "FINGERPOST_PACKAGE"}
    for one in shown:
        set_here = {**one.get("variables", {}), **one.get("fingerpost", {}).get("variables", {})}
        assert set(set_here) <= known
    assert template["fingerpost"]["variables"]["FINGERPOST_OPTIONS"] in (GUIDES / "gitlab.md").read_text("utf-8")


def test_the_guide_to_hooks_names_hooks_that_are_there() -> None:
    known = {hook["id"] for hook in load_yaml(ROOT / ".pre-commit-hooks.yaml")}
    for block in blocks("git-hooks.md"):
        for repo in yaml.safe_load(block)["repos"]:
            assert {hook["id"] for hook in repo["hooks"]} == known


def test_options_in_these_examples_exist() -> None:
    from fingerpost.cli.lint import command

    known = {name for parameter in command.params for name in parameter.opts}
    text = "".join(block for page in KINDS for block in blocks(page))
    text += (ROOT / "templates/fingerpost.gitlab-ci.yml").read_text("utf-8")
    text += (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    for line in text.splitlines():
        if "fingerpost lint" in line or "args:" in line or "OPTIONS:" in line:
            assert set(re.findall(r"(?<![\w-])--[a-z-]+", line)) <= known, line

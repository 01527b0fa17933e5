"""Runs the steps of a composite GitHub action the way its runner does, as far as ours uses the language.

Scripts are run by bash for real. Steps that use another action are not; what they would be given is kept.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
_NAME = re.compile(r"(inputs|steps|github|runner)((?:\.[\w-]+)+)")
_COMPARISON = re.compile(r"(\S+)\s+(==|!=)\s+'([^']*)'")


@dataclass(frozen=True)
class StepDone:
    """What became of a step: ``outcome`` is success, failure or skipped; ``given`` the values of ``with``."""

    name: str
    outcome: str
    code: int = 0
    out: str = ""
    err: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ActionDone:
    """What an action left behind; ``summary`` is Markdown, ``steps`` are by name."""

    steps: Mapping[str, StepDone]
    outputs: Mapping[str, str]
    summary: str

    @property
    def failed(self) -> bool:
        """True where a step failed, and with it the job."""
        return any(step.outcome == "failure" for step in self.steps.values())

    def said(self) -> str:
        """Everything that a person who opens the failed job can read."""
        return "".join(step.out + step.err for step in self.steps.values()) + self.summary


@dataclass
class _Context:
    inputs: Mapping[str, str]
    steps: dict[str, StepDone] = field(default_factory=dict)
    failed: bool = False

    def value(self, name: str) -> str:
        """The value of ``inputs.x``, ``steps.x.outcome`` or ``steps.x.outputs.y``; an absent one is empty."""
        parts = name.split(".")
        if parts[0] == "inputs" and len(parts) == 2:
            return self.inputs[parts[1]]
        if parts[0] == "steps" and parts[2:] == ["outcome"]:
            return self.steps[parts[1]].outcome
        if parts[0] == "steps" and parts[2:3] == ["outputs"] and len(parts) == 4:
            return self.steps[parts[1]].outputs.get(parts[3], "")
        raise AssertionError(f"this runner does not know {name}")

    def text(self, template: str) -> str:
        """A text with its expressions replaced by their values."""

        def replaced(found: re.Match[str]) -> str:
            assert _NAME.fullmatch(found[1]), f"this runner does not know {found[1]}"
            return self.value(found[1])

        return _EXPRESSION.sub(replaced, template)

    def holds(self, condition: str | None) -> bool:
        """Whether a step with this ``if`` is run. Without a status function a step needs success before it."""
        if condition is None:
            return not self.failed
        whole = _EXPRESSION.fullmatch(condition)
        terms = (whole[1] if whole else condition).split(" && ")
        status = {"!cancelled()": True, "always()": True, "success()": not self.failed, "failure()": self.failed}
        verdict = not self.failed if not any(term in status for term in terms) else True
        for term in terms:
            if term in status:
                verdict = verdict and status[term]
                continue
            found = _COMPARISON.fullmatch(term)
            assert found, f"this runner does not know {term}"
            verdict = verdict and (self.value(found[1]) == found[3]) is (found[2] == "==")
        return verdict


def load_yaml(path: Path) -> Any:
    """The value of a YAML file."""
    return yaml.safe_load(path.read_text("utf-8"))


def run_action(
    action: Path,
    *,
    workspace: Path,
    temp: Path,
    environment: Mapping[str, str],
    inputs: Mapping[str, str] | None = None,
    done: Mapping[str, StepDone] | None = None,
) -> ActionDone:
    """Run a composite action on a checkout.

    ``environment`` is that of the job. ``done`` are steps by id that ran before and are not run again: an installation
    that many tests share.
    """
    manifest = load_yaml(action / "action.yml")
    given = dict(inputs or {})
    assert set(given) <= set(manifest["inputs"]), "an input that the action does not have"
    context = _Context({name: given.get(name, str(each["default"])) for name, each in manifest["inputs"].items()})
    temp.mkdir(parents=True, exist_ok=True)
    summary = temp / "summary.md"
    summary.touch()
    job = {
        **environment,
        "GITHUB_ACTION_PATH": str(action),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_WORKSPACE": str(workspace),
        "RUNNER_TEMP": str(temp),
    }
    ran: dict[str, StepDone] = {}
    for number, step in enumerate(manifest["runs"]["steps"]):
        name, known = step["name"], step.get("id", f"__{number}")
        if done and known in done:
            finished = done[known]
        elif not context.holds(step.get("if")):
            finished = StepDone(name, "skipped")
        elif "uses" in step:
            finished = StepDone(
                name, "success", given={key: context.text(str(value)) for key, value in step["with"].items()}
            )
        else:
            finished = _script(step, context, workspace, temp, job)
        context.steps[known] = ran[name] = finished
        context.failed = context.failed or finished.outcome == "failure"
    outputs = {name: context.text(each["value"]) for name, each in manifest["outputs"].items()}
    return ActionDone(ran, outputs, summary.read_text("utf-8"))


def _script(
    step: Mapping[str, Any], context: _Context, workspace: Path, temp: Path, job: Mapping[str, str]
) -> StepDone:
    assert step["shell"] == "bash"
    script, output = temp / "script.sh", temp / "output.txt"
    script.write_text(step["run"], "utf-8")
    output.write_text("", "utf-8")
    finished = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
        cwd=workspace / context.text(step.get("working-directory", ".")),
        env={**job, "GITHUB_OUTPUT": str(output)}
        | {key: context.text(str(value)) for key, value in step.get("env", {}).items()},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    outputs = dict(line.split("=", 1) for line in output.read_text("utf-8").splitlines())
    outcome = "failure" if finished.returncode else "success"
    return StepDone(step["name"], outcome, finished.returncode, finished.stdout, finished.stderr, outputs)

"""Runs the command line in this process, the way a shell would see it."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from fingerpost.cli.main import _run

_TELLING = ("SOURCE_DATE_EPOCH", "GITHUB_", "GITLAB_", "CI_", "PRE_COMMIT_", "GIT_")


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output as JSON."""
        return json.loads(self.out)


def fingerpost(*args: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> Done:
    """Run ``fingerpost`` with these arguments.

    The environment holds no time of judgement and nothing of a CI unless ``env`` gives it.
    """
    out, err = io.StringIO(), io.StringIO()
    environment = without_ci(os.environ) | (env or {})
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _inside(cwd),
    ):
        code = _run([str(arg) for arg in args])
    return Done(code, out.getvalue(), err.getvalue())


def without_ci(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment in which no CI and no hook tells what to compare with, and nothing the time of judgement."""
    return {key: value for key, value in environment.items() if not key.startswith(_TELLING)}


@contextlib.contextmanager
def _inside(folder: Path | None) -> Iterator[None]:
    before = Path.cwd()
    if folder is not None:
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)

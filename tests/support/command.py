"""Runs the command line in this process, the way a shell would see it."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from fingerpost.cli.main import _run


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
    """Run ``fingerpost`` with these arguments; the environment holds no time of judgement unless ``env`` gives one."""
    out, err = io.StringIO(), io.StringIO()
    environment = {key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"} | (env or {})
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _inside(cwd),
    ):
        code = _run([str(arg) for arg in args])
    return Done(code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def _inside(folder: Path | None) -> Iterator[None]:
    before = Path.cwd()
    if folder is not None:
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)

"""The project's own example, made anew for a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from support.shared import ROOT

MAKE = ROOT / "examples/billing/make.py"


def example(target: Path) -> Path:
    """The example repository, built at ``target``."""
    subprocess.run([sys.executable, str(MAKE), str(target)], check=True, capture_output=True)
    return target


def example_names(target: Path) -> dict[str, str]:
    """Names of the example's records, commits and events, with their ids; builds it at ``target``."""
    done = subprocess.run([sys.executable, str(MAKE), "--names", str(target)], check=True, capture_output=True)
    names: dict[str, str] = json.loads(done.stdout)
    return names

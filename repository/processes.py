"""How many processes may read a ledger at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from .errors import UsageError

VARIABLE = "FINGERPOST_PROCESSES"
"""The environment variable that says so where the machine shouldn't be asked."""

MOST = 2
"""A third one would only wait: what one process must do alone is half of the work."""

_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # Linux: a container's share of the processors


def usable_processes(environ: Mapping[str, str], quota: Path = _QUOTA) -> int:
    """How many processes to read with: what the variable says, else two where two processors can be used.

    Raises UsageError where the variable holds anything but a whole number from 1 on. What is more than two is two.
    """
    asked = environ.get(VARIABLE, "").strip()
    if asked:
        if not (asked.isascii() and asked.isdigit()) or int(asked[:9]) < 1:
            raise UsageError(
                f"{VARIABLE}={asked}: not a number of processes",
                "Set it to 1 or 2, or leave it unset.",
            )
        return min(int(asked[:9]), MOST)
    return max(1, min(_processors(), _granted(quota), MOST))


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)  # not everywhere
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _granted(quota: Path) -> int:
    """How many whole processors the quota of a control group comes to; as many as you like where it sets none."""
    try:
        granted, period = quota.read_text(encoding="ascii").split()
        return int(granted) // int(period)
    except (OSError, ValueError, ZeroDivisionError):  # no such file, or "max"
        return MOST

"""Where the time of one lint goes, for developers: its functions by cumulative time, in this process."""

from __future__ import annotations

import contextlib
import cProfile
import io
import pstats
from pathlib import Path

TOP = 40


def print_profile(root: Path, as_of: str, events: int) -> None:
    """Lint the repository under the profiler; print the functions that cost most. Calls look dearer than they are."""
    from fingerpost.cli.main import cli

    profiler = cProfile.Profile()
    arguments = ["lint", str(root), "--format", "json", "--fail-on", "never", "--as-of", as_of]
    with contextlib.redirect_stdout(io.StringIO()):
        profiler.runcall(cli.main, args=arguments, prog_name="fingerpost", standalone_mode=False)
    print(f"lint of {events:,} events")
    pstats.Stats(profiler).strip_dirs().sort_stats("cumulative").print_stats(TOP)

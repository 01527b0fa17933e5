from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.billing import example


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example(tmp_path_factory.mktemp("example") / "repo")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_build_that_is_told_to_stop_leaves_the_old_site_and_nothing_else(
    number: signal.Signals, repository: Path, tmp_path: Path
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    command = [sys.executable, "-m", "fingerpost", "build", str(repository), "--out", str(tmp_path / "out" / "site")]
    environment = {"PATH": "/usr/bin:/bin", "TMPDIR": str(temporary)}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    before = sorted(path.relative_to(tmp_path) for path in (tmp_path / "out").rglob("*"))

    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        # Tests that are run under nohup, or as a job of a script, would hand on that the signal is ignored.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 30
    # Something lies in a temporary folder by then, so that the build holds it.
    while not any(temporary.glob("fingerpost-*/*")) and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.001)
    running.send_signal(number)
    _, said = running.communicate(timeout=60)

    assert running.returncode == 128 + number
    assert b"Traceback" not in said
    assert sorted(path.relative_to(tmp_path) for path in (tmp_path / "out").rglob("*")) == before
    assert list(temporary.iterdir()) == []

from __future__ import annotations

import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest
from support.billing import example

from fingerpost.cli.signals import Ended, ending_cleanly


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


class Thing:
    """What a weak reference may lead to."""


def told_in_a_callback(number: signal.Signals) -> None:
    thing = Thing()
    reference = weakref.ref(thing, lambda _: signal.raise_signal(number))
    del thing
    assert reference() is None
    time.sleep(30)
    pytest.fail("went on")


@pytest.mark.parametrize(("number", "raised"), [(signal.SIGTERM, Ended), (signal.SIGINT, KeyboardInterrupt)])
def test_a_signal_in_a_callback_where_python_drops_what_is_raised_is_not_lost(
    number: signal.Signals, raised: type[BaseException]
) -> None:
    before = {each: signal.signal(each, signal.SIG_DFL) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    hook = sys.unraisablehook
    try:
        with pytest.raises(raised), ending_cleanly():
            told_in_a_callback(number)
        assert sys.unraisablehook is hook
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@pytest.mark.parametrize("module", ["click", "fingerpost.cli.main"])
def test_being_interrupted_while_it_is_loaded_is_told_without_a_traceback(module: str, tmp_path: Path) -> None:
    place = tmp_path / "sitecustomize.py"
    place.write_text(
        "import signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "fingerpost", "--version"],
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"\nfingerpost: interrupted\n")

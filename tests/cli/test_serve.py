"""``fingerpost serve`` as a process of its own, asked the way a browser asks."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from support.command import fingerpost, without_ci
from support.events import as_bytes, created, ident, write_ledger
from support.shared import git, make_repository
from support.surveys import working_ledger

RECORD = f"records/{ident('rec', 1)}/index.html"
NEW = f"records/{ident('rec', 78)}/index.html"


def snapshot(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file and folder below ``root``: mode, time, and what a file holds."""
    found = {}
    for path in sorted([root, *root.rglob("*")]):
        state = path.lstat()
        found[str(path)] = (state.st_mode, state.st_mtime_ns, path.read_bytes() if path.is_file() else b"")
    return found


class Served:
    """The running command."""

    def __init__(self, repo: Path, temporary: Path, *options: str) -> None:
        self.repo, self.temporary = repo, temporary
        self.said = temporary / "said"
        environment = without_ci(os.environ) | {"TMPDIR": str(temporary)}
        with self.said.open("w", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "fingerpost", "serve", str(repo), "--port", "0", *options],
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env=environment,
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    def get(self, path: str = "", **headers: str) -> tuple[int, str]:
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def add(self, number: int, rec: int, text: str) -> Path:
        event = created(number, rec, text=text)
        place = self.repo / ".fabric" / "ledger" / "events" / f"{event['event_id']}.json"
        place.write_bytes(as_bytes(event))
        return place

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    write_ledger(root, *working_ledger())
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "ledger")
    return root


@pytest.fixture
def served(repo: Path, tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "temporary").mkdir()
    running = Served(repo, tmp_path / "temporary")
    yield running
    if running.process.poll() is None:
        running.process.kill()
        running.process.wait(10)


def test_it_shows_the_site_and_writes_nothing_into_the_repository(served: Served) -> None:
    before = snapshot(served.repo)
    assert served.url.startswith("http://127.0.0.1:")
    status, page = served.get()
    assert status == 200
    assert "livereload(" in page
    assert served.get(RECORD)[0] == 200
    assert served.get("assets/fingerpost.css")[0] == 200
    assert served.get("search/search_index.json")[0] == 200
    assert served.get("nothing/here.html")[0] == 404
    assert served.get("../../../etc/passwd")[0] == 404
    assert snapshot(served.repo) == before
    assert served.end() == 0
    assert snapshot(served.repo) == before


def test_ctrl_c_leaves_nothing_behind(served: Served) -> None:
    assert served.end(signal.SIGINT) == 0
    assert [path.name for path in served.temporary.iterdir()] == ["said"]
    assert "Traceback" not in served.said.read_text()


def test_being_told_to_end_leaves_nothing_behind(served: Served) -> None:
    assert served.end(signal.SIGTERM) == 128 + signal.SIGTERM
    assert [path.name for path in served.temporary.iterdir()] == ["said"]


def test_only_what_changed_is_built_again(served: Served) -> None:
    assert served.get(NEW)[0] == 404
    place = served.add(178, 78, "A quite new way of doing it.")
    wait_for(lambda: served.get(NEW)[0] == 200)
    assert "A quite new way of doing it" in unescape(served.get(NEW)[1])
    assert "A quite new way of doing it" in unescape(served.get("records/index.html")[1])
    assert "A quite new way of doing it" in unescape(served.get("search/search_index.json")[1])
    assert ident("rec", 1) in served.get("search/search_index.json")[1]
    first, again = [line.split() for line in served.said.read_text().splitlines() if line.startswith("built")][:2]
    assert first[1] == first[3]
    assert 0 < int(again[1]) < int(again[3])
    place.unlink()
    wait_for(lambda: served.get(NEW)[0] == 404)
    assert "A quite new way of doing it" not in unescape(served.get("search/search_index.json")[1])


def test_what_is_served_is_what_build_writes(served: Served, tmp_path: Path) -> None:
    """After a few changes the pages and the search index are those of a fresh build, byte by byte."""
    served.add(178, 78, "One.")
    wait_for(lambda: served.get(NEW)[0] == 200)
    served.add(179, 79, "Two.")
    wait_for(lambda: served.get(NEW.replace(ident("rec", 78), ident("rec", 79)))[0] == 200)
    fresh = tmp_path / "fresh"
    assert fingerpost("build", served.repo, "--out", fresh).code == 0
    [site] = served.temporary.glob("fingerpost-serve-*/site")
    files = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()} - {Path(".fingerpost-output")}
    assert files == {path.relative_to(site) for path in site.rglob("*") if path.is_file()}
    for path in files:
        assert (site / path).read_bytes() == (fresh / path).read_bytes(), path


def test_a_browser_is_told_to_reload(served: Served) -> None:
    page = served.get()[1]
    epoch = page.rpartition("livereload(")[2].partition(",")[0]
    served.add(178, 78, "A quite new way of doing it.")
    status, answer = served.get(f"livereload/{epoch}/1")
    assert status == 200
    assert int(answer) > int(epoch)


def test_a_ledger_that_cannot_be_read_for_a_while_keeps_the_site(served: Served) -> None:
    config = served.repo / "fingerpost.toml"
    config.write_text("not [a config")
    wait_for(lambda: "the site stays as it was" in served.said.read_text())
    assert served.get(RECORD)[0] == 200
    config.unlink()
    served.add(178, 78, "A quite new way of doing it.")
    wait_for(lambda: served.get(NEW)[0] == 200)
    assert "Traceback" not in served.said.read_text()


def test_no_other_name_leads_to_it(served: Served) -> None:
    assert served.get(Host="localhost")[0] == 200
    assert served.get(Host="evil.example")[0] == 403


def test_a_port_that_is_taken_is_told(repo: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = fingerpost("serve", repo, "--port", str(taken.getsockname()[1]))
    assert done.code == 4
    assert "cannot be served on" in done.err
    assert "--port 0" in done.err


def test_a_folder_without_a_ledger_is_told(tmp_path: Path) -> None:
    done = fingerpost("serve", make_repository(tmp_path / "empty"), "--port", "0")
    assert done.code != 0
    assert "Traceback" not in done.err

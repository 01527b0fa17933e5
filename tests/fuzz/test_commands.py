"""Whatever lies in a repository: the commands answer, alike from disk, from a revision and with a second process."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from fuzz.effort import effort
from fuzz.event_files import FILES, TOKEN
from fuzz.ledgers import AS_OF, MACHINES, SOUND
from hypothesis import given
from hypothesis import strategies as st
from support.command import Done, fingerpost
from support.shared import git, make_repository

from fingerpost.repository.source import StoreName

FOLDERS = {StoreName.THREADS: "threads", StoreName.PROJECTIONS: "projections", StoreName.RECEIPTS: "receipts"}
LEDGER = ".fabric/ledger/events"


def lay(root: Path, files: Mapping[str, bytes]) -> None:
    """A repository with the sound ledger, and these files in it too."""
    make_repository(root)
    for name, (store, data) in SOUND.items():
        folder = root / (f".git/fabric/runtime/{FOLDERS[store]}" if store in FOLDERS else LEDGER)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    (root / ".fabric/config.yaml").write_text("repo: billing\nareas: {}\n", encoding="utf-8")
    for name, data in files.items():
        (root / LEDGER / name).write_bytes(data)


def answered(done: Done) -> Done:
    assert done.code in (0, 1), done.err
    assert "Traceback" not in done.err
    (done.out + done.err).encode("utf-8")
    return done


def findings(root: Path, *options: str) -> Any:
    return answered(fingerpost("lint", root, "--json", "--as-of", AS_OF, *options)).json["findings"]


def storable(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those files that a disk takes, and whose names hold no credential: names are not the reader's to mask."""
    return {name: data for name, data in files.items() if len(os.fsencode(name)) < 250 and TOKEN not in name}


@effort(10)
@given(FILES.map(storable))
def test_every_command_answers(files: Mapping[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, out = Path(folder) / "repo", Path(folder) / "out"
        out.mkdir()
        lay(root, files)
        pairs = [part for form in MACHINES for part in ("--format", form, "--output", str(out / form))]
        said = [
            fingerpost("lint", root, "--as-of", AS_OF, *pairs, "--format", "text"),
            *(fingerpost(name, root, "--json") for name in ("list", "status")),
            fingerpost("build", root, "--markdown", out / "pages", "--runtime", "auto"),
        ]
        texts = [answered(done).out + done.err for done in said]
        texts += [path.read_text("utf-8") for path in sorted(out.rglob("*")) if path.is_file()]
        assert len(texts) > len(said) + len(MACHINES)
        assert not any(TOKEN in text for text in texts)


@effort(10)
@given(FILES.map(storable))
def test_a_revision_is_read_as_the_checkout_is(files: Mapping[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repo"
        lay(root, files)
        git(root, "add", "-f", "--", ".")
        git(root, "-c", "core.autocrlf=false", "commit", "-q", "-m", "Record direction")
        options = ("--runtime", "none")
        here = findings(root, *options)
        assert findings(root, "--rev", "HEAD", *options) == here
        assert findings(root, "--staged", "--no-base", *options) == here
        shutil.rmtree(root / ".git/fabric")
        assert findings(root, *options) == here


@effort(20)
@given(FILES.map(storable), st.integers(0, 1))
def test_a_second_process_changes_nothing(files: Mapping[str, bytes], pairs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repo"
        lay(root, files)
        mirror = root / ".git/fabric/events"
        mirror.mkdir(parents=True)
        for path in sorted((root / LEDGER).iterdir())[pairs::2]:
            shutil.copyfile(path, mirror / path.name)
        alone = findings(root)
        with (
            mock.patch("fingerpost.ledger.load.WORTH_SHARING", 1),
            mock.patch("fingerpost.lint.sharing.WORTH_SHARING", 1),
            mock.patch("fingerpost.cli.reading.usable_processes", return_value=2),
        ):
            assert json.dumps(findings(root)) == json.dumps(alone)

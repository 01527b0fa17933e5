"""The baseline's file on a real disk."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import fingerpost
from fingerpost.repository.configs.baseline_file import (
    Baseline,
    BaselineEntry,
    baseline_in,
    baseline_text,
    configured_baseline,
    read_baseline,
    write_baseline,
)
from fingerpost.repository.errors import UsageError

SCHEMA = json.loads((Path(fingerpost.__file__).parent / "schemas/baseline.schema.json").read_text("utf-8"))
ONE = BaselineEntry("FP301", "divergent-copies", "1" * 32, event="evt_1", record="rec_1", pointer="/payload")
TWO = BaselineEntry("FP108", "stray-file", "2" * 32, path="a/b.txt", count=3, reason="kept for the auditors")
HEAD = '{"kind": "fingerpost-baseline", "version": 1, "entries": '


def test_a_baseline_is_one_line_an_entry_and_sorted(tmp_path: Path) -> None:
    file = tmp_path / "base.json"
    assert write_baseline(tmp_path, file, Baseline((ONE, TWO))) is True
    assert file.read_text("utf-8").splitlines() == [
        "{",
        '  "kind": "fingerpost-baseline",',
        '  "version": 1,',
        '  "entries": [',
        f'    {{"code": "FP108", "name": "stray-file", "path": "a/b.txt", "fingerprint": "{"2" * 32}", "count": 3, '
        '"reason": "kept for the auditors"},',
        '    {"code": "FP301", "name": "divergent-copies", "event": "evt_1", "record": "rec_1", '
        f'"pointer": "/payload", "fingerprint": "{"1" * 32}"}}',
        "  ]",
        "}",
    ]
    found = read_baseline(tmp_path, file)
    assert found is not None
    assert found.file == "base.json"
    assert [(entry.code, entry.line) for entry in found.entries] == [("FP108", 5), ("FP301", 6)]


def test_nothing_is_no_baseline_and_an_empty_one_is_one(tmp_path: Path) -> None:
    file = tmp_path / "base.json"
    assert read_baseline(tmp_path, file) is None
    write_baseline(tmp_path, file, Baseline())
    assert read_baseline(tmp_path, file) == Baseline((), "base.json")
    assert read_baseline(tmp_path / "elsewhere", file) == Baseline((), None)


def test_lines_are_told_however_the_file_is_laid_out(tmp_path: Path) -> None:
    file = tmp_path / "base.json"
    plain = json.loads(baseline_text((ONE, TWO)))
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(plain, indent=2, sort_keys=True).replace("\n", "\r\n").encode())
    found = read_baseline(tmp_path, file)
    assert found is not None
    assert [(entry.code, entry.line) for entry in found.entries] == [("FP108", 3), ("FP301", 11)]


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_writing_what_is_there_already_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "base.json"
    write_baseline(tmp_path, file, Baseline((ONE, TWO)))
    file.chmod(0o640)
    before = file.stat()
    assert write_baseline(tmp_path, file, Baseline((TWO, ONE))) is False
    assert file.stat() == before
    assert write_baseline(tmp_path, file, Baseline((ONE,))) is True
    assert file.stat().st_ino != before.st_ino
    assert _mode(file) == 0o640
    assert _names(tmp_path) == ["base.json"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "base.json"
    write_baseline(tmp_path, file, Baseline((ONE,)))
    before = file.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fingerpost.repository.configs.baseline_file.os.fsync", full)
    with pytest.raises(UsageError, match=r"base\.json: cannot be written: No space left"):
        write_baseline(tmp_path, file, Baseline((TWO,)))
    assert file.read_bytes() == before
    assert _names(tmp_path) == ["base.json"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "base.json:1: not valid JSON"),
        (b"a = 1\n", "base.json:1: not valid JSON"),
        (b'{"kind":\n "\xff"}', "base.json:2: not UTF-8"),
        (b"[]", "there is no baseline in this file"),
        (b'{"version": 1, "findings": []}', "there is no baseline in this file"),
        (b'{"kind": "fingerpost-baseline", "version": 2}', "a baseline of version 2, and only version 1 is known"),
        (b'{"kind": "fingerpost-baseline", "version": 1}', "base.json: the file: 'entries' is a required property"),
        (f"{HEAD}{{}}}}".encode(), "base.json: entries must be a list of entries"),
        (f'{HEAD}[], "entries": []}}'.encode(), "the key entries comes twice in one object"),
        (f"{HEAD}[\n{{}}\n]}}".encode(), "base.json:2: entries: 'code' is a required property"),
        (f"{HEAD}[\n3]}}".encode(), "base.json:2: entries must be an object with code, name and fingerprint"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"kind": "fingerpost-baseline", "version": ' + b"9" * 5000 + b"}", "not valid JSON"),
        (
            baseline_text((ONE, TWO)).replace("2" * 32, "2" * 31).encode(),
            "base.json:5: entries.fingerprint must be 32 hexadecimal digits",
        ),
        (
            baseline_text((ONE, TWO)).replace('"count": 3', '"count": NaN').encode(),
            "base.json:5: entries.count must be a whole number, 2 or more",
        ),
        (
            baseline_text((ONE, TWO)).replace('"pointer"', '"line"').encode(),
            "base.json:6: entries: Additional properties are not allowed ('line' was unexpected)",
        ),
        (
            baseline_text((ONE, TWO)).replace("2" * 32, "1" * 32).encode(),
            f"base.json:6: the entry with fingerprint {'1' * 32} stands in line 5 too",
        ),
        (
            baseline_text((ONE, TWO)).replace("  ]\n", "<<<<<<< HEAD\n=======\n>>>>>>> topic\n  ]\n").encode(),
            "base.json:7: a merge conflict",
        ),
    ],
)
def test_a_broken_file_is_named_with_its_line_and_never_written_over(
    tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "base.json"
    file.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_baseline(tmp_path, file)
    assert words in caught.value.message
    assert caught.value.hint
    assert caught.value.exit_code == 2
    with pytest.raises(UsageError):
        write_baseline(tmp_path, file, Baseline((ONE,)))
    assert file.read_bytes() == content
    assert _names(tmp_path) == ["base.json"]


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to nothing", "link to a baseline"])
def test_what_is_no_file_is_neither_read_nor_written_over(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "base.json"
    match kind:
        case "folder":
            place.mkdir()
        case "pipe":
            os.mkfifo(place)
        case "link to nothing":
            place.symlink_to("gone.json")
        case _:
            write_baseline(tmp_path, tmp_path / "real.json", Baseline((ONE,)))
            place.symlink_to("real.json")
    before = _names(tmp_path), place.lstat()
    with pytest.raises(UsageError, match="not a file"):
        read_baseline(tmp_path, place)
    with pytest.raises(UsageError, match="not a file"):
        write_baseline(tmp_path, place, Baseline((TWO,)))
    assert (_names(tmp_path), place.lstat()) == before


def test_a_folder_that_is_missing_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written: No such file"):
        write_baseline(tmp_path, tmp_path / "no/base.json", Baseline((ONE,)))
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be read: Not a directory"):
        write_baseline(tmp_path, tmp_path / "file/base.json", Baseline((ONE,)))


@pytest.mark.parametrize("folder", [".git", ".fabric", "direction/events"])
@pytest.mark.parametrize("through", ["", "link/"])
def test_it_is_never_written_among_events_or_git_s_own_files(tmp_path: Path, folder: str, through: str) -> None:
    root = tmp_path / "repo"
    (root / folder / "deeper").mkdir(parents=True)
    (root / "link").symlink_to(root)
    for place in (root / through / folder / "base.json", root / through / folder / "deeper/base.json"):
        with pytest.raises(UsageError, match="nothing is written into"):
            write_baseline(root, place, Baseline((ONE,)), ledger="direction/events")
        assert not place.exists()


def test_the_config_leads_to_no_file_outside(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    (root / "lint").mkdir(parents=True)
    assert configured_baseline(root, "lint/base.json") == root / "lint/base.json"
    (root / "out").symlink_to(tmp_path)
    with pytest.raises(UsageError, match=r"out/base\.json: a symlink leads out of the repository"):
        configured_baseline(root, "out/base.json")


TEXT = st.text(max_size=12)
ENTRIES = st.lists(
    st.builds(
        BaselineEntry,
        code=st.sampled_from(["FP101", "FP301", "FP803"]),
        name=TEXT,
        fingerprint=st.text("0123456789abcdef", min_size=32, max_size=32),
        event=TEXT,
        record=TEXT,
        path=TEXT,
        pointer=TEXT,
        count=st.integers(1, 5),
        reason=st.none() | TEXT,
    ),
    max_size=5,
    unique_by=lambda entry: entry.fingerprint,
)


@settings(max_examples=100, deadline=None)
@given(ENTRIES, st.randoms())
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, entries: list[BaselineEntry], shuffler: Random
) -> None:
    folder = tmp_path_factory.mktemp("baseline")
    text = baseline_text(tuple(entries))
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert text.isascii()
    again = list(entries)
    shuffler.shuffle(again)
    assert baseline_text(tuple(again)) == text
    (folder / "base.json").write_text(text, "ascii")
    found = read_baseline(folder, folder / "base.json")
    assert found is not None
    assert baseline_text(found.entries) == text
    lines = text.split("\n")
    assert all(f'"{entry.fingerprint}"' in lines[entry.line - 1] for entry in found.entries)
    assert len(found.entries) == len(entries)


def test_the_schema_is_one_and_says_what_everything_is() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    fields = {**SCHEMA["properties"], **SCHEMA["$defs"]["entry"]["properties"]}
    assert [name for name, schema in fields.items() if not schema.get("description")] == []


def test_the_bytes_of_a_baseline_are_what_its_file_is(tmp_path: Path) -> None:
    entries = (BaselineEntry("FP401", "competing-children", "0" * 32),)
    file = tmp_path / "known.json"
    file.write_text(baseline_text(entries), "ascii")
    read = read_baseline(tmp_path, file)
    assert read is not None
    assert baseline_in(file.read_bytes(), "known.json").entries == read.entries != ()
    with pytest.raises(UsageError, match=r"known\.json: there is no baseline in this file"):
        baseline_in(b"[]", "known.json")

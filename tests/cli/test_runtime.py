"""A pack made in one clone, read in place and merged in another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.billing import example
from support.command import fingerpost
from support.events import as_bytes, ident, receipt, record_node, relation
from support.shared import git, make_repository

from fingerpost.repository.packs.pack_file import Pack, PackedFile, pack_bytes
from fingerpost.repository.source import StoreName


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, where the work was done."""
    return example(tmp_path_factory.mktemp("made") / "repo")


@pytest.fixture
def clone(made: Path, tmp_path: Path) -> Path:
    """A clone of it without a runtime, as a CI has one."""
    git(tmp_path, "clone", "-q", str(made), "clone")
    return tmp_path / "clone"


def pack(root: Path, file: Path, *options: str) -> Path:
    done = fingerpost("runtime", "pack", "-C", root, "--output", file, *options)
    assert done.code == 0, done.err
    return file


def runtime(root: Path) -> dict[str, bytes]:
    folder = root / ".git/fabric"
    return {str(each.relative_to(folder)): each.read_bytes() for each in sorted(folder.rglob("*.json"))}


def answers(root: Path, *options: str | Path) -> list[object]:
    """The traces of every commit of a repository."""
    commits = git(root, "rev-list", "--all").split()
    return [fingerpost("trace", f"commit:{commit}", root, "--json", *options).json for commit in commits]


def test_the_same_runtime_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    first, second = pack(made, tmp_path / "a"), pack(made, tmp_path / "b")
    assert first.read_bytes() == second.read_bytes()
    head = json.loads(first.read_bytes().split(b"\n")[0])
    assert head["stores"] == ["threads", "projections", "receipts"]
    assert head["actor_ids"] is False


def test_read_in_place_and_merged_it_gives_the_same_traces(made: Path, clone: Path, tmp_path: Path) -> None:
    whole = pack(made, tmp_path / "whole", "--actor-ids", "--live")
    wanted = answers(made)
    assert wanted != answers(clone)
    assert answers(clone, "--runtime", whole) == wanted
    assert runtime(clone) == {}  # reading in place leaves nothing behind
    assert fingerpost("runtime", "merge", whole, "-C", clone).code == 0
    assert answers(clone) == wanted


def test_without_the_ids_of_actors_the_claims_are_the_same(made: Path, clone: Path, tmp_path: Path) -> None:
    plain = pack(made, tmp_path / "plain")

    def told(found: list[object]) -> list[object]:
        return [(each["claims"], each["threads"]) for each in found]  # type: ignore[index]

    read = told(answers(clone, "--runtime", plain))
    assert fingerpost("runtime", "merge", plain, "-C", clone).code == 0
    assert told(answers(clone)) == read
    receipts = [claim for claims, _ in read for claim in claims if claim["availability"]["delivered"]["receipts"]]  # type: ignore[has-type,misc]
    assert receipts


def test_merging_twice_changes_nothing(made: Path, clone: Path, tmp_path: Path) -> None:
    whole, plain = pack(made, tmp_path / "whole", "--actor-ids"), pack(made, tmp_path / "plain")
    dry = fingerpost("runtime", "merge", whole, "-C", clone, "--dry-run")
    assert (dry.code, runtime(clone)) == (0, {})
    assert "would be added" in dry.out
    assert fingerpost("runtime", "merge", whole, "-C", clone).code == 0
    before = runtime(clone)
    assert before
    for again in (whole, plain):
        done = fingerpost("runtime", "merge", again, "-C", clone, "--json")
        assert (done.code, done.json["added"], done.json["same"]) == (0, 0, len(before))
        assert runtime(clone) == before


def test_two_packs_that_differ_are_reported_and_nothing_is_replaced(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    one = receipt(3, 2, "thread-1", [ident("evt", 1)], [ident("rec", 1)])
    other = {**one, "occurred_at": "2026-03-02T10:00:00Z"}
    for name, event in (("one", one), ("other", other)):
        file = PackedFile(StoreName.RECEIPTS, f"{one['event_id']}.json", as_bytes(event))
        (tmp_path / name).write_bytes(pack_bytes(Pack((StoreName.RECEIPTS,), with_actor_ids=True, files=(file,))))
    assert fingerpost("runtime", "merge", tmp_path / "one", "-C", root).code == 0
    done = fingerpost("runtime", "merge", tmp_path / "other", "-C", root)
    assert done.code == 1
    assert one["event_id"] in done.err
    assert "another content" in done.err
    assert list(runtime(root).values()) == [as_bytes(one)]
    told = fingerpost("runtime", "merge", tmp_path / "other", "-C", root, "--json")
    assert (told.code, len(told.json["not_added"])) == (1, 1)


def test_what_a_hostile_pack_holds_is_not_added(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    name = f"{ident('evt', 3)}.json"
    files = (
        PackedFile(StoreName.RECEIPTS, name, b'{"event_id": "x"}'),
        PackedFile(StoreName.THREADS, "hook.json", b""),
    )
    stores = (StoreName.THREADS, StoreName.RECEIPTS)
    (tmp_path / "p").write_bytes(pack_bytes(Pack(stores, with_actor_ids=True, files=files)))
    done = fingerpost("runtime", "merge", tmp_path / "p", "-C", root)
    assert done.code == 1
    assert "not added receipts" in done.err
    assert runtime(root) == {}
    assert not (root / ".git/fabric").exists()


def one_receipt(file: Path) -> Path:
    event = receipt(3, 2, "thread-1", [ident("evt", 1)], [ident("rec", 1)])
    held = PackedFile(StoreName.RECEIPTS, f"{event['event_id']}.json", as_bytes(event))
    file.write_bytes(pack_bytes(Pack((StoreName.RECEIPTS,), with_actor_ids=True, files=(held,))))
    return file


def test_a_pack_with_a_declaration_among_its_receipts_is_refused_by_every_reader(clone: Path, tmp_path: Path) -> None:
    head = git(clone, "rev-parse", "HEAD").strip()
    event = relation(7, "implements", {"kind": "commit", "id": head}, record_node(1))
    held = PackedFile(StoreName.RECEIPTS, f"{event['event_id']}.json", as_bytes(event))
    (tmp_path / "p").write_bytes(pack_bytes(Pack((StoreName.RECEIPTS,), with_actor_ids=True, files=(held,))))
    for command in (
        ("trace", head, clone, "--runtime"),
        ("lint", clone, "--runtime"),
        ("governs", "src", "-C", clone, "--runtime"),
        ("coverage", "-C", clone, "--runtime"),
        ("runtime", "merge", "-C", clone),
    ):
        done = fingerpost(*command, tmp_path / "p")
        assert done.code == 4
        assert "line 2" in done.err
    assert runtime(clone) == {}


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_a_folder_without_git_and_without_a_ledger_takes_nothing(tmp_path: Path, options: tuple[str, ...]) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    done = fingerpost("runtime", "merge", one_receipt(tmp_path / "p"), "-C", plain, *options)
    assert (done.code, "no ledger" in done.err) == (3, True)
    assert list(plain.iterdir()) == []


def test_a_ledger_without_git_takes_a_pack(tmp_path: Path) -> None:
    (tmp_path / "plain/.fabric/ledger/events").mkdir(parents=True)
    done = fingerpost("runtime", "merge", one_receipt(tmp_path / "p"), "-C", tmp_path / "plain")
    assert done.code == 0
    assert len(list((tmp_path / "plain/.fabric/active/runtime/receipts").iterdir())) == 1


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
@pytest.mark.parametrize("what", ["link", "file"])
def test_a_merge_and_a_dry_one_fail_where_the_store_is_no_folder(
    tmp_path: Path, what: str, options: tuple[str, ...]
) -> None:
    root, outside = make_repository(tmp_path / "r"), tmp_path / "outside"
    outside.mkdir()
    place = root / ".git/fabric"
    place.symlink_to(outside) if what == "link" else place.write_text("")
    done = fingerpost("runtime", "merge", one_receipt(tmp_path / "p"), "-C", root, *options)
    assert done.code == 4
    assert "nothing can be added" in done.err
    assert list(outside.iterdir()) == []


def test_where_there_is_no_runtime_that_is_said(clone: Path, tmp_path: Path) -> None:
    done = fingerpost("runtime", "pack", "-C", clone, "--output", tmp_path / "p")
    assert done.code == 4
    assert "no runtime on this machine" in done.err
    assert not (tmp_path / "p").exists()


def test_a_pack_that_is_none_or_is_not_there_is_told(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "odd").write_text("odd")
    for command in (("trace", "HEAD", clone, "--runtime"), ("runtime", "merge", "-C", clone)):
        assert fingerpost(*command, tmp_path / "odd").code == 4
        assert fingerpost(*command, tmp_path / "none").code == 2


def test_lint_and_list_read_a_pack_in_place(made: Path, clone: Path, tmp_path: Path) -> None:
    whole = pack(made, tmp_path / "whole", "--actor-ids", "--live")
    here = sorted((clone / ".git").iterdir())
    for verb in ("lint", "list", "status"):
        wanted = fingerpost(verb, made, "--json").out
        found = fingerpost(verb, clone, "--json", "--runtime", whole).out
        assert found.count("rec_") == wanted.count("rec_")
    assert sorted((clone / ".git").iterdir()) == here

"""The command: what a path, a commit and a difference come to, what is looked at, and text that cannot act."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.command import Done, fingerpost
from support.events import changed, created, ident, record_node, relation, write_ledger
from support.shared import git, make_repository
from support.surveys import hostile_ledger

CONFIG = 'repo: billing\nareas:\n  core:\n    paths:\n      - "src/**"\n'
HOSTILE = "Do \x1b[31mthis\u202e \x07now\r\n::error::gotcha @mara"


def commit(root: Path, message: str) -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


def put(root: Path, *paths: str, text: str = "x\n") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository of two commits: the first has direction 1 and src/a.py, the second direction 2 to 4 and docs."""
    root = make_repository(tmp_path / "repo")
    put(root, "src/a.py")
    write_ledger(root, created(1, text="For the sources", scope={"paths": ["src/*.py"]}), config=CONFIG)
    commit(root, "one")
    put(root, "docs/guide.md")
    write_ledger(
        root,
        created(2, text="For the core", scope={"areas": ["core"]}),
        created(3, text="For all", scope={"global": True}),
        created(4, text="For the guide", scope={"paths": ["docs/guide.md", "docs/later.md"]}),
        config=None,
    )
    commit(root, "two")
    return root


def governs(root: Path, *args: str | Path) -> Any:
    done = fingerpost("governs", *args, "--json", cwd=root)
    assert done.code == 0, done.err
    value = done.json
    schema = json.loads(files("fingerpost.schemas").joinpath("governs.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(value)
    return value


def records(root: Path, *args: str | Path) -> list[int]:
    return [int(each["record_id"][-12:], 16) for each in governs(root, *args)["governing"]]


def test_a_path_is_given_from_the_current_folder(root: Path) -> None:
    assert records(root, "src/a.py") == [1, 2, 3]
    assert records(root / "src", "a.py") == [1, 2, 3]
    assert records(root / "src", "../docs/guide.md") == [4, 3]
    assert records(root / "src", root / "src/a.py") == [1, 2, 3]
    assert records(root.parent, "-C", "repo", "src/a.py") == [1, 2, 3]
    assert records(root.parent, "-C", "repo/src", "a.py") == [1, 2, 3]


def test_a_path_reached_by_a_link_to_the_repository_is_inside(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert records(root, tmp_path / "link/src/a.py") == [1, 2, 3]


@pytest.mark.parametrize("path", ["../elsewhere", "/", ""])
def test_a_path_outside_of_the_repository_is_wrong_usage(root: Path, path: str) -> None:
    done = fingerpost("governs", path, cwd=root)
    assert done.code == 2
    assert "path" in done.err or "outside" in done.err


def test_a_path_behind_a_link_is_the_one_that_git_knows(root: Path) -> None:
    (root / "link").symlink_to("src")
    (root / "out").symlink_to(root.parent)
    commit(root, "links")
    for text in ("link/a.py", "./link/../link/a.py", root / "link/a.py"):
        value = governs(root, text)
        assert [each["path"] for each in value["asked"]["paths"]] == ["src/a.py"]
    assert records(root, "link/a.py") == [1, 2, 3]
    assert records(root, "link/later.py") == [1, 2, 3]
    assert [each["path"] for each in governs(root, "link")["asked"]["paths"]] == ["link"]
    assert [each["path"] for each in governs(root, "link/")["asked"]["paths"]] == ["src"]
    assert [each["path"] for each in governs(root, "out/a.py")["asked"]["paths"]] == ["out/a.py"]
    assert [each["path"] for each in governs(root, "link/a.py", "--rev", "HEAD~1")["asked"]["paths"]] == ["link/a.py"]


def test_a_file_need_not_exist(root: Path) -> None:
    assert records(root, "src/new/file.py") == [2, 3]
    assert records(root, "docs/later.md") == [4, 3]


@pytest.mark.parametrize("path", [f"src/{'x' * 300}.py", "src/" + "deep/" * 2000 + "a.py"])
def test_a_path_that_no_file_system_takes_is_a_path(root: Path, path: str) -> None:
    assert {2, 3} <= set(records(root, path))


def test_of_a_folder_it_is_said_which_of_it_is_governed(root: Path) -> None:
    value = governs(root, "docs")
    [four, _] = value["governing"]
    assert [(reason["value"], reason["pattern"], reason["other_way"]) for reason in four["reasons"]] == [
        ("docs/**", "docs/guide.md", True),
        ("docs/guide.md", "docs/guide.md", False),
        ("docs/**", "docs/later.md", True),
    ]
    assert value["asked"]["paths"] == [{"path": "docs", "folder": True, "looked_at": 2}]
    out = fingerpost("governs", "docs", cwd=root).out
    assert "why: it names docs/guide.md" in out
    assert "why: docs/later.md, which lies in docs/" in out


def test_a_folder_that_does_not_exist_is_told_by_its_slash(root: Path) -> None:
    assert governs(root, "src/new/")["asked"]["paths"] == [{"path": "src/new", "folder": True, "looked_at": 1}]
    assert not governs(root, "src/new")["asked"]["paths"][0]["folder"]
    assert "whatever comes in src/new/ by src/** of area core" in fingerpost("governs", "src/new/", cwd=root).out


def test_the_whole_repository_is_every_file_of_it(root: Path) -> None:
    assert records(root, ".") == [1, 2, 4, 3]
    assert records(root / "src", "..") == [1, 2, 4, 3]


def test_a_folder_is_the_one_of_the_revision_that_is_read(root: Path) -> None:
    assert governs(root, "docs", "--rev", "HEAD~1")["asked"]["paths"][0]["folder"] is False
    assert records(root, "src", "--rev", "HEAD~1") == [1]


def test_a_commit_stands_for_the_paths_it_touches(root: Path) -> None:
    put(root, "src/a.py", text="y\n")
    head = commit(root, "three")
    value = governs(root, "--commit", "HEAD")
    assert value["asked"]["commits"] == [
        {
            "commit": head,
            "resolution": "exact",
            "first_parent": git(root, "rev-parse", "HEAD~1"),
            "touched": ["src/a.py"],
        }
    ]
    assert records(root, "--commit", head[:9]) == [1, 2, 3]
    out = fingerpost("governs", "--commit", head[:9], cwd=root).out
    assert f"commit {head} touches 1 path (against its first parent)" in out
    assert "not as it was at those commits" in out


def test_a_first_commit_touches_all_that_it_has(root: Path) -> None:
    first = git(root, "rev-parse", "HEAD~1")
    value = governs(root, "--commit", first)
    assert value["asked"]["commits"][0]["first_parent"] is None
    assert "src/a.py" in value["asked"]["commits"][0]["touched"]
    assert records(root, "--commit", first) == [1, 2, 3]


def test_with_a_revision_the_direction_is_that_of_then(root: Path) -> None:
    assert records(root, "--commit", "HEAD~1", "--rev", "HEAD~1") == [1]
    assert governs(root, "src/a.py", "--rev", "HEAD~1")["revision"] == git(root, "rev-parse", "HEAD~1")


def test_what_a_missing_commit_touches_is_unknown(root: Path) -> None:
    value = governs(root, "--commit", "deadbeefdeadbeef")
    assert value["asked"]["commits"] == [
        {"commit": "deadbeefdeadbeef", "resolution": "missing", "first_parent": None, "touched": None}
    ]
    assert "unknown" in value["unknown"][0]
    assert [each["tier"]["name"] for each in value["governing"]] == ["global"]


@pytest.mark.parametrize("asked", [("--commit", "deadbeefdeadbeef"), ("--commit", "deadbeefdeadbeef", "--issue", "X")])
def test_that_a_part_of_the_question_is_open_is_said_before_the_answer(root: Path, asked: tuple[str, ...]) -> None:
    out = fingerpost("governs", *asked, cwd=root).out
    assert out.startswith("unknown: commit deadbeefdeadbeef (missing): which paths it touches is unknown")
    assert out.count("unknown:") == 1
    comment = fingerpost("governs", *asked, "--format", "markdown", cwd=root).out
    assert 0 < comment.index("commit deadbeef") < comment.index("| Direction |")
    assert comment.count("commit deadbeef") == 1


def test_a_name_that_names_no_commit_cannot_be_examined(root: Path) -> None:
    assert fingerpost("governs", "--commit", "no-such-branch", cwd=root).code == 4
    assert fingerpost("governs", "--diff", "no-such-branch..HEAD", cwd=root).code == 4


def test_a_commit_whose_parent_was_cut_off_cannot_be_examined(root: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", "shallow")
    done = fingerpost("governs", "--commit", "HEAD", cwd=tmp_path / "shallow")
    assert done.code == 4
    assert "shallow" in done.err


def test_two_dots_compare_both_ends_and_three_what_head_changed(root: Path) -> None:
    git(root, "switch", "-q", "-c", "topic", "HEAD~1")
    put(root, "src/topic.py")
    commit(root, "topic")
    two, three = governs(root, "--diff", "main..topic"), governs(root, "--diff", "main...topic")
    assert three["asked"]["diffs"][0]["differing"] == ["src/topic.py"]
    assert three["asked"]["diffs"][0]["since"] == "merge-base"
    assert {"src/topic.py", "docs/guide.md"} < set(two["asked"]["diffs"][0]["differing"])
    assert governs(root, "--diff", "main...")["asked"]["diffs"][0]["differing"] == ["src/topic.py"]


@pytest.mark.parametrize("text", ["main", "..", "...", "a..b..c"])
def test_a_difference_has_two_ends(root: Path, text: str) -> None:
    assert fingerpost("governs", "--diff", text, cwd=root).code == 2


def test_several_questions_are_one(root: Path) -> None:
    write_ledger(root, created(5, scope={"issue": "B-9"}), created(6, scope={"pr": "12"}), config=None)
    assert records(root, "src/a.py", "docs/guide.md", "--issue", "B-9", "--pr", "12") == [6, 5, 1, 2, 4, 3]


def test_nothing_asked_is_wrong_usage(root: Path) -> None:
    assert fingerpost("governs", cwd=root).code == 2


def test_where_nothing_governs_that_is_said_with_what_was_looked_at(tmp_path: Path) -> None:
    root = write_ledger(make_repository(tmp_path / "r"), created(1, scope={"paths": ["a"]}), config=None)
    done = fingerpost("governs", "b", "--area", "core", cwd=root)
    assert done.code == 0
    assert done.out.startswith("nothing governs what was asked\n")
    assert "1 path, area core; 1 record in force or in dispute, of 1, as it lies here" in done.out
    assert "unknown: the config has no areas" in done.out
    assert "Nothing governs what was asked." in fingerpost("governs", "b", "--format", "markdown", cwd=root).out
    assert fingerpost("governs", "b", "-q", cwd=root).out == "nothing governs what was asked\n"


def test_unknown_areas_are_told(root: Path) -> None:
    write_ledger(root, created(5, scope={"areas": ["nowhere"]}), config=None)
    value = governs(root, "--area", "nothing")
    assert value["asked"]["areas"] == [{"name": "nothing", "known": False}]
    assert value["unknown_areas"] == ["nowhere"]
    assert [sentence.split(":")[0] for sentence in value["unknown"]] == [
        "the config knows no area nothing",
        "direction in force names areas that the config does not know, so its paths are unknown",
    ]


def test_disputes_show_every_version_and_none_is_chosen(root: Path) -> None:
    write_ledger(
        root,
        created(5, 5, text="One way", scope={"paths": ["src/a.py"]}),
        created(6, 5, text="Another way", scope={"paths": ["src/a.py"]}),
        created(7, text="Forked", scope={"paths": ["src/a.py"]}),
        changed(8, 7, 7, status="expired"),
        changed(9, 7, 7, durability="durable"),
        config=None,
    )
    value = governs(root, "src/a.py")
    twice, fork = value["governing"][:2]
    assert twice["title"] is None
    assert [version["text"] for version in twice["versions"]] == ["One way", "Another way"]
    assert [version["states"] for version in fork["versions"]] == ["expired", "durable"]
    for form in ("text", "markdown"):
        out = fingerpost("governs", "src/a.py", "--format", form, cwd=root).out
        assert "contested" in out
        assert "none is chosen" in out
        for said in ("One way", "Another way", "expired", "durable"):
            assert said in out


def test_a_settled_record_leaves_its_place_to_the_settlement(root: Path) -> None:
    settles = {
        "record_id": ident("rec", 7),
        "parent_event_id": ident("evt", 7),
        "competing_event_ids": [ident("evt", 8), ident("evt", 9)],
        "kept": None,
    }
    write_ledger(
        root,
        created(7, text="Forked", scope={"paths": ["src/a.py"]}),
        changed(8, 7, 7, status="expired"),
        changed(9, 7, 7, durability="durable"),
        created(10, text="The settlement", extensions={"fingerpost.settles": settles}),
        relation(11, "supersedes", record_node(10), record_node(7)),
        config=None,
    )
    assert records(root, "src/a.py") == [1, 2, 10, 3]
    for form in ("text", "markdown"):
        out = fingerpost("governs", "src/a.py", "--format", form, cwd=root).out
        assert "The settlement" in out
        assert "is settled by" in out
        assert "Forked" not in out


def spelled(root: Path, *args: str) -> Done:
    return fingerpost("governs", *args, cwd=root)


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_hostile_text_cannot_act(tmp_path: Path, form: str) -> None:
    root = write_ledger(make_repository(tmp_path / "r"), *hostile_ledger(), config=CONFIG)
    write_ledger(root, created(900, text=HOSTILE, scope={"global": True}, preferred_paths=[HOSTILE]), config=None)
    put(root, "src/\x1b[31m\u202e@mara|<b>.py")
    commit(root, "all")
    done = spelled(root, ".", "--area", HOSTILE, "--issue", HOSTILE, "--format", form, "-v")
    assert done.code == 0
    assert not {"\x1b", "\x07", "\r", "\u202e"} & set(done.out)
    assert "\n::error" not in done.out
    if form == "markdown":
        assert "@mara" not in done.out
        assert "<b>" not in done.out
        assert len(done.out.encode()) <= 65_536
    if form == "json":
        assert done.out.isascii()


def test_a_comment_stays_short_enough_for_a_code_host(tmp_path: Path) -> None:
    many = [
        created(n, text="@" * 3000, scope={"paths": [f"src/{'@' * 200}{n}", "src/**"]}, rejected_paths=["|" * 900] * 9)
        for n in range(1, 400)
    ]
    root = write_ledger(make_repository(tmp_path / "r"), *many, config=CONFIG)
    areas = [option for n in range(80) for option in ("--area", f"{'@' * 200}{n}")]
    out = spelled(root, "src/a.py", *areas, "--format", "markdown").out
    assert len(out.encode()) <= 65_536
    assert "more record" in out


def test_without_git_files_are_those_on_disk(tmp_path: Path) -> None:
    root = write_ledger(tmp_path / "plain", created(1, scope={"paths": ["*/a.py"]}), config=CONFIG)
    put(root, "src/a.py")
    assert records(root, "src") == [1]
    assert fingerpost("governs", "--commit", "HEAD", cwd=root).code == 2

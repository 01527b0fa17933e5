"""The command ``coverage``: what it counts, how it is told, and its gate."""

from __future__ import annotations

import json
import shutil
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.command import Done, fingerpost
from support.coverage_histories import LEDGER, START, MadeHistory, config_text, moment, put
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    Wire,
    as_bytes,
    changed,
    created,
    envelope,
    ident,
    record_node,
    relation,
    thread,
)
from support.shared import git

CONFIG = ".fabric/config.yaml"
AREAS = {"core": ["src/**"], "docs": ["docs/**"]}
MONTH = 31 * 86_400


def in_force(number: int, **scope: Any) -> dict[str, bytes]:
    """A record's file, created long before any commit."""
    event = created(number, scope={"repo": "billing", **scope}, event={"occurred_at": moment(START - 900)})
    return {f"{LEDGER}/{event['event_id']}.json": as_bytes(event)}


class Repo:
    """A repository that grows commit by commit on one branch."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.made = MadeHistory()
        self.files: dict[str, bytes] = {}
        self.seconds = START

    def commit(self, files: dict[str, bytes | None], message: str = "Step\n", after: int = 60) -> int:
        self.seconds += after
        for path, data in files.items():
            if data is None:
                del self.files[path]
            else:
                self.files[path] = data
        last = (len(self.made.commits) - 1,) if self.made.commits else ()
        return self.made.add(self.files, *last, seconds=self.seconds, message=message)

    def write(self) -> list[str]:
        return self.made.write(self.root)

    def run(self, *args: str) -> Done:
        return fingerpost("coverage", "-C", self.root, *args)

    def json(self, *args: str) -> Any:
        done = self.run("--json", *args)
        assert done.code == 0, done.err
        value = done.json
        schema = json.loads(files("fingerpost.schemas").joinpath("coverage.schema.json").read_text("utf-8"))
        Draft202012Validator(schema).validate(value)
        return value


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A ledger with a record for src and one for docs; then one commit of each sort, and two months."""
    repo = Repo(tmp_path / "repo")
    repo.commit({CONFIG: config_text(AREAS), **in_force(1, areas=["core"]), **in_force(2, paths=["docs/**"])})
    repo.commit({"src/a": b"1"}, f"One\n\nFabric-Implements: {ident('rec', 1)}\n")
    repo.commit({"src/a": b"2", "docs/x": b"1"}, "Two\n")
    repo.commit({"src/a": b"3"}, "Three\n\nFabric-Skip: generated\n", after=MONTH)
    repo.commit({"top": b"1"}, f"Four\n\nFabric-Informed-By: {ident('rec', 2)}\n")
    repo.write()
    return repo


def test_what_is_counted(repo: Repo) -> None:
    value = repo.json()
    assert value["totals"] == {
        "commits": 3, "declared": 1, "exposed": None, "delivered": None, "in_scope_only": 1, "unknown": 0, "skipped": 1
    }  # fmt: skip
    assert (value["counted"], value["declared_percent"]) == (2, 50.0)
    assert [commit["subject"] for commit in value["commits"]] == ["Three", "Two", "One"]
    assert [commit["known"] for commit in value["commits"]] == ["skipped", "in_scope_only", "declared"]
    assert value["commits"][0]["skip_reason"] == "generated"
    assert value["not_counted"] == {"no_governed_path": 2, "declared": 1, "merges": 0}
    assert [(row["area"], row["declared"], row["in_scope_only"]) for row in value["by_area"]] == [
        ("core", 1, 1),
        ("docs", 0, 1),
    ]
    assert [(row["month"], row["declared"], row["skipped"]) for row in value["by_month"]] == [
        ("2026-03", 1, 0),
        ("2026-04", 0, 1),
    ]
    assert value["by_actor"] == [{"actor": "trailer", "declared": 1}]


def test_a_range_and_a_start(repo: Repo) -> None:
    ids = repo.made.ids
    assert [commit["id"] for commit in repo.json(f"{ids[1]}..{ids[3]}")["commits"]] == [ids[3], ids[2]]
    since = repo.json("--since-commit", ids[2][:10])
    assert since["range"]["start"] == ids[2]
    assert [commit["id"] for commit in since["commits"]] == [ids[3], ids[2]]
    assert [commit["id"] for commit in repo.json(ids[1])["commits"]] == [ids[1]]


@pytest.mark.parametrize(
    ("name", "table"), [("fingerpost.toml", "coverage"), ("pyproject.toml", "tool.fingerpost.coverage")]
)
def test_the_config_says_where_counting_starts_and_the_option_goes_before_it(repo: Repo, name: str, table: str) -> None:
    ids = repo.made.ids
    (repo.root / name).write_text(f"[{table}]\nstart = '{ids[3][:12].upper()}'\n", encoding="utf-8")
    value = repo.json()
    assert value["range"]["start"] == ids[3]
    assert [commit["id"] for commit in value["commits"]] == [ids[3]]
    assert repo.run("--json").out == repo.run("--json", "--since-commit", ids[3]).out
    assert repo.json("--since-commit", ids[2])["range"]["start"] == ids[2]


def test_a_start_in_the_config_that_cannot_be_is_told_with_its_place(repo: Repo, tmp_path: Path) -> None:
    ids = repo.made.ids
    config = repo.root / "fingerpost.toml"
    config.write_text("# since then\n[coverage]\nstart = '0123456789ab'\n", encoding="utf-8")
    done = repo.run()
    assert (done.code, done.out) == (4, "")
    assert done.err.splitlines() == [
        "fingerpost: fingerpost.toml:3: coverage.start: revision '0123456789ab' names no commit of this clone",
        "  Fetch it with git fetch, or mend the config. "
        "A start given with --since-commit goes before that of the config.",
    ]
    config.write_text(f"[coverage]\nstart = '{ids[3]}'\n", encoding="utf-8")
    done = repo.run(f"{ids[0]}..{ids[1]}")
    assert done.code == 4
    assert f"fingerpost.toml:2: coverage.start: the start {ids[3]} is not in the history of {ids[1]}" in done.err
    assert "--since-commit" in done.err
    config.write_text(f"[coverage]\nstart = '{ids[1]}'\n", encoding="utf-8")
    git(tmp_path, "clone", "-q", "--depth=2", repo.root.as_uri(), "shallow")
    shutil.copy(config, tmp_path / "shallow")
    done = fingerpost("coverage", "-C", tmp_path / "shallow")
    assert done.code == 4
    assert "fingerpost.toml:2: coverage.start: revision" in done.err
    assert "git fetch --unshallow" in done.err


def test_the_ledger_of_a_revision_counts_to_that_revision(repo: Repo) -> None:
    value = repo.json("--rev", repo.made.ids[1])
    assert value["range"]["tip"] == repo.made.ids[1]
    assert value["totals"]["commits"] == 1


def test_relations_declare_by_any_spelling(repo: Repo) -> None:
    two, four = repo.made.ids[2], repo.made.ids[4]
    spelled = {"kind": "commit", "id": two[:9].upper()}
    agent = {"actor": AGENT, "trust": AGENT_ASSERTED}
    put(repo.root, LEDGER, relation(20, "implements", spelled, record_node(2), agent))
    put(repo.root, LEDGER, relation(21, "informed_by", {"kind": "commit", "id": four}, record_node(2)))
    put(repo.root, LEDGER, relation(22, "derived_from", {"kind": "commit", "id": two}, record_node(1)))
    value = repo.json()
    assert value["totals"]["declared"] == 2
    assert {row["actor"]: row["declared"] for row in value["by_actor"]} == {"agent": 1, "trailer": 1}
    assert value["not_counted"]["declared"] == 1


def receipt_at(seconds: int, thread_id: str, state: str, number: int = 1, fraction: str = "") -> Wire:
    at = moment(seconds, fraction)
    value = {
        "receipt_id": ident("rcp", 40),
        "projection_id": ident("prj", 41),
        "thread_id": thread_id,
        "state": state,
        "occurred_at": at,
        "event_ids": [ident("evt", number)],
        "record_ids": [ident("rec", 1)],
    }
    return envelope(42, "receipt.recorded", {"receipt": value}, actor=AGENT, trust=AGENT_ASSERTED, occurred_at=at)


@pytest.mark.parametrize(
    ("receipt", "known"),
    [
        (receipt_at(START + 120, "t", "exposed"), "exposed"),
        (receipt_at(START + 120, "t", "delivered"), "delivered"),
        (receipt_at(START + 120, "t", "exposed", fraction="5"), "in_scope_only"),  # later in the commit's own second
        (receipt_at(START + 90, "other", "exposed"), "in_scope_only"),
        (receipt_at(START + 90, "t", "exposed", number=2), "in_scope_only"),  # no revision of the record it lists
    ],
)
def test_receipts_of_the_threads_of_a_commit(tmp_path: Path, receipt: Wire, known: str) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({CONFIG: config_text(AREAS), **in_force(1, areas=["core"]), **in_force(2, paths=["docs/**"])})
    repo.commit({"src/a": b"1"}, "One\n\nFabric-Thread: t\n")
    repo.write()
    put(repo.root, ".git/fabric/runtime/receipts", receipt)
    assert [commit["known"] for commit in repo.json()["commits"]] == [known]
    without = repo.json("--runtime", "none")
    assert [commit["known"] for commit in without["commits"]] == ["in_scope_only"]
    assert not without["runtime_read"]


def test_what_was_in_force_then_counts_and_not_what_is_now(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"src/a": b"0"})
    repo.commit({CONFIG: config_text(AREAS), **in_force(1, areas=["core"])})
    repo.commit({"src/a": b"1"})
    over = changed(9, 1, 1, {"occurred_at": moment(START)})
    repo.commit({f"{LEDGER}/{over['event_id']}.json": as_bytes(over), "src/a": b"2"})  # its parent's tree has it active
    repo.commit({"src/a": b"3"})
    repo.commit({CONFIG: config_text({"core": ["lib/**"]}), **in_force(3, areas=["core"]), "lib/b": b"1"})
    ids = repo.write()
    # The record of the first commit was in no tree yet, but it is dated earlier: it was in force, by the clock.
    assert [commit["id"] for commit in repo.json()["commits"]] == [ids[5], ids[3], ids[2]]


def test_merges_count_by_first_parents_only(tmp_path: Path) -> None:
    made = MadeHistory()
    base = {CONFIG: config_text(AREAS), **in_force(1, areas=["core"])}
    made.add(base, seconds=START)
    made.add(base | {"src/a": b"1"}, 0, seconds=START + 60)
    made.add(base | {"top": b"1"}, 0, seconds=START + 70)
    made.add(base | {"top": b"1", "src/a": b"1"}, 2, 1, seconds=START + 80, message="Merge\n")
    ids = made.write(tmp_path / "repo")
    every = fingerpost("coverage", "-C", tmp_path / "repo", "--json").json
    assert [commit["id"] for commit in every["commits"]] == [ids[1]]
    assert every["not_counted"] == {"no_governed_path": 2, "declared": 0, "merges": 1}
    mainline = fingerpost("coverage", "-C", tmp_path / "repo", "--json", "--first-parent").json
    assert [commit["id"] for commit in mainline["commits"]] == [ids[3]]
    assert mainline["not_counted"]["merges"] == 0


@pytest.mark.parametrize(("minimum", "code"), [("50", 0), ("50.1", 1), ("0", 0), ("100", 1)])
def test_the_gate(repo: Repo, minimum: str, code: int) -> None:
    done = repo.run("--min-declared", minimum)
    assert done.code == code
    assert ("gate met" if code == 0 else "gate not met") in done.err
    assert f"1 of 2 declared (50.0 %), at least {minimum} % asked for" in done.err
    gate = fingerpost("coverage", "-C", repo.root, "--json", "--min-declared", minimum).json["gate"]
    assert gate == {"min_declared": float(minimum), "met": code == 0}


def test_nothing_to_count_is_met_and_said(repo: Repo) -> None:
    done = repo.run("HEAD~1..HEAD", "--min-declared", "100")
    assert done.code == 0
    assert "nothing to count" in done.err
    assert "nothing to count" in done.out
    assert repo.json("HEAD~1..HEAD")["declared_percent"] is None


@pytest.mark.parametrize("minimum", ["33." + "3" * 40, "33." + "3" * 39 + "4"])
def test_a_percentage_has_all_its_digits(repo: Repo, minimum: str) -> None:
    repo.commit({"src/a": b"4"}, "Five\n")
    shutil.rmtree(repo.root)
    repo.write()
    done = repo.run("--json", "--min-declared", minimum)
    assert done.code == (0 if minimum.endswith("3") else 1)
    assert f'"min_declared": {minimum},' in done.out
    assert f"at least {minimum} %" in done.err


@pytest.mark.parametrize(
    "minimum", ["101", "100.1", "-1", "-0", "+5", "some", "nan", "inf", "٥٠", "5_0", "1e-400", "5.", ".5", " 5", ""]
)
def test_no_percentage(repo: Repo, minimum: str) -> None:
    done = repo.run("--min-declared", minimum)
    assert done.code == 2
    assert "percentage" in done.err


@pytest.mark.parametrize(("span", "code"), [("a...b", 2), ("v9..HEAD", 4), ("no-such", 4)])
def test_ranges_that_cannot_be_counted(repo: Repo, span: str, code: int) -> None:
    done = repo.run(span)
    assert done.code == code
    assert "Traceback" not in done.err


def test_a_shallow_clone_says_what_it_cannot(repo: Repo, tmp_path: Path) -> None:
    place = tmp_path / "shallow"
    git(repo.root, "clone", "-q", "--depth=3", repo.root.as_uri(), str(place))
    value = fingerpost("coverage", "-C", place, "--json").json
    assert value["range"]["history"] == "shallow"
    assert [commit["known"] for commit in value["commits"]] == ["skipped", "unknown"]
    assert "cut off" in fingerpost("coverage", "-C", place).out
    done = fingerpost("coverage", "-C", place, "--min-declared", "10")
    assert done.code == 4
    assert "fetch-depth: 0" in done.err
    assert fingerpost("coverage", "-C", place, "HEAD~2..HEAD", "--min-declared", "0").code == 0


def test_what_a_shallow_clone_may_count_too_much_is_no_answer(tmp_path: Path) -> None:
    made = MadeHistory()
    base = {CONFIG: config_text({}), **in_force(1, paths=["a/**"]), "a/x": b"0"}
    made.add(base, seconds=START)
    declares = f"Side\n\nFabric-Implements: {ident('rec', 1)}\n"
    side = made.add(base | {"a/x": b"1"}, 0, seconds=START + 10, message=declares)
    for number in range(3):
        made.add(base | {"top": b"%d" % number}, number + 1 if number else 0, seconds=START + 20 + number)
    made.add(base | {"top": b"2", "a/x": b"1"}, 4, side, seconds=START + 60, message="Merge\n")
    ids = made.write(tmp_path / "repo")
    place = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth=4", (tmp_path / "repo").as_uri(), str(place))
    span = f"{ids[4]}..HEAD"
    whole = fingerpost("coverage", "-C", tmp_path / "repo", span, "--min-declared", "100")
    assert (whole.code, "1 of 1 declared" in whole.err) == (0, True)
    for minimum in ("100", "0"):
        done = fingerpost("coverage", "-C", place, span, "--min-declared", minimum)
        assert done.code == 4
        assert "fetch-depth: 0" in done.err
    told = fingerpost("coverage", "-C", place, span, "--json").json["range"]
    assert (told["history"], told["doubted"]) == ("shallow", 2)
    # A range of which every commit has the cut behind it is counted all the same.
    assert fingerpost("coverage", "-C", place, "--first-parent", f"{ids[3]}..HEAD", "--min-declared", "0").code == 0


def test_a_ledger_that_lay_elsewhere_is_not_the_one_that_was_asked_for(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    old = {path.replace(LEDGER, "old/events"): data for path, data in in_force(1, paths=["src/**"]).items()}
    repo.commit({CONFIG: config_text({}, "old/events"), **old, "src/a": b"0"}, "One\n")
    repo.commit({CONFIG: config_text({}), **in_force(1, paths=["src/**"]), **dict.fromkeys(old)}, "Two\n")
    repo.commit({"src/a": b"1"}, "Three\n")
    repo.write()
    told = {commit["subject"]: commit["known"] for commit in repo.json("--ledger", LEDGER)["commits"]}
    assert told == {"Three": "in_scope_only", "Two": "unknown", "One": "unknown"}


def test_declarations_of_records_that_nobody_created_are_said(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({CONFIG: config_text({}), **in_force(1, paths=["src/**"])})
    repo.commit({"src/a": b"1"}, "One\n\nFabric-Implements: rec_todo\n")
    repo.commit({"src/a": b"2"}, f"Two\n\nFabric-Implements: rec_todo {ident('rec', 1)}\n")
    ids = repo.write()
    put(repo.root, LEDGER, relation(20, "implements", {"kind": "commit", "id": ids[2]}, record_node(9)))
    value = repo.json()
    assert [commit["unfounded"] for commit in value["commits"]] == [False, True]
    assert (value["totals"]["declared"], value["unfounded"]) == (2, 1)
    put(repo.root, LEDGER, relation(21, "implements", {"kind": "commit", "id": ids[1]}, record_node(1)))
    assert repo.json()["unfounded"] == 0


def test_a_record_that_a_tree_of_the_range_creates_was_created(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({CONFIG: config_text({}), **in_force(1, paths=["src/**"])})
    repo.commit({"src/a": b"1"}, f"One\n\nFabric-Implements: {ident('rec', 1)}\n")
    repo.commit({f"{LEDGER}/{ident('evt', 1)}.json": None, **in_force(2, paths=["docs/**"])})
    repo.write()
    value = repo.json()
    assert (value["totals"]["declared"], value["unfounded"]) == (1, 0)


def test_a_partial_clone_without_old_events(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({CONFIG: config_text(AREAS), **in_force(1, areas=["core"])})
    repo.commit({"src/a": b"1"})
    repo.commit({f"{LEDGER}/{ident('evt', 1)}.json": None, **in_force(2, paths=["docs/**"])})
    repo.commit({"src/a": b"2", "docs/x": b"1"})
    ids = repo.write()
    git(repo.root, "config", "uploadpack.allowFilter", "true")
    place = tmp_path / "partial"
    git(repo.root, "clone", "-q", "--filter=blob:none", repo.root.as_uri(), str(place))
    value = fingerpost("coverage", "-C", place, "--json").json
    found = {commit["id"]: commit["known"] for commit in value["commits"]}
    # Nobody can say what the file that was left out governed; what another record governs is told all the same.
    assert found == {ids[1]: "unknown", ids[3]: "in_scope_only", ids[2]: "unknown", ids[0]: "unknown"}
    done = fingerpost("coverage", "-C", place, "--min-declared", "10")
    assert done.code == 4
    assert "--refetch" in done.err


def test_without_git(tmp_path: Path) -> None:
    (tmp_path / ".fabric/active/events").mkdir(parents=True)
    put(tmp_path, ".fabric/ledger/events", created(1))
    done = fingerpost("coverage", "-C", tmp_path)
    assert done.code == 4
    assert "no git repository" in done.err


def test_the_text(repo: Repo) -> None:
    done = repo.run()
    assert done.out.splitlines()[1] == (
        "3 commits touch governed paths; 1 of the 2 that count declares direction: 50.0 %."
    )
    assert "2 other commits of the range touch no governed path and are not counted; 1 of them declares" in done.out
    assert "No receipts were read here" in done.out
    assert "No receipts" not in repo.run("-q").out
    assert "generated" not in done.out
    whole = repo.run("-v").out
    assert f"{repo.made.ids[3][:12]}  2026-04-02  Three (generated)" in whole


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    area = "<b>|`x`@mara\u202e"
    repo.commit({CONFIG: config_text({area: ["src/**"]}), **in_force(1, paths=["src/**"])})
    repo.commit({"src/a": b"1"}, "\x1b[31m<script>\u202e\n\nFabric-Skip: \x1b]0;x\x07 </svg>\n")
    repo.write()
    text = repo.run("-v").out
    assert "\x1b" not in text
    assert "\u202e" not in text
    page = repo.run("--format", "markdown").out
    assert "\u202e" not in page
    assert "<b>" not in page
    assert "@" not in unescape(page).replace("<span>@</span>", "")
    assert repo.json()["by_area"][0]["area"] == area
    assert repo.run("--json").out.isascii()


def test_markdown_with_a_chart(repo: Repo) -> None:
    page = repo.run("--format", "markdown").out
    assert page.count("<svg ") == 1
    assert "<title>Commits that touch governed paths by month</title>" in page
    assert "2026&#45;03&#58; 1 declared&#44; 1 in scope only&#59; 2026&#45;04&#58; 1 skipped&#46;</desc>" in page
    assert "| core | 1 | unknown | unknown | 1 | 0 | 1 |" in page
    assert "| commits | 1 | unknown | unknown | 1 | 0 | 1 |" in page
    assert page == repo.run("--format", "markdown").out
    empty = repo.run("HEAD~1..HEAD", "--format", "markdown").out
    assert "<svg" not in empty


def test_other_names_of_trailers(repo: Repo) -> None:
    (repo.root / "fingerpost.toml").write_text('[trailers]\nimplements = ["Direction"]\nskip = ["No-Direction"]\n')
    value = repo.json()
    assert value["totals"]["declared"] == value["totals"]["skipped"] == 0


def test_a_disputed_declaration_is_said(repo: Repo) -> None:
    commit = {"kind": "commit", "id": repo.made.ids[2]}
    put(repo.root, LEDGER, relation(20, "implements", commit, record_node(2)))
    dispute = {"fingerpost.challenges-relation": ident("rel", 20)}
    put(repo.root, LEDGER, created(30, kind="challenge", status="open", extensions=dispute))
    value = repo.json()
    assert value["disputed"] == 1
    assert [commit["disputed"] for commit in value["commits"]] == [False, True, False]
    assert "1 declared commit rests on disputed declarations alone." in repo.run().out


def test_reading_writes_nothing(repo: Repo) -> None:
    put(repo.root, ".git/fabric/runtime/threads", thread(50, "t"))
    before = {path: path.stat().st_mtime_ns for path in sorted(repo.root.rglob("*"))}
    repo.run()
    assert {path: path.stat().st_mtime_ns for path in sorted(repo.root.rglob("*"))} == before

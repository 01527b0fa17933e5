"""The how-to about many repositories, done with fifty."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from support.command import fingerpost
from support.events import as_bytes, changed, created, record_node, relation
from support.shared import ROOT, git, make_repository

PAGE = (ROOT / "docs/how-to/query-many-repositories.md").read_text("utf-8")
QUERIES = re.findall(r"^```sql\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
MANY = 50


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty repositories, every tenth with a fork, each with a commit that declares something."""
    root = tmp_path_factory.mktemp("many")
    for number in range(MANY):
        clone = make_repository(root / f"clones/r{number:02d}")
        events = [created(1, scope={"paths": ["src/**"]}), created(2)]
        if number % 10 == 0:
            events += [changed(3, 1, 1, status="expired"), changed(4, 1, 1, durability="durable")]
        (clone / "src").mkdir()
        (clone / "src/a.py").write_text(f"# {number}\n")
        _commit(clone, events[:2])
        trailer = f"Do it\n\nFabric-Implements: {events[1]['payload']['record']['record_id']}"
        (clone / "src/a.py").write_text(f"# {number}, again\n")
        commit = _commit(clone, [], trailer)
        _commit(clone, [*events[2:], relation(5, "implements", {"kind": "commit", "id": commit}, record_node(1))])
        (clone / ".fabric/config.yaml").write_text(f"repo: r{number:02d}\n")
        assert fingerpost("export", clone, "--format", "parquet", "--output", root / f"tables/r{number:02d}").code == 0
    return root


def _commit(clone: Path, events: list[dict[str, object]], message: str = "Direction") -> str:
    folder = clone / ".fabric/ledger/events"
    folder.mkdir(parents=True, exist_ok=True)
    for event in events:
        (folder / f"{event['event_id']}.json").write_bytes(as_bytes(event))
    git(clone, "add", "-A")
    git(clone, "commit", "-q", "-m", message)
    return git(clone, "rev-parse", "HEAD")


def ask(tables: Path, query: str) -> list[tuple[object, ...]]:
    return duckdb.connect().execute(query.replace("'tables/", f"'{tables}/tables/")).fetchall()


def test_the_page_asks_four_questions() -> None:
    assert len(QUERIES) == 4


def test_direction_in_force_and_contested_by_repository(tables: Path) -> None:
    rows = ask(tables, QUERIES[0])
    assert len(rows) == MANY
    assert [row[2] for row in rows] == [1] * 5 + [0] * 45
    assert rows[0] == ("r00", 2, 1)


def test_what_commits_were_declared_to_follow(tables: Path) -> None:
    rows = ask(tables, QUERIES[1])
    assert len(rows) == 2 * MANY
    assert {(by_trailer, claim) for *_, by_trailer, claim in rows} == {
        (True, "none claimed"),
        (False, "human_confirmed"),
    }


def test_the_strongest_thing_that_is_known_of_each_commit(tables: Path) -> None:
    rows = ask(tables, QUERIES[2])
    assert len(rows) == MANY
    assert {row[2] for row in rows} == {"declared"}


def test_the_rules_that_are_broken_most(tables: Path) -> None:
    rows = {row[0]: row[1:] for row in ask(tables, QUERIES[3])}
    assert rows["FP401"] == ("competing-children", 5, 5)


def test_the_loop_of_the_page_exports_every_clone(tables: Path, tmp_path: Path) -> None:
    loop = re.search(r"^```bash\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert loop is not None
    for name in ("r00", "r01"):
        git(tmp_path, "clone", "-q", str(tables / "clones" / name), f"clones/{name}")
    make_repository(tmp_path / "clones/none")
    script = f'fingerpost() {{ {sys.executable} -m fingerpost "$@"; }}\n{loop[1]}'
    subprocess.run(["bash", "-c", script], cwd=tmp_path, check=False, capture_output=True)
    assert sorted(each.name for each in (tmp_path / "tables").iterdir()) == ["r00", "r01"]

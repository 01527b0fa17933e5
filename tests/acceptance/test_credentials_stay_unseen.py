"""A ledger that holds credentials in every place: no command shows one."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import changed, created, ident, projection, receipt, record_node, relation, thread, write_ledger
from support.shared import git, make_repository

TOKEN = "ghp_" + "a1B2c3D4" * 5
PASSWORD = "k4rto-ffel"
RECORD = ident("rec", 1)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_repository(tmp_path_factory.mktemp("credentials") / "repo")
    write_ledger(
        root,
        created(1, text=f"Use {TOKEN} here", scope={"issue": TOKEN, "paths": [f"src/{TOKEN}"], "areas": [TOKEN]}),
        created(2, reason=f"password={PASSWORD}", extensions={"example.org/x": {"password": PASSWORD, TOKEN: TOKEN}}),
        changed(3, 1, 1, durability="durable", lifecycle_reason=TOKEN),
        changed(9, 1, 1, status="expired", lifecycle_reason=f"password={PASSWORD}"),
        relation(4, "implements", {"kind": "commit", "id": TOKEN, "url": f"https://u:{TOKEN}@x/"}, record_node(1)),
        created(5, status=TOKEN),
        thread(6, TOKEN),
        projection(7, TOKEN, [ident("evt", 1)], [RECORD]),
        receipt(8, 7, TOKEN, [ident("evt", 1)], [RECORD]),
    )
    folder = root / ".fabric/ledger/events"
    (folder / f"{ident('evt', 10)}.json").write_text(f'{{"{TOKEN}": 1, "{TOKEN}": 2}}', "utf-8")
    (folder / f"{ident('evt', 11)}.json").write_text(f"<<<<<<< {TOKEN}\n", "utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record direction")
    return root


@pytest.mark.parametrize(
    "command",
    [
        *(("lint",), ("lint", "--json"), ("list",), ("list", "--json"), ("status",), ("status", "--json")),
        *(("show", RECORD), ("show", RECORD, "--json"), ("trace", RECORD), ("trace", RECORD, "--json")),
    ],
)
def test_no_command_shows_one(command: tuple[str, ...], repository: Path) -> None:
    done = fingerpost(*command, cwd=repository)
    assert done.code in (0, 1)
    assert done.out
    assert TOKEN[:16] not in done.out + done.err
    assert PASSWORD not in done.out + done.err

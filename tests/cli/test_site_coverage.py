"""The coverage that a site tells of."""

from pathlib import Path

from support.coverage_histories import LEDGER, START, MadeHistory, moment
from support.events import as_bytes, created, ident
from support.shared import make_repository

from fingerpost.cli.reading import open_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.cli.site_coverage import site_coverage
from fingerpost.reporter.coverage.coverage import Coverage, Known

GOVERNED = {"repo": "billing", "paths": ["src/**"]}


def measured(root: Path) -> Coverage | None:
    options = ReadingOptions(runtime=False)
    return site_coverage(open_ledger(root, options), options)


def test_the_whole_history_of_what_is_read_is_counted(tmp_path: Path) -> None:
    event = created(1, scope=GOVERNED, event={"occurred_at": moment(START - 900)})
    files = {
        f"{LEDGER}/{event['event_id']}.json": as_bytes(event),
        ".fabric/config.yaml": b"repo: billing\nareas: {}\n",
    }
    made = MadeHistory()
    first = made.add(files, seconds=START, message="Ledger\n")
    made.add(
        {**files, "src/a.py": b"1\n"},
        first,
        seconds=START + 60,
        message=f"Round\n\nFabric-Implements: {ident('rec', 1)}\n",
    )
    ids = made.write(tmp_path)
    found = measured(tmp_path)
    assert found is not None
    assert [(commit.id, commit.known) for commit in found.commits] == [(ids[1], Known.DECLARED)]
    assert found.elsewhere == 1


def test_without_a_history_nothing_is_counted(tmp_path: Path) -> None:
    folder = tmp_path / ".fabric" / "ledger" / "events"
    folder.mkdir(parents=True)
    (folder / f"{ident('evt', 1)}.json").write_bytes(as_bytes(created(1)))
    (tmp_path / ".fabric" / "config.yaml").write_text("repo: billing\nareas: {}\n", encoding="utf-8")
    assert measured(tmp_path) is None
    make_repository(tmp_path)
    assert measured(tmp_path) is None

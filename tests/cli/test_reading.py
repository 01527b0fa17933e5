from __future__ import annotations

from pathlib import Path

import pytest
from support.events import created, write_ledger
from support.shared import git, make_repository

from fingerpost.cli.reading import find_place, open_ledger, read_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.repository.errors import NoLedger, UsageError


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return write_ledger(make_repository(tmp_path / "repo"), created(1))


def committed(root: Path) -> str:
    git(root, "add", ".fabric")
    git(root, "commit", "-qm", "first")
    return git(root, "rev-parse", "HEAD").strip()


def test_without_a_commit_the_latest_event_gives_the_time(root: Path) -> None:
    ledger = open_ledger(root, ReadingOptions())
    assert ledger.as_of.text == created(1)["occurred_at"]
    assert (ledger.as_of_from, ledger.committed) == ("the latest event", None)


def test_a_commit_gives_the_time_and_only_its_files_are_judged(root: Path) -> None:
    committed(root)
    write_ledger(root, created(2))
    ledger = open_ledger(root, ReadingOptions())
    assert ledger.as_of_from == "the commit time of HEAD"
    assert ledger.committed is not None
    assert ledger.committed([created_path(1), created_path(2)]) == {created_path(1)}


def test_a_given_time_with_a_revision_judges_the_revisions_files(root: Path) -> None:
    commit = committed(root)
    given = open_ledger(root, ReadingOptions(revision="HEAD", as_of="2026-03-03T09:00:00Z"))
    assert given.revision == commit
    assert given.as_of_from == "--as-of"
    assert given.committed is not None
    assert given.committed([created_path(1), created_path(2)]) == {created_path(1)}
    assert open_ledger(root, ReadingOptions(as_of="2026-03-03T09:00:00Z")).committed is None


def created_path(number: int) -> str:
    return f".fabric/ledger/events/{created(number)['event_id']}.json"


def test_the_environment_comes_before_the_clock(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = find_place(root, ReadingOptions())
    stores = place.stores()
    assert read_ledger(place, stores, ReadingOptions(), judge_now=True).as_of_from == "the clock"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    ledger = read_ledger(place, stores, ReadingOptions(), judge_now=True)
    assert (ledger.as_of.text, ledger.as_of_from) == ("2027-01-15T08:00:00Z", "SOURCE_DATE_EPOCH")


@pytest.mark.parametrize("spelled", [".fabric/ledger/events", "./.fabric/ledger//events/", ".fabric/./ledger/events"])
def test_the_ledger_path_is_the_plain_form(root: Path, spelled: str) -> None:
    assert open_ledger(root, ReadingOptions(ledger=spelled)).ledger_path == ".fabric/ledger/events"


def test_which_ledger_is_read_is_decided_by_option_then_settings_then_config(root: Path) -> None:
    for name in ("one", "two", "three"):
        (root / name).mkdir()
    (root / ".fabric/config.yaml").write_text("storage:\n  events: one\n", encoding="utf-8")
    assert open_ledger(root, ReadingOptions()).ledger_path == "one"
    (root / "fingerpost.toml").write_text('ledger = "two/"\n', encoding="utf-8")
    assert open_ledger(root, ReadingOptions()).ledger_path == "two"
    assert open_ledger(root, ReadingOptions(ledger="three")).ledger_path == "three"


def test_what_the_config_sets_reaches_the_rules(root: Path) -> None:
    (root / "fingerpost.toml").write_text(
        '[rules.FP406]\nminutes = 7\n[rules.FP604]\ndays = 3\n[rules.FP208]\nseverity = "off"\n', encoding="utf-8"
    )
    examination = open_ledger(root, ReadingOptions()).examination
    assert (examination.days, examination.minutes) == ({"FP604": 3}, {"FP406": 7})


def test_refusals(root: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a time"):
        open_ledger(root, ReadingOptions(as_of="yesterday"))
    with pytest.raises(UsageError, match="inside the repository"):
        open_ledger(root, ReadingOptions(ledger="../out"))
    plain = tmp_path / "plain"
    plain.mkdir()
    with pytest.raises(UsageError, match="no git repository"):
        open_ledger(plain, ReadingOptions(revision="HEAD"))
    with pytest.raises(NoLedger):
        open_ledger(plain, ReadingOptions())

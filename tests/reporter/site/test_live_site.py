import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.events import Wire, created, ident
from support.surveys import survey_of, working_ledger

from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.site.live_site import LiveSite, Update
from fingerpost.reporter.site.mkdocs_site import write_site
from fingerpost.reporter.site.output_folder import MARKER
from fingerpost.reporter.site.publication import Publication

NEW = f"records/{ident('rec', 78)}/index.html"


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def update(site: LiveSite, *events: Wire, name: str = "billing", extra: dict[str, bytes] | None = None) -> Update:
    survey = survey_of(*events)
    published = Publication(compose(survey), survey.page_of, extra or {})
    return site.update(published, name=name, epoch=1, progress=silent)


def tree(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MARKER)
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


def fresh(target: Path, *events: Wire, **options: Any) -> dict[str, str]:
    survey = survey_of(*events)
    write_site(compose(survey), target, survey.page_of, name="billing", epoch=1, progress=silent, **options)
    return tree(target)


@pytest.fixture
def site(tmp_path: Path) -> LiveSite:
    (tmp_path / "live").mkdir()
    return LiveSite(tmp_path / "live")


def test_the_first_build_writes_everything(site: LiveSite, tmp_path: Path) -> None:
    done = update(site, *working_ledger())
    assert done.written == done.pages > 10
    assert done.warnings == ()
    assert tree(tmp_path / "live") == fresh(tmp_path / "fresh", *working_ledger())


def test_nothing_changed_writes_no_page(site: LiveSite, tmp_path: Path) -> None:
    update(site, *working_ledger())
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "live").rglob("*.html")}
    assert update(site, *working_ledger()).written == 0
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "live").rglob("*.html")}


def test_a_record_that_comes_and_goes(site: LiveSite, tmp_path: Path) -> None:
    more = [*working_ledger(), created(178, 78, text="A quite new way.")]
    update(site, *working_ledger())
    done = update(site, *more)
    assert 0 < done.written < done.pages
    assert done.warnings == ()
    assert tree(tmp_path / "live") == fresh(tmp_path / "more", *more)
    update(site, *working_ledger())
    assert not (tmp_path / "live" / NEW).exists()
    assert tree(tmp_path / "live") == fresh(tmp_path / "less", *working_ledger())


def test_another_name_changes_every_page(site: LiveSite, tmp_path: Path) -> None:
    update(site, *working_ledger())
    done = update(site, *working_ledger(), name="Other")
    assert done.written == done.pages
    assert "<title>Forks - Other</title>" in (tmp_path / "live" / "forks" / "index.html").read_text(encoding="utf-8")


def test_other_files_follow(site: LiveSite, tmp_path: Path) -> None:
    update(site, *working_ledger(), extra={"feed.xml": b"one", "api/v1/gone.json": b"{}"})
    assert update(site, *working_ledger(), extra={"feed.xml": b"two"}).written == 0
    assert (tmp_path / "live" / "feed.xml").read_bytes() == b"two"
    assert not (tmp_path / "live" / "api" / "v1" / "gone.json").exists()


def test_search_keeps_what_it_knows_of_the_other_pages(site: LiveSite, tmp_path: Path) -> None:
    update(site, *working_ledger())
    index = tmp_path / "live" / "search" / "search_index.json"
    before = json.loads(index.read_text(encoding="utf-8"))
    update(site, *working_ledger(), created(178, 78, text="A quite new way."))
    after = json.loads(index.read_text(encoding="utf-8"))
    assert {entry["location"] for entry in before["docs"]} < {entry["location"] for entry in after["docs"]}
    assert len(after["docs"]) == len({entry["location"] for entry in after["docs"]})

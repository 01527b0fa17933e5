"""What the search index of a site holds: what people look for, and little else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from support.command import fingerpost
from support.events import created, ident
from support.surveys import survey_of

from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.site.mkdocs_site import write_site

MOST_BYTES = 2_000  # of the index for each record
ROOT = Path(__file__).resolve().parents[2]


def test_text_reason_ids_and_paths_are_found_and_raw_events_and_tables_are_not(tmp_path: Path) -> None:
    scope = {"repo": "r", "paths": ["services/tolls/**"]}
    survey = survey_of(created(1, text="Round once. Never twice.", reason="Cents went astray", scope=scope))
    site = tmp_path / "site"
    write_site(compose(survey), site, survey.page_of, name="s", epoch=1, progress=lambda what, done, total: None)
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    of_record = [entry for entry in index["docs"] if entry["location"].startswith("records/rec_")]
    said = " ".join(entry["text"] for entry in of_record)
    for words in ("Never twice", "Cents went astray", ident("rec", 1), "services/tolls/**"):
        assert words in said
    assert "schema_version" not in json.dumps(index)
    assert not any("<table" in entry["text"] or "<td" in entry["text"] for entry in index["docs"])


def test_the_index_stays_small(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fingerpost.benchmarks.generator", str(tmp_path / "repo"), "--events", "1000"]
    made = json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    site = tmp_path / "site"
    built = fingerpost("build", tmp_path / "repo", "--out", site, "--runtime", "auto", "--as-of", made["as_of"])
    assert built.code == 0
    size = (site / "search" / "search_index.json").stat().st_size
    assert size / made["events"]["record.created"] < MOST_BYTES

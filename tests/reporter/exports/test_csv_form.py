"""CSV that comes back as it went in, and that no spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.datasets import BROKEN, HOSTILE, dataset, story
from support.events import ident

from fingerpost.reporter.exports.csv_form import csv_files, guarded


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_every_table_is_a_file_and_every_text_comes_back() -> None:
    files = csv_files(dataset(*story(HOSTILE), text=BROKEN))
    assert sorted(files) == ["claims.csv", "events.csv", "findings.csv", "records.csv", "relations.csv"]
    record = next(each for each in rows(files["records.csv"]) if each["record_id"] == ident("rec", 1))
    assert record["text"] == HOSTILE
    assert json.loads(record["rejected_paths"]) == [HOSTILE]
    assert (record["contested"], record["settled_by"], record["revisions"]) == ("true", "", "1")
    assert record["created"] == "2026-03-02T09:01:00Z"
    assert len(rows(files["events.csv"])) == 11


def test_what_looks_like_a_formula_is_guarded() -> None:
    [finding] = rows(csv_files(dataset(*story(), text="=1+1"))["findings.csv"])
    assert finding["message"] == "'=1+1"


@pytest.mark.parametrize(
    "before", ["", " ", "\u00a0", "\ufeff", "\u200b", "\u2060\u200d", "\u2028", "\u3000 ", "\u3164", "\0"]
)
@pytest.mark.parametrize("sign", list("=+-@\uff1d\uff0b\uff0d\uff20\ufe66"))
def test_what_stands_unseen_before_a_formula_does_not_hide_it(before: str, sign: str) -> None:
    assert guarded(f"{before}{sign}1") == f"'{before}{sign}1"


@pytest.mark.parametrize("text", ["", " ", " plain", "a=1", "\u200bzero", "1-2", "\u2028"])
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert guarded(text) == text


@settings(max_examples=100)
@given(st.text(max_size=12))
def test_a_guard_is_taken_off_again(text: str) -> None:
    found = guarded(text)
    assert found[:1] not in {"=", "+", "-", "@", "\t", "\r", "\n"}
    assert (found.removeprefix("'") if found.startswith("'") else found) == text

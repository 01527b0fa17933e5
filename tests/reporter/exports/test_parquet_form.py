"""Parquet, read back by Arrow."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import pyarrow.parquet as pq
from support.datasets import BROKEN, HOSTILE, dataset, story
from support.events import ident

from fingerpost.reporter.exports.parquet_form import parquet_files


def test_every_table_comes_back_with_its_types() -> None:
    files = parquet_files(dataset(*story(HOSTILE), text=BROKEN))
    assert sorted(files) == [f"{name}.parquet" for name in ("claims", "events", "findings", "records", "relations")]
    records = pq.read_table(io.BytesIO(files["records.parquet"])).to_pylist()
    record = next(each for each in records if each["record_id"] == ident("rec", 1))
    assert record["created"] == datetime(2026, 3, 2, 9, 1, tzinfo=UTC)
    assert record["text"] == HOSTILE
    assert (record["scope_paths"], record["scope_areas"], record["contested"]) == (["src/**"], ["billing"], True)
    assert record["revision"] is None
    assert len(pq.read_table(io.BytesIO(files["events.parquet"]))) == 11


def test_a_table_without_rows_has_its_columns_all_the_same() -> None:
    empty = dataset()
    table = pq.read_table(io.BytesIO(parquet_files(empty)["events.parquet"]))
    assert (len(table), "occurred" in table.column_names) == (0, True)


def test_a_time_that_no_engine_knows_is_left_open() -> None:
    early = story()[1] | {"occurred_at": "0001-01-01T00:00:00+23:00"}
    [event] = pq.read_table(io.BytesIO(parquet_files(dataset(early))["events.parquet"])).to_pylist()
    assert (event["occurred"], event["occurred_at"]) == (None, "0001-01-01T00:00:00+23:00")


def test_two_runs_and_another_order_of_files_give_the_same_bytes() -> None:
    assert parquet_files(dataset(*story())) == parquet_files(dataset(*reversed(story())))

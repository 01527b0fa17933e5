"""The tables as CSV (RFC 4180, UTF-8, CRLF), one file each."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from ...ledger.display import storable
from ...ledger.instants import Instant
from .dataset import Dataset
from .table import Table
from .tables import tables

# What a spreadsheet takes for a formula begins like this; so does what would hide that it is one.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def csv_files(data: Dataset) -> dict[str, bytes]:
    """The bytes of each file, by its name."""
    return {f"{table.name}.csv": _csv(table) for table in tables(data)}


def _csv(table: Table) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows([[_cell(value) for value in row] for row in table.rows])
    return out.getvalue().encode("utf-8")


def _cell(value: Any) -> str:
    """One value: nothing for None, ``true``, ``false``, RFC 3339 in UTC for a time, a JSON list for several texts."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Instant):
        return value.text
    if isinstance(value, tuple):
        return json.dumps([storable(each) for each in value], ensure_ascii=False)
    return guarded(storable(value))


def guarded(text: str) -> str:
    """A text behind an apostrophe where it could act in a spreadsheet; whoever reads it back takes that off again."""
    return f"'{text}" if text.startswith(_FORMULA) else text

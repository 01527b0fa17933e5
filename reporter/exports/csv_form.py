"""The tables as CSV (RFC 4180, UTF-8, CRLF), one file each."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from typing import Any

from ...ledger.display import storable
from ...ledger.instants import Instant
from .dataset import Dataset
from .table import Table
from .tables import tables

_FORMULA = "=+-@"  # what a spreadsheet takes for one begins so, in whatever width these are written
_HIDING = ("\t", "\r", "\n", "'")  # what could begin a text to hide that it is one, and our own mark
_UNSEEN = frozenset({"Cc", "Cf", "Me", "Mn", "Zl", "Zp", "Zs"})  # controls, marks and spaces: importers may drop them
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # fillers, which are neither and look like nothing


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
    return f"'{text}" if text.startswith(_HIDING) or _is_formula(text) else text


def _is_formula(text: str) -> bool:
    """True if the first character that is seen begins a formula, or is one of those in another width."""
    for character in text:
        if unicodedata.category(character) not in _UNSEEN and character not in _BLANK:
            return unicodedata.normalize("NFKC", character)[:1] in _FORMULA
    return False

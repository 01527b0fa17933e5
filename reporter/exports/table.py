"""A table with named and typed columns, as every tabular form writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Type(StrEnum):
    """What a column holds; every value but those of ``texts`` may be missing (None)."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    TIME = "time"  # an Instant, of which forms that have times keep whole microseconds in UTC
    TEXTS = "texts"  # a tuple of texts


@dataclass(frozen=True, slots=True)
class Column:
    """One column, and what it says."""

    name: str
    type: Type
    about: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in a fixed order; each has a value for every column."""

    name: str
    about: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Any, ...]]

"""The tables as Parquet, one file each: for engines that query the ledgers of many repositories at once."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ...ledger.display import storable
from ...ledger.instants import Instant
from .dataset import Dataset
from .table import Column, Table, Type
from .tables import tables

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TYPES = {
    Type.TEXT: pa.string(),
    Type.NUMBER: pa.int64(),
    Type.FLAG: pa.bool_(),
    Type.TIME: pa.timestamp("us", tz="UTC"),
    Type.TEXTS: pa.list_(pa.string()),
}


def parquet_files(data: Dataset) -> dict[str, bytes]:
    """The bytes of each file, by its name; the same for the same dataset and the same version of Arrow."""
    return {f"{table.name}.parquet": _parquet(table) for table in tables(data)}


def _parquet(table: Table) -> bytes:
    schema = pa.schema([pa.field(column.name, _TYPES[column.type]) for column in table.columns])
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    arrays = [
        pa.array([_value(each, column) for each in values], type=_TYPES[column.type])
        for column, values in zip(table.columns, columns, strict=True)
    ]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue()


def _value(value: Any, column: Column) -> Any:
    if isinstance(value, Instant):
        return _moment(value)
    if column.type is Type.TEXTS:
        return [storable(each) for each in value]
    return storable(value) if isinstance(value, str) else value


def _moment(instant: Instant) -> datetime | None:
    """A time in whole microseconds; None where it lies outside of the years 1 to 9999."""
    micros = int(instant.fraction[:6].ljust(6, "0")) if instant.fraction else 0
    try:
        return _EPOCH + timedelta(seconds=instant.seconds, microseconds=micros)
    except OverflowError:
        return None

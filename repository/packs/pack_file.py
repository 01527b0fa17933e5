"""The format of a pack: lines of JSON, the same bytes for the same content.

The first line says what the file is and what it holds; every other line is one event file of one store, sorted by
store and name. A pack may come from anywhere, so that whatever is odd about it is refused as a whole.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from ..errors import CannotExamine, UsageError
from ..files import MAX_BYTES
from ..paths import shown
from ..source import SUFFIX, StoreName

FORMAT = "fingerpost-runtime/1"
RUNTIME = (StoreName.THREADS, StoreName.PROJECTIONS, StoreName.RECEIPTS)
PACKED = (*RUNTIME, StoreName.SHARED)
"""The stores that a pack may hold; that of live records only where its maker asked for it."""

MOST_BYTES = 1024 * 1024 * 1024
"""The longest pack that is read."""

_AGAIN = "Make it again with: fingerpost runtime pack --output FILE"


@dataclass(frozen=True, slots=True)
class PackedFile:
    """One event file of a store: its name and its exact bytes."""

    store: StoreName
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Pack:
    """What a pack holds. ``stores`` are those that its maker read, ``with_actor_ids`` whether actors keep their ids."""

    stores: tuple[StoreName, ...]
    with_actor_ids: bool
    files: tuple[PackedFile, ...]

    def of(self, store: StoreName) -> tuple[PackedFile, ...]:
        """The files of one store, by name."""
        return tuple(each for each in self.files if each.store is store)


def pack_bytes(pack: Pack) -> bytes:
    """The file that holds a pack. Equal packs give equal bytes, in whatever order their files are."""
    files = sorted(pack.files, key=lambda each: (PACKED.index(each.store), _in_bytes(each.name)))
    lines = b"".join(_line(each) + b"\n" for each in files)
    return _head(pack, lines) + b"\n" + lines


def _head(pack: Pack, lines: bytes) -> bytes:
    return orjson.dumps(
        {
            "format": FORMAT,
            "stores": [str(store) for store in PACKED if store in pack.stores],
            "actor_ids": pack.with_actor_ids,
            "files": len(pack.files),
            "sha256": hashlib.sha256(lines).hexdigest(),
        }
    )


def _in_bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _line(file: PackedFile) -> bytes:
    where = {"store": str(file.store), "name": file.name}
    try:
        return orjson.dumps({**where, "data": file.data.decode("utf-8")})
    except UnicodeDecodeError:
        return orjson.dumps({**where, "base64": base64.b64encode(file.data).decode("ascii")})


def read_pack(path: Path) -> Pack:
    """The pack in a file. Raises UsageError where there is no such file, CannotExamine where it is no sound pack."""
    name = shown(str(path))
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise UsageError(f"{name}: there is no such file", "Name a pack that fingerpost runtime pack made.") from error
    except OSError as error:
        raise CannotExamine(f"{name} could not be read: {error.strerror or error}", _AGAIN) from error
    if len(data) > MOST_BYTES:
        raise CannotExamine(f"{name} is larger than {MOST_BYTES >> 20} MiB, which no pack is", _AGAIN)
    return parse_pack(data, name)


def parse_pack(data: bytes, name: str) -> Pack:
    """The pack in these bytes, which people know by ``name``. Raises CannotExamine for anything but a sound one.

    A sound one is written as :func:`pack_bytes` writes it, to the byte: nothing in it can be read in two ways, and
    nothing stands beside what is read. Its files are numbered by their lines, the first of them on line 2.
    """
    first, _, lines = data.partition(b"\n")
    head = _json(first)
    if not isinstance(head, dict) or not str(head.get("format", "")).startswith("fingerpost-runtime/"):
        raise CannotExamine(f"{name} is no pack of a runtime", _AGAIN)
    if head["format"] != FORMAT:
        raise CannotExamine(
            f"{name} is a pack of another form ({shown(str(head['format'])[:40])})", "Use a newer Fingerpost."
        )
    if hashlib.sha256(lines).hexdigest() != head.get("sha256"):
        raise CannotExamine(f"{name} was cut short or changed since it was made", _AGAIN)
    *whole, rest = lines.split(b"\n")
    if rest:
        raise CannotExamine(f"{name}: line {len(whole) + 2} does not end, which every line of a pack does", _AGAIN)
    files = tuple(_file(line, number, name) for number, line in enumerate(whole, 2))
    places = [(each.store, each.name) for each in files]
    stores, with_actor_ids = _stores(head.get("stores")), head.get("actor_ids")
    if stores is None or not isinstance(with_actor_ids, bool):
        raise CannotExamine(f"{name}: line 1 does not say what the pack holds", _AGAIN)
    if len(set(places)) != len(places) or not {store for store, _ in places}.issubset(stores):
        raise CannotExamine(f"{name} names a file twice, or a store that it does not have", _AGAIN)
    pack = Pack(stores, with_actor_ids, files)
    if _head(pack, lines) != first:
        raise CannotExamine(f"{name}: line 1 does not say what the pack holds, or not as every pack does", _AGAIN)
    return pack


def _stores(value: Any) -> tuple[StoreName, ...] | None:
    known = {str(store): store for store in PACKED}
    if not isinstance(value, list) or not all(isinstance(each, str) and each in known for each in value):
        return None
    return tuple(store for store in PACKED if str(store) in value)


def _file(line: bytes, number: int, pack: str) -> PackedFile:
    value = _json(line)
    stores = {str(store): store for store in PACKED}
    if isinstance(value, dict):
        store, name, data = stores.get(str(value.get("store"))), value.get("name"), _data(value)
        if store is not None and isinstance(name, str) and _is_plain(name) and data is not None:
            file = PackedFile(store, name, data)
            if _line(file) == line:
                return file
    raise CannotExamine(f"{pack}: line {number} is no event file of a runtime", _AGAIN)


def _data(value: dict[str, Any]) -> bytes | None:
    data, coded = value.get("data"), value.get("base64")
    if isinstance(data, str):
        found = data.encode("utf-8")
    elif isinstance(coded, str):
        try:
            found = base64.b64decode(coded, validate=True)
        except (binascii.Error, ValueError):
            return None
    else:
        return None
    return found if len(found) <= MAX_BYTES else None


def _is_plain(name: str) -> bool:
    """True for a name that stays in its folder: a pack may have been made to reach out of it."""
    return name.endswith(SUFFIX) and not name.startswith(".") and not {"/", "\\", "\0"}.intersection(name)


def _json(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None

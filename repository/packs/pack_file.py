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
    lines = b"".join(orjson.dumps(_line(each)) + b"\n" for each in files)
    head = {
        "format": FORMAT,
        "stores": [str(store) for store in PACKED if store in pack.stores],
        "actor_ids": pack.with_actor_ids,
        "files": len(files),
        "sha256": hashlib.sha256(lines).hexdigest(),
    }
    return orjson.dumps(head) + b"\n" + lines


def _in_bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _line(file: PackedFile) -> dict[str, str]:
    where = {"store": str(file.store), "name": file.name}
    try:
        return {**where, "data": file.data.decode("utf-8")}
    except UnicodeDecodeError:
        return {**where, "base64": base64.b64encode(file.data).decode("ascii")}


def read_pack(path: Path) -> Pack:
    """The pack in a file. Raises UsageError where there is no such file, CannotExamine where it is no sound pack."""
    name = shown(str(path))
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise UsageError(f"{name}: there is no such file", "Name a pack, or write --runtime auto or none.") from error
    except OSError as error:
        raise CannotExamine(f"{name} could not be read: {error.strerror or error}", _AGAIN) from error
    if len(data) > MOST_BYTES:
        raise CannotExamine(f"{name} is larger than {MOST_BYTES >> 20} MiB, which no pack is", _AGAIN)
    return parse_pack(data, name)


def parse_pack(data: bytes, name: str) -> Pack:
    """The pack in these bytes, which people know by ``name``. Raises CannotExamine for anything but a sound one."""
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
    files = tuple(_file(line, number, name) for number, line in enumerate(lines.split(b"\n")[:-1], 2))
    places = [(each.store, each.name) for each in files]
    stores = _stores(head.get("stores"))
    if stores is None or len(files) != head.get("files") or not isinstance(head.get("actor_ids"), bool):
        raise CannotExamine(f"{name}: line 1 does not say what the pack holds", _AGAIN)
    if len(set(places)) != len(places) or not {store for store, _ in places}.issubset(stores):
        raise CannotExamine(f"{name} names a file twice, or a store that it does not have", _AGAIN)
    return Pack(stores, head["actor_ids"], files)


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
            return PackedFile(store, name, data)
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

"""What of a runtime goes into a pack, and how one is merged (fabric/1.0, *Storage*: shared runtime, never committed).

Threads, projections and receipts go in; live records, and the ids of actors, only where somebody asks for them. A
file with something in it that looks like a credential never does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..repository.packs.pack_file import RUNTIME, Pack, PackedFile
from ..repository.source import SUFFIX, Obstacle, Origin, Source, Store, StoreName
from .canonical import canonical
from .common_form import file_bytes
from .decode import MISSING, decode
from .identifiers import event_id_of, is_id
from .passages import passages_of, passages_of_file
from .violations import acceptable


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that did not go into a pack, by the path people are shown, and why not."""

    path: str
    why: str


def pack_of(
    stores: Iterable[Store], *, live: bool, actor_ids: bool, tracked: frozenset[str]
) -> tuple[Pack, tuple[LeftOut, ...]]:
    """The pack of these stores, and what was left out of it.

    ``live`` takes in records of the shared store too, as far as they are not among ``tracked``, the ids of the events
    that git carries anyway. Without ``actor_ids`` every event loses the id of its actor, and nothing else.
    """
    wanted = {*RUNTIME, StoreName.SHARED} if live else set(RUNTIME)
    read: list[StoreName] = []
    files: list[PackedFile] = []
    left_out: list[LeftOut] = []
    for store in stores:
        if store.name not in wanted:
            continue
        read.append(store.name)
        for entry in store.scan():
            if not isinstance(entry, Source):
                if entry.obstacle is not Obstacle.STRAY:
                    left_out.append(LeftOut(entry.origin.path, f"it could not be read ({entry.obstacle})"))
                continue
            if store.name is StoreName.SHARED and entry.origin.name.removesuffix(SUFFIX) in tracked:
                continue
            taken = _taken(entry, store.name, actor_ids=actor_ids)
            if isinstance(taken, PackedFile):
                files.append(taken)
            else:
                left_out.append(taken)
    return Pack(tuple(read), actor_ids, tuple(files)), tuple(left_out)


def _taken(source: Source, store: StoreName, *, actor_ids: bool) -> PackedFile | LeftOut:
    origin = source.origin
    if not is_id("evt", origin.name.removesuffix(SUFFIX)):
        return LeftOut(origin.path, "it is not named after an event")
    value = decode(source).value
    secret = passages_of_file(source.data) or (
        value is not MISSING and any(each.secrets for each in passages_of(value))
    )
    if secret:
        return LeftOut(origin.path, "something in it looks like a credential")
    if actor_ids:
        return PackedFile(store, origin.name, source.data)
    if not isinstance(value, dict):
        return LeftOut(origin.path, "it is no JSON object, so that nobody can say whether it names an actor")
    nameless = _nameless(value)
    if nameless is value:
        return PackedFile(store, origin.name, source.data)
    return PackedFile(store, origin.name, file_bytes(nameless))


def _nameless(value: dict[str, Any]) -> dict[str, Any]:
    """The event without the id of its actor; the very same where it has none."""
    actor = value.get("actor")
    if not isinstance(actor, dict) or "id" not in actor:
        return value
    return {**value, "actor": {key: each for key, each in actor.items() if key != "id"}}


class Merged(StrEnum):
    """What becomes of one file of a pack that is merged into a store."""

    ADDED = "added"
    SAME = "same"
    DIVERGENT = "divergent"
    BLOCKED = "blocked"  # something that is no file stands in its place


def merge_of(file: PackedFile, existing: bytes | Obstacle | None, *, with_actor_ids: bool) -> Merged:
    """What a merge makes of a file where ``existing`` is in its place. Nothing is ever replaced.

    Where the pack, or what is here, has lost the id of the actor, that alone is no divergence.
    """
    if existing is None:
        return Merged.ADDED
    if isinstance(existing, Obstacle):
        return Merged.BLOCKED
    if existing == file.data:
        return Merged.SAME
    mine, theirs = _content(file, existing), _content(file, file.data)
    if mine is None or theirs is None:
        return Merged.DIVERGENT
    if canonical(mine) == canonical(theirs):
        return Merged.SAME
    lost_one = not with_actor_ids or "id" not in (mine.get("actor") or {})
    if lost_one and canonical(_nameless(mine)) == canonical(_nameless(theirs)):
        return Merged.SAME
    return Merged.DIVERGENT


def _content(file: PackedFile, data: bytes) -> dict[str, Any] | None:
    value = decode(Source(Origin(file.store, file.name, file.name), data)).value
    return value if isinstance(value, dict) else None


def unfit(file: PackedFile) -> str | None:
    """Why a file of a pack cannot be added to a store; None where it can.

    A pack may come from anybody: what is added has to be an event of the kind that its store holds.
    """
    value = _content(file, file.data)
    if value is None or f"{event_id_of(value)}{SUFFIX}" != file.name:
        return "it holds no event of that name"
    if value.get("event_type") not in _KINDS[file.store]:
        return f"it holds no event of a kind that belongs among the {file.store}"
    return None if acceptable(value) else "its event is not sound (lint --runtime FILE says why)"


_KINDS = {
    StoreName.THREADS: ("thread.started", "thread.scope_changed"),
    StoreName.PROJECTIONS: ("projection.created",),
    StoreName.RECEIPTS: ("receipt.recorded",),
    StoreName.SHARED: ("record.created", "record.state_changed", "relation.created"),
}

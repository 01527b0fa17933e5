"""What of a runtime goes into a pack, and how one is merged (fabric/1.0, *Storage*: shared runtime, never committed).

Threads, projections and receipts go in; live records, and who an actor is, only where somebody asks for them. A file
with something in it that looks like a credential never does, nor one that does not belong into the store it lies in:
what declares something is not read from among receipts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..repository.errors import CannotExamine
from ..repository.packs.pack_file import RUNTIME, Pack, PackedFile
from ..repository.paths import shown
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
    that git carries anyway. Without ``actor_ids`` nothing is left of an actor but its kind and its provider.
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
    file = PackedFile(store, origin.name, source.data)
    if _misplaced(file, value):
        return LeftOut(origin.path, f"it holds no event of a kind that belongs among the {store} (FP313)")
    if actor_ids:
        return file
    if not isinstance(value, dict):
        return LeftOut(origin.path, "it is no JSON object, so that nobody can say whether it names an actor")
    if not isinstance(value.get("actor", {}), dict):
        return LeftOut(origin.path, "its actor is no JSON object, so that nobody can say whether it names one")
    nameless = _nameless(value)
    return file if nameless is value else PackedFile(store, origin.name, file_bytes(nameless))


_OF_NOBODY = ("kind", "provider")  # what an actor says that can be of no person


def _nameless(value: dict[str, Any]) -> dict[str, Any]:
    """The event without what its actor says of who it is; the very same where it says nothing of it."""
    actor = value.get("actor")
    if not isinstance(actor, dict):
        return value
    kept = {key: each for key, each in actor.items() if key in _OF_NOBODY and isinstance(each, str)}
    return value if len(kept) == len(actor) else {**value, "actor": kept}


def refuse_misplaced(pack: Pack, name: str) -> Pack:
    """The pack itself, which people know by ``name``, of which every event is of a kind that belongs into its store.

    A pack may come from anybody, and events are read wherever they lie: among receipts, a relation would declare what
    nobody tracked. What is no event at all stays, and reading reports it. Raises CannotExamine, naming the line.
    """
    for line, file in enumerate(pack.files, 2):
        if _misplaced(file, _value(file, file.data)):
            raise CannotExamine(
                f"{name}: line {line} ({shown(file.name)}) holds no event of a kind that belongs among the "
                f"{file.store}",
                "Nothing of this pack was read. Make it again with: fingerpost runtime pack --output FILE",
            )
    return pack


def _misplaced(file: PackedFile, value: Any) -> bool:
    kind = value.get("event_type") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind not in _KINDS[file.store]


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
    lost_one = not with_actor_ids or _nameless(mine) is mine
    if lost_one and canonical(_nameless(mine)) == canonical(_nameless(theirs)):
        return Merged.SAME
    return Merged.DIVERGENT


def _content(file: PackedFile, data: bytes) -> dict[str, Any] | None:
    value = _value(file, data)
    return value if isinstance(value, dict) else None


def _value(file: PackedFile, data: bytes) -> Any:
    return decode(Source(Origin(file.store, file.name, file.name), data)).value


def unfit(file: PackedFile) -> str | None:
    """Why a file of a pack cannot be added to a store; None where it can.

    A pack may come from anybody: what is added has to be a sound event. Its kind is no matter of this:
    :func:`refuse_misplaced` comes first.
    """
    value = _content(file, file.data)
    if value is None or f"{event_id_of(value)}{SUFFIX}" != file.name:
        return "it holds no event of that name"
    return None if acceptable(value) else "its event is not sound (lint --runtime FILE says why)"


_KINDS = {
    StoreName.THREADS: ("thread.started", "thread.scope_changed"),
    StoreName.PROJECTIONS: ("projection.created",),
    StoreName.RECEIPTS: ("receipt.recorded",),
    StoreName.SHARED: ("record.created", "record.state_changed", "relation.created"),
}

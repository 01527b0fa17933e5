"""The texts of an event that rules about content (FP8) have to read: of most events there are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..repository.source import Origin
from .content_gate import is_plain
from .places import Place, pointer_of
from .secrets import kind_under, kinds_in, masked, masked_bytes, masked_value


@dataclass(frozen=True, slots=True)
class Passage:
    """One text of an event, or one key where ``is_key``, that is not plainly harmless.

    ``pointer`` leads to the text; for a key to its member. ``text`` has every credential masked, and ``secrets`` the
    kind of each that was. A pointer never holds a credential: where a key does, it leads to the object around it.
    """

    pointer: str
    text: str
    secrets: tuple[str, ...] = ()
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class Suspect:
    """An event file with such passages, in their order, whether or not its event is interpreted.

    Where the file holds no JSON value there is one passage, for the whole file, only if a credential is in it; its
    text is empty.
    """

    origin: Origin
    event_id: str | None
    record_id: str | None
    passages: tuple[Passage, ...]


def passages_of(value: Any) -> tuple[Passage, ...]:
    """The passages of a JSON value, in the order of the value."""
    return tuple(_passages(value, ()))


def passages_of_file(data: bytes) -> tuple[Passage, ...]:
    """One passage for the whole of a file that holds no value, if there is a credential in it."""
    if masked_bytes(data) is data:
        return ()
    kinds = tuple(kinds_in(data.decode("utf-8", "replace")))
    return (Passage("", "", kinds or ("credential",)),)


def without_secrets(value: Any, passages: tuple[Passage, ...]) -> Any:
    """The value with its credentials masked; the value itself where its passages have none."""
    return masked_value(value) if any(passage.secrets for passage in passages) else value


# Keys, statuses, names and scopes come again and again.
_is_plain_word = lru_cache(maxsize=4_096)(is_plain)
_LONGEST_WORD = 48


def _harmless(text: str) -> bool:
    return _is_plain_word(text) if len(text) <= _LONGEST_WORD else is_plain(text)


def _passages(value: Any, place: Place) -> Iterator[Passage]:
    if isinstance(value, str):
        if not _harmless(value):
            yield _passage(value, place)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _passages(item, (*place, number))
    elif isinstance(value, dict):
        for key, item in value.items():
            inner = (*place, key)
            if not _harmless(key):
                yield _passage(key, inner, is_key=True)
            kind = kind_under(key, item) if isinstance(item, str) else None
            if kind is None:
                yield from _passages(item, inner)
            else:
                yield Passage(_pointer(inner), f"[secret: {kind}]", (kind,))


def _passage(text: str, place: Place, *, is_key: bool = False) -> Passage:
    return Passage(_pointer(place), masked(text), tuple(kinds_in(text)), is_key)


def _pointer(place: Place) -> str:
    """The pointer of a place, ended before the first key that holds a credential."""
    for number, step in enumerate(place):
        if isinstance(step, str) and masked(step) is not step:
            return pointer_of(place[:number])
    return pointer_of(place)

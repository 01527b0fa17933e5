"""The event files of open folders in blocks, and what a second process tells of a block.

Nearly every file is sound: proving that is most of the work, and needs nothing but the file. So a second process
proves it, and tells only which files are sound, with what they hold; all others are read again by the first process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from ..repository.listing import Listing
from ..repository.shared_work import MOST
from .common_form import in_common_form
from .content_gate import is_plain_event
from .decode import MISSING

_SIZE = 128  # files: enough that telling costs little, few enough that their values stay in the processor's cache


@dataclass(frozen=True, slots=True)
class Block:
    """Some files of one folder, and the folder before it that has a file of the same name, by that name."""

    listing: Listing
    stems: Sequence[str]
    before: Mapping[str, Listing] = field(default_factory=dict)


# What the second process found out of a file, as one byte.
UNPROVEN, SOUND = 0, 1
COPY = 2  # byte for byte what the folder before has under this name


def blocks_of(listings: Sequence[Listing]) -> list[Block]:
    """The plain files of these folders, in their order; no more blocks than can be shared."""
    size = max(_SIZE, 1 + sum(len(each.plain) for each in listings) // (MOST - len(listings)))
    blocks: list[Block] = []
    for place, listing in enumerate(listings):
        before = _before(listing, listings[:place])
        blocks += [Block(listing, listing.plain[at : at + size], before) for at in range(0, len(listing.plain), size)]
    return blocks


def _before(listing: Listing, earlier: Sequence[Listing]) -> dict[str, Listing]:
    stems = set(listing.plain)
    found: dict[str, Listing] = {}
    for each in reversed(earlier):  # so that the first of several holds
        found.update(dict.fromkeys(stems.intersection(each.plain), each))
    return found


def is_sound(value: Any, stem: str) -> bool:
    """True if a file in the common form is an event with nothing wrong in its shape or its texts, and named after it.

    Any other file has to be looked at closely.
    """
    if not is_plain_event(value):
        return False
    event_id: str = value["event_id"]
    return event_id == stem


def tell(block: Block) -> bytes:
    """What the second process tells of a block: a byte for each file, then the values of the sound ones as an array."""
    told = bytearray()
    sound: list[bytes] = []
    for stem, data in block.listing.contents(block.stems):
        if data is None:
            told.append(UNPROVEN)
        elif stem in block.before:
            told.append(COPY if block.before[stem].bytes_of(stem) == data else UNPROVEN)
        elif (value := in_common_form(data)) is not MISSING and is_sound(value, stem):
            told.append(SOUND)
            sound.append(data)
        else:
            told.append(UNPROVEN)
    return b"%b[%b]" % (bytes(told), b",".join(sound))


def told_of(block: Block, answer: bytes) -> Iterator[tuple[str, int, Any]]:
    """Each file of a block with what was told of it, and its value if it is sound."""
    count = len(block.stems)
    told = answer[:count]
    values: list[Any] = orjson.loads(memoryview(answer)[count:])
    if len(values) < count:
        sound = iter(values)
        values = [next(sound) if each == SOUND else MISSING for each in told]
    return zip(block.stems, told, values, strict=True)

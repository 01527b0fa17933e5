"""The passages that rules about content (FP8) read, each once, with the file it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...ledger.passages import Passage, Suspect
from ..finding import Observation
from ..rule import Examination

_PROSE = re.compile(
    r"/payload/(?:record/(?:text|reason|lifecycle_reason|evidence/[0-9]+/text|(?:rejected|preferred)_paths/[0-9]+)"
    r"|lifecycle_reason|relation/reason|projection/conflicts/[0-9]+/message)"
)


def passages(examination: Examination) -> Iterator[tuple[Suspect, Passage]]:
    """Every passage that is not plain, in the order of the stores; one that a second copy repeats comes once."""
    seen: set[tuple[str | None, Passage]] = set()
    for suspect in examination.reading.suspects:
        for passage in suspect.passages:
            key = (suspect.event_id or suspect.origin.path, passage)
            if key not in seen:
                seen.add(key)
                yield suspect, passage


def prose(examination: Examination) -> Iterator[tuple[Suspect, Passage]]:
    """Those passages that people wrote as sentences: texts, reasons, words of evidence, ways named in words."""
    for suspect, passage in passages(examination):
        if not passage.is_key and _PROSE.fullmatch(passage.pointer):
            yield suspect, passage


def seen_in(suspect: Suspect, passage: Passage, message: str, *, detail: str = "") -> Observation:
    """What a rule saw in a passage."""
    return Observation(
        message,
        origin=suspect.origin,
        pointer=passage.pointer,
        event_id=suspect.event_id,
        record_id=suspect.record_id,
        detail=detail,
    )


def field_name(passage: Passage) -> str:
    """What to call the text: its field, or the entry of a list."""
    steps = passage.pointer.split("/")
    if passage.is_key:
        return "a key"
    return f"{steps[-2]}, entry {int(steps[-1]) + 1}" if steps[-1].isdecimal() and len(steps) > 1 else steps[-1]

"""What a challenge or a resolution is about, as clients write it: an extension, and a relation."""

from __future__ import annotations

from typing import Any

from .events import Record

CHALLENGE = "challenge"
RESOLUTION = "challenge_resolution"
RELATION_OF = {CHALLENGE: "challenges", RESOLUTION: "resolves"}

# The reference client writes the challenged record here, and in a resolution the challenge.
TARGET = "fabric.direction.challenges"
# A challenge of a declaration names the relation that makes it.
TARGET_RELATION = "fingerpost.challenges-relation"


def target_record(record: Record) -> str | None:
    """The record id that the extension names; None where there is no such extension, or one of another type."""
    value: Any = record.extensions.get(TARGET)
    return value if isinstance(value, str) and value else None


def target_relation(record: Record) -> str | None:
    """The relation id that a challenge of a declaration names, or None."""
    value: Any = record.extensions.get(TARGET_RELATION)
    return value if isinstance(value, str) and value else None

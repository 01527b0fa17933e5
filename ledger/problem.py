"""What one file or event has wrong, with its place. Reading returns problems; it does not raise them."""

from __future__ import annotations

from dataclasses import dataclass

from ..repository.source import Origin

# An event with one of these is still interpreted: what it says is not in doubt.
INTERPRETED_ALL_THE_SAME = frozenset({"FP102", "FP103", "FP106", "FP109", "FP110", "FP203", "FP207", "FP208"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file (FP1) or of an event's shape (FP2).

    ``line`` and ``column`` count from 1, columns in characters; ``pointer`` is an RFC 6901 JSON pointer.
    ``detail`` is what a fingerprint rests on besides code, event id and pointer: never a wording, line or age.
    """

    code: str
    message: str
    origin: Origin
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    event_id: str | None = None
    record_id: str | None = None
    detail: str = ""

    @property
    def hinders(self) -> bool:
        """True if an event with this problem is not interpreted (its meaning would be a guess)."""
        return self.code not in INTERPRETED_ALL_THE_SAME

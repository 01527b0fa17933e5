"""What a rule saw, and the finding that is shown for it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from ..repository.source import Origin


class Severity(StrEnum):
    """How bad a finding is; ``off`` switches a rule off in the config."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for a notice."""
        return _RANK[self]


_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTICE: 2}


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another place that belongs to an observation: the other copy, a competing branch.

    ``pointer`` names what to look at there, so that a line is found; it is empty for the whole file.
    """

    origin: Origin
    message: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Observation:
    """What a rule reports: a message and a place, not yet a line.

    ``detail`` is what the fingerprint rests on besides the rule, the event (else the path) and the pointer; it
    never holds a line, an age, a date or a wording. ``severity`` is given only where it differs from the rule's.
    ``line`` and ``column`` are given only by the reader, which knows them; else the pointer is looked up.
    """

    message: str
    origin: Origin | None = None
    pointer: str | None = None
    event_id: str | None = None
    record_id: str | None = None
    detail: str = ""
    severity: Severity | None = None
    related: tuple[Elsewhere, ...] = ()
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Related:
    """A related place as it is shown."""

    path: str
    line: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Suppressed:
    """What accepted a finding: ``by`` is ``config`` or ``baseline``, ``reason`` the words given for it."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding (contract, *lint --format json*). Lines and columns count from 1.

    ``introduced`` says whether the change that is examined brought it, and is None where nothing was compared.
    """

    code: str
    name: str
    severity: Severity
    message: str
    path: str | None
    line: int | None
    column: int | None
    pointer: str | None
    event_id: str | None
    record_id: str | None
    related: tuple[Related, ...]
    detail: str
    introduced: bool | None = None
    suppressed: Suppressed | None = None
    fingerprint: str = field(init=False)
    """32 hex digits over rule, event id (else path), pointer and detail; stable across lines and wordings."""

    def __post_init__(self) -> None:
        subject = self.event_id or self.path or ""
        text = "\0".join((self.code, subject, self.pointer or "", self.detail))
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        object.__setattr__(self, "fingerprint", digest)

    @property
    def order(self) -> tuple[int, str, str, int, int, str, str, str]:
        """The sort key that the contract fixes."""
        return (
            self.severity.rank,
            self.code,
            self.path or "",
            self.line or 0,
            self.column or 0,
            self.pointer or "",
            self.event_id or "",
            self.fingerprint,
        )

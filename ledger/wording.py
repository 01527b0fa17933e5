"""The phrases that every surface shares: who claims what, and counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from .events import Actor, Scope, Trust

_PROTOCOL_KIND = re.compile(r"[a-z]+(?:_[a-z]+)*")


class Said(Protocol):
    """What somebody said and claims something for: an event, or an edge that one stands behind."""

    @property
    def actor(self) -> Actor:
        """Who said it."""

    @property
    def trust(self) -> Trust:
        """What they claim for it."""


def actor_name(actor: Actor) -> str:
    """The kind of an actor with its id, or ``human (no id)``."""
    return f"{actor.kind} {actor.id}" if actor.id else f"{actor.kind} (no id)"


def claimed_by(said: Said) -> str:
    """Who said something and on what claim: ``human mara (human_confirmed)``."""
    if said.actor.id:
        return f"{actor_name(said.actor)} ({said.trust.level})"
    return f"{said.actor.kind} (no id, {said.trust.level})"


def claimed_with_basis(said: Said) -> str:
    """The whole of a claim, which is never a proof: ``human mara claims human_confirmed (basis review)``."""
    basis = said.trust.basis or "none given"
    return f"{actor_name(said.actor)} claims {said.trust.level} (basis {basis})"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: ``1 change``, ``3,000 changes``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def kind_words(kind: str) -> str:
    """A record's kind as people read it, with blanks; one not spelled as the protocol spells its own stays as it is."""
    return kind.replace("_", " ") if _PROTOCOL_KIND.fullmatch(kind) else kind


def listed(items: Iterable[str], *, most: int = 6) -> str:
    """Items joined by commas; of a long list the first ones, and how many more there are."""
    found: Sequence[str] = tuple(items)
    shown = ", ".join(found[:most])
    return f"{shown} and {len(found) - most} more" if len(found) > most else shown


def spoken_scope(scope: Scope) -> str:
    """Where something holds, in one line; empty where nothing is stated. The repository's name is no part of it."""
    parts = ["everywhere"] if scope.is_global else []
    parts += [f"issue {scope.issue}"] if scope.issue else []
    parts += [f"PR {scope.pr}"] if scope.pr else []
    parts += [f"area {area}" for area in scope.areas]
    parts += [f"path {path}" for path in scope.paths]
    return ", ".join(parts)

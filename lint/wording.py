"""The phrases that several rules share: who claims what, and counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ledger.events import Actor, Event


def actor_name(actor: Actor) -> str:
    """The kind of an actor with its id, or ``human (no id)``."""
    return f"{actor.kind} {actor.id}" if actor.id else f"{actor.kind} (no id)"


def claimed_by(event: Event) -> str:
    """Who wrote an event and on what claim: ``human mara (human_confirmed)``."""
    if event.actor.id:
        return f"{actor_name(event.actor)} ({event.trust.level})"
    return f"{event.actor.kind} (no id, {event.trust.level})"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: ``1 change``, ``3 changes``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(items: Iterable[str], *, most: int = 6) -> str:
    """Items joined by commas; of a long list the first ones, and how many more there are."""
    found: Sequence[str] = tuple(items)
    shown = ", ".join(found[:most])
    return f"{shown} and {len(found) - most} more" if len(found) > most else shown

"""The feed of changes (Atom, RFC 4287): what happened to which record, when, by whom and on what claim.

Nobody knows where a site will lie, so every link is relative to the feed itself, and no ``xml:base`` is made up. Ids
rest on the ledger alone: an event has the same id in every feed that tells of it, wherever and whenever that was built.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...ledger.challenges import target_relation
from ...ledger.events import Record, Relation, StateChange
from ...ledger.wording import actor_name, claimed_with_basis, counted, listed
from ..pages.address import CHANGES, Address, record_page
from ..pages.blocks import Page
from ..pages.front.changes import Change, Kind
from ..pages.survey import Survey
from ..pages.words import UNKNOWN, UNREADABLE
from .feed_blocks import FEED
from .xml_files import xml_file

MOST_ENTRIES = 100

_NAMESPACE = uuid.UUID("5b0f6a53-6d0c-5b52-9d5c-1f5f6a1f6e61")  # of ids that are made of a name
_EVENT = re.compile(r"evt_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})")
_ABOUT = {
    Kind.SETTLED: "Settles the fork of",
    Kind.CHALLENGED: "Challenges",
    Kind.CHALLENGES: "Challenges",
    Kind.ANSWERED: "Answers",
    Kind.ANSWERS: "Answers",
}


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was written, in lines, under a word of ours."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A record that a change is about; ``href`` is empty where it has no page."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. ``updated`` is the event's own time, as it was written: every time that is read is one of Atom's."""

    id: str
    title: str
    updated: str
    author: str
    href: str
    what: str
    about: tuple[Link, ...]
    about_word: str
    told: tuple[Told, ...]
    claim: str
    event_id: str
    record_id: str


def feed_file(survey: Survey, _pages: Sequence[Page] = ()) -> dict[str, bytes]:
    """The feed at the root of the site."""
    changes = survey.changes
    entries = tuple(_entry(survey, change) for change in changes[:MOST_ENTRIES])
    return {
        FEED: xml_file(
            "feeds/feed.xml.j2",
            id=feed_id(survey),
            title=f"Changes of direction in {survey.name}",
            subtitle=_subtitle(survey, len(entries)),
            updated=entries[0].updated if entries else survey.as_of.text,
            itself=FEED,
            page=_href(CHANGES),
            version=survey.version,
            entries=entries,
        )
    }


def feed_id(survey: Survey) -> str:
    """The id of a ledger's feed: the same as long as the repository and its ledger are called the same."""
    name = f"{survey.name}\0{survey.ledger}".encode("utf-8", "surrogatepass")
    return uuid.uuid5(_NAMESPACE, name.hex()).urn


def entry_id(event_id: str) -> str:
    """The id of an event's entry: the UUID in the event's own id, or one made of it where it has none."""
    found = _EVENT.fullmatch(event_id)
    if found is not None:
        return f"urn:uuid:{found[1]}"
    return uuid.uuid5(_NAMESPACE, event_id.encode("utf-8", "surrogatepass").hex()).urn


def _href(address: Address) -> str:
    return f"{address.site_path}.html"


def _subtitle(survey: Survey, shown: int) -> str:
    if survey.ledger_unreadable:
        return f"{UNKNOWN}: what changed in the ledger; {UNREADABLE}."
    total = len(survey.changes)
    return f"The latest {shown:,} of {counted(total, 'change')}." if shown < total else f"{counted(total, 'change')}."


def _entry(survey: Survey, change: Change) -> Entry:
    event = change.event
    named = _record(survey, change.record_id)
    did = _what(change) + (f", {change.note}" if change.note else "")
    what = f"{did[:1].upper()}{did[1:]}"
    return Entry(
        id=entry_id(event.event_id),
        title=f"{what}: {named.label}",
        updated=event.occurred_at,
        author=actor_name(event.actor),
        href=named.href or _href(CHANGES),
        what=f"{what}.",
        about=tuple(_record(survey, record_id) for record_id in change.about),
        about_word=_ABOUT.get(change.kinds[0], "In place of"),
        told=tuple(_told(survey, change)),
        claim=claimed_with_basis(event),
        event_id=event.event_id,
        record_id=change.record_id,
    )


def _record(survey: Survey, record_id: str) -> Link:
    record = survey.history.records.get(record_id)
    return Link(record_id, "") if record is None else Link(survey.title(record), _href(record_page(record_id)))


def _what(change: Change) -> str:
    moved = (Kind.PROMOTED, Kind.DEMOTED)
    return listed(f"{kind.value} to {change.to}" if kind in moved else kind.value for kind in change.kinds)


def _told(survey: Survey, change: Change) -> Iterator[Told]:
    """What the event itself says: of a record in several versions its own version, and that none is chosen."""
    payload = change.event.payload
    if isinstance(payload, Record):
        record = survey.history.records.get(change.record_id)
        known = record is None or record.text_known
        yield _lines("Direction" if known else "One version of its text; none is chosen", payload.text)
        if payload.reason:
            yield _lines("Why", payload.reason)
        if payload.rejected_paths:
            yield Told("Rejects", payload.rejected_paths)
        disputed = target_relation(payload) if change.kinds[0] is Kind.CHALLENGED else None
        if disputed is not None:
            yield Told("Challenges the declaration", (disputed,))
    elif isinstance(payload, StateChange) and payload.lifecycle_reason:
        yield _lines("Reason", payload.lifecycle_reason)
    elif isinstance(payload, Relation) and payload.reason:
        yield _lines("Reason", payload.reason)


def _lines(name: str, text: str) -> Told:
    return Told(name, tuple(re.split(r"\r\n|\n", text.strip())))

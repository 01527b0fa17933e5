"""From a wire value that conforms to the schema to a typed event. Nothing is checked here again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..repository.drafts import maker
from ..repository.source import Origin
from .events import (
    PROJECTION_CREATED,
    RECEIPT_RECORDED,
    RECORD_CREATED,
    RECORD_STATE_CHANGED,
    RELATION_CREATED,
    THREAD_SCOPE_CHANGED,
    THREAD_STARTED,
    Actor,
    Event,
    Evidence,
    MatchReason,
    Node,
    Payload,
    ProjectedConflict,
    Projection,
    Receipt,
    Record,
    RecordSource,
    Relation,
    Scope,
    StateChange,
    Thread,
    Trust,
    UnknownPayload,
)

Wire = dict[str, Any]
NOTHING: Wire = {}

_event = maker(Event)
_actor = maker(Actor)
_trust = maker(Trust)
_scope = maker(Scope)
_record_source = maker(RecordSource)
_record = maker(Record)
_state_change = maker(StateChange)
_node = maker(Node)
_relation = maker(Relation)
_thread = maker(Thread)
_projection = maker(Projection)
_receipt = maker(Receipt)


class _Once(dict[str, str]):
    """Texts that come again and again, each kept once: ``once[text]`` is the first of all that are equal to it."""

    def __missing__(self, text: str) -> str:
        self[text] = text
        return text


class Interpreter:
    """Makes typed events of one reading. What repeats is one object, which saves much more memory than it costs time.

    That is: actors, claims, scopes, sources, reasons of a selection, the words of a closed vocabulary, and ids, which
    relations, changes, projections and receipts repeat. Ids that are rarely said twice are not looked up; those of
    threads, few and said often, are looked up among themselves, where the processor's cache holds them.
    """

    def __init__(self) -> None:
        self._words = _Once()
        self._kept: Callable[[str, str], str] = dict[str, str]().setdefault
        self._threads: Callable[[str, str], str] = dict[str, str]().setdefault
        self._claims: dict[tuple[str | None, ...], tuple[Actor, Trust]] = {}
        self._actors: dict[tuple[str | None, ...], Actor] = {}
        self._trusts: dict[tuple[str | None, ...], Trust] = {}
        self._scopes: dict[tuple[Any, ...], Scope] = {}
        self._sources: dict[tuple[str | None, ...], RecordSource] = {}
        self._reasons: dict[tuple[str | None, ...], tuple[MatchReason, ...]] = {}
        self._projections: dict[str, Projection] = {}
        self._payloads: dict[str, tuple[str, Callable[[Wire], Payload]]] = {
            event_type: (event_type, make)
            for event_type, make in (
                (RECORD_CREATED, self._record),
                (RECORD_STATE_CHANGED, self._state_change),
                (RELATION_CREATED, self._relation),
                (THREAD_STARTED, self._thread),
                (THREAD_SCOPE_CHANGED, self._thread),
                (PROJECTION_CREATED, self._projection),
                (RECEIPT_RECORDED, self._receipt),
            )
        }

    def event(self, value: Wire, origin: Origin, event_id: str | None = None) -> Event:
        """The typed event of a value that conforms; an unknown type keeps its payload as it is.

        ``event_id`` may be given as a text that is kept anyway, equal to the value's.
        """
        get = value.get
        known = self._payloads.get(value["event_type"])
        event_type, make = known or (self._words[value["event_type"]], UnknownPayload)
        actor, trust = value["actor"], value["trust"]
        key = (actor["kind"], actor.get("id"), actor.get("provider"), trust["level"], trust.get("basis"))
        claim = self._claims.get(key)
        if claim is None:
            claim = self._claims[key] = self._claim(key)
        correlation = get("correlation_id")
        return _event(
            event_id or value["event_id"],
            event_type,
            value["occurred_at"],
            claim[0],
            claim[1],
            make(value["payload"]),
            origin,
            get("parent_event_id"),
            get("causation_id"),
            correlation if correlation is None else self._threads(correlation, correlation),
            get("extensions", NOTHING),
        )

    def _claim(self, key: tuple[str, str | None, str | None, str, str | None]) -> tuple[Actor, Trust]:
        """An actor and what it claims; equal actors are one object whatever they claim."""
        who, what = key[:3], key[3:]
        actor, trust = self._actors.get(who), self._trusts.get(what)
        if actor is None:
            actor = self._actors[who] = _actor(*who)
        if trust is None:
            trust = self._trusts[what] = _trust(*what)
        return actor, trust

    def _scope(self, value: Wire) -> Scope:
        get = value.get
        key = (
            get("repo"),
            get("issue"),
            get("pr"),
            tuple(get("areas", ())),
            tuple(get("paths", ())),
            get("global", False),
        )
        found = self._scopes.get(key)
        if found is None:
            found = self._scopes[key] = _scope(*key)
        return found

    def _source(self, value: Wire) -> RecordSource:
        key = (value["type"], value.get("thread_id"), value.get("pr"), value.get("url"))
        found = self._sources.get(key)
        if found is None:
            found = self._sources[key] = _record_source(*key)
        return found

    def _record(self, payload: Wire) -> Record:
        value = payload["record"]
        get, words = value.get, self._words
        record_id, evidence = value["record_id"], get("evidence")
        return _record(
            self._kept(record_id, record_id),
            words[value["kind"]],
            value["created_at"],
            self._scope(value["scope"]),
            self._source(value["source"]),
            value["text"],
            words[value["confidence"]],
            words[value["ttl"]],
            words[value["status"]],
            words[value["durability"]],
            get("review_type"),
            get("reason"),
            tuple(get("rejected_paths", ())),
            tuple(get("preferred_paths", ())),
            tuple(map(_evidence, evidence)) if evidence else (),
            get("lifecycle_reason"),
            get("reviewed_at"),
            get("extensions", NOTHING),
        )

    def _state_change(self, value: Wire) -> StateChange:
        get, words = value.get, self._words
        status, durability = get("status"), get("durability")
        record_id = value["record_id"]
        return _state_change(
            self._kept(record_id, record_id),
            status if status is None else words[status],
            durability if durability is None else words[durability],
            get("lifecycle_reason"),
            get("reviewed_at"),
        )

    def _relation(self, payload: Wire) -> Relation:
        value = payload["relation"]
        node = self._node
        return _relation(
            value["relation_id"],
            self._words[value["type"]],
            node(value["from"]),
            node(value["to"]),
            value["created_at"],
            value.get("reason"),
        )

    def _node(self, value: Wire) -> Node:
        get = value.get
        kind, found = self._words[value["kind"]], value["id"]
        if kind == "record":
            found = self._kept(found, found)
        return _node(kind, found, get("provider"), get("url"))

    def _thread(self, payload: Wire) -> Thread:
        value = payload["thread"]
        thread_id = self._threads(value["thread_id"], value["thread_id"])
        return _thread(thread_id, value["created_at"], value["updated_at"], self._scope(value["scope"]))

    def _projection(self, payload: Wire) -> Projection:
        value = payload["projection"]
        reasons, conflicts = value.get("reasons", NOTHING), value.get("conflicts")
        thread_id = value.get("thread_id")
        kept = self._kept
        made = _projection(
            value["projection_id"],
            value["purpose"],
            value["created_at"],
            self._scope(value["scope"]),
            tuple([kept(each, each) for each in value["event_ids"]]),
            tuple([kept(each, each) for each in value["record_ids"]]),
            value["omitted"],
            thread_id if thread_id is None else self._threads(thread_id, thread_id),
            self._matched(reasons) if reasons else NOTHING,
            tuple(map(_projected_conflict, conflicts)) if conflicts else (),
        )
        self._projections[made.projection_id] = made
        return made

    def _matched(self, reasons: Wire) -> dict[str, tuple[MatchReason, ...]]:
        """Why each record was selected; most of a thread's records are for the same reasons."""
        made = {}
        known, kept = self._reasons, self._kept
        for record_id in sorted(reasons):
            each = reasons[record_id]
            key = (
                (each[0]["kind"], each[0].get("value"))
                if len(each) == 1
                else tuple([text for reason in each for text in (reason["kind"], reason.get("value"))])
            )
            found = known.get(key)
            if found is None:
                found = known[key] = tuple(map(MatchReason, key[::2], key[1::2]))
            made[kept(record_id, record_id)] = found
        return made

    def _receipt(self, payload: Wire) -> Receipt:
        value = payload["receipt"]
        projection_id, thread_id, provider = value["projection_id"], value["thread_id"], value.get("provider")
        event_ids, record_ids = tuple(value["event_ids"]), tuple(value["record_ids"])
        projection = self._projections.get(projection_id)
        if projection is not None:
            projection_id = projection.projection_id
        if projection is not None and projection.event_ids == event_ids and projection.record_ids == record_ids:
            event_ids, record_ids = projection.event_ids, projection.record_ids
        else:
            kept = self._kept
            event_ids = tuple([kept(each, each) for each in event_ids])
            record_ids = tuple([kept(each, each) for each in record_ids])
        if projection is not None and projection.thread_id == thread_id:
            thread_id = projection.thread_id
        else:
            thread_id = self._threads(thread_id, thread_id)
        return _receipt(
            value["receipt_id"],
            projection_id,
            thread_id,
            self._words[value["state"]],
            value["occurred_at"],
            event_ids,
            record_ids,
            provider if provider is None else self._words[provider],
        )


def _projected_conflict(value: Wire) -> ProjectedConflict:
    return ProjectedConflict(
        value["record_id"], value["parent_event_id"], tuple(value["competing_event_ids"]), value["message"]
    )


def _evidence(value: Wire) -> Evidence:
    return Evidence(value.get("type"), value.get("url"), value.get("author"), value.get("text"))

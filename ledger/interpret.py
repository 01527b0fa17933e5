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
_record = maker(Record)
_record_source = maker(RecordSource)
_state_change_of = maker(StateChange)
_node_of = maker(Node)
_relation_of = maker(Relation)
_projection_of = maker(Projection)
_receipt_of = maker(Receipt)


class Interpreter:
    """Makes typed events of one reading; equal actors, claims and scopes are one object, which saves memory."""

    def __init__(self) -> None:
        self._claims: dict[tuple[str | None, ...], tuple[Actor, Trust]] = {}
        self._actors: dict[Actor, Actor] = {}
        self._scopes: dict[tuple[Any, ...], Scope] = {}
        self._payloads: dict[str, Callable[[Wire], Payload]] = {
            RECORD_CREATED: self._record,
            RECORD_STATE_CHANGED: _state_change,
            RELATION_CREATED: _relation,
            THREAD_STARTED: self._thread,
            THREAD_SCOPE_CHANGED: self._thread,
            PROJECTION_CREATED: self._projection,
            RECEIPT_RECORDED: _receipt,
        }

    def event(self, value: Wire, origin: Origin) -> Event:
        """The typed event of a value that conforms; an unknown type keeps its payload as it is."""
        get = value.get
        event_type = value["event_type"]
        payload = value["payload"]
        actor, trust = value["actor"], value["trust"]
        key = (actor["kind"], actor.get("id"), actor.get("provider"), trust["level"], trust.get("basis"))
        claim = self._claims.get(key)
        if claim is None:
            claim = self._claims[key] = self._claim(key)
        make = self._payloads.get(event_type)
        return _event(
            value["event_id"],
            event_type,
            value["occurred_at"],
            claim[0],
            claim[1],
            make(payload) if make else UnknownPayload(payload),
            origin,
            get("parent_event_id"),
            get("causation_id"),
            get("correlation_id"),
            get("extensions", NOTHING),
        )

    def _claim(self, key: tuple[str, str | None, str | None, str, str | None]) -> tuple[Actor, Trust]:
        """An actor and what it claims; equal actors are one object whatever they claim."""
        actor = Actor(*key[:3])
        return self._actors.setdefault(actor, actor), Trust(*key[3:])

    def _scope(self, value: Wire) -> Scope:
        key = (
            value.get("repo"),
            value.get("issue"),
            value.get("pr"),
            tuple(value.get("areas", ())),
            tuple(value.get("paths", ())),
            value.get("global", False),
        )
        found = self._scopes.get(key)
        if found is None:
            found = self._scopes[key] = Scope(*key)
        return found

    def _record(self, payload: Wire) -> Record:
        value = payload["record"]
        get = value.get
        source = value["source"]
        evidence = get("evidence")
        return _record(
            value["record_id"],
            value["kind"],
            value["created_at"],
            self._scope(value["scope"]),
            _record_source(source["type"], source.get("thread_id"), source.get("pr"), source.get("url")),
            value["text"],
            value["confidence"],
            value["ttl"],
            value["status"],
            value["durability"],
            get("review_type"),
            get("reason"),
            tuple(get("rejected_paths", ())),
            tuple(get("preferred_paths", ())),
            tuple(map(_evidence, evidence)) if evidence else (),
            get("lifecycle_reason"),
            get("reviewed_at"),
            get("extensions", NOTHING),
        )

    def _thread(self, payload: Wire) -> Thread:
        value = payload["thread"]
        return Thread(value["thread_id"], value["created_at"], value["updated_at"], self._scope(value["scope"]))

    def _projection(self, payload: Wire) -> Projection:
        value = payload["projection"]
        reasons = value.get("reasons", NOTHING)
        return _projection_of(
            value["projection_id"],
            value["purpose"],
            value["created_at"],
            self._scope(value["scope"]),
            tuple(value["event_ids"]),
            tuple(value["record_ids"]),
            value["omitted"],
            value.get("thread_id"),
            {
                record_id: tuple(MatchReason(reason["kind"], reason.get("value")) for reason in reasons[record_id])
                for record_id in sorted(reasons)
            },
            tuple(
                ProjectedConflict(
                    item["record_id"], item["parent_event_id"], tuple(item["competing_event_ids"]), item["message"]
                )
                for item in value.get("conflicts", ())
            ),
        )


def _evidence(value: Wire) -> Evidence:
    return Evidence(value.get("type"), value.get("url"), value.get("author"), value.get("text"))


def _state_change(value: Wire) -> StateChange:
    get = value.get
    return _state_change_of(
        value["record_id"], get("status"), get("durability"), get("lifecycle_reason"), get("reviewed_at")
    )


def _node(value: Wire) -> Node:
    return _node_of(value["kind"], value["id"], value.get("provider"), value.get("url"))


def _relation(payload: Wire) -> Relation:
    value = payload["relation"]
    return _relation_of(
        value["relation_id"],
        value["type"],
        _node(value["from"]),
        _node(value["to"]),
        value["created_at"],
        value.get("reason"),
    )


def _receipt(payload: Wire) -> Receipt:
    value = payload["receipt"]
    return _receipt_of(
        value["receipt_id"],
        value["projection_id"],
        value["thread_id"],
        value["state"],
        value["occurred_at"],
        tuple(value["event_ids"]),
        tuple(value["record_ids"]),
        value.get("provider"),
    )

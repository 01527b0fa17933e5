"""Datasets made for tests of exports."""

from __future__ import annotations

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Node
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.lint.finding import Finding, Severity, Suppressed
from fingerpost.reporter.claims.claim import Claim, Delivery, Existed, InScope, Value
from fingerpost.reporter.exports.dataset import Dataset, SubjectClaims
from fingerpost.reporter.graph.edges import Edge

from .events import (
    Wire,
    at,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    stores_of,
    thread,
)

COMMIT = "c0ffee" + "0" * 34
HOSTILE = "\x1b[31m=cmd()\u202e</text>\" \\ & '\r\n,"
BROKEN = f"{HOSTILE}\ud800"  # no event holds this, but a commit message may
COMMIT_NODE = {"kind": "commit", "id": COMMIT}


def story(text: str = "Round once") -> list[Wire]:
    """A small ledger with an event of every type, a fork, and ``text`` wherever text may stand."""
    return [
        created(1, text=text, reason=text, rejected_paths=[text], scope={"paths": ["src/**"], "areas": ["billing"]}),
        created(2, scope={"global": True}),
        changed(3, 1, 1, status="expired", lifecycle_reason=text),
        changed(4, 1, 1, durability="durable"),
        relation(5, "implements", COMMIT_NODE, record_node(1), reason=text),
        relation(6, "supersedes", record_node(2), record_node(1)),
        relation(7, "derived_from", record_node(2), {"kind": "message", "id": text, "provider": "mail", "url": text}),
        relation(8, "informed_by", {"kind": "action", "id": "act-1", "provider": "codex"}, record_node(2)),
        thread(9, "thread-1"),
        projection(10, "thread-1", [ident("evt", 2)], [ident("rec", 2)]),
        receipt(11, 10, "thread-1", [ident("evt", 2)], [ident("rec", 2)], "exposed"),
    ]


def trailer(record: int, line: str) -> Edge:
    """What a commit declares by a trailer."""
    return Edge(
        type="implements",
        source=Node("commit", COMMIT),
        target=Node("record", ident("rec", record)),
        event_id=None,
        actor=None,
        trust=None,
        asserted_at=at(20),
        trailer=line,
    )


def dataset(*events: Wire, text: str = "plain") -> Dataset:
    """The dataset of these events, with a subject and a finding that hold ``text``."""
    reading = load(stores_of(*events))
    claim = Claim(
        record_id=ident("rec", 1),
        causality=(),
        existed=Existed(Value.YES, "tree", ident("evt", 1)),
        in_scope=InScope(Value.NO, "paths"),
        delivered=Delivery(),
        exposed=Delivery(),
        state_then="active",
        state_now="contested",
        tier="candidate",
    )
    finding = Finding(
        code="FP401",
        name="competing-children",
        severity=Severity.ERROR,
        message=text,
        path="a",
        line=3,
        column=1,
        pointer=None,
        event_id=ident("evt", 1),
        record_id=ident("rec", 1),
        related=(),
        detail="",
        suppressed=Suppressed("config", text),
    )
    return Dataset(
        repository="billing",
        revision=None,
        ledger=".fabric/ledger/events",
        as_of=instant(at(500)),
        runtime=True,
        version="0.1",
        history=build_history(reading),
        trailers=(trailer(2, f"Fabric-Implements: {text}"),),
        subjects=(SubjectClaims(Node("commit", COMMIT), "exact", instant(at(20)), (claim,)),),
        findings=(finding,),
    )

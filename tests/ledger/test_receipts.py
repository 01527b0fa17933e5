"""What receipts stand for."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import ident

from fingerpost.ledger.events import Receipt
from fingerpost.ledger.identifiers import is_id
from fingerpost.ledger.receipts import derived_relation_id, derived_relations

RECEIPT = Receipt(
    receipt_id=ident("rcp", 7),
    projection_id=ident("prj", 6),
    thread_id="thread-1",
    state="delivered",
    occurred_at="2026-03-02T09:00:00Z",
    event_ids=(ident("evt", 1),),
    record_ids=(ident("rec", 2), ident("rec", 1), ident("rec", 2)),
)


def test_the_id_is_made_of_the_receipts_time_and_a_hash() -> None:
    edge = "delivered_to:thread:thread-1"
    made = uuid.UUID(derived_relation_id(RECEIPT.receipt_id, edge).removeprefix("rel_")).bytes
    digest = hashlib.sha256(RECEIPT.receipt_id.encode() + b"\0" + edge.encode()).digest()
    assert made[:6] == uuid.UUID(RECEIPT.receipt_id.removeprefix("rcp_")).bytes[:6]
    assert made[7] == digest[7]
    assert made[9:] == digest[9:16]


@given(st.uuids(), st.text())
def test_every_derived_id_is_a_relation_id(value: uuid.UUID, thread: str) -> None:
    assert is_id("rel", derived_relation_id(f"rcp_{value}", f"exposed_to:thread:{thread}"))


def test_each_record_once_and_then_the_thread() -> None:
    found = [(relation.type, relation.source.key, relation.target.key) for relation in derived_relations(RECEIPT)]
    projection = ("projection", "", ident("prj", 6))
    assert found == [
        ("delivered_to", ("record", "", ident("rec", 1)), projection),
        ("delivered_to", ("record", "", ident("rec", 2)), projection),
        ("delivered_to", projection, ("thread", "", "thread-1")),
    ]


@pytest.mark.parametrize(("state", "kind"), [("delivered", "delivered_to"), ("exposed", "exposed_to")])
def test_the_state_gives_the_type_of_every_relation(state: str, kind: str) -> None:
    assert {relation.type for relation in derived_relations(replace(RECEIPT, state=state))} == {kind}


def test_ids_differ_by_receipt_state_record_and_thread() -> None:
    receipts = [
        RECEIPT,
        replace(RECEIPT, state="exposed"),
        replace(RECEIPT, receipt_id=ident("rcp", 8)),
        replace(RECEIPT, receipt_id=ident("rcp", 9), thread_id="thread-2"),
    ]
    ids = [relation.relation_id for receipt in receipts for relation in derived_relations(receipt)]
    assert len(set(ids)) == len(ids)

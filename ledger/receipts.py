"""The relations that a receipt stands for: every client derives them, nobody stores them.

A receipt says that a projection was delivered or exposed to a thread. Drawn as relations that is one edge from each
record it lists to the projection, and one from the projection to the thread. Their ids are a function of the
receipt's id, so that every client derives the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from uuid import UUID

from .events import Node, Receipt, Relation

DELIVERED_TO = "delivered_to"
EXPOSED_TO = "exposed_to"

_RELATION_OF_STATE = {"delivered": DELIVERED_TO, "exposed": EXPOSED_TO}


def relation_type(receipt: Receipt) -> str:
    """``delivered_to`` or ``exposed_to``, after the receipt's state."""
    return _RELATION_OF_STATE[receipt.state]


def derived_relation_id(receipt_id: str, edge: str) -> str:
    """The id of a relation derived from a receipt.

    ``edge`` is ``TYPE:record:REC`` or ``TYPE:thread:THREAD``. The time half of the receipt's UUIDv7 stays, the rest
    comes from the SHA-256 of receipt id, NUL and edge; version and variant bits are set again (the rule of the Go
    reference client, whose ids these must equal).
    """
    value = bytearray(UUID(receipt_id.removeprefix("rcp_")).bytes)
    digest = hashlib.sha256(f"{receipt_id}\0{edge}".encode("utf-8", "surrogatepass")).digest()
    value[6:16] = digest[6:16]
    value[6] = value[6] & 0x0F | 0x70
    value[8] = value[8] & 0x3F | 0x80
    return f"rel_{UUID(bytes=bytes(value))}"


def record_relation(receipt: Receipt, record_id: str) -> Relation:
    """The relation from one of the receipt's records to its projection."""
    kind = relation_type(receipt)
    return Relation(
        relation_id=derived_relation_id(receipt.receipt_id, f"{kind}:record:{record_id}"),
        type=kind,
        source=Node("record", record_id),
        target=Node("projection", receipt.projection_id),
        created_at=receipt.occurred_at,
    )


def thread_relation(receipt: Receipt) -> Relation:
    """The relation from the receipt's projection to its thread."""
    kind = relation_type(receipt)
    return Relation(
        relation_id=derived_relation_id(receipt.receipt_id, f"{kind}:thread:{receipt.thread_id}"),
        type=kind,
        source=Node("projection", receipt.projection_id),
        target=Node("thread", receipt.thread_id),
        created_at=receipt.occurred_at,
    )


def derived_relations(receipt: Receipt) -> Iterator[Relation]:
    """Every relation a receipt stands for: one a record, sorted and each once, then the thread's."""
    for record_id in sorted(set(receipt.record_ids)):
        yield record_relation(receipt, record_id)
    yield thread_relation(receipt)

"""FP714: an address that a click must not follow."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Node, Record
from ..finding import Observation, Severity
from ..observed import notice_once_over, observed
from ..rule import Examination, Reach, Rule
from ..urls import ACTIVE_SCHEMES, SAFE_SCHEMES, scheme_of


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each address of a record or of a relation's end whose scheme is not a safe one."""
    for event in examination.unproven:  # the gate of the content lets none pass in a record
        record = event.payload
        if isinstance(record, Record):
            for pointer, scheme in _of_record(record):
                yield observed(
                    event,
                    pointer,
                    _message(scheme),
                    record_id=record.record_id,
                    severity=notice_once_over(examination.history, record.record_id),
                )
    leading = examination.relations(lambda ends: ends.addressed or "evidence" in (ends.source, ends.target))
    for event, relation in leading:
        for name, node in (("from", relation.source), ("to", relation.target)):
            for field, scheme in _of_node(node):
                yield observed(event, f"/payload/relation/{name}/{field}", _message(scheme))


def _of_record(record: Record) -> Iterator[tuple[str, str]]:
    scheme = _unsafe(record.source.url)
    if scheme is not None:
        yield "/payload/record/source/url", scheme
    for place, item in enumerate(record.evidence):
        scheme = _unsafe(item.url)
        if scheme is not None:
            yield f"/payload/record/evidence/{place}/url", scheme


def _of_node(node: Node) -> Iterator[tuple[str, str]]:
    scheme = _unsafe(node.url)
    if scheme is not None:
        yield "url", scheme
    if node.kind == "evidence":
        # The reference client uses the address of a piece of evidence as its id.
        scheme = _unsafe(node.id)
        if scheme in ACTIVE_SCHEMES:
            yield "id", scheme


def _unsafe(address: str | None) -> str | None:
    scheme = scheme_of(address) if address else None
    return None if scheme in SAFE_SCHEMES else scheme


def _message(scheme: str) -> str:
    return f"an address with the scheme {scheme}; only http, https and mailto are safe to follow"


RULE = Rule(
    code="FP714",
    name="unsafe-url",
    severity=Severity.ERROR,
    summary="An address has another scheme than http, https or mailto.",
    why="""\
        Addresses of evidence become links on pages that people trust. A `javascript:` or `data:` address runs code in
        the reader's browser, `file:` and private schemes open things on the reader's machine. Blanks, controls and
        mixed case in a scheme are a trick to get past a filter; they are seen through here. Fingerpost itself never
        makes a link of such an address, but other readers of the same ledger may.""",
    fix="""\
        In a record: write it again as a new record with a proper address, and end this one by a
        `record.state_changed` with status superseded, its last revision as parent, and a lifecycle_reason. The
        finding is then a notice. A contested record takes no further change, which would only add a competitor:
        settle its fork instead (FP401), with the proper address in the settlement.

        In a relation: append it again, with a proper address, as a new `relation.created` event. The old one cannot
        be ended and stays: accept it in `fingerpost.toml` with a `[[suppressions]]` table: `rule = "FP714"`, the old
        relation's event as `event`, and the `reason`, which names the new relation.""",
    bad="""\
        "evidence": [{"type": "note", "url": "javascript:alert(1)"}]""",
    good="""\
        "evidence": [{"type": "note", "url": "https://example.invalid/pr/88#discussion_r1"}]""",
    check=check,
    reach=Reach.PART,
)

"""The availability of a trace as text: what was in scope or nearer, what came later, what is unknown, and the rest.

Every record is listed with its level and basis in words; nothing is called available and left at that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...ledger.display import cut, visible
from ...ledger.instants import parse_instant
from ...ledger.wording import counted
from ..claims.claim import UNKNOWN, Claim, Level, Verdict
from ..graph.provenance import is_local
from .claim_words import LEVELS, sentence, states_words, why_none, why_unknown
from .subject_words import background_of, none_words, why_no_receipt
from .text_page import (
    INDENT,
    LONGEST_TEXT,
    Page,
    edge_lines,
    moment_text,
    receipt_line,
    record_facts,
    record_title,
    written,
)
from .trace import Received, Trace

MOST_CLAIMS = 12  # records of one group that are listed; the rest are counted


def available_lines(trace: Trace, page: Page) -> Iterator[str]:
    """What was in scope of the subject or nearer, by level, each with its basis; and why no receipt says more."""
    of_record = is_local(trace.root, "record")
    gloss = "what receipts state" if of_record else "in scope or nearer"
    yield from page.section("Available", f"{gloss}; never proof of influence", "blue")
    if of_record:
        yield from _received(trace.received, trace.runtime_read, page)
        return
    claims = trace.claims_with(Verdict.AVAILABLE)
    for level, group in groupby(sorted(claims, key=lambda claim: _LEVELS.index(claim.level)), key=lambda c: c.level):
        found = list(group)
        yield f"{INDENT}{page.style(LEVELS[level], 'blue', bold=True)}  {counted(len(found), 'record')}"
        for claim in _shown(found, page):
            yield from _claim(trace, claim, page)
        yield from _rest(len(found), page)
    if not any(claim.delivered.shown for claim in trace.claims):
        yield from page.paragraph(f"{UNKNOWN}: {why_no_receipt(trace)}", INDENT)


_LEVELS = list(Level)


def _shown(claims: Sequence[Claim], page: Page) -> Sequence[Claim]:
    return claims if page.whole else claims[:MOST_CLAIMS]


def _rest(number: int, page: Page) -> Iterator[str]:
    if number > MOST_CLAIMS and not page.whole:
        yield f"{INDENT * 2}showing {MOST_CLAIMS} of {number:,}; --verbose lists all"


def _claim(trace: Trace, claim: Claim, page: Page) -> Iterator[str]:
    yield f"{INDENT * 2}{record_title(trace, claim.record_id, page)}"
    yield f"{INDENT * 3}{page.style(f'{visible(claim.record_id)}  {visible(states_words(claim))}', dim=True)}"
    yield from page.paragraph(claim_words(trace, claim), INDENT * 3)
    yield from claim_receipts(claim, page, INDENT * 3)


def claim_receipts(claim: Claim, page: Page, margin: str) -> Iterator[str]:
    """The receipts that count, with their ids, where everything is listed."""
    if page.whole:
        for entry in claim.delivered.receipts:  # those of exposure are among them
            yield from page.paragraph(receipt_line(entry, page), margin, dim=True)


def claim_words(trace: Trace, claim: Claim) -> str:
    """The level of a claim and what it rests on, safe for a terminal."""
    told = sentence(claim, trace.records.get(claim.record_id), background_of(trace))
    return cut(visible(told), LONGEST_TEXT)


def _received(received: Sequence[Received], runtime_read: bool, page: Page) -> Iterator[str]:
    """For a record as the subject: which threads have it, by their receipts."""
    if not any(item.counts for item in received):
        why = "receipts were not read; a runtime pack of the machine that made them (--runtime FILE) would tell."
        if runtime_read:
            why = f"no receipt lists it{' and a revision of it' if received else ''}."
        yield from page.paragraph(f"{UNKNOWN}: {why}", INDENT)
    by_thread = sorted(received, key=lambda item: (not item.counts, item.thread_id))
    for (thread_id, counts), group in groupby(by_thread, key=lambda item: (item.thread_id, item.counts)):
        items = list(group)
        times = sorted(moment for item in items if (moment := parse_instant(item.occurred_at)) is not None)
        first, last = (moment_text(moment, page) for moment in (times[0], times[-1]))
        states = " and ".join(sorted({item.state for item in items}))
        span = first if times[0] == times[-1] else f"{first} to {last}"
        what = f"{INDENT}{states}" if not counts else f"{INDENT}{page.style(states, 'blue')}"
        rest = "" if counts else "; does not count (lists no revision of it)"
        yield f"{what}  to thread {visible(thread_id)}, {counted(len(items), 'receipt')}, {span}{rest}"
        for item in items if page.whole else ():
            told = f"{item.state}, {written(item.occurred_at, page)}, receipt {visible(item.receipt_id)}"
            yield from page.paragraph(told, INDENT * 2, dim=True)


def later_lines(trace: Trace, page: Page) -> Iterator[str]:
    """Receipts after the subject, and relations made by hand: neither counts, both are said."""
    claims = [claim for claim in trace.claims if claim.delivered.after]
    if claims:
        kind = visible(trace.root.kind)
        started = is_local(trace.root, "thread")
        gloss = "after its start; never proof of influence" if started else f"after this {kind}: not counted"
        yield from page.section("Delivered later", gloss, "blue")
    for claim in _shown(claims, page):
        states = {entry.state for entry in claim.delivered.after}
        level = "exposed" if "exposed" in states else "delivered"
        yield f"{INDENT}{page.style(level, 'blue')}  {record_title(trace, claim.record_id, page)}"
        yield from record_facts(trace, claim.record_id, page, INDENT * 2, stood=states_words(claim))
        for entry in claim.delivered.after:
            yield from page.paragraph(receipt_line(entry, page), INDENT * 2)
    yield from _rest(len(claims), page)
    by_hand = [edge for claim in trace.claims for edge in (*claim.delivered.claimed, *claim.exposed.claimed)]
    if by_hand:
        yield from page.section("Claimed by hand", "delivery stated without a receipt: not counted", "yellow")
    for edge in by_hand:
        yield from edge_lines(trace, edge, page)


def unknown_lines(trace: Trace, page: Page) -> Iterator[str]:
    """What nobody can say from what was read, by what would make it known; then the records of which it is known."""
    if is_local(trace.root, "record"):
        return  # what another record has to do with this one is a matter of relations
    background = background_of(trace)
    groups: dict[str, list[Claim]] = {}
    for claim in trace.claims_with(Verdict.UNKNOWN):
        why = why_unknown(claim, trace.records.get(claim.record_id), background)
        groups.setdefault(why, []).append(claim)
    yield from page.section("Unknown", "cannot be told from what was read", "yellow")
    if not groups:
        told = f"nothing else is in doubt; whether a record that is not declared was followed is {UNKNOWN}."
        yield from page.paragraph(told, INDENT)
    for why, found in sorted(groups.items(), key=lambda item: item[1][0].order):
        yield from page.paragraph(f"{UNKNOWN}: {visible(why)}", INDENT)
        if trace.time is None and not page.whole:  # it is the same of every record, whatever that says
            yield f"{INDENT * 2}so it is of {counted(len(found), 'record')}; --verbose lists all"
            continue
        for claim in _shown(found, page):
            facts = f"{visible(claim.record_id)}  {visible(states_words(claim))}"
            yield f"{INDENT * 2}{record_title(trace, claim.record_id, page)}"
            yield f"{INDENT * 3}{page.style(facts, dim=True)}"
        yield from _rest(len(found), page)
    yield from _none(trace, page)


def _none(trace: Trace, page: Page) -> Iterator[str]:
    if trace.none_not_listed:
        yield ""
        yield from page.paragraph(f"{none_words(trace)}.", "")
    claims = trace.claims_with(Verdict.NONE)
    if claims:
        yield from page.section("None", "did not exist then, was not in force, or does not cover it", "white")
    for claim in claims:
        yield f"{INDENT}{record_title(trace, claim.record_id, page)}"
        told = f"{visible(claim.record_id)}  {visible(why_none(claim, background_of(trace).kind))}"
        yield f"{INDENT * 2}{page.style(told, dim=True)}"

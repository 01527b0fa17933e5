"""A trace as Markdown, for a comment on a pull request or a file on a code host.

Every text of the ledger is inert: it can neither act nor change what stands around it, and no ``@name`` in it calls
anybody (:func:`fingerpost.ledger.inert.mention_free`).
The length is bounded, since code hosts refuse a long comment: what is left out is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...ledger.display import cut
from ...ledger.history import History
from ...ledger.inert import mention_free
from ...ledger.instants import Instant
from ...ledger.title import title_of
from ...ledger.wording import counted
from ..claims.claim import UNKNOWN, Claim, Verdict
from ..claims.suspicion import suspicion
from ..graph.disputes import disputed_relations, disputes_of
from ..graph.edges import Edge
from ..graph.provenance import is_local
from .claim_words import LEVELS, sentence, states_words, whose_word, why_none, why_unknown
from .drawing_words import Disputes
from .subject_words import (
    NEVER_CREATED,
    background_of,
    none_words,
    nothing_declared,
    tie_words,
    why_no_receipt,
)
from .trace import Trace

MOST_ROWS = 15  # declarations, and rows of each table; the rest are counted
LONGEST_TEXT = 240  # characters of one text of the ledger


def render_markdown(trace: Trace, history: History) -> str:
    """The answer as Markdown; ends with a newline."""
    trace = replace(trace, records=history.records)  # an answer names more records than those it is about
    parts = [
        *_head(trace),
        *_declared(trace, disputed_relations(history)),
        *_available(trace),
        *_unknown(trace),
        *_closing(trace),
    ]
    return "\n".join(parts) + "\n"


def _head(trace: Trace) -> Iterator[str]:
    yield f"### Direction behind {_inert(trace.root.kind)} {_code(trace.root.id)}"
    yield ""
    facts = []
    if trace.root.kind == "commit" and trace.root.id in trace.resolutions:
        facts.append(f"resolves: {trace.resolutions[trace.root.id]}")
    if trace.time is not None:
        facts.append(f"at {Instant(trace.time.seconds).text}")
    facts += [f"thread {_code(thread.thread_id)} ({tie_words(trace, thread)})" for thread in trace.threads]
    if facts:
        yield f"{'; '.join(facts)}."
        yield ""
    for candidate in trace.candidates.get(trace.root.id, ()):
        yield f"- the same patch or the same tree as {_code(candidate)}: a candidate, no link"


def _declared(trace: Trace, disputes: Disputes) -> Iterator[str]:
    yield "#### Declared"
    yield ""
    claims = {claim.record_id: claim for claim in trace.claims}
    edges = [(edge, edge.target.id if is_local(edge.target, "record") else None) for edge in trace.declared]
    edges += [(edge, None) for edge in trace.declared_of]
    for edge, record_id in edges[:MOST_ROWS]:
        yield from _declaration(trace, edge, claims.get(record_id or ""), disputes)
    yield from _more(len(edges))
    if not edges:
        yield f"**{UNKNOWN}**: {_inert(nothing_declared(trace))}"
    yield ""


def _declaration(trace: Trace, edge: Edge, claim: Claim | None, disputes: Disputes) -> Iterator[str]:
    far = edge.target if edge in trace.declared else edge.source
    what = _record(trace, far.id) if is_local(far, "record") else _code(far.spelled)
    lead = "" if edge in trace.declared else "by "
    yield f"- **{edge.type}** {lead}{what}<br>{_inert(whose_word(edge))}"
    if edge.reason:
        yield f"  <br>because: {_inert(edge.reason)}"
    if claim is not None:
        doubt = suspicion(trace.records.get(claim.record_id), claim.state_then, claim.state_now)
        if doubt is not None:
            yield f"  <br>**suspect**: {_inert(doubt)}"
        told = sentence(claim, trace.records.get(claim.record_id), background_of(trace))
        yield f"  <br>{_inert(states_words(claim))}; availability: {_inert(told)}"
    for dispute in disputes_of(edge, disputes):
        lead = "disputed" if dispute.open else "challenged"
        yield f"  <br>**{lead}** by {_record(trace, dispute.record_id)} (challenge {_inert(dispute.outcome)})"


def _available(trace: Trace) -> Iterator[str]:
    yield "#### Available, which never proves influence"
    yield ""
    claims = trace.claims_with(Verdict.AVAILABLE)
    if claims:
        yield "| Record | Level | Basis | State |"
        yield "|---|---|---|---|"
    for claim in sorted(claims, key=lambda claim: list(LEVELS).index(claim.level))[:MOST_ROWS]:
        told = sentence(claim, trace.records.get(claim.record_id), background_of(trace))
        cells = (_record(trace, claim.record_id), LEVELS[claim.level], _inert(told), _inert(states_words(claim)))
        yield f"| {' | '.join(cells)} |"
    yield from _more(len(claims))
    if not any(claim.delivered.shown for claim in trace.claims) and not trace.received:
        yield ""
        yield f"**{UNKNOWN}**: {_inert(why_no_receipt(trace))}"
    threads = sorted({(item.thread_id, item.state) for item in trace.received if item.counts})
    for thread_id, state in threads[:MOST_ROWS]:
        yield f"- {state} to thread {_code(thread_id)}"
    yield from _more(len(threads))
    yield ""


def _unknown(trace: Trace) -> Iterator[str]:
    claims = () if is_local(trace.root, "record") else trace.claims_with(Verdict.UNKNOWN)
    if claims:
        yield f"<details><summary>Unknown of {counted(len(claims), 'record')}</summary>"
        yield ""
        for claim in claims[:MOST_ROWS]:
            why = why_unknown(claim, trace.records.get(claim.record_id), background_of(trace))
            yield f"- {_record(trace, claim.record_id)}<br>**{UNKNOWN}**: {_inert(why)}"
        yield from _more(len(claims))
        yield ""
        yield "</details>"
        yield ""
    nothing = trace.claims_with(Verdict.NONE)
    for claim in nothing[:MOST_ROWS]:
        yield f"- {_record(trace, claim.record_id)}: {_inert(why_none(claim, trace.root.kind))}"
    yield from _more(len(nothing))
    if trace.none_not_listed:
        yield f"{none_words(trace)}."
        yield ""


def _closing(trace: Trace) -> Iterator[str]:
    read = "were read" if trace.runtime_read else f"were not read: deliveries are {UNKNOWN}"
    yield f"<sub>Threads and receipts {read}. Trust is a claim. As of {trace.as_of.text}.</sub>"
    if trace.problems:
        yield ""
        yield f"<sub>Findings that touch this answer: {', '.join(trace.problems)}.</sub>"


def _record(trace: Trace, record_id: str) -> str:
    """A record by its title and its id; one that nobody created, or whose versions differ, by what is known."""
    record = trace.records.get(record_id)
    if record is None:
        return f"{NEVER_CREATED} ({_code(record_id)})"
    title = title_of(record.record.text) if record.text_known else "(versions differ)"
    return f"{_inert(title)} ({_code(record_id)})"


def _inert(value: str) -> str:
    return str(mention_free(cut(value, LONGEST_TEXT)))


def _code(value: str) -> str:
    return f"<code>{_inert(value)}</code>"


def _more(number: int) -> Iterator[str]:
    if number > MOST_ROWS:
        yield ""
        yield f"Showing {MOST_ROWS} of {number:,}."

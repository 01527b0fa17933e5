"""The two ladders of a record, or of a commit, a thread, an action or a message, as one drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ....ledger.events import Event, Node
from ....ledger.history import RecordHistory
from ....ledger.instants import instant
from ....ledger.wording import counted
from ...claims.claim import UNKNOWN
from ...claims.revisions import revisions
from ...claims.suspicion import suspicion
from ...graph.edges import Edge
from ...graph.ladder_drawing import End, LadderDrawing, Row, Rung, Tie
from ...graph.provenance import NodeKey, is_local, receipt_of
from ...traces.drawing_words import edge_mark
from ..address import slug
from ..blocks import Picture
from ..survey import Survey
from ..words import node_label, when
from .judgements import Judged
from .steps import Speaker, no_receipt, unjudged_rungs, with_a_part

MOST_DRAWN = 12  # rows of a drawing; the table below has more
_NOBODY = "nothing is declared"
_JUDGED = ("commit", "action", "message", "thread")
_LEGEND = f"Dashed: availability, as far as it is known. Solid: causality, as declared. Nothing declared: {UNKNOWN}."


def ladders_of_subject(survey: Survey, node: Node, judged: Judged | None, causal: Sequence[Edge]) -> Picture:
    """A commit, thread, action or message, right of every record that it declares, or that covered it or reached it.

    ``causal`` are its declarations, and those of others about it.
    """
    speaker = Speaker.of(survey, node, judged.time if judged is not None else None)
    ties: dict[NodeKey, list[Edge]] = {}
    others: dict[NodeKey, Node] = {}
    own = {spelling.key for spelling in survey.judgements.subject(node).spellings}
    for edge in causal:
        far = edge.target if edge.source.key in own else edge.source
        ties.setdefault(far.key, []).append(edge)
        others[far.key] = far
    end = End(node, _label(survey, node))
    claims = with_a_part(judged) if judged is not None else []
    for claim in claims:
        others.pop(("record", "", claim.record_id), None)
    rows = []
    for claim in claims[:MOST_DRAWN]:
        record = Node("record", claim.record_id)
        declared = _ties(survey, ties.get(record.key, ()), own, claim.state_then, own_left=False)
        rows.append(Row(End(record, _label(survey, record)), end, speaker.rungs(claim), declared))
    for key in sorted(others, key=lambda key: (key[0] != "record", key))[: MOST_DRAWN - len(rows)]:
        rungs = unjudged_rungs() if is_local(others[key], "record") else ()
        declared = _ties(survey, ties[key], own, UNKNOWN, own_left=False)
        rows.append(Row(End(others[key], _label(survey, others[key])), end, rungs, declared))
    title = f"The two ladders of {node.kind} {_label(survey, node)}"
    name = f"{slug(node.id if node.kind in ('commit', 'thread') else node.spelled)}-ladders"
    steps = (
        Rung(
            UNKNOWN, "", f"of no record it is known that it covered this {node.kind}, or was delivered or exposed to it"
        ),
    ) * 4
    nobody = Row(End(None, _NOBODY), end, steps, ())
    drawing = LadderDrawing(title, node, tuple(rows) or (nobody,), len(claims) + len(others))
    return _picture(drawing, name, "row")


def ladders_of_record(survey: Survey, record: RecordHistory) -> Picture:
    """A record, left of whatever is declared to follow it and of every thread that received it."""
    node = Node("record", record.record_id)
    causal = [edge for edge in survey.provenance.edges_at(node) if edge.edge_class.value == "causality"]
    receipts = _counting(survey, record)
    ties: dict[NodeKey, list[Edge]] = {}
    nodes: dict[NodeKey, Node] = {}
    for edge in causal:
        far = edge.source if edge.target.key == node.key else edge.target
        ties.setdefault(far.key, []).append(edge)
        nodes[far.key] = far
    for thread_id in receipts:
        nodes.setdefault(("thread", "", thread_id), Node("thread", thread_id))
    left = End(node, _label(survey, node))
    rows = [
        Row(
            left,
            End(nodes[key], _label(survey, nodes[key])),
            _rungs(survey, record, nodes[key], receipts.get(key[2], ()) if key[:2] == ("thread", "") else ()),
            _ties(
                survey, ties.get(key, ()), {node.key}, state_then(survey, nodes[key], record.record_id), own_left=True
            ),
        )
        for key in sorted(nodes, key=lambda key: (key not in ties, key))[:MOST_DRAWN]
    ]
    title = f"The two ladders of record {survey.title(record)}"
    nobody = Row(left, End(None, f"{_NOBODY}, no receipt read"), _general(survey, record), ())
    drawing = LadderDrawing(title, node, tuple(rows) or (nobody,), len(nodes))
    return _picture(
        drawing,
        f"{slug(record.record_id)}-ladders",
        "row",
        ": whatever is declared to follow it, and the threads that received it",
    )


def _picture(drawing: LadderDrawing, name: str, what: str, which: str = "") -> Picture:
    shown = f"Showing {drawing.shown} of {counted(drawing.total, what)}{which}. " if drawing.total else ""
    return Picture(drawing, name, f"{shown}{_LEGEND}")


def _label(survey: Survey, node: Node) -> str:
    if node.kind == "commit":
        fact = survey.facts.get(node.id)
        told = survey.messages.get(fact.full, "") if fact is not None and fact.full is not None else ""
        return f"{node.id[:10]} {told}".strip()
    return node_label(survey, node)


def _ties(
    survey: Survey, edges: Iterable[Edge], own: set[NodeKey], state_then: str, *, own_left: bool
) -> tuple[Tie, ...]:
    """Declarations between two ends, one line for each type and mark; ``own`` are the keys of the page's own end."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for edge in edges:
        record = survey.history.records.get(edge.target.id) if is_local(edge.target, "record") else None
        doubt = suspicion(record, state_then, record.state) if record is not None else None
        mark = ", ".join(filter(None, (edge_mark(edge, survey.disputes), doubt)))
        counts[edge.type, mark, (edge.source.key in own) == own_left] += 1
    return tuple(Tie(kind, counts[kind, mark, right], mark, right) for kind, mark, right in sorted(counts))


def _counting(survey: Survey, record: RecordHistory) -> dict[str, list[Event]]:
    """The receipts that list the record and a revision of it, by thread, each thread's in order."""
    named = {revision.event_id for revision in revisions(record)}
    found: dict[str, list[Event]] = {}
    for event in survey.provenance.receipts_of_record(record.record_id):
        if named & set(receipt_of(event).event_ids):
            found.setdefault(receipt_of(event).thread_id, []).append(event)
    return {
        thread_id: sorted(events, key=lambda event: (instant(receipt_of(event).occurred_at), event.event_id))
        for thread_id, events in sorted(found.items())
    }


def _rungs(survey: Survey, record: RecordHistory, far: Node, receipts: Sequence[Event]) -> tuple[Rung, ...]:
    """The steps of one pair: of a thread with receipts as far as these say, else as they were judged of the other end.

    A thread is judged as of its start, and whatever it received came after that.
    """
    judged = survey.judgements.of(far) if not receipts and far.kind in _JUDGED else None
    claim = judged.by_record.get(record.record_id) if judged is not None else None
    if claim is not None and judged is not None:
        return Speaker.of(survey, far, judged.time).rungs(claim)
    if not receipts:
        return unjudged_rungs()
    existed, scope, *_ = _general(survey, record)
    exposed = [event for event in receipts if receipt_of(event).state == "exposed"]
    return (existed, scope, _received(survey, "delivered", receipts), _received(survey, "exposed", exposed))


def _general(survey: Survey, record: RecordHistory) -> tuple[Rung, ...]:
    """The steps of a record without anybody to judge them for."""
    if record.text_known:
        existed = Rung("yes", "its creation", f"since {when(record.creation.occurred_at).readable}, by its creation")
        scope = Rung("stated", "its scope", "its scope is stated; for whom it holds depends on the work")
    else:
        existed = Rung("yes", "versions", "in versions that differ; each has its own time")
        scope = Rung(UNKNOWN, "versions", "its versions differ")
    return (existed, scope, _received(survey, "delivered", ()), _received(survey, "exposed", ()))


def _received(survey: Survey, name: str, events: Sequence[Event]) -> Rung:
    if not events:
        return Rung(UNKNOWN, "no receipt", no_receipt(survey))
    first = when(receipt_of(events[0]).occurred_at).readable
    return Rung("yes", counted(len(events), "receipt"), f"{name} by {counted(len(events), 'receipt')}, first {first}")


def state_then(survey: Survey, far: Node, record_id: str) -> str:
    """How a record stood for what declares it, where that was judged."""
    judged = survey.judgements.of(far) if far.kind in _JUDGED else None
    claim = judged.by_record.get(record_id) if judged is not None else None
    return claim.state_then if claim is not None else UNKNOWN

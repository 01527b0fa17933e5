"""The page of one record: the direction, its chain, and apart from it what was available and what is declared."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Evidence, Node, StateChange
from ...ledger.history import Conflict, ConflictKind, RecordHistory
from ...lint.terminal import cut
from ..drawing import draw
from ..edges import Edge, EdgeClass
from ..encode import visible
from ..graph import revisions
from .address import FINDINGS, FORKS, record_page
from .availability import availability
from .blocks import (
    Block,
    Bullets,
    Code,
    Declaration,
    Declared,
    Facts,
    Heading,
    Inline,
    Line,
    Moment,
    Muted,
    Notice,
    Page,
    Paragraph,
    Picture,
    Prose,
    Raw,
    Ref,
    Strong,
    Table,
    Timeline,
    Url,
)
from .survey import Survey
from .words import (
    claim,
    claim_of,
    counted,
    durability_badge,
    node_label,
    node_words,
    on_day,
    record_ref,
    scope_words,
    short,
    state_badge,
    when,
)

MOST_RAW = 20_000  # characters of one raw event that a page shows
MOST_ROWS = 500  # relations that the table of a page shows


def page(survey: Survey, record: RecordHistory) -> Page:
    """Everything known of one record."""
    node = Node("record", record.record_id)
    edges = survey.provenance.edges_at(node)
    title = survey.title(record)
    blocks = (
        *_warnings(survey, record),
        *_direction(survey, record, title),
        Heading("Availability"),
        Paragraph(("What was put in front of whom. It does not say that anybody acted on it.",), "muted"),
        *availability(survey, record),
        Heading("Causality"),
        Paragraph(("What somebody declared to follow from this record. Nothing here is inferred.",), "muted"),
        _declared(survey, node, edges),
        Heading("What is unknown"),
        Bullets(tuple(_unknown(survey, record, edges))),
        Heading("Chain"),
        Timeline(tuple(_moment(event) for event in record.revisions)),
        *_beyond_the_chain(record),
        Heading("Neighbourhood"),
        *_neighbourhood(survey, node, title),
        Heading("Raw events"),
        *(_raw(survey, event) for event in revisions(record)),
    )
    return Page(
        record_page(record.record_id),
        title,
        blocks,
        survey.command(f"show {record.record_id}"),
        eyebrow=(
            state_badge(record),
            " ",
            durability_badge(record),
            " ",
            Muted(record.record.kind.replace("_", " ")),
            " · ",
            Code(record.record_id),
        ),
    )


def _warnings(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    for conflict in record.conflicts:
        settled = conflict.settled_by
        lines: list[Block] = [Paragraph((conflict.message,))]
        if settled is not None:
            lines.append(Paragraph(("Settled by ", record_ref(survey, settled), ".")))
        lines.append(Paragraph((Ref("All branches side by side", FORKS),)))
        yield Notice("fork", "Settled fork" if settled else f"Contested: {_KINDS[conflict.kind]}", tuple(lines))
    if record.durability == "live":
        told = "Only the store shared by this machine's worktrees holds it. Other clones do not see this record."
        yield Notice("live", "Live, this machine only", (Paragraph((told,)),))
    findings = survey.findings_of.get(record.record_id, ())
    if findings:
        rows = tuple((finding.code, " ", finding.message) for finding in findings[:10])
        more = (Paragraph((Ref(f"All {counted(len(findings), 'finding')}", FINDINGS),)),) if len(findings) > 10 else ()
        yield Notice(
            "problem", f"{counted(len(findings), 'finding')} here", (Bullets(tuple((*row,) for row in rows)), *more)
        )


_KINDS = {
    ConflictKind.COMPETING_CHILDREN: "a fork",
    ConflictKind.CREATED_TWICE: "created twice",
    ConflictKind.DIVERGENT_COPIES: "copies that differ",
    ConflictKind.CYCLE: "a cycle of parents",
}


def _direction(survey: Survey, record: RecordHistory, title: str) -> Iterator[Block]:
    told = record.record
    if record.text_known:
        if told.text.strip().removesuffix(".") != title:
            yield Prose(told.text, lead=True)
        if told.reason:
            yield Heading("Why")
            yield Prose(told.reason)
        for name, paths in (("Rejected paths", told.rejected_paths), ("Preferred paths", told.preferred_paths)):
            if paths:
                yield Heading(name)
                yield Bullets(tuple((path,) for path in paths))
    yield Heading("Where it applies and on whose word")
    yield Facts(tuple(_facts(survey, record)))
    if record.text_known and told.evidence:
        yield Heading("Evidence")
        yield Bullets(tuple(_evidence(item) for item in told.evidence))


def _facts(survey: Survey, record: RecordHistory) -> Iterator[tuple[str, Line]]:
    told = record.record
    yield "Since", (when(record.creation.occurred_at),)
    if record.text_known:
        yield "Scope", scope_words(told.scope)
    yield "On the word of", claim_of(record.creation)
    if record.head is not record.creation:
        yield "State set by", claim_of(record.head)
    if record.lifecycle_reason:
        yield "Reason for the state", (record.lifecycle_reason,)
    if record.reviewed_at:
        yield "Reviewed", (when(record.reviewed_at),)
    yield "Confidence", (Code(told.confidence),)
    yield "Lifetime", (Code(told.ttl), " ", Muted("advice; only an event ends a record"))
    yield "Source", tuple(_source(record))
    settles = [each for each in survey.history.settlements if each.settlement_record_id == record.record_id]
    for each in settles:
        yield "Settles", (record_ref(survey, each.record_id),)


def _source(record: RecordHistory) -> Iterator[Inline]:
    source = record.record.source
    yield source.type
    if source.thread_id:
        yield ", thread "
        yield Code(source.thread_id)
    if source.pr:
        yield ", PR "
        yield Code(source.pr)
    if source.url:
        yield ", "
        yield Url(source.url)


def _evidence(item: Evidence) -> Line:
    parts: list[Inline] = [Strong(item.type or "evidence")]
    if item.author:
        parts += [" by ", item.author]
    if item.text:
        parts += [": ", item.text]
    if item.url:
        parts += [" ", Url(item.url)]
    return tuple(parts)


def _declared(survey: Survey, node: Node, edges: list[Edge]) -> Declared:
    causal = [edge for edge in edges if edge.edge_class is EdgeClass.CAUSALITY]
    causal.sort(key=lambda edge: (edge.target.key != node.key, edge.order))
    return Declared(
        tuple(declaration(survey, edge, node) for edge in causal),
        "Nobody declared that anything follows from this record, or that it follows from anything.",
    )


def declaration(survey: Survey, edge: Edge, here: Node) -> Declaration:
    """One declaration of influence, with whoever makes it."""
    line = (
        *node_words(survey, edge.source, here),
        " ",
        Strong(edge.type.replace("_", " ")),
        " ",
        *node_words(survey, edge.target, here),
    )
    return Declaration(line, edge.reason or "", (*claim(edge.actor, edge.trust), " · ", when(edge.asserted_at)))


def _unknown(survey: Survey, record: RecordHistory, edges: list[Edge]) -> Iterator[Line]:
    if not survey.runtime_read:
        yield (
            Strong("unknown"),
            ": to whom it was delivered or exposed. Threads and receipts were not read; ",
            Code("--runtime auto"),
            " reads them where they are.",
        )
    else:
        states = {edge.type for edge in edges if edge.receipt_id is not None}
        for kind, words in (("delivered_to", "was delivered"), ("exposed_to", "was exposed")):
            if kind not in states and not (kind == "delivered_to" and "exposed_to" in states):
                yield (Strong("unknown"), f": whether it {words} to anybody. No receipt says so.")
        if "exposed_to" in states or "delivered_to" in states:
            yield (
                Strong("unknown"),
                ": whether anybody read what was delivered, or acted on it unless declared above.",
            )
    if not any(edge.edge_class is EdgeClass.CAUSALITY and edge.target.id == record.record_id for edge in edges):
        yield (Strong("unknown"), ": which commits or actions follow this record. Nobody declared any.")
    else:
        yield (Strong("unknown"), ": whether other commits or actions follow it than those declared.")
    yield (Strong("unknown"), ": whether whoever is named is who they claim to be. Trust is a claim.")


def _moment(event: Event) -> Moment:
    """One revision of the chain."""
    payload = event.payload
    if isinstance(payload, StateChange):
        changes = [("status", payload.status), ("durability", payload.durability)]
        title: list[Inline] = ["Changed"]
        for name, value in changes:
            if value is not None:
                title += ["," if len(title) > 1 else "", f" {name} ", Strong(value)]
        if payload.reviewed_at is not None:
            title += ["," if len(title) > 1 else "", " reviewed ", when(payload.reviewed_at)]
        note = payload.lifecycle_reason or ""
    else:
        record = getattr(payload, "status", ""), getattr(payload, "durability", "")
        title = ["Created, status ", Strong(record[0]), ", durability ", Strong(record[1])]
        note = ""
    return Moment(when(event.occurred_at), tuple(title), claim_of(event), note, (short(event.event_id),))


def moments(events: tuple[Event, ...]) -> Timeline:
    """Events of a chain as a timeline."""
    return Timeline(tuple(_moment(event) for event in events))


def _beyond_the_chain(record: RecordHistory) -> Iterator[Block]:
    for conflict in record.conflicts:
        if conflict.kind is ConflictKind.COMPETING_CHILDREN:
            count = len(conflict.branches)
            yield Paragraph((f"Here the chain splits into {count} branches; none is chosen.",))
            yield from branch_table(conflict)


def branch_table(conflict: Conflict) -> Iterator[Block]:
    """The branches of a fork, one a row."""
    rows = []
    for branch in conflict.branches:
        moment = _moment(branch.child)
        following = counted(len(branch.following), "event") if branch.following else "nothing"
        rows.append(
            (moment.title, claim_of(branch.child), (moment.when,), (following,), (short(branch.child.event_id),))
        )
    yield Table(("Branch", "On the word of", "When", "What follows", "Event"), tuple(rows))


def _neighbourhood(survey: Survey, node: Node, title: str) -> Iterator[Block]:
    edges = _around(survey, node)
    if not edges:
        yield Paragraph(("No relation and no receipt names this record.",))
        return
    drawing = draw(node, edges, f"What is related to: {title}", lambda near: node_label(survey, near))
    caption = (
        f"Showing {drawing.shown} of {drawing.total} nodes. Solid: causality. Dashed: availability. Dotted: lineage."
    )
    yield Picture(drawing, node.id, caption)
    shown = edges[:MOST_ROWS]
    if len(shown) < len(edges):
        yield Paragraph((f"Showing {len(shown)} of {len(edges)} relations.",))
    yield Table(
        ("From", "Relation", "To", "Class", "On the word of", "Day", "Reason"),
        tuple(relation_row(survey, edge, node) for edge in shown),
    )


def _around(survey: Survey, node: Node) -> list[Edge]:
    """The relations of a record; a projection that it is in brings the threads that received it, and no more."""
    edges = {edge.key: edge for edge in survey.provenance.edges_at(node)}
    receipts = {edge.receipt_id for edge in edges.values() if edge.receipt_id is not None}
    projections = {edge.target.key: edge.target for edge in edges.values() if edge.target.kind == "projection"}
    for key in sorted(projections):
        for edge in survey.provenance.edges_at(projections[key]):
            if edge.target.kind == "thread" and edge.receipt_id in receipts:
                edges[edge.key] = edge
    return sorted(edges.values(), key=lambda edge: (edge.edge_class.value != "causality", edge.type, edge.order))


def relation_row(survey: Survey, edge: Edge, here: Node) -> tuple[Line, ...]:
    """A relation as a row; one that a receipt stands for says so."""
    basis: Line = (
        ("by receipt ", short(edge.receipt_id)) if edge.receipt_id else ((edge.reason or "",) if edge.reason else ())
    )
    return (
        node_words(survey, edge.source, here),
        (Strong(edge.type),),
        node_words(survey, edge.target, here),
        (edge.edge_class.value,),
        claim(edge.actor, edge.trust),
        (on_day(edge.asserted_at),),
        basis,
    )


def _raw(survey: Survey, event: Event) -> Raw:
    data = survey.bytes_of(event.origin)
    text = "(it can no longer be read)" if data is None else data.decode("utf-8", "backslashreplace").strip("\n")
    return Raw(visible(event.origin.path), cut(text, MOST_RAW))

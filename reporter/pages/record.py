"""The page of one record: the direction, its chain, and apart from it what was available and what is declared."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Evidence, Node
from ...ledger.history import ConflictKind, RecordHistory
from ...ledger.wording import counted, kind_words
from ..graph.edges import Edge, EdgeClass
from .address import FINDINGS, FORKS, record_page
from .availability import availability
from .blocks import (
    Block,
    Bullets,
    Code,
    Column,
    Declared,
    Facts,
    Heading,
    Inline,
    Line,
    Muted,
    Notice,
    Page,
    Paragraph,
    Prose,
    Ref,
    SideBySide,
    Strong,
    Url,
    given,
    worded,
)
from .chain import chain, raw_events
from .disputes import KINDS, side_by_side, summary
from .findings import accepted
from .front.challenge_words import standing_badge
from .front.standing import standing
from .glossary import what
from .relations import causal, declaration, neighbourhood
from .settling import how_to_answer, what_settles
from .subjects.drawn import ladders_of_record, state_then
from .survey import Survey
from .words import (
    UNKNOWN,
    UNREADABLE,
    claim_of,
    durability_badge,
    linked,
    live_only,
    record_ref,
    scope_words,
    severity_badge,
    ways_to_type,
    when,
    why_no_receipt,
)


def page(survey: Survey, record: RecordHistory) -> Page:
    """Everything known of one record."""
    node = Node("record", record.record_id)
    edges = survey.provenance.edges_at(node)
    title = survey.title(record)
    blocks = (
        *_warnings(survey, record),
        *_direction(survey, record, title),
        *standing(survey, record),
        *_findings(survey, record),
        *_versions(survey, record),
        *_answering(survey, record),
        Heading("The two ladders", searched=False),
        Paragraph((what("The two ladders", "What the two ladders are"),), "muted"),
        ladders_of_record(survey, record),
        Heading("Availability"),
        Paragraph(
            ("Where it applies, and to whom it was delivered or exposed. It does not say that anybody acted on it.",),
            "muted",
        ),
        *availability(survey, record),
        Heading("Causality"),
        Paragraph(("What somebody declared to follow from this record. Nothing here is inferred.",), "muted"),
        _declared(survey, node, edges),
        Heading("What is unknown"),
        Bullets(tuple(_unknown(survey, record, edges))),
        *_details(record),
        Heading("Chain"),
        *chain(survey, record),
        Heading("Neighbourhood"),
        *neighbourhood(survey, node, title),
        Heading("Raw events"),
        *raw_events(survey, record),
    )
    return Page(
        record_page(record.record_id),
        title,
        blocks,
        survey.command(f"show {record.record_id}"),
        eyebrow=tuple(_eyebrow(survey, record)),
        known_as=ways_to_type(record.record_id),
    )


def _eyebrow(survey: Survey, record: RecordHistory) -> Iterator[Inline]:
    yield standing_badge(survey, record)
    if record.text_known:
        yield " "
        yield durability_badge(record)
        yield " "
        kind = kind_words(record.record.kind)
        review = record.record.review_type
        yield Muted(f"{kind}, {review}" if review else kind)
    yield " · "
    yield Code(survey.short(record.record_id), record.record_id)
    yield " · "
    yield Ref("permalink", record_page(record.record_id), record.record_id)
    yield " · "
    yield what("Durability", "what these words mean")


def _warnings(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    for conflict in record.conflicts:
        settled = conflict.settled_by
        told = summary(conflict)
        if conflict.kind is ConflictKind.COMPETING_CHILDREN:
            told = f"{len(conflict.branches)} changes compete under one parent; none is chosen"
        lines: list[Block] = [Paragraph((f"{told[:1].upper()}{told[1:]}.",))]
        if settled is not None:
            lines.append(Paragraph(("Settled by ", record_ref(survey, settled), ".")))
        if conflict.kind is ConflictKind.COMPETING_CHILDREN:
            lines.append(Paragraph((Ref("All branches side by side", FORKS),)))
        title = "Settled fork" if settled else f"Contested: {KINDS[conflict.kind].lower()}"
        yield Notice("fork", title, tuple(lines))
    if live_only(record):
        told = "The tracked ledger that was read does not hold it. Clones that have only that do not see this record."
        yield Notice("live", "Live, this machine only", (Paragraph((told,)),))


def _findings(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    findings = survey.findings_of.get(record.record_id, ())
    if findings:
        rows = tuple(
            (severity_badge(each.severity), " ", each.code, " ", *linked(survey, each.message), *accepted(each))
            for each in findings[:10]
        )
        more = (Paragraph((Ref(f"All {counted(len(findings), 'finding')}", FINDINGS),)),) if len(findings) > 10 else ()
        still_open = any(each.suppressed is None for each in findings)
        title = f"{counted(len(findings), 'finding')} here{'' if still_open else ', accepted'}"
        yield Notice("problem" if still_open else "settled", title, (Bullets(rows), *more))


def _direction(survey: Survey, record: RecordHistory, title: str) -> Iterator[Block]:
    told = record.record
    if not record.text_known:
        yield Paragraph((Strong(UNKNOWN), ": what this record says. Its versions differ, and none is chosen."))
        for conflict in record.conflicts:
            yield Heading(KINDS[conflict.kind])
            yield from side_by_side(survey, record, conflict)
            if conflict.settled_by is None:
                yield from what_settles(survey, record, conflict)
        return
    if told.text.strip() and told.text.strip(" \t\n").removesuffix(".") != title:
        yield Prose(told.text, lead=True)
    if given(told.reason):
        yield Heading("Why")
        yield Prose(told.reason)
    columns = tuple(
        Column(name, (Bullets(items),))
        for name, items in (
            ("It rejects", tuple((worded(path),) for path in told.rejected_paths)),
            ("It prefers", tuple((worded(path),) for path in told.preferred_paths)),
            ("Evidence", tuple(_evidence(item) for item in told.evidence)),
        )
        if items
    )
    if columns:
        yield SideBySide(columns, "plain")
    yield Facts(tuple(_words(record)))


def _versions(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """Branches of an open fork, and copies that differ where the tracked one still gives the text: all are shown."""
    for conflict in record.conflicts:
        if record.text_known and conflict.kind is ConflictKind.COMPETING_CHILDREN and conflict.settled_by is None:
            yield Heading("What competes")
            yield from side_by_side(survey, record, conflict)
            yield from what_settles(survey, record, conflict)
        if record.text_known and conflict.kind in (ConflictKind.DIVERGENT_COPIES, ConflictKind.CYCLE):
            yield Heading(KINDS[conflict.kind])
            if conflict.kind is ConflictKind.DIVERGENT_COPIES:
                yield Paragraph(("What stands above is the tracked copy, which every clone sees.",), "muted")
            yield from side_by_side(survey, record, conflict)
            yield from what_settles(survey, record, conflict)


def _answering(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """How to answer a challenge that nobody has answered."""
    if record.record_id in survey.open_challenges:
        yield Heading("How to answer it", searched=False)
        yield from how_to_answer(survey, record.record_id)


def _words(record: RecordHistory) -> Iterator[tuple[str, Line]]:
    """Where it applies and on whose word."""
    yield "Applies to", scope_words(record.record.scope)
    claim = (*claim_of(record.creation), ", ", when(record.creation.occurred_at))
    yield "On the word of", (*claim, " · ", what("Trust", "what a claim is"))


def _details(record: RecordHistory) -> Iterator[Block]:
    if record.text_known:
        yield Heading("Details", searched=False)
        yield Facts(tuple(_facts(record)))


def _facts(record: RecordHistory) -> Iterator[tuple[str, Line]]:
    told = record.record
    yield "Id", (Code(record.record_id),)
    yield "Confidence", (Code(told.confidence),)
    yield "Lifetime", (Code(told.ttl), " ", Muted("advice; only an event ends a record"))
    yield "Source", tuple(_source(record))


def _source(record: RecordHistory) -> Iterator[Inline]:
    source = record.record.source
    yield worded(source.type, UNKNOWN)
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
    declared = sorted(causal(edges), key=lambda edge: (edge.target.key != node.key, edge.order))
    return Declared(
        tuple(declaration(survey, edge, node, state_then(survey, edge.source, edge.target.id)) for edge in declared),
        "No relation declares that anything implements it or was informed by it.",
    )


def _unknown(survey: Survey, record: RecordHistory, edges: list[Edge]) -> Iterator[Line]:
    if survey.ledger_unreadable:
        yield (Strong(UNKNOWN), f": what the ledger says of it; {UNREADABLE}.")
    if not survey.runtime_read or survey.runtime_unreadable:
        yield (Strong(UNKNOWN), ": to whom it was delivered or exposed; ", *why_no_receipt(survey), ".")
    else:
        states = {edge.type for edge in edges if edge.receipt_id is not None}
        for kind, words in (("delivered_to", "was delivered"), ("exposed_to", "was exposed")):
            if kind not in states and not (kind == "delivered_to" and "exposed_to" in states):
                yield (Strong(UNKNOWN), f": whether it {words} to anybody. No receipt that was read says so.")
        if "exposed_to" in states or "delivered_to" in states:
            yield (
                Strong(UNKNOWN),
                ": whether anybody read what was delivered, or acted on it unless declared above.",
            )
    if not any(edge.edge_class is EdgeClass.CAUSALITY and edge.target.id == record.record_id for edge in edges):
        yield (
            Strong(UNKNOWN),
            ": which commits or actions follow this record. No relation that was read declares any.",
        )
    else:
        yield (Strong(UNKNOWN), ": whether other commits or actions follow it than those declared.")
    yield (Strong(UNKNOWN), ": whether whoever is named is who they claim to be. Trust is a claim.")

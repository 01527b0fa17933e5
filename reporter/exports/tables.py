"""Events, records, relations, claims and findings as tables: one row each, in an order of its own ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...ledger.copies import record_of
from ...ledger.events import Actor, Node, Trust
from ...ledger.history import RecordHistory
from ...ledger.instants import parse_instant
from ..claims.claim import Claim
from .dataset import Dataset, SubjectClaims
from .payloads import payload_text
from .table import Column, Table, Type

Row = tuple[Any, ...]
_TEXT, _NUMBER, _FLAG, _TIME, _TEXTS = Type.TEXT, Type.NUMBER, Type.FLAG, Type.TIME, Type.TEXTS

_WHERE = (
    Column("repository", _TEXT, "the repository's name by its config, else its folder's"),
    Column("revision", _TEXT, "the commit that was read; empty for the files of a worktree"),
)
_ACTOR = (
    Column("actor_kind", _TEXT, "human, reviewer, agent or tool, as the writer says"),
    Column("actor_id", _TEXT, "the writer's id, opaque"),
    Column("actor_provider", _TEXT, "whose id that is"),
    Column("trust_level", _TEXT, "what the writer claims: never a proof"),
    Column("trust_basis", _TEXT, "on what basis it is claimed"),
)


def tables(data: Dataset) -> tuple[Table, ...]:
    """The five tables, in the order of their names."""
    return (_claims(data), _events(data), _findings(data), _records(data), _relations(data))


def _actor(actor: Actor | None, trust: Trust | None) -> Row:
    named = (None, None, None) if actor is None else (actor.kind, actor.id, actor.provider)
    return (*named, *((None, None) if trust is None else (trust.level, trust.basis)))


def _events(data: Dataset) -> Table:
    columns = (
        *_WHERE,
        Column("event_id", _TEXT, "the event"),
        Column("event_type", _TEXT, "its type on the wire"),
        Column("occurred_at", _TEXT, "when, as it was written"),
        Column("occurred", _TIME, "the same as a time"),
        *_ACTOR,
        Column("parent_event_id", _TEXT, "the revision that a change extends"),
        Column("causation_id", _TEXT, "opaque"),
        Column("correlation_id", _TEXT, "opaque"),
        Column("record_id", _TEXT, "the record that it creates or changes"),
        Column("store", _TEXT, "ledger, active, shared, threads, projections or receipts"),
        Column("path", _TEXT, "its file, relative to the repository"),
        Column("payload", _TEXT, "its payload as JSON, credentials masked"),
    )
    return Table("events", "every event that was read, once", columns, list(_event_rows(data)))


def _event_rows(data: Dataset) -> Iterator[Row]:
    where = (data.repository, data.revision)
    for event_id in sorted(data.history.events):
        event = data.history.events[event_id]
        yield (
            *where,
            event_id,
            event.event_type,
            event.occurred_at,
            parse_instant(event.occurred_at),
            *_actor(event.actor, event.trust),
            event.parent_event_id,
            event.causation_id,
            event.correlation_id,
            record_of(event),
            str(event.origin.store),
            event.origin.path,
            payload_text(event),
        )


def _records(data: Dataset) -> Table:
    columns = (
        *_WHERE,
        Column("record_id", _TEXT, "the record"),
        Column("kind", _TEXT, "decision, direction, challenge and so on"),
        Column("state", _TEXT, "its status, or contested, or settled"),
        Column("status", _TEXT, "the status of its head; empty where no version is chosen"),
        Column("durability", _TEXT, "live, candidate or durable; empty where no version is chosen"),
        Column("in_force", _FLAG, "whether it may guide work now"),
        Column("contested", _FLAG, "whether a dispute is open"),
        Column("settled_by", _TEXT, "the record that settles its dispute"),
        Column("lifecycle_reason", _TEXT, "why its state is as it is"),
        Column("reviewed_at", _TEXT, "when it was reviewed last"),
        Column("created_at", _TEXT, "when it was created, as it was written"),
        Column("created", _TIME, "the same as a time"),
        Column("text", _TEXT, "the direction itself; empty where no version is chosen"),
        Column("reason", _TEXT, "why"),
        Column("confidence", _TEXT, "as its writer has it"),
        Column("ttl", _TEXT, "how long it is meant to hold"),
        Column("scope_repo", _TEXT, "scope: the repository"),
        Column("scope_issue", _TEXT, "scope: the issue"),
        Column("scope_pr", _TEXT, "scope: the pull request"),
        Column("scope_areas", _TEXTS, "scope: areas of the config"),
        Column("scope_paths", _TEXTS, "scope: patterns of paths"),
        Column("scope_global", _FLAG, "scope: everything"),
        Column("preferred_paths", _TEXTS, "the ways it prefers"),
        Column("rejected_paths", _TEXTS, "the ways it rejects"),
        Column("source_type", _TEXT, "where it came from"),
        Column("source_thread_id", _TEXT, "the thread it came from"),
        *_ACTOR,
        Column("head_event_id", _TEXT, "its last undisputed revision"),
        Column("revisions", _NUMBER, "how many revisions its chain has, to the head or the fork"),
    )
    records = data.history.records
    rows = [_record_row(data, records[record_id]) for record_id in sorted(records)]
    return Table("records", "every record as it now stands", columns, rows)


def _record_row(data: Dataset, found: RecordHistory) -> Row:
    record, known = found.record, found.text_known
    scope = record.scope
    conflict = found.conflict
    told = (
        record.text,
        record.reason,
        record.confidence,
        record.ttl,
        scope.repo,
        scope.issue,
        scope.pr,
        scope.areas,
        scope.paths,
        scope.is_global,
        record.preferred_paths,
        record.rejected_paths,
        record.source.type,
        record.source.thread_id,
        *_actor(found.creation.actor, found.creation.trust),
        found.head.event_id,
        len(found.revisions),
    )
    silent = (*(None,) * 7, (), (), None, (), (), *(None,) * 9)
    return (
        data.repository,
        data.revision,
        found.record_id,
        record.kind if known else None,
        found.state,
        found.status if known else None,
        found.durability if known else None,
        found.in_force,
        found.contested,
        conflict.settled_by if conflict is not None else None,
        found.lifecycle_reason if known else None,
        found.reviewed_at if known else None,
        record.created_at if known else None,
        parse_instant(record.created_at) if known else None,
        *(told if known else silent),
    )


def _relations(data: Dataset) -> Table:
    columns = (
        *_WHERE,
        Column("relation_id", _TEXT, "the relation; a receipt's is derived from it"),
        Column("event_id", _TEXT, "the event that declares it"),
        Column("receipt_id", _TEXT, "the receipt that stands for it"),
        Column("trailer", _TEXT, "the commit's trailer that declares it, as it was written"),
        Column("type", _TEXT, "implements, informed_by, supersedes and so on"),
        Column("class", _TEXT, "causality, availability or lineage: one never proves another"),
        *_ends("from"),
        *_ends("to"),
        Column("reason", _TEXT, "why"),
        *_ACTOR,
        Column("asserted_at", _TEXT, "when it was said, as it was written"),
        Column("asserted", _TIME, "the same as a time"),
    )
    return Table("relations", "what was declared, and what receipts state", columns, list(_relation_rows(data)))


def _ends(name: str) -> tuple[Column, ...]:
    return (
        Column(f"{name}_kind", _TEXT, "record, commit, action, thread and so on"),
        Column(f"{name}_provider", _TEXT, "whose object it is"),
        Column(f"{name}_id", _TEXT, "its id"),
    )


def _relation_rows(data: Dataset) -> Iterator[Row]:
    for edge in data.relations:
        yield (
            data.repository,
            data.revision,
            edge.relation_id,
            edge.event_id,
            edge.receipt_id,
            edge.trailer,
            edge.type,
            edge.edge_class.value,
            *_end(edge.source),
            *_end(edge.target),
            edge.reason,
            *_actor(edge.actor, edge.trust),
            edge.asserted_at or None,
            parse_instant(edge.asserted_at),
        )


def _end(node: Node) -> Row:
    return (node.kind, node.provider, node.id)


def _claims(data: Dataset) -> Table:
    columns = (
        *_WHERE,
        Column("subject_kind", _TEXT, "commit, action and so on"),
        Column("subject_provider", _TEXT, "whose object it is"),
        Column("subject_id", _TEXT, "its id"),
        Column("subject_time", _TIME, "when it was; empty where nobody can say"),
        Column("resolution", _TEXT, "how a commit's id resolves here"),
        Column("record_id", _TEXT, "the record"),
        Column("verdict", _TEXT, "declared, available or unknown (none is left out)"),
        Column("level", _TEXT, "the highest step of availability that is known"),
        Column("declared", _TEXTS, "implements, informed_by: what somebody declared, and nothing else"),
        Column("disputed", _FLAG, "whether a challenge disputes one of these declarations"),
        Column("existed", _TEXT, "yes, no or unknown"),
        Column("existed_basis", _TEXT, "tree, own_tree or time"),
        Column("in_scope", _TEXT, "yes, no or unknown"),
        Column("in_scope_basis", _TEXT, "thread, relation, paths or global"),
        Column("delivered", _TEXT, "yes or unknown: there is no no"),
        Column("exposed", _TEXT, "yes or unknown: there is no no"),
        Column("state_then", _TEXT, "the record's state as the subject had it"),
        Column("state_now", _TEXT, "its state now"),
    )
    rows = [_claim_row(data, subject, claim) for subject in data.subjects for claim in subject.claims]
    return Table("claims", "what is known between each subject and each record", columns, rows)


def _claim_row(data: Dataset, subject: SubjectClaims, claim: Claim) -> Row:
    return (
        data.repository,
        data.revision,
        *_end(subject.node),
        subject.time,
        subject.resolution,
        claim.record_id,
        claim.verdict.value,
        claim.level.value,
        tuple(sorted({cause.edge.type for cause in claim.causality})),
        any(cause.disputed_by for cause in claim.causality),
        claim.existed.value.value,
        claim.existed.basis,
        claim.in_scope.value.value,
        claim.in_scope.basis,
        "yes" if claim.delivered.shown else "unknown",
        "yes" if claim.exposed.shown else "unknown",
        claim.state_then,
        claim.state_now,
    )


def _findings(data: Dataset) -> Table:
    columns = (
        *_WHERE,
        Column("code", _TEXT, "the rule"),
        Column("name", _TEXT, "the rule's name"),
        Column("severity", _TEXT, "error, warning or notice"),
        Column("message", _TEXT, "what was found"),
        Column("path", _TEXT, "the file"),
        Column("line", _NUMBER, "the line, from 1"),
        Column("event_id", _TEXT, "the event"),
        Column("record_id", _TEXT, "the record"),
        Column("fingerprint", _TEXT, "the same as long as the fault is the same"),
        Column("accepted_by", _TEXT, "config or baseline, where it is accepted"),
        Column("accepted_reason", _TEXT, "why it is accepted"),
    )
    rows = [
        (
            data.repository,
            data.revision,
            each.code,
            each.name,
            str(each.severity),
            each.message,
            each.path,
            each.line,
            each.event_id,
            each.record_id,
            each.fingerprint,
            each.suppressed.by if each.suppressed is not None else None,
            each.suppressed.reason if each.suppressed is not None else None,
        )
        for each in data.findings
    ]
    return Table("findings", "what lint finds", columns, rows)

"""``fingerpost show``: one record, its chain, and what is in dispute."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..ledger.events import Event, Record, Relation, StateChange
from ..ledger.history import Conflict, RecordHistory
from ..ledger.identifiers import is_id
from ..ledger.title import title_of
from ..ledger.wire import actor_value, listed_value, relation_value, trust_value
from ..lint.terminal import visible, wrap
from ..repository.errors import UsageError
from .output import colour_of, envelope, width_of
from .reading import Ledger, ReadingOptions, open_ledger, reading_options
from .records import spoken_scope

UNKNOWN_ID = 1


@click.command("show")
@click.argument("record_id", metavar="REC")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The protocol's envelope.")
@reading_options()
def command(record_id: str, repo: Path | None, as_json: bool, options: ReadingOptions) -> int:
    """Show one record: what it says, why, where it holds, and every change of it.

    \b
    fingerpost show rec_019d2f3c-51b5-7000-8000-000000000001

    REC is an id, or as much of one as is unique here. Exit code 1 if the ledger does not know it.
    """
    ledger = open_ledger(repo, options)
    found = _matching(ledger, record_id)
    if len(found) != 1:
        return _not_one(record_id, found, as_json)
    record = ledger.history.records[found[0]]
    if as_json:
        click.echo(envelope("show", _data(ledger, record)))
        return 0
    colour = colour_of(sys.stdout)
    for line in _lines(ledger, record, width_of(sys.stdout)):
        click.echo(line, color=colour)
    return 0


def _matching(ledger: Ledger, record_id: str) -> list[str]:
    if is_id("rec", record_id):
        return [record_id] if record_id in ledger.history.records else []
    if not record_id.removeprefix("record:").startswith("rec_"):
        raise UsageError(
            f"{visible(record_id)} is no record id", hint="a record id begins with rec_; see 'fingerpost list'"
        )
    wanted = record_id.removeprefix("record:")
    return [each for each in ledger.history.records if each.startswith(wanted)]


def _not_one(record_id: str, found: list[str], as_json: bool) -> int:
    message = (
        f"{visible(record_id)} is the beginning of {len(found)} record ids"
        if found
        else f"this ledger knows no record {visible(record_id)}"
    )
    if as_json:
        code = "invalid_argument" if found else "not_found"
        click.echo(envelope("show", None, {"code": code, "message": message, "details": {"candidates": found}}))
    else:
        click.echo(f"fingerpost: {message}", err=True)
        click.echo("  'fingerpost list --status any' shows every record", err=True)
    return UNKNOWN_ID


def _data(ledger: Ledger, record: RecordHistory) -> dict[str, object]:
    return {
        **listed_value(record),
        "revisions": [_revision_value(event) for event in record.revisions],
        "branches": [
            [_revision_value(event) for event in (branch.child, *branch.following)]
            for conflict in record.conflicts
            for branch in conflict.branches
        ],
        "relations": [
            {**relation_value(relation), "event_id": event.event_id}
            for event, relation in _relations(ledger, record.record_id)
        ],
    }


def _revision_value(event: Event) -> dict[str, object]:
    return {
        "event_id": event.event_id,
        "event_type": event.event_type,
        "occurred_at": event.occurred_at,
        "parent_event_id": event.parent_event_id,
        "actor": actor_value(event.actor),
        "trust": trust_value(event.trust),
        "change": _change(event),
        "path": event.origin.path,
    }


def _change(event: Event) -> dict[str, str]:
    payload = event.payload
    if isinstance(payload, Record):
        return {"status": payload.status, "durability": payload.durability}
    if isinstance(payload, StateChange):
        fields = ("status", "durability", "lifecycle_reason", "reviewed_at")
        return {name: getattr(payload, name) for name in fields if getattr(payload, name) is not None}
    return {}


def _relations(ledger: Ledger, record_id: str) -> Iterator[tuple[Event, Relation]]:
    for event in ledger.history.relations:
        relation = event.payload
        if isinstance(relation, Relation):
            ends = {(end.kind, end.id) for end in (relation.source, relation.target)}
            if ("record", record_id) in ends:
                yield event, relation


def _lines(ledger: Ledger, record: RecordHistory, width: int) -> Iterator[str]:
    yield click.style(visible(title_of(record.record.text)) if record.text_known else "(versions differ)", bold=True)
    yield f"{record.record_id}  {click.style(record.state, bold=record.contested)}, {record.durability}"
    if record.text_known:
        yield from _stated(record.record, width)
    for conflict in record.conflicts:
        yield from _conflict(conflict, width)
    yield from _section("Revisions")
    for event in record.revisions:
        yield f"  {_revision(event)}"
    if not record.contested:
        yield from _because(record.lifecycle_reason, width)
    relations = list(_relations(ledger, record.record_id))
    if relations:
        yield from _section("Relations")
        for event, relation in relations:
            ends = f"{visible(relation.source.spelled)} {relation.type} {visible(relation.target.spelled)}"
            yield f"  {ends}  ({_who(event)})"


def _stated(record: Record, width: int) -> Iterator[str]:
    """What the creation says; a title that is the whole text is not said twice."""
    if " ".join(record.text.split()).rstrip(".") != title_of(record.text):
        yield from _section("Text")
        yield from (f"  {line}" for line in wrap(visible(record.text), width - 2))
    for name, text in (("Why", record.reason), ("Where", spoken_scope(record.scope)), ("Holds", record.ttl)):
        if text:
            yield from _section(name)
            yield from (f"  {line}" for line in wrap(visible(text), width - 2))
    for name, items in (("Rejected", record.rejected_paths), ("Preferred", record.preferred_paths)):
        if items:
            yield from _section(name)
            yield from (f"  - {visible(item)}" for item in items)
    if record.evidence:
        yield from _section("Evidence")
        for item in record.evidence:
            parts = [part for part in (item.type, item.author, item.url, item.text) if part]
            yield f"  - {visible(', '.join(parts))}"


def _conflict(conflict: Conflict, width: int) -> Iterator[str]:
    yield from _section("Settled" if conflict.settled_by else "Contested")
    yield from (f"  {line}" for line in wrap(conflict.message, width - 2))
    if conflict.settled_by:
        yield f"  settled by {conflict.settled_by}"
    for branch in conflict.branches:
        yield f"  - {_revision(branch.child)}"
        yield from (f"      then {_revision(event)}" for event in branch.following)
    if not conflict.branches:
        for event in conflict.versions:
            yield f"  - {event.origin.path}: {_revision(event)}"


def _because(reason: str | None, width: int) -> Iterator[str]:
    if reason:
        yield from (f"    {line}" for line in wrap(f"because: {visible(reason)}", width - 4))


def _revision(event: Event) -> str:
    change = _change(event)
    what = ", ".join(visible(change[name]) for name in ("status", "durability") if name in change) or "reviewed"
    return f"{event.occurred_at}  {what}  {event.event_id}  ({_who(event)})"


def _who(event: Event) -> str:
    """The actor and its claim: a claim, never a proof."""
    actor = visible(f"{event.actor.kind} {event.actor.id}" if event.actor.id else event.actor.kind)
    basis = f", basis {visible(event.trust.basis)}" if event.trust.basis else ""
    return f"{actor} claims {visible(event.trust.level)}{basis}"


def _section(name: str) -> Iterator[str]:
    yield ""
    yield click.style(name, bold=True)

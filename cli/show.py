"""``fingerpost show``: one record, its chain, and what is in dispute."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from ..ledger.display import visible, wrap
from ..ledger.events import Event, Record, Relation, StateChange
from ..ledger.history import Branch, Conflict, RecordHistory
from ..ledger.identifiers import is_id
from ..ledger.title import title_of
from ..ledger.wire import actor_value, listed_value, relation_value, trust_value
from ..ledger.wording import claimed_with_basis, counted, spoken_scope
from ..repository.errors import UsageError
from .output import colour_of, envelope, format_options, width_of
from .reading import Ledger, open_ledger
from .reading_options import ReadingOptions, reading_options
from .record_completion import complete_records
from .records import STATE_COLOURS
from .unread import unread_warnings, warn

UNKNOWN_ID = 1


@click.command("show")
@click.argument("record_id", metavar="REC", shell_complete=complete_records)
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@format_options
@reading_options()
def command(record_id: str, repo: Path | None, as_json: bool, options: ReadingOptions) -> int:
    """Show one record: what it says, why, where it holds, and every change of it.

    \b
    fingerpost show rec_019d2f3c-51b5-7000-8000-000000000001

    REC is an id, or as much of one as is unique here. Exit code 1 if the ledger does not know it.
    """
    ledger = open_ledger(repo, options)
    found = _matching(ledger, record_id)
    warnings = unread_warnings(ledger)
    warn(warnings)
    if len(found) != 1:
        return _not_one(record_id, found, warnings, as_json=as_json, quiet=options.quiet)
    record = ledger.history.records[found[0]]
    if as_json:
        click.echo(envelope("show", _data(ledger, record), warnings=warnings))
        return 0
    colour = colour_of(sys.stdout)
    for line in _lines(ledger, record, _How(width_of(sys.stdout), options.quiet, options.verbose)):
        click.echo(line, color=colour)
    return 0


def _matching(ledger: Ledger, record_id: str) -> list[str]:
    if is_id("rec", record_id):
        return [record_id] if record_id in ledger.history.records else []
    if not record_id.removeprefix("record:").startswith("rec_"):
        raise UsageError(
            f"{visible(record_id)} is no record id",
            hint="A record id begins with rec_; run 'fingerpost list' to see some.",
        )
    wanted = record_id.removeprefix("record:")
    return [each for each in ledger.history.records if each.startswith(wanted)]


def _not_one(record_id: str, found: list[str], warnings: tuple[str, ...], *, as_json: bool, quiet: bool) -> int:
    message = (
        f"{visible(record_id)} is the beginning of {counted(len(found), 'record id')}"
        if found
        else f"this ledger knows no record {visible(record_id)}"
    )
    if as_json:
        code = "invalid_argument" if found else "not_found"
        error = {"code": code, "message": message, "details": {"candidates": found}}
        click.echo(envelope("show", None, error, warnings=warnings))
    else:
        click.echo(f"fingerpost: {message}", err=True)
        if not quiet:
            click.echo("  Run 'fingerpost list --status any' to see every record.", err=True)
    return UNKNOWN_ID


def _data(ledger: Ledger, record: RecordHistory) -> dict[str, object]:
    return {
        **listed_value(record),
        "revisions": [_revision_value(event) for event in record.revisions],
        "branches": [
            [_revision_value(event) for event in branch.events]
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


@dataclass(frozen=True, slots=True)
class _How:
    """How much is said, and how wide: ``quiet`` the record alone, ``verbose`` its files and every reason too."""

    width: int
    quiet: bool
    verbose: bool


def _lines(ledger: Ledger, record: RecordHistory, how: _How) -> Iterator[str]:
    if record.text_known:
        yield click.style(visible(title_of(record.record.text)), bold=True)
        state = click.style(record.state, fg=STATE_COLOURS.get(record.state), bold=record.contested)
        yield f"{record.record_id}  {state}, {record.durability}"
        yield from _stated(record.record, how.width)
    else:
        yield click.style(f"({counted(len(record.creations), 'version')}: none is chosen)", bold=True)
        yield f"{record.record_id}  {click.style(record.state, fg=STATE_COLOURS.get(record.state), bold=True)}"
    for conflict in record.conflicts:
        yield from _conflict(conflict, how, whole=not record.text_known and conflict is record.conflict)
    if how.quiet:
        return
    if record.text_known:
        yield from _section("Revisions")
        for event in record.revisions:
            yield from _revision(event, how, "  ")
    relations = list(_relations(ledger, record.record_id))
    if relations:
        yield from _section("Relations")
        for event, relation in relations:
            ends = f"{visible(relation.source.spelled)} {relation.type} {visible(relation.target.spelled)}"
            yield f"  {ends}"
            yield f"      {visible(claimed_with_basis(event))}"
            yield from _details(relation.reason, event, how, "      ")


def _stated(record: Record, width: int) -> Iterator[str]:
    """What the creation says; a title that is the whole text is not said twice."""
    if " ".join(record.text.split()).rstrip(".") != title_of(record.text):
        yield from _section("Text")
        yield from (f"  {line}" for line in wrap(visible(record.text), width - 2))
    for name, text in (("Why", record.reason), ("Where", spoken_scope(record.scope)), ("Meant to last", record.ttl)):
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


def _conflict(conflict: Conflict, how: _How, *, whole: bool) -> Iterator[str]:
    """What is in dispute, side by side; ``whole`` versions with all that they state, where nothing else says it."""
    yield from _section("Settled" if conflict.settled_by else "Contested")
    yield from (f"  {line}" for line in wrap(visible(conflict.message), how.width - 2))
    if conflict.settled_by:
        yield f"  settled by {conflict.settled_by}"
    for number, branch in enumerate(conflict.branches, start=1):
        if whole and isinstance(branch.child.payload, Record):
            yield from _version(number, branch, branch.child.payload, how)
        else:
            yield from _branch(branch, how)
    if not conflict.branches:
        for event in conflict.versions:
            yield f"  - {visible(event.origin.path)}"
            yield from _revision(event, how, "    ")


def _branch(branch: Branch, how: _How) -> Iterator[str]:
    yield from _revision(branch.child, how, "  - ")
    for event in branch.following:
        yield from _revision(event, how, "      then ")


def _version(number: int, branch: Branch, record: Record, how: _How) -> Iterator[str]:
    """One of several creations or copies, as much of it as is shown of a record that has only one."""
    yield ""
    yield click.style(f"  Version {number}: {visible(title_of(record.text))}", bold=True)
    yield from _branch(branch, how)
    yield f"    {visible(branch.child.origin.path)}"
    yield from (f"    {line}" if line else "" for line in _stated(record, how.width - 4))


def _revision(event: Event, how: _How, lead: str) -> Iterator[str]:
    """An event in a line, and its own reason below it."""
    change = _change(event)
    words = [visible(change[name]) for name in ("status", "durability") if name in change]
    words += ["reviewed"] if "reviewed_at" in change else []
    what = ", ".join(words) or ("reason given" if "lifecycle_reason" in change else "nothing changed")
    margin = " " * (len(lead) + 2)
    yield f"{lead}{event.occurred_at}  {what}  {event.event_id}"
    yield from (f"{margin}{line}" for line in wrap(visible(claimed_with_basis(event)), how.width - len(margin)))
    payload = event.payload
    reason = payload.lifecycle_reason if isinstance(payload, Record | StateChange) else None
    yield from _details(reason, event, how, margin)


def _details(reason: str | None, event: Event, how: _How, margin: str) -> Iterator[str]:
    if reason:
        yield from (f"{margin}{line}" for line in wrap(f"because: {visible(reason)}", how.width - len(margin)))
    if how.verbose:
        yield f"{margin}in {visible(event.origin.path)}"


def _section(name: str) -> Iterator[str]:
    yield ""
    yield click.style(name, bold=True)

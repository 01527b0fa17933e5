"""Records as the API tells them: as they now stand, with the chain, and with every version of what is in dispute."""

from __future__ import annotations

from typing import Any

from ...ledger.events import Event, Record, StateChange
from ...ledger.history import Branch, Conflict, RecordHistory
from ...ledger.wire import actor_value, conflict_value, listed_value, trust_value
from ...ledger.wire import record_value as wire_value
from ..pages.address import record_page
from ..pages.survey import Survey

Json = dict[str, Any]


def record_value(survey: Survey, record: RecordHistory) -> Json:
    """One record. Its ``record`` is as the wire has it with the state of now; only the id where none is chosen."""
    listed = listed_value(record)
    del listed["conflict"]
    known = record.text_known
    findings = survey.findings_of.get(record.record_id, ())
    return {
        "record_id": record.record_id,
        "short_id": survey.short(record.record_id),
        "page": f"{record_page(record.record_id).site_path}.html",
        "title": survey.title(record) if known else None,
        "state": record.state,
        "in_force": record.in_force,
        "contested": record.contested,
        "text_known": known,
        **listed,
        "challenged_by": list(survey.challenged_by.get(record.record_id, ())),
        "chain": [_event(event) for event in record.revisions] if known else [],
        "conflicts": [_conflict(conflict) for conflict in record.conflicts],
        "findings": sorted({finding.fingerprint for finding in findings if finding.suppressed is None}),
    }


def _conflict(conflict: Conflict) -> Json:
    """A dispute with every branch and every version; none is preferred."""
    return {
        **conflict_value(conflict),
        "branches": [_branch(branch) for branch in conflict.branches],
        "versions": [_event(event) for event in conflict.versions],
    }


def _branch(branch: Branch) -> Json:
    return {"child": _event(branch.child), "following": [_event(event) for event in branch.following]}


def _event(event: Event) -> Json:
    """What one event says: a creation its whole record, a change what it changes."""
    return {
        "event_id": event.event_id,
        "type": event.event_type,
        "occurred_at": event.occurred_at,
        "parent_event_id": event.parent_event_id,
        "actor": actor_value(event.actor),
        "trust": trust_value(event.trust),
        "path": event.origin.path,
        **_said(event),
    }


def _said(event: Event) -> Json:
    payload = event.payload
    if isinstance(payload, Record):
        return {"record": wire_value(payload), "change": None}
    if isinstance(payload, StateChange):
        names = ("status", "durability", "lifecycle_reason", "reviewed_at")
        change = {name: value for name in names if (value := getattr(payload, name)) is not None}
        return {"record": None, "change": change}
    return {"record": None, "change": None}

"""What governs, as JSON (``schemas/governs.schema.json``)."""

from __future__ import annotations

from typing import Any

from ...ledger.ascii_json import storable_json
from ...ledger.events import Event
from ...ledger.governing import Governed
from ...ledger.history import RecordHistory
from ...ledger.scope_match import Reason
from ...ledger.title import title_of
from ...ledger.wire import actor_value, conflict_value, trust_value
from .answer import Answer, Question, Version, versions_of

Json = dict[str, Any]


def render_json(answer: Answer) -> str:
    """The answer as one JSON object in pure ASCII, free of lone surrogates that parsers refuse; ends with a newline."""
    return storable_json(governs_json(answer)) + "\n"


def governs_json(answer: Answer) -> Json:
    """The answer as plain JSON values; ledger text stands in it as it was written."""
    direction = answer.direction
    return {
        "version": 1,
        "as_of": answer.as_of.text,
        "ledger": answer.ledger,
        "revision": answer.revision,
        "asked": _asked(answer.question, answer),
        "looked_at": {
            "paths": len(answer.asked.paths),
            "in_force": direction.in_force,
            "records": len(answer.records),
            "live": answer.private_read,
        },
        "governing": [_governed(each, answer) for each in direction.governed],
        "settled": [{"record_id": each, "settled_by": list(by)} for each, by in direction.settled.items()],
        "unknown_areas": list(direction.unknown_areas),
        "unknown": list(answer.unknowns()),
    }


def _asked(question: Question, answer: Answer) -> Json:
    return {
        "paths": [
            {"path": each.path, "folder": each.files is not None, "looked_at": len(each.files or (each.path,))}
            for each in question.paths
        ],
        "commits": [
            {
                "commit": each.commit or each.text,
                "resolution": each.resolution,
                "first_parent": each.first_parent,
                "touched": None if each.touched is None else sorted(each.touched),
            }
            for each in question.commits
        ],
        "diffs": [
            {
                "range": each.text,
                "base": each.found.base,
                "head": each.found.head,
                "since": "merge-base" if each.found.from_merge_base else "base",
                "differing": sorted(each.found.paths),
            }
            for each in question.diffs
        ],
        "issues": list(question.issues),
        "prs": list(question.prs),
        "areas": [{"name": each, "known": each in answer.areas} for each in question.areas],
    }


def _governed(each: Governed, answer: Answer) -> Json:
    record = each.record
    return {
        "record_id": record.record_id,
        "short_id": answer.short_id(record.record_id),
        "state": record.state,
        **_stated(record),
        "tier": {"rank": int(each.tier), "name": each.tier.name.lower(), "words": each.tier.words},
        "reasons": [_reason(reason) for reason in each.reasons()],
        "open_challenge": each.open_challenge,
        "challenged_by": list(each.challenged_by),
        "excepted_by": [{"record_id": by.record_id, "answers": list(by.answers)} for by in each.excepted_by],
        "settles": list(each.settles),
        "conflicts": [conflict_value(conflict) for conflict in record.conflicts],
        "versions": [_version(version) for version in versions_of(record)],
    }


def _stated(record: RecordHistory) -> Json:
    """What the record says; nothing of one version where none is chosen."""
    if not record.text_known:
        names = ("title", "text", "kind", "durability", "actor", "trust", "since", "last_change")
        return {**dict.fromkeys(names), "preferred_paths": None, "rejected_paths": None}
    made = record.record
    return {
        "title": title_of(made.text),
        "text": made.text,
        "kind": made.kind,
        "durability": record.durability,
        "actor": actor_value(record.creation.actor),
        "trust": trust_value(record.creation.trust),
        "since": made.created_at,
        "last_change": None if record.head is record.creation else _said(record.head),
        "preferred_paths": list(made.preferred_paths),
        "rejected_paths": list(made.rejected_paths),
    }


def _said(event: Event) -> Json:
    return {
        "event_id": event.event_id,
        "occurred_at": event.occurred_at,
        "actor": actor_value(event.actor),
        "trust": trust_value(event.trust),
    }


def _version(version: Version) -> Json:
    return {
        **_said(version.event),
        "parent_event_id": version.event.parent_event_id,
        "text": version.text,
        "states": version.states,
        "path": version.event.origin.path,
    }


def _reason(reason: Reason) -> Json:
    value: Json = {"kind": reason.kind, "value": reason.value}
    if reason.kind == "path":
        value |= {"pattern": reason.pattern, "area": reason.area, "other_way": reason.other_way}
    return value

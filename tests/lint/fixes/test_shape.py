"""What the rules about the shape of an event (FP2) tell people to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.events import Wire, as_bytes, changed, created, envelope, ident, projection, record_node, relation
from support.fixes import LEDGER, RUNTIME, Files, Fix, accepted, check, committing, events, path_of, running

A = created(1)
PATH = path_of(A)
AGAIN = created(9, text="Round half to even.")
NOT_AN_ID = "0196a3c2-7d10-4c3e-9b1f-5f0c2a9d1e77"


def _mended(code: str, bad: Wire, good: Wire = A, *others: Wire) -> Fix:
    """An event that is corrected in its file."""
    return Fix(code, events(*others, bad), events(good))


def _removed(code: str, bad: Wire) -> Fix:
    """A file that goes, and a new record that says what it said."""
    return Fix(code, events(bad), events(AGAIN), repair=running(f"git rm -q {path_of(bad)}"))


def _accepted(code: str, bad: Wire, *new: Wire, expires: str | None = None) -> Fix:
    """An event that stays as it is: the finding is accepted, with the new events that make it good."""
    subject = {"event": bad["event_id"], **({} if expires is None else {"expires": expires})}
    return Fix(code, events(bad), {**accepted(code, **subject), **events(*new)})


def _superseding(new: int, old: int, last: int, status: str = "superseded") -> tuple[Wire, ...]:
    """A new record that replaces an old one: itself, the relation, and the old one's end."""
    return (
        created(new, text="Invoices are rounded once, at the total."),
        relation(new + 1, "supersedes", record_node(new), record_node(old)),
        changed(new + 2, old, last, status=status, lifecycle_reason="Its text was blank."),
    )


VIOLATION = {
    "status-mended": _mended("FP201", created(1, status="archived"), created(1, status="expired")),
    "scope-mended": _mended("FP201", created(1, scope={"repo": ["billing"]})),
    "missing-field-mended": _mended("FP201", created(1, text=None)),
    "nobody-knows": _removed("FP201", created(1, text=None)),
}

NEWER = created(1, event={"schema_version": "fabric/1.1"})
VERSION = {
    "of-a-newer-client": _accepted("FP202", NEWER, expires="2026-09-01"),
    "a-slip": _mended("FP202", NEWER),
}

NEW_TYPE = envelope(1, "record.archived", {"record_id": ident("rec", 2)})
MISSPELT = {**A, "event_type": "record.create"}
TYPE = {
    "of-a-newer-client": _accepted("FP203", NEW_TYPE),
    "misspelt": _accepted("FP203", MISSPELT, created(3, 1)),
    "letter-case": _mended("FP203", {**A, "event_type": "Record.Created"}),
}

CHANGE = changed(2, 1, 1)
UPPER = changed(2, 1, 1, event={"parent_event_id": ident("evt", 1).upper()})
NAMELESS = created(1, event={"event_id": NOT_AN_ID})
FRESH = created(7, 1)


def _with_record_id(wire: Wire, record_id: str) -> Wire:
    text = as_bytes(wire).decode().replace(ident("rec", 1), record_id)
    changed_wire: Wire = json.loads(text)
    return changed_wire


IDS = {
    "in-one-event": _mended("FP204", UPPER, CHANGE, A),
    "in-every-event": Fix(
        "FP204", events(_with_record_id(A, NOT_AN_ID), _with_record_id(CHANGE, NOT_AN_ID)), events(A, CHANGE)
    ),
    "its-own": Fix("FP204", events(NAMELESS), events(FRESH), repair=running(f"git rm -q {path_of(NAMELESS)}")),
    "its-own-where-others-name-it": Fix(
        "FP204",
        events(NAMELESS, changed(2, 1, 1, event={"parent_event_id": NOT_AN_ID})),
        events(FRESH, changed(2, 1, 7)),
        repair=running(f"git rm -q {path_of(NAMELESS)}"),
    ),
}


def _dated(time: str) -> Wire:
    return created(1, event={"occurred_at": time})


TIMES = {
    "no-such-date": _mended("FP205", _dated("2026-02-30 10:00:00"), _dated("2026-03-02T10:00:00Z")),
    "form": _mended("FP205", _dated("2026-03-02T1:00:00,5z"), _dated("2026-03-02T01:00:00.5Z")),
    "leap-second": _mended("FP205", _dated("2016-12-31T23:59:60Z"), _dated("2016-12-31T23:59:59Z")),
    "no-offset": _mended("FP205", _dated("2026-03-02T10:00:00"), _dated("2026-03-02T10:00:00+01:00")),
}

SCOPE = {"repo": "billing", "issue": "BILL-417"}
FIELDS = {
    "renamed": _mended(
        "FP206",
        created(1, scope={**SCOPE, "pathes": ["services/billing/**"]}),
        created(1, scope={**SCOPE, "paths": ["services/billing/**"]}),
    ),
    "letter-case": _mended("FP206", created(1, event={"Occurred_at": A["occurred_at"], "occurred_at": None})),
    "into-the-records-extensions": _mended(
        "FP206", created(1, ticket="BILL-1"), created(1, extensions={"example.org/ticket": "BILL-1"})
    ),
    "into-the-events-extensions": _mended(
        "FP206",
        created(1, event={"ticket": "BILL-1"}),
        created(1, event={"extensions": {"example.org/ticket": "BILL-1"}}),
    ),
    "of-a-state-change-into-the-events-extensions": _mended(
        "FP206",
        changed(2, 1, 1, status="expired", ticket="BILL-1"),
        changed(2, 1, 1, event={"extensions": {"example.org/ticket": "BILL-1"}}, status="expired"),
        A,
    ),
}

WRONG = f"{LEDGER}/copy of a.json"
NAMES = {
    "renamed": Fix("FP207", {WRONG: as_bytes(A)}, {}, repair=running(f"git mv '{WRONG}' {PATH}")),
    "edited-id-in-the-checkout": Fix(
        "FP207", events(A), {}, untracked={PATH: as_bytes(created(5, 1))}, repair=running(f"git restore {PATH}")
    ),
    "edited-id-from-an-earlier-commit": Fix(
        "FP207",
        events(A),
        {},
        prepare=committing({PATH: as_bytes(created(5, 1))}),
        repair=running(f"git checkout -q HEAD~1 -- {PATH}"),
        options_after=("--history",),
    ),
}

EMPTY = projection(2, None, [], [])
NULLS: Files = {f"{RUNTIME}/projections/{EMPTY['event_id']}.json": as_bytes(EMPTY).replace(b"[]", b"null")}
NULL = {
    "nothing-needs-mending": Fix("FP208", events(A), {}, untracked=NULLS, left="notice"),
    "switched-off": Fix("FP208", events(A), {"fingerpost.toml": '[rules.FP208]\nseverity = "off"\n'}, untracked=NULLS),
    "ignored": Fix("FP208", events(A), {}, untracked=NULLS, options_after=("--ignore", "FP208")),
}

BARE_KEY = created(1, extensions={"priority": "high"})
NAMESPACE = {
    "accepted": _accepted("FP209", BARE_KEY),
    "and-a-namespace-from-now-on": _accepted(
        "FP209", BARE_KEY, created(2, extensions={"example.org/priority": "high"}), created(3, extensions={"a.b": 1})
    ),
}

COMMIT = {"kind": "commit", "id": "c" * 40}
BLANK = {
    "reason": _accepted("FP210", created(1, reason=" "), changed(2, 1, 1, lifecycle_reason="It keeps one rule.")),
    "reason-of-a-change": Fix(
        "FP210",
        events(A, changed(2, 1, 1, lifecycle_reason=" ")),
        {**accepted("FP210", event=ident("evt", 2)), **events(changed(3, 1, 2, lifecycle_reason="It keeps one rule."))},
    ),
    "reason-of-a-relation": Fix(
        "FP210",
        events(A, relation(2, "implements", COMMIT, record_node(1), reason="\t")),
        {
            **accepted("FP210", event=ident("evt", 2)),
            **events(relation(3, "implements", COMMIT, record_node(1), reason="It rounds at the total.")),
        },
    ),
    "text": _accepted("FP210", created(1, text="   "), *_superseding(3, 1, 1)),
    "scope": _accepted("FP210", created(1, scope={"issue": " "}), *_superseding(3, 1, 1)),
    "text-that-meant-nothing": _accepted(
        "FP210", created(1, text="   "), changed(2, 1, 1, status="discarded", lifecycle_reason="It meant nothing.")
    ),
}

OLD = _dated("1970-01-01T00:00:07Z")
AHEAD = _dated("2026-03-09T09:00:00Z")
IMPLAUSIBLE = {
    "before-2005": _accepted("FP211", OLD),
    "before-2005-and-a-true-review": _accepted("FP211", OLD, changed(2, 1, 1, reviewed_at="2026-03-02T09:00:00Z")),
    "ahead-until-its-day": Fix("FP211", events(AHEAD), {}, as_of_after="2026-03-09T09:00:00Z"),
    "ahead-accepted-until-its-day": _accepted("FP211", AHEAD, expires="2026-03-09"),
    "judged-as-of-a-time-that-was-not-meant": Fix(
        "FP211", events(A), {}, as_of="2025-03-03T09:00:00Z", as_of_after="2026-03-03T09:00:00Z"
    ),
}

CASES = {
    f"{fix.code}-{name}": fix
    for group in (VIOLATION, VERSION, TYPE, IDS, TIMES, FIELDS, NAMES, NULL, NAMESPACE, BLANK, IMPLAUSIBLE)
    for name, fix in group.items()
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_lint_passes(fix: Fix, tmp_path: Path) -> None:
    check(fix, tmp_path)

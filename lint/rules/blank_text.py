"""FP210 blank-text: a text, a reason or a scope value says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from ...ledger.events import Event, Projection, Record, Relation, Scope, StateChange, Thread
from ..finding import Observation, Severity
from ..rule import Examination, Rule

# A pointer and its value; values that are absent are None.
Field = tuple[str, str | None]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a blank value."""
    yield from _blank_scopes(examination)
    for event in examination.events_of(Record):
        record = event.payload
        if isinstance(record, Record) and (
            record.text.isspace()
            or ((reason := record.reason) is not None and (not reason or reason.isspace()))
            or _is_blank(record.lifecycle_reason)
        ):
            base = "/payload/record"
            fields = [(f"{base}/text", record.text), (f"{base}/reason", record.reason)]
            yield from _blank(event, [*fields, (f"{base}/lifecycle_reason", record.lifecycle_reason)])
    for kind, pointer in ((Relation, "/payload/relation/reason"), (StateChange, "/payload/lifecycle_reason")):
        reason_of = attrgetter(f"payload.{pointer.rpartition('/')[2]}")
        events = examination.events_of(kind)
        values = list(map(reason_of, events))
        # Whether one is blank is asked of each only where one is: most are written out, and many are the same.
        blank = {value for value in set(values) if _is_blank(value)}
        for event, value in zip(events, values, strict=True) if blank else ():
            if value in blank:
                yield from _blank(event, [(pointer, value)])


def _blank_scopes(examination: Examination) -> Iterator[Observation]:
    events = [event for kind in (Record, Thread, Projection) for event in examination.events_of(kind)]
    # Equal scopes are mostly one object: each is looked at once.
    scopes: dict[int, Scope] = {id(scope): scope for scope in map(attrgetter("payload.scope"), events)}
    blank = {key for key, scope in scopes.items() if any(_is_blank(value) for _, value in _scope_fields(scope, ""))}
    if not blank:
        return
    for event in events:
        scope: Scope = attrgetter("payload.scope")(event)
        if id(scope) in blank:
            yield from _blank(event, _scope_fields(scope, _scope_pointer(event)))


def _is_blank(value: str | None) -> bool:
    return value is not None and (not value or value.isspace())


def _blank(event: Event, fields: list[Field]) -> Iterator[Observation]:
    for pointer, value in fields:
        if _is_blank(value):
            name = pointer.rpartition("/")[2]
            what = f"entry {int(name) + 1} of {pointer.split('/')[-2]}" if name.isdigit() else name
            record_id = getattr(event.payload, "record_id", None)
            yield Observation(f"{what} is blank: white space only", event.origin, pointer, event.event_id, record_id)


def _scope_pointer(event: Event) -> str:
    kinds: dict[type, str] = {Record: "record", Thread: "thread", Projection: "projection"}
    return f"/payload/{kinds[type(event.payload)]}/scope"


def _scope_fields(scope: Scope, base: str) -> list[Field]:
    return [
        (f"{base}/repo", scope.repo),
        (f"{base}/issue", scope.issue),
        (f"{base}/pr", scope.pr),
        *((f"{base}/areas/{index}", area) for index, area in enumerate(scope.areas)),
        *((f"{base}/paths/{index}", path) for index, path in enumerate(scope.paths)),
    ]


RULE = Rule(
    code="FP210",
    name="blank-text",
    severity=Severity.WARNING,
    summary="A text, a reason or a scope value holds nothing but white space.",
    why=(
        "A blank text gives no direction and a blank reason explains nothing, yet both count as present: a "
        "durable record with a blank reason passes every check for one. A blank issue or path is a scope that "
        "nothing will ever match."
    ),
    fix="""\
        The event stays as it is. A blank reason is made good by a state change that gives a lifecycle_reason, that of
        a relation by stating the relation again with a reason. For a blank text or scope, write the direction again
        as a new record with text, reason and scope filled in and a supersedes relation to this one. Then append a
        `record.state_changed` of this record with status superseded (or discarded, if it meant nothing), its last
        revision as parent, and a lifecycle_reason. Let the tool that wrote it refuse blank input.

        The warning stays with the event; once that is done, accept it: `[[suppressions]]` in the config with
        `rule = "FP210"`, the `event` and a `reason` that names what replaces it.""",
    bad='"text": "   ",\n"scope": {"issue": " "}',
    good='"text": "Invoices are rounded once, at the total.",\n"scope": {"issue": "BILL-417"}',
    check=check,
)

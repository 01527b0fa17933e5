"""FP210 blank-text: a text, a reason or a scope value says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Projection, Record, Relation, Scope, StateChange, Thread
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

# A pointer and its value; values that are absent are None.
Field = tuple[str, str | None]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a blank value. The gate of the content lets none pass, so few events need a look."""
    for event in examination.unproven:
        for pointer, value in _fields(event):
            if value is not None and (not value or value.isspace()):
                yield _observation(event, pointer)


def _fields(event: Event) -> Iterator[Field]:
    payload = event.payload
    if isinstance(payload, Record):
        base = "/payload/record"
        yield from _scope_fields(payload.scope, f"{base}/scope")
        yield f"{base}/text", payload.text
        yield f"{base}/reason", payload.reason
        yield f"{base}/lifecycle_reason", payload.lifecycle_reason
    elif isinstance(payload, Thread):
        yield from _scope_fields(payload.scope, "/payload/thread/scope")
    elif isinstance(payload, Projection):
        yield from _scope_fields(payload.scope, "/payload/projection/scope")
    elif isinstance(payload, Relation):
        yield "/payload/relation/reason", payload.reason
    elif isinstance(payload, StateChange):
        yield "/payload/lifecycle_reason", payload.lifecycle_reason


def _scope_fields(scope: Scope, base: str) -> Iterator[Field]:
    yield f"{base}/repo", scope.repo
    yield f"{base}/issue", scope.issue
    yield f"{base}/pr", scope.pr
    for index, area in enumerate(scope.areas):
        yield f"{base}/areas/{index}", area
    for index, path in enumerate(scope.paths):
        yield f"{base}/paths/{index}", path


def _observation(event: Event, pointer: str) -> Observation:
    name = pointer.rpartition("/")[2]
    what = f"entry {int(name) + 1} of {pointer.split('/')[-2]}" if name.isdigit() else name
    record_id = getattr(event.payload, "record_id", None)
    return Observation(f"{what} is blank: white space only", event.origin, pointer, event.event_id, record_id)


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
    reach=Reach.PART,
)

"""FP210 blank-text: a text, a reason or a scope value says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Projection, Record, Relation, Scope, StateChange, Thread
from ..finding import Observation, Severity
from ..rule import Examination, Rule

# A pointer and its value; values that are absent are None.
Field = tuple[str, str | None]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a blank value."""
    blank_scopes: dict[int, bool] = {}  # equal scopes are mostly one object: each is looked at once
    for event in examination.reading.events:
        payload = event.payload
        scope = getattr(payload, "scope", None)
        if scope is not None:
            known = blank_scopes.get(id(scope))
            if known is None:
                known = blank_scopes[id(scope)] = any(_is_blank(value) for _, value in _scope_fields(scope, ""))
            if known:
                yield from _blank(event, _scope_fields(scope, _scope_pointer(event)))
        if isinstance(payload, Record):
            if payload.text.isspace() or _is_blank(payload.reason) or _is_blank(payload.lifecycle_reason):
                base = "/payload/record"
                fields = [(f"{base}/text", payload.text), (f"{base}/reason", payload.reason)]
                yield from _blank(event, [*fields, (f"{base}/lifecycle_reason", payload.lifecycle_reason)])
        elif isinstance(payload, Relation):
            yield from _blank(event, [("/payload/relation/reason", payload.reason)])
        elif isinstance(payload, StateChange):
            yield from _blank(event, [("/payload/lifecycle_reason", payload.lifecycle_reason)])


def _is_blank(value: str | None) -> bool:
    return value is not None and not value.strip()


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
    fix=(
        "The event stays as it is. Write the direction again as a new record with its text, reason and scope "
        "filled in, let it supersede the blank one, and expire or discard that one with a lifecycle reason; then "
        "suppress this finding, naming the new record. Let the writing tool refuse blank input."
    ),
    bad='"text": "   ",\n"scope": {"issue": " "}',
    good='"text": "Invoices are rounded once, at the total.",\n"scope": {"issue": "BILL-417"}',
    check=check,
)

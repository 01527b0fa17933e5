"""FP208 null-value: a field holds null where it should be absent or a list."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP208",
    name="null-value",
    severity=Severity.NOTICE,
    summary="A field is null where it should be left out or be an empty list; it is read as absent.",
    why=(
        "The schema knows no null, and a strict reader refuses it. The Go client itself writes null for an empty "
        "list in projections and receipts, so nothing is lost here: the value is read as absent or empty, and "
        "this is only a notice."
    ),
    fix="""\
        Nothing needs mending in events that exist: they stay as they are. In a tool of your own, leave the field
        out, or write `[]`. A notice fails only a gate with `--fail-on notice`; where the notices are in the way, set
        `severity = "off"` under `[rules.FP208]` in `fingerpost.toml`, or give `--ignore FP208`.""",
    bad='"event_ids": null,\n"record_ids": null',
    good='"event_ids": [],\n"record_ids": []',
    check=problems_of("FP208"),
)

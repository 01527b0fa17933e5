"""FP209 extension-namespace: an extension key does not say whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...ledger.events import Event, Record
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

_NAMESPACED = re.compile(r"[^./]+[./]")


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a key, in envelopes and in records. The gate of the content lets none pass."""
    for event in examination.unproven:
        yield from _keys(event, event.extensions, "/extensions")
        record = event.payload
        if isinstance(record, Record) and record.extensions:
            yield from _keys(event, record.extensions, "/payload/record/extensions", record.record_id)


def _keys(
    event: Event, extensions: Mapping[str, Any], base: str, record_id: str | None = None
) -> Iterator[Observation]:
    for key in sorted(extensions):
        if not _NAMESPACED.match(key):
            escaped = key.replace("~", "~0").replace("/", "~1")
            yield Observation(
                f'the extension key "{key}" has no namespace: a part before its first "." or "/" that says whose it is',
                event.origin,
                f"{base}/{escaped}",
                event.event_id,
                record_id,
            )


RULE = Rule(
    code="FP209",
    name="extension-namespace",
    severity=Severity.WARNING,
    summary="An extension key has no namespace: no part before its first . or / that says whose it is.",
    why=(
        "Extensions are the one open place of the protocol, shared by every tool that writes into a ledger. A "
        "bare key such as `priority` will be used by a second tool with another meaning, and then neither can "
        "trust what it reads."
    ),
    fix="""\
        Let the tool write its keys under a name it owns from now on: `tool.key`, or a domain such as
        `example.org/key`. Events that are committed keep their keys: accept their warnings with `[[suppressions]]` in
        the config, with `rule = "FP209"`, the `event` and a `reason` that names the tool that wrote it.""",
    bad='"extensions": {"priority": "high"}',
    good='"extensions": {"example.org/priority": "high"}',
    check=check,
    reach=Reach.PART,
)

"""``api/v1``: what the pages say as JSON, one file for each question, each with its JSON Schema beside it.

Everything is a function of the survey. Where a record is in dispute every version is there and none is chosen: what
one version alone would say of the record is null. What nobody declared is in no list: it is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from ... import schemas
from ...ledger.ascii_json import storable_json
from ...lint.finding import Severity
from ...lint.formats.json import finding_value
from ..pages.blocks import Page
from ..pages.survey import Survey
from .api_graph import graph_value
from .api_paths import paths_value
from .api_records import record_value
from .feed_blocks import API

Json = dict[str, Any]

SCHEMAS = f"{API}/schemas"
NAMES = ("findings", "graph", "paths", "records")
"""The files, without their ``.json``."""

_BESIDE = ("lint-report.schema.json",)  # schemas that those of the API refer to


def api_files(survey: Survey, _pages: Sequence[Page] = ()) -> dict[str, bytes]:
    """Every file of the API and its schemas, by path in the site; JSON in pure ASCII."""
    made = {f"{API}/{name}.json": _bytes({**_head(survey, name), **_VALUES[name](survey)}) for name in NAMES}
    return {**made, **schema_files()}


def schema_files() -> dict[str, bytes]:
    """The schemas as they lie in the package, by path in the site."""
    package = files(schemas)
    own = {f"{SCHEMAS}/{name}.schema.json": package.joinpath(f"api/{name}.schema.json").read_bytes() for name in NAMES}
    return {**own, **{f"{SCHEMAS}/{name}": package.joinpath(name).read_bytes() for name in _BESIDE}}


def _bytes(value: Json) -> bytes:
    return f"{storable_json(value, indent=False)}\n".encode("ascii")


def _head(survey: Survey, name: str) -> Json:
    """What was read; ``schema`` leads from the file to its schema."""
    return {
        "version": 1,
        "schema": f"schemas/{name}.schema.json",
        "tool": {"name": "fingerpost", "version": survey.version},
        "repository": survey.name,
        "ledger": survey.ledger,
        "revision": survey.revision,
        "as_of": survey.as_of.text,
        "ledger_read": not survey.ledger_unreadable,
        "live": survey.private_read,
        "runtime": survey.runtime_read,
    }


def _records(survey: Survey) -> Json:
    return {"records": [record_value(survey, record) for record in survey.history.records.values()]}


def _findings(survey: Survey) -> Json:
    counts = {severity.value: sum(each.severity is severity for each in survey.open_findings) for severity in Severity}
    accepted = len(survey.findings) - len(survey.open_findings)
    return {
        "summary": {**counts, "suppressed": accepted},
        "findings": [finding_value(finding) for finding in survey.findings],
    }


_VALUES: dict[str, Callable[[Survey], Json]] = {
    "findings": _findings,
    "graph": graph_value,
    "paths": paths_value,
    "records": _records,
}

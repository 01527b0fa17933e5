"""FP001 config-invalid: the ledger's own config cannot be read as what it should be."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.source import tracked_file
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a fault of ``.fabric/config.yaml``."""
    origin = tracked_file(examination.config.path)
    for problem in examination.config.problems:
        yield Observation(problem.message, origin, detail=problem.key, line=problem.line, column=problem.column)


RULE = Rule(
    code="FP001",
    name="config-invalid",
    severity=Severity.ERROR,
    summary="The ledger's config is not valid YAML, or holds what its schema does not allow.",
    why=(
        "Areas give a record its reach: without them nobody can say which files an area-scoped direction speaks of, "
        "and clients silently treat the mapping as empty. The events are linted all the same, but as if no area were "
        "defined, so further findings may follow from this one."
    ),
    fix=(
        "Correct `.fabric/config.yaml` at the line named. The config is no event: it may be edited and committed like "
        "any other file. `areas` maps each area's name to an object with `paths`, a block list of patterns. What "
        "YAML reads as a number, a date or a truth value is no name: choose another one. Quotes are no way out, since "
        "some clients take them for a part of it."
    ),
    bad="areas:\n  billing/invoices: services/billing/**",
    good="areas:\n  billing/invoices:\n    paths:\n      - services/billing/**",
    check=check,
    reach=Reach.NOTHING,
)

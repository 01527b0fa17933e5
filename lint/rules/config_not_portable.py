"""FP003 config-not-portable: the reference client reads the config otherwise than its YAML says."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.source import tracked_file
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each place where clients disagree about ``.fabric/config.yaml``."""
    origin = tracked_file(examination.config.path)
    for found in examination.config.unportable:
        yield Observation(found.message, origin, detail=found.key, line=found.line, column=found.column)


RULE = Rule(
    code="FP003",
    name="config-not-portable",
    severity=Severity.WARNING,
    summary="The config is valid YAML, but the Go client reads it otherwise.",
    why=(
        "The Go client does not parse YAML. It reads `repo` and `areas` line by line, by their indent, and passes over "
        "what it does not recognise without a word. An area that it does not see has no paths, so direction for that "
        "area never reaches an agent who works there, while other clients go on to show it."
    ),
    fix="""\
        Write `.fabric/config.yaml` in the plain form: `repo: NAME` and `areas:` with nothing behind them, each area
        indented by two spaces, `paths:` by four, each path by six behind `- `. No quotes around names, no comments
        behind values, no lists in brackets, no tabs. Quotes around a path are understood. Keep the events where
        clients look for them, in `.fabric/ledger/events`. The config is no event: edit and commit it like any other
        file.""",
    bad='repo: "billing"\nareas: # who owns what\n    billing/invoices: {paths: [services/billing/**]}',
    good="repo: billing\nareas:\n  billing/invoices:\n    paths:\n      - services/billing/**",
    check=check,
    reach=Reach.NOTHING,
)

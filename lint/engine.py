"""Runs rules over what was read, and gives each thing they saw its place, its severity and its order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..ledger.content_gate import is_plain
from ..ledger.display import visible
from ..ledger.secrets import masked
from ..repository.source import Origin
from .finding import Finding, Observation, Related, Severity
from .rule import Examination, Rule

# The line and column (from 1) of what a JSON pointer names in a file, or None where the file cannot be read again.
Locate = Callable[[Origin, str], tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rules run: those that ``select`` names (all, if empty), less those that ``ignore`` names.

    Both hold codes or the beginnings of codes: ``FP4`` names every rule of that group.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str) -> bool:
        """True if the rule with this code runs."""
        chosen = not self.select or code.startswith(self.select)
        return chosen and not (self.ignore and code.startswith(self.ignore))

    def of(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """The rules that run, in the order given."""
        return tuple(rule for rule in rules if self.takes(rule.code))

    def idle(self, rules: Sequence[Rule]) -> tuple[str, ...]:
        """What was asked for but names no rule: a slip of the pen, sorted."""
        asked = {*self.select, *self.ignore}
        return tuple(sorted(code for code in asked if not any(rule.code.startswith(code) for rule in rules)))


def selection(select: str = "", ignore: str = "") -> Selection:
    """A selection from two comma-separated lists, as a command line gives them; letter case does not count."""
    return Selection(_codes(select), _codes(ignore))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(sorted({code.strip().upper() for code in text.split(",") if code.strip()}))


def examine(
    examination: Examination,
    locate: Locate,
    *,
    rules: Iterable[Rule],
    severities: Mapping[str, Severity | None] | None = None,
) -> list[Finding]:
    """Every finding of these rules, in the order of the contract.

    ``severities`` is what the config sets for a code; None switches the rule off. An observation's own severity
    counts where the config sets nothing, or where it is the milder of the two: whoever makes a rule a warning
    does not want its settled cases, which are notices, made louder.
    """
    set_by_config = severities or {}
    findings: list[Finding] = []
    for rule in rules:
        configured = set_by_config.get(rule.code, rule.severity)
        if configured is None:
            continue
        bound = configured if rule.code in set_by_config else None
        for observation in rule.check(examination):
            severity = _severity(observation.severity, rule.severity, bound)
            findings.append(_finding(rule, observation, severity, locate))
    findings.sort(key=lambda finding: finding.order)
    return findings


def _severity(own: Severity | None, default: Severity, configured: Severity | None) -> Severity:
    if configured is None:
        return own or default
    if own is None or own.rank < configured.rank:
        return configured
    return own


def _finding(rule: Rule, seen: Observation, severity: Severity, locate: Locate) -> Finding:
    line, column = seen.line, seen.column
    if line is None and seen.origin is not None and seen.pointer is not None:
        line, column = locate(seen.origin, seen.pointer) or (None, None)
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=severity,
        message=_safe(seen.message),
        path=seen.origin.path if seen.origin is not None else None,
        line=line,
        column=column,
        pointer=seen.pointer,
        event_id=seen.event_id,
        record_id=seen.record_id,
        related=tuple(_related(each.origin, each.message, each.pointer, locate) for each in seen.related),
        detail=seen.detail,
    )


def _related(origin: Origin, message: str, pointer: str, locate: Locate) -> Related:
    place = locate(origin, pointer)
    return Related(path=origin.path, line=place[0] if place else None, message=_safe(message))


def _safe(message: str) -> str:
    """A message as every output may have it, whatever a rule quotes: of the ledger, its config, a path or a commit.

    What acts or hides is written out, and what looks like a credential is masked. Hardly any message holds one, which
    the gate tells a hundred times faster than the search.
    """
    shown = visible(message)
    return shown if is_plain(shown) else masked(shown)


def fails(findings: Iterable[Finding], fail_on: Severity | None, *, new_only: bool = False) -> bool:
    """True if a finding that nothing suppresses is as bad as ``fail_on`` or worse; None never fails.

    With ``new_only`` only what the change introduced counts.
    """
    return fail_on is not None and any(
        finding.severity.rank <= fail_on.rank
        for finding in findings
        if finding.suppressed is None and (finding.introduced or not new_only)
    )

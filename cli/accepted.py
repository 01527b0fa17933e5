"""What is accepted of the findings of an opened ledger, which the gate and every other surface share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ..lint.accepting.looked import looked_at
from ..lint.accepting.suppression import Applied, apply
from ..lint.catalogue import RULES
from ..lint.finding import Finding
from ..lint.rule import Examination, Rule
from ..repository.configs.baseline_file import Baseline, configured_baseline, read_baseline
from ..repository.configs.place import told_place
from ..repository.configs.settings import UNSUPPRESSED
from ..repository.errors import UsageError
from .reading import Ledger


def accepted_findings(ledger: Ledger) -> list[Finding]:
    """Every finding of every rule, in order, each with what accepts it, and FP002 for whatever accepts nothing.

    For every surface but the gate. Nothing that is accepted is left out: it stays on record, and on the site. Raises
    UsageError for a baseline of the config that cannot be used.
    """
    settings, root = ledger.place.settings, ledger.repository.root
    baseline = None
    if settings.baseline is not None:
        baseline = baseline_in_use(root, configured_baseline(root, settings.baseline))
    looked = looked_at(ran(ledger, RULES), ledger.examination, full_history=False, as_of_commit=True)
    applied = apply(ledger.examine(RULES), settings.suppressions, baseline, ledger.as_of, looked)
    unused = idle_findings(ledger, RULES, ledger.examination, applied)
    return sorted((*applied.findings, *unused), key=lambda each: each.order)


def baseline_in_use(root: Path, file: Path) -> Baseline:
    """The baseline to be applied. Raises UsageError where there is none."""
    baseline = read_baseline(root, file)
    if baseline is None:
        raise UsageError(
            f"there is no baseline {told_place(root, file)}", "Write a first one: fingerpost lint --write-baseline"
        )
    return baseline


def ran(ledger: Ledger, rules: Iterable[Rule]) -> set[str]:
    """The codes of those rules whose silence says something: they are not switched off."""
    off = {code for code, setting in ledger.place.settings.rules.items() if setting.severity == "off"}
    return {rule.code for rule in rules} - off


def idle_findings(ledger: Ledger, rules: Iterable[Rule], examination: Examination, applied: Applied) -> list[Finding]:
    """What FP002 says, where it is among the rules, now that it is known what accepted nothing."""
    judging = [rule for rule in rules if rule.code == UNSUPPRESSED]
    if not applied.idle or not judging:
        return []
    return ledger.examine(judging, replace(examination, idle=applied.idle))

"""The findings of an opened ledger with what the config accepts of them: for every surface but the gate itself."""

from __future__ import annotations

from dataclasses import replace

from ..lint.accepting.looked import Looked, looked_at
from ..lint.accepting.suppression import apply
from ..lint.catalogue import RULES
from ..lint.finding import Finding
from ..repository.configs.baseline_file import configured_baseline, read_baseline
from ..repository.configs.settings import UNSUPPRESSED
from ..repository.errors import UsageError
from ..repository.paths import shown
from .reading import Ledger


def accepted_findings(ledger: Ledger) -> list[Finding]:
    """Every finding of every rule, in order, each with what accepts it, and FP002 for whatever accepts nothing.

    Nothing that is accepted is left out: it stays on record, and on the site. Raises UsageError for a baseline of the
    config that cannot be used.
    """
    settings, root = ledger.place.settings, ledger.repository.root
    baseline = None
    if settings.baseline is not None:
        baseline = read_baseline(root, configured_baseline(root, settings.baseline))
        if baseline is None:
            raise no_baseline(settings.baseline)
    applied = apply(ledger.examine(RULES), settings.suppressions, baseline, ledger.as_of, _looked(ledger))
    idle = replace(ledger.examination, idle=applied.idle)
    unused = ledger.examine([rule for rule in RULES if rule.code == UNSUPPRESSED], idle) if applied.idle else []
    return sorted((*applied.findings, *unused), key=lambda each: each.order)


def no_baseline(file: str) -> UsageError:
    """The error for a baseline that is not there."""
    return UsageError(f"there is no baseline {shown(file)}", "Write a first one: fingerpost lint --write-baseline")


def _looked(ledger: Ledger) -> Looked:
    off = {code for code, setting in ledger.place.settings.rules.items() if setting.severity == "off"}
    codes = {rule.code for rule in RULES} - off
    return looked_at(codes, ledger.examination, full_history=False, as_of_commit=True)

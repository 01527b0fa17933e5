"""What is accepted of the findings: suppressions of the config, and the baseline (contract, ``lint``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..lint.accepting.baseline import next_baseline
from ..lint.accepting.looked import looked_at
from ..lint.accepting.suppression import Applied, apply
from ..lint.catalogue import RULES
from ..lint.engine import Selection
from ..lint.finding import Finding
from ..repository.configs.baseline_file import Baseline, configured_baseline, read_baseline, write_baseline
from ..repository.configs.settings import UNSUPPRESSED
from ..repository.errors import UsageError
from ..repository.paths import shown
from .gate import Gate
from .loosening import loosened


@dataclass(frozen=True, slots=True)
class AcceptanceOptions:
    """What of the findings may be accepted, as it was asked for."""

    baseline: Path | None = None
    write: bool = False
    force: bool = False
    suppressions: bool = True


@dataclass(frozen=True, slots=True)
class Judged:
    """All findings, in order, each with what accepts it; ``written`` says what became of the baseline's file.

    ``loosened`` is what the change makes the gate accept, as phrases.
    """

    findings: tuple[Finding, ...]
    written: str = ""
    loosened: tuple[str, ...] = ()


def judge(gate: Gate, chosen: Selection, asked: AcceptanceOptions) -> Judged:
    """Every finding of the gate's chosen rules, and FP002 for whatever accepts nothing.

    Writes the baseline where that is asked for. Raises UsageError for a baseline that cannot be used.
    """
    settings, root = gate.ledger.place.settings, gate.ledger.repository.root
    file = _file(root, settings.baseline, asked)
    if not asked.suppressions:
        return Judged(tuple(gate.findings(chosen)), loosened=loosened(gate, None))
    baseline = None if file is None else read_baseline(root, file)
    if file is not None and baseline is None and not asked.write:
        raise UsageError(f"there is no baseline {shown(str(file))}", "Write a first one with --write-baseline.")
    found = gate.findings(chosen)
    looked = looked_at(
        _ran(gate, chosen), gate.examination, full_history=gate.history, as_of_commit=gate.base is not None
    )

    def applied(to: Baseline | None) -> Applied:
        return apply(found, settings.suppressions, to, gate.ledger.as_of, looked)

    judged = applied(baseline)
    written = ""
    if file is not None and asked.write:
        following = next_baseline(baseline, judged.findings, looked, force=asked.force)
        written = _write(root, file, following, gate.ledger.ledger_path)
        judged = applied(replace(following, file=None if baseline is None else baseline.file))
    ordered = sorted((*judged.findings, *_idle(gate, chosen, judged)), key=lambda each: each.order)
    return Judged(tuple(ordered), written, loosened(gate, file))


def _file(root: Path, configured: str | None, asked: AcceptanceOptions) -> Path | None:
    if asked.force and not asked.write:
        raise UsageError("--force goes with --write-baseline: it lets a baseline grow", "Leave it out.")
    if not asked.suppressions:
        if asked.baseline is not None or asked.write:
            raise UsageError("--no-suppressions shows everything, so no baseline can be used", "Leave one of them out.")
        return None
    if asked.baseline is not None:
        return asked.baseline
    if configured is not None:
        return configured_baseline(root, configured)
    if asked.write:
        raise UsageError("--write-baseline: which file?", "Name it with --baseline FILE, or as baseline in the config.")
    return None


def _ran(gate: Gate, chosen: Selection) -> set[str]:
    """The codes of the rules whose silence says something: chosen, and not switched off."""
    rules = gate.ledger.place.settings.rules
    off = {code for code, setting in rules.items() if setting.severity == "off"}
    return {rule.code for rule in chosen.of(RULES)} - off


def _idle(gate: Gate, chosen: Selection, applied: Applied) -> list[Finding]:
    """What FP002 says, now that it is known what accepted nothing; such a thing is never the work of the change."""
    rules = [rule for rule in chosen.of(RULES) if rule.code == UNSUPPRESSED]
    if not applied.idle or not rules:
        return []
    found = gate.ledger.examine(rules, replace(gate.examination, idle=applied.idle))
    return [replace(each, introduced=None if gate.base is None else False) for each in found]


def _write(root: Path, file: Path, baseline: Baseline, ledger: str) -> str:
    changed = write_baseline(root, file, baseline, ledger)
    accepted = sum(entry.count for entry in baseline.entries)
    told = f"{shown(str(file))} accepts {accepted:,} finding{'' if accepted == 1 else 's'}"
    return f"{told}, written" if changed else f"{told}, as before"

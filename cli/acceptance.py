"""What the gate accepts of its findings, as it was asked for: suppressions and the baseline (contract, ``lint``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..ledger.wording import counted
from ..lint.accepting.baseline import next_baseline
from ..lint.accepting.looked import looked_at
from ..lint.accepting.suppression import Applied, apply
from ..lint.catalogue import RULES
from ..lint.engine import Selection
from ..lint.finding import Finding
from ..lint.rule import Rule
from ..repository.configs.baseline_file import Baseline, configured_baseline, read_baseline, write_baseline
from ..repository.configs.place import told_place
from ..repository.errors import UsageError
from .accepted import baseline_in_use, idle_findings, ran
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
    baseline = None
    if file is not None:
        baseline = read_baseline(root, file) if asked.write else baseline_in_use(root, file)
    found = gate.findings(chosen)
    rules = chosen.of(RULES)
    looked = looked_at(
        ran(gate.ledger, rules), gate.examination, full_history=gate.history, as_of_commit=gate.base is not None
    )

    def applied(to: Baseline | None) -> Applied:
        return apply(found, settings.suppressions, to, gate.ledger.as_of, looked)

    judged = applied(baseline)
    written = ""
    if file is not None and asked.write:
        following = next_baseline(baseline, judged.findings, looked, force=asked.force)
        forced = following if asked.force else next_baseline(baseline, judged.findings, looked, force=True)
        written = _write(root, file, following, gate.ledger.ledger_path) + _refused(following, forced)
        judged = applied(replace(following, file=None if baseline is None else baseline.file))
    ordered = sorted((*judged.findings, *_idle(gate, rules, judged)), key=lambda each: each.order)
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


def _idle(gate: Gate, rules: Sequence[Rule], applied: Applied) -> list[Finding]:
    """What FP002 says; a thing that accepts nothing is never the work of the change."""
    found = idle_findings(gate.ledger, rules, gate.examination, applied)
    return [replace(each, introduced=None if gate.base is None else False) for each in found]


def _write(root: Path, file: Path, baseline: Baseline, ledger: str) -> str:
    changed = write_baseline(root, file, baseline, ledger)
    accepted = counted(sum(entry.count for entry in baseline.entries), "finding")
    told = f"{told_place(root, file)} accepts {accepted}"
    return f"{told}, written" if changed else f"{told}, as before"


def _refused(baseline: Baseline, forced: Baseline) -> str:
    """How many findings a baseline that only shrinks did not take; empty where it took all."""
    held = {entry.fingerprint: entry.count for entry in baseline.entries}
    refused = sum(max(0, entry.count - held.get(entry.fingerprint, 0)) for entry in forced.entries)
    return f"; it does not take {counted(refused, 'newer finding')} (--force lets it)" if refused else ""

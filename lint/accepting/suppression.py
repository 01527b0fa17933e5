"""Which findings the config and the baseline accept, and what of both accepts nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...ledger.instants import Instant, instant
from ...ledger.matching import pattern_matches
from ...repository.configs.baseline_file import Baseline
from ...repository.configs.settings import UNSUPPRESSED, SuppressionSetting
from ...repository.paths import shown
from ..finding import Finding, Suppressed
from .baseline import Acceptance, one_line, unmet
from .idle import Idle
from .looked import Looked


@dataclass(frozen=True, slots=True)
class Applied:
    """All findings, in the order they were given, and what accepted none of them: suppressions first, in order."""

    findings: tuple[Finding, ...]
    idle: tuple[Idle, ...]


def apply(
    findings: Iterable[Finding],
    suppressions: Sequence[SuppressionSetting],
    baseline: Baseline | None,
    as_of: Instant,
    looked: Looked,
) -> Applied:
    """Mark what is accepted: by the first suppression of the config that matches, else by the baseline.

    A suppression matches the findings of its rule about its record or event, or whose place is its path: the very
    path, or what it matches as a pattern of the protocol (:func:`fingerpost.ledger.matching.pattern_matches`). One
    without a reason, or that has expired at ``as_of`` (a date is the midnight in UTC with which it begins), accepts
    nothing and is idle. So is one that matches nothing, unless ``looked`` says that this could not be judged. What
    the findings said of being suppressed before does not count.
    """
    faults = [_fault(each, as_of) for each in suppressions]
    sound = _Suppressions(suppressions, [not fault for fault in faults])
    acceptance = Acceptance(baseline)
    seen: Counter[str] = Counter()
    marked: list[Finding] = []
    for finding in findings:
        suppressed = None
        if finding.code != UNSUPPRESSED:
            seen[finding.fingerprint] += 1
            suppressed = sound.of(finding) or acceptance.of(finding)
        marked.append(finding if finding.suppressed == suppressed else replace(finding, suppressed=suppressed))
    idle: list[Idle] = []
    for number, (each, fault) in enumerate(zip(suppressions, faults, strict=True)):
        if not fault and number not in sound.used and looked.at(each.rule, each.subject, each.value):
            fault = "matches nothing that was found"
        if fault:
            idle.append(_idle(each, fault))
    idle.extend(unmet(baseline, seen, looked))
    return Applied(tuple(marked), tuple(_told_apart(idle)))


def _fault(each: SuppressionSetting, as_of: Instant) -> str:
    """Why a suppression accepts nothing whatever is found; empty where it may."""
    if not each.reason.strip():
        return "has no reason, so it accepts nothing"
    if each.expires is not None and as_of >= instant(f"{each.expires.isoformat()}T00:00:00Z"):
        return f"expired on {each.expires.isoformat()}, so it accepts nothing any more"
    return ""


class _Suppressions:
    """Those that may accept something, found by what they name; ``used`` are the numbers of those that matched."""

    def __init__(self, suppressions: Sequence[SuppressionSetting], sound: Sequence[bool]) -> None:
        self.used: set[int] = set()
        self._all = suppressions
        self._by_id: dict[tuple[str, str, str], list[int]] = {}
        self._by_path: dict[str, list[int]] = {}
        for number, each in enumerate(suppressions):
            if not sound[number]:
                continue
            if each.subject == "path":
                self._by_path.setdefault(each.rule, []).append(number)
            else:
                self._by_id.setdefault((each.rule, each.subject, each.value), []).append(number)

    def of(self, finding: Finding) -> Suppressed | None:
        matching = list(self._matching(finding))
        if not matching:
            return None
        self.used.update(matching)
        return Suppressed("config", one_line(self._all[min(matching)].reason))

    def _matching(self, finding: Finding) -> Iterator[int]:
        if finding.record_id is not None:
            yield from self._by_id.get((finding.code, "record", finding.record_id), ())
        if finding.event_id is not None:
            yield from self._by_id.get((finding.code, "event", finding.event_id), ())
        if finding.path is not None:
            for number in self._by_path.get(finding.code, ()):
                value = self._all[number].value
                if value == finding.path or pattern_matches(value, finding.path):
                    yield number


def _idle(each: SuppressionSetting, fault: str) -> Idle:
    value = shown(each.value)
    where = "" if each.file is not None else f" (line {each.line} of the config that was given)"
    return Idle(
        message=f"the suppression of {each.rule} for {each.subject} {value}{where} {fault}",
        file=each.file,
        line=each.line,
        detail=f"{each.rule} {each.subject} {value}",
    )


def _told_apart(idle: Iterable[Idle]) -> Iterator[Idle]:
    """A suppression that stands twice is two findings."""
    times: Counter[str] = Counter()
    for each in idle:
        times[each.detail] += 1
        yield each if times[each.detail] == 1 else replace(each, detail=f"{each.detail} {times[each.detail]}")

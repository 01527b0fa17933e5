"""The baseline: findings that are accepted as they were, by fingerprint, until they are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...repository.configs.baseline_file import Baseline, BaselineEntry
from ...repository.configs.settings import UNSUPPRESSED
from ...repository.paths import shown
from ..finding import Finding, Suppressed
from .idle import Idle
from .looked import Looked, is_private

DEFAULT_REASON = "in the baseline"
_LONGEST = 200  # characters of what only people read


class Acceptance:
    """What the baseline still accepts in one run: each entry as many findings with its fingerprint as it counts."""

    def __init__(self, baseline: Baseline | None) -> None:
        entries = () if baseline is None else baseline.entries
        self._reasons = {entry.fingerprint: _reason(entry) for entry in entries}
        self._left = Counter({entry.fingerprint: entry.count for entry in entries if _reason(entry)})

    def of(self, finding: Finding) -> Suppressed | None:
        """What accepts this finding, if the baseline does; one of what it accepts is then used up."""
        if self._left[finding.fingerprint] < 1:
            return None
        self._left[finding.fingerprint] -= 1
        return Suppressed("baseline", self._reasons[finding.fingerprint])


def unmet(baseline: Baseline | None, seen: Mapping[str, int], looked: Looked) -> Iterator[Idle]:
    """The entries that accept more than there is, or have a blank reason, in their order.

    ``seen`` counts the findings by fingerprint, whatever accepts them. What could not be judged is left out.
    """
    for entry in () if baseline is None else baseline.entries:
        found = seen.get(entry.fingerprint, 0)
        if not _reason(entry):
            fault = "has a blank reason, so it accepts nothing"
        elif found >= entry.count or not _looked(entry, looked):
            continue
        elif found:
            fault = f"accepts {entry.count}, but only {found} of them can still be found"
        else:
            fault = "matches nothing that was found"
        file = None if baseline is None else baseline.file
        where = "" if file is not None or not entry.line else f" (line {entry.line} of the baseline that was given)"
        yield Idle(
            message=f"the baseline's entry of {entry.code} {shown(entry.name)}{_about(entry)}{where} {fault}",
            file=file,
            line=entry.line or None,
            detail=f"{entry.code} {entry.fingerprint}",
        )


def next_baseline(
    existing: Baseline | None, findings: Iterable[Finding], looked: Looked, *, force: bool = False
) -> Baseline:
    """The baseline to write after a run that gave these findings.

    Where there is none yet, it takes every finding of any severity that the config does not suppress, but FP002.
    Where there is one, it only shrinks: it loses what is no longer found or what the config accepts by now, and gains
    nothing, unless ``force`` makes it take everything again. An entry that could not be judged is kept, and so are
    all reasons.
    """
    entries = () if existing is None else existing.entries
    taken = [finding for finding in findings if finding.code != UNSUPPRESSED and not _by_config(finding)]
    counts = Counter(finding.fingerprint for finding in taken)
    kept: dict[str, BaselineEntry] = {}
    for entry in entries:
        found = counts[entry.fingerprint]
        count = found if force else min(found, entry.count)
        if count < entry.count and not _looked(entry, looked):
            count = entry.count
        if count:
            kept[entry.fingerprint] = replace(entry, count=count)
    if existing is None or force:
        for finding in taken:
            kept.setdefault(finding.fingerprint, _entry(finding, counts[finding.fingerprint]))
    return Baseline(
        tuple(sorted(kept.values(), key=lambda entry: entry.order)), None if existing is None else existing.file
    )


def one_line(text: str) -> str:
    """A reason as it is shown: one line of characters that print."""
    return shown(" ".join(text.split()))


def _by_config(finding: Finding) -> bool:
    return finding.suppressed is not None and finding.suppressed.by == "config"


def _entry(finding: Finding, count: int) -> BaselineEntry:
    return BaselineEntry(
        code=finding.code,
        name=finding.name,
        fingerprint=finding.fingerprint,
        event=_clipped(finding.event_id),
        record=_clipped(finding.record_id),
        path=_clipped(finding.path) if not finding.event_id or is_private(finding.path or "") else "",
        pointer=_clipped(finding.pointer),
        count=count,
    )


def _clipped(text: str | None) -> str:
    text = shown(text or "")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _reason(entry: BaselineEntry) -> str:
    return DEFAULT_REASON if entry.reason is None else one_line(entry.reason)


def _looked(entry: BaselineEntry, looked: Looked) -> bool:
    subject, value = ("event", entry.event) if entry.event else ("record", entry.record)
    return looked.at(entry.code, subject, value) and looked.at(entry.code, "path", entry.path)


def _about(entry: BaselineEntry) -> str:
    subject = entry.event or entry.record or entry.path
    return f" for {shown(subject)[:_LONGEST]}" if subject else ""

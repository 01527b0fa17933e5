"""What a change makes the gate accept: whoever reviews it has to see that beside what it adds to the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..ledger.wording import counted, listed
from ..lint.catalogue import RULES
from ..repository.configs.baseline_file import Baseline, baseline_in, read_baseline
from ..repository.configs.place import place_in
from ..repository.configs.settings import PLACES, Settings, settings_in
from ..repository.errors import UsageError
from ..repository.files import MAX_BYTES
from ..repository.git import Git
from .gate import Gate

_RANK = {"error": 3, "warning": 2, "notice": 1, "off": 0}
_MOST = 8  # codes that are named


def loosened(gate: Gate, baseline: Path | None) -> tuple[str, ...]:
    """What the config and the ``baseline`` in use accept beyond those of the base, as phrases; nothing without a base.

    A config or baseline of the base that cannot be read accepts nothing.
    """
    git, base, place = gate.ledger.repository.git, gate.base, gate.ledger.place
    if git is None or base is None:
        return ()
    root, config = gate.ledger.repository.root, gate.options.config
    commit = base.merge_bases[0]
    before = _settings(git, commit, None if config is None else place_in(root, config))
    accepted = _baseline(git, commit, None if baseline is None else place_in(root, baseline))
    here = None if baseline is None else read_baseline(root, baseline)
    return (
        *_milder(before, place.settings),
        *_suppressed(before, place.settings),
        *_renamed(before, place.settings),
        *_counted_later(before, place.settings),
        *_accepted(accepted, here),
    )


def _settings(git: Git, revision: str, named: str | None) -> Settings:
    for path in (named,) if named is not None else (name for name, _ in PLACES):
        data = git.read_file(revision, path, MAX_BYTES)
        if isinstance(data, bytes):
            try:
                return settings_in(data, path.rpartition("/")[2])
            except UsageError:
                break
    return Settings()


def _baseline(git: Git, revision: str, named: str | None) -> Baseline | None:
    data = None if named is None else git.read_file(revision, named, MAX_BYTES)
    if named is None or not isinstance(data, bytes):
        return None
    try:
        return baseline_in(data, named)
    except UsageError:
        return None


def _milder(before: Settings, now: Settings) -> Iterable[str]:
    """The rules that count for less than they did."""
    told = []
    for rule in RULES:
        old, new = (_severity(settings, rule.code) or rule.severity.value for settings in (before, now))
        if _RANK[new] < _RANK[old]:
            told.append(f"{rule.code} {new}")
    if told:
        yield f"{counted(len(told), 'milder rule')} ({listed(told, most=_MOST)})"


def _severity(settings: Settings, code: str) -> str | None:
    rule = settings.rules.get(code)
    return None if rule is None else rule.severity


def _suppressed(before: Settings, now: Settings) -> Iterable[str]:
    known = {(each.rule, each.subject, each.value) for each in before.suppressions}
    new = [each.rule for each in now.suppressions if (each.rule, each.subject, each.value) not in known]
    if new:
        yield f"{counted(len(new), 'suppression')} ({listed(sorted(set(new)), most=_MOST)})"


def _renamed(before: Settings, now: Settings) -> Iterable[str]:
    """Trailers that are called something else: what commits declare is then read otherwise."""
    if now.trailers != before.trailers:
        yield "other names of trailers"


def _counted_later(before: Settings, now: Settings) -> Iterable[str]:
    """A commit from which coverage counts that is new or another one: fewer may count."""
    if now.start is not None and (before.start is None or now.start.commit != before.start.commit):
        yield "another start of coverage"


def _accepted(before: Baseline | None, now: Baseline | None) -> Iterable[str]:
    new = Counter(_counts(now)) - Counter(_counts(before))
    if new:
        codes = sorted({each.code for each in now.entries if each.fingerprint in new}) if now is not None else []
        yield f"{counted(new.total(), 'finding')} to the baseline ({listed(codes, most=_MOST)})"


def _counts(baseline: Baseline | None) -> Mapping[str, int]:
    return {} if baseline is None else {entry.fingerprint: entry.count for entry in baseline.entries}

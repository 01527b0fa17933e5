"""What a change makes the gate accept: whoever reviews it has to see that beside what it adds to the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from ..ledger.wording import counted, listed
from ..lint.catalogue import RULES
from ..repository.configs.baseline_file import Baseline, read_baseline
from ..repository.configs.place import place_in
from ..repository.configs.settings import PLACES, Settings, read_settings
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
    named = None if config is None else place_in(root, config)
    with TemporaryDirectory() as folder:
        before = _settings(git, base.merge_bases[0], Path(folder), named)
        accepted = _baseline(
            git, base.merge_bases[0], Path(folder), None if baseline is None else place_in(root, baseline)
        )
    here = None if baseline is None else read_baseline(root, baseline)
    return (
        *_milder(before, place.settings),
        *_suppressed(before, place.settings),
        *_accepted(accepted, here),
    )


def _settings(git: Git, revision: str, folder: Path, named: str | None) -> Settings:
    for path in (named,) if named is not None else (name for name, _ in PLACES):
        data = git.read_file(revision, path, MAX_BYTES)
        if isinstance(data, bytes):
            copy = folder / Path(path).name
            copy.write_bytes(data)
            try:
                return read_settings(folder, copy if named is not None else None)
            except UsageError:
                break
    return Settings()


def _baseline(git: Git, revision: str, folder: Path, named: str | None) -> Baseline | None:
    data = None if named is None else git.read_file(revision, named, MAX_BYTES)
    if not isinstance(data, bytes):
        return None
    copy = folder / "baseline"
    copy.write_bytes(data)
    try:
        return read_baseline(folder, copy)
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


def _accepted(before: Baseline | None, now: Baseline | None) -> Iterable[str]:
    new = Counter(_counts(now)) - Counter(_counts(before))
    if new:
        codes = sorted({each.code for each in now.entries if each.fingerprint in new}) if now is not None else []
        yield f"{counted(new.total(), 'finding')} to the baseline ({listed(codes, most=_MOST)})"


def _counts(baseline: Baseline | None) -> Mapping[str, int]:
    return {} if baseline is None else {entry.fingerprint: entry.count for entry in baseline.entries}

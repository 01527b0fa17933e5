"""Lints ledgers made for tests, the way the command does, without a disk."""

from __future__ import annotations

from collections.abc import Iterable

from support.events import MemoryStore, Wire, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.ledger.positions import position
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine
from fingerpost.lint.finding import Finding
from fingerpost.lint.rule import Examination, Rule
from fingerpost.repository.configs.config import LedgerConfig
from fingerpost.repository.source import Origin

AS_OF = "2026-03-03T09:00:00Z"
NO_CONFIG = LedgerConfig(repo="billing", areas={}, ledger=None, problems=(), path=".fabric/config.yaml", exists=True)


def examination_of(
    *events: Wire,
    stores: Iterable[MemoryStore] | None = None,
    as_of: str = AS_OF,
    tracked_paths: Iterable[str] | None = None,
    config: LedgerConfig = NO_CONFIG,
    days: dict[str, int] | None = None,
) -> Examination:
    """What rules look at: ``events``, each in the store that is for it, or else the ``stores`` as they are."""
    reading = load(list(stores) if stores is not None else stores_of(*events))
    return Examination(
        reading=reading,
        history=build_history(reading),
        config=config,
        as_of=instant(as_of),
        tracked_paths=None if tracked_paths is None else frozenset(tracked_paths),
        days=days or {},
    )


def findings_of(
    *events: Wire,
    stores: Iterable[MemoryStore] | None = None,
    as_of: str = AS_OF,
    tracked_paths: Iterable[str] | None = None,
    config: LedgerConfig = NO_CONFIG,
    days: dict[str, int] | None = None,
    rules: Iterable[Rule] = RULES,
) -> list[Finding]:
    """Every finding of the whole catalogue (or of ``rules``), with lines looked up in the files' bytes."""
    held = list(stores) if stores is not None else stores_of(*events)
    examination = examination_of(stores=held, as_of=as_of, tracked_paths=tracked_paths, config=config, days=days)
    by_path = {f"{store.path}/{name}": data for store in held for name, data in store.files.items()}

    def locate(origin: Origin, pointer: str) -> tuple[int, int] | None:
        data = by_path.get(origin.path)
        return position(data, pointer) if isinstance(data, bytes) else None

    return examine(examination, locate, rules=rules)


def only(findings: Iterable[Finding], code: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in findings if finding.code == code]


def codes(findings: Iterable[Finding]) -> set[str]:
    """The codes that were found."""
    return {finding.code for finding in findings}

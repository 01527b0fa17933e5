"""A small sound ledger with odd files among its own, read and judged as the commands do it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fuzz.event_files import SEEDS
from support.events import PATHS, MemoryStore, as_bytes, store_of
from support.lint import NO_CONFIG

from fingerpost import __version__
from fingerpost.cli.lint import rendered
from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.ledger.reading import Reading
from fingerpost.ledger.rereading import Rereading
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine
from fingerpost.lint.finding import Finding
from fingerpost.lint.formats.summary import render_summary
from fingerpost.lint.formats.text import render_text
from fingerpost.lint.report import Report, examined
from fingerpost.lint.rule import Examination
from fingerpost.repository.source import StoreName

SOUND = {f"{event['event_id']}.json": (store_of(event), as_bytes(event)) for event in SEEDS}
MACHINES = ("json", "sarif", "github", "gitlab", "junit")
AS_OF = "2026-03-03T09:00:00Z"


@dataclass(frozen=True)
class Judged:
    """What was made of a ledger."""

    reading: Reading
    findings: tuple[Finding, ...]
    report: Report

    def formats(self) -> dict[str, str]:
        """The report in every format there is."""
        return {
            **{form: rendered(form, self.report) for form in MACHINES},
            **{f"text {width}": render_text(self.report, colour=True, width=width) for width in (60, 140)},
            "summary": render_summary(self.report),
        }


def stores_with(files: Mapping[str, bytes], folder: StoreName, *, backwards: bool = False) -> list[MemoryStore]:
    """The stores of the sound ledger with these files in one of them; a file may take the place of a sound one."""
    stores = {name: MemoryStore(name, path) for name, path in PATHS.items()}
    laid = [(store, name, data) for name, (store, data) in SOUND.items() if not (store is folder and name in files)]
    laid += [(folder, name, data) for name, data in files.items()]
    for store, name, data in reversed(laid) if backwards else laid:
        stores[store].files[name] = data
    return list(stores.values())


def judge(stores: list[MemoryStore]) -> Judged:
    """Read these stores and run every rule."""
    reading = load(stores)
    history = build_history(reading)
    examination = Examination(
        reading=reading,
        history=history,
        config=NO_CONFIG,
        as_of=instant(AS_OF),
        tracked_paths=frozenset({"src/a.py"}),
        committed=frozenset[str]().intersection,
    )
    with Rereading(stores) as rereading:
        findings = examine(examination, rereading.locate, rules=RULES)
    report = Report(
        version=__version__,
        as_of=AS_OF,
        ledger=PATHS[StoreName.LEDGER],
        examined=examined(reading, history),
        findings=findings,
    )
    return Judged(reading, tuple(findings), report)

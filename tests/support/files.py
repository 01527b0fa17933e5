"""A ledger in which one file holds just the bytes a test gives it."""

from __future__ import annotations

from support.events import MemoryStore, as_bytes, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

NAME = f"{ident('evt', 1)}.json"
GOOD = as_bytes(created(1))


def with_file(data: bytes) -> MemoryStore:
    """A sound event, and beside it a file with these bytes."""
    store = MemoryStore().add(created(2))
    store.files[NAME] = data
    return store


def only_fault(data: bytes, code: str, severity: Severity, line: int | None) -> Finding:
    """The finding of one rule about such a file; it is in its place, and nothing is said of the other file."""
    found = findings_of(stores=[with_file(data)])
    finding = only(found, code)[0]
    assert finding.severity is severity
    assert finding.path is not None
    assert finding.path.endswith(NAME)
    assert finding.line == line
    assert not [other for other in found if other.path != finding.path and other.code < "FP3"]
    return finding

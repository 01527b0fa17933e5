"""What the fixes of the rules about records write: ends, replacements, settlements, suppressions; and a strict check.

The events that are at fault have low numbers; what a fix appends has numbers from 100 on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.events import Wire, changed, created, ident, record_node, relation
from support.fixes import Files, Fix, accepted, check, events, findings
from support.shared import git


def check_all(fix: Fix, folder: Path) -> None:
    """Assert what :func:`check` does, and that no rule at all warns of more after the fix than before it."""
    before: Counter[str] = Counter()
    starts: list[str] = []

    def prepare(root: Path) -> None:
        if fix.prepare is not None:
            fix.prepare(root)
        before.update(_loud(root, fix, "--no-base"))

    def repair(root: Path) -> None:
        starts.append(git(root, "rev-parse", "HEAD"))
        if fix.repair is not None:
            fix.repair(root)

    check(replace(fix, prepare=prepare, repair=repair), folder)
    after = _loud(folder / "repo", fix, f"--base={starts[0]}", *fix.options_after, as_of=fix.as_of_after)
    assert after - before == Counter()


def _loud(root: Path, fix: Fix, *more: str, as_of: str | None = None) -> Counter[str]:
    """How many errors and warnings of each rule nobody has accepted."""
    return Counter(
        each["code"]
        for each in findings(root, fix, *more, as_of=as_of)
        if each["suppressed"] is None and each["severity"] in ("error", "warning")
    )


def accepted_event(rule: str, number: int) -> Files:
    """A fingerpost.toml that accepts what a rule says of the event with this number."""
    return accepted(rule, event=ident("evt", number))


def accepted_record(rule: str, number: int) -> Files:
    """A fingerpost.toml that accepts what a rule says of the record with this number."""
    return accepted(rule, record=ident("rec", number))


def setting(rule: str, line: str) -> Files:
    """A fingerpost.toml that sets one thing of one rule."""
    return {"fingerpost.toml": f"[rules.{rule}]\n{line}\n"}


def ended(number: int, rec: int, parent: int, status: str = "superseded", event: Wire | None = None) -> Wire:
    """A state change that ends a record and says why."""
    return changed(number, rec, parent, event, status=status, lifecycle_reason="What holds now is another record.")


def supersedes(number: int, newer: int, older: int, event: Wire | None = None) -> Wire:
    """A relation by which one record supersedes another."""
    return relation(number, "supersedes", record_node(newer), record_node(older), event)


def settled(
    number: int, rec: int, parent: int, competing: tuple[int, ...], event: Wire | None = None, **fields: Any
) -> tuple[Wire, Wire]:
    """A settlement of the fork of ``rec`` under the event ``parent``, and its relation to the contested record."""
    extension = {
        "record_id": ident("rec", rec),
        "parent_event_id": ident("evt", parent),
        "competing_event_ids": [ident("evt", each) for each in competing],
    }
    record = created(number, None, event, extensions={"fingerpost.settles": extension}, **fields)
    return record, supersedes(number + 1, number, rec, event)


def forked(rec: int, parent: int, first: int = 8, second: int = 9) -> tuple[Wire, Wire]:
    """Two changes that compete under one revision."""
    return (
        changed(first, rec, parent, lifecycle_reason="Seen on one branch."),
        changed(second, rec, parent, lifecycle_reason="Seen on another."),
    )


def replaced(number: int, rec: int, parent: int, **fields: Any) -> dict[str, bytes | str | None]:
    """The direction as a new record that supersedes the old one, and the old one's end: numbers from ``number`` on."""
    return events(created(number, **fields), supersedes(number + 1, number, rec), ended(number + 2, rec, parent))

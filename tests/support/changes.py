"""Changes of event files made for tests, and the findings for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from support.events import MemoryStore, Wire, as_bytes
from support.lint import examination_of

from fingerpost.lint.engine import examine
from fingerpost.lint.finding import Finding
from fingerpost.lint.rule import Rule
from fingerpost.lint.rules import event_changed, event_removed, event_rewritten, repaired_event
from fingerpost.repository.growth.file_change import ChangeKind, FileChange
from fingerpost.repository.source import Origin, Source, StoreName

LEDGER = ".fabric/ledger/events"
RULES: tuple[Rule, ...] = (event_changed.RULE, event_removed.RULE, event_rewritten.RULE, repaired_event.RULE)

Content = Wire | bytes


def name_of(event: Wire) -> str:
    """The file name that carries an event's id."""
    return f"{event['event_id']}.json"


def source_of(name: str, content: Content) -> Source:
    """A file of the tracked ledger."""
    data = content if isinstance(content, bytes) else as_bytes(content)
    return Source(Origin(StoreName.LEDGER, f"{LEDGER}/{name}", name), data)


def change_of(
    name: str,
    before: Content,
    after: Content | None,
    *,
    renamed_to: str | None = None,
    modes: tuple[str, str] = ("100644", "100644"),
    unread: str = "",
    after_unread: str = "",
    since: str = "origin/main",
    commits: tuple[str, ...] = (),
) -> FileChange:
    """What became of one old version of a file."""
    old, new = source_of(name, before), None if after is None else source_of(name, after)
    if new is None:
        kind = ChangeKind.RENAMED if renamed_to else ChangeKind.REMOVED
    else:
        kind = ChangeKind.MODE if new.data == old.data else ChangeKind.CHANGED
    return FileChange(
        kind=kind,
        before=old,
        after=new,
        before_mode=modes[0],
        after_mode=None if new is None else modes[1],
        since=since,
        unread=unread,
        renamed_to=renamed_to,
        commits=commits,
        after_unread=after_unread,
    )


def judged_findings(
    changes: Sequence[FileChange], *events: Wire, files: dict[str, Content] | None = None, others: Iterable[Wire] = ()
) -> list[Finding]:
    """The findings of the four rules for these changes, with ``events`` (and ``files``) in the ledger now.

    What a change leaves behind is in the ledger too. ``others`` lie in the shared store.
    """
    ledger = MemoryStore().add(*events)
    shared = MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(*others)
    for name, content in (files or {}).items():
        ledger.files[name] = source_of(name, content).data
    for change in changes:
        if change.after is not None:
            ledger.files[change.after.origin.name] = change.after.data
    examination = replace(examination_of(stores=[ledger, shared]), changes=tuple(changes))
    return examine(examination, lambda origin, pointer: None, rules=RULES)


def codes_for(changes: Sequence[FileChange], *events: Wire, files: dict[str, Content] | None = None) -> list[str]:
    """The codes of these findings, sorted."""
    return sorted(finding.code for finding in judged_findings(changes, *events, files=files))

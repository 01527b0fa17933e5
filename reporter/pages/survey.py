"""Everything the pages are made of; making them reads no file, asks no git and looks at no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...ledger.events import Node
from ...ledger.history import History, RecordHistory
from ...ledger.instants import Instant
from ...ledger.reading import Reading
from ...ledger.title import title_of
from ...lint.claim_holders import ClaimHolders
from ...lint.finding import Finding
from ...repository.commits import Commit
from ...repository.source import Origin
from ..provenance import Provenance
from ..subjects import CommitFact
from .address import Address, commit_page, record_page


@dataclass(frozen=True)
class Survey:
    """One reading of one ledger, with what git and lint say of it.

    ``facts`` tells how each commit id of the ledger resolves, ``messages`` the first line of each commit's message by
    full id. ``commits`` are the latest of the repository's own
    history (None without git), ``older_commits`` says that there are more. ``bytes_of`` gives an event file's
    bytes again. ``options`` are the reading options a command needs to see the same, ready to print.
    """

    name: str
    ledger: str
    revision: str | None
    history: History
    reading: Reading
    findings: Sequence[Finding]
    provenance: Provenance
    facts: Mapping[str, CommitFact]
    messages: Mapping[str, str]
    commits: Sequence[Commit] | None
    older_commits: bool
    as_of: Instant
    areas: Mapping[str, tuple[str, ...]]
    runtime_asked: bool
    options: str
    version: str
    bytes_of: Callable[[Origin], bytes | None]

    @property
    def private_read(self) -> bool:
        """True if the pages hold something that git does not carry: live records, or threads and receipts."""
        return self.reading.private_read

    @property
    def runtime_read(self) -> bool:
        """True if threads, projections and receipts were read."""
        return self.reading.runtime_read

    @cached_property
    def findings_of(self) -> Mapping[str, tuple[Finding, ...]]:
        """The findings that touch each record, in their order."""
        owners = {
            revision.event_id: record.record_id
            for record in self.history.records.values()
            for revision in record.revisions
        }
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            record_id = finding.record_id or owners.get(finding.event_id or "")
            if record_id is not None:
                found.setdefault(record_id, []).append(finding)
        return {record_id: tuple(found[record_id]) for record_id in sorted(found)}

    @cached_property
    def claim_holders(self) -> ClaimHolders:
        """Who holds which claim in which scope, on the record."""
        return ClaimHolders(self.history, self.areas)

    @cached_property
    def commit_nodes(self) -> Mapping[str, tuple[Node, ...]]:
        """The commits that relations name: id as written -> its nodes (several where providers differ)."""
        found: dict[str, list[Node]] = {}
        for node in self.provenance.related_nodes("commit"):
            found.setdefault(node.id, []).append(node)
        return {identifier: tuple(found[identifier]) for identifier in sorted(found)}

    def title(self, record: RecordHistory) -> str:
        """A record's title, or that its text is in dispute."""
        return title_of(record.record.text) if record.text_known else "Text in dispute: no version is chosen"

    def page_of(self, node: Node) -> Address | None:
        """The page of a node, or None if it has none."""
        if node.kind == "record" and not node.provider and node.id in self.history.records:
            return record_page(node.id)
        if node.kind == "commit" and node.id in self.commit_nodes:
            return commit_page(node.id)
        return None

    def command(self, words: str) -> str:
        """A command that shows the same as a page."""
        return f"fingerpost {words}{self.options}"

"""Everything the pages are made of; making them reads no file, asks no git and looks at no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...ledger.counting import unlisted_stores
from ...ledger.events import Node
from ...ledger.history import History, RecordHistory
from ...ledger.instants import Instant
from ...ledger.problem import Problem
from ...ledger.reading import Reading
from ...ledger.title import title_of
from ...lint.claim_holders import ClaimHolders
from ...lint.finding import Finding
from ...repository.commits import Commit
from ...repository.paths import shown
from ...repository.source import Origin, StoreName
from ..claims.subjects import CommitFact
from ..graph.provenance import Provenance
from .address import Address, commit_page, record_page


@dataclass(frozen=True)
class Survey:
    """One reading of one ledger, with what git and lint say of it.

    ``facts`` tells how each commit id of the ledger resolves, ``messages`` the first line of each commit's message by
    full id. ``commits`` are the latest of the repository's own history (None without git), ``older_commits`` says
    that there are more, ``history_cut`` that this clone is shallow: what lies beyond the cut is unknown.
    ``bytes_of`` gives an event file's bytes again.

    ``options`` are the reading options a command needs to see the same, ready to print, but for the time of
    judgement: ``as_of_given`` says that somebody set it. ``config_unnamed`` says that a config outside the repository
    was used, which no command here can name.
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
    history_cut: bool
    as_of: Instant
    as_of_given: bool
    areas: Mapping[str, tuple[str, ...]]
    runtime_asked: bool
    options: str
    config_unnamed: bool
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
    def unlisted(self) -> Mapping[StoreName, Problem]:
        """The stores that are there but whose folder could not be read: what they hold is unknown."""
        return unlisted_stores(self.reading, shown(self.ledger))

    @property
    def ledger_unreadable(self) -> bool:
        """True if the folder of the tracked ledger could not be read, so that no count says anything of it."""
        return StoreName.LEDGER in self.unlisted

    @property
    def runtime_unreadable(self) -> bool:
        """True if a folder of threads, projections or receipts is there but could not be read."""
        return any(name.is_runtime for name in self.unlisted)

    @cached_property
    def open_findings(self) -> tuple[Finding, ...]:
        """The findings that nobody accepted, in order."""
        return tuple(finding for finding in self.findings if finding.suppressed is None)

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

    def command(self, words: str, *, judged: bool = False) -> str:
        """A command that shows the same as a page; ``judged`` where it would by itself judge as of another time."""
        as_of = f" --as-of {self.as_of.text}" if judged or self.as_of_given else ""
        return f"fingerpost {words}{self.options}{as_of}"

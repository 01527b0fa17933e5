"""Everything the pages are made of; making them reads no file, asks no git and looks at no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...ledger.challenge_answers import Challenged, accepted_challenges, challenges_of
from ...ledger.counting import unlisted_stores
from ...ledger.events import Node
from ...ledger.history import History, RecordHistory
from ...ledger.instants import Instant
from ...ledger.problem import Problem
from ...ledger.reading import Reading
from ...ledger.short_ids import short_ids
from ...lint.finding import Finding
from ...repository.around.merged_requests import MergedRequest
from ...repository.commits import Commit
from ...repository.configs.trailer_names import TrailerNames
from ...repository.paths import shown
from ...repository.source import Origin, StoreName
from ..claims.facts import CommitFact
from ..claims.ladder import Ladder
from ..coverage.coverage import Coverage
from ..graph.bundled_graph import BundledGraph, bundle_graph
from ..graph.disputes import Dispute, disputed_relations
from ..graph.provenance import Provenance
from .address import PLACE_PAGES, Address, action_page, commit_page, record_page, thread_page
from .front.changes import Change, changes_of
from .front.claims_made import ClaimsMade
from .places.directions import Directions
from .places.mentions import KINDS, Mentions, mentions_of
from .places.territory import Territory
from .subjects.judgements import ACTING, Judgements
from .titles import title_in_words

MOST_JUDGED = 100_000
"""Pairs of a commit and a record that the pages judge; a site of more says so, and the command judges any."""


def affordable(facts: Mapping[str, CommitFact], records: int) -> tuple[str, ...]:
    """The commits that pages can judge against that many records: the latest that this clone has, by their ids."""
    here = [(fact.time, identifier) for identifier, fact in facts.items() if fact.time is not None]
    latest = sorted(here, reverse=True)[: MOST_JUDGED // max(records, 1)]
    return tuple(sorted(identifier for _, identifier in latest))


@dataclass(frozen=True)
class Survey:
    """One reading of one ledger, with what git and lint say of it.

    ``facts`` tells how each commit id of the ledger resolves, ``messages`` the first line of each commit's message by
    full id. ``commits`` are the latest of the repository's own history (None without git), ``older_commits`` says
    that there are more, ``history_cut`` that this clone is shallow: what lies beyond the cut is unknown.
    ``bytes_of`` gives an event file's bytes again. ``trailers`` are the names of the trailers of commits.

    ``judged`` are the commits, as the ledger writes their ids, of which git was asked what their trees hold
    (:func:`affordable`): for the others the pages say what is declared, and that the rest was not judged. ``coverage``
    is that of the history of the revision that was read; None where it was not measured.

    ``tracked`` are the files that git tracks in what was read (None without git), ``merged`` and ``closed`` the commits
    that merge pull requests and close issues, by what the ledger calls those (None where nobody asked git).

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
    trailers: TrailerNames = field(default_factory=TrailerNames)
    judged: frozenset[str] = frozenset()
    coverage: Coverage | None = None
    tracked: frozenset[str] | None = None
    merged: Mapping[str, MergedRequest] | None = None
    closed: Mapping[str, MergedRequest] | None = None

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
    def ladder(self) -> Ladder:
        """What claims about the commits are worked out by."""
        return Ladder(self.provenance, self.areas, self.reading.divergent)

    @cached_property
    def judgements(self) -> Judgements:
        """What is known of each commit, thread, action and message, worked out once."""
        return Judgements(
            self.provenance, self.ladder, self.facts, self.trailers, self.judged, self.reading.divergent, MOST_JUDGED
        )

    @cached_property
    def disputes(self) -> Mapping[str, tuple[Dispute, ...]]:
        """The challenges of each relation that has some, by its id."""
        return disputed_relations(self.history)

    @cached_property
    def challenges(self) -> Mapping[str, Challenged]:
        """Everything that challenges a record, by its own record id, with what became of it."""
        return challenges_of(self.history)

    @cached_property
    def open_challenges(self) -> Mapping[str, tuple[str, ...]]:
        """The challenges that nobody answered, each with the records that it challenges."""
        return {each: targets for each, targets in self.unanswered.items() if self.challenges[each].is_record}

    @cached_property
    def unanswered(self) -> Mapping[str, tuple[str, ...]]:
        """The same, with direction that only a relation sets against other direction."""
        return {each.record_id: each.targets for each in self.challenges.values() if each.unanswered}

    @cached_property
    def challenged_by(self) -> Mapping[str, tuple[str, ...]]:
        """What challenges each record and nobody answered."""
        found: dict[str, list[str]] = {}
        for challenge, targets in self.unanswered.items():
            for target in targets:
                found.setdefault(target, []).append(challenge)
        return {record_id: tuple(found[record_id]) for record_id in sorted(found)}

    @cached_property
    def excepted_by(self) -> Mapping[str, tuple[Challenged, ...]]:
        """The accepted challenges of each record that has some: exceptions to it, or corrections of it."""
        return accepted_challenges(self.challenges)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every creation and state change, the latest first."""
        return changes_of(self.history)

    @cached_property
    def directions(self) -> Directions:
        """What governs each place."""
        return Directions(self.history, self.areas)

    @cached_property
    def graph(self) -> BundledGraph:
        """The whole graph, with parallel edges taken together."""
        return bundle_graph(self.history, self.provenance.declared, self.disputes)

    def mentions(self, kind: str) -> Mentions:
        """The areas, issues or pull requests that are named, by name (``kind`` is area, issue or pr)."""
        return self._mentions[kind]

    @cached_property
    def _mentions(self) -> Mapping[str, Mentions]:
        return {kind: mentions_of(self.history, self.provenance, self.areas, kind) for kind in KINDS}

    def short(self, record_id: str) -> str:
        """A record's id as short as commands take it; one that is no record's stays whole."""
        return self._short_ids.get(record_id, record_id)

    @cached_property
    def _short_ids(self) -> Mapping[str, str]:
        return short_ids(self.history.records)

    @cached_property
    def territory(self) -> Territory:
        """The folders that direction and the areas of the config tell apart."""
        patterns = {*self.directions.by_pattern, *(path for paths in self.areas.values() for path in paths)}
        return Territory(patterns, self.tracked)

    @cached_property
    def claim_holders(self) -> ClaimsMade:
        """Who made which claim in which scope, on the record, and when last."""
        return ClaimsMade(self.history, self.areas, self.judgements.named_threads)

    @cached_property
    def commit_nodes(self) -> Mapping[str, tuple[Node, ...]]:
        """The commits that relations name: id as written -> its nodes (several where providers differ)."""
        found: dict[str, list[Node]] = {}
        for node in self.provenance.related_nodes("commit"):
            found.setdefault(node.id, []).append(node)
        return {identifier: tuple(found[identifier]) for identifier in sorted(found)}

    def title(self, record: RecordHistory) -> str:
        """A record's title, or that it can have none: its text is in dispute, or blank."""
        return title_in_words(record, self.history.records)

    def page_of(self, node: Node) -> Address | None:
        """The page of a node, or None if it has none."""
        if node.kind == "record" and not node.provider and node.id in self.history.records:
            return record_page(node.id)
        if node.kind == "commit" and node.id in self.commit_nodes:
            return commit_page(node.id)
        if node.kind in PLACE_PAGES and node.id in self.mentions(node.kind).paged:
            return PLACE_PAGES[node.kind](node.id)
        if node.kind == "thread" and not node.provider and node.id in self.judgements.named_threads:
            return thread_page(node.id)
        if node.kind in ACTING and node.key in self.judgements.acting_keys:
            return action_page(node.spelled)
        return None

    def command(self, words: str, *, judged: bool = False) -> str:
        """A command that shows the same as a page; ``judged`` where it would by itself judge as of another time."""
        as_of = f" --as-of {self.as_of.text}" if judged or self.as_of_given else ""
        return f"fingerpost {words}{self.options}{as_of}"

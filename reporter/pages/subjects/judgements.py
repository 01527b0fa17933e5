"""What the pages judge of commits, threads, actions and messages: each once, and only as many as they can afford."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....ledger.events import Event, Node
from ....ledger.instants import Instant, instant
from ....repository.configs.trailer_names import TrailerNames
from ...claims.claim import Claim, Value, Verdict, was_over
from ...claims.facts import CommitFact
from ...claims.ladder import Ladder
from ...claims.subjects import Subject, find_subject
from ...claims.threads import (
    SubjectThread,
    differing_statements,
    subject_fact,
    subject_threads,
    subject_time,
)
from ...graph.provenance import NodeKey, Provenance, is_local, receipt_of

ACTING = ("action", "message")
"""The kinds of nodes that have a page among the actions."""


@dataclass(frozen=True, slots=True)
class NoPart:
    """How many records have no part in a subject, by the first step that says so (contract, *Claims*).

    ``absent`` did not exist then, ``over`` were not in force then, ``uncovered`` do not cover it.
    """

    absent: int = 0
    over: int = 0
    uncovered: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.absent + self.over + self.uncovered


@dataclass(frozen=True, slots=True)
class Judged:
    """The claims of one subject that have a part in it, in their order.

    ``none`` counts the records without one, ``receipts`` the receipts of its threads and ``later`` those of them that
    came after it, each once however many records it lists. ``time`` is when it is taken to have been, and
    ``by_record`` finds a claim.
    """

    claims: tuple[Claim, ...]
    none: NoPart
    receipts: int
    later: int
    time: Instant | None
    by_record: Mapping[str, Claim]


@dataclass(frozen=True, slots=True)
class Tied:
    """A commit, an action or a message that belongs to a thread, and what says so."""

    node: Node
    basis: str


class Judgements:
    """Claims of subjects, each worked out when it is first asked for.

    ``judged`` are the ids of the commits of which git was asked what their trees hold. Of threads, actions and
    messages the latest are judged, up to ``most`` pairs of one and a record.
    """

    def __init__(
        self,
        provenance: Provenance,
        ladder: Ladder,
        facts: Mapping[str, CommitFact],
        names: TrailerNames,
        judged: frozenset[str],
        divergent: Mapping[str, tuple[Event, ...]],
        most: int,
    ) -> None:
        self._provenance = provenance
        self._ladder = ladder
        self._facts = facts
        self._names = names
        self._commits = judged
        self._divergent = divergent
        self._most = most
        self._known: dict[NodeKey, Judged] = {}
        self._subjects: dict[NodeKey, Subject] = {}

    def subject(self, node: Node) -> Subject:
        """The node with every spelling of it."""
        if node.key not in self._subjects:
            self._subjects[node.key] = find_subject(node, self._provenance, self._facts)
        return self._subjects[node.key]

    def threads(self, subject: Subject) -> tuple[SubjectThread, ...]:
        """The threads of a subject."""
        return subject_threads(subject, self._provenance, self._facts, self._names)

    def time(self, subject: Subject) -> Instant | None:
        """When a subject was; of a thread its start, where copies of its events do not leave that open."""
        statements = differing_statements(subject, self._divergent)
        return subject_time(subject, self._provenance, self._facts, statements)

    def of(self, node: Node) -> Judged | None:
        """What is known between a node and every record; None where the pages could not afford to judge it."""
        affordable = node.id in self._commits if node.kind == "commit" else node.key in self._affordable
        if not affordable:
            return None
        if node.key not in self._known:
            self._known[node.key] = self._judge(self.subject(node))
        return self._known[node.key]

    def _judge(self, subject: Subject) -> Judged:
        time = self.time(subject)
        threads = self.threads(subject)
        fact = subject_fact(subject, self._facts)
        claims, left_out = self._ladder.claims(subject, threads=threads, time=time, fact=fact)
        some = tuple(claim for claim in claims if claim.verdict is not Verdict.NONE)
        given = {thread.thread_id for thread in threads}
        if is_local(subject.node, "thread"):
            given.add(subject.node.id)
        receipts = [
            instant(receipt_of(event).occurred_at)
            for thread_id in sorted(given)
            for event in self._provenance.receipts_of_thread(thread_id)
        ]
        return Judged(
            some,
            _no_part([claim for claim in claims if claim.verdict is Verdict.NONE], left_out),
            len(receipts),
            0 if time is None else sum(moment > time for moment in receipts),
            time,
            {claim.record_id: claim for claim in some},
        )

    @cached_property
    def thread_ids(self) -> tuple[str, ...]:
        """Every thread that the runtime, a relation or a trailer names, sorted."""
        history = self._provenance.history
        found = set(history.threads)
        found |= {receipt_of(event).thread_id for events in history.receipts.values() for event in events}
        found |= {node.id for node in self._provenance.related_nodes("thread") if not node.provider}
        found |= self.tied.keys()
        return tuple(sorted(found))

    @cached_property
    def named_threads(self) -> frozenset[str]:
        """The same, to ask for one."""
        return frozenset(self.thread_ids)

    @cached_property
    def acting_keys(self) -> frozenset[NodeKey]:
        """The keys of the actions and messages that have a page."""
        return frozenset(node.key for node in self.acting)

    @cached_property
    def acting(self) -> tuple[Node, ...]:
        """The actions, then the messages that relations name, by provider and id."""
        return tuple(node for kind in ACTING for node in self._provenance.related_nodes(kind))

    @cached_property
    def tied(self) -> Mapping[str, tuple[Tied, ...]]:
        """The commits, actions and messages of each thread that has some, by its id."""
        found: defaultdict[str, list[Tied]] = defaultdict(list)
        seen = set()
        for node in (*self._provenance.related_nodes("commit"), *self.acting):
            subject = self.subject(node)
            for thread in self.threads(subject):
                # Two spellings of a commit are one; its first stands for it.
                if (subject.node.key, thread.thread_id) not in seen:
                    seen.add((subject.node.key, thread.thread_id))
                    found[thread.thread_id].append(Tied(subject.node, thread.basis))
        return {thread_id: tuple(found[thread_id]) for thread_id in sorted(found)}

    @cached_property
    def relations_from(self) -> Mapping[str, tuple[Event, ...]]:
        """The relation events whose actor, correlation or causation is a thread that was read, by the thread's id."""
        history = self._provenance.history
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for event in history.relations:
            named = {event.actor.id, event.correlation_id, event.causation_id}
            for thread_id in sorted(each for each in named if each is not None and each in history.threads):
                found[thread_id].append(event)
        return {thread_id: tuple(found[thread_id]) for thread_id in sorted(found)}

    @cached_property
    def _affordable(self) -> frozenset[NodeKey]:
        """The latest threads, actions and messages, as many as the pages can judge."""
        nodes = [*(Node("thread", thread_id) for thread_id in self.thread_ids), *self.acting]
        times = {node.key: self.time(self.subject(node)) for node in nodes}
        ordered = sorted(times, key=lambda key: (times[key] or Instant(-(2**62)), key), reverse=True)
        return frozenset(ordered[: self._most // max(len(self._provenance.history.records), 1)])


def _no_part(claims: Sequence[Claim], absent: int) -> NoPart:
    """Counts of claims whose verdict is none, with as many more of records that were not there."""
    there = [claim for claim in claims if claim.existed.value is not Value.NO]
    over = sum(was_over(claim.state_then) for claim in there)
    return NoPart(absent + len(claims) - len(there), over, len(there) - over)

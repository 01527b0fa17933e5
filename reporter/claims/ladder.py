"""The ladder: for one subject and every record, what is declared, what was available, and what nobody knows.

Each step is worked out by a module of its own: :mod:`.existed`, :mod:`.state_then`, :mod:`.in_scope` and
:mod:`.deliveries`; beside them, never from them, :mod:`.declarations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property

from ...ledger.events import Event
from ...ledger.instants import Instant
from ...ledger.matching import Areas
from ...repository.drafts import maker
from ..graph.disputes import Dispute, disputed_relations
from ..graph.provenance import Provenance, is_local
from .claim import IN_FORCE_THEN, UNKNOWN, Claim, Delivery, Existed, InScope
from .contexts import contexts_of
from .declarations import causes_of, declared_by, declared_of
from .deliveries import find_deliveries
from .existed import Existence, existence
from .facts import CommitFact
from .in_scope import NOT_JUDGED, ScopeJudge
from .revision_index import RevisionIndex
from .state_then import LedgerThen
from .subjects import Subject
from .threads import SubjectThread

__all__ = ["Ladder", "declared_by", "declared_of"]

_NOTHING = Delivery()
_claim: Callable[..., Claim] = maker(Claim)


class Ladder:
    """Claims about the subjects of one ledger.

    ``areas`` are those of the config that is examined; ``divergent`` has, by event id, the copies of one event whose
    contents differ.
    """

    def __init__(self, provenance: Provenance, areas: Areas, divergent: Mapping[str, tuple[Event, ...]]) -> None:
        self._provenance = provenance
        self._areas = areas
        self._index = RevisionIndex(provenance.history, divergent)

    @cached_property
    def _disputes(self) -> Mapping[str, tuple[Dispute, ...]]:
        return disputed_relations(self._provenance.history)

    def claims(
        self,
        subject: Subject,
        *,
        threads: Sequence[SubjectThread],
        time: Instant | None,
        fact: CommitFact | None,
        every: bool = False,
    ) -> tuple[tuple[Claim, ...], int]:
        """A claim for every record that was read, that a tree of the commit creates, or that the subject declares.

        They come in their order. But for ``every`` one, those are only counted (the number given beside them) that have
        the verdict none because the record surely was not there, and that nothing is known of: mostly the most.
        ``threads`` are the subject's threads: four bases tie one to it, and no scope but theirs says what a subject was
        about. Receipts of a thread that is asked about are listed all the same: they come after its start. ``time`` is
        the subject's, ``fact`` what git says of a commit. Without a time no receipt counts and whether a record existed
        is unknown; so too without the trees of a commit.
        """
        provenance, index = self._provenance, self._index
        then = fact.then if fact is not None else None
        receiving = {thread.thread_id for thread in threads}
        if is_local(subject.node, "thread"):
            receiving.add(subject.node.id)
        existing = existence(index, areas=self._areas, time=time, is_commit=subject.node.kind == "commit", then=then)
        contexts = contexts_of(
            subject,
            provenance,
            threads=threads,
            time=time,
            touched=then.touched if then is not None else None,
            divergent=index.divergent,
        )
        steps = _Steps(index, existing, lambda areas: ScopeJudge(contexts, areas))
        declared = declared_by(subject, provenance)
        causes = causes_of(declared, self._disputes) if declared else {}
        found = find_deliveries(subject, provenance, receiving, time)
        records = provenance.history.records
        own = {subject.node.id} if is_local(subject.node, "record") else set()
        named = causes.keys() | found.delivered.keys() | found.exposed.keys()
        left_out = set() if every else existing.absent() - named - own
        claims = []
        for record_id in self._asked(existing, named):
            if record_id in left_out or record_id in own:
                continue
            existed, in_scope, state_then = steps.of(record_id)
            record = records.get(record_id)
            claims.append(
                _claim(
                    record_id,
                    causes.get(record_id, ()),
                    existed,
                    in_scope,
                    found.delivered.get(record_id, _NOTHING),
                    found.exposed.get(record_id, _NOTHING),
                    state_then,
                    record.state if record is not None else UNKNOWN,
                    record.durability if record is not None and record.text_known else UNKNOWN,
                )
            )
        claims.sort(key=lambda claim: claim.order[:-1])  # they come by record id, which is the last of it
        return tuple(claims), len(left_out)

    def _asked(self, existing: Existence, named: Set[str]) -> Iterable[str]:
        """Sorted."""
        records = self._provenance.history.records
        more = {*existing.only_here, *named} - records.keys()
        return sorted((*records, *more)) if more else records


class _Steps:
    """The steps that do not rest on receipts, for one subject."""

    def __init__(self, index: RevisionIndex, existing: Existence, judging: Callable[[Areas], ScopeJudge]) -> None:
        self._index = index
        self._existing = existing
        self._judging = judging
        self._judges: dict[int, ScopeJudge] = {}

    def of(self, record_id: str) -> tuple[Existed, InScope, str]:
        """Whether a record existed, whether its scope covered the subject, and its state then."""
        existed, ledger = self._existing.of(record_id, self._index.creations(record_id))
        if ledger is None:
            return existed, NOT_JUDGED, UNKNOWN
        then = ledger.then(record_id)
        if then.state not in IN_FORCE_THEN:
            return existed, NOT_JUDGED, then.state
        return existed, self._judge(ledger).of(then.scopes), then.state

    def _judge(self, ledger: LedgerThen) -> ScopeJudge:
        """The judge with the areas of the config that goes with this part of the ledger."""
        found = self._judges.get(id(ledger))
        if found is None:
            found = self._judges[id(ledger)] = self._judging(ledger.areas)
        return found

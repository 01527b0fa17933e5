"""A rule of the catalogue, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..ledger.events import Event, Relation
from ..ledger.history import History
from ..ledger.instants import Instant
from ..ledger.reading import Reading
from ..repository.config import LedgerConfig
from ..repository.file_change import FileChange
from .finding import Observation, Severity
from .idle import Idle
from .immutability import Judged, judged
from .steps import Step, steps
from .surroundings import Surroundings


@dataclass(frozen=True)
class Examination:
    """Everything a rule may look at. A rule never reads a file, asks git or looks at a clock itself.

    ``as_of`` is the time of judgement. ``tracked_paths`` are the files git tracks in what is examined, relative
    with ``/``, or None where nobody can say (no git): a rule then stays silent.
    ``days`` and ``minutes`` hold what the config sets for rules with such a parameter, by code. ``committed_paths`` is
    given where ``as_of`` judges a commit: only an event in one of them can then be called later than that (FP211).
    ``changes`` are the old event files that are not as they were, where older versions were compared.
    ``surroundings`` answers what only git knows; it is None where there is no git: a rule then stays silent.
    ``ledger_path`` is the folder of the tracked events, relative to the repository. ``idle`` are the suppressions and
    baseline entries that accept nothing: they are known only once all other rules have run (FP002).
    """

    reading: Reading
    history: History
    config: LedgerConfig
    as_of: Instant
    tracked_paths: frozenset[str] | None
    days: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    committed_paths: frozenset[str] | None = None
    changes: Sequence[FileChange] = ()
    surroundings: Surroundings | None = None
    ledger_path: str = ".fabric/ledger/events"
    idle: Sequence[Idle] = ()

    def events_of(self, payload: type) -> Sequence[Event]:
        """The events with this type of payload, by event id."""
        return self.history.events_of(payload)

    @cached_property
    def claims(self) -> frozenset[tuple[str, str]]:
        """Every kind of actor with every trust level that it claims somewhere: there are few, whatever there is."""
        return frozenset((event.actor.kind, event.trust.level) for event in self.reading.events)

    @cached_property
    def _between_records(self) -> Mapping[str, Sequence[tuple[Event, Relation]]]:
        found: dict[str, list[tuple[Event, Relation]]] = {}
        for event in self.history.relations:
            relation = event.payload
            if isinstance(relation, Relation) and relation.source.kind == relation.target.kind == "record":
                found.setdefault(relation.type, []).append((event, relation))
        return found

    def between_records(self, relation_type: str) -> Sequence[tuple[Event, Relation]]:
        """The relations of a type that lead from a record to a record, by relation id."""
        return self._between_records.get(relation_type, ())

    @cached_property
    def judged_changes(self) -> Sequence[Judged]:
        """What became of old event files, judged once for all rules that report it."""
        return judged(self.changes, self.reading)

    @cached_property
    def steps(self) -> Sequence[Step]:
        """Every placed state change with the state before and after it, by record id, parents before children."""
        return tuple(steps(self.history))


Check = Callable[[Examination], Iterable[Observation]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it is called, why it matters, how to fix what it finds, and the check itself.

    ``bad`` and ``good`` are short samples (the lines of an event or config file that matter). ``fix`` must be
    legal in an append-only ledger. ``parameters`` are the numbers that the config may set for it (``days``,
    ``minutes``), with what holds where it does not.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str
    fix: str
    bad: str
    good: str
    check: Check
    parameters: Mapping[str, int] = field(default_factory=dict)

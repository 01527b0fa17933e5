"""A rule of the catalogue, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from itertools import chain

from ..ledger.events import Event, Record, Scope
from ..ledger.history import History, RecordHistory
from ..ledger.instants import Instant
from ..ledger.reading import Reading
from ..repository.configs.config import LedgerConfig
from ..repository.configs.trailer_names import TrailerNames
from ..repository.growth.file_change import FileChange
from ..repository.source import StoreName
from .accepting.idle import Idle
from .ends import Alike, Ends, Related, by_ends, by_relation_id
from .finding import Observation, Severity
from .growth.immutability import Judged, judged
from .guiding import guiding
from .named_commits import COMMIT, NamedCommit, stray_commits
from .steps import Step, steps
from .surroundings import Surroundings
from .tracked_files import TrackedFiles


@dataclass(frozen=True)
class Examination:
    """Everything a rule may look at. A rule never reads a file, asks git or looks at a clock itself.

    ``as_of`` is the time of judgement. ``tracked_paths`` are the files git tracks in what is examined, relative
    with ``/``, or None where nobody can say (no git): a rule then stays silent.
    ``days`` and ``minutes`` hold what the config sets for rules with such a parameter, by code. ``committed`` is given
    where ``as_of`` judges a commit, and says which of some paths that commit holds: only an event in one of them can be
    called later than that (FP211).
    ``changes`` are the old event files that are not as they were, where older versions were compared.
    ``surroundings`` answers what only git knows; it is None where there is no git: a rule then stays silent.
    ``ledger_path`` is the folder of the tracked events, relative to the repository. ``idle`` are the suppressions and
    baseline entries that accept nothing: they are known only once all other rules have run (FP002). ``trailers`` are
    the names that the trailers of commit messages have here. ``asked`` are the records that findings are wanted of,
    where not all are: only rules that say so (:attr:`Reach.ASKED`) heed it.
    """

    reading: Reading
    history: History
    config: LedgerConfig
    as_of: Instant
    tracked_paths: frozenset[str] | None
    days: Mapping[str, int] = field(default_factory=dict)
    minutes: Mapping[str, int] = field(default_factory=dict)
    committed: Callable[[Collection[str]], Set[str]] | None = None
    changes: Sequence[FileChange] = ()
    surroundings: Surroundings | None = None
    ledger_path: str = ".fabric/ledger/events"
    idle: Sequence[Idle] = ()
    trailers: TrailerNames = field(default_factory=TrailerNames)
    asked: Set[str] | None = None

    def asks(self, record_id: str) -> bool:
        """True if findings about this record are wanted."""
        return self.asked is None or record_id in self.asked

    def events_of(self, payload: type) -> Sequence[Event]:
        """The events with this type of payload, by event id."""
        return self.history.events_of(payload)

    @cached_property
    def claims(self) -> frozenset[tuple[str, str]]:
        """Every kind of actor with every trust level that it claims somewhere: there are few, whatever there is."""
        return frozenset((kind, level) for found in self._seen.values() for _, kind, level, _ in found)

    def types_in(self, store: StoreName) -> frozenset[str]:
        """The types of the events that come from a store."""
        return frozenset(event_type for event_type, _, _, _ in self._seen[store])

    @cached_property
    def days_written(self) -> frozenset[str]:
        """The days that events are dated on, as they are written: the first ten characters of their times."""
        return frozenset(day for found in self._seen.values() for _, _, _, day in found)

    @cached_property
    def _seen(self) -> Mapping[StoreName, Set[tuple[str, str, str, str]]]:
        """What events of each store are, who claims what, and when: one look at all of them, for several rules."""
        return {
            store: {
                (event.event_type, event.actor.kind, event.trust.level, event.occurred_at[:10])
                for event in self.reading.events_in(store)
            }
            for store in StoreName
        }

    @cached_property
    def event_paths(self) -> Sequence[str]:
        """Where each event of the ledger's folder lies if its file is named after it, in the order of the reading."""
        folder = self.ledger_path
        return [f"{folder}/{event.event_id}.json" for event in self.reading.events_in(StoreName.LEDGER)]

    @cached_property
    def beside_events(self) -> frozenset[str]:
        """The tracked files but for those: few, whatever the ledger holds."""
        return (self.tracked_paths or frozenset()).difference(self.event_paths)

    @cached_property
    def unproven(self) -> Sequence[Event]:
        """The events of which the gate of the content did not prove that they hold nothing odd, by event id.

        Mostly there is none. A rule for which the gate asks (:mod:`..ledger.content_gate`) need look at no other.
        """
        events = self.history.events
        return [events[event_id] for event_id in sorted(self.reading.unproven) if event_id in events]

    @cached_property
    def guiding(self) -> Sequence[tuple[RecordHistory, Record]]:
        """The records in force and not in dispute, each with its creation, by record id."""
        return guiding(self.history)

    @cached_property
    def active(self) -> Sequence[tuple[RecordHistory, Record]]:
        """Those of them that are active: no open challenge, no resolution."""
        return [each for each in self.guiding if each[0].status == "active"]

    @cached_property
    def guiding_by_place(self) -> Sequence[tuple[Scope, Sequence[tuple[RecordHistory, Record]]]]:
        """All that guide, by the areas and paths of their scopes, with the first such scope: of these there are few."""
        found: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[Scope, list[tuple[RecordHistory, Record]]]] = {}
        by_scope: dict[int, list[tuple[RecordHistory, Record]]] = {}  # by object: equal scopes are mostly one
        for each in self.guiding:
            scope = each[1].scope
            alike = by_scope.get(id(scope))
            if alike is None:
                alike = by_scope[id(scope)] = found.setdefault((scope.areas, scope.paths), (scope, []))[1]
            alike.append(each)
        return list(found.values())

    @cached_property
    def _by_kind(self) -> Mapping[str, Sequence[Record]]:
        found: dict[str, list[Record]] = {}
        for event in self.events_of(Record):
            record = event.payload
            if isinstance(record, Record):
                found.setdefault(record.kind, []).append(record)
        return found

    def created(self, kind: str) -> Sequence[Record]:
        """The records of a kind as they were created, by the id of the event."""
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_ends(self) -> Mapping[Ends, Alike]:
        return by_ends(self.history.relations)

    def alike(self, wanted: Callable[[Ends], bool]) -> Sequence[tuple[Ends, Alike]]:
        """The kinds of relations that are wanted, each with the relations of that kind, by relation id."""
        return [(ends, found) for ends, found in self._by_ends.items() if wanted(ends)]

    @property
    def relation_ids(self) -> Iterable[str]:
        """The id of every relation, once for each event that makes it."""
        return chain.from_iterable(found.ids for found in self._by_ends.values())

    def relations(self, wanted: Callable[[Ends], bool]) -> Sequence[Related]:
        """The relations of the kinds that are wanted: one kind after the other, those of one by relation id."""
        return [each for _, found in self.alike(wanted) for each in found.related]

    def between_records(self, relation_type: str) -> Sequence[Related]:
        """The relations of a type that lead from a record to a record, by relation id."""
        kinds = self.alike(
            lambda ends: ends.type == relation_type and ends.source == "record" and ends.target == "record"
        )
        found = [each for _, alike in kinds for each in alike.related]
        return found if len(kinds) < 2 else sorted(found, key=by_relation_id)

    @cached_property
    def stray_commits(self) -> Sequence[NamedCommit]:
        """The ends of relations whose commit is missing or on no branch; none where nobody can say."""
        if self.surroundings is None:
            return []
        return stray_commits(self.alike(lambda ends: COMMIT in (ends.source, ends.target)), self.surroundings)

    @cached_property
    def judged_changes(self) -> Sequence[Judged]:
        """What became of old event files, judged once for all rules that report it."""
        return judged(self.changes, self.reading)

    @cached_property
    def tracked_files(self) -> TrackedFiles:
        """The same files, sorted and ready to be asked for patterns; none where nobody can say."""
        in_own_folder = self.ledger_path.startswith(".fabric/")
        return TrackedFiles(self.tracked_paths or (), self.beside_events if in_own_folder else None)

    @cached_property
    def steps(self) -> Sequence[Step]:
        """Every placed state change with the state before and after it, by record id, parents before children."""
        return steps(self.history)


Check = Callable[[Examination], Iterable[Observation]]


class Reach(Enum):
    """How much of a ledger a rule has to be shown, where only what it finds in a part of it is wanted.

    It is about where a rule finds something: in words a finding may tell of more than a part holds.
    """

    NOTHING = auto()
    """Its findings name no event and no record, so none of them is in any part."""

    ALONE = auto()
    """The events of that part that are asked about (:func:`.narrowed.alone`): it judges each by itself."""

    PART = auto()
    """That part (:func:`.narrowed.narrowed`): it judges things one by one, and looks up whatever they name."""

    DOUBTED_PART = auto()
    """That part, in which it may find too much, but nothing too little: the whole ledger confirms what it finds."""

    ASKED = auto()
    """All records, of which it judges those that are asked about (:attr:`Examination.asked`).

    Of relations it looks only at those that supersede or resolve.
    """

    WHOLE = auto()
    """The whole ledger."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it is called, why it matters, how to fix what it finds, and the check itself.

    ``bad`` and ``good`` are short samples (the lines of an event or config file that matter). ``fix`` must be
    legal in an append-only ledger. ``parameters`` are the numbers that the config may set for it (``days``,
    ``minutes``), with what holds where it does not. ``reach`` is how much of a ledger it has to be shown.
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
    reach: Reach = Reach.WHOLE

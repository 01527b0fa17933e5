"""Coverage of a range: what is known of each commit that touches governed paths, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from enum import StrEnum
from fractions import Fraction

from ...ledger.history import History
from ...ledger.instants import Instant
from ...ledger.matching import Areas
from ...repository.trees.history_walk import HistoryWalk, WalkedCommit
from ..graph.disputes import dispute_mark, disputed_relations, disputes_of
from ..graph.edges import Edge
from .declarations import Ties
from .first_receipts import FirstReceipts
from .governed import Governed
from .in_force import Meeting
from .left_out import LeftOut, Why, left_out

TRAILER = "trailer"
DISPUTED = "disputed"


class Known(StrEnum):
    """What is known of a commit that touches governed paths: the best that a trace of it says (contract, *Claims*)."""

    DECLARED = "declared"
    EXPOSED = "exposed"
    DELIVERED = "delivered"
    IN_SCOPE_ONLY = "in_scope_only"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"

    @property
    def spoken(self) -> str:
        """The word for people."""
        return self.value.replace("_", " ")

    @property
    def told(self) -> str:
        """The same where there is room: it says what is unknown, since elsewhere that means nothing declared."""
        return "unknown what it touches" if self is Known.UNKNOWN else self.spoken


@dataclass(frozen=True, slots=True)
class CoveredCommit:
    """One commit of the population.

    ``areas`` are those of the governed paths that it touches, by the config that is examined, sorted. ``actors`` are
    the kinds of whoever declared, ``trailer`` for the commit's own word, sorted. ``disputed`` is True where an open
    challenge disputes each of its declarations, ``unfounded`` where each names a record that nobody created.
    ``reason`` is that of a skipped one.
    """

    id: str
    seconds: int | None
    subject: str
    known: Known
    areas: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    disputed: bool = False
    reason: str | None = None
    unfounded: bool = False

    @property
    def month(self) -> str:
        """Year and month of the committer's time in UTC, or unknown."""
        return Known.UNKNOWN.value if self.seconds is None else Instant(self.seconds).day.rpartition("-")[0]


Row = tuple[str | None, Mapping[Known, int]]
"""A line of a table: what it is of (None for commits in no area), and how many commits of each sort."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The commits of a range that touch governed paths.

    ``range`` is as it was asked for, ``tip`` and ``start`` are full ids. ``elsewhere`` counts the commits of the range
    that touch no governed path, and ``declared_elsewhere`` those of them that declare direction all the same: neither
    is part of any other figure. ``merges`` counts the merges that were left out, ``left_out`` has all of these, the
    latest first. ``cut`` is True where the history of this clone ends inside the range, or ends behind its beginning so
    that commits may not belong to it: ``doubted`` counts those, whether they touch governed paths or not.
    """

    as_of: Instant
    range: str
    tip: str
    start: str | None
    mainline: bool
    runtime_read: bool
    commits: tuple[CoveredCommit, ...]
    elsewhere: int
    declared_elsewhere: int
    merges: int
    cut: bool
    doubted: int = 0
    left_out: tuple[LeftOut, ...] = ()

    @property
    def in_all(self) -> int:
        """All commits of the range."""
        return len(self.commits) + self.elsewhere + self.merges

    @property
    def totals(self) -> Mapping[Known, int]:
        """How many commits of each sort, every sort named."""
        return _counts(self.commits)

    @property
    def counted(self) -> int:
        """The commits that count: skipped ones are left out."""
        return len(self.commits) - self.totals[Known.SKIPPED]

    @property
    def percent(self) -> Decimal | None:
        """The declared part of those that count, in percent with one digit, rounded down; None where none counts."""
        if not self.counted:
            return None
        share = Decimal(100 * self.totals[Known.DECLARED]) / self.counted
        return share.quantize(Decimal("0.1"), ROUND_FLOOR)

    def meets(self, percent: Decimal) -> bool:
        """True if at least so many percent of those that count are declared; so it is where none counts."""
        return 100 * self.totals[Known.DECLARED] >= Fraction(percent) * self.counted

    @property
    def by_month(self) -> tuple[Row, ...]:
        """By month, earliest first."""
        months: defaultdict[str, list[CoveredCommit]] = defaultdict(list)
        for commit in self.commits:
            months[commit.month].append(commit)
        return tuple((month, _counts(months[month])) for month in sorted(months))

    @property
    def by_area(self) -> tuple[Row, ...]:
        """By area, by name; a commit counts in each of its areas. Those in none come last."""
        areas: defaultdict[str | None, list[CoveredCommit]] = defaultdict(list)
        for commit in self.commits:
            for area in commit.areas or (None,):
                areas[area].append(commit)
        ordered = sorted(areas, key=lambda area: (area is None, area or ""))
        return tuple((area, _counts(areas[area])) for area in ordered)

    @property
    def by_actor(self) -> tuple[tuple[str, int], ...]:
        """How many declared commits have a declaration of each kind of actor; one that has several counts in each."""
        return tuple(sorted(Counter(actor for commit in self.commits for actor in commit.actors).items()))

    @property
    def disputed(self) -> int:
        """How many declared commits rest on disputed declarations alone."""
        return sum(commit.disputed for commit in self.commits)

    @property
    def unfounded(self) -> int:
        """How many declared commits declare only records that nobody created, as far as was read."""
        return sum(commit.unfounded for commit in self.commits)


def _counts(commits: Iterable[CoveredCommit]) -> Mapping[Known, int]:
    found = Counter(commit.known for commit in commits)
    return {known: found[known] for known in Known}


@dataclass(frozen=True, slots=True)
class Asked:
    """What coverage was asked of, as :class:`Coverage` repeats it."""

    as_of: Instant
    range: str
    tip: str
    start: str | None
    mainline: bool
    runtime_read: bool


def commits_asked(walk: HistoryWalk, *, mainline: bool) -> frozenset[str]:
    """The commits that count if they touch governed paths: without merges, but for those of a mainline."""
    return frozenset(commit.id for commit in walk.commits if mainline or len(commit.parents) < 2)


def measure(
    asked: Asked,
    walk: HistoryWalk,
    history: History,
    *,
    governed: Governed,
    ties: Mapping[str, Ties],
    areas: Areas,
    created: Collection[str],
) -> Coverage:
    """Count the commits that ``governed`` is about (see :func:`.governed.find_governed`).

    ``created`` are the records that anything creates, in what was read or in a tree of the range.
    """
    judge = _Judge(history, ties, areas, created)
    covered, others = [], []
    for commit in sorted(walk.commits, key=lambda commit: (-(commit.seconds or 0), commit.id)):
        paths = governed.get(commit.id, ())
        if paths == ():
            others.append(left_out(commit, ties.get(commit.id), merge=commit.id not in governed))
        else:
            covered.append(judge.judged(commit, paths))
    elsewhere = [each for each in others if each.why is not Why.MERGE]
    return Coverage(
        as_of=asked.as_of,
        range=asked.range,
        tip=asked.tip,
        start=asked.start,
        mainline=asked.mainline,
        runtime_read=asked.runtime_read,
        commits=tuple(covered),
        elsewhere=len(elsewhere),
        declared_elsewhere=sum(each.declares for each in elsewhere),
        merges=len(others) - len(elsewhere),
        cut=walk.cut or bool(walk.doubted),
        doubted=len(walk.doubted),
        left_out=tuple(others),
    )


class _Judge:
    def __init__(self, history: History, ties: Mapping[str, Ties], areas: Areas, created: Collection[str]) -> None:
        self._ties = ties
        self._created = created
        self._areas = areas
        self._meeting = Meeting(())
        self._disputes = disputed_relations(history)
        self._receipts = FirstReceipts(history, {thread for found in ties.values() for thread in found.threads})

    def judged(self, commit: WalkedCommit, paths: Sequence[str] | None) -> CoveredCommit:
        """The commit with what is known of it; ``paths`` are None where this clone cannot say."""
        ties = self._ties.get(commit.id) or Ties()
        known = self._known(commit, ties, paths is None)
        areas = {name for path in paths or () for _, name in self._meeting.areas(path, self._areas)}
        return CoveredCommit(
            id=commit.id,
            seconds=commit.seconds,
            subject=commit.subject,
            known=known,
            areas=tuple(sorted(areas)),
            actors=tuple(sorted({_kind(edge) for edge in ties.declared})),
            disputed=bool(ties.declared) and all(map(self._disputed, ties.declared)),
            reason=ties.skip if known is Known.SKIPPED else None,
            unfounded=bool(ties.declared) and all(edge.target.id not in self._created for edge in ties.declared),
        )

    def _known(self, commit: WalkedCommit, ties: Ties, cannot_say: bool) -> Known:
        if ties.declared:
            return Known.DECLARED
        if ties.skip is not None:
            return Known.SKIPPED
        if commit.seconds is not None and ties.threads:
            delivered, exposed = self._receipts.first(ties.threads)
            if exposed is not None and exposed <= commit.seconds:
                return Known.EXPOSED
            if delivered is not None and delivered <= commit.seconds:
                return Known.DELIVERED
        return Known.UNKNOWN if cannot_say else Known.IN_SCOPE_ONLY

    def _disputed(self, edge: Edge) -> bool:
        return dispute_mark(disputes_of(edge, self._disputes)) == DISPUTED


def _kind(edge: Edge) -> str:
    return TRAILER if edge.actor is None else edge.actor.kind

"""Tells a made-up ledger event by event: what people and agents would have written, in the order they would have."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from . import wording
from .wire import TOOL, TOOL_VERIFIED, Maker, Wire, moment
from .wording import pick

RECORD = "record.created"
CHANGE = "record.state_changed"
RELATION = "relation.created"
THREAD = "thread.started"
SCOPE = "thread.scope_changed"
PROJECTION = "projection.created"
RECEIPT = "receipt.recorded"

# What part of the events each type is.
SHARES = {RECORD: 0.30, CHANGE: 0.20, RELATION: 0.25, THREAD: 0.02, SCOPE: 0.01, PROJECTION: 0.10, RECEIPT: 0.12}

FORK_EVERY = 500
"""One record in so many ends in a fork."""
_FIRST_FORK = 100

CONTRADICTED = 1 / 200
"""This part of the records prefers what another one rejects, mostly in another scope."""
LOST_COMMITS = 1 / 50
"""This part of the declared commits is not in the repository."""
UNDELIVERED = 1 / 20
"""This part of the work that names what informed it was never shown it."""

_DAY = 86_400_000
START = 1_767_600_000_000
"""When a ledger begins, in milliseconds since 1970: 2026-01-05."""
_OLD_PART = 0.01  # this part of the events is as old as START, and so what is stale
_RECENT = START + 60 * _DAY
SPAN = 28 * _DAY
"""How long the rest takes; candidates that young are not overdue yet."""
END = _RECENT + SPAN


@dataclass(frozen=True, slots=True)
class Written:
    """An event, and whether it belongs to a live record and so into the shared store only."""

    event: Wire
    live: bool = False


@dataclass(slots=True)
class _Record:
    """A record that can still change."""

    record_id: str
    head: str
    scope: Wire
    live: bool
    durable: bool
    level: str
    ended: bool = False


@dataclass(slots=True)
class Story:
    """One ledger in the making. ``forks`` has the records that ended in a fork, ``counts`` the events by type.

    ``existing`` are the commits of the repository, which work is declared with: ``commits`` in the order of telling.
    """

    rng: Random
    total: int
    existing: Sequence[str] = ()
    counts: Counter[str] = field(default_factory=Counter)
    forks: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    commits: list[str] = field(default_factory=list)
    _open: list[_Record] = field(default_factory=list)
    _threads: list[tuple[str, Wire]] = field(default_factory=list)
    _projections: deque[tuple[str, str, list[_Record], list[str]]] = field(default_factory=lambda: deque(maxlen=64))
    _delivered: deque[tuple[str, _Record]] = field(default_factory=lambda: deque(maxlen=64))
    _rejected: deque[str] = field(default_factory=lambda: deque(maxlen=64))
    _challenges: deque[_Record] = field(default_factory=lambda: deque(maxlen=64))
    _next: deque[Written] = field(default_factory=deque)
    _make: Maker = field(init=False)

    def __post_init__(self) -> None:
        self._make = Maker(self.rng, START)

    def tell(self) -> Iterator[Written]:
        """Every event, parents before children."""
        for number in range(self.total):
            self._make.now = self._clock(number / self.total)
            written = self._next.popleft() if self._next else self._event(self.total - number)
            self.counts[written.event["event_type"]] += 1
            yield written

    def _clock(self, part: float) -> int:
        """The time when this part of the story is told; it never runs backwards."""
        if part < _OLD_PART:
            return START + int(part / _OLD_PART * _DAY)
        return _RECENT + int((part - _OLD_PART) / (1 - _OLD_PART) * SPAN)

    def _event(self, left: int) -> Written:
        if not self._threads:
            return self._thread()
        if not self._open:
            return self._record(left)
        kind = self._due()
        if kind == RECORD:
            return self._record(left)
        if kind == CHANGE:
            return self._change()
        if kind == RELATION:
            return self._declaration()
        if kind == PROJECTION or (kind == RECEIPT and not self._projections):
            return self._projection()
        if kind == RECEIPT:
            return self._receipt()
        return self._thread() if kind == THREAD else self._scope_change()

    def _due(self) -> str:
        """The type that lags most behind its share, with some noise."""
        told = sum(self.counts.values()) + 1
        return max(SHARES, key=lambda kind: SHARES[kind] * told - self.counts[kind] + 2 * self.rng.random())

    # -- records and what follows from them

    def _record(self, left: int) -> Written:
        ordinal = len(self.records)
        chance = self.rng.random()
        if ordinal % FORK_EVERY == _FIRST_FORK and left > 3:
            return self._forked()
        if chance < 0.04 and self._open:
            return self._challenge(pick(self.rng, self._open))
        if chance < 0.06 and self._challenges:
            return self._resolution(self._challenges.popleft())
        if chance < 0.12 and len(self._open) > 1 and left > 3:
            return self._superseding()
        record, written = self._created(live=chance > 0.95, durable=0.12 < chance < 0.25)
        self._open.append(record)
        return written

    def _created(
        self, kind: str = "", *, level: str = "", live: bool = False, durable: bool = False, **fields: Any
    ) -> tuple[_Record, Written]:
        make, rng = self._make, self.rng
        thread_id, scope = pick(rng, self._threads)
        level = level or self._level(person=durable or rng.random() < 0.3)
        record_id = make.ident("rec")
        value: Wire = {
            "record_id": record_id,
            "kind": kind or pick(rng, ("direction", "decision", "finding", "requirement", "note")),
            "created_at": make.second,
            "scope": self._narrowed(scope),
            "source": {"type": "thread", "thread_id": thread_id},
            "text": wording.sentence(rng),
            "confidence": level,
            "ttl": "permanent" if durable else "until_issue_closed",
            "status": "active",
            "durability": "durable" if durable else "live" if live else "candidate",
            "reason": wording.reason(rng),
            "rejected_paths": [wording.alternative(rng)],
            "preferred_paths": [self._preferred()],
        }
        self._rejected.append(value["rejected_paths"][0])
        if rng.random() < 0.3:
            url = f"https://harbour.example.invalid/issues/{int(rng.random() * 900)}"
            value["evidence"] = [{"type": "issue", "url": url, "author": pick(rng, wording.PEOPLE)}]
        value.update(fields)
        event = make.envelope(
            RECORD, self._actor(level, thread_id), {"level": level, "basis": "note"}, {"record": value},
            correlation_id=thread_id,
        )  # fmt: skip
        self.records.append(record_id)
        record = _Record(record_id, event["event_id"], value["scope"], live, durable, level)
        return record, Written(event, live)

    def _preferred(self) -> str:
        """The way a record takes: rarely one that another has just rejected."""
        if self.rng.random() < CONTRADICTED and self._rejected:
            return pick(self.rng, self._rejected)
        return wording.alternative(self.rng)

    def _level(self, *, person: bool) -> str:
        if not person:
            return "agent_asserted"
        return "reviewer_confirmed" if self.rng.random() < 0.4 else "human_confirmed"

    def _actor(self, level: str, thread_id: str) -> Wire:
        if level == "agent_asserted":
            return {"kind": "agent", "id": thread_id, "provider": "quay"}
        return {"kind": level.partition("_")[0], "id": pick(self.rng, wording.PEOPLE)}

    def _narrowed(self, scope: Wire) -> Wire:
        """A record's scope: its thread's, or a part of it; one in three hundred names what is long gone."""
        chance = self.rng.random()
        if chance < 1 / 300:
            return {"repo": wording.REPO, "paths": ["legacy/telegraph/**"]}
        if chance < 0.1:
            return {"repo": wording.REPO, "global": True}
        if chance < 0.4:
            return {key: value for key, value in scope.items() if key != "paths"}
        return scope

    def _forked(self) -> Written:
        """A record that two people change at once: both changes extend one revision, and the chain stops there."""
        record, written = self._created()
        for status in ("expired", "discarded"):
            self._make.now += 1000
            self._next.append(self._changed(record, status=status, lifecycle_reason=wording.reason(self.rng)))
        self.forks.append(record.record_id)
        return written

    def _superseding(self) -> Written:
        old = self._taken()
        new, written = self._created(live=old.live, level=old.level)
        self._open.append(new)
        self._next.append(self._related("supersedes", self._node(new), self._node(old), live=old.live))
        self._next.append(self._changed(old, status="superseded", lifecycle_reason="a newer record takes its place"))
        return written

    def _challenge(self, target: _Record) -> Written:
        extensions = {"fabric.direction.challenges": target.record_id}
        challenge, written = self._created("challenge", status="open", extensions=extensions, live=target.live)
        self._challenges.append(challenge)
        self._next.append(self._related("challenges", self._node(challenge), self._node(target), live=target.live))
        return written

    def _resolution(self, challenge: _Record) -> Written:
        resolution, written = self._created(
            "challenge_resolution",
            status=pick(self.rng, ("accepted", "rejected")),
            extensions={"fabric.direction.challenges": challenge.record_id},
            live=challenge.live,
        )
        self._next.append(self._related("resolves", self._node(resolution), self._node(challenge), live=challenge.live))
        return written

    def _taken(self) -> _Record:
        """An open record that ends here."""
        place = int(self.rng.random() * len(self._open))
        self._open[place], self._open[-1] = self._open[-1], self._open[place]
        self._open[-1].ended = True
        return self._open.pop()

    def _change(self) -> Written:
        chance = self.rng.random()
        if chance < 0.3 and len(self._open) > 1:
            status = "expired" if chance < 0.2 else "discarded"
            return self._changed(self._taken(), status=status, lifecycle_reason=wording.reason(self.rng))
        record = pick(self.rng, self._open)
        reason = wording.reason(self.rng)
        if not record.durable and not record.live:
            record.durable = True
            return self._changed(record, durability="durable", lifecycle_reason=reason, reviewed_at=self._make.second)
        return self._changed(record, lifecycle_reason=reason, reviewed_at=self._make.second)

    def _changed(self, record: _Record, **fields: str) -> Written:
        reviewer = {"kind": "reviewer", "id": pick(self.rng, wording.PEOPLE)}
        event = self._make.envelope(
            CHANGE,
            reviewer,
            {"level": "reviewer_confirmed", "basis": "review"},
            {"record_id": record.record_id, **fields},
            parent_event_id=record.head,
        )
        if "status" not in fields:  # an end is no new head: where a second end follows, the two compete
            record.head = event["event_id"]
        return Written(event, record.live)

    # -- declarations

    def _declaration(self) -> Written:
        rng = self.rng
        record = pick(rng, self._open)
        chance = rng.random()
        if chance < 0.5:
            self.commits.append(self._commit())
            source = {"kind": "commit", "id": self.commits[-1], "provider": "git"}
            return self._related("implements", source, self._node(record), live=record.live)
        if chance < 0.9:
            thread_id = None
            delivered = [each for each in self._delivered if not each[1].ended]
            if delivered and rng.random() >= UNDELIVERED:
                thread_id, record = pick(rng, delivered)
            source = {"kind": "action", "id": f"act-{int(rng.random() * 10 * self.total)}", "provider": "quay"}
            return self._related("informed_by", source, self._node(record), live=record.live, thread_id=thread_id)
        source = {"kind": "message", "id": f"msg-{int(rng.random() * 10 * self.total)}", "provider": "quay"}
        return self._related("derived_from", self._node(record), source, live=record.live)

    def _commit(self) -> str:
        """The next commit of the repository; where there is none left, and now and then, one that is lost."""
        place = len(self.commits)
        if place >= len(self.existing) or self.rng.random() < LOST_COMMITS:
            return self._make.commit()
        return self.existing[place]

    def _related(self, kind: str, source: Wire, target: Wire, *, live: bool, thread_id: str | None = None) -> Written:
        make, rng = self._make, self.rng
        thread_id = thread_id or pick(rng, self._threads)[0]
        lineage = kind in ("supersedes", "challenges", "resolves")
        level = "human_confirmed" if lineage else "agent_asserted"
        value = {
            "relation_id": make.ident("rel"),
            "type": kind,
            "from": source,
            "to": target,
            "created_at": make.second,
            "reason": wording.reason(rng),
        }
        actor, trust = self._actor(level, thread_id), {"level": level, "basis": "relation"}
        return Written(make.envelope(RELATION, actor, trust, {"relation": value}, correlation_id=thread_id), live)

    @staticmethod
    def _node(record: _Record) -> Wire:
        return {"kind": "record", "id": record.record_id}

    # -- runtime

    def _thread(self) -> Written:
        thread_id, scope = self._make.ident("thr"), self._scope()
        self._threads.append((thread_id, scope))
        return self._thread_event(THREAD, thread_id, scope)

    def _scope_change(self) -> Written:
        place = int(self.rng.random() * len(self._threads))
        thread_id, scope = self._threads[place][0], self._scope()
        self._threads[place] = (thread_id, scope)
        return self._thread_event(SCOPE, thread_id, scope)

    def _thread_event(self, kind: str, thread_id: str, scope: Wire) -> Written:
        make = self._make
        value = {"thread_id": thread_id, "created_at": make.second, "updated_at": make.second, "scope": scope}
        actor = self._actor("agent_asserted", thread_id)
        return Written(make.envelope(kind, actor, {"level": "agent_asserted", "basis": "thread"}, {"thread": value}))

    def _scope(self) -> Wire:
        """A thread's scope: an issue, an area and its paths, sometimes a pull request."""
        rng = self.rng
        area = pick(rng, tuple(wording.AREAS))
        scope: Wire = {"repo": wording.REPO, "issue": f"HARB-{100 + int(rng.random() * (20 + self.total / 50))}"}
        if rng.random() < 0.3:
            scope["pr"] = str(1 + int(rng.random() * (20 + self.total / 50)))
        return {**scope, "areas": [area], "paths": list(wording.AREAS[area])}

    def _projection(self) -> Written:
        make, rng = self._make, self.rng
        thread_id, scope = pick(rng, self._threads)
        chosen = {record.record_id: record for record in (pick(rng, self._open) for _ in range(3))}
        records = [record for record in chosen.values() if not record.live] or [self._open[0]]
        heads = [record.head for record in records]
        projection_id = make.ident("prj")
        value = {
            "projection_id": projection_id,
            "thread_id": thread_id,
            "purpose": pick(rng, ("preflight", "sync", "continuation")),
            "created_at": make.second,
            "scope": scope,
            "event_ids": heads,
            "record_ids": [record.record_id for record in records],
            "omitted": rng.random() < 0.1,
            "reasons": {record.record_id: [{"kind": "issue", "value": scope["issue"]}] for record in records},
        }
        self._projections.append((projection_id, thread_id, records, heads))
        return Written(make.envelope(PROJECTION, TOOL, TOOL_VERIFIED, {"projection": value}))

    def _receipt(self) -> Written:
        make, rng = self._make, self.rng
        projection_id, thread_id, records, heads = pick(rng, list(self._projections))
        value = {
            "receipt_id": make.ident("rcp"),
            "projection_id": projection_id,
            "thread_id": thread_id,
            "state": "delivered" if rng.random() < 0.7 else "exposed",
            "occurred_at": make.time,
            "event_ids": heads,
            "record_ids": [record.record_id for record in records],
            "provider": "quay",
        }
        self._delivered += [(thread_id, record) for record in records]
        actor = self._actor("agent_asserted", thread_id)
        trust = {"level": "agent_asserted", "basis": "adapter"}
        return Written(make.envelope(RECEIPT, actor, trust, {"receipt": value}, causation_id=projection_id))


def as_of() -> str:
    """The moment at which a made-up ledger is judged: one hour after its last event."""
    return moment(END + 3_600_000)

"""FP711: work of a thread that declares direction which no receipt shows that thread to have had."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...ledger.events import Event, Receipt, Relation
from ...ledger.instants import Instant, parse_instant
from ...ledger.wording import listed
from ...repository.commits import is_hex_id
from ...repository.configs.trailer_names import THREAD
from ...repository.source import StoreName
from ..ends import Alike, Ends
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule
from ..runtime_objects import all_read

_INFORMED_BY = "informed_by"
_CAUSAL = frozenset({_INFORMED_BY, "implements"})
_NOBODY: frozenset[str] = frozenset()


class _Claim(NamedTuple):
    """A relation that says that a record informed its source, with the known threads of that."""

    event: Event
    relation: Relation
    record_id: str
    threads: frozenset[str]


def check(examination: Examination) -> Iterable[Observation]:
    """One observation for each informed_by relation whose source has known threads, none with a receipt by then."""
    history, reading = examination.history, examination.reading
    if not history.threads or not all_read(reading, StoreName.RECEIPTS):
        return []
    receipts, records = examination.events_of(Receipt), history.records
    doubtful = [
        claim
        for claim in _not_plainly_delivered(_claims(examination), receipts)
        # Who wrote the record need not be told of it.
        if records[claim.record_id].record.source.thread_id not in claim.threads
    ]
    received = _received(receipts, doubtful) if doubtful else {}
    return [_observation(claim) for claim in doubtful if not _by_then(claim, received)]


def _observation(claim: _Claim) -> Observation:
    return observed(
        claim.event,
        "/payload/relation/to",
        f"{excerpt(claim.relation.source.spelled)} is said to be informed by {claim.record_id}, but no receipt dated "
        f"up to then shows it delivered to {listed(excerpt(thread, 80) for thread in sorted(claim.threads))}",
        record_id=claim.record_id,
    )


def _claims(examination: Examination) -> list[_Claim]:
    """The claims about records that are there, of sources that have a known thread."""
    records = examination.history.records
    informed = examination.alike(lambda ends: ends.type == _INFORMED_BY and ends.target == "record")
    threads = _Threads(examination, informed)
    return [
        _Claim(event, relation, record_id, known)
        for ends, found in informed
        for event, relation, record_id, known in zip(
            found.events, found.relations, found.targets, threads.of_sources(ends, found), strict=True
        )
        if known and record_id in records
    ]


class _Threads:
    """The known threads of nodes (contract, *Threads of a subject*): by trailer, correlation, causation or actor.

    The nodes are the sources of these relations.
    """

    def __init__(self, examination: Examination, informed: Iterable[tuple[Ends, Alike]]) -> None:
        self._examination = examination
        self._known = examination.history.threads
        # By kind and provider, then by id. Nodes of the same thread share what is known of them.
        self._found: dict[tuple[str, str], dict[str, frozenset[str]]] = {}
        self._alone: dict[str, frozenset[str]] = {}
        self._trailers: Mapping[str, set[str]] | None = None
        self._commits: Sequence[str] = ()
        for ends, found in informed:
            self._found.setdefault(_source(ends), {}).update(dict.fromkeys(found.sources, _NOBODY))
        for ends, found in examination.alike(lambda ends: _source(ends) in self._found or _target(ends) in self._found):
            self._read(ends, found)

    def _read(self, ends: Ends, found: Alike) -> None:
        """Note what these relations tell of the nodes at their ends: who acts speaks for what it causes alone."""
        causal = ends.type in _CAUSAL
        for end, ids, of_actor in ((_source(ends), found.sources, causal), (_target(ends), found.targets, False)):
            nodes = self._found.get(end)
            if nodes is None:
                continue
            for event, node_id in zip(found.events, ids, strict=True):
                known = nodes.get(node_id)
                if known is None:
                    continue
                for said in (event.correlation_id, event.causation_id, event.actor.id if of_actor else None):
                    if said is not None and said not in known and said in self._known:
                        known = nodes[node_id] = known | {said} if known else self._only(said)

    def _only(self, thread: str) -> frozenset[str]:
        known = self._alone.get(thread)
        if known is None:
            known = self._alone[thread] = frozenset({thread})
        return known

    def of_sources(self, ends: Ends, found: Alike) -> list[frozenset[str]]:
        """The known threads of the source of each relation of a kind; a thread is its own."""
        nodes = self._found[_source(ends)]
        known = [nodes[each] for each in found.sources]
        if _source(ends) == ("thread", ""):
            return [
                threads | {each} if each in self._known else threads
                for threads, each in zip(known, found.sources, strict=True)
            ]
        if ends.source == "commit":
            return [threads | self._by_trailer(each) for threads, each in zip(known, found.sources, strict=True)]
        return known

    def _by_trailer(self, commit_id: str) -> frozenset[str]:
        if self._examination.surroundings is None:
            return _NOBODY
        if self._trailers is None:
            found: dict[str, set[str]] = {}
            means = self._examination.trailers.means
            for trailer in self._examination.surroundings.trailers():
                if means(trailer.key) == THREAD and trailer.value.strip() in self._known:
                    found.setdefault(trailer.commit, set()).add(trailer.value.strip())
            self._trailers = found
            self._commits = sorted(found)
        exact = self._trailers.get(commit_id)
        if exact is not None:
            return frozenset(exact)
        if not is_hex_id(commit_id):
            return _NOBODY
        short, commits = commit_id.lower(), self._commits
        place = bisect_left(commits, short)
        meant: set[str] = set()
        while place < len(commits) and commits[place].startswith(short):
            meant |= self._trailers[commits[place]]
            place += 1
        return frozenset(meant)


def _source(ends: Ends) -> tuple[str, str]:
    return ends.source, ends.source_provider or ""


def _target(ends: Ends) -> tuple[str, str]:
    return ends.target, ends.target_provider or ""


def _not_plainly_delivered(claims: Sequence[_Claim], receipts: Sequence[Event]) -> list[_Claim]:
    """Those claims that nearly all others are not: no receipt's text alone shows that the record came by then.

    It shows it where both times are in UTC and the whole seconds ascend.
    """
    # Of each thread and record that is claimed: the earliest second of a receipt in UTC.
    earliest: dict[str, dict[str, str | None]] = {}
    for claim in claims:
        for thread in claim.threads:
            earliest.setdefault(thread, {})[claim.record_id] = None
    for event in receipts:
        receipt = event.payload
        if not isinstance(receipt, Receipt):
            continue
        claimed = earliest.get(receipt.thread_id)
        time = receipt.occurred_at
        if claimed is None or time[-1:] != "Z":
            continue
        second = time[:19]
        for record_id in receipt.record_ids:
            if record_id in claimed and ((known := claimed[record_id]) is None or second < known):
                claimed[record_id] = second
    return [claim for claim in claims if not _plainly_delivered(claim, earliest)]


def _plainly_delivered(claim: _Claim, earliest: Mapping[str, Mapping[str, str | None]]) -> bool:
    said = claim.event.occurred_at
    if said[-1:] == "Z":
        second = said[:19]
        for thread in claim.threads:
            known = earliest[thread][claim.record_id]
            if known is not None and known < second:
                return True
    return False


def _received(receipts: Iterable[Event], claims: Iterable[_Claim]) -> Mapping[tuple[str, str], list[str]]:
    """When each thread of these claims was shown each of their records, by thread and record."""
    found: dict[tuple[str, str], list[str]] = {
        (thread, claim.record_id): [] for claim in claims for thread in claim.threads
    }
    threads, wanted = ({key[place] for key in found} for place in (0, 1))
    for event in receipts:
        receipt = event.payload
        if isinstance(receipt, Receipt) and receipt.thread_id in threads:
            for record_id in wanted.intersection(receipt.record_ids):
                if (times := found.get((receipt.thread_id, record_id))) is not None:
                    times.append(receipt.occurred_at)
    return found


def _by_then(claim: _Claim, received: Mapping[tuple[str, str], Sequence[str]]) -> bool:
    said = parse_instant(claim.event.occurred_at)
    times = (time for thread in claim.threads for time in received[thread, claim.record_id])
    return any(_by(parse_instant(time), said) for time in times)


def _by(time: Instant | None, said: Instant | None) -> bool:
    return said is None or time is None or time <= said


RULE = Rule(
    code="FP711",
    name="claimed-not-delivered",
    severity=Severity.NOTICE,
    summary="Work declares that a record informed it, and no receipt shows the record delivered to its thread.",
    why="""\
        The declaration stands: it is the word of whoever made it. But an auditor who asks how the thread came to know
        the record finds nothing. It may have been read in the ledger's files, told by a person, or never been
        known, and be declared because it fits.

        It is judged only where the runtime was read without a gap and the thread of the work is known: by a trailer of
        the commit, by the correlation or causation of a relation, or by the actor who declared it. A receipt that is
        dated later than the declaration does not count.""",
    fix="""\
        If the receipt lies on another machine, put its event file and that of its projection, unaltered, into
        `.git/fabric/runtime/receipts` and `.git/fabric/runtime/projections`. Let threads ask for their direction
        through a client, so that receipts are written.

        What was learned otherwise is accepted with an entry in `fingerpost.toml`: `[[suppressions]]` with
        `rule = "FP711"`, the declaration's event as `event`, and as `reason` how the thread knew.""",
    bad="""\
        relation.created  "actor": {"kind": "agent", "id": "thr_A"}, "type": "informed_by", … "to": rec_A
        (no receipt of thr_A lists rec_A)""",
    good="""\
        receipt.recorded  "thread_id": "thr_A", "record_ids": ["rec_A"]
        relation.created  "actor": {"kind": "agent", "id": "thr_A"}, "type": "informed_by", … "to": rec_A""",
    check=check,
    reach=Reach.DOUBTED_PART,
)

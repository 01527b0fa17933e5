"""FP711: work of a thread that declares direction which no receipt shows that thread to have had."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from ...ledger.events import Event, Node, Receipt
from ...ledger.instants import Instant, parse_instant
from ...ledger.wording import listed
from ...repository.commits import is_hex_id
from ...repository.configs.trailer_names import THREAD
from ...repository.source import StoreName
from ..ends import Related
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule
from ..runtime_objects import all_read

_INFORMED_BY = "informed_by"
_CAUSAL = frozenset({_INFORMED_BY, "implements"})
_Key = tuple[str, str, str]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each informed_by relation whose source has known threads, none with a receipt by then."""
    history, reading = examination.history, examination.reading
    if not history.threads or not all_read(reading, StoreName.RECEIPTS):
        return
    records = history.records
    claims = [
        (event, relation)
        for event, relation in examination.relations(lambda ends: ends.type == _INFORMED_BY and ends.target == "record")
        if relation.target.id in records
    ]
    if not claims:
        return
    threads = _Threads(examination, claims)
    told = [
        (event, relation, known)
        for event, relation in claims
        # Who wrote the record need not be told of it.
        if (known := threads.of(relation.source)) and records[relation.target.id].record.source.thread_id not in known
    ]
    wanted = {relation.target.id for _, relation, _ in told}
    asked = {thread for _, _, known in told for thread in known}
    received = _received(examination.events_of(Receipt), asked, wanted)
    for event, relation, known in told:
        record_id = relation.target.id
        if not any(_by_then(received.get((thread, record_id), ()), event) for thread in known):
            yield observed(
                event,
                "/payload/relation/to",
                f"{excerpt(relation.source.spelled)} is said to be informed by {record_id}, but no receipt dated up "
                f"to then shows it delivered to {listed(excerpt(thread, 80) for thread in sorted(known))}",
                record_id=record_id,
            )


class _Threads:
    """The known threads of nodes (contract, *Threads of a subject*): by trailer, correlation, causation or actor.

    The nodes are the sources of these relations.
    """

    def __init__(self, examination: Examination, claims: Sequence[Related]) -> None:
        self._examination = examination
        self._known = examination.history.threads
        self._found: dict[_Key, set[str]] = {relation.source.key: set() for _, relation in claims}
        self._trailers: Mapping[str, set[str]] | None = None
        kinds = {(kind, provider) for kind, provider, _ in self._found}
        threads, known = self._known, self._found.get
        for event, relation in examination.relations(
            lambda ends: (
                (ends.source, ends.source_provider or "") in kinds or (ends.target, ends.target_provider or "") in kinds
            )
        ):
            said = [each for each in (event.correlation_id, event.causation_id) if each is not None and each in threads]
            if said and (target := known(relation.target.key)) is not None:
                target.update(said)
            actor_id = event.actor.id
            if actor_id is not None and actor_id in threads and relation.type in _CAUSAL:
                said.append(actor_id)
            if said and (source := known(relation.source.key)) is not None:
                source.update(said)

    def of(self, node: Node) -> Set[str]:
        """The node's known threads; a thread is its own."""
        found = self._found[node.key]
        if node.kind == "thread" and not node.provider and node.id in self._known:
            return found | {node.id}
        return found | self._by_trailer(node.id) if node.kind == "commit" else found

    def _by_trailer(self, commit_id: str) -> frozenset[str]:
        if self._examination.surroundings is None:
            return frozenset()
        if self._trailers is None:
            found: dict[str, set[str]] = {}
            means = self._examination.trailers.means
            for trailer in self._examination.surroundings.trailers():
                if means(trailer.key) == THREAD and trailer.value.strip() in self._known:
                    found.setdefault(trailer.commit, set()).add(trailer.value.strip())
            self._trailers = found
        exact = self._trailers.get(commit_id)
        if exact is not None:
            return frozenset(exact)
        if not is_hex_id(commit_id):
            return frozenset()
        short = commit_id.lower()
        return frozenset().union(*(ids for commit, ids in self._trailers.items() if commit.startswith(short)))


def _received(receipts: Sequence[Event], threads: set[str], wanted: set[str]) -> Mapping[tuple[str, str], list[str]]:
    """When each of these threads was shown each of these records, by thread and record."""
    found: dict[tuple[str, str], list[str]] = {}
    for event in receipts:
        receipt = event.payload
        if isinstance(receipt, Receipt) and receipt.thread_id in threads:
            for record_id in wanted.intersection(receipt.record_ids):
                found.setdefault((receipt.thread_id, record_id), []).append(receipt.occurred_at)
    return found


def _by_then(times: Sequence[str], event: Event) -> bool:
    said = event.occurred_at
    return any(_plainly_by(time, said) or _by(parse_instant(time), parse_instant(said)) for time in times)


def _plainly_by(time: str, said: str) -> bool:
    """True where the texts alone show the order: both in UTC, and the whole seconds ascend."""
    return time[:19] < said[:19] and time[-1:] == said[-1:] == "Z"


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
)

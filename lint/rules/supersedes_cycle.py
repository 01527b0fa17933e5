"""FP708: records that supersede each other in a circle."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ...ledger.events import Event
from ...ledger.wording import listed
from ..components import circular_components
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_Edges = dict[str, dict[str, Event]]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each group of records that supersede each other, at the first relation of its circle."""
    edges = _edges(examination)
    for members in circular_components({source: tuple(targets) for source, targets in edges.items()}):
        yield _observation(members, edges)


def _edges(examination: Examination) -> _Edges:
    """The relations between two records, by source and target; of several alike the first; no self-loops."""
    edges: _Edges = {}
    for event, relation in examination.between_records("supersedes"):
        source, target = relation.source, relation.target
        if source.id != target.id:
            edges.setdefault(source.id, {}).setdefault(target.id, event)
    return edges


def _observation(members: Sequence[str], edges: _Edges) -> Observation:
    circle = _shortest_circle(members[0], frozenset(members), edges)
    events = [edges[source][target] for source, target in pairwise(circle)]
    message = f"records supersede each other in a circle: {' -> '.join(circle[:8])}"
    if len(circle) > 8:
        message += f" -> … ({len(circle) - 1} records)"
    others = sorted(set(members) - set(circle))
    if others:
        message += f"; further circles with these go through {listed(others)}"
    return observed(
        events[0],
        "/payload/relation",
        message,
        record_id=members[0],
        detail=",".join(members),
        related=tuple(
            Elsewhere(event.origin, "a relation of this circle", "/payload/relation") for event in events[1:]
        ),
    )


def _shortest_circle(start: str, members: frozenset[str], edges: Mapping[str, Mapping[str, Event]]) -> list[str]:
    """The shortest way from ``start`` back to itself within its group, first and last entry alike."""
    came_from: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for target in sorted(edges.get(here, {})):
            if target == start:
                return _way_back(start, here, came_from)
            if target in members and target not in came_from:
                came_from[target] = here
                waiting.append(target)
    raise ValueError(f"{start} is on no circle")


def _way_back(start: str, last: str, came_from: Mapping[str, str]) -> list[str]:
    way = [start, last]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


RULE = Rule(
    code="FP708",
    name="supersedes-cycle",
    severity=Severity.ERROR,
    summary="Records supersede each other in a circle.",
    why="""\
        If each record replaces the other, none of them is the one that holds. A page that looks for the newest
        direction, or a script that follows supersedes to its end, gets no answer, or none that is not arbitrary.""",
    fix="""\
        Decide which direction holds, and write it as a new record with a supersedes relation to each of the circle.
        End those: append a `record.state_changed` of each with status superseded, its last revision as parent, and a
        lifecycle_reason that names the new record. A contested record takes no further change, which would only add a
        competitor: settle its fork instead (FP401).

        The relations of the circle stay, and so does the finding: accept it in `fingerpost.toml` with a
        `[[suppressions]]` table: `rule = "FP708"`, the relation that the finding is shown at as `event`, and the
        `reason`, which names the new record.""",
    bad="""\
        rec_A  --supersedes-->  rec_B
        rec_B  --supersedes-->  rec_A""",
    good="""\
        rec_C  --supersedes-->  rec_A
        rec_C  --supersedes-->  rec_B""",
    check=check,
    reach=Reach.PART,
)

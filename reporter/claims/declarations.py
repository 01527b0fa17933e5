"""What a subject itself declares, and what others declare of it: by relation events, and by trailers of commits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ..graph.disputes import Dispute, disputes_of
from ..graph.edges import Edge, EdgeClass
from ..graph.provenance import Provenance, is_local
from .claim import Cause
from .subjects import Subject


def declared_by(subject: Subject, provenance: Provenance) -> list[Edge]:
    """The declarations that the subject itself makes, whatever they point at. They do not travel."""
    return _causal(subject, provenance, outgoing=True)


def declared_of(subject: Subject, provenance: Provenance) -> list[Edge]:
    """The declarations of others that point at the subject."""
    return _causal(subject, provenance, outgoing=False)


def _causal(subject: Subject, provenance: Provenance, *, outgoing: bool) -> list[Edge]:
    own = {node.key for node in subject.spellings}
    found = {}
    for node in subject.spellings:
        for edge in provenance.edges_at(node):
            if edge.edge_class is EdgeClass.CAUSALITY and (edge.source if outgoing else edge.target).key in own:
                found[edge.order] = edge
    return [found[order] for order in sorted(found)]


def causes_of(edges: Iterable[Edge], disputes: Mapping[str, tuple[Dispute, ...]]) -> dict[str, tuple[Cause, ...]]:
    """Declarations by the record they point at, each with the challenges that dispute it."""
    causes: defaultdict[str, list[Cause]] = defaultdict(list)
    for edge in edges:
        if is_local(edge.target, "record"):
            disputed_by = tuple(found.record_id for found in disputes_of(edge, disputes))
            causes[edge.target.id].append(Cause(edge, disputed_by))
    return {record_id: tuple(found) for record_id, found in causes.items()}

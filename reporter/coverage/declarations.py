"""What ties many commits to direction: their declarations, and the threads that belong to them.

It is what a trace finds for one commit (contract, *Claims*), found for all of a range in one pass over the relations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...ledger.events import Event, Node
from ...ledger.history import History
from ...repository.configs.trailer_names import IMPLEMENTS, INFORMED_BY, TrailerNames
from ..graph.edges import CLASS_OF_TYPE, Edge, EdgeClass, declared_edge, trailer_edges
from ..graph.provenance import is_local, relation_of

Trailers = Iterable[tuple[str, str]]


@dataclass(slots=True)
class Ties:
    """What one commit declares of records, the threads that belong to it, and why it says that it declares nothing."""

    declared: list[Edge] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    skip: str | None = None


def short_spellings(history: History, width: int) -> tuple[str, ...]:
    """The commit ids in relations that are shorter than ``width`` digits: git has to say which commit each means."""
    return tuple(sorted({node.id for _, node in _commit_ends(history) if len(node.id) < width}))


def ties_of(
    history: History,
    commits: Mapping[str, Trailers],
    resolved: Mapping[str, str],
    names: TrailerNames,
) -> dict[str, Ties]:
    """The ties of those of ``commits`` (full id -> trailers) that have any.

    ``resolved`` gives the full id of each spelling that is shorter; one that git cannot tell is not in it.
    """
    found: defaultdict[str, Ties] = defaultdict(Ties)
    for commit, trailers in commits.items():
        for key, value in trailers:
            meaning = names.means(key)
            if meaning is not None:
                _add_trailer(found[commit], commit, key, value, meaning)
    for commit, ends in _events_of(history, commits, resolved).items():
        for event, node in ends:
            _add_event(found[commit], event, node, history)
    return dict(found)


def _commit_ends(history: History) -> Iterable[tuple[Event, Node]]:
    for event in history.relations:
        relation = relation_of(event)
        for node in (relation.source, relation.target):
            if node.kind == "commit":
                yield event, node


def _events_of(
    history: History, commits: Mapping[str, Trailers], resolved: Mapping[str, str]
) -> dict[str, list[tuple[Event, Node]]]:
    """The relation events that name each commit, with the end that does.

    A provider is part of a node's key: who names none means the node without one, or else whatever is there.
    """
    found: defaultdict[str, list[tuple[Event, Node]]] = defaultdict(list)
    for event, node in _commit_ends(history):
        full = resolved.get(node.id) or node.id.lower()
        if full in commits:
            found[full].append((event, node))
    return {
        commit: [(event, node) for event, node in ends if not node.provider] or ends for commit, ends in found.items()
    }


def _add_trailer(ties: Ties, commit: str, key: str, value: str, meaning: str) -> None:
    if meaning in (IMPLEMENTS, INFORMED_BY):
        ties.declared += trailer_edges(commit, key, value, meaning, "")
    elif meaning == "thread":
        ties.threads.add(value)
    elif ties.skip is None:
        ties.skip = value


def _add_event(ties: Ties, event: Event, node: Node, history: History) -> None:
    """One relation event that names the commit. A thread is known by an event of it, as in a trace."""
    relation = relation_of(event)
    threads = [event.correlation_id, event.causation_id]
    if CLASS_OF_TYPE[relation.type] is EdgeClass.CAUSALITY and relation.source is node:
        threads.append(event.actor.id)
        if is_local(relation.target, "record"):
            ties.declared.append(declared_edge(event, relation))
    ties.threads.update(thread for thread in threads if thread is not None and thread in history.threads)

"""The areas, issues and pull requests that a ledger names, and who names them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ....ledger.events import Node, Scope, Thread
from ....ledger.history import History
from ....ledger.matching import Areas
from ...graph.provenance import Provenance

KINDS = ("area", "issue", "pr")
MOST_PAGES = 500
_DIGITS = re.compile("([0-9]+)")


@dataclass(frozen=True, slots=True)
class Mention:
    """The records whose scope names a place (in any version), the nodes of relations, and the threads, each sorted."""

    records: tuple[str, ...]
    nodes: tuple[Node, ...]
    threads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mentions:
    """Those that have a page, by name in the order that people count in, and how many there are."""

    paged: Mapping[str, Mention]
    total: int


def mentions_of(history: History, provenance: Provenance, areas: Areas, kind: str) -> Mentions:
    """What is named of a kind (one of :data:`KINDS`), and the areas of a config; of very many those direction names."""
    found = _mentioned(history, provenance, kind)
    if kind == "area":
        found = {**{area: Mention((), (), ()) for area in areas}, **found}
    first = sorted(in_order(found), key=lambda name: not found[name].records)[:MOST_PAGES]
    return Mentions({name: found[name] for name in in_order(first)}, len(found))


def _mentioned(history: History, provenance: Provenance, kind: str) -> dict[str, Mention]:
    records: defaultdict[str, set[str]] = defaultdict(set)
    threads: defaultdict[str, set[str]] = defaultdict(set)
    nodes: defaultdict[str, list[Node]] = defaultdict(list)
    for record in history.records.values():
        for standing in record.standings:
            for name in _of_kind(standing.scope, kind):
                records[name].add(record.record_id)
    for thread_id, events in history.threads.items():
        for event in events:
            if isinstance(event.payload, Thread):
                for name in _of_kind(event.payload.scope, kind):
                    threads[name].add(thread_id)
    for node in provenance.related_nodes(kind):
        nodes[node.id].append(node)
    return {
        name: Mention(
            tuple(sorted(records[name])),
            tuple(sorted(nodes[name], key=lambda node: node.key)),
            tuple(sorted(threads[name])),
        )
        for name in {*records, *nodes, *threads}
    }


def in_order(names: Iterable[str]) -> list[str]:
    """Names as people sort them: numbers in them by their size."""
    return sorted(names, key=lambda name: ([*_parts(name)], name))


def _parts(name: str) -> Iterator[tuple[int, int, str]]:
    for part in filter(None, _DIGITS.split(name)):
        digits = part.lstrip("0") if part[0] in "0123456789" else ""
        yield (0, len(digits), digits) if part[0] in "0123456789" else (1, 0, part)


def _of_kind(scope: Scope, kind: str) -> tuple[str, ...]:
    if kind == "area":
        return scope.areas
    value = scope.issue if kind == "issue" else scope.pr
    return (value,) if value else ()

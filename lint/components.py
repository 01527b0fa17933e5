"""Groups of things that reach each other in a directed graph, found without recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def circular_components(edges: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """The strongly connected components of two or more nodes, each sorted, in the order of their first nodes.

    Tarjan's algorithm with a stack of its own, since a chain of relations may be as long as the ledger.
    """
    search = _Search(edges)
    for node in sorted(edges):
        if node not in search.number:
            search.run(node)
    return sorted(search.found)


class _Search:
    def __init__(self, edges: Mapping[str, Sequence[str]]) -> None:
        self.edges = edges
        self.number: dict[str, int] = {}
        self.lowest: dict[str, int] = {}
        self.open: dict[str, None] = {}
        self.found: list[tuple[str, ...]] = []

    def run(self, start: str) -> None:
        work = [(start, self._enter(start))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in self.number:
                    work.append((target, self._enter(target)))
                    break
                if target in self.open:
                    self.lowest[node] = min(self.lowest[node], self.number[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    self.lowest[parent] = min(self.lowest[parent], self.lowest[node])
                if self.lowest[node] == self.number[node]:
                    self._close(node)

    def _enter(self, node: str) -> Iterator[str]:
        self.number[node] = self.lowest[node] = len(self.number)
        self.open[node] = None
        return iter(sorted(self.edges.get(node, ())))

    def _close(self, node: str) -> None:
        members = []
        while True:
            member, _ = self.open.popitem()
            members.append(member)
            if member == node:
                break
        if len(members) > 1:
            self.found.append(tuple(sorted(members)))

"""The graph as the script of its page needs it: nodes in groups, and what connects them.

Parallel edges of one type are one row with a count. Texts to show are made visible; nothing here is compared with
anything but itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...ledger.ascii_json import ascii_json
from ...ledger.events import Node
from ...ledger.history import RecordHistory
from ...ledger.inert import visible
from ..graph.edges import CLASS_OF_TYPE, EdgeClass
from ..graph.provenance import NodeKey, is_local
from ..graph.svg import kind_word
from .address import GRAPH, PATHS, Address, area_page
from .blocks import Page, worded
from .places.tickets import ISSUE, PR
from .survey import Survey
from .words import badge

FILE = f"{GRAPH.folder}/graph_data.js"
NO_AREA = ""
"""The group of the records that name no area."""


def areas_of(record: RecordHistory) -> tuple[str, ...]:
    """The areas that any version of a record names, sorted; :data:`NO_AREA` where none does."""
    found = {area for standing in record.standings for area in standing.scope.areas if area}
    return tuple(sorted(found)) or (NO_AREA,)


def _paths_of(record: RecordHistory) -> tuple[str, ...]:
    """The paths that any version of a record names, sorted."""
    return tuple(sorted({path for standing in record.standings for path in standing.scope.paths if path}))


def graph_file(survey: Survey, _pages: Sequence[Page] = ()) -> dict[str, bytes]:
    """The file that lies beside the page of the graph: a script, since a page from ``file://`` may load no other."""
    text = ascii_json(graph_data(survey), indent=False)
    return {FILE: f"window.fingerpostGraph = {text};\n".encode("ascii")}


def graph_data(survey: Survey) -> dict[str, Any]:
    """The graph as plain JSON types.

    A node is ``[kind, name, label, page, state, areas, paths]``: kind, state, areas and paths are places in the lists
    of that name, ``label`` is empty where the name says it all, ``page`` the path of its page in the site without
    ``/index.html`` (empty: it has none; 1: its name in its kind's folder, of ``folders``). Only records have a state
    (else -1), areas, and paths where their scope names any. A bundle of edges is ``[from, to, type]``, and ``count``
    and the mark of a dispute behind it where there are several or there is a mark. An area is a name and the path of
    its page. ``called`` are the kinds that pages call by another word, ``field`` the page that answers for a path.
    """
    graph = survey.graph
    kinds = sorted({node.kind for node in graph.nodes.values()})
    types = [(name, edge_class) for name, edge_class in CLASS_OF_TYPE.items()]
    states = sorted({record.state for record in survey.history.records.values()})
    areas = sorted({area for record in survey.history.records.values() for area in areas_of(record)})
    paths = sorted({path for record in survey.history.records.values() for path in _paths_of(record)})
    places = ({name: place for place, name in enumerate(names)} for names in (kinds, states, areas, paths))
    spelling = _Spelling(survey, *places)
    paged = survey.mentions("area").paged
    place_of = {key: place for place, key in enumerate(graph.nodes)}
    type_of = {name: place for place, (name, _) in enumerate(types)}
    edges: list[list[Any]] = []
    for bundle in graph.bundles:
        edge = bundle.edge
        row: list[Any] = [place_of[edge.source.key], place_of[edge.target.key], type_of[edge.type]]
        if bundle.count > 1 or bundle.mark:
            row += [bundle.count, visible(bundle.mark or "")]
        edges.append(row)
    return {
        "version": 1,
        "classes": [edge_class.value for edge_class in EdgeClass],
        "types": [[name, edge_class.value] for name, edge_class in types],
        "kinds": [visible(kind) for kind in kinds],
        "called": {kind: kind_word(kind) for kind in kinds if kind_word(kind) != visible(kind)},
        "states": [[state, badge(state).shape, badge(state).tone] for state in states],
        "areas": [[visible(area), _path(area_page(area)) if area in paged else ""] for area in areas],
        "paths": [visible(path) for path in paths],
        "field": _path(PATHS),
        "folders": _FOLDERS,
        "nodes": [spelling.row(node) for node in graph.nodes.values()],
        "edges": edges,
    }


_TICKETS = {ticket.kind: ticket for ticket in (ISSUE, PR)}
_FOLDERS = {"record": "records", "commit": "commits", "thread": "threads"}


def _path(address: Address) -> str:
    return address.site_path.removesuffix("/index")


class _Spelling:
    """How a node is written, by the places of its kind, its state, its areas and its paths."""

    def __init__(
        self,
        survey: Survey,
        kinds: Mapping[str, int],
        states: Mapping[str, int],
        areas: Mapping[str, int],
        paths: Mapping[str, int],
    ) -> None:
        self._survey = survey
        self._kinds = kinds
        self._states = states
        self._areas = areas
        self._paths = paths

    def row(self, node: Node) -> list[Any]:
        """A node as a list."""
        name = visible(f"{node.provider}:{node.id}" if node.provider else node.id)
        record = self._survey.history.records.get(node.id) if is_local(node, "record") else None
        row: list[Any] = [self._kinds[node.kind], name, self._label(node, record), self._page(node, name)]
        if record is not None:
            row += [self._states[record.state], [self._areas[area] for area in areas_of(record)]]
            paths = [self._paths[path] for path in _paths_of(record)]
            row += [paths] if paths else []
        return row

    def _label(self, node: Node, record: RecordHistory | None) -> str:
        if record is not None:
            return visible(self._survey.title(record))
        if node.kind == "commit":
            return visible(self._survey.messages.get(self._full(node.id), ""))
        if node.kind in _TICKETS:
            return visible(f"{_TICKETS[node.kind].name} {worded(node.id)}")
        return visible(node.id) if node.provider else ""

    def _full(self, commit_id: str) -> str:
        fact = self._survey.facts.get(commit_id)
        return (fact.full if fact is not None else None) or commit_id

    def _page(self, node: Node, name: str) -> str | int:
        address = self._survey.page_of(node)
        if address is None:
            return ""
        path = _path(address)
        return 1 if path == f"{_FOLDERS.get(node.kind)}/{name}" else path


def groups(survey: Survey) -> Iterator[tuple[str, str, int, Mapping[EdgeClass, int]]]:
    """What the page shows at first: each area of records, then each other kind of node.

    Gives its kind (``area`` or a node's), its name (an area's), how many nodes it holds, and how many edges of each
    class touch one of them.
    """
    graph = survey.graph
    members: Counter[tuple[str, str]] = Counter()
    of_node: dict[NodeKey, tuple[tuple[str, str], ...]] = {}
    for key, node in graph.nodes.items():
        record = survey.history.records.get(node.id) if is_local(node, "record") else None
        found = [(node.kind, "")] if record is None else [("area", area) for area in areas_of(record)]
        of_node[key] = tuple(found)
        members.update(found)
    touched: dict[tuple[str, str], Counter[EdgeClass]] = {group: Counter() for group in members}
    for bundle in graph.bundles:
        for group in {*of_node[bundle.edge.source.key], *of_node[bundle.edge.target.key]}:
            touched[group][bundle.edge.edge_class] += bundle.count
    for kind, name in sorted(members, key=lambda group: (group[0] != "area", group[0], not group[1], group[1])):
        yield kind, name, members[kind, name], touched[kind, name]

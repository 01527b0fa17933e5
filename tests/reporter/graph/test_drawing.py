from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st
from support.surveys import ALL_HOSTILE

from fingerpost.ledger.events import Actor, Node, Trust
from fingerpost.reporter.graph.drawing import MOST_NODES, Drawing, draw, spell
from fingerpost.reporter.graph.edges import Edge, trailer_edges

SVG = "{http://www.w3.org/2000/svg}"
CENTRE = Node("record", "centre")


def edge(kind: str, source: Node, target: Node, number: int = 1) -> Edge:
    return Edge(kind, source, target, f"evt_{number}", Actor("human"), Trust("human_confirmed"), "2026-03-02T09:00:00Z")


def drawn(*edges: Edge) -> Drawing:
    return draw(CENTRE, edges, "title", lambda node: node.id)


def test_sources_stand_left_and_targets_right() -> None:
    commit, prj, thr = Node("commit", "c"), Node("projection", "p"), Node("thread", "t")
    drawing = drawn(
        edge("implements", commit, CENTRE), edge("delivered_to", CENTRE, prj), edge("delivered_to", prj, thr)
    )
    x = {box.node.id: box.x for box in drawing.boxes}
    assert x["c"] < x["centre"] < x["p"] < x["t"]


def test_classes_and_words_tell_edges_apart() -> None:
    svg = str(
        spell(
            drawn(
                edge("implements", Node("commit", "c"), CENTRE), edge("delivered_to", CENTRE, Node("projection", "p"))
            ),
            lambda _: None,
        )
    )
    root = ElementTree.fromstring(svg)
    assert [path.get("class") for path in root.iter(f"{SVG}path") if path.get("class")] == ["causality", "availability"]
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "e"] == ["implements", "delivered_to"]
    assert root.findtext(f"{SVG}title") == "title"
    assert root.findtext(f"{SVG}desc") == "c implements centre; centre delivered to p"


def test_repeated_relations_are_one_arrow_with_a_count() -> None:
    prj = Node("projection", "p")
    drawing = drawn(edge("delivered_to", CENTRE, prj, 1), edge("delivered_to", CENTRE, prj, 2))
    assert [arrow.count for arrow in drawing.arrows] == [2]


def test_a_cut_says_how_much_is_shown() -> None:
    drawing = drawn(*(edge("delivered_to", CENTRE, Node("projection", f"p{n:03}"), n) for n in range(100)))
    assert (drawing.shown, drawing.total) == (MOST_NODES, 101)
    assert drawing.boxes[0].centre
    assert {arrow.target.node.id for arrow in drawing.arrows} == {f"p{n:03}" for n in range(MOST_NODES - 1)}


def marked(edge: Edge) -> str | None:
    return {"evt_1": "disputed", "evt_2": "was already superseded then"}.get(edge.event_id or "")


def test_a_marked_relation_is_an_arrow_of_its_own_and_says_so_in_words() -> None:
    commit = Node("commit", "c")
    edges = [edge("implements", commit, CENTRE, number) for number in range(1, 5)]
    drawing = draw(CENTRE, edges, "title", lambda node: node.id, marked)
    assert [(arrow.mark, arrow.count) for arrow in drawing.arrows] == [
        *(("", 2), ("disputed", 1), ("was already superseded then", 1))
    ]
    assert len({arrow.shift for arrow in drawing.arrows}) == 3
    root = ElementTree.fromstring(str(spell(drawing, lambda _: None)))
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "e"] == [
        *("implements ×2", "implements (disputed)", "implements (was already superseded then)")
    ]
    assert "c implements centre (disputed)" in (root.findtext(f"{SVG}desc") or "")


def test_boxes_make_room_for_marks_and_stand_as_they_did_without() -> None:
    edges = [edge("implements", Node("commit", "c"), CENTRE)]
    plain = draw(CENTRE, edges, "title", lambda node: node.id)
    wide = draw(CENTRE, edges, "title", lambda node: node.id, lambda _: "was already superseded then")
    assert plain == draw(CENTRE, edges, "title", lambda node: node.id, lambda _: "")
    assert plain.width < wide.width < plain.width + 400
    endless = draw(CENTRE, edges, "title", lambda node: node.id, lambda _: "x" * 5000)
    assert endless.width < 1000
    assert len(endless.arrows[0].words) == 60


def test_what_commits_declare_by_trailers_is_drawn_too() -> None:
    trailer = trailer_edges("c" * 40, "Fabric-Implements", "rec_1 rec_2", "implements", "2026-03-02T09:00:00Z")
    assert [arrow.target.label for arrow in drawn(*trailer, edge("implements", CENTRE, trailer[0].target)).arrows] == [
        *("rec_1", "rec_2", "rec_1")
    ]


def test_words_cover_neither_each_other_nor_a_box() -> None:
    projections = [Node("projection", f"p{n}") for n in range(7)]
    threads = [Node("thread", f"t{n}") for n in range(3)]
    edges = [
        *(edge("delivered_to", CENTRE, prj, n) for n, prj in enumerate(projections)),
        *(edge("delivered_to", prj, threads[n % 3], 20 + n) for n, prj in enumerate(projections)),
        *(edge("exposed_to", prj, threads[0], 40 + n) for n, prj in enumerate(projections[:2])),
    ]
    root = ElementTree.fromstring(str(spell(drawn(*edges), lambda _: None)))
    told = [each for each in root.iter(f"{SVG}text") if each.get("class") == "e"]
    assert len(told) == len(edges)
    covered = [
        *(area(each, 5 * len(each.text or "")) for each in told),
        *((x, y, x + 176, y + 46) for x, y in (corner(each) for each in root.iter(f"{SVG}rect"))),
    ]
    assert not [
        (one, other)
        for place, one in enumerate(covered)
        for other in covered[:place]
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]


def corner(element: ElementTree.Element) -> tuple[int, int]:
    return int(element.get("x", "")), int(element.get("y", ""))


def area(element: ElementTree.Element, width: int) -> tuple[int, int, int, int]:
    x, y = corner(element)
    return x - width // 2, y - 8, x + width // 2, y + 2


@given(st.permutations([edge("delivered_to", CENTRE, Node("projection", f"p{n}"), n) for n in range(6)]))
@settings(max_examples=20)
def test_order_of_edges_does_not_matter(edges: list[Edge]) -> None:
    assert str(spell(drawn(*edges), lambda _: None)) == str(
        spell(drawn(*sorted(edges, key=lambda e: e.key)), lambda _: None)
    )


def test_a_node_related_to_itself() -> None:
    assert drawn(edge("supersedes", CENTRE, CENTRE)).shown == 1


def test_hostile_words_stay_words() -> None:
    evil = Node(ALL_HOSTILE, ALL_HOSTILE, ALL_HOSTILE)
    drawing = draw(
        CENTRE, [edge("informed_by", evil, CENTRE)], ALL_HOSTILE, lambda node: node.id, lambda _: ALL_HOSTILE
    )
    root = ElementTree.fromstring(str(spell(drawing, lambda _: ALL_HOSTILE)))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "path", "polygon", "g", "a", "rect", "text")
    }
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or name == "style"]

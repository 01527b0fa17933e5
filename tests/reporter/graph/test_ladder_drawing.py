from dataclasses import replace
from xml.etree import ElementTree

import pytest
from support.surveys import ALL_HOSTILE

from fingerpost.ledger.display import visible
from fingerpost.ledger.events import Node
from fingerpost.reporter.graph.ladder_drawing import End, LadderDrawing, Row, Rung, Tie
from fingerpost.reporter.graph.svg import spell, wrapped

SVG = "{http://www.w3.org/2000/svg}"
RECORD, COMMIT = Node("record", "rec_1"), Node("commit", "c" * 40)
STEPS = (
    Rung("yes", "tree", "it existed in the tree"),
    Rung("no", "paths", "its scope covers nothing"),
    Rung("yes", "2 receipts", "delivered to thread t"),
    Rung("unknown", "no receipt", "no receipt says so"),
)
ROW = Row(End(RECORD, "Round once"), End(COMMIT, "cccccccccc"), STEPS, ())


def svg(*rows: Row, subject: Node = COMMIT) -> ElementTree.Element:
    drawing = LadderDrawing("The two ladders", subject, rows, len(rows))
    return ElementTree.fromstring(str(spell(drawing, lambda node: f"{node.kind}.html")))


def classed(root: ElementTree.Element, tag: str, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter(f"{SVG}{tag}") if name in (each.get("class") or "").split()]


def test_without_a_declaration_unknown_stands_between_and_no_line_arrives() -> None:
    root = svg(ROW)
    assert [each.text for each in classed(root, "text", "unknown")] == ["unknown"]
    assert classed(root, "path", "causality") == []
    box = next(each for each in root.iter(f"{SVG}rect") if float(each.get("x") or 0) > 500)
    (dashed,) = classed(root, "path", "availability")
    assert dashed.get("stroke-dasharray") is not None
    assert int((dashed.get("d") or "").rpartition("H")[2]) < int(box.get("x") or 0) - 84


def test_a_declaration_is_a_solid_line_with_its_type_and_its_mark_in_words() -> None:
    root = svg(replace(ROW, ties=(Tie("implements", 2, "disputed"), Tie("informed_by"))))
    lines = classed(root, "path", "causality")
    assert [line.get("stroke-dasharray") for line in lines] == [None, None]
    words = {each.text for each in classed(root, "text", "e")}
    assert words == {"implements ×2 (disputed)", "informed_by"}
    assert classed(root, "text", "unknown") == []


def test_the_tip_of_a_declaration_is_where_it_points() -> None:
    def tip(tie: Tie) -> int:
        (found,) = classed(svg(replace(ROW, ties=(tie,))), "polygon", "tip")
        return int((found.get("points") or "").split(",")[0])

    assert tip(Tie("implements")) < tip(Tie("implements", to_right=True))


@pytest.mark.parametrize(("place", "value", "basis"), [(0, "yes", "tree"), (1, "no", "paths"), (3, "unknown", "")])
def test_each_step_has_its_value_and_its_basis(place: int, value: str, basis: str) -> None:
    step = classed(svg(ROW), "g", "step")[place]
    assert value in (step.get("class") or "")
    words = [each.text for each in step.iter(f"{SVG}text")][1:]
    assert words[0] == value
    assert basis in (words[1] or "")
    assert STEPS[place].told in (step.findtext(f"{SVG}title") or "")


def test_the_description_and_every_stop_say_the_whole_row() -> None:
    root = svg(ROW)
    (row,) = classed(root, "g", "row")
    assert row.get("tabindex") == "0"
    assert row.get("aria-label") == root.findtext(f"{SVG}desc")
    assert row.get("aria-label") == (
        "record Round once and commit cccccccccc: availability: existed yes (it existed in the tree), in scope no "
        "(its scope covers nothing), delivered yes (delivered to thread t), exposed unknown (no receipt says so); "
        "causality unknown, nothing was declared"
    )
    said = svg(replace(ROW, ties=(Tie("implements", mark="disputed"),))).findtext(f"{SVG}desc") or ""
    assert said.endswith("declared: commit cccccccccc implements record Round once (disputed)")


def test_boxes_lead_to_pages_but_for_the_one_it_is_about() -> None:
    links = [each.get("href") for each in svg(ROW).iter(f"{SVG}a")]
    assert links == ["record.html"]
    assert [each.get("href") for each in svg(ROW, subject=RECORD).iter(f"{SVG}a")] == ["commit.html"]


def test_rows_that_share_an_end_share_its_box() -> None:
    other = replace(ROW, left=End(Node("record", "rec_2"), "Keep minor units"))
    root = svg(ROW, other)
    kinds = [each.text for each in classed(root, "text", "k") if each.text in ("record", "commit")]
    assert sorted(filter(None, kinds)) == ["commit", "record", "record"]


def test_nobody_is_a_box_without_a_node_and_is_not_counted() -> None:
    row = replace(ROW, right=End(None, "nothing is declared"))
    drawing = LadderDrawing("t", RECORD, (row,), 0)
    assert drawing.shown == 0
    assert len(classed(svg(row, subject=RECORD), "rect", "nobody")) == 1


def test_no_style_of_its_own_that_a_strict_policy_would_block() -> None:
    root = svg(replace(ROW, ties=(Tie("implements"),)))
    assert not [each for each in root.iter() if "style" in each.attrib or each.tag == f"{SVG}style"]
    assert not [each for each in root.iter() if "id" in each.attrib]  # several may stand on one page


def test_the_same_rows_give_the_same_bytes() -> None:
    drawings = [spell(LadderDrawing("t", COMMIT, (ROW, ROW), 2), lambda _: None) for _ in range(2)]
    assert drawings[0] == drawings[1]


def test_hostile_words_stay_words() -> None:
    evil = Node(ALL_HOSTILE, ALL_HOSTILE, ALL_HOSTILE)
    row = Row(
        End(evil, ALL_HOSTILE),
        End(None, ALL_HOSTILE),
        (Rung("yes", ALL_HOSTILE, ALL_HOSTILE),) * 4,
        (Tie(ALL_HOSTILE, 3, ALL_HOSTILE),),
    )
    drawing = LadderDrawing(ALL_HOSTILE, COMMIT, (row,), 1)
    root = ElementTree.fromstring(str(spell(drawing, lambda _: ALL_HOSTILE)))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "path", "polygon", "g", "a", "rect", "text"}
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]
    assert root.findtext(f"{SVG}title") == visible(ALL_HOSTILE).replace("[U+0009]", "\t")


def test_words_are_wrapped_by_the_cells_they_take() -> None:
    assert wrapped("one two three", 7, 3) == ["one two", "three"]
    assert wrapped("a" * 10, 4, 9) == ["aaaa", "aaaa", "aa"]
    assert wrapped("漢字漢字", 4, 9) == ["漢字", "漢字"]
    assert wrapped("one two three four", 5, 2) == ["one", "two…"]
    assert wrapped("", 5, 2) == []
    assert wrapped("\u202egnp", 30, 2) == ["[U+202E]gnp"]

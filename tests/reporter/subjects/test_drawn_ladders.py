from typing import Any

import pytest
from support.events import Wire, changed, created, ident, receipt, record_node, relation
from support.surveys import COMMIT, survey_of, working_ledger

from fingerpost.ledger.events import Node
from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.graph.edges import EdgeClass, trailer_edges
from fingerpost.reporter.graph.ladder_drawing import LadderDrawing, Row
from fingerpost.reporter.pages.subjects.drawn import MOST_DRAWN, ladders_of_record, ladders_of_subject
from fingerpost.reporter.pages.subjects.steps import Speaker
from fingerpost.reporter.pages.survey import Survey

COMMITTED = {COMMIT: CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"))}


def of_record(number: int, *events: Wire, **fields: Any) -> LadderDrawing:
    survey = survey_of(*events, **fields)
    found = ladders_of_record(survey, survey.history.records[ident("rec", number)]).drawing
    assert isinstance(found, LadderDrawing)
    return found


def of_node(survey: Survey, node: Node) -> LadderDrawing:
    causal = [edge for edge in survey.provenance.edges_at(node) if edge.edge_class is EdgeClass.CAUSALITY]
    found = ladders_of_subject(survey, node, survey.judgements.of(node), causal).drawing
    assert isinstance(found, LadderDrawing)
    return found


def values(row: Row) -> list[str]:
    return [rung.value for rung in row.rungs]


@pytest.mark.parametrize(("names", "receiver"), [((), None), (("t1",), "its thread"), (("t1", "t2"), "its threads")])
def test_whoever_words_the_steps_knows_the_threads_and_whether_the_commit_is_here(
    names: tuple[str, ...], receiver: str | None
) -> None:
    trailers = tuple(("Fabric-Thread", name) for name in names)
    node = Node("commit", COMMIT)
    survey = survey_of(*working_ledger(), facts={COMMIT: CommitFact("exact", COMMIT, None, trailers)})
    told = Speaker.of(survey, node, None).background
    assert (told.kind, told.time, told.receiver, told.here) == ("commit", None, receiver, True)
    assert not Speaker.of(survey_of(*working_ledger()), node, None).background.here
    begun = instant("2026-03-02T09:00:00Z")
    of_thread = Speaker.of(survey, Node("thread", "thread-1"), begun).background
    assert (of_thread.time, of_thread.receiver, of_thread.here) == (begun, "this thread", False)


def test_a_record_stands_left_of_who_declared_it_and_of_who_received_it() -> None:
    drawing = of_record(1, *working_ledger())
    ends = [row.right.node.kind for row in drawing.rows if row.right.node is not None]
    assert ends == ["action", "commit", "thread"]
    assert [[tie.type for tie in row.ties] for row in drawing.rows] == [["informed_by"], ["implements"], []]
    assert values(drawing.rows[2])[2:] == ["yes", "yes"]
    assert (drawing.shown, drawing.total) == (3, 3)


def test_a_record_that_nobody_named_says_so_and_draws_its_own_steps() -> None:
    drawing = of_record(3, *working_ledger())
    (row,) = drawing.rows
    assert row.right.node is None
    assert "nothing is declared" in row.right.label
    assert values(row) == ["yes", "stated", "unknown", "unknown"]
    assert drawing.shown == 0


def test_what_was_not_judged_is_unknown_and_says_so() -> None:
    drawing = of_record(1, *working_ledger())
    (commit,) = [row for row in drawing.rows if row.right.node is not None and row.right.node.kind == "commit"]
    assert values(commit) == ["unknown"] * 4
    assert {rung.basis for rung in commit.rungs} == {"not judged"}


def test_a_commit_stands_right_of_what_it_declares_and_of_what_was_put_before_it() -> None:
    trailer = trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-02T12:00:00Z")
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"), (("Fabric-Thread", "thread-1"),))
    events = [event for event in working_ledger() if event["event_type"] != "relation.created"]
    survey = survey_of(*events, facts={COMMIT: fact}, judged=frozenset({COMMIT}), declared=trailer)
    drawing = of_node(survey, Node("commit", COMMIT))
    assert [row.left.label for row in drawing.rows] == ["Round once, on the invoice total"]
    assert values(drawing.rows[0])[2:] == ["yes", "yes"]
    assert [tie.words for tie in drawing.rows[0].ties] == ["implements (trailer)"]
    assert not drawing.rows[0].ties[0].to_right


def test_a_disputed_and_a_suspect_declaration_are_marked() -> None:
    asked = {"fingerpost.challenges-relation": ident("rel", 8)}
    challenge = created(40, kind="challenge", status="open", text="It does not", extensions=asked)
    over = changed(41, 1, 2, event={"occurred_at": "2026-03-02T13:00:00Z"}, status="expired")
    drawing = of_record(1, *working_ledger(), challenge, over, facts=COMMITTED, judged=frozenset({COMMIT}))
    (commit,) = [row for row in drawing.rows if row.right.node is not None and row.right.node.kind == "commit"]
    assert [tie.words for tie in commit.ties] == ["implements (disputed, expired now)"]


def test_what_others_declare_of_an_action_is_drawn_towards_it() -> None:
    action = {"kind": "action", "id": "act-1", "provider": "codex"}
    follows = relation(50, "informed_by", {"kind": "commit", "id": COMMIT}, action)
    drawing = of_node(survey_of(*working_ledger(), follows), Node("action", "act-1", "codex"))
    (row,) = [row for row in drawing.rows if row.left.node is not None and row.left.node.kind == "commit"]
    assert row.rungs == ()
    assert [(tie.type, tie.to_right) for tie in row.ties] == [("informed_by", True)]


def test_a_drawing_of_many_says_how_many_it_shows() -> None:
    events = [created(number) for number in range(1, 31)]
    events += [
        relation(100 + number, "implements", {"kind": "commit", "id": COMMIT}, record_node(number))
        for number in range(1, 31)
    ]
    survey = survey_of(*events, facts=COMMITTED, judged=frozenset({COMMIT}))
    node = Node("commit", COMMIT)
    picture = ladders_of_subject(survey, node, survey.judgements.of(node), survey.provenance.edges_at(node))
    assert picture.caption.startswith(f"Showing {MOST_DRAWN} of 30 rows. ")


def test_a_receipt_that_lists_no_revision_of_the_record_draws_nobody() -> None:
    events = [
        event for event in working_ledger() if event["event_type"] not in ("receipt.recorded", "relation.created")
    ]
    other = receipt(13, 12, "thread-1", [ident("evt", 3)], [ident("rec", 1)])
    assert of_record(1, *events, other).rows[0].right.node is None

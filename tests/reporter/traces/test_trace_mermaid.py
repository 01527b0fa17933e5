"""The flowchart of an answer: each class in its own line, and labels that nothing can leave."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from support.claims import by_trailer, spelled
from support.events import Wire, created, ident, projection, receipt, record_node, relation, thread
from support.hostile_reports import TEXTS
from support.traces import COMMIT

from fingerpost.reporter.traces.trace_mermaid import MOST_LINES, render_mermaid

HERE = {"kind": "commit", "id": COMMIT}
LISTED = ([ident("evt", 1)], [ident("rec", 1)])
EVENTS = [
    created(1),
    created(3),
    thread(20, "t1"),
    projection(21, "t1", *LISTED),
    receipt(22, 21, "t1", *LISTED),
    relation(30, "implements", HERE, record_node(1)),
    relation(31, "supersedes", record_node(3), record_node(1)),
    relation(32, "delivered_to", record_node(1), HERE),
    created(40, kind="challenge", status="open", extensions={"fingerpost.challenges-relation": ident("rel", 30)}),
]
LABEL = r'"(?:[A-Za-z0-9 ._,()\-]|#[0-9]+;|<br/>|[^\x00-\x7f])*"'
LINE = re.compile(rf"flowchart LR|  n\d+\[{LABEL}\]|  n\d+ (?:==>|-\.->|-->)\|{LABEL}\| n\d+|  style n\d+ .*|  %% .*")


def drawn(node: str, *events: Wire) -> list[str]:
    """The lines, after a look at each: nothing but numbered nodes, arrows and quoted labels."""
    lines = render_mermaid(*spelled(node, *events)).splitlines()
    for line in lines:
        assert LINE.fullmatch(line), line
    return lines


def test_each_class_has_its_line_and_says_its_type() -> None:
    lines = drawn(f"commit:{COMMIT}", *EVENTS)
    arrows = sorted(match[1] for line in lines if (match := re.search(r"n\d+ (\S+\|.*\|) n\d+", line)))
    assert arrows == [
        '-->|"supersedes"|',
        '-.->|"delivered_to (by hand)"|',
        '-.->|"delivered_to"|',
        '==>|"implements (disputed)"|',
    ]


def test_a_trailer_is_marked_as_one() -> None:
    edge = by_trailer(COMMIT, 1)
    shown = spelled(f"commit:{COMMIT}", created(1), relations=(edge,), nodes=(edge.source, edge.target))
    assert '==>|"implements (trailer)"|' in render_mermaid(*shown)


@settings(max_examples=60, deadline=None)
@given(TEXTS.filter(bool))
def test_no_text_of_the_ledger_leaves_its_quotes(evil: str) -> None:
    node = {"kind": f"commit{evil}", "id": f"x{evil}", "url": "javascript:alert(1)"}
    events = [
        created(1, text=f"Title {evil} %%{{init}}%% ```"),
        relation(2, "implements", node, record_node(1)),
    ]
    lines = drawn(ident("rec", 1), *events)
    assert "javascript" not in "".join(lines)
    "".join(lines).encode("utf-8")


@pytest.mark.parametrize("evil", ['"]; click n0 "javascript:x"', "%%{init: {}}%%", "#quot;", "ﬂ°°60¶ß", "```", "<b>"])
def test_what_means_something_to_it_is_a_number(evil: str) -> None:
    text = render_mermaid(*spelled(ident("rec", 1), created(1, text=evil)))
    assert evil not in text


def test_a_long_answer_is_cut_and_says_so() -> None:
    events = [created(1)]
    for number in range(100, 100 + MOST_LINES + 20):
        events.append(relation(number, "implements", {"kind": "commit", "id": f"{number:040x}"}, record_node(1)))
    lines = drawn(ident("rec", 1), *events)
    assert sum("==>" in line for line in lines) == MOST_LINES
    assert lines[-1] == f"  %% showing {MOST_LINES} of {MOST_LINES + 20} lines"
    assert sum('["' in line for line in lines) == MOST_LINES + 1


def test_the_order_of_events_changes_nothing() -> None:
    shuffled = list(EVENTS)
    Random(7).shuffle(shuffled)
    assert drawn(ident("rec", 1), *shuffled) == drawn(ident("rec", 1), *EVENTS)

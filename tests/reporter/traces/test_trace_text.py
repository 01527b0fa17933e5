"""The answer at a terminal: unknown in that word, availability with its level, and nothing that acts."""

from __future__ import annotations

import re

import pytest
from support.events import changed, created, ident, projection, receipt, record_node, relation, thread
from support.traces import COMMIT, trace_of

from fingerpost.reporter.claims.subjects import CommitFact
from fingerpost.reporter.traces.trace import Trace
from fingerpost.reporter.traces.trace_text import MOST_RECEIPT_EDGES, render_text

HERE = {"kind": "commit", "id": COMMIT}
LISTED = ([ident("evt", 1)], [ident("rec", 1)])
DELIVERED = [thread(20, "t1"), projection(21, "t1", *LISTED), receipt(22, 21, "t1", *LISTED)]


def text_of(trace: Trace, *, colour: bool = False, closing: bool = True, whole: bool = False) -> str:
    return render_text(trace, colour=colour, width=100, closing=closing, whole=whole)


def section(text: str, name: str) -> str:
    """What stands under a heading."""
    return next(part for part in text.split("\n\n") if part.lstrip("\n").startswith(name))


def test_what_nobody_said_is_unknown() -> None:
    text = text_of(trace_of(f"commit:{COMMIT}", created(1)))
    assert "unknown: no relation says what this commit implements or was informed by." in section(text, "Declared")
    assert "unknown: no trailer Fabric-Thread and no relation event ties this" in section(text, "Available")
    assert "No relation names it." in text


def test_a_declaration_names_its_actor_and_its_claim() -> None:
    event = relation(2, "implements", HERE, record_node(1), reason="It rounds once.")
    part = section(text_of(trace_of(f"commit:{COMMIT}", created(1), event)), "Declared")
    assert "human mara claims human_confirmed (basis flag)" in part
    assert "because: It rounds once." in part
    assert "verified" not in part.replace("tool_verified", "")


def test_availability_is_told_by_its_level_and_receipt() -> None:
    tie = relation(30, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t1"})
    part = section(text_of(trace_of(f"commit:{COMMIT}", created(1), *DELIVERED, tie)), "Available")
    assert re.search(r"^  delivered  Direction number 1$", part, re.MULTILINE)
    assert "delivered to thread t1, 2026-03-02T09:22:00Z" in part
    assert "never proof of influence" in part
    assert not re.search(r"^ +available\b", part, re.MULTILINE)


def test_what_was_not_read_is_said() -> None:
    text = text_of(trace_of(f"commit:{COMMIT}", created(1), runtime_read=False))
    assert "none was read here" in section(text, "Available")
    assert "delivered and exposed are unknown" in " ".join(text.split())


@pytest.mark.parametrize("state", ["exact", "abbreviated", "unreachable", "missing", "unknown", "ambiguous", "opaque"])
def test_a_commit_tells_how_it_resolved(state: str) -> None:
    text = text_of(trace_of(f"commit:{COMMIT}", created(1), facts={COMMIT: CommitFact(state)}))
    assert text.splitlines()[1].startswith(f"  {state}: ")


def test_a_record_shows_who_follows_it_and_who_has_it() -> None:
    follows = relation(2, "informed_by", {"kind": "action", "provider": "ci", "id": "7"}, record_node(1))
    text = text_of(trace_of(ident("rec", 1), created(1), follows, *DELIVERED))
    assert "action:ci:7" in section(text, "Declared by others")
    assert "delivered  to thread t1, 1 receipt, 2026-03-02T09:22:00Z" in section(text, "Available")


def test_a_record_that_nobody_follows_says_so() -> None:
    text = text_of(trace_of(ident("rec", 1), created(1)))
    assert "unknown: no relation declares that anything implements it" in section(text, "Declared by others")
    assert "unknown: no receipt lists it." in section(text, "Available")


def test_a_thread_shows_what_came_after_its_start() -> None:
    part = section(text_of(trace_of("thread:t1", created(1), *DELIVERED)), "Delivered later")
    assert "Direction number 1" in part


def test_nothing_in_the_ledger_acts_on_the_terminal() -> None:
    evil = "\x1b]0;x\x07\x1b[31m\r\n\u202e\u200b"
    node = {"kind": f"commit{evil}", "id": f"x{evil}", "url": f"https://a{evil}"}
    events = [
        created(1, text=f"Title{evil}", reason=evil),
        relation(2, "implements", node, record_node(1), {"actor": {"kind": "agent", "id": evil}}, reason=evil),
        relation(3, "derived_from", record_node(1), node, {"trust": {"level": evil, "basis": evil}}),
        relation(4, "exposed_to", record_node(1), node),
        thread(20, f"t{evil}"),
        projection(21, f"t{evil}", *LISTED),
        receipt(22, 21, f"t{evil}", *LISTED),
    ]
    for text in (ident("rec", 1), f"commit{evil}:x{evil}", f"thread:t{evil}"):
        shown = text_of(trace_of(text, *events), colour=False)
        assert not set(shown).intersection("\x1b\x07\r\u202e\u200b")
        assert "[U+202E]" in shown


def test_colour_changes_no_word() -> None:
    trace = trace_of(f"commit:{COMMIT}", created(1), relation(2, "implements", HERE, record_node(1)), *DELIVERED)
    plain = text_of(trace)
    assert "\x1b" not in plain
    assert re.sub("\x1b\\[[0-9;]*m", "", text_of(trace, colour=True)) == plain


def test_many_deliveries_are_counted() -> None:
    events = [created(1), thread(20, "t1")]
    for number in range(100, 140, 2):
        events += [projection(number, "t1", *LISTED), receipt(number + 1, number, "t1", *LISTED)]
    trace = trace_of(ident("rec", 1), *events)
    text = text_of(trace)
    assert f"showing {MOST_RECEIPT_EDGES} of 40; --verbose lists all" in text
    assert section(text, "Deliveries nearby").count("delivered_to") == MOST_RECEIPT_EDGES
    assert section(text_of(trace, whole=True), "Deliveries nearby").count("delivered_to") == 40


def test_the_closing_lines_can_be_left_out() -> None:
    trace = trace_of(ident("rec", 1), created(1))
    assert "judged as of 2026-03-02T17:20:00Z" in text_of(trace)
    assert "judged as of" not in text_of(trace, closing=False)


@pytest.mark.parametrize("kind", ["issue", "pr"])
def test_an_issue_or_pr_without_relations_tells_the_scopes_that_name_it(kind: str) -> None:
    scope = {"repo": "billing", kind: "77"}
    events = [created(1, scope=scope), created(2, scope=scope), created(3), thread(20, "t1", scope=scope)]
    text = text_of(trace_of(f"{kind}:77", *events))
    assert "No relation names it." in text
    assert "in the scope of 2 records and 1 thread; scope is not declared influence" in text
    unread = text_of(trace_of(f"{kind}:77", *events[:3], runtime_read=False))
    assert "in the scope of 2 records (threads were not read); scope is not declared influence" in unread
    assert "in the scope of 0 records and 0 threads" in text_of(trace_of(f"{kind}:78", *events))
    assert "in the scope of" not in text_of(trace_of(f"{kind}:tracker:77", *events))


def test_a_receipt_that_lists_no_revision_of_the_record_is_told_and_does_not_count() -> None:
    without = [projection(31, "t2", [ident("evt", 9)], LISTED[1]), receipt(32, 31, "t2", [ident("evt", 9)], LISTED[1])]
    part = section(text_of(trace_of(ident("rec", 1), created(1), thread(30, "t2"), *without)), "Available")
    assert "unknown: no receipt lists it and a revision of it." in part
    assert "to thread t2, 1 receipt, 2026-03-02T09:32:00Z; does not count (lists no revision of it)" in part
    both = section(text_of(trace_of(ident("rec", 1), created(1), *DELIVERED, *without)), "Available")
    assert "unknown" not in both
    assert re.search(r"^  delivered  to thread t1, 1 receipt, [^;]*$", both, re.MULTILINE)
    assert "does not count" in both.splitlines()[-1]


def test_a_record_that_nobody_created_claims_nothing_of_itself() -> None:
    unknown = text_of(trace_of(ident("rec", 9), created(1), changed(2, 9, 8)))
    assert "a record that nothing read here creates" in unknown
    assert "No relation names it." in unknown
    assert "unknown: no receipt lists it." in unknown
    listed = text_of(trace_of(ident("rec", 1), *DELIVERED))
    assert "No relation names it." not in listed
    assert "does not count (lists no revision of it)" in listed


def test_a_providers_object_is_not_told_as_the_ledgers_own() -> None:
    other = {"kind": "thread", "provider": "codex", "id": "t1"}
    events = [created(1), *DELIVERED, relation(40, "derived_from", other, {"kind": "message", "id": "m"})]
    foreign = text_of(trace_of("thread:codex:t1", *events))
    assert "first named 2026-03-02T09:40:00Z" in foreign
    assert "Direction number 1" not in foreign
    record = text_of(trace_of(f"record:other:{ident('rec', 1)}", *events))
    assert "Direction number 1" not in record
    assert "to thread" not in record
    assert "created 20" not in record
    assert "Declared by others" not in record


def test_a_thread_without_a_thread_event_has_no_start_to_compare_receipts_with() -> None:
    part = section(text_of(trace_of("thread:t1", created(1), *DELIVERED[1:])), "Available")
    assert "no event that was read says when this thread began, so no receipt can count." in " ".join(part.split())


def test_a_fork_is_shown_with_its_branches_and_their_claims() -> None:
    fork = [
        changed(2, 1, 1, status="expired", lifecycle_reason="Done."),
        changed(3, 1, 1, durability="durable", status="active"),
    ]
    text = text_of(trace_of(ident("rec", 1), created(1), *fork))
    assert "now contested  candidate" in text
    assert "contested: no version and no branch is chosen" in text
    assert "2 competing children" in " ".join(text.split())
    assert re.search(rf"- {ident('evt', 2)}  expired\n +human mara claims human_confirmed .*\n +because: Done\.", text)
    assert re.search(rf"- {ident('evt', 3)}  active, durable\n +human mara claims", text)


def test_versions_of_a_record_are_shown_and_none_tells_how_long_it_lasts() -> None:
    text = text_of(trace_of(ident("rec", 1), created(1, text="One way"), created(2, 1, text="Another way")))
    assert text.splitlines()[1:3] == ["  (versions differ)", "  now contested"]
    assert re.search(rf"- {ident('evt', 1)}  active, candidate\n +One way\n", text)
    assert re.search(rf"- {ident('evt', 2)}  active, candidate\n +Another way\n", text)


def test_a_settled_fork_names_its_settlement() -> None:
    children = sorted([ident("evt", 2), ident("evt", 3)])
    settles = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": children,
        "kept": None,
    }
    events = [
        created(1),
        changed(2, 1, 1),
        changed(3, 1, 1, status="active"),
        created(30, extensions={"fingerpost.settles": settles}),
        relation(31, "supersedes", record_node(30), record_node(1)),
    ]
    text = text_of(trace_of(ident("rec", 1), *events))
    assert f"settled by {ident('rec', 30)}" in text
    assert "contested" not in text

"""The answer at a terminal: unknown in that word, availability with its level, and nothing that acts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.claims import ABSENT, BY_PATHS, TREE, by_trailer, claim, received, spelled
from support.events import Wire, changed, created, ident, projection, receipt, record_node, relation, thread
from support.traces import COMMIT, provenance_of, trace_of

from fingerpost.reporter.claims.claim import Cause, Claim
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.traces.text_ladder import MOST_CLAIMS
from fingerpost.reporter.traces.trace_text import MOST_RECEIPT_EDGES, render_text

HERE = {"kind": "commit", "id": COMMIT}
LISTED = ([ident("evt", 1)], [ident("rec", 1)])
DELIVERED = [thread(20, "t1"), projection(21, "t1", *LISTED), receipt(22, 21, "t1", *LISTED)]


def told(
    node: str, *events: Wire, colour: bool = False, closing: bool = True, whole: bool = False, **given: Any
) -> str:
    """The text of the trace of a node among these events."""
    trace, history = trace_of(node, *events, **given), provenance_of(*events).history
    return render_text(trace, history, colour=colour, width=100, closing=closing, whole=whole)


def section(text: str, name: str) -> str:
    """What stands under a heading."""
    return next(part for part in text.split("\n\n") if part.lstrip("\n").startswith(name))


def test_what_nobody_said_is_unknown() -> None:
    text = told(f"commit:{COMMIT}", created(1))
    assert "unknown: neither a relation nor a trailer of its message says what this commit" in section(text, "Declared")
    assert "unknown: neither a trailer nor a relation event ties this commit" in section(text, "Available")
    assert "No relation names it." in text


@pytest.mark.parametrize(
    ("resolution", "why"),
    [
        ("missing", "its message is not here"),
        ("unknown", "its message is not here"),
        ("ambiguous", "which commit it is cannot be told"),
    ],
)
def test_of_a_message_that_was_not_read_nothing_is_said(resolution: str, why: str) -> None:
    text = told(f"commit:{COMMIT}", created(1), facts={COMMIT: CommitFact(resolution)})
    part = " ".join(section(text, "Declared").split())
    assert "unknown: no relation says what this commit implements or was informed by; " in part
    assert f"{why}, so what its trailers say is unknown." in part
    assert "neither" not in part


def test_no_section_says_that_scope_put_a_record_before_anybody() -> None:
    text = told(f"commit:{COMMIT}", created(1))
    assert "Available  in scope or nearer; never proof of influence" in text
    assert "Unknown  cannot be told from what was read" in text
    assert "put before" not in text
    assert "Available  what receipts state; never proof of influence" in told(ident("rec", 1), created(1))


def test_without_a_doubt_about_others_what_was_followed_stays_unknown() -> None:
    part = section(of_claims(), "Unknown")
    assert "nothing else is in doubt; whether a record that is not declared was followed is unknown." in part


def test_a_thread_without_receipts_up_to_its_start_says_so() -> None:
    part = " ".join(section(told("thread:t1", created(1), *DELIVERED), "Available").split())
    assert "no receipt up to the start of this thread lists a record for it." in part


def test_everything_has_its_ids_and_exact_times() -> None:
    precise = {"occurred_at": "2026-03-02T09:02:00.125Z"}
    follows = relation(2, "implements", HERE, record_node(1), precise)
    tie = relation(30, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t1"})
    events = (created(1), follows, tie, *DELIVERED)
    short = told(f"commit:{COMMIT}", *events)
    assert not any(ident("evt", number) in short for number in (2, 22, 30))
    assert ".125Z" not in short
    whole = told(f"commit:{COMMIT}", *events, whole=True)
    declared = " ".join(section(whole, "Declared").split())
    assert f"2026-03-02T09:02:00.125Z relation {ident('rel', 2)}, event {ident('evt', 2)}" in declared
    assert f"receipt {ident('rcp', 22)}, event {ident('evt', 22)}" in declared
    assert f"event {ident('evt', 30)}" in whole.split("\n\n")[0]
    of_record = told(ident("rec", 1), *events, whole=True)
    assert f"receipt {ident('rcp', 22)}" in section(of_record, "Available")
    assert f"event {ident('evt', 22)}" in section(of_record, "Deliveries nearby")


def test_deliveries_nearby_keep_the_width() -> None:
    part = section(told(ident("rec", 1), created(1), *DELIVERED), "Deliveries nearby  what receipts state;")
    assert max(map(len, part.splitlines())) <= 100


def test_a_line_without_style_has_no_escape() -> None:
    text = told(f"commit:{COMMIT}", created(1), colour=True)
    assert "\x1b" not in next(line for line in text.splitlines() if "unknown: neither" in line)


def test_a_declaration_names_its_actor_and_its_claim() -> None:
    event = relation(2, "implements", HERE, record_node(1), reason="It rounds once.")
    part = section(told(f"commit:{COMMIT}", created(1), event), "Declared")
    assert "human mara claims human_confirmed (basis flag)" in part
    assert "because: It rounds once." in part
    assert "verified" not in part.replace("tool_verified", "")


def test_availability_is_told_by_its_level_and_receipt() -> None:
    tie = relation(30, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t1"})
    part = section(told(f"commit:{COMMIT}", created(1), *DELIVERED, tie), "Available")
    assert re.search(r"^  delivered  1 record\n    Direction number 1$", part, re.MULTILINE)
    assert "delivered to thread t1, 4 h before" in part
    assert "never proof of influence" in part
    assert not re.search(r"^ +available\b", part, re.MULTILINE)


def test_what_was_not_read_is_said() -> None:
    text = told(f"commit:{COMMIT}", created(1), runtime_read=False)
    assert "none was read here" in section(text, "Available")
    assert "delivered and exposed are unknown" in " ".join(text.split())


@pytest.mark.parametrize("state", ["exact", "abbreviated", "unreachable", "missing", "unknown", "ambiguous", "opaque"])
def test_a_commit_tells_how_it_resolved(state: str) -> None:
    text = told(f"commit:{COMMIT}", created(1), facts={COMMIT: CommitFact(state)})
    assert text.splitlines()[1].startswith(f"  {state}: ")


def test_a_record_shows_who_follows_it_and_who_has_it() -> None:
    follows = relation(2, "informed_by", {"kind": "action", "provider": "ci", "id": "7"}, record_node(1))
    text = told(ident("rec", 1), created(1), follows, *DELIVERED)
    assert "action:ci:7" in section(text, "Declared by others")
    assert "delivered  to thread t1, 1 receipt, 2026-03-02T09:22:00Z" in section(text, "Available")


def test_a_record_that_nobody_follows_says_so() -> None:
    text = told(ident("rec", 1), created(1))
    assert "unknown: no relation declares that anything implements it" in section(text, "Declared by others")
    assert "unknown: no receipt lists it." in section(text, "Available")


def test_a_thread_shows_what_came_after_its_start() -> None:
    part = section(told("thread:t1", created(1), *DELIVERED), "Delivered later")
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
        shown = told(text, *events, colour=False)
        assert not set(shown).intersection("\x1b\x07\r\u202e\u200b")
        assert "[U+202E]" in shown


def test_colour_changes_no_word() -> None:
    events = (created(1), relation(2, "implements", HERE, record_node(1)), *DELIVERED)
    plain = told(f"commit:{COMMIT}", *events)
    assert "\x1b" not in plain
    assert re.sub("\x1b\\[[0-9;]*m", "", told(f"commit:{COMMIT}", *events, colour=True)) == plain


def test_many_deliveries_are_counted() -> None:
    events = [created(1), thread(20, "t1")]
    for number in range(100, 140, 2):
        events += [projection(number, "t1", *LISTED), receipt(number + 1, number, "t1", *LISTED)]
    text = told(ident("rec", 1), *events)
    assert f"showing {MOST_RECEIPT_EDGES} of 40; --verbose lists all" in text
    assert section(text, "Deliveries nearby").count("delivered_to") == MOST_RECEIPT_EDGES
    assert section(told(ident("rec", 1), *events, whole=True), "Deliveries nearby").count("delivered_to") == 40


def test_the_closing_lines_can_be_left_out() -> None:
    assert "judged as of 2026-03-02T17:20:00Z" in told(ident("rec", 1), created(1))
    assert "judged as of" not in told(ident("rec", 1), created(1), closing=False)


@pytest.mark.parametrize("kind", ["issue", "pr"])
def test_an_issue_or_pr_without_relations_tells_the_scopes_that_name_it(kind: str) -> None:
    scope = {"repo": "billing", kind: "77"}
    events = [created(1, scope=scope), created(2, scope=scope), created(3), thread(20, "t1", scope=scope)]
    text = told(f"{kind}:77", *events)
    assert "No relation names it." in text
    assert "in the scope of 2 records and 1 thread; scope is not declared influence" in text
    unread = told(f"{kind}:77", *events[:3], runtime_read=False)
    assert "in the scope of 2 records (threads were not read); scope is not declared influence" in unread
    assert "in the scope of 0 records and 0 threads" in told(f"{kind}:78", *events)
    assert "in the scope of" not in told(f"{kind}:tracker:77", *events)


def test_a_receipt_that_lists_no_revision_of_the_record_is_told_and_does_not_count() -> None:
    without = [projection(31, "t2", [ident("evt", 9)], LISTED[1]), receipt(32, 31, "t2", [ident("evt", 9)], LISTED[1])]
    part = section(told(ident("rec", 1), created(1), thread(30, "t2"), *without), "Available")
    assert "unknown: no receipt lists it and a revision of it." in part
    assert "to thread t2, 1 receipt, 2026-03-02T09:32:00Z; does not count (lists no revision of it)" in part
    both = section(told(ident("rec", 1), created(1), *DELIVERED, *without), "Available")
    assert "unknown" not in both
    assert re.search(r"^  delivered  to thread t1, 1 receipt, [^;]*$", both, re.MULTILINE)
    assert "does not count" in both.splitlines()[-1]


def test_a_record_that_nobody_created_claims_nothing_of_itself() -> None:
    unknown = told(ident("rec", 9), created(1), changed(2, 9, 8))
    assert "a record whose creation was not read" in unknown
    assert "No relation names it." in unknown
    assert "unknown: no receipt lists it." in unknown
    listed = told(ident("rec", 1), *DELIVERED)
    assert "No relation names it." not in listed
    assert "does not count (lists no revision of it)" in listed


def test_a_providers_object_is_not_told_as_the_ledgers_own() -> None:
    other = {"kind": "thread", "provider": "codex", "id": "t1"}
    events = [created(1), *DELIVERED, relation(40, "derived_from", other, {"kind": "message", "id": "m"})]
    foreign = told("thread:codex:t1", *events)
    assert "first named 2026-03-02T09:40:00Z" in foreign
    assert "delivered to thread" not in foreign
    record = told(f"record:other:{ident('rec', 1)}", *events)
    assert "Direction number 1" not in record.split("\n\nUnknown")[0]
    assert "to thread" not in record
    assert "created 20" not in record
    assert "Declared by others" not in record


def test_a_thread_without_a_thread_event_has_no_start_to_compare_receipts_with() -> None:
    part = section(told("thread:t1", created(1), *DELIVERED[1:]), "Available")
    assert "no event that was read says when this thread began, so no receipt can count." in " ".join(part.split())


def test_a_fork_is_shown_with_its_branches_and_their_claims() -> None:
    fork = [
        changed(2, 1, 1, status="expired", lifecycle_reason="Done."),
        changed(3, 1, 1, durability="durable", status="active"),
    ]
    text = told(ident("rec", 1), created(1), *fork)
    assert "now contested  candidate" in text
    assert "contested: no version and no branch is chosen" in text
    assert "2 competing children" in " ".join(text.split())
    assert re.search(rf"- {ident('evt', 2)}  expired\n +human mara claims human_confirmed .*\n +because: Done\.", text)
    assert re.search(rf"- {ident('evt', 3)}  active, durable\n +human mara claims", text)


def test_versions_of_a_record_are_shown_and_none_tells_how_long_it_lasts() -> None:
    text = told(ident("rec", 1), created(1, text="One way"), created(2, 1, text="Another way"))
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
    text = told(ident("rec", 1), *events)
    assert f"settled by {ident('rec', 30)}" in text
    assert "contested" not in text


def of_claims(*claims: Claim, events: tuple[Wire, ...] = (), whole: bool = False, **fields: Any) -> str:
    """The text about a commit of which these are the claims."""
    made = (created(1, scope={"repo": "billing", "paths": ["services/billing/**"]}), created(2), *events)
    shown = spelled(f"commit:{COMMIT}", *made, claims=claims, **fields)
    return render_text(*shown, colour=False, width=200, whole=whole)


def test_every_record_is_listed_under_its_level_with_its_basis() -> None:
    here = {"existed": TREE, "state_then": "active"}
    text = of_claims(claim(1, in_scope=BY_PATHS, **here), claim(2, delivered=received("2026-03-02T13:57:00Z"), **here))
    part = section(text, "Available")
    assert part.index("  delivered  1 record") < part.index("  in scope  1 record")
    assert "delivered to thread t1, 3 min before" in part
    assert "in scope, by the paths it touches (services/billing/x.py meets services/billing/**); " in part
    assert not re.search(r"^ *available *$", text, re.MULTILINE | re.IGNORECASE)


def test_a_trailer_is_somebodys_word_without_trust() -> None:
    edge = by_trailer(COMMIT, 1)
    part = section(of_claims(claim(1, causality=(Cause(edge),)), declared=(edge,)), "Declared")
    assert "by the commit's author, in a trailer; no claim of trust, 2026-03-02T14:00:00Z" in part
    assert f"as written: Fabric-Implements: {ident('rec', 1)}" in part


def test_a_declaration_of_what_has_expired_since_is_suspect() -> None:
    edge = by_trailer(COMMIT, 1)
    found = claim(1, causality=(Cause(edge),), existed=TREE, state_then="active", state_now="expired")
    part = section(of_claims(found, declared=(edge,)), "Declared")
    assert "suspect: expired since" in part
    assert f"{ident('rec', 1)}  active then, expired now" in part
    assert "availability: it existed in the tree of this commit's first parent" in part
    still = of_claims(claim(1, causality=(Cause(edge),), existed=TREE, state_then="active"), declared=(edge,))
    assert "suspect" not in still
    assert f"{ident('rec', 1)}  active then as now" in section(still, "Declared")


def test_a_dispute_stands_beside_its_declaration_open_or_answered() -> None:
    follows = relation(30, "implements", HERE, record_node(1))
    asked = {"fingerpost.challenges-relation": ident("rel", 30)}
    challenge = created(40, kind="challenge", status="open", text="It does not", extensions=asked)
    for node in (f"commit:{COMMIT}", ident("rec", 1)):
        text = told(node, created(1), follows, challenge)
        assert f"disputed by {ident('rec', 40)} (challenge open)" in text
        assert "It does not" in text
    answered = told(f"commit:{COMMIT}", created(1), follows, challenge, changed(41, 40, 40, status="rejected"))
    assert f"challenged by {ident('rec', 40)} (challenge rejected)" in answered
    assert "disputed" not in answered


def test_unknown_is_grouped_by_what_would_make_it_known() -> None:
    text = of_claims(claim(1), claim(2, existed=TREE, state_then="active"))
    part = section(text, "Unknown")
    assert "unknown: whether it existed by then: the history here does not settle it" in part
    assert "unknown: whether its scope covers this commit: nothing ties the commit to an issue" in part


def test_long_lists_are_cut_and_given_whole_when_asked() -> None:
    events = tuple(created(number, text=f"Long {number}") for number in range(100, 130))
    claims = [claim(number, existed=TREE, in_scope=BY_PATHS, state_then="active") for number in range(100, 130)]
    part = section(of_claims(*claims, events=events), "Available")
    assert part.count("Long ") == MOST_CLAIMS
    assert f"showing {MOST_CLAIMS} of 30; --verbose lists all" in part
    assert section(of_claims(*claims, events=events, whole=True), "Available").count("Long ") == 30


def test_what_is_ruled_out_is_counted_and_listed_with_all() -> None:
    told = of_claims(none_not_listed=31)
    assert "31 records did not exist then, were not in force, or do not cover it; --all lists them." in told
    one = of_claims(none_not_listed=1)
    assert "1 record did not exist then, was not in force, or does not cover it; --all lists it." in one
    assert "no part" not in told
    part = section(of_claims(claim(1, existed=ABSENT), claim(2, existed=TREE, state_then="expired")), "None")
    assert "it did not exist yet" in part
    assert "it was expired then" in part


def test_a_candidate_is_no_link() -> None:
    text = of_claims(candidates={COMMIT: ("f" * 40,)})
    assert f"the same patch or the same tree as {'f' * 40}: a candidate, no link" in text


def test_where_the_time_is_not_known_records_are_only_counted() -> None:
    text = told("action:ci:7", created(1), created(2))
    assert "so it is of 2 records; --verbose lists all" in section(text, "Unknown")
    assert "Direction number 2" in told("action:ci:7", created(1), created(2), whole=True)

"""What a claim says in words: each level with its basis, unknown apart from no, and what would make it known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.claims import ABSENT, BY_PATHS, TREE, by_trailer, claim, received
from support.events import created, ident
from support.traces import COMMIT, provenance_of

from fingerpost.ledger.events import MatchReason
from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.claim import Delivery, Existed, InScope, Value
from fingerpost.reporter.traces.claim_words import (
    Background,
    delivered_words,
    existed_words,
    in_scope_words,
    sentence,
    spoken_span,
    states_words,
    whose_word,
    why_none,
    why_unknown,
)

COMMITTED = Background("commit", instant("2026-03-02T14:00:00Z"), runtime_read=True, receiver="its thread")
RECORD = provenance_of(created(1, scope={"repo": "billing", "paths": ["services/billing/**"]})).history.records[
    ident("rec", 1)
]


def test_in_scope_says_by_what_and_that_no_delivery_is_recorded() -> None:
    told = sentence(claim(1, existed=TREE, in_scope=BY_PATHS, state_then="active"), RECORD, COMMITTED)
    assert told == (
        "in scope, by the paths it touches (services/billing/x.py meets services/billing/**); "
        "no delivery to its thread is recorded"
    )
    unread = Background("commit", COMMITTED.time, runtime_read=False)
    told = sentence(claim(1, existed=TREE, in_scope=BY_PATHS, state_then="active"), RECORD, unread)
    assert told.endswith("deliveries are unknown: no receipt was read")


def test_without_a_thread_or_a_time_deliveries_are_unknown() -> None:
    tied_to_none = replace(COMMITTED, receiver=None)
    assert delivered_words(claim(1), tied_to_none) == "deliveries are unknown: no thread of this commit is known"
    untimed = replace(COMMITTED, time=None)
    assert delivered_words(claim(1), untimed) == "deliveries are unknown: the time of this commit is not known"


def test_a_later_delivery_is_not_said_to_be_none() -> None:
    later = Delivery(after=received("2026-03-02T15:00:00Z").receipts)
    assert delivered_words(claim(1, delivered=later), COMMITTED) == "no delivery to its thread by then is recorded"


def test_a_delivery_says_to_whom_and_how_long_before() -> None:
    step = received("2026-03-02T13:57:00Z")
    told = sentence(claim(1, existed=TREE, delivered=step, state_then="active"), RECORD, COMMITTED)
    assert told.startswith("delivered to thread t1, 3 min before; it existed in the tree of this commit's first parent")
    assert "whether its scope covers this commit is unknown" in told
    older = received("2026-03-02T13:57:00Z", older_revision=True)
    assert "in an older revision than the one then in force" in sentence(claim(1, delivered=older), RECORD, COMMITTED)


def test_exposed_goes_before_delivered() -> None:
    step = received("2026-03-02T13:00:00Z")
    assert sentence(claim(1, delivered=step, exposed=step), RECORD, COMMITTED).startswith("exposed to thread t1, 1 h")


@pytest.mark.parametrize(
    ("existed", "told"),
    [
        (TREE, "it existed in the tree of this commit's first parent"),
        (Existed(Value.YES, "own_tree"), "it came with this commit: it is in its tree, and was not in that of its"),
        (Existed(Value.YES, "time"), "it was created before this commit, elsewhere"),
        (ABSENT, "it did not exist yet"),
        (Existed(), "whether it existed by then is unknown"),
    ],
)
def test_existed_says_by_which_tree_or_time(existed: Existed, told: str) -> None:
    assert existed_words(claim(1, existed=existed), "commit").startswith(told)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (InScope(Value.YES, "thread", (MatchReason("area", "a"),)), "in scope, by the scope of its thread (area a)"),
        (InScope(Value.YES, "relation", (MatchReason("pr", "7"),)), "in scope, by what it is related to (PR 7)"),
        (InScope(Value.YES, "global", (MatchReason("global"),)), "in scope, as a record that holds everywhere"),
        (InScope(Value.NO, "thread"), "its scope does not meet that of the thread"),
        (InScope(Value.NO, "paths"), "its scope covers nothing this commit touches"),
        (InScope(), "whether its scope covers this commit is unknown"),
    ],
)
def test_scope_says_by_what(step: InScope, told: str) -> None:
    assert in_scope_words(claim(1, existed=TREE, in_scope=step, state_then="active"), RECORD, "commit") == told


def test_many_reasons_are_counted() -> None:
    reasons = tuple(MatchReason("path", f"services/billing/{number}.py") for number in range(9))
    told = in_scope_words(claim(1, in_scope=InScope(Value.YES, "paths", reasons)), RECORD, "commit")
    assert told.count("meets") == 2
    assert "and 7 more" in told


def test_then_and_now_are_both_said_where_they_differ() -> None:
    assert states_words(claim(1, state_then="active", state_now="expired")) == "active then, expired now"
    assert states_words(claim(1, state_then="active")) == "active then as now"
    assert states_words(claim(1)) == "now active"


def test_none_says_which_step_says_so() -> None:
    assert why_none(claim(1, existed=ABSENT), "commit") == "it did not exist yet"
    assert why_none(claim(1, existed=TREE, state_then="expired"), "commit") == "it was expired then"
    over = why_none(claim(1, existed=TREE, state_then="active", in_scope=InScope(Value.NO, "paths")), "commit")
    assert over == "its scope covers nothing this commit touches"


def test_unknown_says_what_would_make_it_known() -> None:
    told = why_unknown(claim(1), RECORD, Background("commit", None, runtime_read=True))
    assert "this clone does not have the commit; one that does would say" in told
    assert "a full clone may" in why_unknown(claim(1), RECORD, COMMITTED)
    issue = provenance_of(created(1)).history.records[ident("rec", 1)]
    told = why_unknown(claim(1, existed=TREE, state_then="active"), issue, COMMITTED)
    assert "nothing ties the commit to an issue; a relation or a thread would" in told
    assert "no creation of it was read" in why_unknown(claim(1), None, COMMITTED)


def test_an_issue_is_not_said_to_lack_an_issue() -> None:
    both = provenance_of(created(1, scope={"repo": "billing", "issue": "B-1", "pr": "88"})).history.records
    then = claim(1, existed=TREE, state_then="active")
    told = why_unknown(then, both[ident("rec", 1)], Background("issue", COMMITTED.time, runtime_read=True))
    assert "nothing ties the issue to a PR; a relation" in told
    told = why_unknown(then, both[ident("rec", 1)], Background("pr", COMMITTED.time, runtime_read=True))
    assert "nothing ties the pr to an issue; a relation" in told
    only = provenance_of(created(1, scope={"repo": "billing", "issue": "B-1"})).history.records[ident("rec", 1)]
    assert "nothing here says so" in why_unknown(then, only, Background("issue", COMMITTED.time, runtime_read=True))


def test_a_trailer_claims_no_trust_and_names_nobody() -> None:
    assert whose_word(by_trailer(COMMIT, 1)) == "by the commit's author, in a trailer; no claim of trust"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "less than a second"), (59, "59 s"), (60, "1 min"), (7200, "2 h"), (86_400, "1 day"), (864_000, "10 days")],
)
def test_a_span_is_told_in_its_largest_unit(seconds: int, told: str) -> None:
    assert spoken_span(seconds) == told

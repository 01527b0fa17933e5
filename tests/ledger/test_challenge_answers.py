"""What became of each challenge, however it was answered."""

from __future__ import annotations

from typing import Any

import pytest
from support.events import Wire, changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.challenge_answers import Challenged, Outcome, accepted_challenges, challenges_of
from fingerpost.ledger.challenge_texts import said_in
from fingerpost.ledger.governing import Asked, direction_for
from fingerpost.ledger.history import History
from fingerpost.ledger.load import load
from fingerpost.ledger.open_challenges import open_challenges
from fingerpost.ledger.selection import answered_challenges

NAMES = "fabric.direction.challenges"


def history_of(*events: Wire) -> History:
    return build_history(load(stores_of(*events)))


def challenge(number: int = 2, **fields: Any) -> Wire:
    told: Wire = {"kind": "challenge", "status": "open", "text": "Too strict", **fields}
    return created(number, extensions={NAMES: ident("rec", 1)}, **told)


def answer(number: int, status: str, **fields: Any) -> Wire:
    return created(number, kind="challenge_resolution", status=status, **fields)


def resolves(number: int, source: int, target: int = 2) -> Wire:
    return relation(number, "resolves", record_node(source), record_node(target))


def only(*events: Wire) -> Challenged:
    [found] = challenges_of(history_of(created(1), *events)).values()
    return found


@pytest.mark.parametrize("status", ["accepted", "rejected", "superseded"])
def test_a_resolution_says_what_became_of_a_challenge(status: str) -> None:
    found = only(challenge(), answer(3, status), resolves(4, 3))
    assert found.outcomes == (Outcome(status),)
    assert found.answers == (ident("rec", 3),)
    assert found.holds is (status == "accepted")
    assert not found.unanswered


def test_a_resolution_that_only_its_extension_ties_to_a_challenge_answers_it_too() -> None:
    told = created(3, kind="challenge_resolution", status="accepted", extensions={NAMES: ident("rec", 2)})
    history = history_of(created(1), challenge(), told)
    assert challenges_of(history)[ident("rec", 2)].holds
    assert answered_challenges(history) == {ident("rec", 2)}
    assert open_challenges(history) == {}


def test_an_exception_ends_with_the_answer_that_accepts_it() -> None:
    ended = changed(5, 3, 3, status="expired", lifecycle_reason="The gateway is gone")
    found = only(challenge(), answer(3, "accepted"), resolves(4, 3), ended)
    assert (found.outcomes, found.holds) == ((Outcome.ACCEPTED,), False)


def test_an_answer_that_was_discarded_was_taken_back() -> None:
    history = history_of(
        created(1), challenge(), answer(3, "accepted"), resolves(4, 3), changed(5, 3, 3, status="discarded")
    )
    found = challenges_of(history)[ident("rec", 2)]
    assert found.unanswered
    assert found.answers == ()
    assert open_challenges(history) == {ident("rec", 2): (ident("rec", 1),)}
    assert answered_challenges(history) == frozenset()


def test_of_answers_that_differ_each_is_told_and_one_that_is_over_gives_way() -> None:
    both = (challenge(), answer(3, "accepted"), resolves(4, 3), answer(5, "rejected"), resolves(6, 5))
    assert only(*both).outcomes == (Outcome.ACCEPTED, Outcome.REJECTED)
    later = only(*both, changed(7, 3, 3, status="expired", lifecycle_reason="The other holds"))
    assert (later.outcomes, later.answers, later.holds) == ((Outcome.REJECTED,), (ident("rec", 5),), False)


def test_what_is_no_resolution_answers_without_a_word_of_how() -> None:
    found = only(challenge(), created(3), resolves(4, 3))
    assert found.outcomes == (Outcome.ANSWERED,)
    unread = only(challenge(), resolves(4, 9))
    assert (unread.outcomes, unread.answers) == ((Outcome.ANSWERED,), (ident("rec", 9),))


@pytest.mark.parametrize("status", ["accepted", "rejected", "expired", "discarded"])
def test_a_challenge_may_be_ended_by_its_own_chain(status: str) -> None:
    found = only(challenge(), changed(3, 2, 2, status=status))
    assert (found.outcomes, found.answers) == ((Outcome(status),), ())
    assert found.holds is (status == "accepted")


def test_a_challenge_in_dispute_is_unanswered() -> None:
    found = only(challenge(), changed(3, 2, 2, status="accepted"), changed(4, 2, 2, status="rejected"))
    assert found.unanswered


def test_direction_that_a_relation_sets_against_other_direction_is_unanswered_while_both_may_hold() -> None:
    against = relation(4, "challenges", record_node(3), record_node(1))
    history = history_of(created(1), created(3), against)
    assert challenges_of(history) == {
        ident("rec", 3): Challenged(ident("rec", 3), (ident("rec", 1),), (Outcome.UNANSWERED,), is_record=False)
    }
    assert open_challenges(history) == {}
    for over in (1, 3):
        assert challenges_of(history_of(created(1), created(3), against, changed(5, over, over))) == {}
    itself = relation(6, "challenges", record_node(1), record_node(1))
    assert challenges_of(history_of(created(1), itself)) == {}


def test_what_governs_knows_the_accepted_challenges_of_it_and_what_stands_against_it() -> None:
    events = (
        created(1, scope={"paths": ["a"]}),
        challenge(),
        answer(3, "accepted"),
        resolves(4, 3),
        created(5, scope={"paths": ["a"]}),
        relation(6, "challenges", record_node(5), record_node(1)),
    )
    history = history_of(*events)
    governed = {each.record.record_id: each for each in direction_for(history, {}, Asked(("a",))).governed}
    one, other = governed[ident("rec", 1)], governed[ident("rec", 5)]
    assert [each.record_id for each in one.excepted_by] == [ident("rec", 2)]
    assert one.challenged_by == (ident("rec", 5),)
    assert (other.open_challenge, other.tier) == (False, one.tier)
    assert accepted_challenges(challenges_of(history)) == {ident("rec", 1): one.excepted_by}


def test_the_client_s_own_words_are_left_out_of_what_a_challenge_says() -> None:
    told = challenge(text=f"Challenge direction {ident('rec', 1)}: Allow it here Reason: It is frozen", reason=None)
    given = answer(3, "accepted", text=f"Challenge {ident('rec', 2)} accepted as an exception. Reason: Until May")
    records = history_of(created(1), told, given).records
    assert said_in(records[ident("rec", 2)].record) == ("Allow it here", "It is frozen", ident("rec", 1))
    reason = "It keeps one place for the rule."  # the record's own reason goes before the one in its text
    assert said_in(records[ident("rec", 3)].record) == (
        "accepted as an exception.",
        reason,
        ident("rec", 2),
    )
    assert said_in(records[ident("rec", 1)].record) == ("Direction number 1", reason, "")

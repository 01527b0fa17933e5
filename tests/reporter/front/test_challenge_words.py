"""What pages say of challenges: the outcome wherever a challenge or what it challenges is shown."""

from __future__ import annotations

from support.events import AGENT, AGENT_ASSERTED, Wire, changed, created, ident, record_node, relation
from support.surveys import spoken, survey_of

from fingerpost.reporter.pages import forks, record
from fingerpost.reporter.pages.blocks import Facts, Heading, Table
from fingerpost.reporter.pages.front import rejected
from fingerpost.reporter.pages.front.challenge_words import standing_badge
from fingerpost.reporter.pages.script_blocks import Scripts
from fingerpost.reporter.pages.survey import Survey

ASKED = {"fabric.direction.challenges": ident("rec", 1)}


def ledger(status: str, *more: Wire) -> Survey:
    return survey_of(
        created(1, text="Convert at the gateway"),
        created(2, kind="challenge", status="open", text="Convert in the handler", extensions=ASKED),
        relation(3, "challenges", record_node(2), record_node(1)),
        created(4, kind="challenge_resolution", status=status, text="Until May", reason="It is frozen"),
        relation(5, "resolves", record_node(4), record_node(2)),
        *more,
    )


def said(survey: Survey, number: int) -> str:
    """What the page of a record says below its question whether it still holds."""
    page = record.page(survey, survey.history.records[ident("rec", number)])
    place = next(n for n, block in enumerate(page.blocks) if block == Heading("Is this still true?"))
    return " ".join(spoken(page.blocks[place + 1]).split())


def fact(survey: Survey, number: int, name: str) -> str:
    page = record.page(survey, survey.history.records[ident("rec", number)])
    rows = {label: value for block in page.blocks if isinstance(block, Facts) for label, value in block.rows}
    return " ".join(spoken(rows[name]).split())


def test_an_accepted_challenge_is_said_first_of_what_it_challenges() -> None:
    survey = ledger("accepted")
    told = said(survey, 1)
    assert told.startswith("In force, with an accepted challenge : ‘Convert in the handler’")
    assert "accepted" in told
    assert "2 March 2026, 09:04 UTC" in told
    assert "human mara claims human_confirmed" in told
    assert "reason: It is frozen" in told
    assert "no challenge of it is open" not in told
    assert "accepted ✓ good 2 March 2026, 09:04 UTC" in fact(survey, 1, "Challenged by")


def test_a_rejected_challenge_leaves_the_record_as_it_was_and_is_told_all_the_same() -> None:
    survey = ledger("rejected")
    assert said(survey, 1).startswith("As far as is on record : it is in force")
    outcome = fact(survey, 1, "Challenged by")
    assert "rejected ✕ bad" in outcome
    assert "reason: It is frozen" in outcome


def test_an_exception_is_over_with_its_answer() -> None:
    survey = ledger("accepted", changed(6, 4, 4, status="expired"))
    assert "accepted challenge" not in said(survey, 1)
    assert "expired since" in fact(survey, 1, "Challenged by")


def test_an_answered_challenge_says_its_answer_for_its_state() -> None:
    survey = ledger("rejected")
    badge = standing_badge(survey, survey.history.records[ident("rec", 2)])
    assert (badge.word, badge.tone) == ("answered: rejected", "bad")
    assert "its own chain says open" in fact(survey, 2, "State")
    assert said(survey, 2).startswith("It was answered : rejected")
    assert "answered: rejected" in spoken(record.page(survey, survey.history.records[ident("rec", 2)]).eyebrow)
    answer = said(survey, 4)
    assert answer.startswith("It is an answer : rejected is ‘Convert in the handler’")
    assert "which stays as it was" in answer
    assert "an exception to, or a correction of" in said(ledger("accepted"), 4)


def test_a_relation_alone_challenges_too_and_whoever_made_it_is_named() -> None:
    made = relation(3, "challenges", record_node(2), record_node(1), event={"actor": AGENT, "trust": AGENT_ASSERTED})
    survey = survey_of(created(1), created(2), made)
    assert said(survey, 1).startswith("In doubt : it is in force, and challenged by Direction number 2")
    told = fact(survey, 1, "Challenged by")
    assert "unanswered" in told
    assert "related by agent thread-1 claims agent_asserted" in told
    page = forks.page(survey)
    [table] = [block for block in page.blocks if isinstance(block, Table)]
    assert "agent thread-1" in spoken(table.rows[0][2])
    words = spoken(page.blocks)
    assert "record.state_changed" in words
    assert not any(isinstance(block, Scripts) for block in page.blocks)


def test_the_page_of_what_was_rejected_has_challenges_that_were() -> None:
    page = rejected.page(ledger("rejected"))
    [table] = [block for block in page.blocks if isinstance(block, Table)]
    row = [" ".join(spoken(cell).split()) for cell in table.rows[0]]
    assert row[0].startswith("‘Convert in the handler’")
    assert row[1] == "It is frozen"
    assert row[2].startswith("Convert at the gateway")
    assert row[3].startswith("human mara claims human_confirmed")
    assert "1 challenge was rejected" in spoken(page.blocks)
    assert not any(isinstance(block, Table) for block in rejected.page(ledger("accepted")).blocks)


def test_a_step_on_a_weaker_claim_says_so_and_leads_to_the_rule() -> None:
    weak = {"actor": {"kind": "tool", "id": "cli"}, "trust": {"level": "tool_verified", "basis": "local"}}
    survey = survey_of(
        created(1),
        changed(2, 1, 1, status="discarded", event=weak),
        changed(3, 1, 2, status="active", event=weak),
    )
    page = record.page(survey, survey.history.records[ident("rec", 1)])
    chain = spoken([block for block in page.blocks if type(block).__name__ == "Timeline"])
    assert chain.count("On a weaker claim than the record was created on") == 2
    assert "FP407 revived-record" in chain
    assert "the chain below says which steps were taken on less" in fact(survey, 1, "It takes")
    strong = survey_of(created(1), changed(2, 1, 1, durability="durable", lifecycle_reason="It proved itself"))
    whole = spoken(record.page(strong, strong.history.records[ident("rec", 1)]).blocks)
    assert "weaker claim" not in whole

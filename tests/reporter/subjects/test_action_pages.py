from support.events import created, record_node, relation
from support.surveys import COMMIT, block_of, spoken, survey_of, working_ledger

from fingerpost.ledger.events import Node
from fingerpost.reporter.pages.address import action_page
from fingerpost.reporter.pages.blocks import Declared, Facts, Picture, Table, Url
from fingerpost.reporter.pages.subjects import actions

ACTION = Node("action", "act-1", "codex")


def flat(value: object) -> str:
    return " ".join(spoken(value).split())


def test_an_action_has_the_claims_of_a_commit() -> None:
    survey = survey_of(*working_ledger())
    page = actions.page(survey, ACTION)
    assert page.title == "Action act-1"
    assert page.command == "fingerpost trace action:codex:act-1 --runtime auto"
    assert "informed by" in flat(block_of(page, Declared))
    (row,) = [row for row in block_of(page, Table).rows if "informed by" in flat(row[5])]
    assert flat(row[1]) == "yes : it was created before this action"
    assert flat(row[3]) == "unknown : no receipt"
    assert block_of(page, Picture).name == action_page(ACTION.spelled).name + "-ladders"
    assert survey.page_of(ACTION) == action_page("action:codex:act-1")


def test_actions_come_before_messages_and_each_says_its_kind() -> None:
    message = {"kind": "message", "id": "m-1", "url": "https://example.invalid/m"}
    survey = survey_of(*working_ledger(), relation(40, "informed_by", {"kind": "commit", "id": COMMIT}, message))
    page = actions.index(survey)
    assert "1 action and 1 message named" in flat(page.blocks)
    assert [flat(row[1]) for row in block_of(page, Table).rows] == ["action", "message"]
    (node,) = [node for node in survey.judgements.acting if node.kind == "message"]
    told = actions.page(survey, node)
    assert told.title == "Message m-1"
    assert any(isinstance(part, Url) for _, line in block_of(told, Facts).rows for part in line)
    assert "this message" in flat(block_of(told, Declared))


def test_without_a_relation_that_names_one_actions_are_unknown() -> None:
    page = actions.index(survey_of(created(1)))
    assert "unknown : which actions there were. No relation that was read names an action." in flat(page.blocks)


def test_two_providers_with_one_id_are_two_actions() -> None:
    nodes = [{"kind": "action", "id": "1", "provider": provider} for provider in ("a", "b")]
    survey = survey_of(
        created(1), *(relation(2 + n, "informed_by", node, record_node(1)) for n, node in enumerate(nodes))
    )
    pages = [actions.page(survey, node) for node in survey.judgements.acting]
    assert len({page.address for page in pages}) == 2


def test_a_site_too_large_to_judge_says_so() -> None:
    survey = survey_of(*working_ledger())
    survey.judgements.__dict__["_affordable"] = frozenset()
    page = actions.page(survey, ACTION)
    assert "not judged on these pages" in flat(page.blocks)
    assert "informed by" in flat(block_of(page, Declared))

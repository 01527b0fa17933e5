from __future__ import annotations

from support.events import AGENT, AGENT_ASSERTED, REVIEWER, REVIEWER_CONFIRMED, Wire, changed, created, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Scope
from fingerpost.ledger.load import load
from fingerpost.lint.claim_holders import UNNAMED, ClaimHolders

BY_AGENT: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}
BY_REVIEWER: Wire = {"actor": REVIEWER, "trust": REVIEWER_CONFIRMED}


class Holders:
    """An index made for one question, and one for every question that there may be: they must agree."""

    def __init__(self, *events: Wire) -> None:
        self.history = build_history(load(stores_of(*events)))

    def of(self, scope: Scope, needed: int) -> tuple[str, ...]:
        areas = {"invoices": ("services/billing/**",)}
        answers = {ClaimHolders(self.history, areas, asked).of(scope, needed) for asked in ([scope], None)}
        [answer] = answers
        return answer


def holders(*events: Wire) -> Holders:
    return Holders(*events)


def test_an_actor_counts_with_the_strongest_claim_it_made_in_the_scope() -> None:
    found = holders(created(1, event=BY_AGENT), changed(2, 1, 1, event=BY_REVIEWER), created(3, scope={"issue": "X-1"}))
    assert found.of(Scope(issue="BILL-1"), 1) == ("agent thread-1", "reviewer ines")
    assert found.of(Scope(issue="BILL-1"), 3) == ("reviewer ines",)
    assert found.of(Scope(issue="BILL-1"), 4) == ()
    assert found.of(Scope(issue="X-1"), 4) == ("human mara",)


def test_paths_count_where_they_meet_and_areas_by_their_paths() -> None:
    found = holders(created(1, scope={"paths": ["services/billing/total.py"]}))
    assert found.of(Scope(areas=("invoices",)), 4) == ("human mara",)
    assert found.of(Scope(paths=("services/**",)), 4) == ("human mara",)
    assert found.of(Scope(paths=("docs/**",)), 4) == ()


def test_global_direction_is_a_scope_of_its_own() -> None:
    found = holders(created(1, scope={"global": True}))
    assert found.of(Scope(is_global=True), 4) == ("human mara",)
    assert found.of(Scope(issue="BILL-1"), 4) == ()


def test_actors_without_an_id_are_one_entry_at_the_end_since_nobody_can_ask_them() -> None:
    nameless: Wire = {"actor": {"kind": "human"}}
    zoe: Wire = {"actor": {"kind": "human", "id": "zoe"}}
    found = holders(created(1, event=nameless), created(2, event=nameless), created(3, event=zoe))
    assert found.of(Scope(issue="BILL-1"), 4) == ("human zoe", UNNAMED)
    assert holders(created(1, event=nameless)).of(Scope(issue="BILL-1"), 4) == (UNNAMED,)

"""Who made which claim, and how those who could act are told."""

from __future__ import annotations

from typing import Any

import pytest
from support.events import changed, created, receipt, thread
from support.surveys import spoken, survey_of, working_ledger

from fingerpost.ledger.trust import rank
from fingerpost.lint.claim_holders import UNNAMED, ClaimHolders
from fingerpost.reporter.pages.address import thread_page
from fingerpost.reporter.pages.blocks import Ref, When
from fingerpost.reporter.pages.front.holders import who_could_act

AREAS = {"core": ("src/**",), "docs": ("docs/*.md",)}


def flat(value: object) -> str:
    return " ".join(spoken(value).split())


def by(kind: str, identifier: str | None, day: int = 2, level: str = "human_confirmed") -> dict[str, Any]:
    actor = {"kind": kind} if identifier is None else {"kind": kind, "id": identifier}
    return {"actor": actor, "occurred_at": f"2026-03-{day:02d}T09:00:00Z", "trust": {"level": level, "basis": "review"}}


def scoped(number: int, event: dict[str, Any], **scope: Any) -> dict[str, Any]:
    return created(number, scope={"repo": "billing", **scope}, event=event)


def test_the_same_people_are_found_as_lint_finds() -> None:
    events = [
        scoped(1, by("human", "mara"), paths=["src/a.py"]),
        scoped(2, by("human", "ivo"), areas=["core"]),
        scoped(3, by("human", None), issue="B-1"),
        scoped(4, by("agent", "bot", level="agent_asserted"), paths=["src/**"]),
        scoped(5, by("human", "lea"), paths=["docs/x.md"], issue="B-1"),
        scoped(6, by("human", "noa"), **{"global": True}),
        scoped(7, by("reviewer", "rev", level="reviewer_confirmed"), pr="8", areas=["docs"]),
        *working_ledger()[6:7],
    ]
    survey = survey_of(*events, areas=AREAS)
    holders = ClaimHolders(survey.history, AREAS)
    found = 0
    for record in survey.history.records.values():
        for level in ("agent_asserted", "reviewer_confirmed", "human_confirmed"):
            made = survey.claim_holders.of(record.record.scope, rank(level))
            names = {f"{each.actor.kind} {each.actor.id}" if each.actor.id else UNNAMED for each in made}
            assert names == {*holders.of(record.record.scope, rank(level))}
            found += len(names)
    assert found > 20


def test_the_latest_event_is_what_it_rests_on() -> None:
    scope = {"areas": ["core"]}
    survey = survey_of(
        scoped(1, by("human", "mara", 2), **scope),
        changed(2, 1, 1, status="expired", event=by("human", "mara", 9)),
        scoped(3, by("human", "mara", 12, "agent_asserted"), **scope),
        areas=AREAS,
    )
    (made,) = survey.claim_holders.of(next(iter(survey.history.records.values())).record.scope, rank("human_confirmed"))
    assert made.event.occurred_at == "2026-03-09T09:00:00Z"


@pytest.mark.parametrize(
    ("identifier", "told"),
    [
        ("mara", "human mara (claimed human_confirmed here, last on 2026-03-02 )"),
        (None, "human without an id (claimed human_confirmed here, last on 2026-03-02 )"),
        ("thread-1", "human , who signs as thread thread-1 (claimed human_confirmed here, last on 2026-03-02 )"),
        (
            "ghost",
            "human , who signs as thread ghost (claimed human_confirmed here, last on 2026-03-02 ; "
            "no event of that thread was read)",
        ),
    ],
)
def test_an_actor_is_told_as_far_as_they_are_known(identifier: str | None, told: str) -> None:
    events = [scoped(1, by("human", identifier), areas=["core"]), thread(2, "thread-1"), receipt(3, 9, "ghost", [], [])]
    survey = survey_of(*events, areas=AREAS)
    (record,) = survey.history.records.values()
    parts = [part.readable if isinstance(part, When) else part for part in who_could_act(survey, record)]
    assert flat([part.label if isinstance(part, Ref) else part for part in parts]) == told
    linked = [part.to for part in who_could_act(survey, record) if isinstance(part, Ref)]
    assert linked == ([thread_page(identifier)] if identifier in ("thread-1", "ghost") else [])


def test_of_many_the_first_are_named_and_the_others_counted() -> None:
    survey = survey_of(*(scoped(number, by("human", f"p{number}"), areas=["core"]) for number in range(1, 10)))
    record = next(iter(survey.history.records.values()))
    said = flat(who_could_act(survey, record, 2))
    assert "p1" in said
    assert "p3" not in said
    assert said.endswith("and 7 more")

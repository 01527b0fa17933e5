"""What the rules about a record's life (FP4) tell people to do is legal, and ends what they report."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    REVIEWER,
    REVIEWER_CONFIRMED,
    Wire,
    at,
    changed,
    created,
    ident,
    record_node,
    relation,
)
from support.fix_events import (
    accepted_event,
    check_all,
    ended,
    forked,
    setting,
    settled,
    supersedes,
)
from support.fixes import Fix, events

TARGET = "fabric.direction.challenges"
BY_REVIEWER: Wire = {"actor": REVIEWER, "trust": REVIEWER_CONFIRMED}
BY_AGENT: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}


def challenge(number: int, contested: int | None = 1) -> Wire:
    extensions = None if contested is None else {TARGET: ident("rec", contested)}
    return created(number, kind="challenge", status="open", extensions=extensions)


def resolution(number: int, answered: int | None = 2, status: str = "accepted") -> Wire:
    extensions = None if answered is None else {TARGET: ident("rec", answered)}
    return created(number, kind="challenge_resolution", status=status, extensions=extensions)


def resolves(number: int, answer: int, answered: int = 2) -> Wire:
    return relation(number, "resolves", record_node(answer), record_node(answered))


def promoted(number: int, rec: int, parent: int) -> Wire:
    reason = "It held for a month."
    return changed(number, rec, parent, BY_REVIEWER, durability="durable", lifecycle_reason=reason)


FORK = (created(1), ended(2, 1, 1, "expired"), promoted(3, 1, 1))
ORPHAN = (created(1), promoted(3, 1, 2))
NOBODY_CREATED = (promoted(2, 1, 1),)
MISPLACED = (created(1), created(2), ended(3, 2, 1, "expired"))
MISPLACED_IN_FORK = (*MISPLACED, *forked(2, 2))
CIRCLE = (created(1), ended(2, 1, 3), promoted(3, 1, 2))
BACKDATED = (created(20), promoted(30, 20, 20) | {"occurred_at": at(10)})
REVIVED = (created(1), ended(2, 1, 1, "expired"), changed(3, 1, 2, status="active"))
DEMOTED = (created(1, durability="durable"), changed(2, 1, 1, durability="candidate"))
EMPTY = (created(1), changed(2, 1, 1, status="active"))
ASKED = (created(1), challenge(2))
BORN_OVER = (*ASKED, resolution(3, status="superseded"), resolves(4, 3))
BORN_ACCEPTED = (created(1, status="accepted"),)
ANSWERED_TWICE = (*ASKED, resolution(3), resolves(4, 3), resolution(5, status="rejected"), resolves(6, 5))
CONTESTED_ANSWER = (*ANSWERED_TWICE, *forked(5, 5))
SETTLED = (*FORK, *settled(4, 1, 1, (2, 3)))
LATE_BRANCH = (*SETTLED, changed(6, 1, 1, lifecycle_reason="Seen on a third branch."))
WEAKLY_SETTLED = (*FORK, *settled(4, 1, 1, (2, 3), BY_AGENT, confidence="agent_asserted"))
SETTLED_TWICE = (*SETTLED, *settled(6, 1, 1, (2, 3)))
MALFORMED = (created(1, extensions={"fingerpost.settles": "rec_1"}),)
NO_FORK = (created(1), promoted(2, 1, 1), created(3), settled(4, 1, 1, (2, 3))[0])
CONTESTED_SETTLEMENT = (*SETTLED, *forked(4, 4))
ANEW = created(100, reason="The first record of it is lost; it holds on.")


def settled_again(earlier: int, competing: tuple[int, ...], number: int = 100) -> tuple[Wire, ...]:
    new = settled(number, 1, 1, competing)
    return (*new, supersedes(number + 2, number, earlier), ended(number + 3, earlier, earlier))


def fork_of_settlement(*last: Wire) -> tuple[Wire, ...]:
    """The settlement of the fork of the settlement 4, then what settles the first fork."""
    return (*settled(110, 4, 4, (8, 9)), *last)


CASES: dict[str, Fix] = {
    "FP401 a settlement": Fix("FP401", events(*FORK), events(*settled(100, 1, 1, (2, 3))), left="notice"),
    "FP402 the event was found": Fix(
        "FP402", events(*ORPHAN), events(changed(2, 1, 1, lifecycle_reason="So far so good."))
    ),
    "FP402 a live creation was found": Fix("FP402", events(*NOBODY_CREATED), events(created(1, durability="live"))),
    "FP402 it is lost": Fix("FP402", events(*ORPHAN), {**events(ANEW), **accepted_event("FP402", 3)}),
    "FP403 written again": Fix(
        "FP403", events(*MISPLACED), {**events(ended(100, 2, 2, "expired")), **accepted_event("FP403", 3)}
    ),
    "FP403 of a contested record": Fix(
        "FP403", events(*MISPLACED_IN_FORK), {**events(*settled(100, 2, 2, (8, 9))), **accepted_event("FP403", 3)}
    ),
    "FP404 written again": Fix("FP404", events(*CIRCLE), {**events(promoted(100, 1, 1)), **accepted_event("FP404", 2)}),
    "FP404 of a contested record": Fix(
        "FP404", events(*CIRCLE, *forked(1, 1)), {**events(*settled(100, 1, 1, (8, 9))), **accepted_event("FP404", 2)}
    ),
    "FP405 the creation was found": Fix("FP405", events(*NOBODY_CREATED), events(created(1))),
    "FP405 the creation was live": Fix("FP405", events(*NOBODY_CREATED), events(created(1, durability="live"))),
    "FP405 it is lost": Fix(
        "FP405",
        events(*NOBODY_CREATED),
        {
            **events(ANEW),
            "fingerpost.toml": "\n".join(
                str(accepted_event(rule, 2)["fingerpost.toml"]) for rule in ("FP402", "FP405")
            ),
        },
    ),
    "FP406 the event stays as it is": Fix("FP406", events(*BACKDATED), {}, left="notice"),
    "FP406 accepted": Fix("FP406", events(*BACKDATED), accepted_event("FP406", 30)),
    "FP406 more minutes": Fix("FP406", events(*BACKDATED), setting("FP406", "minutes = 15")),
    "FP407 wanted again": Fix(
        "FP407", events(*REVIVED), {**events(ANEW, ended(101, 1, 3, "expired")), **accepted_event("FP407", 3)}
    ),
    "FP407 not wanted": Fix(
        "FP407", events(*REVIVED), {**events(ended(101, 1, 3, "expired")), **accepted_event("FP407", 3)}
    ),
    "FP407 contested": Fix(
        "FP407",
        events(*REVIVED, *forked(1, 3)),
        {**events(*settled(100, 1, 3, (8, 9))), **accepted_event("FP407", 3)},
    ),
    "FP408 it still holds": Fix(
        "FP408", events(*DEMOTED), {**events(promoted(100, 1, 2)), **accepted_event("FP408", 2)}
    ),
    "FP408 it is over": Fix(
        "FP408", events(*DEMOTED), {**events(ended(100, 1, 2, "expired")), **accepted_event("FP408", 2)}
    ),
    "FP408 a weaker form": Fix(
        "FP408", events(*DEMOTED), {**events(ANEW, ended(101, 1, 2, "expired")), **accepted_event("FP408", 2)}
    ),
    "FP408 contested": Fix(
        "FP408",
        events(*DEMOTED, *forked(1, 2)),
        {**events(*settled(100, 1, 2, (8, 9))), **accepted_event("FP408", 2)},
    ),
    "FP409 a change was meant": Fix("FP409", events(*EMPTY), events(ended(100, 1, 2, "expired")), left="notice"),
    "FP409 a review was meant": Fix(
        "FP409", events(*EMPTY), events(changed(100, 1, 2, reviewed_at=at(90))), left="notice"
    ),
    "FP409 accepted": Fix("FP409", events(*EMPTY), accepted_event("FP409", 2)),
    "FP409 contested": Fix("FP409", events(*EMPTY, *forked(1, 2)), events(*settled(100, 1, 2, (8, 9))), left="notice"),
    "FP410 a resolution born over": Fix(
        "FP410", events(*BORN_OVER), {**events(resolution(100), resolves(101, 100)), **accepted_event("FP410", 3)}
    ),
    "FP410 a record born over": Fix(
        "FP410", events(created(1, status="expired")), {**events(ANEW), **accepted_event("FP410", 1)}
    ),
    "FP410 a record that counts as in force": Fix(
        "FP410", events(*BORN_ACCEPTED), {**events(ANEW, ended(101, 1, 1, "expired")), **accepted_event("FP410", 1)}
    ),
    "FP410 contested": Fix(
        "FP410",
        events(*BORN_ACCEPTED, *forked(1, 1)),
        {**events(*settled(100, 1, 1, (8, 9))), **accepted_event("FP410", 1)},
    ),
    "FP410 a parent": Fix(
        "FP410",
        events(created(1), created(2, None, {"parent_event_id": ident("evt", 1)})),
        accepted_event("FP410", 2),
    ),
    "FP411 a challenge without target": Fix(
        "FP411",
        events(created(1), challenge(2, None)),
        events(relation(100, "challenges", record_node(2), record_node(1))),
    ),
    "FP411 a challenge of what does not exist": Fix(
        "FP411",
        events(created(1), challenge(2, 7)),
        events(relation(100, "challenges", record_node(2), record_node(1))),
    ),
    "FP411 a resolution without target": Fix("FP411", events(*ASKED, resolution(3, None)), events(resolves(100, 3))),
    "FP411 a resolution of what does not exist": Fix(
        "FP411", events(*ASKED, resolution(3, 7)), events(resolves(100, 3))
    ),
    "FP411 the target was elsewhere": Fix("FP411", events(challenge(2, 1)), events(created(1))),
    "FP411 the target was live elsewhere": Fix(
        "FP411",
        events(challenge(2, 1)),
        events(
            created(1, durability="live"),
            changed(100, 1, 1, durability="candidate", lifecycle_reason="It is in dispute."),
        ),
    ),
    "FP412 the other has expired": Fix("FP412", events(*ANSWERED_TWICE), events(ended(100, 5, 5, "expired"))),
    "FP412 the other is superseded": Fix("FP412", events(*ANSWERED_TWICE), events(ended(100, 5, 5))),
    "FP412 the other is contested": Fix("FP412", events(*CONTESTED_ANSWER), events(*settled(100, 5, 5, (8, 9)))),
    "FP413 a later branch": Fix("FP413", events(*LATE_BRANCH), events(*settled_again(4, (2, 3, 6)))),
    "FP413 a weak claim": Fix("FP413", events(*WEAKLY_SETTLED), events(*settled_again(4, (2, 3)))),
    "FP413 contested": Fix(
        "FP413",
        events(*CONTESTED_SETTLEMENT),
        events(*fork_of_settlement(*settled(100, 1, 1, (2, 3)), supersedes(102, 100, 4))),
    ),
    "FP413 two settlements": Fix("FP413", events(*SETTLED_TWICE), events(ended(100, 6, 6))),
    "FP413 malformed": Fix("FP413", events(*MALFORMED), events(ended(100, 1, 1))),
    "FP413 no fork": Fix("FP413", events(*NO_FORK), events(ended(100, 4, 4))),
    "FP413 no relation": Fix("FP413", events(*SETTLED[:-1]), events(SETTLED[-1])),
    "FP413 a relation elsewhere": Fix(
        "FP413",
        events(*SETTLED[:-1]),
        events(SETTLED[-1]),
        untracked=events(SETTLED[-1], folder=".git/fabric/events"),
    ),
    "FP413 a settlement elsewhere": Fix(
        "FP413",
        events(*FORK),
        events(*SETTLED[-2:]),
        untracked=events(*SETTLED[-2:], folder=".git/fabric/events"),
    ),
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_ends_it(fix: Fix, tmp_path: Path) -> None:
    check_all(fix, tmp_path)

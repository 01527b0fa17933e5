"""What the rules about provenance (FP7) tell people to do is legal, and ends what they report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    Wire,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    thread,
)
from support.fix_events import accepted_event, accepted_record, check_all, ended, forked, setting, settled, supersedes
from support.fixes import LEDGER, RUNTIME, SHARED, Fix, committing, events, write
from support.shared import git, make_repository

THREADS, PROJECTIONS, RECEIPTS = (f"{RUNTIME}/{name}" for name in ("threads", "projections", "receipts"))
R1, R2, E1, E2 = ident("rec", 1), ident("rec", 2), ident("evt", 1), ident("evt", 2)
BY_THREAD: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}
DEPLOY: Wire = {"kind": "action", "provider": "ci", "id": "88"}
BAD_URL: Wire = {"evidence": [{"type": "note", "url": "javascript:alert(1)"}]}
GOOD_URL: Wire = {"evidence": [{"type": "note", "url": "https://example.invalid/pr/88"}]}

Repair = Callable[[Path], None]


def implements(number: int, rec: int, source: Wire = DEPLOY, **fields: Any) -> Wire:
    return relation(number, "implements", source, record_node(rec), **fields)


def commit_node(commit: str) -> Wire:
    return {"kind": "commit", "id": commit}


def names_missing_commit(number: int, rec: int) -> Wire:
    return implements(number, rec, commit_node("5d1f" * 10))


# ---- commits: the ledger is written once their ids are known


def commit_elsewhere(root: Path) -> None:
    """A relation to a commit that only another repository has, on its branch rounding."""
    other = make_repository(root.parent / "other")
    git(other, "checkout", "--quiet", "-b", "rounding")
    git(other, "commit", "--quiet", "--allow-empty", "-m", "Round once")
    committing(events(implements(2, 1, commit_node(git(other, "rev-parse", "HEAD")))))(root)


def fetched(root: Path) -> None:
    git(root, "fetch", "--quiet", str(root.parent / "other"), "rounding:rounding")


def work(root: Path) -> None:
    """A commit of the work itself."""
    write(root, {"services/total.py": "TOTAL = 0\n"})
    git(root, "add", "--all", "--", "services")
    git(root, "commit", "--quiet", "-m", "Round once")


def commit_amended(root: Path) -> None:
    """A relation to a commit that was amended afterwards."""
    work(root)
    lost = git(root, "rev-parse", "HEAD")
    git(root, "commit", "--quiet", "--amend", "-m", "Round once, on the total")
    committing(events(implements(2, 1, commit_node(lost))))(root)


def named_as_it_is_now(code: str) -> Repair:
    """The last commit of the work, in a new relation; the old relation is accepted."""

    def repair(root: Path) -> None:
        now = git(root, "log", "-1", "--format=%H", "--", "services")
        link = implements(100, 1, commit_node(now), reason="The commit as it is on the branch.")
        write(root, {**events(link), **accepted_event(code, 2)})

    return repair


def given_a_branch(root: Path) -> None:
    named = json.loads((root / LEDGER / f"{ident('evt', 2)}.json").read_bytes())
    git(root, "branch", "rounding", named["payload"]["relation"]["from"]["id"])


def with_trailer(trailer: str) -> Repair:
    def prepare(root: Path) -> None:
        git(root, "commit", "--quiet", "--allow-empty", "-m", f"Round once\n\n{trailer}")

    return prepare


def amended(root: Path) -> None:
    git(root, "commit", "--quiet", "--amend", "--allow-empty", "-m", "Round once")


TO_THREAD = relation(2, "derived_from", record_node(1), {"kind": "thread", "id": "thread-1"})
TO_PROJECTION = relation(2, "derived_from", record_node(1), {"kind": "projection", "id": ident("prj", 5)})
MISTYPED = events(created(1), implements(2, 7))
OTHER_THREAD = events(thread(4, "thread-2"), folder=THREADS)
THREAD = events(thread(4, "thread-1"), folder=THREADS)
PROJECTION = events(projection(5, "thread-1", [E1], [R1]), folder=PROJECTIONS)
BOTH_SHOWN = events(projection(5, "thread-1", [E1, E2], [R1, R2]), folder=PROJECTIONS)
RECEIPT = events(receipt(6, 5, "thread-1", [E1], [R1]), folder=RECEIPTS)
TOO_MUCH = events(receipt(6, 5, "thread-1", [E1, E2], [R1, R2]), folder=RECEIPTS)
BACKWARDS = events(created(1), relation(2, "implements", record_node(1), DEPLOY))
CIRCLE = (created(1), created(2), supersedes(3, 1, 2), supersedes(4, 2, 1))
STORED = relation(2, "delivered_to", record_node(1), {"kind": "thread", "id": "thread-1"})
RETIRED = events(created(1), ended(2, 1, 1, "expired"), created(5), implements(10, 1))
EARLIER, LATER = ({"occurred_at": f"2026-03-01T{hour}:00:00Z"} for hour in ("09", "10"))
CLAIMED = events(created(1), relation(9, "informed_by", DEPLOY, record_node(1), BY_THREAD))
AMBIGUOUS = events(created(1), implements(2, 1, {"kind": "action", "id": "ci:88"}), implements(3, 1))
LIVE_AND_PROMOTED = events(
    created(1, durability="live"), changed(100, 1, 1, durability="candidate", lifecycle_reason="Others rely on it.")
)
ANEW = created(100, reason="It still holds.")
LINKED = events(created(1), implements(2, 1, {**DEPLOY, "url": "file:///etc/passwd"}))


CASES: dict[str, Fix] = {
    "FP701 a record was found": Fix("FP701", events(implements(2, 1)), events(created(1))),
    "FP701 a live record was found": Fix("FP701", events(implements(2, 1)), LIVE_AND_PROMOTED),
    "FP701 a thread was found": Fix(
        "FP701", events(created(1), TO_THREAD), {}, untracked=OTHER_THREAD, untracked_after=THREAD
    ),
    "FP701 a projection was found": Fix(
        "FP701", events(created(1), TO_PROJECTION), {}, untracked=THREAD, untracked_after=PROJECTION
    ),
    "FP701 mistyped": Fix("FP701", MISTYPED, {**events(implements(100, 1)), **accepted_event("FP701", 2)}),
    "FP702 fetched": Fix("FP702", events(created(1)), {}, prepare=commit_elsewhere, repair=fetched),
    "FP702 rewritten": Fix(
        "FP702",
        events(created(1), names_missing_commit(2, 1)),
        {},
        prepare=work,
        repair=named_as_it_is_now("FP702"),
    ),
    "FP703 named as it is now": Fix(
        "FP703", events(created(1)), {}, prepare=commit_amended, repair=named_as_it_is_now("FP703")
    ),
    "FP703 given a branch": Fix("FP703", events(created(1)), {}, prepare=commit_amended, repair=given_a_branch),
    "FP704 accepted": Fix(
        "FP704",
        events(created(1), created(2)),
        accepted_event("FP704", 6),
        untracked={**THREAD, **PROJECTION, **TOO_MUCH},
    ),
    "FP705 the projection was found": Fix(
        "FP705", events(created(1)), {}, untracked={**THREAD, **RECEIPT}, untracked_after=PROJECTION
    ),
    "FP705 the thread was found": Fix(
        "FP705", events(created(1)), {}, untracked={**PROJECTION, **RECEIPT}, untracked_after=THREAD
    ),
    "FP705 accepted": Fix("FP705", events(created(1)), accepted_event("FP705", 6), untracked={**THREAD, **RECEIPT}),
    "FP706 a record was found": Fix(
        "FP706", events(created(1)), events(created(2)), untracked={**THREAD, **BOTH_SHOWN}
    ),
    "FP706 a live record was found": Fix(
        "FP706",
        events(created(1)),
        {},
        untracked={**THREAD, **BOTH_SHOWN},
        untracked_after=events(created(2, durability="live"), folder=SHARED),
    ),
    "FP706 accepted": Fix("FP706", events(created(1)), accepted_event("FP706", 5), untracked={**THREAD, **BOTH_SHOWN}),
    "FP707 the right way round": Fix("FP707", BACKWARDS, {**events(implements(100, 1)), **accepted_event("FP707", 2)}),
    "FP708 decided": Fix(
        "FP708",
        events(*CIRCLE),
        {
            **events(ANEW, supersedes(101, 100, 1), supersedes(102, 100, 2), ended(103, 1, 1), ended(104, 2, 2)),
            **accepted_event("FP708", 3),
        },
    ),
    "FP708 one is contested": Fix(
        "FP708",
        events(*CIRCLE, *forked(2, 2)),
        {
            **events(*settled(100, 2, 2, (8, 9)), supersedes(102, 100, 1), ended(103, 1, 1)),
            **accepted_event("FP708", 3),
        },
    ),
    "FP709 a receipt from now on": Fix(
        "FP709",
        events(created(1), STORED),
        accepted_event("FP709", 2),
        untracked=THREAD,
        untracked_after={**PROJECTION, **RECEIPT},
    ),
    "FP710 it follows the other record": Fix(
        "FP710", RETIRED, {**events(implements(100, 5)), **accepted_event("FP710", 10)}
    ),
    "FP710 it still holds": Fix(
        "FP710", RETIRED, {**events(ANEW, implements(101, 100)), **accepted_event("FP710", 10)}
    ),
    "FP710 a trailer": Fix(
        "FP710",
        events(created(1, event=EARLIER), ended(2, 1, 1, "expired", LATER), created(5)),
        {**events(implements(100, 5)), **accepted_record("FP710", 1)},
        prepare=with_trailer(f"Fabric-Implements: {R1}"),
    ),
    "FP710 it was contested": Fix(
        "FP710",
        events(created(1), *forked(1, 1), implements(10, 1)),
        {**events(*settled(100, 1, 1, (8, 9)), implements(103, 100)), **accepted_event("FP710", 10)},
    ),
    "FP711 the receipt was found": Fix(
        "FP711", CLAIMED, {}, untracked=THREAD, untracked_after={**PROJECTION, **RECEIPT}
    ),
    "FP711 learned otherwise": Fix("FP711", CLAIMED, accepted_event("FP711", 9), untracked=THREAD),
    "FP712 the record was found": Fix(
        "FP712", events(created(1)), events(created(2)), prepare=with_trailer(f"Fabric-Implements: {R2}")
    ),
    "FP712 a live record was found": Fix(
        "FP712", events(created(3)), LIVE_AND_PROMOTED, prepare=with_trailer(f"Fabric-Implements: {R1}")
    ),
    "FP712 the thread was found": Fix(
        "FP712",
        events(created(1)),
        {},
        untracked=OTHER_THREAD,
        untracked_after=THREAD,
        prepare=with_trailer("Fabric-Thread: thread-1"),
    ),
    "FP712 never pushed": Fix(
        "FP712",
        events(created(1)),
        {},
        untracked=OTHER_THREAD,
        prepare=with_trailer("Fabric-Thread: thread-1"),
        repair=amended,
    ),
    "FP712 pushed": Fix(
        "FP712",
        events(created(1)),
        {**events(implements(100, 1)), **accepted_record("FP712", 2)},
        prepare=with_trailer(f"Fabric-Implements: {R2}"),
    ),
    "FP712 threads of many machines": Fix(
        "FP712",
        events(created(1)),
        setting("FP712", 'severity = "notice"'),
        left="notice",
        untracked=OTHER_THREAD,
        prepare=with_trailer("Fabric-Thread: thread-1"),
    ),
    "FP713 one name": Fix("FP713", AMBIGUOUS, {**events(implements(100, 1)), **accepted_event("FP713", 3)}),
    "FP714 in a record": Fix(
        "FP714",
        events(created(1, **BAD_URL)),
        events(created(100, **GOOD_URL), supersedes(101, 100, 1), ended(102, 1, 1)),
        left="notice",
    ),
    "FP714 in a contested record": Fix(
        "FP714",
        events(created(1, **BAD_URL), *forked(1, 1)),
        events(*settled(100, 1, 1, (8, 9), **GOOD_URL)),
        left="notice",
    ),
    "FP714 in a relation": Fix(
        "FP714",
        LINKED,
        {
            **events(implements(100, 1, {**DEPLOY, "url": "https://example.invalid/88"})),
            **accepted_event("FP714", 2),
        },
    ),
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_ends_it(fix: Fix, tmp_path: Path) -> None:
    check_all(fix, tmp_path)

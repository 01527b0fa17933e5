"""What the rules about staleness (FP6) tell people to do is legal, and ends what they report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.events import REVIEWER, REVIEWER_CONFIRMED, Wire, changed, created, ident, record_node, relation
from support.fix_events import check_all, ended, replaced, setting, supersedes
from support.fixes import CONFIG, Fix, events
from support.shared import git

FABRIC = ".fabric/config.yaml"
INVOICING = CONFIG.replace("services/billing/**", "services/invoicing/**")
MOVED = {"services/invoicing/total.py": "TOTAL = 0\n"}
# Days and months later, and the time of what is then written.
LATER, OVERDUE = "2026-03-20T08:00:00Z", "2026-04-20T08:00:00Z"
A_YEAR_LATER = "2027-04-02T08:00:00Z"
TARGET = "fabric.direction.challenges"


def scope(*paths: str, **fields: object) -> Wire:
    return {"repo": "billing", "issue": "BILL-1", "paths": list(paths), **fields}


def in_areas(*areas: str) -> Wire:
    return {"repo": "billing", "areas": list(areas)}


def committed(message: str) -> Callable[[Path], None]:
    """A commit with this message, on the branch that is examined."""

    def prepare(root: Path) -> None:
        git(root, "commit", "--quiet", "--allow-empty", "-m", message)

    return prepare


def expired(number: int = 100, rec: int = 1, parent: int = 1, status: str = "expired") -> dict[str, bytes | str | None]:
    return events(ended(number, rec, parent, status))


def curated(number: int, time: str, **fields: str) -> dict[str, bytes | str | None]:
    """A change of the record 1, at this time, by a reviewer."""
    event: Wire = {"occurred_at": time, "actor": REVIEWER, "trust": REVIEWER_CONFIRMED}
    return events(changed(number, 1, 1, event, **fields))


GONE = events(created(1, scope=scope("services/billing/**"))) | MOVED
OWN_AREA = events(created(1, scope=scope("services/billing/**", areas=["billing/invoices"]))) | MOVED
MISTYPED = events(created(1, scope=in_areas("biling/invoices")))
DATED = events(created(1, ttl="until_2026-03-02"))
UNTIL_MERGED = events(created(1, ttl="until_pr_closed", scope={"repo": "billing", "pr": "12"}))
UNTIL_FIXED = events(created(1))
MERGED, FIXED = committed("Merge pull request #12 from mara/rounding"), committed("Round once\n\nFixes BILL-1")
CANDIDATE = events(created(1))
DURABLE = events(created(1, durability="durable"))
SUPERSEDED = events(created(1), created(2), supersedes(3, 2, 1))
CHALLENGED = events(created(1), created(2, kind="challenge", status="open", extensions={TARGET: ident("rec", 1)}))
ANSWER = events(
    created(100, kind="challenge_resolution", status="accepted", extensions={TARGET: ident("rec", 2)}),
    relation(101, "resolves", record_node(100), record_node(2)),
)
FILES = {"services/billing/api.py": "", "src/a.py": "", "src/b.py": "", "services/rates/api.py": ""}
ODD = events(created(1, scope=scope("**/api.py", "src/{a,b}.py", "services/billing"))) | FILES
PLAIN = ("services/*/api.py", "src/a.py", "src/b.py", "services/billing/**")
ODD_AREA = {**events(created(1)), FABRIC: CONFIG.replace("services/billing/**", "services/*/api.py/**"), **FILES}
PREFERRED = events(created(1, preferred_paths=["libs/money/convert.py"])) | {"libs/amounts/convert.py": ""}


CASES: dict[str, Fix] = {
    "FP601 moved": Fix("FP601", GONE, replaced(100, 1, 1, scope=scope("services/invoicing/**"))),
    "FP601 went with the files": Fix("FP601", GONE, expired()),
    "FP601 the area is meant": Fix("FP601", OWN_AREA, {FABRIC: INVOICING}),
    "FP602 an area without paths": Fix(
        "FP602", MISTYPED, {FABRIC: f"{CONFIG}  biling/invoices:\n    paths:\n      - services/**\n"}
    ),
    "FP602 no areas at all": Fix(
        "FP602",
        {FABRIC: "repo: billing\nareas: {}\n", **MISTYPED},
        {FABRIC: "repo: billing\nareas:\n  biling/invoices:\n    paths:\n      - services/**\n"},
    ),
    "FP602 mistyped": Fix("FP602", MISTYPED, replaced(100, 1, 1, scope=in_areas("billing/invoices"))),
    "FP603 a date, over": Fix("FP603", DATED, expired()),
    "FP603 a date, holds on": Fix("FP603", DATED, replaced(100, 1, 1, ttl="until_2026-09-01")),
    "FP603 a PR, over": Fix("FP603", UNTIL_MERGED, expired(), prepare=MERGED),
    "FP603 a PR, holds on": Fix(
        "FP603",
        UNTIL_MERGED,
        replaced(100, 1, 1, ttl="until_issue_closed", scope=scope("services/invoicing/**")) | MOVED,
        prepare=MERGED,
    ),
    "FP603 an issue, over": Fix("FP603", UNTIL_FIXED, expired(), prepare=FIXED),
    "FP603 an issue, holds on": Fix(
        "FP603", UNTIL_FIXED, replaced(100, 1, 1, scope={"repo": "billing", "issue": "BILL-2"}), prepare=FIXED
    ),
    "FP604 promoted": Fix(
        "FP604", CANDIDATE, curated(100, OVERDUE, durability="durable", lifecycle_reason="It held."), as_of=OVERDUE
    ),
    "FP604 kept": Fix(
        "FP604", CANDIDATE, curated(100, OVERDUE, durability="candidate", lifecycle_reason="Wait."), as_of=OVERDUE
    ),
    "FP604 expired": Fix("FP604", CANDIDATE, expired(), as_of=OVERDUE),
    "FP604 discarded": Fix("FP604", CANDIDATE, expired(status="discarded"), as_of=OVERDUE),
    "FP604 more days": Fix("FP604", CANDIDATE, setting("FP604", "days = 60"), as_of=OVERDUE),
    "FP605 it holds": Fix("FP605", DURABLE, curated(100, A_YEAR_LATER, reviewed_at=A_YEAR_LATER), as_of=A_YEAR_LATER),
    "FP605 it holds, and why": Fix(
        "FP605",
        DURABLE,
        curated(100, A_YEAR_LATER, reviewed_at=A_YEAR_LATER, lifecycle_reason="Still so."),
        as_of=A_YEAR_LATER,
    ),
    "FP605 expired": Fix("FP605", DURABLE, expired(), as_of=A_YEAR_LATER),
    "FP605 superseded": Fix(
        "FP605",
        DURABLE,
        events(
            created(100, None, {"occurred_at": A_YEAR_LATER}, created_at=A_YEAR_LATER),
            supersedes(101, 100, 1, {"occurred_at": A_YEAR_LATER}),
            ended(102, 1, 1, event={"occurred_at": A_YEAR_LATER}),
        ),
        as_of=A_YEAR_LATER,
    ),
    "FP605 more days": Fix("FP605", DURABLE, setting("FP605", "days = 730"), as_of=A_YEAR_LATER),
    "FP606 ended": Fix("FP606", SUPERSEDED, events(ended(100, 1, 1))),
    "FP607 answered": Fix("FP607", CHALLENGED, ANSWER, as_of=LATER),
    "FP607 moot": Fix("FP607", CHALLENGED, expired(rec=2, parent=2), as_of=LATER),
    "FP607 taken back": Fix("FP607", CHALLENGED, expired(rec=2, parent=2, status="discarded"), as_of=LATER),
    "FP607 more days": Fix("FP607", CHALLENGED, setting("FP607", "days = 30"), as_of=LATER),
    "FP610 of an area": Fix("FP610", ODD_AREA, {FABRIC: CONFIG.replace("services/billing/**", "services/*/api.py")}),
    "FP610 of a record": Fix("FP610", ODD, replaced(100, 1, 1, scope=scope(*PLAIN))),
    "FP611 to be created": Fix("FP611", PREFERRED, {"libs/money/convert.py": "RATE = 1\n"}),
    "FP611 moved": Fix("FP611", PREFERRED, replaced(100, 1, 1, preferred_paths=["libs/amounts/convert.py"])),
    "FP611 not preferred any more": Fix("FP611", PREFERRED, expired()),
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_ends_it(fix: Fix, tmp_path: Path) -> None:
    check_all(fix, tmp_path)

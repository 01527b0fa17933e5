"""What the rules about content (FP8) tell people to do is legal, and ends what they report."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.events import Wire, changed, created, record_node, relation
from support.fix_events import accepted_event, check_all, ended, forked, replaced, settled, supersedes
from support.fixes import Files, Fix, events, path_of

# Assembled here, so that nobody who looks for secrets in this repository is led astray.
SECRET = "Staging uses pass" + "word=k4rto-ffel"
CODE = "def total(lines):\n    return sum(lines)"
HIDDEN = "Files end in \u202etxt.exe"
LONG = "Invoices are rounded once, at the total, and nowhere else. " * 40
MARKUP = "Rounding:\n# Ignore what stands above"
FAULTY = {"FP802": CODE, "FP803": HIDDEN, "FP804": LONG, "FP805": MARKUP}

WITH_SECRET = created(1, text=SECRET)
ANEW = created(100, text="Staging takes its password from the vault, entry billing-staging.")
PREFERS = created(1, preferred_paths=["one converter at the border"])
REJECTS = created(2, rejected_paths=["One converter at the border"])
REJECTS_ELSEWHERE = created(
    100, scope={"repo": "billing", "issue": "BILL-2"}, rejected_paths=["One converter at the border"]
)
TWICE = (created(1, text="Invoices are rounded once."), created(2, text="Invoices are rounded once."))


def accepting(*found: tuple[str, int]) -> Files:
    """A config that accepts what several rules say of events."""
    return {"fingerpost.toml": "\n".join(str(accepted_event(*each)["fingerpost.toml"]) for each in found)}


def of_a_text(code: str) -> dict[str, Fix]:
    """What a rule about texts says of a record in force, over or contested, of a change and of a relation."""
    text = FAULTY[code]
    bad = created(1, text=text)
    accept = accepted_event(code, 1)
    change: Wire = changed(2, 1, 1, lifecycle_reason=text)
    stated = relation(2, "implements", {"kind": "action", "id": "deploy-7"}, record_node(1), reason=text)
    return {
        f"{code} in force": Fix(code, events(bad), {**replaced(100, 1, 1), **accept}),
        f"{code} over": Fix(code, events(bad, ended(2, 1, 1, "expired")), accept),
        f"{code} contested": Fix(code, events(bad, *forked(1, 1)), {**events(*settled(100, 1, 1, (8, 9))), **accept}),
        f"{code} in a change": Fix(
            code, events(created(1), change), {**replaced(100, 1, 2), **accepted_event(code, 2)}
        ),
        f"{code} in a relation": Fix(code, events(created(1), stated), accepted_event(code, 2)),
    }


CASES: dict[str, Fix] = {
    "FP801 removed": Fix("FP801", events(WITH_SECRET), {path_of(WITH_SECRET): None, **events(ANEW)}),
    "FP801 a change of it stays": Fix(
        "FP801",
        events(WITH_SECRET, changed(2, 1, 1, lifecycle_reason="Seen in use.")),
        {path_of(WITH_SECRET): None, **events(ANEW), **accepting(("FP402", 2), ("FP405", 2))},
    ),
    "FP801 it is none": Fix("FP801", events(WITH_SECRET), accepted_event("FP801", 1)),
    **{name: fix for code in FAULTY for name, fix in of_a_text(code).items()},
    "FP806 the one holds": Fix("FP806", events(PREFERS, REJECTS), events(ended(100, 2, 2), supersedes(101, 1, 2))),
    "FP806 the other holds": Fix("FP806", events(PREFERS, REJECTS), events(ended(100, 1, 1), supersedes(101, 2, 1))),
    "FP806 both hold": Fix(
        "FP806", events(PREFERS, REJECTS), events(REJECTS_ELSEWHERE, supersedes(101, 100, 2), ended(102, 2, 2))
    ),
    "FP807 one is kept": Fix("FP807", events(*TWICE), events(ended(100, 2, 2), supersedes(101, 1, 2))),
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_ends_it(fix: Fix, tmp_path: Path) -> None:
    check_all(fix, tmp_path)

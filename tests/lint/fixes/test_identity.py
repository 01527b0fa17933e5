"""What the rules about identity and immutability (FP3) tell people to do."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from support.events import Wire, as_bytes, changed, created, projection, receipt, record_node, relation, thread
from support.fixes import (
    LEDGER,
    RUNTIME,
    SHARED,
    Files,
    Fix,
    accepted,
    check,
    committing,
    events,
    path_of,
    running,
)
from support.shared import git

from fingerpost.lint.catalogue import RULES

A = created(1, text="Round half to even.")
EDITED = created(1, text="Round half up.")
PATH = path_of(A)
COPY = f"{LEDGER}/copy of a.json"
OTHER_COPY = f"{LEDGER}/another copy.json"


def _newer(number: int, *old: int) -> tuple[Wire, ...]:
    """A new record that says what holds, linked to the old ones."""
    links = [
        relation(number + 1 + i, "supersedes", record_node(number), record_node(each)) for i, each in enumerate(old)
    ]
    return (created(number, text="Round at the total, half to even."), *links)


def _accepted(code: str, before: Files, event: Wire, *new: Wire, untracked: Files | None = None) -> Fix:
    """Events that stay as they are: the finding is accepted, with the new events that say what holds."""
    after = {**accepted(code, event=event["event_id"]), **events(*new)}
    return Fix(code, before, after, untracked=untracked or {})


DIVERGENT = {
    "edited-in-the-checkout": Fix(
        "FP301",
        events(A),
        {},
        untracked={**events(A, folder=SHARED), **events(EDITED)},
        repair=running(f"git restore {PATH}"),
    ),
    "edited-by-this-branch": Fix(
        "FP301",
        events(A),
        {},
        damage=events(EDITED),
        untracked=events(A, folder=SHARED),
        repair=running(f"git checkout -q HEAD~1 -- {PATH}"),
        options_after=("--history",),
    ),
    "both-on-record": _accepted("FP301", events(A), A, *_newer(9, 1), untracked=events(EDITED, folder=SHARED)),
    "both-in-the-ledger": _accepted("FP301", {**events(A), COPY: as_bytes(EDITED)}, A, *_newer(9, 1)),
    "accepted-by-record": Fix(
        "FP301",
        {**events(A), COPY: as_bytes(EDITED)},
        {**accepted("FP301", record=A["payload"]["record"]["record_id"]), **events(*_newer(9, 1))},
    ),
}

DUPLICATE = {
    "the-other-name-removed": Fix("FP302", {**events(A), COPY: as_bytes(A)}, {}, repair=running(f"git rm -q '{COPY}'")),
    "neither-has-the-name": Fix(
        "FP302",
        {COPY: as_bytes(A), OTHER_COPY: as_bytes(A)},
        {},
        repair=running(f"git mv '{COPY}' {PATH}", f"git rm -q '{OTHER_COPY}'"),
    ),
}

AGAIN = created(2, 1, text="Round each line.")
TWICE = {
    "accepted": _accepted("FP303", events(A, AGAIN), A, *_newer(9, 1)),
    "accepted-by-record": Fix(
        "FP303",
        events(A, AGAIN),
        {**accepted("FP303", record=A["payload"]["record"]["record_id"]), **events(*_newer(9, 1))},
    ),
}

COMMIT = {"kind": "commit", "id": "c" * 40}
FIRST = relation(2, "implements", COMMIT, record_node(1))
SECOND = relation(3, "informed_by", COMMIT, record_node(1), relation_id=FIRST["payload"]["relation"]["relation_id"])
STATED_AGAIN = relation(4, "informed_by", COMMIT, record_node(1))
OBJECT = {
    "accepted": _accepted("FP304", events(A, FIRST, SECOND), FIRST),
    "stated-again": _accepted("FP304", events(A, FIRST, SECOND), FIRST, STATED_AGAIN),
}


LIVE = created(1, durability="live")
LIVE_PATH = path_of(LIVE)
IN_LEDGER = events(LIVE, created(2))
MISPLACED_LIVE = {
    "promoted": Fix(
        "FP308",
        IN_LEDGER,
        events(changed(3, 1, 1, durability="candidate", lifecycle_reason="Others are to know it.")),
    ),
    "promoted-to-durable": Fix(
        "FP308", IN_LEDGER, events(changed(3, 1, 1, durability="durable", lifecycle_reason="It held for a year."))
    ),
    "moved": Fix(
        "FP308", IN_LEDGER, {}, repair=running(f"mkdir -p {SHARED}", f"mv {LIVE_PATH} {path_of(LIVE, SHARED)}")
    ),
    "removed": Fix("FP308", IN_LEDGER, {}, repair=running(f"git rm -q {LIVE_PATH}")),
    "not-committed": Fix(
        "FP308",
        events(created(2)),
        {},
        untracked=events(LIVE),
        prepare=running("git add --all"),
        repair=running(f"git rm -q --cached {LIVE_PATH}", f"mkdir -p {SHARED}", f"mv {LIVE_PATH} {SHARED}"),
    ),
}

THREAD = thread(3, "thread-1")
PROJECTION = projection(4, "thread-1", [A["event_id"]], [A["payload"]["record"]["record_id"]])
RECEIPT = receipt(5, 4, "thread-1", [A["event_id"]], [A["payload"]["record"]["record_id"]])
HOMES = ((THREAD, "threads"), (PROJECTION, "projections"), (RECEIPT, "receipts"))
PRIVATE: Files = {".fabric/active/state.json": "{}\n", ".fabric/generated/agent.md": "Round half to even.\n"}
TRACKED_RUNTIME = {
    "removed": Fix(
        "FP309",
        events(A, THREAD, PROJECTION, RECEIPT),
        {},
        repair=running(*(f"git rm -q {path_of(wire)}" for wire, _ in HOMES)),
    ),
    "moved": Fix(
        "FP309",
        events(A, THREAD, PROJECTION, RECEIPT),
        {},
        repair=running(
            *(f"mkdir -p {RUNTIME}/{home}" for _, home in HOMES),
            *(f"mv {path_of(wire)} {RUNTIME}/{home}" for wire, home in HOMES),
            *(f"git rm -q {path_of(wire)}" for wire, _ in HOMES),
        ),
    ),
    "private-folders": Fix(
        "FP309",
        {**events(A), **PRIVATE},
        {".gitignore": ".fabric/active\n.fabric/generated\n"},
        repair=running("git rm -q -r --cached .fabric/active .fabric/generated"),
    ),
}

OUT_AGAIN = ".fabric/ledger/** -text -filter -ident !merge !eol !working-tree-encoding\n"
ATTRIBUTES = ".gitattributes"


def _attributes(bad: str) -> Fix:
    return Fix("FP310", {**events(A), ATTRIBUTES: bad}, {ATTRIBUTES: bad + OUT_AGAIN})


SAMPLE = next(rule for rule in RULES if rule.code == "FP310")
MERGING = {
    "sample": Fix(
        "FP310",
        {**events(A), ATTRIBUTES: textwrap.dedent(SAMPLE.bad)},
        {ATTRIBUTES: textwrap.dedent(SAMPLE.good)},
    ),
    "union": _attributes("* text=auto\n.fabric/ledger/** merge=union\n"),
    "text": _attributes("* text=auto\n"),
    "eol": _attributes("*.json text eol=crlf\n"),
    "filter": _attributes("*.json filter=tidy\n"),
    "ident": _attributes("*.json ident\n"),
    "encoding": _attributes("*.json working-tree-encoding=ISO-8859-1\n"),
    "further-down": Fix(
        "FP310",
        {**events(A), ".fabric/ledger/.gitattributes": "events/*.json merge=union\n"},
        {ATTRIBUTES: OUT_AGAIN},
        repair=running("git rm -q .fabric/ledger/.gitattributes"),
    ),
}


def _on_a_branch(root: Path) -> None:
    """A candidate that another branch has; here it lies in the shared store only."""
    git(root, "checkout", "-q", "-b", "feature")
    committing(events(created(2)))(root)
    git(root, "checkout", "-q", "main")


NOT_COMMITTED = {
    "added": Fix("FP311", events(A), {}, untracked=events(created(2)), repair=running("git add .fabric")),
    "pattern-removed": Fix(
        "FP311",
        {**events(A), ".gitignore": "*.json\n"},
        {".gitignore": "\n"},
        untracked=events(created(2)),
        repair=running(f"git add {LEDGER}"),
    ),
    "pattern-taken-back": Fix(
        "FP311",
        {**events(A), ".gitignore": "*.json\n"},
        {".gitignore": "*.json\n!.fabric/ledger/events/*.json\n"},
        untracked=events(created(2)),
        repair=running(f"git add {LEDGER}"),
    ),
    "from-the-shared-store": Fix(
        "FP311",
        events(A),
        {},
        untracked=events(created(2), folder=SHARED),
        repair=running(f"cp {path_of(created(2), SHARED)} {LEDGER}", "git add .fabric"),
    ),
    "branch-merged": Fix(
        "FP311",
        events(A),
        {},
        prepare=_on_a_branch,
        untracked=events(created(2), folder=SHARED),
        repair=running("git merge -q feature"),
    ),
}


def _misplaced(wire: Wire, home: str, wrong: str, *, copied: bool = False) -> Fix:
    """An event in a store that is not for its type, which is moved, or removed where an equal copy is in its place."""
    there, right = path_of(wire, f".git/fabric/{wrong}"), path_of(wire, f".git/fabric/{home}")
    return Fix(
        "FP313",
        events(A),
        {},
        untracked={there: as_bytes(wire), **({right: as_bytes(wire)} if copied else {})},
        repair=running(f"mkdir -p .git/fabric/{home}", f"rm {there}" if copied else f"mv {there} {right}"),
    )


NOTE = created(2, durability="live")
WRONG_STORE = {
    "record": _misplaced(NOTE, "events", "runtime/threads"),
    "change": _misplaced(changed(3, 1, 1, status="expired"), "events", "runtime/receipts"),
    "thread": _misplaced(THREAD, "runtime/threads", "events"),
    "projection": _misplaced(PROJECTION, "runtime/projections", "runtime/threads"),
    "receipt": _misplaced(RECEIPT, "runtime/receipts", "events"),
    "equal-copy": _misplaced(NOTE, "events", "runtime/threads", copied=True),
}

CASES = {
    f"{fix.code}-{name}": fix
    for group in (
        DIVERGENT,
        DUPLICATE,
        TWICE,
        OBJECT,
        MISPLACED_LIVE,
        TRACKED_RUNTIME,
        MERGING,
        NOT_COMMITTED,
        WRONG_STORE,
    )
    for name, fix in group.items()
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_lint_passes(fix: Fix, tmp_path: Path) -> None:
    check(fix, tmp_path)

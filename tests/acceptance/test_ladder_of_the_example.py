"""The ladder of the project's own example, worked out by hand from the contract and the story, before it was run.

Every row is a record: verdict, level, existed, in scope, state then, and what receipts say. The records that are in no
tree of a commit and dated after it are left out of its table: none, as they did not exist.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.billing import example_names
from support.command import fingerpost

# Commit 82b9957 of 21 January: its trailer names the thread of the invoices (BILL-417, services/billing/**), to which
# four records had been delivered the day before and two of them exposed.
ROUND_ONCE = """
credit-notes   available  delivered  tree  yes thread   active      delivered
half-up        none       existed    tree  unknown      superseded  -
rounding       declared   exposed    tree  yes thread   active      exposed
append-only    available  exposed    tree  yes thread   active      exposed
minor-units    available  delivered  tree  yes global   active      delivered
"""

# Of 17 March, without a thread. It deletes the dunning job, so its paths are those two; an issue was never given.
DROP_DUNNING = """
credit-notes          available  in_scope  tree  yes paths   active      -
half-up               none       existed   tree  unknown     superseded  -
rounding              available  in_scope  tree  yes paths   active      -
append-only           available  in_scope  tree  yes paths   active      -
minor-units           available  in_scope  tree  yes global  active      -
line-limit            available  in_scope  tree  yes paths   active      -
refund-key            unknown    existed   tree  unknown     active      -
freeze                none       existed   tree  unknown     expired     -
refund-after-gateway  unknown    existed   tree  unknown     active      -
dunning               available  in_scope  tree  yes paths   active      -
export-strings        unknown    existed   tree  unknown     active      -
tax-point             unknown    existed   tree  unknown     active      -
export-order          unknown    existed   tree  unknown     active      -
"""

# Of 19 March 16:31 UTC, on a branch that then had no event of its own: the two refund records were written that day and
# the day before, and committed on the 24th, so here they existed by the clock alone. Its trailer names the thread of
# the refunds, which since the 18th has PR 118; its areas and paths meet services/billing/**.
PENDING_REFUNDS = """
credit-notes          available  delivered  tree  yes thread  active      delivered
half-up               none       existed    tree  unknown     superseded  -
rounding              available  delivered  tree  yes thread  active      delivered
append-only           available  delivered  tree  yes thread  active      delivered
minor-units           available  exposed    tree  yes global  active      exposed
line-limit            available  exposed    tree  yes thread  active      exposed
refund-key            declared   delivered  tree  yes thread  active      delivered
freeze                none       existed    tree  unknown     expired     -
refund-after-gateway  available  delivered  tree  yes thread  active      delivered
dunning               none       existed    tree  no thread   active      -
export-strings        none       existed    tree  no thread   active      -
tax-point             none       existed    tree  no thread   active      -
export-order          none       existed    tree  no thread   active      -
refund-review         declared   exposed    time  yes thread  active      exposed
refund-pending        available  exposed    time  yes thread  active      exposed
"""

# The action that this commit comes from, of 13:07:45 UTC the same day, by the relation that names it. It has no tree.
# Its thread is that of the relation's correlation id.
ACTION = """
credit-notes          available  delivered  time  yes thread  active      delivered
half-up               none       existed    time  unknown     superseded  -
rounding              available  delivered  time  yes thread  active      delivered
append-only           available  delivered  time  yes thread  active      delivered
minor-units           available  exposed    time  yes global  active      exposed
line-limit            available  exposed    time  yes thread  active      exposed
refund-key            declared   delivered  time  yes thread  active      delivered
freeze                none       existed    time  unknown     expired     -
refund-after-gateway  available  delivered  time  yes thread  active      delivered
dunning               none       existed    time  no thread   active      -
export-strings        none       existed    time  no thread   active      -
tax-point             none       existed    time  no thread   active      -
export-order          none       existed    time  no thread   active      -
refund-review         available  exposed    time  yes thread  active      exposed
refund-pending        available  exposed    time  yes thread  active      exposed
"""

# Of 30 March: against its first parent, which has the refunds branch, it brings the export. There the decimal strings
# are expired alone; only its own tree has the fork, and what it brings counts for its children.
MERGE_EXPORT = """
credit-notes          available  in_scope  tree  yes paths   active      -
half-up               none       existed   tree  unknown     superseded  -
rounding              available  in_scope  tree  yes paths   active      -
append-only           available  in_scope  tree  yes paths   active      -
minor-units           available  in_scope  tree  yes global  active      -
line-limit            available  in_scope  tree  yes paths   active      -
refund-key            unknown    existed   tree  unknown     active      -
freeze                none       existed   tree  unknown     expired     -
refund-after-gateway  unknown    existed   tree  unknown     active      -
dunning               none       existed   tree  no paths    active      -
export-strings        none       existed   tree  unknown     expired     -
tax-point             unknown    existed   tree  unknown     active      -
export-order          available  in_scope  tree  yes paths   active      -
refund-review         unknown    existed   tree  unknown     active      -
refund-pending        unknown    existed   tree  unknown     active      -
line-tax              available  in_scope  tree  yes paths   open        -
"""

# Of 2 April, the last: it touches nothing but the ledger. The fork is contested in its parent's tree; the live record
# of 31 March is in no tree, and existed by the clock; the resolution comes with the commit itself.
RESOLVE_CHALLENGE = """
credit-notes          none       existed   tree      no paths    active      -
half-up               none       existed   tree      unknown     superseded  -
rounding              unknown    existed   tree      unknown     active      -
append-only           unknown    existed   tree      unknown     active      -
minor-units           available  in_scope  tree      yes global  active      -
line-limit            none       existed   tree      no paths    active      -
refund-key            unknown    existed   tree      unknown     active      -
freeze                none       existed   tree      unknown     expired     -
refund-after-gateway  unknown    existed   tree      unknown     active      -
dunning               none       existed   tree      no paths    active      -
export-strings        unknown    existed   tree      unknown     contested   -
tax-point             unknown    existed   tree      unknown     active      -
export-order          unknown    existed   tree      unknown     active      -
refund-review         unknown    existed   tree      unknown     active      -
refund-pending        unknown    existed   tree      unknown     active      -
line-tax              unknown    existed   tree      unknown     open        -
standby               unknown    existed   time      unknown     active      -
line-tax-accepted     unknown    existed   own_tree  unknown     accepted    -
"""

TABLES = {
    "commit/round_once": (ROUND_ONCE, "invoices", "trailer"),
    "commit/drop_dunning": (DROP_DUNNING, None, None),
    "commit/pending_refunds": (PENDING_REFUNDS, "refunds", "trailer"),
    "action:codex:act-7f3c19": (ACTION, "refunds", "correlation"),
    "commit/merge_export": (MERGE_EXPORT, None, None),
    "commit/resolve_challenge": (RESOLVE_CHALLENGE, None, None),
}

NOT_THERE = ["none", "none", "no", "unknown", "unknown", "-"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The example and the ids of its names."""
    root = tmp_path_factory.mktemp("example") / "repository"
    return root, example_names(root)


def row(claim: dict[str, Any]) -> list[str]:
    """A claim as a row of the tables."""
    ladder = claim["availability"]
    existed, in_scope = ladder["existed"], ladder["in_scope"]
    received = next((step for step in ("exposed", "delivered") if ladder[step]["value"] == "yes"), "-")
    return [
        claim["verdict"],
        ladder["level"],
        existed["basis"] or existed["value"],
        " ".join(filter(None, (in_scope["value"], in_scope["basis"]))),
        claim["state_then"],
        received,
    ]


def rows(table: str) -> dict[str, list[str]]:
    """The rows of a table by the name of the record; columns are two spaces apart."""
    found = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in table.strip().splitlines()]
    return {name: cells for name, *cells in found}


@pytest.mark.parametrize("name", TABLES)
def test_every_claim_is_as_the_story_says(name: str, made: tuple[Path, dict[str, str]]) -> None:
    root, ids = made
    table, thread, basis = TABLES[name]
    node = f"commit:{ids[name]}" if name in ids else name
    answer = fingerpost("trace", node, root, "--all", "--runtime", "auto", "--json").json
    records = {
        identifier: each.removeprefix("record/") for each, identifier in ids.items() if each.startswith("record/")
    }
    expected = dict.fromkeys(records.values(), NOT_THERE) | rows(table)
    assert {records[claim["record_id"]]: row(claim) for claim in answer["claims"]} == expected
    assert len(expected) == len(records)
    assert [(tie["thread_id"], tie["basis"]) for tie in answer["threads"]] == (
        [(ids[f"thread/{thread}"], basis)] if thread else []
    )

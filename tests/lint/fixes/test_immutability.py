"""What the rules about a ledger that only grows (FP305 to FP307, FP312) tell people to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.events import as_bytes, changed, created, record_node, relation
from support.fixes import LEDGER, Files, Fix, accepted, check, events, findings, path_of, run, running
from support.shared import git

A = created(1, text="Round half to even.")
EDITED = created(1, text="Round half up.")
PATH = path_of(A)
COPY = f"{LEDGER}/copy of a.json"


def _as_the_message_says(code: str) -> Callable[[Path], None]:
    """Runs the command in backquotes of the rule's message."""

    def repair(root: Path) -> None:
        base = git(root, "rev-list", "--max-parents=0", "HEAD")
        found = [each for each in findings(root, Fix(code, {}, {}), f"--base={base}") if each["code"] == code]
        commands = [re.search("`((?:git checkout|chmod) [^`]+)`", each["message"]) for each in found]
        assert commands
        for command in commands:
            assert command is not None
            run(root, command.group(1))

    return repair


REFORMATTED = as_bytes(A).replace(b"  ", b"")
MEANT = events(
    changed(3, 1, 1, status="superseded", lifecycle_reason="The finance team decided."),
    created(4, text="Round half up."),
    relation(5, "supersedes", record_node(4), record_node(1)),
)


def _damaged(code: str, damage: Files, after: Files | None = None, *, restored: bool = True) -> Fix:
    """An old event file that is no longer as it was, and what the rule's message and fix do about that."""
    return Fix(
        code,
        events(A, created(2)),
        after or {},
        damage=damage,
        repair=_as_the_message_says(code) if restored else None,
        options_after=("--history",),
    )


def _executable(root: Path) -> None:
    git(root, "update-index", "--chmod=+x", PATH)
    git(root, "commit", "-q", "-m", "damage")
    (root / PATH).chmod(0o755)


CHANGED = {
    "restored": _damaged("FP305", {PATH: as_bytes(EDITED)}),
    "restored-and-said-by-new-events": _damaged("FP305", {PATH: as_bytes(EDITED)}, MEANT),
    "broken-and-restored": _damaged("FP305", {PATH: as_bytes(A)[:60]}),
    "accepted": _damaged("FP305", {PATH: as_bytes(EDITED)}, accepted("FP305", event=A["event_id"]), restored=False),
}

REMOVED = {
    "restored": _damaged("FP306", {PATH: None}),
    "restored-and-ended": _damaged(
        "FP306", {PATH: None}, events(changed(3, 1, 1, status="discarded", lifecycle_reason="It was a trial."))
    ),
    "renamed-back": Fix(
        "FP306",
        events(A),
        {},
        damage={PATH: None, f"{LEDGER}/old.json.txt": as_bytes(A)},
        repair=running(f"git mv {LEDGER}/old.json.txt {PATH}"),
        options_after=("--history",),
    ),
    "renamed-back-from-another-event-file": Fix(
        "FP306",
        events(A),
        {},
        damage={PATH: None, COPY: as_bytes(A)},
        repair=running(f"git mv '{COPY}' {PATH}"),
        options_after=("--history",),
    ),
    "accepted": _damaged("FP306", {PATH: None}, accepted("FP306", event=A["event_id"]), restored=False),
}

REWRITTEN = {
    "restored": _damaged("FP307", {PATH: REFORMATTED}),
    "line-endings-restored": _damaged(
        "FP307",
        {PATH: as_bytes(A).replace(b"\n", b"\r\n")},
        {".gitattributes": f"{LEDGER}/*.json -text\n"},
    ),
    "mode-set-back": Fix(
        "FP307",
        events(A),
        {},
        damage={},
        prepare=_executable,
        repair=_as_the_message_says("FP307"),
        options_after=("--history",),
    ),
    "accepted": _damaged("FP307", {PATH: REFORMATTED}, accepted("FP307", event=A["event_id"]), restored=False),
}

SECRET = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
LEAK = created(1, text=f"Use the token {SECRET}.")


def _repaired(old: Files, new: Files, after: Files | None = None, *, left: str | None = "notice") -> Fix:
    """A legal repair since the base, of which FP312 only tells."""
    return Fix("FP312", {**events(created(2)), **old}, after or {}, damage=new, left=left)


BROKEN = as_bytes(A)[:-20]
MENDED = ({PATH: BROKEN}, events(A))
REPAIRED = {
    "nothing-to-do": _repaired(*MENDED),
    "corrected-with-events": _repaired(
        {PATH: BROKEN},
        events(EDITED),
        events(
            changed(3, 1, 1, status="discarded", lifecycle_reason="This was not what its writer meant."),
            created(4, text="Round half to even."),
            relation(5, "supersedes", record_node(4), record_node(1)),
        ),
    ),
    "credential-removed": _repaired(events(LEAK), {PATH: None}),
    "switched-off": _repaired(*MENDED, {"fingerpost.toml": '[rules.FP312]\nseverity = "off"\n'}, left=None),
    "accepted": _repaired(*MENDED, accepted("FP312", event=A["event_id"]), left=None),
    "accepted-by-path": _repaired(*MENDED, accepted("FP312", path=PATH), left=None),
}


CASES = {f"{fix.code}-{name}": fix for group in (CHANGED, REMOVED, REWRITTEN, REPAIRED) for name, fix in group.items()}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_lint_passes(fix: Fix, tmp_path: Path) -> None:
    check(fix, tmp_path)

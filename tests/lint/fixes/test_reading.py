"""What the rules about reading a file (FP1) tell people to do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.events import as_bytes, created
from support.fixes import LEDGER, SHARED, Files, Fix, accepted, check, committing, events, path_of, run, running, write
from support.shared import git

A = created(1, text="Gebühren 🚀 round half to even.")
PATH = path_of(A)
GOOD = as_bytes(A)
B = created(2)
AGAIN = created(9, text="Round half to even.")
TICKET = created(1, extensions={"example.org/ticket": 90071992547409931234})
CRLF = GOOD.replace(b"\n", b"\r\n")


def _mended(code: str, bad: bytes, good: bytes = GOOD) -> Fix:
    """A file whose bytes are corrected in place."""
    return Fix(code, {PATH: bad}, {PATH: good})


def _removed(code: str, bad: bytes) -> Fix:
    """A file that goes, and a new record that says what it said."""
    return Fix(code, {PATH: bad}, events(AGAIN), repair=running(f"git rm -q {PATH}"))


def _restored(code: str, bad: bytes) -> Fix:
    """A file whose good bytes are in an earlier commit."""
    return Fix(
        code,
        {PATH: GOOD},
        {},
        prepare=committing({PATH: bad}),
        repair=running(f"git checkout -q HEAD~1 -- {PATH}"),
        options_after=("--history",),
    )


def _from_the_shared_store(code: str, bad: bytes) -> Fix:
    return Fix(code, {PATH: bad}, {}, untracked={path_of(A, SHARED): GOOD}, repair=_copy_from_the_shared_store)


def _copy_from_the_shared_store(root: Path) -> None:
    place = root / PATH
    if place.is_symlink():
        place.unlink()
    shutil.copyfile(root / path_of(A, SHARED), place)


def _link(root: Path) -> None:
    (root / PATH).unlink(missing_ok=True)
    (root / PATH).symlink_to("../../drafts/idea.json")


def _committed_link(root: Path) -> None:
    _link(root)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "link")


def _folder(root: Path) -> None:
    (root / PATH).mkdir()
    (root / PATH / "note.txt").write_text("a note")
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "folder")


def _pipe(root: Path) -> None:
    os.mkfifo(root / PATH)


def _without_permission(root: Path) -> None:
    (root / PATH).chmod(0)


def _with_permission(root: Path) -> None:
    (root / PATH).chmod(0o600)


UNREADABLE = {
    "link-restored": Fix("FP101", {PATH: GOOD}, {}, prepare=_link, repair=running(f"git restore {PATH}")),
    "committed-link-replaced": Fix(
        "FP101",
        events(B),
        {},
        untracked={path_of(A, SHARED): GOOD},
        prepare=_committed_link,
        repair=_copy_from_the_shared_store,
    ),
    "committed-link-removed": Fix("FP101", events(B), {}, prepare=_committed_link, repair=running(f"git rm -q {PATH}")),
    "folder-removed": Fix("FP101", events(B), {}, prepare=_folder, repair=running(f"git rm -q -r {PATH}")),
    "folder-moved-out": Fix("FP101", events(B), {}, prepare=_folder, repair=running(f"git mv {PATH} .fabric/notes")),
    "pipe-removed": Fix("FP101", events(B), {}, prepare=_pipe, repair=running(f"rm {PATH}")),
}
PERMISSION = Fix("FP101", {PATH: GOOD}, {}, prepare=_without_permission, repair=_with_permission)

LATIN = created(1, text="Gebühren")
ENCODING = {
    "latin-1": Fix("FP102", {PATH: as_bytes(LATIN).decode().encode("latin-1")}, events(LATIN)),
    "utf-16-with-iconv": Fix(
        "FP102",
        {PATH: GOOD.decode().encode("utf-16")},
        {},
        repair=lambda root: run(root, f"sh -c 'iconv -f UTF-16 -t UTF-8 {PATH} > new && mv new {PATH}'"),
    ),
    "broken-from-an-earlier-commit": _restored("FP102", GOOD.replace("ü".encode(), b"\xc3")),
    "broken-from-the-shared-store": _from_the_shared_store("FP102", GOOD.replace("ü".encode(), b"\xc3")),
}

MARK = b"\xef\xbb\xbf"
BYTE_ORDER_MARK = {
    "with-sed": Fix(
        "FP103", {PATH: MARK + GOOD}, {}, repair=lambda root: run(root, rf"sed -i '1s/^\xEF\xBB\xBF//' {PATH}")
    ),
    "with-an-editor": _mended("FP103", MARK + GOOD),
}

CONFLICT = b"<<<<<<< HEAD\n" + GOOD + b"=======\n" + as_bytes(B) + b">>>>>>> feature\n"


def _two_branches(root: Path) -> None:
    """A conflict that was committed: the merged branch has the event as it was written."""
    git(root, "checkout", "-q", "-b", "feature")
    (root / LEDGER).mkdir(parents=True)
    (root / PATH).write_bytes(GOOD)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "feature")
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--no-ff", "--no-commit", "feature")
    (root / PATH).write_bytes(CONFLICT)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "merged")


INVALID = {
    "cut-short-from-an-earlier-commit": _restored("FP104", GOOD[:90]),
    "empty-from-the-shared-store": _from_the_shared_store("FP104", b""),
    "merge-markers-two-files": Fix("FP104", {PATH: CONFLICT}, events(A, B)),
    "merge-markers-from-the-merged-branch": Fix(
        "FP104", {}, {}, prepare=_two_branches, repair=running(f"git checkout -q feature -- {PATH}")
    ),
    "two-values-two-files": Fix("FP104", {PATH: GOOD + as_bytes(B)}, events(A, B)),
    "nowhere-to-be-found": _removed("FP104", b"{"),
}

TWICE = GOOD.replace(b'"text":', b'"text": "Round half up.",\n      "text":')
DUPLICATE_KEY = {
    "the-value-that-was-meant": _mended("FP105", TWICE),
    "as-it-was-before-it-was-edited": _restored("FP105", TWICE),
    "nobody-knows": _removed("FP105", TWICE),
}

UNSAFE_NUMBER = {
    "accepted": Fix("FP106", events(TICKET), accepted("FP106", event=TICKET["event_id"])),
    "and-strings-from-now-on": Fix(
        "FP106",
        events(TICKET),
        {
            **accepted("FP106", event=TICKET["event_id"]),
            **events(created(2, extensions={"example.org/ticket": "90071992547409931234"})),
        },
    ),
}

SHORT = created(
    9,
    text="Retries hide the timeout; see the evidence.",
    evidence=[{"type": "log", "url": "https://ci.example.org/runs/812"}],
)
LONG = as_bytes(created(1, text="Full log follows: " + "[INFO] " * 160_000))
DEEP = GOOD.replace(b'"payload"', b'"extensions": {"example.org/tree": ' + b"[" * 99 + b"]" * 99 + b'},\n  "payload"')
TOO_LARGE = {
    "long": Fix("FP107", {PATH: LONG}, events(SHORT), repair=running(f"git rm -q {PATH}")),
    "deep": Fix("FP107", {PATH: DEEP}, events(SHORT), repair=running(f"git rm -q {PATH}")),
}

STRAY = {
    "event-in-a-subfolder": Fix(
        "FP108",
        {f"{LEDGER}/2026/{A['event_id']}.json": GOOD},
        {},
        repair=running(f"git mv {LEDGER}/2026/{A['event_id']}.json {PATH}", f"rmdir {LEDGER}/2026"),
    ),
    "event-with-another-suffix": Fix(
        "FP108",
        {f"{LEDGER}/{A['event_id']}.txt": GOOD},
        {},
        repair=running(f"git mv {LEDGER}/{A['event_id']}.txt {PATH}"),
    ),
    "temporary-of-an-event-that-is-there": Fix(
        "FP108", {**events(A), f"{LEDGER}/.tmp-1": GOOD[:50]}, {}, repair=running(f"git rm -q {LEDGER}/.tmp-1")
    ),
    "temporary-written-again": Fix(
        "FP108", {f"{LEDGER}/.tmp-1": GOOD[:50]}, events(A), repair=running(f"git rm -q {LEDGER}/.tmp-1")
    ),
    "notes-beside-the-folder": Fix(
        "FP108", {f"{LEDGER}/README.md": "Ours.\n"}, {}, repair=running(f"git mv {LEDGER}/README.md .fabric/README.md")
    ),
    "anything-else-deleted": Fix(
        "FP108", {**events(B), f"{LEDGER}/drawing.png": "x"}, {}, repair=running(f"git rm -q {LEDGER}/drawing.png")
    ),
}


def _checked_out_with_crlf(root: Path) -> None:
    """What a machine that converts line endings has: LF is committed, CRLF lies there."""
    git(root, "config", "core.autocrlf", "true")
    (root / PATH).unlink()
    git(root, "checkout", "-q", "--", PATH)
    assert b"\r\n" in (root / PATH).read_bytes()


TAKEN_OUT: Files = {".gitattributes": f"{LEDGER}/*.json -text\n"}


def _get_back(root: Path) -> None:
    """In this order: with the line in place, ``git add`` would commit the checkout's CRLF."""
    assert "i/lf" in git(root, "ls-files", "--eol", LEDGER)
    run(root, f"git add {LEDGER}")
    run(root, "git commit -q -m 'what is new'")
    write(root, TAKEN_OUT)
    for each in (root / LEDGER).iterdir():
        each.unlink()
    run(root, f"git restore {LEDGER}")
    run(root, "git add .gitattributes")


LINE_ENDINGS = {
    "only-the-checkout-differs": Fix(
        "FP109", events(A), {}, untracked=events(B), prepare=_checked_out_with_crlf, repair=_get_back
    ),
    "committed-and-accepted": Fix("FP109", {PATH: CRLF}, {**TAKEN_OUT, **accepted("FP109", path=PATH)}),
    "committed-and-accepted-by-event": Fix("FP109", {PATH: CRLF}, accepted("FP109", event=A["event_id"])),
    "many-accepted": Fix(
        "FP109",
        {PATH: CRLF, path_of(B): as_bytes(B).replace(b"\n", b"\r\n")},
        accepted("FP109", path=f"{LEDGER}/**"),
    ),
}

HALF = GOOD.replace("🚀".encode(), rb"\ud83d")
WHOLE = GOOD.replace("🚀".encode(), rb"\ud83d\ude80")
SURROGATE = {
    "the-whole-pair": _mended("FP110", HALF, WHOLE),
    "half-deleted": _mended("FP110", HALF, GOOD.replace("🚀 ".encode(), b"")),
}

OLD_FORMAT = '{"kind": "decision", "text": "Round half to even."}\n'
LEGACY = {
    "removed": Fix(
        "FP111",
        {**events(B), ".fabric/ledger/events.jsonl": OLD_FORMAT},
        events(AGAIN),
        repair=running("git rm -q .fabric/ledger/events.jsonl"),
    ),
    "moved-out": Fix(
        "FP111",
        {**events(B), ".fabric/ledger/events.jsonl": OLD_FORMAT, "docs/README.md": "Old.\n"},
        events(AGAIN),
        repair=running("git mv .fabric/ledger/events.jsonl docs/events-before-2026.jsonl"),
    ),
}

CASES = {
    f"{fix.code}-{name}": fix
    for group in (
        UNREADABLE,
        ENCODING,
        BYTE_ORDER_MARK,
        INVALID,
        DUPLICATE_KEY,
        UNSAFE_NUMBER,
        TOO_LARGE,
        STRAY,
        LINE_ENDINGS,
        SURROGATE,
        LEGACY,
    )
    for name, fix in group.items()
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_lint_passes(fix: Fix, tmp_path: Path) -> None:
    check(fix, tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission_is_given_one(tmp_path: Path) -> None:
    check(PERMISSION, tmp_path)

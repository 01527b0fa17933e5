"""What git lists of a folder and of changes in it."""

from __future__ import annotations

from fingerpost.repository.trees.listing import (
    Listing,
    blobs_by_path,
    changed_paths,
    parse_changes,
    removed_files,
)

A, B, C = "a1" * 20, "b2" * 20, "c3" * 20
ROWS = (
    (
        f"100644 blob {A}\tone.json\0"
        f"100755 blob {B}\ttwo words\nand more.json\0"
        f"120000 blob {C}\tlink.json\0"
        f"100644 blob {C}\tREADME.md\0"
        f"040000 tree {C}\tfolder.json\0"
        f"160000 commit {C}\tmodule.json\0"
    ).encode()
    + f"100664 blob {C}\told".encode()
    + b"\xff.json\0"
)
NOTHING = "0" * 40


def test_a_listing_has_the_regular_event_files_alone() -> None:
    listing = Listing(ROWS)
    assert listing.stems == {"one", "two words\nand more", "old\udcff"}
    assert listing.blobs == {"one": A, "two words\nand more": B, "old\udcff": C}
    assert listing.blobs_of(["one", "link", "nowhere"]) == {"one": A}
    assert listing.blobs_of([]) == {}
    assert Listing(b"").stems == frozenset()


def test_a_listing_of_another_tree_follows_from_what_differs() -> None:
    other = Listing(ROWS, {"one": C, "old\udcff": None, "more": A})
    assert other.blobs == {"one": C, "two words\nand more": B, "more": A}
    assert other.stems == other.blobs.keys()


def row(before: str, after: str, old: str, new: str, status: str, path: str) -> str:
    return f":{before} {after} {old} {new} {status}\0{path}\0"


CHANGES = "".join(
    (
        row("100644", "100644", A, B, "M", "ev ents/one.json"),
        row("000000", "100644", NOTHING, B, "A", "ev ents/new.json"),
        row("100644", "000000", A, NOTHING, "D", "ev ents/gone.json"),
        row("100644", "120000", A, C, "T", "ev ents/link.json"),
        row("120000", "100644", A, C, "T", "ev ents/gone.json"),
        row("100644", "000000", A, NOTHING, "D", "ev ents/deeper/other.json"),
        row("100644", "000000", A, NOTHING, "D", "elsewhere/other.json"),
        row("100644", "000000", A, NOTHING, "D", "ev ents/README"),
    )
).encode()


def test_changes_are_those_of_the_event_files_directly_in_the_folder() -> None:
    found = parse_changes(CHANGES, "ev ents")
    assert found == {"one": (A, B), "new": (None, B), "gone": (None, C), "link": (A, None)}
    assert parse_changes(row("100644", "100755", A, A, "M", "x.json").encode()) == {"x": (A, A)}
    assert parse_changes(b"") == {}


def test_what_any_of_many_diffs_takes_away_is_removed() -> None:
    assert removed_files(CHANGES, "ev ents") == {"gone", "link"}


def test_every_blob_and_every_path_is_told() -> None:
    assert ("ev ents/one.json", A) in set(blobs_by_path(CHANGES))
    assert ("ev ents/link.json", C) not in set(blobs_by_path(CHANGES))
    assert changed_paths(b"b\0a\xff\0b\0") == ("a\udcff", "b")

"""Trailers of a ledger, as git's own parser reads them."""

from __future__ import annotations

from pathlib import Path

from support.shared import git, make_repository

from fingerpost.repository.around.telling_commits import telling_commits
from fingerpost.repository.around.trailers import CommitTrailer, fabric_trailers
from fingerpost.repository.configs.trailer_names import TrailerNames
from fingerpost.repository.git import Git

SECONDS = 1772442000


def commit(root: Path, message: str) -> str:
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


def trailers_of(root: Path, commit: str) -> tuple[CommitTrailer, ...]:
    return fabric_trailers(telling_commits(Git(root), commit))


def test_every_trailer_of_the_ledger_is_found_newest_first(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    first = commit(root, "One\n\nFabric-Thread: fädchen 1\nfabric-thread: two\nSigned-off-by: Mara <m@example.invalid>")
    commit(root, "Two\n\nFabric-Thread: this is no trailer, since text follows\n\nThe end.")
    third = commit(
        root, "Three\n\nFabric-Implements: rec_a,\n rec_b\nFabric-Implements: rec_c\nFabric-Implements: rec_c"
    )
    last = commit(root, "Four\n\nFabric-Skip:\nFabric-Thread: three")
    assert trailers_of(root, last) == (
        CommitTrailer(last, "Fabric-Thread", "three", SECONDS),
        CommitTrailer(third, "Fabric-Implements", "rec_a, rec_b", SECONDS),
        CommitTrailer(third, "Fabric-Implements", "rec_c", SECONDS),
        CommitTrailer(first, "Fabric-Thread", "fädchen 1", SECONDS),
        CommitTrailer(first, "fabric-thread", "two", SECONDS),
    )
    assert {each.commit for each in trailers_of(root, first)} == {first}


def test_the_separator_is_a_colon_whatever_the_machine_says(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    git(root, "config", "trailer.separators", "=#")
    only = commit(root, "One\n\nFabric-Thread: t1")
    assert trailers_of(root, only) == (CommitTrailer(only, "Fabric-Thread", "t1", SECONDS),)


def test_a_message_in_another_encoding_is_read(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    message = tmp_path / "message"
    message.write_bytes("One\n\nFabric-Thread: f\xe4dchen".encode("latin-1"))
    git(root, "-c", "i18n.commitEncoding=latin1", "commit", "-q", "--allow-empty", "-F", str(message))
    assert [each.value for each in trailers_of(root, git(root, "rev-parse", "HEAD"))] == ["fädchen"]


def test_trailers_of_other_names_are_found_where_the_config_says_so(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    names = TrailerNames(implements=("Follows",), skip=("No-Direction", "Nothing-to-say"))
    first = commit(root, "One\n\nfollows: rec_1\nFabric-Thread: t1\nSigned-off-by: M <m@example.invalid>")
    commit(root, "Two\n\nFollows-Up: rec_2")
    third = commit(root, "Three\n\nNOTHING-TO-SAY: a typo")
    assert fabric_trailers(telling_commits(Git(root), git(root, "rev-parse", "HEAD"), names), names) == (
        CommitTrailer(third, "NOTHING-TO-SAY", "a typo", SECONDS),
        CommitTrailer(first, "follows", "rec_1", SECONDS),
        CommitTrailer(first, "Fabric-Thread", "t1", SECONDS),
    )
    assert trailers_of(root, third) == (CommitTrailer(first, "Fabric-Thread", "t1", SECONDS),)

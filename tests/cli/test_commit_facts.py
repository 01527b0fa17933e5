"""What git says of commits, as claims take it (their trees: test_commit_then)."""

from __future__ import annotations

from pathlib import Path

from support.events import ident
from support.shared import git, make_repository

from fingerpost.cli.commit_facts import commit_facts, named_commit
from fingerpost.ledger.instants import Instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.repository.configs.trailer_names import TrailerNames
from fingerpost.repository.git import Git

TIME = Instant(1772442000)


def commit(root: Path, message: str) -> str:
    git(root, "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message)
    return git(root, "rev-parse", "HEAD")


def test_each_resolution_comes_with_what_is_known_of_the_commit(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    kept = commit(root, "Kept\n\nfabric-skip: a typo\nRefs: 7\nFabric-Thread: t1\nFabric-Thread: t1\n")
    lost = commit(root, "Lost")
    git(root, "reset", "-q", "--hard", "HEAD~1")
    trailers = (("fabric-skip", "a typo"), ("Fabric-Thread", "t1"))
    assert commit_facts(Git(root), [kept, kept[:9], lost, "f" * 40, "a change", ""]) == {
        kept: CommitFact("exact", kept, TIME, trailers),
        kept[:9]: CommitFact("abbreviated", kept, TIME, trailers),
        lost: CommitFact("unreachable", lost, TIME),
        "f" * 40: CommitFact("missing"),
        "a change": CommitFact("opaque"),
        "": CommitFact("opaque"),
    }
    assert commit_facts(Git(root), []) == {}


def test_trailers_are_those_that_the_names_give_a_meaning(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    only = commit(root, f"One\n\nFOLLOWS: {ident('rec', 1)}\nFabric-Implements: {ident('rec', 2)}\n")
    names = TrailerNames(implements=("Follows",))
    assert commit_facts(Git(root), [only], names)[only].trailers == (("FOLLOWS", ident("rec", 1)),)


def test_without_git_what_no_clone_can_say_is_unknown() -> None:
    assert commit_facts(None, ["c0ffee1", "a change"]) == {
        "a change": CommitFact("opaque"),
        "c0ffee1": CommitFact("unknown"),
    }
    assert named_commit(None, "HEAD") is None


def test_a_node_is_taken_for_a_commit_only_where_it_can_be_one(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    only = commit(root, "One")
    asked = Git(root)
    for text in ("HEAD", "main", only, only[:7], f"commit:{only}", f"commit:github:{only[:9]}"):
        assert named_commit(asked, text) == only
    for text in ("action:HEAD", "thread:x:main", ident("rec", 1), "commit:", "nothing", "\x1b[31m", "--all"):
        assert named_commit(asked, text) is None

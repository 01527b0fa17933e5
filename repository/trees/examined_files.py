"""Which event files of a tree are not what is examined: of another revision, or on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from ..git import Git
from ..git_process import Running
from ..growth.blob_ids import blob_id_of_file
from ..paths import in_bytes
from ..source import SUFFIX
from ..split_index import is_split
from .listing import Listing, parse_changes
from .tree_config import folder_tree

_PLAINLY = ("-z", "--no-renames", "--no-relative", "--no-color", f"-O{os.devnull}", "--ignore-submodules=none")
_RAW = ("--raw", "--no-abbrev")

TREE_DIFF = ("diff", "--no-ext-diff", "--no-textconv", *_PLAINLY)
"""Compares two trees. Unlike ``diff-tree`` it does not read the index, of which git freshens a split one."""

_HELD = "--diff-filter=MDTU"  # what the earlier side holds


@dataclass(frozen=True, slots=True)
class ExaminedLedger:
    """The ledger that is read: its ``folder`` (relative to the root), in a ``revision`` (full id) or as it lies here.

    ``usual`` is the folder of a tree whose config does not say; None where the folder was asked for by name, which
    holds for every tree.
    """

    folder: str
    revision: str | None = None
    usual: str | None = None


Differing = Callable[[Listing], frozenset[str]]
"""Gives the stems of the files of a tree's listing that are not, or may not be, what is examined."""


def begun_differing(git: Git, tree: str | None, examined: ExaminedLedger, running: ExitStack) -> Differing:
    """Let git compare the tree of a ledger folder (its id; None for no folder) with what is examined.

    Raises CannotExamine where the revision that is examined lacks a tree here.
    """
    if tree is None:
        return lambda _: frozenset()
    if examined.revision is not None:
        other = folder_tree(git, examined.revision, examined.folder)
        if other is None:
            return lambda files: files.stems
        between = _begun_between(git, tree, other, running)
        return lambda _: frozenset(parse_changes(between.output())) if between is not None else frozenset()
    here = _begun_on_disk(git, tree, examined.folder, running)
    return lambda files: frozenset(_altered_on_disk(git, examined.folder, here(files)))


def _begun_between(git: Git, tree: str, other: str, running: ExitStack) -> Running | None:
    """What two folders do not have alike; None where they are the same tree."""
    if tree == other:
        return None
    return running.enter_context(git.begun(*TREE_DIFF, *_RAW, _HELD, tree, other))


def _begun_on_disk(
    git: Git, tree: str, folder: str, running: ExitStack
) -> Callable[[Listing], Mapping[str, str | None]]:
    """The files that may not lie here as the tree has them, each with its blob there.

    Git tells by the times in its index which files nobody has touched. That cannot be had from a split or a sparse
    index without a write, nor where HEAD has no such folder: then every file may differ.
    """
    head = git.head()
    last = folder_tree(git, head, folder) if head is not None else None
    folder_of_git = git.git_dir()
    if head is None or last is None or is_split(folder_of_git) or (folder_of_git / "info/sparse-checkout").exists():
        return lambda files: files.blobs
    between = _begun_between(git, tree, last, running)
    since = running.enter_context(git.begun("diff-index", *_RAW, *_PLAINLY, _HELD, head, "--", folder))

    def doubted(files: Listing) -> Mapping[str, str | None]:
        found = {stem: old for stem, (old, _) in parse_changes(since.output(), folder).items() if stem in files.stems}
        if between is not None:
            found |= {stem: old for stem, (old, _) in parse_changes(between.output()).items()}
        return found

    return doubted


def _altered_on_disk(git: Git, folder: str, doubted: Mapping[str, str | None]) -> list[str]:
    """Those of the files whose bytes on disk are not those of the blob."""
    place = os.fsencode(git.root) + b"/" + in_bytes(folder)
    altered = []
    for stem, blob in doubted.items():
        if blob is not None:
            object_format = "sha256" if len(blob) == 64 else "sha1"
            if blob_id_of_file(object_format, b"%b/%b" % (place, in_bytes(stem + SUFFIX))) != blob:
                altered.append(stem)
    return altered

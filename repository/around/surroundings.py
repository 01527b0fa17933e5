"""What git knows of the surroundings of a ledger: each answer is asked for once, and only when somebody wants it."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from functools import cached_property

from ..commits import CommitState, Resolution
from ..configs.trailer_names import TrailerNames
from ..errors import CannotExamine
from ..files import read_regular
from ..git import Git
from ..git_process import Running
from .attributes import LedgerAttribute, attribute_files, attributes
from .ignored_files import ignored_files
from .merged_requests import ClosingCommits, MergedRequest
from .same_patch import same_patch
from .telling_commits import USUAL_NAMES, TellingCommit, begun_walk, commits_of, telling_commits
from .trailers import CommitTrailer, fabric_trailers

_FEW = 200  # ids that are asked for in less time than git takes to walk everywhere
_LEGACY = "events.jsonl"
_LEGACY_FOLDERS = (".fabric", ".fabric/ledger")


class GitSurroundings:
    """The repository around the ledger, as it is in a checkout, in the index (``staged``) or in a ``revision``.

    ``git`` stands at the root of the worktree; ``ledger`` is the folder of the tracked events, relative to that;
    ``names`` are those of the trailers. Making one asks nothing. Every answer raises CannotExamine where git refuses.
    """

    def __init__(
        self,
        git: Git,
        *,
        revision: str | None,
        staged: bool,
        ledger: str,
        names: TrailerNames = USUAL_NAMES,
    ) -> None:
        self._git = git
        self._names = names
        self._revision = revision
        self._staged = staged
        self._ledger = ledger
        self._resolutions: dict[str, Resolution] = {}
        self._walked: tuple[TellingCommit, ...] | None = None
        self._reached: frozenset[str] = frozenset()

    @contextmanager
    def walking(self, *, everywhere: bool = True) -> Generator[None, None, None]:
        """Let git walk the history while something else is done: what that tells is known when this ends.

        That is what messages tell, and which commits are reached at all: what is found of that in the meantime, or, if
        it is to walk ``everywhere``, all of it.
        """
        if self._commit is None or self._walked is not None:
            yield
            return
        with (
            begun_walk(self._git, self._commit, self._names) as walk,
            self._git.begun("rev-list", "--all") as reaching,
        ):
            yield
            self._walked = commits_of(walk)
            if everywhere or reaching.ended():
                self._note_reached(reaching)

    def _note_reached(self, reaching: Running) -> None:
        with suppress(CannotExamine):  # whoever asks how a commit resolves is told why nobody can say
            self._reached = frozenset(reaching.output().decode("ascii").split())

    def doubtful(self, ids: Set[str]) -> Set[str]:
        """Those of these ids that are not known as whole ids of commits which a ref or HEAD reaches.

        Hardly any is left: only those need be asked for one by one. Where git has not walked everywhere, it does so
        now for many ids, and for few all of them are doubtful.
        """
        if not self._reached and self._commit is not None and len(ids) > _FEW:
            with self._git.begun("rev-list", "--all") as reaching:
                self._note_reached(reaching)
        return ids - self._reached

    def resolutions(self, ids: Iterable[str]) -> Mapping[str, Resolution]:
        """How each commit id that the ledger names resolves in this clone: up to seven processes for all of them.

        None is needed for those that are known to be reached.
        """
        asked = set(ids)
        self._resolutions.update({text: Resolution(CommitState.EXACT, text) for text in asked & self._reached})
        new = asked.difference(self._resolutions)
        if new:
            self._resolutions.update(self._git.resolve_commits(new))
        return {text: self._resolutions[text] for text in sorted(asked)}

    def same_patch(self, commits: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """For unreachable commits: the reachable ones that make the same change. Candidates, never a link."""
        return same_patch(self._git, commits)

    def merged_requests(self, numbers: Iterable[str]) -> Mapping[str, MergedRequest]:
        """The merge of each of these pull requests, by its number as asked, where the examined history has it."""
        asked = sorted(set(numbers))
        return self._closing.merged(asked) if asked else {}

    def closed_issues(self, numbers: Iterable[str]) -> Mapping[str, MergedRequest]:
        """The commit that says it closes each of these issues, by its number or key as asked, where there is one."""
        asked = sorted(set(numbers))
        return self._closing.closed(asked) if asked else {}

    def trailers(self) -> tuple[CommitTrailer, ...]:
        """The trailers ``Fabric-…``, and those the config names, of the examined history, newest commit first."""
        return self._trailers

    def attributes(self) -> tuple[LedgerAttribute, ...]:
        """The attributes that the ``.gitattributes`` of what is examined give the event files of the ledger."""
        return self._attributes

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of these untracked paths that git is told to ignore."""
        return ignored_files(self._git, paths)

    def legacy_ledgers(self) -> tuple[str, ...]:
        """Files ``events.jsonl`` of the old format in ``.fabric``, or in, above or beside the ledger, sorted."""
        return self._legacy_ledgers

    @cached_property
    def history_complete(self) -> bool:
        """False in a shallow or partial clone: what is not found may exist."""
        return not (self._git.is_shallow() or self._git.is_partial())

    @cached_property
    def _commit(self) -> str | None:
        """The commit whose history is examined, None where there is none yet."""
        if self._revision is not None:
            return self._git.resolve_revision(self._revision)
        return self._git.head()

    @property
    def _telling(self) -> tuple[TellingCommit, ...]:
        if self._walked is None:
            self._walked = () if self._commit is None else telling_commits(self._git, self._commit, self._names)
        return self._walked

    @cached_property
    def _closing(self) -> ClosingCommits:
        return ClosingCommits(self._telling)

    @cached_property
    def _trailers(self) -> tuple[CommitTrailer, ...]:
        return fabric_trailers(self._telling, self._names)

    @cached_property
    def _attributes(self) -> tuple[LedgerAttribute, ...]:
        paths = attribute_files(self._ledger)
        stored = None if self._in_worktree else self._stored(paths)
        return attributes(dict(self._on_disk(paths) if stored is None else self._bytes_of(stored)), self._ledger)

    @cached_property
    def _legacy_ledgers(self) -> tuple[str, ...]:
        own = (self._ledger, self._ledger.rpartition("/")[0])
        paths = sorted({f"{folder}/{_LEGACY}".lstrip("/") for folder in (*_LEGACY_FOLDERS, *own)})
        if self._in_worktree:
            return tuple(path for path in paths if os.path.lexists(self._git.root / path))
        return tuple(sorted(self._stored(paths)))

    @property
    def _in_worktree(self) -> bool:
        return self._revision is None and not self._staged

    def _on_disk(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        for path in paths:
            data = read_regular(os.fsencode(self._git.root / path))
            if isinstance(data, bytes):
                yield path, data

    def _stored(self, paths: Iterable[str]) -> dict[str, str]:
        """The blobs of those of these paths that are regular files in the index or in the revision."""
        if self._staged:
            rows = self._git.read_index("ls-files", "-z", "--full-name", "--stage", "--", *paths)
        else:
            rows = self._git.run("ls-tree", "-z", "--full-tree", "-r", self._commit or "HEAD", "--", *paths)
        found = {}
        for row in rows.decode("utf-8", "surrogateescape").split("\0"):
            about, _, path = row.partition("\t")
            if about.startswith("100"):  # "MODE ID STAGE" of the index, "MODE blob ID" of a tree
                found[path] = next(word for word in about.split(" ")[1:] if len(word) >= 40)
        return found

    def _bytes_of(self, stored: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
        for path, data in zip(stored, self._git.blobs(stored.values()), strict=True):
            if isinstance(data, bytes):
                yield path, data

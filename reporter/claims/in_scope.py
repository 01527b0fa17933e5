"""Whether the scope of a record covered a subject: by its threads, what it is related to, what it touches, or globally.

Matching is the protocol's (:mod:`fingerpost.ledger.matching`). ``no`` is said only where every dimension of the scope
could be judged; what nobody can judge is unknown (contract, *Claims*).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from ...ledger.events import MatchReason, Scope
from ...ledger.matching import Areas, literal_prefix, matcher, normalised, record_paths, scope_reasons
from .claim import InScope, Value
from .contexts import Contexts

NOT_JUDGED = InScope()

_BASES = ("thread", "relation", "paths", "global")
_GLOBAL = "global"


class ScopeJudge:
    """Judges scopes for one subject, each only once. ``areas`` are those of the config the records go with."""

    def __init__(self, contexts: Contexts, areas: Areas) -> None:
        self._contexts = contexts
        self._areas = areas
        self._touched = TouchedPaths(contexts.touched or ())
        self._thread_paths = any(record_paths(scope, areas) for scope in contexts.threads)
        self._thread_areas = any(scope.areas for scope in contexts.threads)
        self._has_issue = bool(contexts.issues) or any(scope.issue for scope in contexts.threads)
        self._has_pr = bool(contexts.prs) or any(scope.pr for scope in contexts.threads)
        self._judged: dict[Scope, InScope] = {}
        self._by_identity: dict[int, tuple[Scope, InScope]] = {}

    def of(self, scopes: Sequence[Scope]) -> InScope:
        """Whether any of a record's scopes (several where no version of it is chosen) covers the subject."""
        if len(scopes) == 1:
            # A ledger has few scopes, and equal ones are one object: its hash need not be worked out each time.
            scope = scopes[0]
            known = self._by_identity.get(id(scope))
            if known is None:
                known = self._by_identity[id(scope)] = (scope, self._of(scope))
            return known[1]
        found = [self._of(scope) for scope in scopes]
        covering = [each for each in found if each.value is Value.YES]
        if covering:
            return min(covering, key=lambda each: _BASES.index(each.basis or _GLOBAL))
        if found and all(each.value is Value.NO for each in found):
            return found[0]
        return NOT_JUDGED

    def _of(self, scope: Scope) -> InScope:
        found = self._judged.get(scope)
        if found is None:
            found = self._judged[scope] = self._judge(scope)
        return found

    def _judge(self, scope: Scope) -> InScope:
        for basis, reasons in (
            ("thread", self._by_threads(scope)),
            ("relation", self._by_relations(scope)),
            ("paths", self._by_paths(scope)),
        ):
            told = tuple(dict.fromkeys(reasons))
            if told:
                return InScope(Value.YES, basis, told)
        if scope.is_global:
            return InScope(Value.YES, _GLOBAL, (MatchReason(_GLOBAL),))
        if self._contexts.complete and self._all_judged(scope):
            return InScope(Value.NO, "thread" if self._contexts.threads else "paths")
        return NOT_JUDGED

    def _by_threads(self, scope: Scope) -> Iterator[MatchReason]:
        for theirs in self._contexts.threads:
            for reason in scope_reasons(scope, theirs, self._areas):
                if reason.kind != _GLOBAL:  # a global record that nothing else reaches has a basis of its own
                    yield reason

    def _by_relations(self, scope: Scope) -> Iterator[MatchReason]:
        if scope.pr and scope.pr in self._contexts.prs:
            yield MatchReason("pr", scope.pr)
        if scope.issue and scope.issue in self._contexts.issues:
            yield MatchReason("issue", scope.issue)

    def _by_paths(self, scope: Scope) -> Iterator[MatchReason]:
        for pattern in record_paths(scope, self._areas):
            path = self._touched.first_met(pattern)
            if path is not None:
                yield MatchReason("path", path)

    def _all_judged(self, scope: Scope) -> bool:
        """True if every dimension the scope has could be compared with something, and it has one."""
        paths = self._thread_paths or self._contexts.touched is not None
        return bool(scope.issue or scope.pr or scope.paths or scope.areas) and (
            (not scope.issue or self._has_issue)
            and (not scope.pr or self._has_pr)
            and (not scope.paths or paths)
            and (
                not scope.areas or self._thread_areas or (paths and all(self._areas.get(each) for each in scope.areas))
            )
        )


class TouchedPaths:
    """The paths a commit touches, for many patterns: each is compared only with paths that begin as it does."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = sorted((normalised(path), path) for path in paths)
        self._starts = [start for start, _ in self._paths]
        # A path is a pattern too, as the protocol compares two entries; nearly none has a wildcard.
        self._patterns = [(matcher(path), path) for path in self._starts if literal_prefix(path) != path]
        self._met: dict[str, str | None] = {}

    def first_met(self, pattern: str) -> str | None:
        """The first of the paths, in their order, that the pattern matches, or that matches it; None if none does."""
        if pattern not in self._met:
            self._met[pattern] = min(self._meeting(pattern), default=None)
        return self._met[pattern]

    def _meeting(self, pattern: str) -> Iterator[str]:
        prefix = literal_prefix(pattern)
        matches = matcher(pattern)
        for place in range(bisect_left(self._starts, prefix), len(self._paths)):
            start, path = self._paths[place]
            if not start.startswith(prefix):
                break
            if matches(start):
                yield path
                break
        value = normalised(pattern)
        yield from (path for matches_as_pattern, path in self._patterns if matches_as_pattern(value))

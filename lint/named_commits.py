"""The commits that a ledger names and that no branch reaches: ends of its relations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress

from ..ledger.events import Event, Node, Relation
from ..repository.commits import CommitState, Resolution, is_hex_id
from .ends import Alike, Ends
from .surroundings import Surroundings

COMMIT = "commit"
_OWN = (None, "", "git")  # providers
_STRAY = frozenset({CommitState.MISSING, CommitState.UNREACHABLE})


@dataclass(frozen=True, slots=True)
class NamedCommit:
    """An end of a relation that names a commit: ``pointer`` leads to its id, ``record_id`` is that of the other end."""

    event: Event
    pointer: str
    node: Node
    record_id: str | None
    resolution: Resolution


def stray_commits(relations: Iterable[tuple[Ends, Alike]], surroundings: Surroundings) -> list[NamedCommit]:
    """The ends of these relations whose commit is missing or on no branch. Nothing is asked where none is named.

    The ids of another provider's commits are its own; so are those that are no hexadecimal number.
    """
    named = [
        (found, side, ids)
        for ends, found in relations
        for side, kind, provider, ids in (
            ("from", ends.source, ends.source_provider, found.sources),
            ("to", ends.target, ends.target_provider, found.targets),
        )
        if kind == COMMIT and provider in _OWN
    ]
    asked = set(filter(is_hex_id, surroundings.doubtful(set().union(*(ids for _, _, ids in named)))))
    known = surroundings.resolutions(asked) if asked else {}
    stray = {commit_id: found for commit_id, found in known.items() if found.state in _STRAY}
    return [
        _named(found.events[place], found.relations[place], side, stray[ids[place]])
        for found, side, ids in (named if stray else ())
        for place in compress(range(len(ids)), map(stray.__contains__, ids))
    ]


def _named(event: Event, relation: Relation, side: str, resolution: Resolution) -> NamedCommit:
    source, target = relation.source, relation.target
    node, other = (source, target) if side == "from" else (target, source)
    record_id = other.id if other.kind == "record" else None
    return NamedCommit(event, f"/payload/relation/{side}/id", node, record_id, resolution)

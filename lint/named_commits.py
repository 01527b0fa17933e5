"""The commits that a ledger names and that no branch reaches: ends of its relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..ledger.events import Event, Node
from ..repository.commits import CommitState, Resolution, is_hex_id
from .ends import Ends, Related
from .surroundings import Surroundings

_COMMIT = "commit"
_STRAY = frozenset({CommitState.MISSING, CommitState.UNREACHABLE})


@dataclass(frozen=True, slots=True)
class NamedCommit:
    """An end of a relation that names a commit: ``pointer`` leads to its id, ``record_id`` is that of the other end."""

    event: Event
    pointer: str
    node: Node
    record_id: str | None
    resolution: Resolution


def stray_commits(
    relations: Callable[[Callable[[Ends], bool]], Sequence[Related]], surroundings: Surroundings
) -> list[NamedCommit]:
    """The ends of relations whose commit is missing or on no branch, by relation id.

    ``relations`` gives those of some kinds. Nothing is asked where none is named. The ids of another provider's commits
    are its own; so are those that are no hexadecimal number.
    """
    leading = relations(lambda ends: ends.source == _COMMIT and _own(ends.source_provider))
    led_to = relations(lambda ends: ends.target == _COMMIT and _own(ends.target_provider))
    ids = {relation.source.id for _, relation in leading}
    ids.update(relation.target.id for _, relation in led_to)
    asked = set(filter(is_hex_id, surroundings.doubtful(ids)))
    known = surroundings.resolutions(asked) if asked else {}
    stray = {commit_id: found for commit_id, found in known.items() if found.state in _STRAY}
    return list(_named(relations(lambda ends: _COMMIT in (ends.source, ends.target)), stray)) if stray else []


def _named(relations: Iterable[Related], stray: Mapping[str, Resolution]) -> Iterator[NamedCommit]:
    for event, relation in relations:
        source, target = relation.source, relation.target
        for name, node, other in (("from", source, target), ("to", target, source)):
            if node.kind == _COMMIT and node.id in stray and _own(node.provider):
                record_id = other.id if other.kind == "record" else None
                yield NamedCommit(event, f"/payload/relation/{name}/id", node, record_id, stray[node.id])


def _own(provider: str | None) -> bool:
    return not provider or provider == "git"

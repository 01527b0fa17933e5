"""The commits that a ledger names: the ends of its relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..ledger.events import Event, Node
from ..repository.commits import CommitState, Resolution, is_hex_id
from .ends import Related
from .rule import Examination
from .surroundings import Surroundings

_COMMIT = "commit"


@dataclass(frozen=True, slots=True)
class NamedCommit:
    """An end of a relation that names a commit: ``pointer`` leads to its id, ``record_id`` is that of the other end."""

    event: Event
    pointer: str
    node: Node
    record_id: str | None
    resolution: Resolution


def commits_in_state(examination: Examination, surroundings: Surroundings, state: CommitState) -> list[NamedCommit]:
    """The ends of relations whose commit resolves like this, by relation id. Nothing is asked where none is named.

    The ids of another provider's commits are its own; so are those that are no hexadecimal number.
    """
    relations = examination.relations(lambda ends: _COMMIT in (ends.source, ends.target))
    ids = {
        node.id
        for _, relation in relations
        for node in (relation.source, relation.target)
        if node.kind == _COMMIT and _own(node)
    }
    asked = {commit_id for commit_id in ids if is_hex_id(commit_id)}
    known = surroundings.resolutions(asked) if asked else {}
    wanted = {commit_id: found for commit_id, found in known.items() if found.state is state}
    return list(_named(relations, wanted)) if wanted else []


def _named(relations: Iterable[Related], wanted: Mapping[str, Resolution]) -> Iterator[NamedCommit]:
    for event, relation in relations:
        source, target = relation.source, relation.target
        for name, node, other in (("from", source, target), ("to", target, source)):
            if node.kind == _COMMIT and node.id in wanted and _own(node):
                record_id = other.id if other.kind == "record" else None
                yield NamedCommit(event, f"/payload/relation/{name}/id", node, record_id, wanted[node.id])


def _own(node: Node) -> bool:
    return not node.provider or node.provider == "git"

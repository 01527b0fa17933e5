"""The commits that a ledger names: the ends of its relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from ..ledger.events import Event, Node
from ..repository.commits import CommitState, Resolution, is_hex_id
from .rule import Examination
from .surroundings import Surroundings

# The two ends of a relation event, without a line of Python for each: a ledger may have a hundred thousand.
_ENDS: Callable[[Event], tuple[Node, Node]] = attrgetter("payload.source", "payload.target")


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
    relations = examination.history.relations
    ids = {node.id for ends in map(_ENDS, relations) for node in ends if node.kind == "commit" and _own(node)}
    asked = {commit_id for commit_id in ids if is_hex_id(commit_id)}
    known = surroundings.resolutions(asked) if asked else {}
    wanted = {commit_id: found for commit_id, found in known.items() if found.state is state}
    return list(_named(relations, wanted)) if wanted else []


def _named(relations: Iterable[Event], wanted: Mapping[str, Resolution]) -> Iterator[NamedCommit]:
    for event in relations:
        source, target = _ENDS(event)
        for name, node, other in (("from", source, target), ("to", target, source)):
            if node.kind == "commit" and node.id in wanted and _own(node):
                record_id = other.id if other.kind == "record" else None
                yield NamedCommit(event, f"/payload/relation/{name}/id", node, record_id, wanted[node.id])


def _own(node: Node) -> bool:
    return not node.provider or node.provider == "git"

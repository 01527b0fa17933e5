"""What a trace is asked about: from the words on a command line to the nodes of the ledger."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...ledger.events import Node
from ..graph.provenance import Provenance
from .facts import CommitFact

FORMS = "kind:id, kind:provider:id, a record id (rec_…) or a commit id (7 to 64 hex digits)"

_COMMITISH = re.compile("[0-9a-fA-F]{7,64}")
_KIND_OF_PREFIX = {"rec_": "record", "thr_": "thread", "prj_": "projection"}


class NodeSyntaxError(ValueError):
    """The text names no node in any of the forms a command line takes."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is no node: expected {FORMS}")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is asked about: the node that is shown, and every spelling of it in the ledger (at least itself)."""

    node: Node
    spellings: tuple[Node, ...]


_SHORTEST = 4  # digits of a commit id that is abbreviated: git has no shorter one


def parse_node(text: str, provenance: Provenance) -> Node:
    """The node that a command line names.

    ``a:b:c`` is kind, provider and id, split at the first two colons, as the Go client reads it; only where the
    ledger knows no such node but one of kind ``a`` with the literal id ``b:c`` (``evidence:https://…``), that one.

    Raises:
        NodeSyntaxError: the text has none of the accepted forms.

    """
    if ":" not in text:
        kind = _KIND_OF_PREFIX.get(text[:4])
        if kind is not None and len(text) > 4:
            return Node(kind, text)
        if _COMMITISH.fullmatch(text):
            return Node("commit", text)
        raise NodeSyntaxError(text)
    kind, rest = text.split(":", 1)
    if not kind.strip() or not rest.strip():
        raise NodeSyntaxError(text)
    literal = Node(kind, rest)
    provider, colon, identifier = rest.partition(":")
    if not colon:
        return literal
    split = Node(kind, identifier, provider) if provider and identifier.strip() else None
    if provenance.knows(literal) and (split is None or not provenance.knows(split)):
        return literal
    if split is None:
        raise NodeSyntaxError(text)
    return split


def spellings_to_resolve(node: Node, provenance: Provenance) -> tuple[str, ...]:
    """The commit ids that git has to be asked about before :func:`find_subject`: the node's and its possible kin."""
    if node.kind != "commit":
        return ()
    return tuple(sorted({node.id, *(other.id for other in _kin(node, provenance))}))


def find_subject(node: Node, provenance: Provenance, facts: Mapping[str, CommitFact]) -> Subject:
    """The subject of a trace. A commit is found under every spelling of the ledger that git says is the same commit.

    Where git does not have the commit, an abbreviation still finds the one longer id of the ledger that it begins.
    """
    if node.kind != "commit":
        return Subject(provenance.node(node.key), (provenance.node(node.key),))
    kin = _kin(node, provenance)
    full = _full(facts, node.id)
    if full is None:
        longer = [other for other in kin if other.id.lower().startswith(node.id.lower())]
        same = [other for other in kin if other.id == node.id] or (longer if len(longer) == 1 else [])
    else:
        same = [other for other in kin if _full(facts, other.id) == full or other.id == full]
    # A provider is part of a node's key. Who names none means the node without one, or else whatever is there.
    alike = [other for other in same if (other.provider or "") == (node.provider or "")]
    chosen = alike or ([] if node.provider else same)
    if not chosen:
        shown = Node("commit", full or node.id, node.provider)
        return Subject(shown, (shown,))
    chosen.sort(key=lambda other: (other.id != full, -len(other.id), other.key))
    return Subject(chosen[0], tuple(sorted(chosen, key=lambda other: other.key)))


def _kin(node: Node, provenance: Provenance) -> list[Node]:
    """Commit nodes of the ledger whose id begins the given one, or is begun by it."""
    wanted = node.id.lower()
    return [
        other
        for other in provenance.related_nodes("commit", wanted[:_SHORTEST])
        if other.id.lower().startswith(wanted) or (len(other.id) >= _SHORTEST and wanted.startswith(other.id.lower()))
    ]


def _full(facts: Mapping[str, CommitFact], identifier: str) -> str | None:
    fact = facts.get(identifier)
    return fact.full if fact is not None else None

"""FP713: two different things that are spelled alike."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event
from ..ends import Ends, by_relation_id
from ..excerpt import excerpt
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_Places = dict[str, dict[tuple[str, str, str], tuple[Event, str]]]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each further node with a spelling that another one has, where it is first named."""
    history = examination.history
    for spelled, nodes in sorted(_places(examination).items()):
        places = list(nodes.values())
        own = spelled.removeprefix("thread:")
        if own != spelled and own in history.threads and ("thread", "", own) not in nodes:
            places.insert(0, (history.threads[own][0], "/payload/thread/thread_id"))
        first, first_pointer = places[0]
        for event, pointer in places[1:]:
            yield observed(
                event,
                pointer,
                f'two different nodes are both spelled "{excerpt(spelled)}", which leaves open where the provider ends',
                related=(Elsewhere(first.origin, "the other node", first_pointer),),
            )


def _places(examination: Examination) -> _Places:
    """Where each node is first named whose spelling may be another's too, by spelling and key.

    Of two nodes with one spelling at least one has a colon inside its id, provider or kind.
    """
    doubtful = {f"thread:{thread_id}" for thread_id in examination.history.threads if ":" in thread_id}
    doubtful.update(
        node.spelled
        for _, relation in examination.relations(_has_colons)
        for node in (relation.source, relation.target)
        if ":" in node.id or ":" in node.kind or ":" in (node.provider or "")
    )
    if not doubtful:
        return {}
    # Another node without a colon is spelled as one of these only if these begin with its kind and its provider.
    begun = {tuple(spelled.split(":", 2)[:2]) for spelled in doubtful}
    found: _Places = {}
    related = examination.relations(
        lambda ends: (
            _has_colons(ends)
            or (ends.source, ends.source_provider) in begun
            or (ends.target, ends.target_provider) in begun
        )
    )
    for event, relation in sorted(related, key=by_relation_id):
        for name, node in (("from", relation.source), ("to", relation.target)):
            spelled = node.spelled
            if spelled in doubtful:
                found.setdefault(spelled, {}).setdefault(node.key, (event, f"/payload/relation/{name}"))
    return found


def _has_colons(ends: Ends) -> bool:
    words = (ends.source, ends.target, ends.source_provider, ends.target_provider)
    return ends.colons or any(word is not None and ":" in word for word in words)


RULE = Rule(
    code="FP713",
    name="ambiguous-node",
    severity=Severity.WARNING,
    summary="Two different nodes have one spelling, because a colon in an id looks like the end of a provider.",
    why="""\
        A command line spells a node `kind:id` or `kind:provider:id`. The action `y` of the provider `x` and the action
        `x:y` of no provider are then both `action:x:y`. Clients that know nodes by this spelling take the two for
        one: what was declared for the one is shown for the other, and nobody who asks can say which they mean.""",
    fix="""\
        Choose one way to name things of that provider, and use it from now on. If both nodes mean the same thing,
        append the relation with the name that is to last as a new `relation.created` event.

        What is written remains a part of the ledger; accept it with an entry in `fingerpost.toml`: `[[suppressions]]`
        with `rule = "FP713"`, the event as `event`, and the `reason`.""",
    bad="""\
        "from": {"kind": "action", "id": "ci:88"}
        "from": {"kind": "action", "provider": "ci", "id": "88"}""",
    good="""\
        "from": {"kind": "action", "provider": "ci", "id": "87"}
        "from": {"kind": "action", "provider": "ci", "id": "88"}""",
    check=check,
    reach=Reach.PART,
)

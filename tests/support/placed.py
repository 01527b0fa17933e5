"""Ledgers whose direction is bound to places in every way there is, made up by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st
from support.events import Wire, changed, created, ident, record_node, relation

ENTRIES = st.one_of(
    st.sampled_from(
        ["a", "a/b", "a/**", "a/*", "*/b", "./a/b", "a/b/**", "[ab]/b", "a/[", "**", "/**", "a\\/b", " a ", "a/b/c.py"]
    ),
    st.text(alphabet="ab/.*?[]^-\\é\U0001f600\n", max_size=6),
)
FILES = ("a/b/c.py", "a/b/d.py", "a/c", "b", "b/a/b", "d/e/f/g.py")
AREAS = st.dictionaries(st.sampled_from(["money", "docs"]), st.lists(ENTRIES, max_size=2).map(tuple))
SCOPES = st.fixed_dictionaries(
    {},
    optional={
        "global": st.booleans(),
        "issue": st.sampled_from(["B-1", "B-2"]),
        "pr": st.sampled_from(["7", "8"]),
        "areas": st.lists(st.sampled_from(["money", "docs", "x"]), max_size=2),
        "paths": st.lists(ENTRIES, max_size=3),
    },
)
FATES = st.sampled_from(
    ["active", "active", "expired", "forked", "settled", "twice", "challenge", "challenged", "answered"]
)


@st.composite
def ledgers(draw: st.DrawFn) -> list[Wire]:
    """Events of up to six records: in force or not, in dispute, settled, challenged, with scopes of every kind."""
    events: list[Wire] = []
    for place in range(draw(st.integers(1, 6))):
        number = 10 * (place + 1)
        fate = draw(FATES)
        kind = draw(st.sampled_from(["decision", "review_direction", "review_requirement"]))
        events += _fate(draw, fate, number, kind)
    return events


def _fate(draw: st.DrawFn, fate: str, number: int, kind: str) -> list[Wire]:
    first = created(number, scope=draw(SCOPES), kind=kind)
    if fate == "expired":
        return [first, changed(number + 1, number, number)]
    if fate == "twice":
        return [first, created(number + 1, number, scope=draw(SCOPES), kind=kind)]
    if fate == "challenge":
        return [created(number, scope=draw(SCOPES), kind="challenge", status="open")]
    if fate in ("challenged", "answered"):
        challenge = created(number + 1, scope=draw(SCOPES), kind="challenge", status="open")
        challenges = relation(number + 2, "challenges", record_node(number + 1), record_node(number))
        answer = [
            created(number + 3, scope=draw(SCOPES), kind="challenge_resolution", status="rejected"),
            relation(number + 4, "resolves", record_node(number + 3), record_node(number + 1)),
        ]
        return [first, challenge, challenges, *(answer if fate == "answered" else [])]
    fork = [changed(number + 1, number, number), changed(number + 2, number, number, durability="durable")]
    if fate == "forked":
        return [first, *fork]
    if fate == "settled":
        settles = {
            "record_id": ident("rec", number),
            "parent_event_id": ident("evt", number),
            "competing_event_ids": [ident("evt", number + 1), ident("evt", number + 2)],
            "kept": None,
        }
        settling = created(number + 3, scope=draw(SCOPES), extensions={"fingerpost.settles": settles})
        return [
            first,
            *fork,
            settling,
            relation(number + 4, "supersedes", record_node(number + 3), record_node(number)),
        ]
    return [first]

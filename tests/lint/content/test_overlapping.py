from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import created, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.ledger.matching import scope_reasons
from fingerpost.lint.content.overlapping import Overlapping, Scopes

AREAS = {"a": ("src/a/**",), "b": ("src/b/**", "docs/b.md")}
NAMES = st.sampled_from(["1", "2"])
PATHS = st.sampled_from(["src/**", "src/a/**", "src/a/x.py", "src/*/x.py", "docs/b.md", "docs/*"])


def scopes() -> st.SearchStrategy[dict[str, Any]]:
    parts = st.fixed_dictionaries(
        {},
        optional={
            "repo": st.sampled_from(["", "billing", "harbour"]),
            "issue": NAMES,
            "pr": NAMES,
            "areas": st.lists(st.sampled_from(["a", "b", "c"]), unique=True, min_size=1, max_size=2),
            "paths": st.lists(PATHS, unique=True, min_size=1, max_size=2),
            "global": st.booleans(),
        },
    )
    return parts.filter(lambda scope: bool(scope.keys() - {"repo", "global"}) or scope.get("global", False))


@settings(max_examples=200, deadline=None)
@given(scopes(), st.lists(scopes(), max_size=5))
def test_it_finds_what_trying_each_record_finds(scope: dict[str, Any], others: list[dict[str, Any]]) -> None:
    events = [created(number, scope=each) for number, each in enumerate([scope, *others], 1)]
    asking, *records = build_history(load(stores_of(*events))).records.values()
    mine = asking.record.scope
    expected = [
        other
        for other in (asking, *records)
        for theirs in (other.record.scope,)
        if (not mine.repo or not theirs.repo or mine.repo == theirs.repo)
        and (scope_reasons(mine, theirs, AREAS) or scope_reasons(theirs, mine, AREAS))
    ]
    everybody = [asking, *records]
    index = Overlapping(everybody, Scopes([each.record.scope for each in everybody], AREAS))
    assert index.first_in(mine, asking) is next((each for each in expected if each is not asking), None)
    for other in records:
        assert index.first_in(mine, other) is asking

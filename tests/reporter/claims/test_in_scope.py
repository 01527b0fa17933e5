"""Whether a scope covers a subject: which basis goes first, what can be judged, and what stays unknown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.events import MatchReason, Scope
from fingerpost.ledger.matching import paths_meet
from fingerpost.reporter.claims.claim import InScope, Value
from fingerpost.reporter.claims.contexts import Contexts
from fingerpost.reporter.claims.in_scope import NOT_JUDGED, ScopeJudge, TouchedPaths

AREAS = {"billing": ("services/billing/**",), "docs": ("docs/**",), "empty": ()}


def judged(contexts: Contexts, *scopes: Scope) -> InScope:
    return ScopeJudge(contexts, AREAS).of(scopes)


def yes(basis: str, *reasons: tuple[str, str | None]) -> InScope:
    return InScope(Value.YES, basis, tuple(MatchReason(kind, value) for kind, value in reasons))


def no(basis: str) -> InScope:
    return InScope(Value.NO, basis)


BILLING = ("services/billing/x.py",)
EVERYWHERE = Scope(is_global=True)


@pytest.mark.parametrize(
    ("contexts", "scope", "expected"),
    [
        # The first that matches gives the basis.
        pytest.param(
            Contexts((Scope(issue="7"),), ("7",), (), BILLING),
            Scope(issue="7", paths=("services/**",)),
            yes("thread", ("issue", "7")),
            id="thread before all",
        ),
        pytest.param(
            Contexts((), ("7",), ("88",), BILLING),
            Scope(issue="7", pr="88", paths=("services/**",)),
            yes("relation", ("pr", "88"), ("issue", "7")),
            id="relation before paths",
        ),
        pytest.param(
            Contexts(touched=BILLING),
            Scope(paths=("services/**",), is_global=True),
            yes("paths", ("path", BILLING[0])),
            id="paths before global",
        ),
        pytest.param(
            Contexts(touched=()), EVERYWHERE, yes("global", ("global", None)), id="global, whatever it touches"
        ),
        pytest.param(
            Contexts((Scope(issue="7"),)), EVERYWHERE, yes("global", ("global", None)), id="global, past any thread"
        ),
        pytest.param(Contexts(complete=False), EVERYWHERE, yes("global", ("global", None)), id="global, of anything"),
        # By the scope of a thread.
        pytest.param(
            Contexts((Scope(areas=("billing",)),)),
            Scope(areas=("billing",)),
            yes("thread", ("path", "services/billing/**"), ("area", "billing")),
            id="a shared area",
        ),
        pytest.param(
            Contexts((Scope(paths=("docs/a.md",)),)),
            Scope(areas=("docs",), issue="900"),
            yes("thread", ("path", "docs/a.md")),
            id="an area by its paths, another issue all the same",
        ),
        pytest.param(
            Contexts((Scope(paths=("services/**",)),)),
            Scope(paths=("services/billing/*",)),
            yes("thread", ("path", "services/**")),
            id="a pattern of the thread on one of the record",
        ),
        pytest.param(
            Contexts((Scope(paths=("a/*/c",)),)), Scope(paths=("a/b/*",)), no("thread"), id="patterns that only overlap"
        ),
        pytest.param(Contexts((Scope(areas=("x",)),)), Scope(areas=("y",)), no("thread"), id="areas nobody configured"),
        pytest.param(Contexts((Scope(issue="7"),)), Scope(issue="8"), no("thread"), id="another issue is a mismatch"),
        pytest.param(Contexts((Scope(pr="7"),)), Scope(pr="8"), no("thread"), id="another pr is a mismatch"),
        pytest.param(Contexts((Scope(issue="7"),)), Scope(pr="7"), NOT_JUDGED, id="no pr to compare with"),
        pytest.param(Contexts((Scope(issue="7"),)), Scope(paths=("a",)), NOT_JUDGED, id="no paths to compare with"),
        pytest.param(
            Contexts((Scope(areas=("unheard",)),)), Scope(paths=("a",)), NOT_JUDGED, id="an area that has no paths here"
        ),
        pytest.param(
            Contexts((Scope(issue="7"),)), Scope(issue="8", areas=("docs",)), NOT_JUDGED, id="one dimension of two"
        ),
        pytest.param(
            Contexts((Scope(issue="7"),), touched=BILLING),
            Scope(issue="8", paths=("docs/**",)),
            no("thread"),
            id="the thread's issue and the commit's paths",
        ),
        # By relations.
        pytest.param(Contexts((), ("7",)), Scope(issue="7"), yes("relation", ("issue", "7")), id="a related issue"),
        pytest.param(Contexts((), ("7", "8")), Scope(issue="8"), yes("relation", ("issue", "8")), id="one of two"),
        pytest.param(Contexts((), ("7",)), Scope(issue="9"), no("paths"), id="another issue than the related one"),
        pytest.param(Contexts((), ("7",)), Scope(pr="7"), NOT_JUDGED, id="an issue is no pr"),
        # By the paths a commit touches.
        pytest.param(
            Contexts(touched=BILLING), Scope(areas=("billing",)), yes("paths", ("path", BILLING[0])), id="by its area"
        ),
        pytest.param(Contexts(touched=BILLING), Scope(paths=("docs/**",)), no("paths"), id="no path of it"),
        pytest.param(Contexts(touched=()), Scope(paths=("docs/**",)), no("paths"), id="it touches nothing"),
        pytest.param(Contexts(touched=BILLING), Scope(areas=("docs",)), no("paths"), id="no path of its area"),
        pytest.param(Contexts(touched=BILLING), Scope(areas=("unheard",)), NOT_JUDGED, id="an area without paths"),
        pytest.param(Contexts(touched=BILLING), Scope(areas=("empty",)), NOT_JUDGED, id="an area with none"),
        pytest.param(
            Contexts(touched=BILLING), Scope(areas=("docs", "unheard")), NOT_JUDGED, id="one of its areas unheard of"
        ),
        pytest.param(Contexts(touched=BILLING), Scope(issue="7"), NOT_JUDGED, id="an issue is never judged by paths"),
        pytest.param(
            Contexts(touched=BILLING), Scope(issue="7", paths=("docs/**",)), NOT_JUDGED, id="nor with paths beside it"
        ),
        # Nothing to judge by.
        pytest.param(Contexts(), Scope(paths=("docs/**",)), NOT_JUDGED, id="nothing is known of it"),
        pytest.param(Contexts(touched=BILLING), Scope(repo="billing"), NOT_JUDGED, id="a scope without a dimension"),
        pytest.param(
            Contexts((Scope(issue="7"),), touched=BILLING, complete=False),
            Scope(issue="8", paths=("docs/**",)),
            NOT_JUDGED,
            id="a thread that is not known could cover it",
        ),
    ],
)
def test_one_scope(contexts: Contexts, scope: Scope, expected: InScope) -> None:
    assert judged(contexts, scope) == expected


def test_of_several_scopes_any_counts_and_no_needs_all() -> None:
    here, there, elsewhere = Scope(paths=("services/**",)), Scope(paths=("docs/**",)), Scope(issue="7")
    contexts = Contexts((), ("7",), (), BILLING)
    assert judged(contexts, there, here) == yes("paths", ("path", BILLING[0]))
    assert judged(contexts, here, elsewhere).basis == "relation"
    assert judged(contexts, there, Scope(issue="8")) == no("paths")
    assert judged(contexts, there, Scope(pr="8")) == NOT_JUDGED
    assert judged(contexts) == NOT_JUDGED


def test_each_path_of_the_record_names_the_first_that_it_meets() -> None:
    touched = ("docs/a.md", "services/billing/a.py", "services/billing/b.py")
    found = judged(Contexts(touched=touched), Scope(paths=("services/**", "docs/*", "lib/**", "services/billing/*")))
    assert found == yes("paths", ("path", "services/billing/a.py"), ("path", "docs/a.md"))


SEGMENTS = st.sampled_from(["a", "b", "*", "[ab]", "?", "**", "\\", "a*", "./a", " a", "[", "é"])
PATHS = st.lists(SEGMENTS, min_size=1, max_size=3).map("/".join)


@settings(max_examples=100, deadline=None)
@given(st.lists(PATHS, max_size=6), PATHS)
def test_looking_up_touched_paths_is_the_protocols_matching(paths: list[str], pattern: str) -> None:
    found = TouchedPaths(paths).first_met(pattern)
    assert (found is not None) == any(paths_meet(pattern, path) for path in paths)
    assert found is None or paths_meet(pattern, found)

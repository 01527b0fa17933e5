"""Commits with what their trees held: those that an export or a site judges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from ..reporter.claims.facts import CommitFact
from .commit_facts import looking_at
from .commit_then import commit_then
from .reading import Ledger
from .reading_options import ReadingOptions


def with_trees(
    ledger: Ledger, options: ReadingOptions, facts: Mapping[str, CommitFact], ids: Collection[str]
) -> dict[str, CommitFact]:
    """The facts, those of these ids (as the ledger writes them) with what the commit's trees held, where git can say.

    A few processes of git for each commit.
    """
    git = ledger.repository.git
    found = dict(facts)
    if git is None:
        return found
    spelled: dict[str, list[str]] = {}
    for text in sorted(ids):
        full = facts[text].full
        if full is not None:
            spelled.setdefault(full, []).append(text)
    for full in sorted(spelled):
        with looking_at(ledger.place, full, options) as taken:
            trees = taken()
            if trees is None:
                continue
            for text in spelled[full]:
                fact = facts[text]
                found[text] = replace(fact, then=commit_then(git, trees, fact.time, ledger.history))
    return found

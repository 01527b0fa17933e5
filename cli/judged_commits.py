"""Commits with what their trees held: those that an export or a site judges."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from ..ledger.instants import Instant
from ..reporter.claims.facts import CommitFact, CommitThen
from ..repository.git import Git
from .commit_facts import examined_ledger, looking_at
from .commit_then import commit_then
from .many_commits import commits_then
from .reading import Ledger
from .reading_options import ReadingOptions


def with_trees(
    ledger: Ledger, options: ReadingOptions, facts: Mapping[str, CommitFact], ids: Collection[str]
) -> dict[str, CommitFact]:
    """The facts, those of these ids (as the ledger writes them) with what the commit's trees held, where git can say.

    A dozen processes of git for all of them; in a partial clone a dozen for each.
    """
    git = ledger.repository.git
    times = {full: fact.time for text in ids if (full := (fact := facts[text]).full) is not None}
    if git is None or not times:
        return dict(facts)
    if git.is_partial():
        thens = one_by_one(ledger, options, git, times)
    else:
        thens = commits_then(ledger, git, examined_ledger(ledger.place, options), times)
    asked = {text: thens.get(facts[text].full or "") for text in ids}
    return {text: replace(fact, then=then) if (then := asked.get(text)) else fact for text, fact in facts.items()}


def one_by_one(
    ledger: Ledger, options: ReadingOptions, git: Git, times: Mapping[str, Instant | None]
) -> dict[str, CommitThen]:
    """The same for each commit (full id -> its time) by itself, with care for what a partial clone lacks."""
    found = {}
    for full, time in sorted(times.items()):
        with looking_at(ledger.place, full, options) as taken:
            trees = taken()
            if trees is not None:
                found[full] = commit_then(git, trees, time, ledger.history)
    return found

"""``fingerpost trace``: the auditor's answer about one commit, record, action, message, thread, issue or PR."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import click

from ..ledger.collector import collector_paused
from ..ledger.display import visible
from ..ledger.events import Node
from ..ledger.history import History
from ..ledger.identifiers import is_id
from ..ledger.wording import listed
from ..reporter.claims.facts import CommitFact
from ..reporter.claims.subjects import (
    FORMS,
    NodeSyntaxError,
    Subject,
    find_subject,
    parse_node,
    spellings_to_resolve,
)
from ..reporter.claims.threads import subject_fact
from ..reporter.graph.edges import RELATION_TYPES
from ..reporter.graph.neighbourhood import Direction
from ..reporter.graph.provenance import Provenance, is_local
from ..reporter.traces.trace import Request, Surroundings, Trace, commits_around, trace
from ..reporter.traces.trace_json import render_json
from ..reporter.traces.trace_text import render_text
from ..repository.commits import CommitState
from ..repository.errors import UsageError
from ..repository.git import Git
from ..repository.git_process import UnknownRevision
from ..repository.trees.commit_trees import Taken
from .commit_facts import commit_facts, declared_in, looking_at, named_commit
from .commit_then import commit_then
from .output import colour_of, width_of
from .reading import Ledger, find_place, read_ledger
from .reading_options import ReadingOptions, reading_options
from .record_completion import complete_records
from .rule_places import rule_places

Render = Callable[[Trace, History], str]

# What draws takes long to import, so each form's module is loaded only when it is asked for.
_DRAWN = {
    "dot": ("trace_dot", "render_dot"),
    "markdown": ("trace_markdown", "render_markdown"),
    "mermaid": ("trace_mermaid", "render_mermaid"),
    "prov-json": ("trace_prov", "render_prov"),
    "svg": ("trace_svg", "render_svg"),
}


@click.command("trace")
@click.argument("node", metavar="NODE", shell_complete=complete_records)
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--depth", type=click.IntRange(min=1), default=2, show_default=True, help="Steps to follow relations.")
@click.option(
    "--direction",
    type=click.Choice([way.value for way in Direction]),
    default=Direction.BOTH.value,
    show_default=True,
    help="Which way relations are followed, at every step.",
)
@click.option(
    "--relation", "types", type=click.Choice(RELATION_TYPES), multiple=True, help="Follow this type only; repeatable."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="List every record, also those not there then, not in force, or not covering it.",
)
@click.option("--format", "form", type=click.Choice(["text", "json", *_DRAWN]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@reading_options()
def command(
    node: str,
    repo: Path | None,
    depth: int,
    direction: str,
    types: tuple[str, ...],
    every: bool,
    form: str,
    as_json: bool,
    options: ReadingOptions,
) -> int:
    """Say what is declared about NODE, what was made available to it, and what is unknown.

    \b
    fingerpost trace 1a2b3c4
    fingerpost trace record:rec_019d2f3c-51b5-7000-8000-000000000001 --depth 1
    fingerpost trace action:codex:act-7 --relation informed_by --json
    fingerpost trace HEAD --format dot | dot -Tsvg -o trace.svg

    NODE is kind:id or kind:provider:id (kinds: commit, record, action, message, thread, issue, pr), or bare: a
    rec_… id or as much of one as is unique here, 7 to 64 digits of a commit id, or a name that git gives a commit,
    such as HEAD, a branch or a tag. Delivered direction is never taken for influence. The exit code is 0 also where
    nothing is known.
    """
    request = Request(depth, Direction(direction), tuple(sorted(set(types))), all=every)
    ledger, answer = traced(repo, node, request, options)
    if as_json or form == "json":
        click.echo(render_json(answer), nl=False)
    elif form in _DRAWN:
        click.echo(_drawing(form)(answer, ledger.history), nl=False)
    else:
        text = render_text(
            answer,
            ledger.history,
            colour=colour_of(sys.stdout),
            width=width_of(sys.stdout),
            closing=not options.quiet,
            whole=options.verbose,
        )
        click.echo(text, nl=False, color=True)
    return 0


def traced(repo: Path | None, text: str, request: Request, options: ReadingOptions) -> tuple[Ledger, Trace]:
    """The ledger, and the trace of the node that a command line names; git and the reading go on at once.

    Raises UsageError where the text names no node, and whatever reading a ledger raises.
    """
    place = find_place(repo, options)
    guess = named_commit(place.repository.git, text)
    with looking_at(place, guess, options) as taken:
        ledger = read_ledger(place, place.stores(), options, messages_wanted=True, few_commits=True)
        with collector_paused():  # what the rules leave behind is no garbage in cycles
            return ledger, _trace_of(ledger, text, request, options, guess, taken)


def _trace_of(
    ledger: Ledger, text: str, request: Request, options: ReadingOptions, guess: str | None, taken: Taken
) -> Trace:
    git, names, around = ledger.repository.git, ledger.place.settings.trailers, ledger.place.surroundings
    told = partial(commit_facts, git, names=names, resolving=None if around is None else around.resolutions)
    declared = declared_in(ledger.place, () if guess is None else (guess,))
    provenance = Provenance(ledger.history, declared)
    node = _node(text, provenance, git)
    facts = told(spellings_to_resolve(node, provenance))
    subject = find_subject(node, provenance, facts)
    if guess is not None and node == Node("commit", text) and _is_no_commit(subject, provenance, facts):
        node = Node("commit", guess)  # a branch or a tag may be called deadbee
        facts = told(spellings_to_resolve(node, provenance))
        subject = find_subject(node, provenance, facts)
    facts |= told({each.id for each in subject.spellings if each.kind == "commit"} - facts.keys())
    fact = subject_fact(subject, facts)
    if fact is not None and fact.full is not None:
        if fact.full == guess:
            facts |= _with_trees(ledger, subject, fact, taken)
        else:  # a short id may be the name of a branch too
            provenance = Provenance(ledger.history, declared_in(ledger.place, (fact.full,)))
            subject = find_subject(node, provenance, facts)
            with looking_at(ledger.place, fact.full, options) as instead:
                facts |= _with_trees(ledger, subject, fact, instead)
    others_named = set(commits_around(subject, provenance, request)).difference(facts)
    facts |= told(others_named)
    surroundings = Surroundings(
        as_of=ledger.as_of,
        facts=facts,
        problems=partial(rule_places, ledger),
        runtime_read=ledger.reading.runtime_read,
        divergent=ledger.reading.divergent,
        areas=ledger.config.areas,
        trailer_names=names,
    )
    return trace(provenance, subject, request, surroundings)


def _is_no_commit(subject: Subject, provenance: Provenance, facts: Mapping[str, CommitFact]) -> bool:
    """True where neither git nor the ledger has a commit whose id begins so."""
    fact = facts.get(subject.node.id)
    absent = fact is not None and fact.resolution in (CommitState.MISSING, CommitState.UNKNOWN) and fact.full is None
    return absent and not provenance.knows(subject.node)


def _with_trees(ledger: Ledger, subject: Subject, fact: CommitFact, taken: Taken) -> dict[str, CommitFact]:
    """What git says of the subject, with what its trees held."""
    git, trees = ledger.repository.git, taken()
    if git is None or trees is None:
        return {}
    then = commit_then(git, trees, fact.time, ledger.history)
    return {subject.node.id: replace(fact, then=then)}


def _drawing(form: str) -> Render:
    module, name = _DRAWN[form]
    return cast("Render", getattr(importlib.import_module(f"...reporter.traces.{module}", __name__), name))


def _node(text: str, provenance: Provenance, git: Git | None) -> Node:
    """The node a command line names: by the node syntax, else the commit that a name such as HEAD stands for."""
    try:
        return _whole_record(parse_node(text, provenance), provenance)
    except NodeSyntaxError as error:
        if git is not None:
            with suppress(UnknownRevision):
                return Node("commit", git.resolve_revision(text))
        hint = f"Expected {FORMS}, or a name of a commit such as HEAD."
        raise UsageError(f"{visible(text)} is no node, and no commit of this clone", hint=hint) from error


def _whole_record(node: Node, provenance: Provenance) -> Node:
    """The node itself if it is named anywhere, or the one record whose id begins with what was given.

    Raises UsageError where it is neither, nor a whole id.
    """
    if not is_local(node, "record") or is_id("rec", node.id) or provenance.knows(node):
        return node
    found = [each for each in provenance.history.records if node.id.startswith("rec_") and each.startswith(node.id)]
    if len(found) == 1:
        return provenance.node(("record", "", found[0]))
    if found:
        message = f"{visible(node.id)} is the beginning of {len(found)} record ids"
        raise UsageError(message, hint=f"Give more of one of them: {listed(map(visible, sorted(found)))}.")
    hint = "A record id is rec_ and a UUID; 'fingerpost list --status any' shows every record."
    raise UsageError(f"{visible(node.id)} is no record id, and no record id here begins with it", hint=hint)

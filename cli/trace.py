"""``fingerpost trace``: the auditor's answer about one commit, record, action, message, thread, issue or PR."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

import click

from ..ledger.collector import collector_paused
from ..ledger.display import visible
from ..ledger.events import Node
from ..ledger.identifiers import is_id
from ..ledger.instants import Instant
from ..ledger.wording import listed
from ..lint.catalogue import RULES
from ..reporter.claims.subjects import (
    FORMS,
    CommitFact,
    NodeSyntaxError,
    find_subject,
    parse_node,
    spellings_to_resolve,
)
from ..reporter.graph.edges import RELATION_TYPES
from ..reporter.graph.neighbourhood import Direction
from ..reporter.graph.provenance import Provenance, is_local
from ..reporter.traces.trace import ProblemsOf, Request, Surroundings, Trace, commits_around, trace
from ..reporter.traces.trace_json import render_json
from ..reporter.traces.trace_text import render_text
from ..repository.commits import CommitState, is_hex_id
from ..repository.errors import UsageError
from ..repository.git import Git
from ..repository.git_process import UnknownRevision
from .accepted import ran
from .output import colour_of, width_of
from .reading import Ledger, open_ledger
from .reading_options import ReadingOptions, reading_options
from .record_completion import complete_records

THREAD_TRAILER = "Fabric-Thread"  # the trailer that names the thread a commit was made in


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
@click.option("--format", "form", type=click.Choice(["text", "json", "dot"]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@reading_options()
def command(
    node: str,
    repo: Path | None,
    depth: int,
    direction: str,
    types: tuple[str, ...],
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
    request = Request(depth, Direction(direction), tuple(sorted(set(types))))
    ledger = open_ledger(repo, options)
    with collector_paused():  # what the rules leave behind is no garbage in cycles
        answer = trace_of(ledger, node, request)
    if as_json or form == "json":
        click.echo(render_json(answer), nl=False)
    elif form == "dot":
        from ..reporter.traces.trace_dot import render_dot  # networkx, which no other form needs, takes long to import

        click.echo(render_dot(answer, ledger.history), nl=False)
    else:
        text = render_text(
            answer,
            colour=colour_of(sys.stdout),
            width=width_of(sys.stdout),
            closing=not options.quiet,
            whole=options.verbose,
        )
        click.echo(text, nl=False, color=True)
    return 0


def trace_of(ledger: Ledger, text: str, request: Request) -> Trace:
    """The trace of the node that a command line names. Raises UsageError where it names none."""
    provenance = Provenance(ledger.history)
    git = ledger.repository.git
    node = _node(text, provenance, git)
    facts = commit_facts(git, spellings_to_resolve(node, provenance))
    subject = find_subject(node, provenance, facts)
    others = set(commits_around(subject, provenance, request)).difference(facts)
    facts |= commit_facts(git, others)
    surroundings = Surroundings(
        as_of=ledger.as_of,
        facts=facts,
        problems=_problems(ledger),
        runtime_read=ledger.reading.runtime_read,
        divergent=ledger.reading.divergent,
    )
    return trace(provenance, subject, request, surroundings)


def _node(text: str, provenance: Provenance, git: Git | None) -> Node:
    """The node a command line names: by the node syntax, else the commit that a name such as HEAD stands for."""
    try:
        return _whole_record(parse_node(text, provenance), provenance)
    except NodeSyntaxError as error:
        if git is not None:
            with suppress(UnknownRevision):
                return Node("commit", git.resolve_revision(text))
        hint = f"expected {FORMS}, or a name of a commit such as HEAD"
        raise UsageError(f"{visible(text)} is no node, and no commit of this clone", hint=hint) from error


def _whole_record(node: Node, provenance: Provenance) -> Node:
    """The node itself, or the one record whose id begins with what was given. Raises UsageError where it is not one."""
    if not is_local(node, "record") or is_id("rec", node.id):
        return node
    found = [each for each in provenance.history.records if node.id.startswith("rec_") and each.startswith(node.id)]
    if len(found) == 1:
        return provenance.node(("record", "", found[0]))
    if found:
        message = f"{visible(node.id)} is the beginning of {len(found)} record ids"
        raise UsageError(message, hint=f"give more of one of them: {listed(map(visible, sorted(found)))}")
    hint = "a record id is rec_ and a UUID; 'fingerpost list --status any' shows every record"
    raise UsageError(f"{visible(node.id)} is no record id, and no record id here begins with it", hint=hint)


def _problems(ledger: Ledger) -> Iterator[ProblemsOf]:
    """Where each rule finds something, as far as asked. Lines are not looked up: each would read a file again."""
    judging = ran(ledger, RULES)
    for rule in RULES:
        if rule.code in judging:
            found = rule.check(ledger.examination)
            yield rule.code, ((observation.event_id, observation.record_id) for observation in found)


def commit_facts(git: Git | None, ids: Collection[str]) -> dict[str, CommitFact]:
    """What git says of these commit ids; without git, what no clone can say is unknown."""
    if not ids:
        return {}
    if git is None:
        return {
            text: CommitFact(CommitState.UNKNOWN if is_hex_id(text) else CommitState.OPAQUE) for text in sorted(ids)
        }
    resolved = git.resolve_commits(sorted(ids))
    commits = git.commits(sorted({found.id for found in resolved.values() if found.id is not None}))
    threads = git.trailers((commit for commit in commits.values() if commit is not None), THREAD_TRAILER)
    facts = {}
    for text, found in resolved.items():
        commit = commits.get(found.id) if found.id is not None else None
        time = Instant(commit.seconds, "") if commit is not None else None
        facts[text] = CommitFact(found.state.value, found.id, time, threads.get(found.id or "", ()))
    return facts

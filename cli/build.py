"""``fingerpost build``: the published site."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from .. import __version__
from ..ledger.counting import counts_of
from ..ledger.rereading import Rereading
from ..ledger.wording import counted
from ..lint.engine import fails
from ..lint.finding import Severity
from ..reporter.graph.provenance import Provenance
from ..reporter.pages.blocks import Page
from ..reporter.pages.book import compose
from ..reporter.pages.survey import Survey
from ..reporter.site.markdown_tree import write_tree
from ..reporter.site.mkdocs_site import Progress, write_site
from ..reporter.site.output_folder import check
from ..repository.paths import shown
from .accepted import accepted_findings
from .reading import Ledger, open_ledger
from .reading_options import ReadingOptions, reading_options
from .trace import commit_facts

LATEST_COMMITS = 200  # commits of the history that the commit table looks at


@click.command("build")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path), help="Where the site goes. [default: site]")
@click.option(
    "--markdown", metavar="DIR", type=click.Path(path_type=Path), help="Write only plain Markdown, for a code host."
)
@click.option("--strict", is_flag=True, help="Exit code 1 if lint finds an error, as lint does.")
@click.option("--open", "open_it", is_flag=True, help="Open the site in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Say as JSON what was built.")
@reading_options(runtime="none")
def command(
    repo: Path | None,
    out: Path | None,
    markdown: Path | None,
    strict: bool,
    open_it: bool,
    as_json: bool,
    options: ReadingOptions,
) -> int:
    """Build the site: what direction is in force, where, since when, on whose word, and what is unknown.

    \b
    fingerpost build
    fingerpost build --out public --runtime auto --open
    fingerpost build --markdown docs/direction

    A folder with anything in it that no build made is never replaced. The runtime of this machine stays out unless
    --runtime auto asks for it. Findings are on the pages; they change the exit code only with --strict.
    """
    if markdown is not None and (out is not None or open_it):
        raise click.UsageError("--markdown writes no site: use it without --out and --open")
    target = markdown or out or Path("site")
    check(target)
    ledger = open_ledger(repo, options)
    root = ledger.repository.root
    check(target, root)
    warnings: tuple[str, ...] = ()
    with ledger.rereading() as rereading, _progress(quiet=options.quiet or as_json) as progress:
        progress("Composing pages", 0, 0)
        survey = survey_of(ledger, options, rereading)
        pages = compose(survey)
        if markdown is not None:
            files = write_tree(pages, target, survey.page_of, root)
        else:
            warnings = write_site(
                pages,
                target,
                survey.page_of,
                name=survey.name,
                epoch=survey.as_of.seconds,
                progress=progress,
                repository=root,
            )
            files = len(pages)
    for warning in warnings:
        click.echo(f"fingerpost: mkdocs: {warning}", err=True)
    front = target / ("README.md" if markdown is not None else "index.html")
    _tell(survey, pages, front, files, as_json=as_json, quiet=options.quiet)
    if open_it:
        click.launch(front.resolve().as_uri())
    return 1 if strict and fails(survey.findings, Severity.ERROR) else 0


def survey_of(ledger: Ledger, options: ReadingOptions, rereading: Rereading) -> Survey:
    """Everything the pages need, gathered from the opened ledger and its git."""
    provenance = Provenance(ledger.history)
    git = ledger.repository.git
    facts = commit_facts(git, sorted({node.id for node in provenance.related_nodes("commit")}))
    revision = ledger.revision or "HEAD"
    config = _named_config(ledger.repository.root, options.config)
    commits = git.log(LATEST_COMMITS + 1, revision) if git is not None else []
    named = git.commits(sorted({fact.full for fact in facts.values() if fact.full})) if git is not None else {}
    messages = {commit.id: commit.subject for commit in (*commits, *named.values()) if commit is not None}
    return Survey(
        name=ledger.config.repo or ledger.repository.root.name,
        ledger=ledger.ledger_path,
        revision=ledger.revision,
        history=ledger.history,
        reading=ledger.reading,
        findings=accepted_findings(ledger),
        provenance=provenance,
        facts=facts,
        messages=messages,
        commits=commits[:LATEST_COMMITS] if git is not None else None,
        older_commits=len(commits) > LATEST_COMMITS,
        history_cut=git is not None and git.is_shallow(),
        as_of=ledger.as_of,
        as_of_given=ledger.as_of_from in ("--as-of", "SOURCE_DATE_EPOCH"),
        areas=ledger.config.areas,
        runtime_asked=options.runtime,
        options=_repeated(ledger, options, config),
        config_unnamed=options.config is not None and config is None,
        version=__version__,
        bytes_of=rereading.bytes_of,
    )


def _named_config(root: Path, config: Path | None) -> str | None:
    """A config given on the command line as anybody can name it from the repository's root, or None."""
    if config is None:
        return None
    try:
        named = (config.absolute().parent.resolve() / config.name).relative_to(root.resolve()).as_posix()
    except ValueError:
        return None
    return named if named.isprintable() else None


def _repeated(ledger: Ledger, options: ReadingOptions, config: str | None) -> str:
    """The reading options as a command line repeats them, run at the repository's root."""
    named = options.ledger
    if named is None and options.config is not None and config is None:
        named = ledger.place.settings.ledger  # a config that cannot be named may have said which
    words = [
        *(("--ledger", named) if named is not None else ()),
        *(("--rev", ledger.revision) if ledger.revision is not None else ()),
        *("--runtime", "auto" if options.runtime else "none"),
        *(("--config", config) if config is not None else ()),
    ]
    return f" {shlex.join(words)}"


def _silent(what: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Progress]:
    """A progress bar on a terminal, nothing elsewhere."""
    if quiet or not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reading", total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total or None)

        yield show


def _tell(survey: Survey, pages: tuple[Page, ...], front: Path, files: int, *, as_json: bool, quiet: bool) -> None:
    counts = counts_of(survey.history)
    findings = {str(level): sum(each.severity is level for each in survey.open_findings) for level in Severity}
    if as_json:
        told = {
            "version": 1,
            "site": str(front),
            "pages": len(pages),
            "files": files,
            "records": counts.records,
            "contested": counts.contested,
            "ledger_read": not survey.ledger_unreadable,
            "findings": findings,
            "private_read": survey.private_read,
            "runtime_read": survey.runtime_read,
        }
        click.echo(json.dumps(told))
        return
    click.echo(shown(str(front)))
    if not quiet:
        private = "with" if survey.private_read else "without"
        held = (
            f"{counted(counts.records, 'record')} ({counts.contested} contested), "
            f"{counted(len(survey.commit_nodes), 'commit')}"
        )
        if survey.ledger_unreadable:
            held += " outside the ledger, whose folder could not be read (what it holds is unknown)"
        accepted = len(survey.findings) - len(survey.open_findings)
        said = [
            *(counted(number, word) for word, number in findings.items()),
            *([f"{accepted} accepted"] if accepted else []),
        ]
        click.echo(
            f"{counted(len(pages), 'page')}: {held}, {', '.join(said)}; {private} what only this machine holds",
            err=True,
        )

"""Building the site, or the Markdown tree, and telling what was built."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from ..ledger.counting import counts_of
from ..ledger.wording import counted
from ..lint.engine import fails
from ..lint.finding import Severity
from ..reporter.pages.blocks import Page
from ..reporter.pages.survey import Survey
from ..reporter.site.markdown_tree import write_tree
from ..reporter.site.mkdocs_site import write_site
from ..reporter.site.output_folder import check
from ..repository.paths import shown
from .progress import progress_bar
from .reading import open_ledger
from .reading_options import ReadingOptions
from .surveying import publish


def build_site(
    repo: Path | None,
    out: Path | None,
    markdown: Path | None,
    options: ReadingOptions,
    *,
    strict: bool,
    open_it: bool,
    as_json: bool,
) -> int:
    """Build what the command asks for, and say where it is; 1 if ``strict`` and lint finds an error, else 0."""
    target = markdown or out or Path("site")
    check(target)
    ledger = open_ledger(repo, options)
    root = ledger.repository.root
    check(target, root)
    warnings: tuple[str, ...] = ()
    with progress_bar(quiet=options.quiet or as_json) as progress:
        progress("Composing pages", 0, 0)
        survey, published = publish(ledger, options)
        pages = published.pages
        if markdown is not None:
            files = write_tree(pages, target, survey.page_of, root, published.extra)
        else:
            warnings = write_site(
                pages,
                target,
                survey.page_of,
                name=survey.name,
                epoch=survey.as_of.seconds,
                progress=progress,
                repository=root,
                extra=published.extra,
            )
            files = len(pages) + len(published.extra)
    for warning in warnings:
        click.echo(f"fingerpost: mkdocs: {warning}", err=True)
    front = target / ("README.md" if markdown is not None else "index.html")
    _tell(survey, pages, front, files, as_json=as_json, quiet=options.quiet)
    if open_it:
        click.launch(front.resolve().as_uri())
    return 1 if strict and fails(survey.findings, Severity.ERROR) else 0


def _tell(survey: Survey, pages: Sequence[Page], front: Path, files: int, *, as_json: bool, quiet: bool) -> None:
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

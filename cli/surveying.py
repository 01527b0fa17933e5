"""What the pages of a site are made of, read once for ``build``, ``serve`` and the MkDocs plugin alike."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from .. import __version__
from ..ledger.rereading import Rereading
from ..reporter.graph.provenance import Provenance
from ..reporter.pages.book import compose
from ..reporter.pages.survey import Survey, affordable
from ..reporter.site.extra_files import extra_files
from ..reporter.site.publication import Publication
from ..repository.around.surroundings import GitSurroundings
from .accepted import accepted_findings
from .commit_facts import commit_facts, declared_in
from .judged_commits import with_trees
from .reading import Ledger
from .reading_options import ReadingOptions
from .site_coverage import site_coverage

LATEST_COMMITS = 200  # commits of the history that the commit table looks at


def publish(ledger: Ledger, options: ReadingOptions) -> tuple[Survey, Publication]:
    """Everything that is told of an opened ledger: what was gathered, and the pages and files made of it."""
    with ledger.rereading() as rereading:
        survey = survey_of(ledger, options, rereading)
        pages = compose(survey)
        return survey, Publication(pages, survey.page_of, extra_files(survey, pages))


def survey_of(ledger: Ledger, options: ReadingOptions, rereading: Rereading) -> Survey:
    """Everything the pages need, gathered from the opened ledger and its git."""
    provenance = Provenance(ledger.history, declared_in(ledger.place))
    git, names = ledger.repository.git, ledger.place.settings.trailers
    facts = commit_facts(git, sorted({node.id for node in provenance.related_nodes("commit")}), names)
    judged = affordable(facts, len(ledger.history.records))
    facts = with_trees(ledger, options, facts, judged)
    revision = ledger.revision or "HEAD"
    config = _named(ledger.repository.root, options.config)
    commits = git.log(LATEST_COMMITS + 1, revision) if git is not None else []
    named = git.commits(sorted({fact.full for fact in facts.values() if fact.full})) if git is not None else {}
    messages = {commit.id: commit.subject for commit in (*commits, *named.values()) if commit is not None}
    survey = Survey(
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
        runtime_asked=options.runtime is not False,
        options=_repeated(ledger, options, config),
        config_unnamed=options.config is not None and config is None,
        version=__version__,
        bytes_of=rereading.bytes_of,
        trailers=names,
        judged=frozenset(judged),
        tracked=ledger.place.tracked_paths,
        coverage=site_coverage(ledger, options),
    )
    return _with_merges(survey, ledger.place.surroundings)


def _with_merges(survey: Survey, around: GitSurroundings | None) -> Survey:
    """The survey with what the history says was merged and closed, of the requests and issues that have a page."""
    if around is None:
        return survey
    prs, issues = (list(survey.mentions(kind).paged) for kind in ("pr", "issue"))
    return replace(survey, merged=around.merged_requests(prs), closed=around.closed_issues(issues))


def _runtime(root: Path, runtime: bool | Path) -> str:
    """How a command line says which runtime was read; a pack elsewhere by its name alone, which tells where to look."""
    if isinstance(runtime, Path):
        return _named(root, runtime) or f"./{runtime.name}"
    return "auto" if runtime else "none"


def _named(root: Path, config: Path | None) -> str | None:
    """A file given on the command line as anybody can name it from the repository's root, or None."""
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
        *("--runtime", _runtime(ledger.repository.root, options.runtime)),
        *(("--config", config) if config is not None else ()),
    ]
    return f" {shlex.join(words)}"

"""All pages of a site, in the order of their addresses."""

from __future__ import annotations

from dataclasses import replace

from . import about, commits, findings, forks, graph_page, home, record, stale
from .address import (
    ABOUT,
    ACTIONS,
    AREAS,
    CHANGES,
    COMMITS,
    COVERAGE,
    FINDINGS,
    FORKS,
    GRAPH,
    HOME,
    ISSUES,
    PATHS,
    PRS,
    RECORDS,
    REJECTED,
    STALE,
    THREADS,
    Address,
)
from .blocks import Page
from .front import contents, rejected, timeline
from .places import areas, paths, tickets
from .subjects import actions, coverage, threads
from .survey import Survey
from .words import CONFIG_UNNAMED

# What the site's navigation shows, in this order; a group of one is a page of its own. All other pages stay out of it.
GROUPS: tuple[tuple[str, tuple[tuple[str, Address], ...]], ...] = (
    ("Home", (("Home", HOME),)),
    (
        "Direction",
        (
            ("Paths", PATHS),
            ("Areas", AREAS),
            ("Records", RECORDS),
            ("Changes", CHANGES),
            ("Rejected", REJECTED),
        ),
    ),
    (
        "Work",
        (
            ("Commits", COMMITS),
            ("Threads", THREADS),
            ("Actions", ACTIONS),
            ("Issues", ISSUES),
            ("PRs", PRS),
            ("Coverage", COVERAGE),
        ),
    ),
    (
        "Attention",
        (
            ("Forks", FORKS),
            ("Stale", STALE),
            ("Findings", FINDINGS),
        ),
    ),
    ("Graph", (("Graph", GRAPH),)),
    ("About", (("About", ABOUT),)),
)

NAVIGATION: tuple[tuple[str, Address], ...] = tuple(page for _, pages in GROUPS for page in pages)
"""The index pages, in the order of the navigation."""


def compose(survey: Survey) -> tuple[Page, ...]:
    """Every page of the site."""
    pages = [
        home.page(survey),
        *contents.pages(survey),
        timeline.page(survey),
        rejected.page(survey),
        commits.index(survey),
        threads.index(survey),
        actions.index(survey),
        coverage.page(survey),
        graph_page.page(survey),
        forks.page(survey),
        stale.page(survey),
        *findings.pages(survey),
        about.page(survey),
        *paths.pages(survey),
        *areas.pages(survey),
        *tickets.pages(survey, tickets.ISSUE),
        *tickets.pages(survey, tickets.PR),
        *(record.page(survey, each) for each in survey.history.records.values()),
        *(commits.page(survey, identifier) for identifier in survey.commit_nodes),
        *(threads.page(survey, thread_id) for thread_id in survey.judgements.thread_ids),
        *(actions.page(survey, node) for node in survey.judgements.acting),
    ]
    note = CONFIG_UNNAMED if survey.config_unnamed else ""
    return tuple(replace(page, command_note=note) for page in sorted(pages, key=lambda page: page.address))

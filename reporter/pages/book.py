"""All pages of a site, in the order of their addresses."""

from __future__ import annotations

from dataclasses import replace

from . import about, commits, findings, forks, home, record, records, stale
from .address import ABOUT, COMMITS, FINDINGS, FORKS, HOME, RECORDS, STALE, Address
from .blocks import Page
from .survey import Survey
from .words import CONFIG_UNNAMED

# What the site's navigation shows, in this order; record and commit pages stay out of it.
NAVIGATION: tuple[tuple[str, Address], ...] = (
    ("Home", HOME),
    ("Records", RECORDS),
    ("Commits", COMMITS),
    ("Forks", FORKS),
    ("Stale", STALE),
    ("Findings", FINDINGS),
    ("About", ABOUT),
)


def compose(survey: Survey) -> tuple[Page, ...]:
    """Every page of the site."""
    pages = [
        home.page(survey),
        records.page(survey),
        commits.index(survey),
        forks.page(survey),
        stale.page(survey),
        findings.page(survey),
        about.page(survey),
        *(record.page(survey, each) for each in survey.history.records.values()),
        *(commits.page(survey, identifier) for identifier in survey.commit_nodes),
    ]
    note = CONFIG_UNNAMED if survey.config_unnamed else ""
    return tuple(replace(page, command_note=note) for page in sorted(pages, key=lambda page: page.address))

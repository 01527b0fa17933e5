"""What changed, by week, the newest first: a page of its own, and in short for the front page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ....ledger.challenges import target_relation
from ....ledger.events import Record
from ....ledger.instants import parse_instant
from ....ledger.wording import counted
from ...feeds.feed_blocks import CHANGES_FEED, Offers
from ..address import CHANGES
from ..blocks import Block, Break, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong, Table, When
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, badge, claim_of, day_words, elsewhere, joined, record_ref, short, when
from .changes import Change, Kind, counts_of_kinds, first_day

MOST_CHANGES = 400  # that the page lists one by one
MOST_OF_A_WEEK = 100
MOST_WEEKS = 260  # older weeks of which it gives the numbers
LATEST = 6  # changes that the front page lists
MOST_ABOUT = 4

COLUMNS = ("When", "What", "Record", "On the word of")
_ABOUT = {
    Kind.SETTLED: "the fork of",
    Kind.CHALLENGED: "",
    Kind.ANSWERED: "the challenge",
    Kind.CREATED: "in place of",
    Kind.REPLACES: "",
    Kind.CHALLENGES: "",
    Kind.ANSWERS: "",
}
_BADGES = frozenset({Kind.SUPERSEDED, Kind.REJECTED, Kind.EXPIRED, Kind.DISCARDED, Kind.ACCEPTED})


def page(survey: Survey) -> Page:
    """Every week with its changes, as many as a page can hold, then the numbers of those before."""
    changes = survey.changes
    weeks = [(week, tuple(members)) for week, members in groupby(changes, key=lambda change: change.week)]
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger has; {UNREADABLE}.")))
    blocks.append(
        Paragraph((f"{elsewhere(survey)}{counted(len(changes), 'change')} in {counted(len(weeks), 'week')}.",))
    )
    blocks.append(Offers(CHANGES, (CHANGES_FEED,)))
    left, listed = MOST_CHANGES, 0
    for week, members in weeks:
        if left <= 0:
            break
        shown = members[: min(left, MOST_OF_A_WEEK)]
        blocks += _week(survey, week, members, shown)
        left -= len(shown)
        listed += 1
    blocks += _earlier(weeks[listed:])
    return Page(CHANGES, "What changed", tuple(blocks), survey.command("list --status any"), searched=False, wide=True)


def lately(survey: Survey) -> Iterator[Block]:
    """The latest changes in short."""
    changes = survey.changes
    yield Heading("What changed lately", searched=False)
    if survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": what changed in the ledger; {UNREADABLE}."))
    elif not changes:
        yield Paragraph(("No change was read.",))
    if not changes:
        return
    newest = [change for change in changes if change.week == changes[0].week]
    yield Paragraph((f"{week_words(changes[0].week)}: {_counts(counts_of_kinds(newest))}.",), "muted")
    yield _table(survey, changes[:LATEST])
    more = f"Showing {LATEST} of {len(changes):,}. " if len(changes) > LATEST else ""
    yield Paragraph((more, Ref("All changes, week by week", CHANGES)))


def week_words(week: int) -> str:
    """A week by the day on which it begins."""
    return f"Week of {day_words(first_day(week).day)}"


def _week(survey: Survey, week: int, members: Sequence[Change], shown: Sequence[Change]) -> Iterator[Block]:
    yield Heading(week_words(week))
    cut = f" Showing {len(shown):,} of {len(members):,}, the latest." if len(shown) < len(members) else ""
    yield Paragraph((f"{_counts(counts_of_kinds(members))}.{cut}",), "muted")
    yield _table(survey, shown)


def _earlier(weeks: Sequence[tuple[int, Sequence[Change]]]) -> Iterator[Block]:
    """Weeks of which only the numbers are told."""
    if not weeks:
        return
    yield Heading("Earlier weeks")
    if len(weeks) > MOST_WEEKS:
        yield Paragraph((f"Showing {MOST_WEEKS} of {len(weeks):,} weeks.",))
    rows = tuple(
        (
            (week_words(week),),
            (f"{len(members):,}",),
            (_counts(counts_of_kinds(members)),),
        )
        for week, members in weeks[:MOST_WEEKS]
    )
    yield Table(("Week", "Changes", "What"), rows)


def _counts(counts: Mapping[Kind, int]) -> str:
    return ", ".join(f"{number:,} {kind.value}" for kind, number in counts.items())


def _table(survey: Survey, changes: Sequence[Change]) -> Table:
    """Changes with their times: to the second where two of them share a minute."""
    minutes = Counter(when(change.event.occurred_at).readable for change in changes)
    return Table(COLUMNS, tuple(_row(survey, change, exact=max(minutes.values()) > 1) for change in changes))


def _row(survey: Survey, change: Change, *, exact: bool) -> tuple[Line, ...]:
    record = record_ref(survey, change.record_id)
    moment = _to_the_second(change.event.occurred_at) if exact else when(change.event.occurred_at)
    return ((moment,), tuple(_what(survey, change)), (record,), claim_of(change.event))


def _to_the_second(text: str) -> When:
    """A time as people read it, in UTC, with its seconds."""
    known = parse_instant(text)
    if known is None:
        return when(text)
    return When(f"{day_words(known.day)}, {known.text[len(known.day) + 1 :][:8]} UTC", text)


def _what(survey: Survey, change: Change) -> Iterator[Inline]:
    for place, kind in enumerate(change.kinds):
        if place:
            yield ", "
        yield badge(kind.value) if kind in _BADGES else kind.value
        if kind in (Kind.PROMOTED, Kind.DEMOTED):
            yield f" to {change.to}"
    about = [record_ref(survey, record_id) for record_id in change.about[:MOST_ABOUT]]
    if about:
        yield f" {_ABOUT.get(change.kinds[0], '')} ".replace("  ", " ")
        yield from joined(about)
    if len(change.about) > MOST_ABOUT:
        yield f" and {len(change.about) - MOST_ABOUT:,} more"
    payload = change.event.payload
    disputed = target_relation(payload) if isinstance(payload, Record) and change.kinds[0] is Kind.CHALLENGED else None
    if disputed is not None:
        yield from (" the declaration ", short(disputed))
    if change.note:
        yield from (Break(), Muted(change.note))

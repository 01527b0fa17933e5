"""What governs, for a person at a terminal. Every text of the ledger, of git and of the question is made visible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import click

from ...ledger.display import cut, visible, wrap
from ...ledger.governing import Governed
from ...ledger.instants import Instant, instant
from ...ledger.title import title_of
from ...ledger.wording import claimed_with_basis, counted
from .answer import Answer, Version, versions_of
from .exception_words import exception_words
from .reason_words import reason_words

MOST_REASONS = 8  # of one record; the rest are counted
MOST_VERSIONS = 12
LONGEST_TEXT = 600  # characters of one text; the whole is in the JSON

_COLOURS = {"contested": "red", "active": "green", "open": "yellow"}


@dataclass(frozen=True, slots=True)
class _How:
    """How wide and colourful the text is, and whether every reason and version is told."""

    colour: bool
    width: int
    whole: bool

    def style(self, text: str, foreground: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        if not self.colour or not (foreground or bold or dim):
            return text
        return click.style(text, fg=foreground, bold=bold or None, dim=dim or None)

    def paragraph(self, text: str, margin: int, *, bold: bool = False, dim: bool = False) -> Iterator[str]:
        said = visible(cut(text, LONGEST_TEXT))
        for line in wrap(said, max(self.width - margin, 40)):
            yield " " * margin + self.style(line, bold=bold, dim=dim)


def render_text(answer: Answer, *, colour: bool, width: int, closing: bool = True, whole: bool = False) -> str:
    """The answer as lines of about ``width`` cells, with ANSI colours if ``colour``; ends with a newline.

    ``closing`` says what was looked at; ``whole`` tells every reason and version, however many.
    """
    how = _How(colour, width, whole)
    return "\n".join(_lines(answer, how, closing=closing)) + "\n"


def _lines(answer: Answer, how: _How, *, closing: bool) -> Iterator[str]:
    governed = answer.direction.governed
    for unknown in answer.unknown_commits():
        yield from how.paragraph(f"unknown: {unknown}", 0)
    for tier, members in groupby(governed, key=lambda each: each.tier):
        if tier is not governed[0].tier:
            yield ""
        yield how.style(tier.words, bold=True)
        for each in members:
            yield from _entry(each, answer, how)
    if not governed:
        yield "nothing governs what was asked"
    rest = list(_rest(answer, how, closing=closing))
    if governed and rest:
        yield ""
    yield from rest


def _rest(answer: Answer, how: _How, *, closing: bool) -> Iterator[str]:
    """What is settled, what is unknown, and what was looked at."""
    for record_id, by in answer.direction.settled.items():
        places = ", ".join(answer.short_id(each) for each in by)
        yield from how.paragraph(f"{answer.short_id(record_id)} met it too, and is settled by {places}", 0)
    for unknown in answer.unknown_areas():
        yield from how.paragraph(f"unknown: {unknown}", 0)
    if closing:
        number = len(answer.direction.governed)
        if number:
            yield f"{counted(number, 'record')} {'governs' if number == 1 else 'govern'} what was asked"
        for sentence in answer.looked_at():
            yield from how.paragraph(sentence, 0, dim=True)


def _entry(each: Governed, answer: Answer, how: _How) -> Iterator[str]:
    """State, durability, day and id, the title, who said so, and why it applies."""
    record = each.record
    state = how.style(f"{record.state:<10}", _COLOURS.get(record.state), bold=record.contested)
    known = record.text_known
    durability = f"{record.durability if known else '-':<10}"
    day = instant(record.record.created_at).day if known else f"{'-':<10}"
    yield f"  {state} {durability} {day}  {answer.short_id(record.record_id)}"
    title = title_of(record.record.text) if known else f"({counted(len(record.creations), 'version')}: none is chosen)"
    yield from how.paragraph(title, 6, bold=True)
    if known:
        yield from how.paragraph(f"{claimed_with_basis(record.creation)}, {_moment(record.creation.occurred_at)}", 6)
        if record.head is not record.creation:
            changed = f"changed: {claimed_with_basis(record.head)}, {_moment(record.head.occurred_at)}"
            yield from how.paragraph(changed, 6)
        for name, items in (("prefer", record.record.preferred_paths), ("reject", record.record.rejected_paths)):
            for item in items:
                yield from how.paragraph(f"{name}: {item}", 6)
    for challenge in each.challenged_by:
        yield f"      {how.style('challenged', 'yellow', bold=True)} by {visible(answer.short_id(challenge))}, open"
    for exception in each.excepted_by:
        yield from how.paragraph(exception_words(exception, answer), 6)
    if record.contested:
        yield from _versions(versions_of(record), how)
    yield from _bounded([f"why: {words}" for words in reason_words(each, answer)], MOST_REASONS, "reason", how)


def _versions(versions: tuple[Version, ...], how: _How) -> Iterator[str]:
    yield f"      {how.style('contested', 'red', bold=True)}: no version and no branch is chosen"
    lines = []
    for version in versions:
        event = version.event
        what = f"{version.states}: {title_of(version.text)}" if version.text is not None else version.states
        lines.append(f"- {what} ({claimed_with_basis(event)}, {_moment(event.occurred_at)}, {event.event_id})")
    yield from _bounded(lines, MOST_VERSIONS, "version", how)


def _bounded(lines: list[str], most: int, name: str, how: _How) -> Iterator[str]:
    shown = lines if how.whole else lines[:most]
    for line in shown:
        yield from how.paragraph(line, 6, dim=True)
    if len(shown) < len(lines):
        yield f"      and {counted(len(lines) - len(shown), 'more ' + name)}; --verbose lists all"


def _moment(text: str) -> str:
    """A time of the ledger to the second, in UTC."""
    return Instant(instant(text).seconds).text

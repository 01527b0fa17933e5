"""What governs, as Markdown for a comment on a pull request.

Text of the ledger, of git and of the question is inert, and no ``@name`` in it calls anybody
(:func:`fingerpost.ledger.inert.mention_free`). The length is bounded, since code hosts refuse a long comment: what is
left out is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...ledger.display import cut
from ...ledger.governing import Governed
from ...ledger.inert import mention_free
from ...ledger.instants import Instant, instant
from ...ledger.title import title_of
from ...ledger.wording import claimed_with_basis, counted
from .answer import Answer, versions_of
from .exception_words import exception_words
from .reason_words import reason_words

MOST_BYTES = 60_000  # a comment on GitHub takes 65,536 characters
MOST_ROWS = 100
MOST_REASONS = 4
MOST_VERSIONS = 6
LONGEST_TEXT = 300  # characters of one text

_ROOM_FOR_MORE = 200  # bytes of what says how much was left out
_ROOM_FOR_SENTENCES = 10_000  # bytes of what is unknown, and of what was looked at


def render_markdown(answer: Answer) -> str:
    """The answer in Markdown of at most 60,000 bytes as UTF-8; ends with a newline."""
    governed = answer.direction.governed
    head = ["### Direction that governs this", "", *_unknown_commits(answer)]
    tail = list(_tail(answer))
    if not governed:
        return _joined([*head, "Nothing governs what was asked.", "", *tail])
    head += ["| Direction | State | Claimed by | Why |", "|---|---|---|---|"]
    rows = [_row(each, answer) for each in governed[:MOST_ROWS]]
    shown = _fitting(rows, MOST_BYTES - _size(head) - _size(tail) - _ROOM_FOR_MORE)
    left = len(governed) - len(shown)
    more = [f"and {counted(left, 'more record')}; `--json` has all of them", ""] if left else []
    return _joined([*head, *shown, "", *more, *tail])


def _row(each: Governed, answer: Answer) -> str:
    record = each.record
    code = f"<code>{_said(answer.short_id(record.record_id))}</code>"
    if record.text_known:
        title = f"{_said(title_of(record.record.text))}<br>{code}"
        state = f"{_said(record.state)}, {_said(record.durability)}"
        since = Instant(instant(record.record.created_at).seconds).text
        claimed = f"{_said(claimed_with_basis(record.creation))}<br>since {since}"
    else:
        title = f"{counted(len(record.creations), 'version')}: none is chosen<br>{code}"
        state, claimed = _said(record.state), "several versions"
    for name, items in (("prefer", record.record.preferred_paths), ("reject", record.record.rejected_paths)):
        if items and record.text_known:
            title += f"<br>{name}: {_some([_said(item) for item in items], MOST_REASONS, '; ')}"
    if each.challenged_by:
        by = [f"<code>{_said(answer.short_id(challenge))}</code>" for challenge in each.challenged_by]
        state += f"<br>challenged by {_some(by, MOST_REASONS, ', ')}"
    if each.excepted_by:
        but = [_said(exception_words(exception, answer)) for exception in each.excepted_by]
        title += f"<br>{_some(but, MOST_REASONS, '<br>')}"
    if record.contested:
        state += f"<br>{_some(_versions(each), MOST_VERSIONS, '<br>')}"
    reasons = [_said(words) for words in reason_words(each, answer)]
    why = f"{_said(each.tier.words)}<br>{_some(reasons, MOST_REASONS, '<br>')}"
    return f"| {title} | {state} | {claimed} | {why} |"


def _versions(each: Governed) -> list[str]:
    told = []
    for version in versions_of(each.record):
        what = f"{version.states}: {title_of(version.text)}" if version.text is not None else version.states
        told.append(_said(f"{what} ({claimed_with_basis(version.event)})"))
    return told


def _unknown_commits(answer: Answer) -> list[str]:
    """What leaves a part of the question open, said before the answer."""
    told = [f"- {_said(f'unknown: {sentence}')}" for sentence in answer.unknown_commits()]
    shown = _fitting(told, _ROOM_FOR_SENTENCES)
    more = [f"- and {len(told) - len(shown):,} more"] if len(shown) < len(told) else []
    return [*shown, *more, ""] if told else []


def _tail(answer: Answer) -> Iterator[str]:
    settled = [
        f"{answer.short_id(record_id)} met it too, and is settled by {', '.join(map(answer.short_id, by))}"
        for record_id, by in answer.direction.settled.items()
    ]
    told = [f"- {_said(each)}" for each in (*(f"unknown: {sentence}" for sentence in answer.unknown_areas()), *settled)]
    shown = _fitting(told, _ROOM_FOR_SENTENCES)
    yield from shown
    if len(shown) < len(told):
        yield f"- and {len(told) - len(shown):,} more"
    if told:
        yield ""
    looked_at = [_said(sentence) for sentence in answer.looked_at()]
    fitting = _fitting(looked_at, _ROOM_FOR_SENTENCES)
    left = [f"and {len(looked_at) - len(fitting):,} more"] if len(fitting) < len(looked_at) else []
    yield f"<sub>{'; '.join([*fitting, *left])}</sub>"


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """Those of these lines, in order, that fit into ``room`` bytes; one that is too long keeps none behind it out."""
    shown = []
    for line in lines:
        size = _size([line])
        if size <= room:
            room -= size
            shown.append(line)
    return shown


def _some(items: list[str], most: int, between: str) -> str:
    """The first of these, already inert, and how many more there are."""
    more = [f"and {len(items) - most:,} more"] if len(items) > most else []
    return between.join([*items[:most], *more])


def _said(value: str) -> str:
    """Text of bounded length as data in a line of Markdown."""
    return str(mention_free(cut(value, LONGEST_TEXT)))


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode("utf-8")) + 1 for line in lines)

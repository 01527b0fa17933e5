"""Why a record governs, in words, as every spelling for people says it. Ledger text in them is raw: sinks encode it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.governing import Governed
from ...ledger.matching import pattern_matches
from ...ledger.scope_match import PathMatch
from ...ledger.wording import listed
from .answer import Answer

MOST_PATHS = 6  # of one pattern named in a line


def reason_words(each: Governed, answer: Answer) -> Iterator[str]:
    """A phrase for each reason; the paths that one pattern meets share one."""
    if each.record.contested:
        yield "its versions or changes are in dispute"
    elif each.open_challenge:
        yield "an open challenge"
    match = each.match
    if match.is_global:
        yield "it holds everywhere"
    yield from (f"PR {value}" for value in match.prs)
    yield from (f"issue {value}" for value in match.issues)
    yield from (path_words(met, answer) for met in match.paths)
    yield from (f"area {value}" for value in match.areas)
    for record_id in each.settles:
        yield f"it settles {answer.short_id(record_id)}, which met what was asked"


def path_words(met: PathMatch, answer: Answer) -> str:
    """What was asked, and the pattern that meets it; where only what was asked is the pattern, that is said.

    The pattern that stands for whatever may come in a folder is named where no file of it is.
    """
    folders = answer.folders
    origin = f"{met.pattern} of area {met.area}" if met.area is not None else met.pattern
    named = [value for value in met.values if value not in folders]
    parts = []
    if not named:
        around = [f"{folders[value]}/" for value in met.values if pattern_matches(met.pattern, value)]
        inside = [f"{folders[value]}/" for value in met.values if not pattern_matches(met.pattern, value)]
        parts += [f"whatever comes in {listed(around, most=MOST_PATHS)} by {origin}"] if around else []
        parts += [f"{origin}, which lies in {listed(inside, most=MOST_PATHS)}"] if inside else []
    direct = [value for value in named if pattern_matches(met.pattern, value)]
    turned = [value for value in named if not pattern_matches(met.pattern, value)]
    if direct == [origin]:
        parts += [f"it names {'this path' if answer.asked.paths == (origin,) else origin}"]
    elif direct:
        parts += [f"{listed(direct, most=MOST_PATHS)} by {origin}"]
    parts += [f"{origin} by {listed(turned, most=MOST_PATHS)}, which was asked"] if turned else []
    return "; ".join(parts)

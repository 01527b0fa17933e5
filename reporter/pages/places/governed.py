"""What governs a place, as blocks: tier by tier, each record with every reason why it applies there."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from ....ledger.governing import Governed
from ....ledger.history import RecordHistory
from ....ledger.matching import pattern_matches
from ....ledger.scope_match import PathMatch, Tier
from ....ledger.wording import counted
from ...governs.answer import versions_of
from ..address import FORKS, PATHS, PLACE_PAGES
from ..blocks import Block, Code, Inline, Line, Muted, Paragraph, Ref, Strong, worded
from ..front.challenge_words import exception_words
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, badge, claim_of, durability_badge, joined, record_ref, state_badge, when
from .directions import Local
from .place_blocks import GovernedItem, TierGroup, Tiers

MOST_ITEMS = 200  # records that a page shows of one tier
MOST_EVERYWHERE = 12  # and of what holds everywhere, which the page of all paths lists
MOST_REASONS = 8
MOST_NAMED = 6  # paths that one reason names

PathWords = Callable[[Survey, PathMatch], Line]


def governing(survey: Survey, local: Local, path_words: PathWords) -> Iterator[Block]:
    """The direction in force for a place; ``path_words`` says in which way a path brings a record there."""
    groups = [
        _group(survey, tier, tuple(members), path_words)
        for tier, members in groupby(_shown(local), key=lambda each: each.tier)
    ]
    if groups:
        yield Tiers(tuple(_counting(group, local) for group in groups))
    elif survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": what governs it; {UNREADABLE}."))
    else:
        yield Paragraph(("No direction in force governs it.",))
    for record_id, by in local.settled.items():
        places = joined([record_ref(survey, each) for each in by])
        yield Paragraph((record_ref(survey, record_id), " met it too, and is settled by ", *places, "."))


def everything_everywhere(survey: Survey) -> Iterator[Block]:
    """What holds in every place, for the page that lists it."""
    everywhere = survey.directions.everywhere
    if not everywhere and survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": what holds everywhere; {UNREADABLE}."))
        return
    if not everywhere:
        yield Paragraph(("No record in force is stated to hold everywhere.",))
        return
    rest: Line = ()
    if len(everywhere) > MOST_ITEMS:
        command = survey.command("list --json")
        rest = (f"Showing {MOST_ITEMS} of {len(everywhere):,}; all of them: ", Code(command))
    items = tuple(_item(survey, each, named_paths) for each in everywhere[:MOST_ITEMS])
    yield Tiers((TierGroup("", items, rest),))


def _shown(local: Local) -> list[Governed]:
    """What is bound here, and of what merely holds everywhere as much as is shown, in order."""
    return sorted((*local.bound, *local.everywhere[:MOST_EVERYWHERE]), key=lambda each: each.order)


def _group(survey: Survey, tier: Tier, members: Sequence[Governed], path_words: PathWords) -> TierGroup:
    items = tuple(_item(survey, each, path_words) for each in members[:MOST_ITEMS])
    more = len(members) - len(items)
    rest: Line = (f"Showing {len(items):,} of {len(members):,}; the command below lists all.",) if more else ()
    return TierGroup(_sentence(tier.words), items, rest)


def _counting(group: TierGroup, local: Local) -> TierGroup:
    """The last group with how many more hold everywhere."""
    more = len(local.everywhere) - MOST_EVERYWHERE
    if more <= 0 or group.name != _sentence(Tier.GLOBAL.words):
        return group
    total = len(group.items) + more
    return TierGroup(
        group.name, group.items, (f"Showing {len(group.items)} of {total:,}. ", Ref("All that holds everywhere", PATHS))
    )


def _item(survey: Survey, each: Governed, path_words: PathWords) -> GovernedItem:
    record = each.record
    said: list[Inline] = [Code(survey.short(record.record_id), record.record_id), " · "]
    if record.text_known:
        said += [*claim_of(record.creation), " · ", when(record.creation.occurred_at)]
    else:
        said += [f"{counted(len(record.creations), 'version')}: none is chosen"]
    title: list[Inline] = [record_ref(survey, record.record_id), " ", state_badge(record)]
    if record.text_known:
        title += [" ", durability_badge(record)]
    reasons = [*_reasons(survey, each, path_words)]
    more: list[Line] = [(f"and {len(reasons) - MOST_REASONS:,} more reasons",)] if len(reasons) > MOST_REASONS else []
    tone = "fork" if record.contested else "open" if each.open_challenge or each.challenged_by else ""
    return GovernedItem(tuple(title), tuple(said), tuple(_notes(survey, each)), (*reasons[:MOST_REASONS], *more), tone)


def _notes(survey: Survey, each: Governed) -> Iterator[Line]:
    """What stands against it, then what it would rather have and what it refuses."""
    record = each.record
    if record.contested:
        yield (f"{versions_words(record)}, none is chosen: ", Ref("side by side", FORKS))
    for challenge in each.challenged_by:
        yield (badge("challenged"), " by ", record_ref(survey, challenge), ", which nobody has answered")
    for exception in each.excepted_by:
        yield (badge("accepted", "with an accepted challenge"), ": ", *exception_words(survey, exception))
    if record.text_known:
        for name, items in (("prefer", record.record.preferred_paths), ("reject", record.record.rejected_paths)):
            yield from ((Muted(f"{name}: "), worded(item)) for item in items[:MOST_NAMED])
            if len(items) > MOST_NAMED:
                yield (Muted(f"{name}: and {len(items) - MOST_NAMED:,} more"),)


def versions_words(record: RecordHistory) -> str:
    """How many versions and changes of a record compete."""
    return counted(len(versions_of(record)), "version or change", "versions and changes")


def _reasons(survey: Survey, each: Governed, path_words: PathWords) -> Iterator[Line]:
    """Every reason, as :func:`..governs.reason_words.reason_words` has them, with links."""
    if each.record.contested:
        yield ("its versions or changes are in dispute",)
    elif each.open_challenge:
        yield ("an open challenge",)
    match = each.match
    if match.is_global:
        yield ("it holds everywhere",)
    yield from (("PR ", place_ref(survey, "pr", value)) for value in match.prs)
    yield from (("issue ", place_ref(survey, "issue", value)) for value in match.issues)
    yield from (path_words(survey, met) for met in match.paths)
    yield from (("area ", place_ref(survey, "area", value)) for value in match.areas)
    yield from (("it settles ", record_ref(survey, record_id), ", which met it") for record_id in each.settles)


def named_paths(survey: Survey, met: PathMatch) -> Line:
    """What was asked, and the pattern that meets it; where only what was asked is the pattern, that is said."""
    direct = [value for value in met.values if pattern_matches(met.pattern, value)]
    turned = [value for value in met.values if not pattern_matches(met.pattern, value)]
    line: list[Inline] = []
    if direct:
        line += [*origin(survey, met)] if direct == [met.pattern] else [*codes(direct), " by ", *origin(survey, met)]
    if turned:
        line += ["; " if direct else "", *origin(survey, met), " lies in ", *codes(turned)]
    return tuple(line)


def origin(survey: Survey, met: PathMatch) -> Line:
    """The pattern, and the area that brings it."""
    if met.area is None:
        return (Code(met.pattern),)
    return (Code(met.pattern), " of area ", place_ref(survey, "area", met.area))


def codes(values: Iterable[str], most: int = MOST_NAMED) -> list[Inline]:
    """Some values, and how many more there are."""
    found = list(values)
    more: list[Inline] = [f" and {len(found) - most:,} more"] if len(found) > most else []
    return [*joined([Code(value) for value in found[:most]]), *more]


def place_ref(survey: Survey, kind: str, name: str) -> Inline:
    """An area, an issue or a pull request by its name, leading to its page where it has one."""
    if name in survey.mentions(kind).paged:
        return Ref(name, PLACE_PAGES[kind](name), is_code=True)
    return Code(name)


def unknown_areas(survey: Survey) -> Iterator[Block]:
    """That areas are named which the config does not know, so that nobody can tell their paths."""
    names = survey.directions.unknown_areas
    if names:
        refs = joined([place_ref(survey, "area", name) for name in names[:MOST_NAMED]])
        more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
        yield Paragraph(
            (Strong(UNKNOWN), ": which paths these areas take in; direction names them, the config does not: ", *refs)
            + ((more,) if more else ())
        )


def argument(text: str) -> str:
    """A path as an argument of a command line."""
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]

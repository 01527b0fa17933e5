"""What it takes to settle a dispute or to answer a challenge: who could, and the command that does it, complete."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from ...ledger.challenge_texts import said_in
from ...ledger.challenges import CHALLENGE, RELATION_OF, RESOLUTION, TARGET
from ...ledger.events import IN_FORCE, Event, Record
from ...ledger.history import Conflict, ConflictKind, RecordHistory
from ...ledger.settlement import SETTLES
from ...ledger.title import title_of
from ...ledger.trust import rank
from ...ledger.wording import actor_name, counted
from ...lint.catalogue import rule
from ...repository.source import StoreName
from .blocks import Block, Bullets, Code, Command, Fold, Heading, Inline, Line, Paragraph, Strong
from .branch_ends import Ends, ends_of, ends_words
from .front.holders import levels_needed, named
from .script_blocks import Script, Scripts
from .survey import Survey
from .words import UNKNOWN, claim_of, joined, live_only, reflowed
from .written import TO_FILL_IN, Writing, script

MOST_NAMES = 12  # of those who could settle a fork
_HOLDS = "the direction as it holds from now on"
_SUPERSEDES = "supersedes"
_ASKING = frozenset({CHALLENGE, RESOLUTION})


def what_settles(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    """Who could settle an open dispute, as the record has it, and the command for each choice."""
    if conflict.kind is ConflictKind.CYCLE:
        known = rule("FP404")
        if known is not None:
            yield Fold("How this is mended", (Paragraph(reflowed(known.fix)),))
        return
    yield from who_settles(survey, record, conflict)
    yield Heading("The command that settles it", 3, searched=False)
    if conflict.kind is ConflictKind.COMPETING_CHILDREN and record.record.kind in _ASKING:
        yield Paragraph(
            (
                "None is offered here: a settlement that is written as a decision would be no challenge, and no answer "
                "to one. Write a record of the same kind, with the status that holds, with the relation and the "
                "extension of the one in dispute, and with the extension ",
                Code(SETTLES),
                " and a ",
                Code(_SUPERSEDES),
                " relation, as the commands for other forks do.",
            )
        )
    elif conflict.kind is ConflictKind.COMPETING_CHILDREN:
        yield how_to_run(survey, "settle.sh")
        yield Scripts(tuple(_of_fork(survey, record, conflict)))
        yield Paragraph(
            (
                "Each writes one record with the extension ",
                Code(SETTLES),
                " and one ",
                Code(_SUPERSEDES),
                " relation from it to the contested record. No branch is deleted or changed: the new record stands in "
                "the place of all of them. It covers exactly the branches that are here; a later one opens the fork "
                "again.",
            ),
            "muted",
        )
    else:
        if conflict.kind is ConflictKind.DIVERGENT_COPIES:
            yield from _copies(conflict)
        yield how_to_run(survey, "decide.sh")
        yield Scripts(tuple(_of_versions(survey, conflict)))
        yield Paragraph(tuple(_accept(conflict)), "muted")


def who_settles(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    """Who could settle a dispute of a record, by the claim that it takes."""
    yield Heading("Who could settle it", 3)
    yield Paragraph(_who(survey, record, conflict))


def how_to_run(survey: Survey, name: str) -> Paragraph:
    """What to do with the scripts that follow."""
    return Paragraph(
        (
            "Copy the one that is wanted into a file, say ",
            Code(name),
            ", fill in the lines at its top, and run ",
            Code(f"bash {name}"),
            " in the repository; before they are filled in it refuses. It adds files to ",
            Code(survey.ledger),
            ", changes none that is there, and then runs lint. Commit what it wrote together.",
        )
    )


def how_to_answer(survey: Survey, challenge_id: str) -> Iterator[Block]:
    """The command for each answer to an open challenge; where a relation alone makes it one, what to write instead."""
    found, record = survey.challenges[challenge_id], survey.history.records[challenge_id]
    if not found.is_record:
        yield Paragraph(
            (
                "It is direction in force, which a relation sets against other direction, and no question that a "
                "resolution could answer. Whoever decides ends the one that does not hold: a ",
                Code("record.state_changed"),
                " of it with ",
                Code("status"),
                " expired or superseded, a ",
                Code("lifecycle_reason"),
                ", and its last revision as ",
                Code("parent_event_id"),
                ". Or a new record replaces both: ",
                Code("record.created"),
                " with one ",
                Code("supersedes"),
                " relation to each, and such a change of each.",
            )
        )
        return
    if not record.text_known or record.contested:
        yield Paragraph(("The challenge is itself in dispute: that is settled first.",))
        return
    targets = [survey.history.records[each] for each in found.targets if each in survey.history.records]
    needed = max((rank(each.creation.trust.level) for each in targets if each.text_known), default=0)
    yield how_to_run(survey, "answer.sh") if not live_only(record) else _run_where_it_lives()
    yield Scripts(tuple(_answer(survey, record, status, needed) for status in ("accepted", "rejected")))


def _run_where_it_lives() -> Paragraph:
    return Paragraph(
        (
            "Only this machine has the challenge, so its answer is written where it lies, in the folder ",
            Code("fabric/events"),
            " of the git directory. Copy the one that is wanted into a file, say ",
            Code("answer.sh"),
            ", fill in the lines at its top, and run ",
            Code("bash answer.sh"),
            " in the repository, on that machine; before they are filled in it refuses.",
        )
    )


def _who(survey: Survey, record: RecordHistory, conflict: Conflict) -> Line:
    words: list[Inline] = []
    if conflict.kind is not ConflictKind.COMPETING_CHILDREN:
        writers = sorted({actor_name(event.actor): event for event in _versions(conflict)}.items())
        words += ["Those who wrote the versions know which was first: "]
        words += joined([part for _, event in writers for part in (claim_of(event)[0],)])
        words += [". "]
    if not record.text_known:
        return (*words, Strong(UNKNOWN), ": which claim it takes, since the record's own creation is in dispute.")
    claim = record.creation.trust.level
    words += ["It takes a claim of ", *levels_needed(record), ", since the record was created on ", Code(claim), ". "]
    names = survey.claim_holders.of(record.record.scope, rank(claim))
    if not names:
        return (*words, "No such claim is on record in this scope.")
    return (*words, "Such a claim is on record in this scope for ", *named(names, MOST_NAMES), ".")


def _of_fork(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Script]:
    """A script to keep each branch, then one to keep none."""
    for place, (branch, ends) in enumerate(zip(conflict.branches, ends_of(survey, record, conflict), strict=True), 1):
        title = f"Keep branch {place}, of {actor_name(branch.child.actor)}: {ends_words(ends)}"
        yield Script(title, script(_settlement(survey, record, conflict, branch.child.event_id, ends)))
    none = "Keep neither" if len(conflict.branches) == 2 else "Keep none of them"
    yield Script(f"{none}: write what holds instead", script(_settlement(survey, record, conflict, None, ())))


def _settlement(survey: Survey, record: RecordHistory, conflict: Conflict, kept: str | None, ends: Ends) -> Writing:
    told = record.record
    holds = kept is not None and bool(ends) and all(end.status in IN_FORCE for end in ends)
    text = TO_FILL_IN
    if holds:
        text = told.text
    elif kept is not None and ends:
        text = f"This holds no more ({ends[0].status}): {title_of(told.text)}"
    durable = holds and all(end.durability == "durable" for end in ends)
    extension = {
        "record_id": conflict.record_id,
        "parent_event_id": conflict.parent_event_id or "",
        "competing_event_ids": list(conflict.competing_event_ids),
        **({"kept": kept} if kept is not None else {}),
    }
    earlier = [
        survey.history.records[judged.settlement_record_id]
        for judged in survey.history.judgements
        if judged.settlement is not None
        and (judged.settlement.record_id, judged.settlement.parent_event_id)
        == (conflict.record_id, conflict.parent_event_id)
        and survey.history.records[judged.settlement_record_id].in_force
    ]
    return Writing(
        kind="decision",
        status="active",
        durability="durable" if durable else "candidate",
        text=text,
        text_is=_HOLDS,
        scope=told.scope,
        needed=rank(record.creation.trust.level),
        relations=tuple((_SUPERSEDES, each) for each in (record.record_id, *(old.record_id for old in earlier))),
        ledger=survey.ledger,
        extensions={SETTLES: extension},
        paths=_ways(told) if holds else (),
        ended=tuple((old.record_id, old.head.event_id) for old in earlier if not old.contested),
        keeps_none=kept is None,
        about=tuple(conflict.competing_event_ids),
        done=(SETTLES, *conflict.competing_event_ids),
        known=tuple(old.record_id for old in earlier),
        options=_options(survey),
    )


def _of_versions(survey: Survey, conflict: Conflict) -> Iterator[Script]:
    """A script for each version that creates the record, which writes that version anew."""
    made = [event for event in _versions(conflict) if isinstance(event.payload, Record)]
    for place, event in enumerate(made, 1):
        told = event.payload
        assert isinstance(told, Record)
        writing = Writing(
            kind="decision",
            status="active",
            durability="candidate",
            text=told.text,
            text_is=_HOLDS,
            scope=told.scope,
            needed=max(rank(each.trust.level) for each in made),
            relations=((_SUPERSEDES, told.record_id),),
            ledger=survey.ledger,
            extensions={},
            about=tuple(each.event_id for each in made),
            paths=_ways(told),
            options=_options(survey),
        )
        yield Script(f"Version {place} holds, of {actor_name(event.actor)}: write it anew", script(writing))


def _answer(survey: Survey, record: RecordHistory, status: str, needed: int) -> Script:
    asked = said_in(record.record).what
    writing = Writing(
        kind=RESOLUTION,
        status=status,
        durability="live" if live_only(record) else "candidate",
        text=f"{status.capitalize()}: {asked}" if asked else TO_FILL_IN,
        text_is="what is decided, and how far it reaches",
        scope=record.record.scope,
        needed=needed,
        relations=((RELATION_OF[RESOLUTION], record.record_id),),
        ledger=survey.ledger,
        extensions={TARGET: record.record_id},
        about=(record.creation.event_id,),
        done=('"resolves"', record.record_id),
        shared=live_only(record),
        options=_options(survey),
    )
    told = "Accept it: an exception, or a correction" if status == "accepted" else "Reject it: the direction stays"
    return Script(told, script(writing))


def _ways(told: Record) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = (("rejected_paths", tuple(told.rejected_paths)), ("preferred_paths", tuple(told.preferred_paths)))
    return tuple((name, ways) for name, ways in found if ways)


def _versions(conflict: Conflict) -> Sequence[Event]:
    return conflict.versions or [branch.child for branch in conflict.branches]


def _copies(conflict: Conflict) -> Iterator[Block]:
    """Where the copies lie, and how to see which was first: one that was only edited here is simply put back."""
    versions = _versions(conflict)
    yield Paragraph(
        (
            f"{counted(len(versions), 'copy', 'copies')} differ. First see which was written first, and whether the "
            "difference is committed at all:",
        )
    )
    tracked = [event.origin.path for event in versions if event.origin.store is StoreName.LEDGER]
    others = [event.origin.path for event in versions if event.origin.store is not StoreName.LEDGER]
    for path in dict.fromkeys(tracked):
        yield Command(f"git log --follow --patch -- {shlex.quote(path)}")
    rows: list[Line] = [
        (
            "The tracked copy was edited and not committed: put it back with ",
            Code(f"git restore {shlex.quote(path)}"),
            ".",
        )
        for path in dict.fromkeys(tracked)
    ]
    rows += [
        (
            "A commit edited the tracked copy: put back what the commit before it had, with ",
            Code(f"git checkout COMMIT^ -- {shlex.quote(path)}"),
            ", and commit that.",
        )
        for path in dict.fromkeys(tracked)
    ]
    rows += [
        ("Every clone sees the tracked copy, and only this machine ", Code(path), ": no commit carries that one.")
        for path in dict.fromkeys(others)
    ]
    rows.append(("Both are on record: both stay. Decide, and write what holds as a new record, with one of these:",))
    yield Bullets(tuple(rows))


def _accept(conflict: Conflict) -> Iterator[Inline]:
    yield "The record stays contested, and the site goes on to show every version. Then accept the finding "
    yield Code("FP301" if conflict.kind is ConflictKind.DIVERGENT_COPIES else "FP303")
    yield " in "
    yield Code("fingerpost.toml")
    yield ", with a "
    yield Code("[[suppressions]]")
    yield " table whose reason names the new record."


def _options(survey: Survey) -> str:
    """What lint needs to read the ledger that is written to."""
    told = shlex.split(survey.options)
    ledger = f" --ledger {shlex.quote(survey.ledger)}" if "--ledger" in told else ""
    return f"{ledger} --config {shlex.quote(told[told.index('--config') + 1])}" if "--config" in told[:-1] else ledger

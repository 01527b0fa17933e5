"""The words that the pages use, each explained in a sentence or two on the page about them, where others link to it."""

from __future__ import annotations

from .address import ABOUT
from .blocks import Ref
from .glossary_blocks import Word

TITLE = "Words used here"


def what(word: str, label: str) -> Ref:
    """A link to where a word is explained.

    Raises:
        KeyError: no such word is.

    """
    return Ref(label, ABOUT, at=_PLACES[word])


_MEANINGS: tuple[tuple[str, str], ...] = (
    (
        "Record",
        "One piece of direction: a decision, a requirement, a rejection, a note. It is written once; whatever becomes "
        "of it later is added as an event of its own and never written over.",
    ),
    (
        "Scope",
        "Where a record applies: an issue, a pull request, areas, paths, or everywhere. An area is a name that the "
        "ledger's config gives to some paths.",
    ),
    (
        "Governed",
        "A path is governed by every record in force whose scope takes it in. A record that holds everywhere governs "
        "every path; coverage leaves those out, since no commit could be without.",
    ),
    (
        "In force",
        "The record counts now: its status is active, or it is a challenge that is still open. Expired, discarded and "
        "superseded records stay readable, and guide nothing.",
    ),
    (
        "Durability",
        "How far a record is meant to reach: live, candidate or durable. It says nothing of whether the record is "
        "in force.",
    ),
    ("Live", "Written down on one machine and shared by its worktrees only. Other clones do not have it."),
    ("Candidate", "Kept in the repository with the code, and not yet confirmed as lasting direction."),
    (
        "Durable",
        "Kept in the repository, and promoted to last, with a reason that a person or a reviewer is stated to have "
        "confirmed.",
    ),
    (
        "Lifetime advice",
        "How long the author thought that a record would be needed, for instance until its issue is closed. Nothing "
        "ends by it: only an event ends a record.",
    ),
    (
        "Contested",
        "Two changes continue the same state of a record, or two versions of it differ. All are shown and none is "
        "chosen, until new direction settles it.",
    ),
    ("Fork", "What makes a record contested: two or more branches behind one shared parent."),
    (
        "Challenged",
        "Another record argues against this one, and nobody has answered yet. The challenged record stays in force "
        "until somebody changes it.",
    ),
    (
        "Accepted challenge",
        "Somebody argued against a record and was told that it is so: an exception to the record, or a correction of "
        "it. The record stays in force beside it.",
    ),
    (
        "Settlement",
        "New direction that says which branch of a fork holds, or that none does. The branches stay readable.",
    ),
    ("Lifecycle", "What became of a record: created, changed, ended, brought back. An edge of the graph for each."),
    (
        "Trailer",
        "A line at the end of a commit's message, such as Fabric-Implements, by which its author declares something.",
    ),
    ("Superseded", "Replaced by a later record, and so no longer in force."),
    (
        "Stale",
        "There is a reason on record to ask whether it is still true: its issue was closed, a path is gone, a question "
        "is open for long. It is still in force.",
    ),
    (
        "The two ladders",
        "Two separate questions about a record and a piece of work. Availability asks how near the record came to the "
        "work; causality asks who declared that the work follows it. No answer to the one is an answer to the other.",
    ),
    (
        "Availability",
        "Four steps: existed, in scope, delivered, exposed. Each is yes, no or unknown, with what it rests on; where "
        "no work is looked at, a scope is only stated. Having had direction does not mean having followed it.",
    ),
    ("Existed", "The record was there when the work was done."),
    ("In scope", "The record was in force then, and its scope took the work in."),
    (
        "Delivered",
        "A receipt says that the record was handed to a thread of the work before the work was done. It may have gone "
        "unread.",
    ),
    (
        "Exposed",
        "A receipt says that the record was put before whoever worked in the thread. It may have been ignored.",
    ),
    (
        "Causality",
        "What somebody declared: the work implements the record, or was informed by it. It is their word, and stays "
        "on record where others dispute it.",
    ),
    (
        "Declared",
        "Somebody said so, by a relation in the ledger or by a trailer of the commit's message. Nothing is taken from "
        "a diff, a title or a time.",
    ),
    ("Implements", "A declaration that the work carries out the record."),
    ("Informed by", "A declaration that the record was taken into account, and no more."),
    (
        "Unknown",
        "What was read does not say, or does not let anybody judge. It is neither a yes nor a no, and may become "
        "known where more is read.",
    ),
    (
        "Basis",
        "What a statement rests on. Of a step of availability: git, a scope, a path or a receipt. Of a claim: what its "
        "author gave as the ground for it.",
    ),
    (
        "Own tree",
        "The record came in with the very commit in question, and was not in its parent: it was there as the commit "
        "was made, and not before.",
    ),
    ("Thread", "One session or conversation in which work was done, by an agent or by people, under an id of its own."),
    (
        "Projection",
        "A selection of records that was put together for a thread at one moment: what fitted its scope and the room "
        "that there was.",
    ),
    ("Receipt", "A note that a projection was delivered or exposed to a thread, and which records it held."),
    ("Action", "Something that an agent or a person did. The ledger keeps its id; what was done is with the provider."),
    (
        "Trust",
        "How an event says that it was confirmed. It is a claim of whoever wrote the event. Nobody checked it, and it "
        "proves no identity.",
    ),
    ("human_confirmed", "The claim that a person confirmed it. The strongest of the four."),
    ("reviewer_confirmed", "The claim that a reviewer confirmed it, below a person's own word."),
    ("tool_verified", "The claim that a tool found it to be so. A tool's check is no person's consent."),
    ("agent_asserted", "An agent says so, and nobody is claimed to have confirmed it. The weakest of the four."),
    (
        "Coverage",
        "How many of the commits that touch governed paths declare something. Whether the others follow direction is "
        "unknown, not denied.",
    ),
    ("Lineage", "How records and other things come from one another: derived from, replaces, challenges, answers."),
    ("Finding", "Something that a rule of lint reports about the ledger, with a code such as FP701."),
)

WORDS = tuple(Word(word, meaning) for word, meaning in _MEANINGS)
_PLACES = {each.word: each.at for each in WORDS}

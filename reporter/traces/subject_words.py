"""What is said of the subject itself, beside its claims: its threads, and why nothing is declared or delivered.

The texts hold no word of the ledger but the subject's kind, which is made visible.
"""

from __future__ import annotations

from ...ledger.display import visible
from ..claims.threads import SubjectThread
from ..graph.provenance import is_local
from .claim_words import Background
from .trace import Trace

NEVER_CREATED = "a record whose creation was not read"

_READ = ("exact", "abbreviated", "unreachable")  # resolutions of commits whose messages are here

_TIES = {
    "trailer": "a trailer of the commit names this thread",
    "correlation": "a relation about it names this thread",
    "causation": "a relation about it names this thread as its cause",
    "actor": "a declaration comes from this thread",
}


def background_of(trace: Trace) -> Background:
    """What the words about this subject rest on."""
    if is_local(trace.root, "thread"):
        receiver = "this thread"
    else:
        receiver = "its threads" if len(trace.threads) > 1 else "its thread"
    known = is_local(trace.root, "thread") or bool(trace.threads)
    here = trace.root.kind == "commit" and trace.resolutions.get(trace.root.id) in _READ
    return Background(visible(trace.root.kind), trace.time, trace.runtime_read, receiver if known else None, here)


def nothing_declared(trace: Trace) -> str:
    """Where nothing is declared of a subject: who does not say so, and whether anybody else could have."""
    what = f"says what this {visible(trace.root.kind)} implements or was informed by"
    if trace.root.kind != "commit":
        return f"no relation {what}."
    resolution = trace.resolutions.get(trace.root.id)
    if resolution in _READ:
        return f"neither a relation nor a trailer of its message {what}."
    why = "which commit it is cannot be told" if resolution == "ambiguous" else "its message is not here"
    return f"no relation {what}; {why}, so what its trailers say is unknown."


def tie_words(trace: Trace, thread: SubjectThread) -> str:
    """What ties a thread to the subject, and that no event of it was read where that is so."""
    unread = "; no thread event of it was read" if trace.runtime_read and not thread.known else ""
    return f"{tied_by(thread.basis)}{unread}"


def tied_by(basis: str) -> str:
    """What ties something to a thread, by the word for it (:class:`..claims.threads.SubjectThread`)."""
    return _TIES[basis]


def why_no_receipt(trace: Trace) -> str:
    """Why no receipt says what was delivered, and what would."""
    kind = visible(trace.root.kind)
    if not trace.runtime_read:
        return (
            "receipts live in the store of the machine that made them, and none was read here. "
            "A runtime pack of that machine (--runtime FILE) would tell."
        )
    if trace.root.kind == "commit" and trace.time is None:
        return "without the commit its time is not known, so no receipt can count."
    if not trace.threads and not is_local(trace.root, "thread"):
        ties = "neither a trailer nor a relation event" if trace.root.kind == "commit" else "no relation event"
        return f"{ties} ties this {kind} to a thread, so no receipt can speak for it."
    if trace.statements and trace.time is None:
        return "copies of one event differ in when this thread began, so no receipt can count."
    if trace.time is None:
        return f"no event that was read says when this {kind} began, so no receipt can count."
    if is_local(trace.root, "thread"):
        return "no receipt up to the start of this thread lists a record for it."
    return f"no receipt up to this {kind} lists a record for its thread."


def none_words(trace: Trace) -> str:
    """How many records are not listed because their verdict is none, and what that may rest on."""
    number = trace.none_not_listed
    verb, them = ("does", "it") if number == 1 else ("do", "them")
    noun = "record" if number == 1 else "records"
    stood = "was" if number == 1 else "were"
    return f"{number:,} {noun} did not exist then, {stood} not in force, or {verb} not cover it; --all lists {them}"

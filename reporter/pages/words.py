"""How things are said on every page: states, times, actors and their claims, ids and nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...ledger.events import Actor, Event, Node, Scope, Trust
from ...ledger.history import RecordHistory
from ...ledger.instants import parse_instant
from ...lint.finding import Severity
from ...repository.source import StoreName
from ..claims.revisions import revisions
from ..graph.edges import Edge
from ..graph.provenance import is_local
from ..graph.svg import kind_word
from ..traces.claim_words import BY_TRAILER
from .address import commit_page, record_page
from .blocks import EMPTY, Badge, Break, Code, Inline, Line, Muted, Ref, When, Who, worded
from .survey import Survey

UNKNOWN = "unknown"
_IDS = re.compile(
    r"((?:rec|evt|thr|prj|rel|rcp)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-z-]|\.json)"
)
_LONG_ID = 32
_MOST_KNOWN = 200  # characters of an id that search knows
LIVE_ONLY = "live, this machine only"
CONFIG_UNNAMED = (
    "A config from outside the repository was used, which no command here can name. Without it (--config) the same "
    "command may give other findings."
)
UNREADABLE = "the folder of the ledger could not be read"

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

# Word -> shape and tone: the word alone says it, the shape helps whoever does not see colours.
_SHAPES = {
    "active": ("●", "good"),
    "open": ("◐", "open"),
    "accepted": ("✓", "good"),
    "rejected": ("✕", "bad"),
    "expired": ("○", "past"),
    "discarded": ("⊘", "past"),
    "superseded": ("↷", "past"),
    "contested": ("◆", "fork"),
    "settled": ("◇", "past"),
    "suspect": ("▲", "warn"),
    "disputed": ("◆", "fork"),
    "challenged": ("◆", "open"),
    "durable": ("■", "plain"),
    "candidate": ("◧", "plain"),
    "live": ("◌", "live"),
    LIVE_ONLY: ("◌", "live"),
    "error": ("✕", "bad"),
    "warning": ("▲", "warn"),
    "notice": ("•", "plain"),
}


def badge(word: str, told: str = "") -> Badge:
    """A state as a badge; a word nobody knows gets a plain one. ``told`` are the words in it, where there are more."""
    shape, tone = _SHAPES.get(word, ("·", "plain"))
    return Badge(worded(told or word, UNKNOWN), shape, tone)


def state_badge(record: RecordHistory) -> Badge:
    """A record's state; a fork that a settlement covers shows as settled."""
    return badge(record.state)


def durability_badge(record: RecordHistory) -> Badge:
    """A record's durability; live says whether the tracked ledger has it too."""
    return badge(LIVE_ONLY if live_only(record) else record.durability)


def live_only(record: RecordHistory) -> bool:
    """True for a live record of which the tracked ledger holds nothing."""
    return (
        record.text_known
        and record.durability == "live"
        and all(event.origin.store is not StoreName.LEDGER for event in revisions(record))
    )


def severity_badge(severity: Severity) -> Badge:
    """A finding's severity."""
    return badge(severity.value)


def when(text: str) -> When:
    """A time as people read it, in UTC, with the exact text that was written."""
    found = parse_instant(text)
    if found is None:
        return _as_written(text)
    clock = found.text[len(found.day) + 1 :][:5]
    return When(f"{day_words(found.day)}, {clock} UTC", text)


def day_words(day: str) -> str:
    """A calendar day as people read it."""
    year, month, number = day.split("-")
    return f"{int(number)} {_MONTHS[int(month) - 1]} {year}"


def month_words(month: str) -> str:
    """A month of a year (``2026-03``) as people read it."""
    year, _, number = month.rpartition("-")
    return f"{_MONTHS[int(number) - 1]} {year}"


def on_day(text: str) -> When:
    """A time as its day only, for tables; sorts as it reads."""
    found = parse_instant(text)
    return When(found.day, text) if found is not None else _as_written(text)


def _as_written(text: str) -> When:
    """A time that cannot be read as one stays as it was written; that there is none is said."""
    return When(worded(text, UNKNOWN), worded(text, "no time was read"))


def claim(actor: Actor, trust: Trust) -> Line:
    """Who says it, by kind and opaque id, and what they claim for it: a claim, never a proof."""
    who: list[Inline] = [who_acts(actor.kind, actor.id)]
    if actor.provider and actor.provider.strip():
        who.append(f" ({actor.provider})")
    basis = f", basis: {trust.basis}" if trust.basis else ", no basis given"
    return (*who, " claims ", Code(trust.level), basis)


def who_acts(kind: str, identifier: str | None = None) -> Who:
    """An actor by kind and id; a long id is cut to what tells it apart."""
    kind = worded(kind, UNKNOWN)
    if not identifier or not identifier.strip():
        return Who(kind)
    if len(identifier) <= _LONG_ID:
        return Who(kind, identifier)
    return Who(kind, short(identifier).text, identifier)


def claim_behind(edge: Edge) -> Line:
    """The claim behind a relation; of a commit's trailer that there is none, since the ledger names nobody there."""
    if edge.actor is None or edge.trust is None:
        return (BY_TRAILER,)
    return claim(edge.actor, edge.trust)


def claim_of(event: Event) -> Line:
    """The claim of an event."""
    return claim(event.actor, event.trust)


def short_node(survey: Survey, node: Node) -> Code:
    """The id of a node as every page has it: a record's beginning, a commit's first digits, the end of another's."""
    if is_local(node, "record") and (node.id in survey.history.records or _IDS.fullmatch(node.id)):
        return Code(survey.short(node.id), node.id)
    if node.kind == "commit" and node.id.strip():
        return Code(_commit_digits(node.id), node.id)
    return short(node.id)


def _commit_digits(commit_id: str) -> str:
    return commit_id[:10] if len(commit_id) >= 40 else commit_id


def short(identifier: str) -> Code:
    """An id, no record's and no commit's, cut to what tells it apart at a glance, the whole of it on hover."""
    if not identifier.strip():
        return Code(EMPTY, identifier)
    prefix, underscore, rest = identifier.partition("_")
    if underscore and len(rest) > 12:
        return Code(f"{prefix}_…{rest[-8:]}", identifier)
    return Code(f"{identifier[:12]}…" if len(identifier) > 20 else identifier, identifier)


def ways_to_type(identifier: str) -> tuple[str, ...]:
    """An id as search is to know it, of one with a prefix the digits behind that too, and the end where pages show it.

    What stands between hyphens is a word to search in any case.
    """
    known = identifier[:_MOST_KNOWN]
    digits = known.partition("_")[2].partition("-")[0]
    shown = "" if known.startswith("rec_") else short(identifier).text.rpartition("…")[2]
    return tuple(dict.fromkeys(each for each in (known, digits, shown) if each.strip()))


def record_ref(survey: Survey, record_id: str) -> Inline:
    """A record by its title, leading to its page; one that nobody created by its id."""
    record = survey.history.records.get(record_id)
    if record is None:
        return Code(record_id, "No creation of this record was read")
    return Ref(survey.title(record), record_page(record_id), record_id)


def commit_ref(commit_id: str) -> Ref:
    """A commit by its short id, leading to its page."""
    return Ref(_commit_digits(commit_id), commit_page(commit_id), commit_id, is_code=True)


def node_words(survey: Survey, node: Node, here: Node | None = None) -> Line:
    """A node of a relation: what it is, then a link to its page where there is one; ``here`` is the page's own."""
    if here is not None and node.key == here.key:
        return (Muted(f"this {kind_word(node.kind)}"),)
    page = survey.page_of(node)
    if page is not None and is_local(node, "record"):
        return ("record ", record_ref(survey, node.id))
    if page is not None and node.kind == "commit":
        return ("commit ", commit_ref(node.id))
    if page is not None:
        return (f"{kind_word(node.kind)} ", Ref(short_node(survey, node).text, page, node.spelled, is_code=True))
    provider = f"{node.provider} " if node.provider else ""
    return (f"{provider}{kind_word(node.kind)} ", short_node(survey, node))


def node_label(survey: Survey, node: Node) -> str:
    """A node in few words, for a drawing."""
    if is_local(node, "record") and node.id in survey.history.records:
        return survey.title(survey.history.records[node.id])
    return short_node(survey, node).text


def scope_words(scope: Scope) -> Line:
    """Where direction applies, every dimension named."""
    parts: list[Inline] = []
    for name, values in (
        ("issue", (scope.issue,)),
        ("PR", (scope.pr,)),
        ("area" if len(scope.areas) == 1 else "areas", scope.areas),
        ("path" if len(scope.paths) == 1 else "paths", scope.paths),
    ):
        given = [value for value in values if value]
        if given:
            parts += ["; " if parts else "", f"{name} ", *joined([Code(value) for value in given])]
    if scope.is_global:
        parts += ["; " if parts else "", "everywhere (global)"]
    return tuple(parts) or (Muted("none stated"),)


def joined(items: Sequence[Inline], separator: str = ", ") -> list[Inline]:
    """Items with a separator between them."""
    result: list[Inline] = []
    for item in items:
        result += [separator, item] if result else [item]
    return result


def reflowed(told: str) -> Line:
    """Words of the catalogue as one paragraph; what stands between backticks is code."""
    parts = " ".join(told.split()).split("`")
    return tuple(Code(part) if place % 2 else part for place, part in enumerate(parts))


def linked(survey: Survey, message: str) -> Line:
    """A message of lint with its ids cut to what tells them apart, those of records leading to their pages."""
    parts: list[Inline] = []
    for place, part in enumerate(_IDS.split(message)):
        if not place % 2:
            parts.append(part)
        elif part in survey.history.records:
            parts.append(Ref(survey.short(part), record_page(part), part, is_code=True))
        elif part.startswith("rec_"):
            parts.append(Code(part))
        else:
            parts.append(short(part))
    return tuple(part for part in parts if part != "")


def linked_lines(survey: Survey, told: str) -> Line:
    """Several lines of the ledger in one cell, with its ids as :func:`linked` has them."""
    parts: list[Inline] = []
    for place, each in enumerate(re.split(r"\r\n|\n", told.strip())):
        parts += [*([Break()] if place else []), *linked(survey, each)]
    return tuple(parts)


def elsewhere(survey: Survey) -> str:
    """What a count begins with that leaves out the ledger, since that could not be read."""
    return "In the other stores: " if survey.ledger_unreadable else ""


def why_no_receipt(survey: Survey) -> Line:
    """Why nothing is known of a delivery: nobody asked for receipts, there are none here, or none says so."""
    if not survey.runtime_asked:
        return ("receipts were not asked for; ", Code("--runtime auto"), " reads them where they are")
    if survey.runtime_unreadable:
        return ("a folder of threads or receipts is here, but could not be read",)
    if not survey.runtime_read:
        return ("receipts were asked for, and there is no store of them here",)
    return ("no receipt that was read says so",)

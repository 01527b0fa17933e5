"""What was read for these pages, what was not, and how to make them again."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.reading import Uninterpreted
from ...ledger.wording import counted
from ...lint.report import Examined, examined
from ...repository.source import StoreName
from ..feeds.feed_blocks import DATA, Offers
from .address import ABOUT, FINDINGS
from .blocks import Block, Bullets, Code, Facts, Heading, Line, Muted, Page, Paragraph, Ref, Strong, Table
from .chain import unplaced_table
from .glossary import TITLE, WORDS
from .glossary_blocks import Words
from .survey import Survey
from .words import CONFIG_UNNAMED, UNKNOWN, UNREADABLE, claim_of, record_ref, when, why_no_receipt

MOST_ROWS = 50  # of each kind that the page lists

_STORES = {
    StoreName.LEDGER: "tracked ledger",
    StoreName.ACTIVE: "this worktree's own store",
    StoreName.SHARED: "store shared by worktrees",
    StoreName.THREADS: "threads",
    StoreName.PROJECTIONS: "projections",
    StoreName.RECEIPTS: "receipts",
}


def page(survey: Survey) -> Page:
    """Counts, limits and the way to reproduce the site."""
    return Page(
        ABOUT,
        "About these pages",
        tuple(_blocks(survey)),
        survey.command("build --out site"),
        searched=False,
        wide=True,
    )


def _blocks(survey: Survey) -> Iterator[Block]:
    yield Paragraph(
        (
            f"Made by Fingerpost {survey.version} from the ledger ",
            Code(survey.ledger),
            ". Every page is computed from the event files and from git; nothing is inferred and nothing is chosen.",
        )
    )
    yield Heading("What was read")
    if survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": whatever the ledger holds; {UNREADABLE}."))
    read = examined(survey.reading, survey.history)
    rows = tuple(((name,), _number(survey, number)) for name, number in _numbers(survey, read))
    yield Table(("What", "How many"), rows)
    yield Facts(tuple(_facts(survey)))
    yield Heading("What was not read")
    yield Bullets(tuple(_unread(survey)))
    yield from _set_aside(survey)
    yield Heading("How to read them")
    yield Bullets(
        (
            (
                Strong("Availability"),
                " says which direction was there, applied to the work, and was delivered or exposed. ",
                Strong("Causality"),
                " says what somebody declared. One never proves the other.",
            ),
            (Strong("Trust"), " is a claim of whoever wrote an event. Nothing here is verified."),
            (Strong(UNKNOWN), " means that it is not on record in what was read here, or not to be judged from it."),
            ("A fork is shown with all its branches until a person settles it by new direction.",),
        )
    )
    yield from _data(survey)
    yield Heading(TITLE)
    yield Words(WORDS)


def _data(survey: Survey) -> Iterator[Block]:
    """The files beside the pages, and the command that writes all of it."""
    yield Heading("The same as data")
    yield Offers(ABOUT, DATA)
    yield Paragraph(("All of it as tables: ", Code(survey.command("export --format json")), "."))


def _numbers(survey: Survey, read: Examined) -> tuple[tuple[str, int], ...]:
    return (
        ("Files", read.files),
        ("Events", read.events),
        ("Records", read.records),
        ("Relations", read.relations),
        ("Threads", read.threads),
        ("Projections", read.projections),
        ("Receipts", read.receipts),
        ("Events of unknown types, kept as they are", read.unknown_events),
        ("Files whose event is not used", read.uninterpreted),
        ("State changes that no chain reaches", len(survey.history.unplaced)),
    )


def _number(survey: Survey, number: int) -> Line:
    """A count; where the ledger's folder could not be read it is of the other stores only."""
    if not survey.ledger_unreadable:
        return (f"{number:,}",)
    return (Strong(UNKNOWN), f"; {number:,} elsewhere" if number else "")


def _set_aside(survey: Survey) -> Iterator[Block]:
    """What lies in the ledger and stands on no other page: nothing of it is lost."""
    files = survey.reading.uninterpreted
    if files:
        yield Heading("Files whose event is not used")
        yield Paragraph(("Each has its reason among the ", Ref("findings", FINDINGS), "."))
        yield from _cut(len(files))
        rows = tuple(_file_row(survey, item) for item in files[:MOST_ROWS])
        yield Table(("File", "Type", "Record"), rows)
    unknown = survey.history.unknown
    if unknown:
        yield Heading("Events of unknown types")
        yield Paragraph(("Kept as they are and not interpreted: a later version of the protocol may know them.",))
        yield from _cut(len(unknown))
        rows = tuple(
            ((Code(event.event_type),), claim_of(event), (when(event.occurred_at),), (Code(event.origin.path),))
            for event in unknown[:MOST_ROWS]
        )
        yield Table(("Type", "On the word of", "When", "File"), rows)
    if survey.history.unplaced:
        yield Heading("State changes that no chain reaches")
        yield from _cut(len(survey.history.unplaced))
        yield unplaced_table(survey, survey.history.unplaced[:MOST_ROWS])


def _cut(number: int) -> Iterator[Block]:
    if number > MOST_ROWS:
        yield Paragraph((f"Showing {MOST_ROWS} of {number:,}.",))


def _file_row(survey: Survey, item: Uninterpreted) -> tuple[Line, ...]:
    return (
        (Code(item.origin.path),),
        (Code(item.event_type),) if item.event_type else (Muted(UNKNOWN),),
        (record_ref(survey, item.record_id),) if item.record_id else (Muted(UNKNOWN),),
    )


def _facts(survey: Survey) -> Iterator[tuple[str, Line]]:
    stores = [
        f"{_STORES[store]} (its folder could not be read)" if store in survey.unlisted else _STORES[store]
        for store in survey.reading.stores
    ]
    yield "Stores", (", ".join(stores) or "none",)
    yield "Revision", (Code(survey.revision),) if survey.revision else ("the worktree as it was",)
    yield "Judged as of", (when(survey.as_of.text),)
    yield "This machine's own", (_private(survey),)
    areas = counted(len(survey.areas), "area")
    yield "Areas", (f"{areas} in the config",)
    if survey.config_unnamed:
        yield "Config", (CONFIG_UNNAMED,)


def _private(survey: Survey) -> str:
    """What the pages hold that git does not carry."""
    if survey.runtime_read:
        return "live records, threads and receipts are included"
    return "records that git does not carry are included" if survey.private_read else "not included"


def _unread(survey: Survey) -> Iterator[Line]:
    if not survey.runtime_asked:
        yield (
            "The runtime of this machine (live records, threads, projections, receipts): "
            "it is private until somebody asks for it. Deliveries and exposures are ",
            Strong(UNKNOWN),
            ": ",
            *why_no_receipt(survey),
            ".",
        )
    elif not survey.runtime_read or survey.runtime_unreadable:
        yield (
            "Threads and receipts. Deliveries and exposures are ",
            Strong(UNKNOWN),
            ": ",
            *why_no_receipt(survey),
            ".",
        )
    if survey.commits is None:
        yield ("Git history: there is none here.",)
    elif survey.history_cut:
        yield (
            "Git history beyond where it was cut off: this clone is shallow. What older commits say, and whether they "
            "are there at all, is ",
            Strong(UNKNOWN),
            ".",
        )
    yield ("Transcripts, prompts, diffs and file contents: never.",)

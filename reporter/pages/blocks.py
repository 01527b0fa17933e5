"""What a page is made of. Every text here is plain data; templates spell it and encoding makes it inert."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeGuard

from ..feeds.feed_blocks import Offers
from ..graph.svg import Figure
from .address import Address
from .front.front_blocks import Doors
from .glossary_blocks import Words
from .graph_view import GraphView
from .places.place_blocks import Outline, PathField, Tiers
from .script_blocks import Scripts

EMPTY = "(empty)"


def worded(text: str, word: str = EMPTY) -> str:
    """The text, or a word where it would leave a place blank."""
    return text if text.strip() else word


def given(text: str | None) -> TypeGuard[str]:
    """True of a text that says something: what is blank is as good as missing."""
    return text is not None and text.strip() != ""


@dataclass(frozen=True, slots=True)
class Ref:
    """A link to another page of the site, to a heading ``at`` which it begins if any; ``hint`` is shown on hover."""

    label: str
    to: Address
    hint: str = ""
    is_code: bool = False
    at: str = ""
    kind: ClassVar[str] = "ref"

    @property
    def shown(self) -> str:
        """The label, or that it is empty: a link is never blank."""
        return worded(self.label)


@dataclass(frozen=True, slots=True)
class Url:
    """A URL from the ledger: a link if it may be one, else text."""

    url: str
    label: str = ""
    kind: ClassVar[str] = "url"


@dataclass(frozen=True, slots=True)
class Code:
    """An id, a path or a command; ``hint`` is shown on hover."""

    text: str
    hint: str = ""
    kind: ClassVar[str] = "code"

    @property
    def shown(self) -> str:
        """The text, or that it is empty."""
        return worded(self.text)


@dataclass(frozen=True, slots=True)
class Badge:
    """A state in a word, with a shape and a tone, so that colour is never alone."""

    word: str
    shape: str
    tone: str
    kind: ClassVar[str] = "badge"


@dataclass(frozen=True, slots=True)
class When:
    """A time: readable, with the exact text that was written behind it."""

    readable: str
    exact: str
    kind: ClassVar[str] = "when"


@dataclass(frozen=True, slots=True)
class Strong:
    """A few words that lead."""

    text: str
    kind: ClassVar[str] = "strong"


@dataclass(frozen=True, slots=True)
class Break:
    """A new line within a table cell or a list item."""

    kind: ClassVar[str] = "break"


@dataclass(frozen=True, slots=True)
class Muted:
    """A few words that stand back."""

    text: str
    kind: ClassVar[str] = "muted"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who acts: the word for their kind, told by an icon too, and their opaque id; ``hint`` is all of it."""

    word: str
    name: str = ""
    hint: str = ""
    kind: ClassVar[str] = "who"

    @property
    def icon(self) -> str:
        """A person, an agent or a tool; plain for a kind that nobody knows."""
        return _ICONS.get(self.word, "plain")


_ICONS = {"human": "person", "reviewer": "person", "agent": "agent", "tool": "tool"}

Inline = str | Ref | Url | Code | Badge | When | Strong | Muted | Break | Who
Line = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading below the page's title; ``text`` is always ours. Search leaves the section out unless ``searched``."""

    text: str
    level: int = 2
    searched: bool = True
    kind: ClassVar[str] = "heading"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph."""

    line: Line
    tone: str = ""
    kind: ClassVar[str] = "paragraph"


@dataclass(frozen=True, slots=True)
class Prose:
    """Text of the ledger, with its own line breaks; ``lead`` for the direction itself."""

    text: str
    lead: bool = False
    kind: ClassVar[str] = "prose"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Line, ...]
    kind: ClassVar[str] = "bullets"


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values, which search leaves out unless ``searched``."""

    rows: tuple[tuple[str, Line], ...]
    searched: bool = True
    kind: ClassVar[str] = "facts"


@dataclass(frozen=True, slots=True)
class Table:
    """A table; a filterable one gets a field to narrow it by words."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    filterable: bool = False
    kind: ClassVar[str] = "table"


@dataclass(frozen=True, slots=True)
class Tile:
    """A number of the front page and where it leads."""

    number: str
    label: str
    to: Address | None = None
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Tiles:
    """The numbers of the front page."""

    tiles: tuple[Tile, ...]
    kind: ClassVar[str] = "tiles"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the availability ladder: its value (yes, no, stated, unknown) and what that rests on."""

    name: str
    value: str
    basis: Line


@dataclass(frozen=True, slots=True)
class Ladder:
    """Availability: existed, in scope, delivered, exposed. Never causality."""

    steps: tuple[Step, ...]
    kind: ClassVar[str] = "ladder"


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration of influence: who or what, by which relation, on whose word; ``notes`` are said against it."""

    line: Line
    reason: str
    claim: Line
    notes: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """Causality: what somebody declared. ``unknown`` is said where nobody did."""

    entries: tuple[Declaration, ...]
    unknown: str
    kind: ClassVar[str] = "declared"


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a timeline; ``remarks`` are said of it by us, ``note`` by whoever wrote it."""

    when: When
    title: Line
    claim: Line
    note: str = ""
    id: Line = ()
    remarks: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """The chain of a record, oldest first."""

    moments: tuple[Moment, ...]
    kind: ClassVar[str] = "timeline"


@dataclass(frozen=True, slots=True)
class Raw:
    """The bytes of a file as text, folded away under ``summary`` (open where it is empty), never searched."""

    summary: str
    text: str
    kind: ClassVar[str] = "raw"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, not yet spelled as SVG; ``name`` is the stem of its file in a Markdown tree."""

    drawing: Figure
    name: str
    caption: str
    kind: ClassVar[str] = "picture"


@dataclass(frozen=True, slots=True)
class Command:
    """A command line to copy."""

    text: str
    kind: ClassVar[str] = "command"


@dataclass(frozen=True, slots=True)
class Notice:
    """A box that asks for attention: ``tone`` is problem, fork, settled, unknown or live."""

    tone: str
    title: str
    blocks: tuple[Block, ...]
    kind: ClassVar[str] = "notice"


@dataclass(frozen=True, slots=True)
class Fold:
    """Something that is there for whoever asks, under a line that opens it; ``summary`` is always ours."""

    summary: str
    blocks: tuple[Block, ...]
    kind: ClassVar[str] = "fold"


@dataclass(frozen=True, slots=True)
class Column:
    """One of several things that stand side by side; none is preferred."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Several things in one row; ``tone`` is fork for competing branches or versions, plain for what agrees."""

    columns: tuple[Column, ...]
    tone: str = "fork"
    kind: ClassVar[str] = "side_by_side"


Block = (
    Heading
    | Paragraph
    | Prose
    | Bullets
    | Facts
    | Table
    | Tiles
    | Ladder
    | Declared
    | Timeline
    | Raw
    | Scripts
    | Picture
    | Command
    | Notice
    | Fold
    | SideBySide
    | Tiers
    | Outline
    | PathField
    | GraphView
    | Doors
    | Words
    | Offers
)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: where it lies, what it is called, what it says, and the command that says the same.

    ``command_note`` says what the command cannot say. ``known_as`` are ids of what the page is about, by which search
    finds it as well; of a page that is not ``searched`` search knows its title and these, or nothing if there are none.
    """

    address: Address
    title: str
    blocks: tuple[Block, ...]
    command: str
    eyebrow: Line = ()
    searched: bool = True
    wide: bool = False
    command_note: str = ""
    known_as: tuple[str, ...] = ()

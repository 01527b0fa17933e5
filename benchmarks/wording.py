"""What made-up direction is about: issues, areas, people, and sentences put together from parts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

REPO = "harbour"

AREAS: dict[str, tuple[str, ...]] = {
    "berths": ("services/berths/**", "docs/berths.md"),
    "cargo/manifest": ("services/cargo/manifest/**",),
    "cargo/customs": ("services/cargo/customs/**", "libs/customs/*.py"),
    "pilots": ("services/pilots/**",),
    "tides": ("libs/tides/**",),
    "tolls/invoices": ("services/tolls/invoices/**",),
    "tolls/rates": ("services/tolls/rates/**", "libs/rates/*.py"),
    "web": ("web/**",),
}

FOLDERS = (
    "services/berths",
    "services/cargo/manifest",
    "services/cargo/customs",
    "services/pilots",
    "services/tolls/invoices",
    "services/tolls/rates",
    "libs/customs",
    "libs/rates",
    "libs/tides",
    "web",
    "docs",
)

PEOPLE = ("ada", "björn", "chidi", "dolores", "emre", "fumiko", "gwen", "henrike")

_WHAT = (
    "the arrival time of a vessel",
    "a toll that was paid twice",
    "the draught in centimetres",
    "a pilot's rest period",
    "the list of dangerous goods",
    "a berth under repair",
    "the tide table of the next day",
    "an invoice without a consignee",
    "a rate that changed at midnight",
    "a crane's load limit",
)
_MUST = (
    "is computed in one place and never copied",
    "is stored as the harbour office sent it & shown as it was stored",
    "is refused where it cannot be told, with the reason",
    "is rounded once, at the end, half to even",
    "stays readable for seven years after it was closed",
    "goes through the queue, so that a retry cannot book it twice",
    "is logged with its number and without names",
    "keeps its old number when it moves",
)
_WHY = (
    "Two services disagreed for a week, and nobody could say which of them was right.",
    "The customs office rejects the whole message when one line of it is late.",
    "We pay for each call, and a cached answer is as good for ten minutes.",
    "The old path is still used by the night shift until the handhelds are replaced.",
    "An auditor asked who had decided this, and we did not know.",
    "It broke in March at the change of the clocks; a test now holds it.",
)
_PATHS = (
    "a second table beside the first",
    "a flag for each terminal",
    "a nightly job that mends it",
    "one converter at the boundary",
    "a typed value instead of a string",
    "asking the harbour office by phone",
    "one queue for all terminals",
    "a lock around the whole berth plan",
)


def pick(rng: Random, items: Sequence[T]) -> T:
    """One of the items. Built on ``random()`` alone, whose sequence Python promises to keep for a seed."""
    return items[int(rng.random() * len(items))]


def sentence(rng: Random) -> str:
    """One statement of direction."""
    what = pick(rng, _WHAT)
    return f"{what[0].upper()}{what[1:]} {pick(rng, _MUST)}; {pick(rng, _WHAT)} {pick(rng, _MUST)}."


def reason(rng: Random) -> str:
    """Why it is so."""
    return pick(rng, _WHY)


def alternative(rng: Random) -> str:
    """A way to do it, taken or not. Hardly two are alike: whoever rejects a way rarely uses another's words."""
    return f"{pick(rng, _PATHS)} for {pick(rng, _WHAT)}, as in draft {int(rng.random() * 1_000_000)}"

"""What the trailers of commit messages are called, by which a commit says what direction it follows."""

from __future__ import annotations

import re
from dataclasses import dataclass

IMPLEMENTS = "implements"
INFORMED_BY = "informed_by"
THREAD = "thread"
SKIP = "skip"

KEYS = {"implements": IMPLEMENTS, "informed-by": INFORMED_BY, "thread": THREAD, "skip": SKIP}
"""The keys of the config's table ``[trailers]``, each with what a trailer of such a name is."""

_BETWEEN = re.compile(r"[\s,;]+")
_RECORD = "rec_"


@dataclass(frozen=True, slots=True)
class TrailerNames:
    """The keys of the trailers that are read, each with any number of names. Letter case does not count.

    ``implements`` and ``informed_by`` name records, ``thread`` the thread that a commit was made in, ``skip`` gives
    the reason why a commit declares nothing.
    """

    implements: tuple[str, ...] = ("Fabric-Implements",)
    informed_by: tuple[str, ...] = ("Fabric-Informed-By",)
    thread: tuple[str, ...] = ("Fabric-Thread",)
    skip: tuple[str, ...] = ("Fabric-Skip",)

    def means(self, key: str) -> str | None:
        """What a trailer with this key is: ``implements``, ``informed_by``, ``thread``, ``skip``, or None."""
        folded = key.casefold()
        for meaning in KEYS.values():
            if any(folded == name.casefold() for name in getattr(self, meaning)):
                return meaning
        return None


def named_records(value: str) -> tuple[str, ...]:
    """The records that the value of a trailer names: its words that begin as a record id, each once, in their order.

    Words stand apart by blanks, commas and semicolons; whatever else is written there names nothing.
    """
    return tuple(word for word in dict.fromkeys(_BETWEEN.split(value)) if word.startswith(_RECORD))

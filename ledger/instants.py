"""Times of the wire as exact, ordered instants.

The accepted form is the one that every client of the protocol reads (rule FP205), which is narrower than RFC 3339:
upper-case ``T`` and ``Z``, two-digit fields, a point before the fraction, an offset within ±23:59, seconds 00 to 59,
a date that exists, years 0001 to 9999.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

_FORM = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])"
    r"(?:\.([0-9]+))?(?:Z|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
).fullmatch
_DAY = 86_400
_EPOCH = date(1970, 1, 1).toordinal()
_CYCLE_DAYS, _CYCLE_YEARS = 146_097, 400  # after which the Gregorian calendar repeats


@dataclass(frozen=True, slots=True, order=True)
class Instant:
    """A point in time.

    ``seconds`` counts whole seconds since 1970 in UTC. ``fraction`` holds the digits behind the point without
    trailing zeros, as many as were written, so that the order of two instants is exact.
    """

    seconds: int
    fraction: str = ""

    @property
    def day(self) -> str:
        """The calendar day in UTC, ``YYYY-MM-DD``.

        An offset can move an instant out of the years 0001 to 9999: such a year is written as it is (``0000``,
        ``10000``).
        """
        cycle, days = divmod(self.seconds // _DAY + _EPOCH - 1, _CYCLE_DAYS)
        found = date.fromordinal(days + 1)
        return f"{found.year + cycle * _CYCLE_YEARS:04d}-{found.month:02d}-{found.day:02d}"

    @property
    def text(self) -> str:
        """The instant in RFC 3339, in UTC with ``Z`` (for years outside 0001 to 9999 see :attr:`day`)."""
        minutes, second = divmod(self.seconds % _DAY, 60)
        hour, minute = divmod(minutes, 60)
        fraction = f".{self.fraction}" if self.fraction else ""
        return f"{self.day}T{hour:02d}:{minute:02d}:{second:02d}{fraction}Z"

    def plus(self, seconds: int) -> Instant:
        """The instant ``seconds`` later, or earlier where negative."""
        return Instant(self.seconds + seconds, self.fraction)


def seconds_between(earlier: Instant, later: Instant) -> int:
    """Whole seconds from ``earlier`` to ``later``, rounded down; negative where they stand the other way round."""
    return later.seconds - earlier.seconds - (later.fraction < earlier.fraction)


def parse_instant(text: object) -> Instant | None:
    """The instant that ``text`` names, or None where it is no string of the accepted form."""
    if not isinstance(text, str):
        return None
    found = _FORM(text)
    if found is None:
        return None
    day, hour, minute, second, fraction, sign, offset_hours, offset_minutes = found.groups()
    seconds = _midnight(day)
    if seconds is None:
        return None
    seconds += int(hour) * 3600 + int(minute) * 60 + int(second)
    if sign is not None:
        offset = int(offset_hours) * 3600 + int(offset_minutes) * 60
        seconds += offset if sign == "-" else -offset
    return Instant(seconds, fraction.rstrip("0") if fraction else "")


# A ledger has many events a day: working a date out once is most of the work saved.
@lru_cache(maxsize=4096)
def _midnight(day: str) -> int | None:
    """Seconds since 1970 at the start of a day ``YYYY-MM-DD`` in UTC; None where there is no such day."""
    try:
        return (date(int(day[:4]), int(day[5:7]), int(day[8:])).toordinal() - _EPOCH) * _DAY
    except ValueError:
        return None


def instant(text: str) -> Instant:
    """The instant that ``text`` names.

    Raises ValueError where ``text`` is not of the accepted form.
    """
    found = parse_instant(text)
    if found is None:
        raise ValueError(f"not a time of the form every client reads: {text!r}")
    return found

"""What keeps a text from being a time that every client reads, in words (rule FP205)."""

from __future__ import annotations

import re
from calendar import monthrange

_NEAR = re.compile(
    r"(?P<year>[+-]?\d+)-(?P<month>\d+)-(?P<day>\d+)(?P<middle>[Tt _])(?P<hour>\d+):(?P<minute>\d+)"
    r"(?P<second>:\d+)?(?P<mark>[.,]\d*)?(?P<offset>.*)",
    re.ASCII | re.DOTALL,
)
_DATE_ONLY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_OFFSET = re.compile(r"[+-](\d{2}):(\d{2})", re.ASCII)


def time_fault(text: str) -> tuple[str, str]:
    """A stable word for the fault and a clause that describes it, for a text that ``parse_instant`` refuses."""
    if not text:
        return "empty", "it is empty"
    if text != text.strip():
        return "white-space", "it begins or ends with white space"
    if not text.isascii():
        return "characters", "it has characters that no time has (digits, signs and letters must be ASCII)"
    if _DATE_ONLY.fullmatch(text):
        return "date-only", "it is a date without a time of day"
    found = _NEAR.fullmatch(text)
    if found is None:
        return "form", "it is not of the form 2026-03-02T09:00:00Z"
    part = found.groupdict()
    return (
        _separators(part)
        or _widths(part)
        or _ranges(part)
        or _offset(part["offset"])
        or ("form", "it is not of the form 2026-03-02T09:00:00Z")
    )


def _separators(part: dict[str, str]) -> tuple[str, str] | None:
    if part["middle"] == "t" or part["offset"] == "z":
        return "letter-case", "its T and Z must be upper-case letters"
    if part["middle"] != "T":
        return "separator", "a T must stand between the date and the time of day"
    if part["second"] is None:
        return "no-seconds", "it has no seconds"
    if part["mark"] is not None and part["mark"].startswith(","):
        return "comma", "a point, not a comma, must stand before the fraction of a second"
    if part["mark"] == ".":
        return "no-fraction", "no digit follows the point"
    return None


def _widths(part: dict[str, str]) -> tuple[str, str] | None:
    if len(part["year"]) != 4 or not part["year"].isdigit() or part["year"] == "0000":
        return "year", "its year must be one of 0001 to 9999, in four digits"
    narrow = [name for name in ("month", "day", "hour", "minute") if len(part[name]) != 2]
    if len(part["second"]) != 3:
        narrow.append("second")
    return ("width", f"its {narrow[0]} must have two digits") if narrow else None


def _ranges(part: dict[str, str]) -> tuple[str, str] | None:
    year, month, day = int(part["year"]), int(part["month"]), int(part["day"])
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return "date", f"{part['year']}-{part['month']}-{part['day']} is no date of the calendar"
    if int(part["hour"]) > 23:
        return "hour", "its hour must be 00 to 23"
    if int(part["minute"]) > 59:
        return "minute", "its minute must be 00 to 59"
    if int(part["second"][1:]) > 59:
        return "second", "its second must be 00 to 59 (clients do not read leap seconds)"
    return None


def _offset(offset: str) -> tuple[str, str] | None:
    if not offset:
        return "no-offset", "it has no offset: end it with Z, or with one such as +02:00"
    found = _OFFSET.fullmatch(offset)
    if found is None:
        return "offset-form", "its offset must be Z or like +02:00"
    if int(found[1]) > 23 or int(found[2]) > 59:
        return "offset-range", "its offset must lie within -23:59 and +23:59"
    return None

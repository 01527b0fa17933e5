"""FP211 implausible-time: an event is dated in the future, or before anybody can have written it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.instants import instant
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

AHEAD_HOURS = 48
_AHEAD = AHEAD_HOURS * 3600
_EARLIEST = instant("2005-01-01T00:00:00Z")  # git's first year: no ledger in git is older
_SURELY_LATER = "2005-01-02"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation an event."""
    latest = examination.as_of.plus(_AHEAD)
    # A local date is within a day of its UTC date: dates between these two need not be parsed.
    surely_earlier = examination.as_of.day
    doubtful = {day for day in examination.days_written if not _SURELY_LATER <= day <= surely_earlier}
    if not doubtful:
        return
    doubted = [event for event in examination.reading.events if event.occurred_at[:10] in doubtful]
    late = {event.origin.path for event in doubted if instant(event.occurred_at) > latest}
    if late and examination.committed is not None:
        late &= examination.committed(late)
    for event in doubted:
        written = event.occurred_at
        occurred = instant(written)
        if occurred > latest and event.origin.path in late:
            message = f"dated {written}, more than {AHEAD_HOURS} hours after {examination.as_of.text}"
        elif occurred < _EARLIEST:
            message = f"dated {written}, before 2005: no ledger kept in git is that old"
        else:
            continue
        record_id = getattr(event.payload, "record_id", None)
        yield Observation(message, event.origin, "/occurred_at", event.event_id, record_id)


RULE = Rule(
    code="FP211",
    name="implausible-time",
    severity=Severity.WARNING,
    summary="The event is dated more than 48 hours after the time of judgement, or before 2005.",
    why=(
        "A clock that runs wrong makes direction look newer or older than it is: reviews fall due at the wrong time, "
        "and a commit seems to precede the direction it followed. Times never decide a conflict, but people read them. "
        "Two days are left for time zones and clocks that drift."
    ),
    fix="""\
        With `--as-of` or `SOURCE_DATE_EPOCH` in the past, check first that that time is the one you mean. Else set
        the clock of the machine that wrote the event. The event itself stays: its place in the chain is right, and
        its date decides nothing. Where a review falls due by the date, append a state change with the true
        reviewed_at. A date ahead is no longer reported once its day has come; for one before 2005 the warning stays.
        Accept it: `[[suppressions]]` in the config with `rule = "FP211"`, the `event`, a `reason` that gives the
        true time, and for a date ahead that day as `expires`.""",
    bad='"occurred_at": "1970-01-01T00:00:07Z"',
    good='"occurred_at": "2026-03-02T09:14:07Z"',
    check=check,
    reach=Reach.ALONE,
)

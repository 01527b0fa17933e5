from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.instants import Instant, instant, parse_instant, seconds_between


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1970-01-01T00:00:00Z", Instant(0)),
        ("1970-01-01T00:00:01.500Z", Instant(1, "5")),
        ("1970-01-01T00:00:00.000Z", Instant(0)),
        ("1970-01-01T02:00:00+02:00", Instant(0)),
        ("1969-12-31T18:30:00-05:30", Instant(0)),
        ("1970-01-01T00:00:00-00:00", Instant(0)),
        ("2024-02-29T23:59:59.123456789012345Z", Instant(1709251199, "123456789012345")),
        ("0001-01-01T00:00:00+23:59", Instant(-62135596800 - 86340)),
        ("9999-12-31T23:59:59-23:59", Instant(253402300799 + 86340)),
    ],
)
def test_reads_the_form_every_client_reads(text: str, expected: Instant) -> None:
    assert parse_instant(text) == expected == instant(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-02t09:00:00Z",
        "2026-03-02T09:00:00z",
        "2026-03-02 09:00:00Z",
        "2026-03-02T09:00:00",
        "2026-03-02T09:00Z",
        "2026-03-02T9:00:00Z",
        "2026-03-02T24:00:00Z",
        "2026-03-02T09:60:00Z",
        "2026-03-02T09:00:60Z",
        "2026-03-02T09:00:00,5Z",
        "2026-03-02T09:00:00.Z",
        "2026-03-02T09:00:00+24:00",
        "2026-03-02T09:00:00+02:60",
        "2026-03-02T09:00:00+0200",
        "2026-03-02T09:00:00+02",
        "2026-02-29T09:00:00Z",
        "2026-13-01T09:00:00Z",
        "2026-00-01T09:00:00Z",
        "2026-01-00T09:00:00Z",
        "0000-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z",
        " 2026-03-02T09:00:00Z",
        "2026-03-02T09:00:00Z\n",
        "٢٠٢٦-03-02T09:00:00Z",
        "2026-03-02T09:00:00.５Z",
        "",
        None,
        1772442000,
    ],
)
def test_refuses_every_other_form(text: object) -> None:
    assert parse_instant(text) is None


def test_instant_raises_for_another_form() -> None:
    with pytest.raises(ValueError, match="not a time"):
        instant("yesterday")


def test_years_that_an_offset_moves_out_of_range_are_still_written() -> None:
    assert instant("0001-01-01T00:00:00+23:59").text == "0000-12-31T00:01:00Z"
    assert instant("9999-12-31T23:59:59-23:59").text == "10000-01-01T23:58:59Z"


def test_a_fraction_orders_by_value_and_not_by_length() -> None:
    written = ["09:00:00Z", "09:00:00.05Z", "09:00:00.49Z", "09:00:00.490001Z", "09:00:00.5Z", "09:00:01Z"]
    found = [instant(f"2026-03-02T{text}") for text in written]
    assert found == sorted(found)
    assert instant("2026-03-02T09:00:00.50Z") == instant("2026-03-02T09:00:00.5Z")


def test_seconds_between_rounds_down() -> None:
    early, late = instant("2026-03-02T09:00:00.7Z"), instant("2026-03-02T09:00:02.5Z")
    assert seconds_between(early, late) == 1
    assert seconds_between(late, early) == -2
    assert seconds_between(early, early.plus(300)) == 300


@given(
    st.datetimes(min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29)),
    st.integers(-23 * 60 - 59, 23 * 60 + 59),
)
@settings(max_examples=150)
def test_agrees_with_the_standard_library(moment: datetime, offset: int) -> None:
    moment = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    found = instant(moment.isoformat())
    assert found.seconds == (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)
    assert datetime.fromisoformat(found.text) == moment
    assert found.day == moment.astimezone(UTC).strftime("%Y-%m-%d").rjust(10, "0")
    assert instant(found.text) == found

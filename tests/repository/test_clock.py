"""Times of judgement that nobody gave."""

from __future__ import annotations

import time

import pytest

from fingerpost.repository.clock import now, source_date_epoch
from fingerpost.repository.errors import UsageError


def test_an_epoch_that_is_set_counts() -> None:
    assert source_date_epoch({"SOURCE_DATE_EPOCH": "1772442000"}) == 1772442000
    assert source_date_epoch({"SOURCE_DATE_EPOCH": "0"}) == 0
    assert source_date_epoch({"SOURCE_DATE_EPOCH": ""}) is None
    assert source_date_epoch({}) is None


@pytest.mark.parametrize("text", ["yesterday", "-1", "1.5", " 1", "1\n", "٣", "1_0", "9" * 12, "9" * 5000])
def test_an_epoch_that_is_no_number_of_seconds_is_wrong_usage(text: str) -> None:
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        source_date_epoch({"SOURCE_DATE_EPOCH": text})


def test_now_is_the_clock() -> None:
    assert abs(now() - time.time()) < 5

from __future__ import annotations

import pytest
from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize("durability", ["candidate", "live"])
def test_a_durable_record_made_less_is_reported(durability: str) -> None:
    [finding] = only(findings_of(created(1, durability="durable"), changed(2, 1, 1, durability=durability)), "FP408")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 2), ident("rec", 1))
    assert finding.pointer == "/payload/durability"
    assert finding.line is not None
    assert [place.line is not None for place in finding.related] == [True]


def test_a_promotion_and_an_expiry_are_fine() -> None:
    events = (created(1), changed(2, 1, 1, durability="durable"), changed(3, 1, 2, status="expired"))
    assert not only(findings_of(*events), "FP408")

"""Places and pointers."""

from __future__ import annotations

import pytest

from fingerpost.ledger.places import Place, leads_somewhere, pointer_of


def test_a_pointer_escapes_what_rfc_6901_escapes() -> None:
    assert pointer_of(()) == ""
    assert pointer_of(("a/b", 0, "~1", "")) == "/a~1b/0/~01/"


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((), True),
        (("a",), True),
        (("a", 1), True),
        (("a", 2), False),
        (("a", "x"), False),
        (("b",), False),
        (("a", 0, 0), False),
    ],
)
def test_a_place_leads_somewhere_or_not(place: Place, expected: bool) -> None:
    assert leads_somewhere({"a": [1, None]}, place) is expected

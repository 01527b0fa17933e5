import pytest
from support.events import ident

from fingerpost.ledger.identifiers import PREFIXES, event_id_of, is_id

GOOD = "evt_0190a1b2-c3d4-7e5f-8a6b-0123456789ab"


@pytest.mark.parametrize("prefix", PREFIXES)
def test_accepts_ids_of_its_prefix_only(prefix: str) -> None:
    assert is_id(prefix, ident(prefix, 7))
    assert not any(is_id(other, ident(prefix, 7)) for other in PREFIXES if other != prefix)


@pytest.mark.parametrize("variant", "89ab")
def test_accepts_the_four_variants(variant: str) -> None:
    assert is_id("evt", f"evt_0190a1b2-c3d4-7e5f-{variant}a6b-0123456789ab")


@pytest.mark.parametrize(
    "text",
    [
        GOOD.upper(),
        GOOD.replace("a1b2", "A1B2"),
        GOOD.replace("7e5f", "4e5f"),
        GOOD.replace("8a6b", "ca6b"),
        GOOD[4:],
        GOOD.replace("_", "-"),
        GOOD[:-1],
        GOOD + "0",
        GOOD + "\n",
        " " + GOOD,
        GOOD.replace("0123", "٠123"),
        GOOD.replace("-", ""),
        "",
        None,
        7,
    ],
)
def test_refuses_everything_else(text: object) -> None:
    assert is_id("evt", GOOD)
    assert not is_id("evt", text)


def test_an_unknown_prefix_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError):
        is_id("abc", GOOD)


@pytest.mark.parametrize("value", [None, [], "evt", {}, {"event_id": None}, {"event_id": "evt_1"}, {"event_id": ["x"]}])
def test_a_value_that_states_no_event_id_has_none(value: object) -> None:
    assert event_id_of(value) is None


def test_the_event_id_that_a_value_states_is_told() -> None:
    event_id = "evt_0195d7a0-0000-7000-8000-000000000001"
    assert event_id_of({"event_id": event_id, "payload": {}}) == event_id

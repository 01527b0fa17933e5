import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.canonical import canonical

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return [reversed_keys(item) for item in value] if isinstance(value, list) else value


@given(VALUES)
@settings(max_examples=150)
def test_key_order_escapes_and_space_do_not_count(value: Any) -> None:
    again = json.loads(json.dumps(reversed_keys(value), indent=3, ensure_ascii=True))
    assert canonical(again) == canonical(value)
    assert json.loads(canonical(value)) == value


def test_content_counts() -> None:
    different = [
        1,
        1.0,
        -1,
        True,
        "1",
        [1],
        [1, 2],
        [2, 1],
        {"a": 1},
        {"a": 1.0},
        {"b": 1},
        None,
        {},
        [],
        "",
        2**64,
        2.0**64,
    ]
    assert len({canonical(value) for value in different}) == len(different)


def test_integers_beyond_64_bits_stay_exact() -> None:
    assert canonical({"n": 10**400, "é": 1}) != canonical({"n": 10**400 + 1, "é": 1})
    assert canonical({"a": 2**64, "é": "é"}) == canonical({"é": "é", "a": 2**64})

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.strict_json import MISSING, parse
from fingerpost.repository.files import MAX_BYTES

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
GREATEST = sys.float_info.max
TOWER = b"[" * 65 + b"]" * 65


def spelled(value: Any, space: Any, escape: Any) -> str:
    """The value as JSON text with drawn white space and escapes."""
    if isinstance(value, dict):
        members = (
            f"{spelled(key, space, escape)}{space()}:{spelled(item, space, escape)}" for key, item in value.items()
        )
        return f"{space()}{{{space()}{','.join(members)}{space()}}}{space()}"
    if isinstance(value, list):
        return f"{space()}[{space()}{','.join(spelled(item, space, escape) for item in value)}]{space()}"
    return f"{space()}{json.dumps(value, ensure_ascii=escape())}{space()}"


@given(VALUES, st.data())
@settings(max_examples=150, deadline=None)
def test_reads_what_the_standard_library_reads(value: Any, data: st.DataObject) -> None:
    text = spelled(value, lambda: data.draw(st.text(" \t\n", max_size=2)), lambda: data.draw(st.booleans()))
    parsed = parse(text.encode())
    assert repr(parsed.value) == repr(json.loads(text)) == repr(value)
    assert parsed.faults == ()


@given(st.binary(max_size=200) | st.text('{}[]",:\\u0d8e1-+.tf/*\r\n <=>\0').map(str.encode))
@settings(max_examples=200)
def test_never_raises_and_never_accepts_what_is_not_json(data: bytes) -> None:
    parsed = parse(data)
    assert all(fault.line >= 1 and fault.column >= 1 and fault.message for fault in parsed.faults)
    if not parsed.faults:
        assert repr(parsed.value) == repr(json.loads(data.decode("utf-8")))


CASES = [
    (b"", [("FP104", 1, 1, None, "empty")], MISSING),
    (b" \n\t", [("FP104", 2, 2, None, "empty")], MISSING),
    (b'\xef\xbb\xbf{"a": 1}', [("FP103", 1, 1, None, "bom")], {"a": 1}),
    (b"\xef\xbb\xbf", [("FP103", 1, 1, None, "bom"), ("FP104", 1, 1, None, "empty")], MISSING),
    ('{"é": "x'.encode() + b'\xff"}', [("FP102", 1, 9, None, "utf-8")], {"é": "x\ufffd"}),
    (b'{\n\t"a": "\xc0\x80"}', [("FP102", 2, 8, None, "utf-8")], {"a": "\ufffd\ufffd"}),
    ('{"a": 1}'.encode("utf-16"), [("FP102", 1, 1, None, "utf-16")], MISSING),
    (b'{"a": 1, "a": 2}', [("FP105", 1, 10, "/a", "a")], {"a": 2}),
    (b'{"a": {"b": 1,\n"\\u0062": 2}}', [("FP105", 2, 1, "/a/b", "b")], {"a": {"b": 2}}),
    (b'[{"a": 1}, {"a": 1}]', [], [{"a": 1}, {"a": 1}]),
    (b'{"~/": {"a": 1, "a": 2}}', [("FP105", 1, 17, "/~0~1/a", "a")], {"~/": {"a": 2}}),
    (b'{"a": 1,}', [("FP104", 1, 8, None, "trailing-comma")], {"a": 1}),
    (b'{"a": [1 ,\n]}', [("FP104", 1, 10, "/a", "trailing-comma")], {"a": [1]}),
    (b'// x\n{"a": 1} /* y */', [("FP104", 1, 1, None, "comment")], {"a": 1}),
    (b'{"a": "// no comment"}', [], {"a": "// no comment"}),
    (b'{"a": 1 /*', [("FP104", 1, 9, None, "comment")], MISSING),
    (b'{"a": NaN}', [("FP104", 1, 7, "/a", "constant")], MISSING),
    (b'{"a": [0, -Infinity]}', [("FP104", 1, 11, "/a/1", "constant")], MISSING),
    (b'{"a": 1}\n{"b": 2}', [("FP104", 2, 1, None, "second-value")], {"a": 1}),
    (b'{"a": 1} x', [("FP104", 1, 10, None, "trailing-text")], {"a": 1}),
    (b'{"a": 1}}', [("FP104", 1, 9, None, "trailing-text")], {"a": 1}),
    (b'{"a": 1}\n\0\0', [("FP104", 2, 1, None, "nul")], MISSING),
    (b'{"a": "\tx\x01"}', [("FP104", 1, 8, "/a", "control-character")], {"a": "\tx\x01"}),
    (b'{"a": "x\n", "b": 1}', [("FP104", 1, 9, "/a", "line-break")], {"a": "x\n", "b": 1}),
    (b'{"a": "x\n, "b": 1}', [("FP104", 1, 9, "/a", "line-break")], MISSING),
    (b'{\n<<<<<<< HEAD\n  "a": 1\n', [("FP104", 2, 1, None, "merge-conflict")], MISSING),
    (b'{\n  "a": 1\n=======\n  "a": 2\n', [("FP104", 3, 1, None, "merge-conflict")], MISSING),
    (b"{}\n>>>>>>> other\n", [("FP104", 2, 1, None, "merge-conflict")], MISSING),
    (b'{"a": 01}', [("FP104", 1, 7, "/a", "number")], MISSING),
    (b"{'a': 1}", [("FP104", 1, 2, None, "syntax")], MISSING),
    (b'{"a" 1}', [("FP104", 1, 6, "/a", "syntax")], MISSING),
    (b"[1 2]", [("FP104", 1, 4, None, "syntax")], MISSING),
    (b"[1,,2]", [("FP104", 1, 4, "/1", "syntax")], MISSING),
    (b"[}", [("FP104", 1, 2, "/0", "syntax")], MISSING),
    (b"{]", [("FP104", 1, 2, None, "syntax")], MISSING),
    (b"truely", [("FP104", 1, 1, None, "syntax")], MISSING),
    (b"\x0c1", [("FP104", 1, 1, None, "syntax")], MISSING),
    (b'{"a": 1', [("FP104", 1, 8, None, "truncated")], MISSING),
    (b'"a', [("FP104", 1, 1, None, "unterminated-string")], MISSING),
    (b'"a\x01"', [("FP104", 1, 3, "", "control-character")], "a\x01"),
    (b"NaN", [("FP104", 1, 1, "", "constant")], MISSING),
    (b'"a"\r\n', [("FP109", 1, 4, None, "line-ends")], "a"),
    (b'{"a":', [("FP104", 1, 6, "/a", "truncated")], MISSING),
    (b'{"a": "b', [("FP104", 1, 7, "/a", "unterminated-string")], MISSING),
    (b'{"a": "\\x41"}', [("FP104", 1, 8, "/a", "escape")], {"a": "x41"}),
    (b'{"a": "\\u12"}', [("FP104", 1, 8, "/a", "escape")], {"a": "u12"}),
    (b'{"a": "\\uD800\\n"}', [("FP110", 1, 8, "/a", "d800")], {"a": "\ufffd\n"}),
    (
        b'["\\ud83d\\ude00", "\\ude00\\ud83d"]',
        [("FP110", 1, 19, "/1", "de00"), ("FP110", 1, 25, "/1", "d83d")],
        ["😀", "\ufffd\ufffd"],
    ),
    (b"[1e999, -1e999]", [("FP106", 1, 2, "/0", "1e999"), ("FP106", 1, 9, "/1", "-1e999")], [GREATEST, -GREATEST]),
    (b"[9007199254740992, 9007199254740993]", [("FP106", 1, 20, "/1", "9007199254740993")], [2**53, 2**53 + 1]),
    (b"[1e-999, 0e999, 0.000, 1152921504606846976]", [("FP106", 1, 2, "/0", "1e-999")], [0.0, 0.0, 0.0, 2**60]),
    (b"9" * 400, [("FP106", 1, 1, "", "9" * 59 + "…")], int("9" * 400)),
    (b"-" + b"9" * 9000, [("FP106", 1, 1, "", "-" + "9" * 58 + "…")], -GREATEST),
    (b'{\r\n  "a": 1\r\n}\r\n', [("FP109", 1, 2, None, "line-ends")], {"a": 1}),
    (b'{\n  "a":\r1\n}\n', [("FP109", 2, 7, "/a", "line-ends")], {"a": 1}),
    (TOWER, [("FP107", 1, 65, "/0" * 64, "depth")], MISSING),
    (TOWER[1:-1], [], json.loads(TOWER[1:-1])),
    (b"[" * 500_000, [("FP107", 1, 65, "/0" * 64, "depth")], MISSING),
    (b" " * (MAX_BYTES - 1) + b"1", [], 1),
    (b" " * MAX_BYTES + b"1", [("FP107", 1, 1, None, "size")], MISSING),
]


@pytest.mark.parametrize(("data", "faults", "value"), CASES, ids=[repr(case[0][:24]) for case in CASES])
def test_faults_and_their_places(data: bytes, faults: list[tuple[Any, ...]], value: Any) -> None:
    parsed = parse(data)
    found = [(fault.code, fault.line, fault.column, fault.pointer, fault.detail) for fault in parsed.faults]
    assert found == faults
    assert repr(parsed.value) == repr(value)


def test_both_places_of_a_double_key_are_named() -> None:
    (fault,) = parse(b'{"a": 1,\n "b": 2,\n "a": 3}').faults
    assert fault.message == 'the key "a" stands twice in one object: in line 1, column 2, and in line 3, column 2'


def test_what_was_read_before_a_text_broke_off_is_kept() -> None:
    assert parse(b'{"event_id": "x", "payload": {"a": [1, {"b": 2}').fragment == {
        "event_id": "x",
        "payload": {"a": [1, {"b": 2}]},
    }


def test_faults_beyond_the_fiftieth_are_counted() -> None:
    faults = parse(b"{" + b'"a": 1, ' * 80 + b'"b": 1e999}').faults
    assert [fault.code for fault in faults] == ["FP105"] * 50 + ["FP106"]
    assert faults[49].message.endswith("(and 29 more like it in this file)")


def test_several_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    faults = parse(b'{\r\n"a": 1,\r\n"a": 1e999,\r\n"b": "\\ud800\xff",\r\n}').faults
    assert [(fault.code, fault.line) for fault in faults] == [
        ("FP109", 1), ("FP105", 3), ("FP106", 3), ("FP110", 4), ("FP102", 4), ("FP104", 4),
    ]  # fmt: skip

import json
from typing import Any

import pytest
from support.events import as_bytes, created

from fingerpost.ledger import positions
from fingerpost.ledger.positions import position

EVENT = created(
    1,
    event={"actor": {"kind": "human", "event_id": "x"}},
    text='say "event_id": twice',
    evidence=[{"text": "a"}, {"text": "b"}],
)


def pointers(value: Any, prefix: str = "") -> list[str]:
    found = [prefix]
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        found += pointers(item, f"{prefix}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return found


@pytest.mark.parametrize("pointer", pointers(EVENT))
def test_quick_and_thorough_way_agree(pointer: str) -> None:
    data = as_bytes(EVENT)
    tokens = pointer.split("/")[1:]
    quick = positions._quick(data, tokens)
    assert quick == (None if any(token.isdigit() for token in tokens) else position(data, pointer))
    line, column = position(data, pointer) or (0, 0)
    there = data.decode().split("\n")[line - 1][column - 1 :]
    if tokens and not tokens[-1].isdigit():
        assert there.startswith(f'"{tokens[-1]}": ')
    assert positions._thorough(data, tokens) == (line, column)


def test_other_spellings_go_the_thorough_way() -> None:
    data = json.dumps(EVENT, indent="\t").encode()
    assert positions._quick(data, ["event_id"]) is None
    line, column = position(data, "/payload/record/text") or (0, 0)
    assert column == 4
    assert data.decode().split("\n")[line - 1].startswith('\t\t\t"text": "say ')
    assert position(json.dumps(EVENT).encode(), "/event_id") == (1, 34)


@pytest.mark.parametrize(
    ("data", "pointer", "expected"),
    [
        (b'{\n  "a": 1\n}\n', "", (1, 1)),
        (b"\n\n [1]", "", (3, 2)),
        (b'{\n  "a": {\n    "b": 1\n  }\n}\n', "/a/c", (2, 3)),
        (b'{\n  "a": {\n    "b": 1\n  }\n}\n', "/z", (1, 1)),
        (b'{\n  "a": {\n    "b": 1\n  },\n  "c": {}\n}\n', "/c/b", (5, 3)),
        (b'{\n  "a": 1\n}\n', "/a/b/c", (2, 3)),
        (b'{\n  "a": [\n    1,\n    2\n  ]\n}\n', "/a/1", (4, 5)),
        (b'{\n  "a": [\n    1\n  ]\n}\n', "/a/7", (2, 3)),
        (b'{\n  "a": [\n    1\n  ]\n}\n', "/a/00", (2, 3)),
        (b'{"a/b": {"c~d": 1}}', "/a~1b/c~0d", (1, 10)),
        (b'{"a~1": 1, "a/": 2}', "/a~01", (1, 2)),
        ('{"é": 1, "b": 2}'.encode(), "/b", (1, 10)),
        (b'{"a": 1, "a": 2}', "/a", (1, 10)),
        (b'{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n', "/b", (3, 3)),
        (b'{\r  "a": 1,\r  "b": 2\r}\r', "/b", (3, 3)),
        (b'\xef\xbb\xbf{"a": 1}', "/a", (1, 2)),
        (b'{"": {"0": 1}}', "//0", (1, 7)),
        (b'{"a": 1, "b": [', "/b/0", (1, 10)),
        (b'[1, [2, "x"]]', "/1/1", (1, 9)),
        (b"[1]", "/999999999999999999999", (1, 1)),
        (b"", "/a", None),
        (b"\xff\xfe{\0}\0", "/a", None),
    ],
)
def test_places(data: bytes, pointer: str, expected: tuple[int, int] | None) -> None:
    assert position(data, pointer) == expected


def test_large_files_are_read_once_for_all_lookups() -> None:
    data = as_bytes({"event_id": "x", "items": [{"n": number} for number in range(2000)]})
    positions._places.cache_clear()
    assert [position(data, f"/items/{number}/n") for number in range(3)] == [(5, 7), (8, 7), (11, 7)]
    assert positions._places.cache_info().misses == 1

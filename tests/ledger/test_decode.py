import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import as_bytes, created, ident
from support.shared import LEDGERS, needs_ledgers

from fingerpost.ledger import decode as module
from fingerpost.ledger.common_form import in_common_form
from fingerpost.ledger.decode import MISSING, decode
from fingerpost.ledger.strict_json import parse
from fingerpost.repository.source import Origin, Source, StoreName

EVENT = created(
    1, text="Grüße <b>&amp;</b> \u2028 — as it was", evidence=[{"text": "a"}], extensions={"x.y": [1, 1.5, {}]}
)
DATA = as_bytes(EVENT)


def source(data: bytes) -> Source:
    return Source(Origin(StoreName.LEDGER, ".fabric/ledger/events/a.json", "a.json"), data)


def escaped_as_go_does(data: bytes) -> bytes:
    text = data.decode()
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode()


@pytest.mark.parametrize("data", [DATA, escaped_as_go_does(DATA), b"null\n", b"{}\n"])
def test_what_clients_write_goes_the_fast_way(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "parse", None)
    decoded = decode(source(data))
    assert decoded.value == decoded.fragment == json.loads(data)
    assert decoded.problems == ()


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"a": 2**53 + 1}, "FP106"),
        ({"a": 10**25 + 1}, "FP106"),
        (json.loads("[" * 65 + "]" * 65), "FP107"),
        (json.loads("[" * 200 + "1" + "]" * 200), "FP107"),
    ],
)
def test_the_common_form_hides_no_fault(value: Any, code: str) -> None:
    decoded = decode(source(as_bytes(value)))
    assert [problem.code for problem in decoded.problems] == [code]


def test_the_deepest_allowed_nesting_has_no_fault() -> None:
    value = json.loads("[" * 64 + "1" + "]" * 64)
    decoded = decode(source(as_bytes(value)))
    assert (decoded.value, decoded.problems) == (value, ())


def test_problems_carry_place_origin_and_event_id() -> None:
    file = source(DATA.replace(b'"kind": "human"', b'"kind": "human",\n    "kind": "agent"', 1))
    (problem,) = decode(file).problems
    assert (problem.code, problem.line, problem.column, problem.pointer) == ("FP105", 8, 5, "/actor/kind")
    assert (problem.origin, problem.event_id, problem.detail) == (file.origin, ident("evt", 1), "kind")


def test_the_event_id_of_a_broken_file_is_told_where_it_came_before_the_break() -> None:
    decoded = decode(source(DATA[:200]))
    assert decoded.value is MISSING
    assert [problem.event_id for problem in decoded.problems] == [ident("evt", 1)]
    assert [problem.event_id for problem in decode(source(b'{"event_id": 7, ')).problems] == [None]


@given(st.integers(0, len(DATA) - 1), st.binary(max_size=3), st.integers(0, 3))
@settings(max_examples=200)
def test_mutants_are_read_alike_by_both_ways(start: int, inserted: bytes, removed: int) -> None:
    data = DATA[:start] + inserted + DATA[start + removed :]
    both_ways_agree(data)


def both_ways_agree(data: bytes) -> None:
    parsed = parse(data)
    fast = in_common_form(data)
    if fast is not MISSING:
        assert parsed.faults == ()
        assert repr(parsed.value) == repr(fast)
    if not parsed.faults:
        assert orjson.dumps(parsed.value) == orjson.dumps(orjson.loads(data))


def files() -> list[Path]:
    return sorted(
        path for path in LEDGERS.rglob("*") if path.suffix == ".json" and path.is_file() and not path.is_symlink()
    )


@needs_ledgers
def test_the_reference_ledgers_are_read_alike_by_both_ways() -> None:
    fast = 0
    read = files()
    for path in read:
        data = path.read_bytes()
        both_ways_agree(data)
        fast += in_common_form(data) is not MISSING
    assert fast > len(read) * 0.9

"""The samples of rules: the bad one is reported and the good one is not, where they are enough of an event."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from support.events import MemoryStore, Wire, as_bytes, created, ident, projection
from support.lint import codes, findings_of

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.rule import Rule

BY_CODE = {rule.code: rule for rule in RULES}
NAME = f"{ident('evt', 1)}.json"
# The rules whose samples are fields of one event; of the last ones each line is a sample of its own.
OF_SHAPE = ("FP105", "FP106", "FP110", "FP201", "FP206", "FP208", "FP209", "FP210")
OF_CONTENT = ("FP504", "FP505", "FP714", "FP801", "FP802", "FP803", "FP805")
ALTERNATIVES = ("FP202", "FP203", "FP205", "FP211")

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


@each_rule
def test_a_bad_and_a_good_sample_are_there_and_differ(rule: Rule) -> None:
    assert rule.bad.strip()
    assert rule.good.strip()
    assert rule.bad.split() != rule.good.split()


def _fields(sample: str) -> list[tuple[str, str]]:
    """The fields of a sample, a line each, as they are written, without the words in brackets behind them."""
    lines = [re.sub(r"\s{2,}\(.*\)$", "", line.strip()).rstrip(",") for line in sample.splitlines()]
    parts = [re.fullmatch(r'"(\w+)": (.+)', line) for line in lines]
    return [(part.group(1), part.group(2)) for part in parts if part is not None]


def _whole(event: Wire, fields: list[tuple[str, str]]) -> bytes:
    """An event with these fields: of the envelope where that has them, else of the object in the payload."""
    written = dict(fields)
    (kind, inner), *_ = event["payload"].items()
    kept = {key: json.dumps(value) for key, value in event.items() if key not in (*written, "payload")}
    envelope = [*kept.items(), *(field for field in fields if field[0] in event)]
    body = [(key, json.dumps(value)) for key, value in inner.items() if key not in written]
    body += [field for field in fields if field[0] not in event]
    return _object([*envelope, ("payload", _object([(kind, _object(body))]))]).encode("utf-8")


def _object(fields: list[tuple[str, str]]) -> str:
    return "{\n" + ",\n".join(f'"{key}": {value}' for key, value in fields) + "\n}"


def _samples(code: str, part: str) -> Iterator[bytes]:
    fields = _fields(getattr(BY_CODE[code], part))
    assert fields, "a sample of fields holds no field"
    event = projection(1, None, [], []) if code == "FP208" else created(1)
    if code in ALTERNATIVES:
        yield from (_whole(event, [field]) for field in fields)
    else:
        yield _whole(event, fields)


def _found(data: bytes) -> set[str]:
    store = MemoryStore()
    store.files[NAME] = data
    return codes(findings_of(stores=[store]))


@pytest.mark.parametrize("code", [*OF_SHAPE, *OF_CONTENT, *ALTERNATIVES])
def test_a_bad_sample_is_reported_and_a_good_one_is_sound(code: str) -> None:
    for data in _samples(code, "bad"):
        assert code in _found(data)
    for data in _samples(code, "good"):
        assert {found for found in _found(data) if found == code or found[2] in "12"} == set()


def test_the_samples_of_bytes_that_are_not_utf_8_are_such_bytes() -> None:
    (bad,), (good,) = _samples("FP102", "bad"), _samples("FP102", "good")
    assert "FP102" in _found(bad.replace(rb"\xfc", b"\xfc"))
    assert _found(good) == set()


def test_a_sample_is_put_into_an_event_that_is_sound_without_it() -> None:
    assert json.loads(_whole(created(1), [])) == created(1)
    assert _found(as_bytes(created(1))) == set()

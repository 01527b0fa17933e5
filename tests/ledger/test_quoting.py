from __future__ import annotations

import pytest
from support.events import MemoryStore, as_bytes, created, ident

from fingerpost.ledger.decode import decode
from fingerpost.ledger.load import load
from fingerpost.ledger.quoting import without_quoted_secrets
from fingerpost.ledger.reading import Reading
from fingerpost.repository.source import Source

TOKEN = "ghp_" + "a1B2c3D4" * 5
NAME = f"{ident('evt', 1)}.json"


def reading_of(data: bytes) -> Reading:
    store = MemoryStore()
    store.files[NAME] = data
    return load([store])


@pytest.mark.parametrize(
    "text",
    [
        f'{{"{TOKEN}": 1, "{TOKEN}": 2}}',
        '{"' + "x" * 45 + f' {TOKEN}": 1, "' + "x" * 45 + f' {TOKEN}": 2}}',
        f'{{"a": {TOKEN}}}',
        f'{{"a": "{TOKEN}\n"}}',
        f"{TOKEN}",
        f'{{"a": "x" "{TOKEN}"}}',
        f"<<<<<<< {TOKEN}\n{{}}",
    ],
)
def test_no_problem_of_a_file_quotes_a_credential(text: str) -> None:
    reading = reading_of(text.encode())
    assert reading.problems
    assert TOKEN[:12] not in repr(reading)
    [suspect] = reading.suspects
    assert suspect.event_id == ident("evt", 1)
    assert all(problem.line for problem in reading.problems)


def test_lines_and_columns_are_those_of_the_file() -> None:
    source = Source(MemoryStore().origin(NAME), f'{{"{TOKEN}": 1, "a": 1,\n "a": NaN}}'.encode())
    problems = decode(source).problems
    shown = without_quoted_secrets(problems, source)
    assert [(each.code, each.line, each.column) for each in shown] == [
        (each.code, each.line, each.column) for each in problems
    ]


def test_a_file_without_a_credential_keeps_its_problems() -> None:
    source = Source(MemoryStore().origin(NAME), b'{"a": 1, "a": 2}')
    problems = decode(source).problems
    assert without_quoted_secrets(problems, source) == list(problems)
    assert without_quoted_secrets([], Source(source.origin, as_bytes(created(1, text=TOKEN)))) == []

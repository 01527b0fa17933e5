"""Where the ledger lies, as the configs of one tree say."""

from __future__ import annotations

import pytest

from fingerpost.repository.configs.ledger_folder import named_in, said_folder

OWN, TABLE, CONFIG = "fingerpost.toml", "pyproject.toml", ".fabric/config.yaml"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, None),
        ({CONFIG: b"storage: {events: c}\n"}, "c"),
        ({TABLE: b"[tool.fingerpost]\nledger = 'b'\n", CONFIG: b"storage: {events: c}\n"}, "b"),
        ({OWN: b"ledger = 'a'\n", TABLE: b"[tool.fingerpost]\nledger = 'b'\n"}, "a"),
        # The first of Fingerpost's two files that is there counts, even if it is empty, broken, or leads out.
        ({OWN: b"", TABLE: b"[tool.fingerpost]\nledger = 'b'\n"}, None),
        ({OWN: b"ledger = ", TABLE: b"[tool.fingerpost]\nledger = 'b'\n", CONFIG: b"storage: {events: c}\n"}, "c"),
        ({OWN: b"ledger = '../a'\n", CONFIG: b"storage: {events: c}\n"}, "c"),
        ({OWN: b"ledger = 3\n", CONFIG: b"storage: [\n"}, None),
        ({OWN: b"\xff ledger"}, None),
    ],
)
def test_our_own_config_comes_first_and_then_that_of_the_ledger(files: dict[str, bytes], said: str | None) -> None:
    stored = files.get(CONFIG)
    assert said_folder(files.get, lambda: None if stored is None else named_in(CONFIG, stored)) == said


def test_the_ledgers_config_is_not_asked_where_ours_names_a_folder() -> None:
    def storage() -> str:
        pytest.fail("asked for nothing")

    assert said_folder({OWN: b"ledger = 'a'\n"}.get, storage) == "a"


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        (CONFIG, b"storage: {events: a}\n", "a"),
        (OWN, b'ledger = "b"\n', "b"),
        (TABLE, b'[tool.fingerpost]\nledger = "c"\n', "c"),
        (TABLE, b'ledger = "c"\n', None),
        (TABLE, b"", None),
        (CONFIG, b"repo: r\n", None),
        (OWN, b'"l\\u0065dger" = "d"\n', "d"),
        (CONFIG, b'"stor\\x61ge": {events: e}\n', "e"),
    ],
)
def test_each_file_names_the_folder_in_its_own_way_however_its_key_is_spelled(
    path: str, data: bytes, said: str | None
) -> None:
    assert named_in(path, data) == said

"""The config's table of trailer names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.repository.configs.settings import Settings, read_settings, settings_in
from fingerpost.repository.configs.trailer_names import KEYS, TrailerNames, named_records
from fingerpost.repository.errors import UsageError

TOKENS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9-]{0,20}", fullmatch=True)
TABLES = st.dictionaries(st.sampled_from(sorted(KEYS)), st.lists(TOKENS, max_size=4))


def trailers(text: str, name: str = "fingerpost.toml") -> TrailerNames:
    return settings_in(text.encode(), name).trailers


def test_without_a_table_they_have_their_usual_names(tmp_path: Path) -> None:
    assert read_settings(tmp_path).trailers == Settings().trailers == TrailerNames()
    assert trailers("ledger = 'a'\n") == trailers("[trailers]\n") == TrailerNames()


def test_what_is_written_replaces_the_usual_names_of_that_key_alone() -> None:
    found = trailers("[trailers]\nimplements = ['Implements', 'Follows']\ninformed-by = []\n")
    assert found == TrailerNames(implements=("Implements", "Follows"), informed_by=())
    said = trailers("[tool.fingerpost.trailers]\nskip = ['No-Direction']\n", "pyproject.toml")
    assert said == TrailerNames(skip=("No-Direction",))


def test_a_name_that_another_key_gave_up_may_be_used_and_two_may_be_exchanged() -> None:
    text = "[trailers]\nimplements = ['Fabric-Informed-By']\ninformed-by = ['Fabric-Implements']\n"
    assert trailers(text).means("fabric-IMPLEMENTS") == "informed_by"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("trailers = 3\n", "fingerpost.toml:1: trailers must be a table with implements, informed-by, thread or skip"),
        ("[trailers]\n\nskips = []\n", "fingerpost.toml:3: trailers.skips is not a known key; did you mean skip?"),
        (
            "[trailers]\ninformed_by = []\n",
            "fingerpost.toml:2: trailers.informed_by is not a known key; did you mean in",
        ),
        (
            "[trailers]\nskip = 'No'\n",
            "fingerpost.toml:2: trailers.skip must be a list of at most 20 names of trailers",
        ),
        (
            "[trailers]\nskip = [\n 'No',\n 3]\n",
            "fingerpost.toml:4: trailers.skip must be the name of a trailer: letters",
        ),
        ("[trailers]\nskip = [2026-06-01]\n", "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ("[trailers]\nskip = ['No: ']\n", "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ("[trailers]\nskip = ['No_X']\n", "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ("[trailers]\nskip = ['Nö']\n", "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ('[trailers]\nskip = ["No\\n"]\n', "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ("[trailers]\nskip = ['']\n", "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ("[trailers]\nskip = ['-']\n", "fingerpost.toml:2: trailers.skip must be the name of a trailer"),
        ("[trailers]\nskip = ['A', 'B', 'a']\n", "fingerpost.toml:2: trailers.skip names a twice"),
        (
            "[trailers]\nskip = ['X']\nthread = [\n'Y',\n'x']\n",
            "fingerpost.toml:2: trailers.skip names X, which thread names too",
        ),
        (
            "[trailers]\nimplements = ['Fabric-thread']\n",
            "fingerpost.toml:2: trailers.implements names Fabric-thread, which thread names by default",
        ),
    ],
)
def test_what_is_wrong_names_file_line_and_key(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        trailers(text)
    assert words in caught.value.message
    assert caught.value.exit_code == 2


def test_too_many_names_are_refused() -> None:
    with pytest.raises(UsageError, match=r"trailers\.skip must be a list"):
        trailers(f"[trailers]\nskip = {json.dumps([f'N{number}' for number in range(21)])}\n")


@given(TABLES)
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_read_or_refused_for_a_name_with_two_meanings(table: dict[str, list[str]]) -> None:
    text = "[trailers]\n" + "".join(f"{key} = {json.dumps(names)}\n" for key, names in table.items())
    usual = TrailerNames()
    expected = {key: tuple(table.get(key, getattr(usual, meaning))) for key, meaning in KEYS.items()}
    every = [name.casefold() for names in expected.values() for name in names]
    if len(every) != len(set(every)):
        with pytest.raises(UsageError, match="names"):
            trailers(text)
        return
    found = trailers(text)
    assert {key: getattr(found, meaning) for key, meaning in KEYS.items()} == expected
    assert all(found.means(name.swapcase()) == KEYS[key] for key, names in expected.items() for name in names)


def test_a_key_that_nobody_named_means_nothing() -> None:
    names = TrailerNames()
    assert [
        names.means(key) for key in ("fabric-implements", "FABRIC-INFORMED-BY", "Fabric-Thread", "Fabric-Skip")
    ] == [*("implements", "informed_by", "thread", "skip")]
    assert names.means("Fabric") is names.means("") is names.means("Refs") is None


@pytest.mark.parametrize(
    ("value", "records"),
    [
        ("rec_1", ("rec_1",)),
        (" rec_2, rec_1;rec_2\trec_3 ", ("rec_2", "rec_1", "rec_3")),
        ("the rule rec_1 (not xrec_2)", ("rec_1",)),
        ("record_1", ()),
        ("", ()),
    ],
)
def test_the_records_that_a_value_names(value: str, records: tuple[str, ...]) -> None:
    assert named_records(value) == records

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared import LEDGERS, needs_ledgers

from fingerpost.repository.configs.config import LedgerConfig, read_ledger_config

PLAIN = (
    "repo: billing\nareas:\n  core:\n    paths:\n      - src/**\n      - docs/a.md\n"
    "  web:\n    paths:\n      - web/**\n"
)


def read(text: str) -> LedgerConfig:
    config = read_ledger_config(text.encode("utf-8"), ".fabric/config.yaml")
    assert config.problems == ()
    return config


def places(text: str) -> list[tuple[int, int, str]]:
    return [(found.line, found.column, found.key) for found in read(text).unportable]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("- src/**", '- "src/**"').replace("- docs/a.md", "- 'docs/a.md'"),
        PLAIN.replace("      - src", "\n      # why\n      - src"),
        PLAIN.replace("      - ", "        - "),
        PLAIN + "# end\nbudgets: {sync_delta_tokens: 300} # tokens\nstorage:\n  events: './.fabric/ledger/events/'\n",
        "repo: billing\nareas: {}\n",
        "repo:\nareas:\n  core:\n",
        "areas:\n  core: {}\n  web:\n    paths: []\n",
    ],
)
def test_what_clients_read_alike(text: str) -> None:
    assert places(text) == []


@pytest.mark.parametrize(
    ("text", "found", "because"),
    [
        ('repo: "billing"\n', [(1, 1, "repo")], "keeps the quotes"),
        ("repo: billing # us\n", [(1, 1, "repo")], "comment"),
        ("repo : billing\n", [(1, 1, "repo")], "white space before the colon"),
        ("repo: >\n  billing\n", [(1, 1, "repo")], "block texts"),
        ("{repo: billing}\n", [(1, 2, "repo")], "brackets"),
        ("\ufeffrepo: billing\n", [(1, 1, "repo")], "byte-order mark"),
        (PLAIN.replace("areas:", "areas: # ours"), [(2, 1, "areas")], "comment"),
        (PLAIN.replace("areas:", "areas: "), [(2, 1, "areas")], "at the end of the line"),
        ("areas: {core: {paths: [src/**]}}\n", [(1, 1, "areas")], "brackets"),
        (PLAIN.replace("  core:", "  core: "), [(3, 3, "areas.core")], "at the end of the line"),
        (PLAIN.replace("  core:", '  "core":'), [(3, 3, "areas.core")], "keeps the quotes"),
        (PLAIN.replace("  core:", "  core: # x"), [(3, 3, "areas.core")], "comment"),
        (PLAIN.replace("- docs/a.md", "- docs/a.md # one"), [(6, 9, "areas.core.paths[1]")], "comment"),
        (PLAIN.replace("- docs/a.md", '- "docs/\\x61.md"'), [(6, 9, "areas.core.paths[1]")], "docs/\\x61.md"),
        (PLAIN.replace("      - web/**", "    - web/**"), [(9, 7, "areas.web.paths[0]")], "indent of 6 or more"),
        ("areas:\n  core:\n    paths:\n    - a\n", [(4, 7, "areas.core.paths[0]")], "6 or more, and finds 4"),
        (
            "areas:\n   core:\n     paths:\n       - a\n   web:\n     paths:\n       - b\n",
            [(2, 4, "areas.core")],
            "any of the 2 areas: it looks for an area at an indent of 2, and finds 3",
        ),
        (PLAIN + "storage:\n  events: elsewhere\n", [(11, 3, "storage.events")], "ignores storage.events"),
        (
            PLAIN + "generated:\n  note: |\n    a\nareas2: |\n  x\n",
            [],
            "",
        ),
    ],
)
def test_what_the_go_client_reads_otherwise(text: str, found: list[tuple[int, int, str]], because: str) -> None:
    assert places(text) == found
    for each in read(text).unportable:
        assert because in each.message


def test_an_area_that_only_the_go_client_sees() -> None:
    text = 'areas:\n  core:\n    paths: ["a\n  x:\n    paths:\n      - b\n  "]\n'
    assert places(text) == [(3, 13, "areas.core.paths[0]"), (4, 3, "areas.x")]


def test_hostile_names_are_shown_as_they_can_be() -> None:
    text = f'areas:\n  "a\\u202eb{"c" * 200}":\n    paths:\n      - x\n'
    [found] = read(text).unportable
    assert "\u202e" not in found.message + found.key
    assert len(found.message) < 300


NAMES = st.text("abc/-", min_size=1, max_size=4).filter(lambda name: name[0] not in "-/")


@settings(max_examples=100)
@given(st.dictionaries(NAMES, st.lists(NAMES, max_size=3), max_size=3), st.booleans())
def test_the_plain_form_is_read_alike(areas: dict[str, list[str]], quoted: bool) -> None:
    mark = '"' if quoted else ""
    lines = ["repo: billing", "areas:"]
    for name, paths in areas.items():
        lines += [f"  {name}:", "    paths:", *(f"      - {mark}{path}{mark}" for path in paths)]
    assert places("\n".join(lines) + "\n") == []


@needs_ledgers
@pytest.mark.parametrize(
    ("case", "lines"),
    [("config-good", []), ("config-comment", [1, 2]), ("config-four-spaces", [3]), ("config-quoted-area", [1, 3])],
)
def test_the_reference_cases(case: str, lines: list[int]) -> None:
    data = (LEDGERS / "broken" / case / ".fabric/config.yaml").read_bytes()
    assert [found.line for found in read_ledger_config(data, "x").unportable] == lines


@needs_ledgers
@pytest.mark.parametrize("ledger", ["dogfood", "billing", "forked", "edge"])
def test_what_the_go_client_wrote_is_portable(ledger: str) -> None:
    data = (LEDGERS / ledger / ".fabric/config.yaml").read_bytes()
    assert read_ledger_config(data, "x").unportable == ()

"""The figures of coverage, and what is said of them."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from xml.etree import ElementTree

import pytest

from fingerpost.ledger.instants import Instant
from fingerpost.reporter.coverage.chart import MOST_MONTHS, chart
from fingerpost.reporter.coverage.coverage import Coverage, CoveredCommit, Known
from fingerpost.reporter.coverage.coverage_json import render_json
from fingerpost.reporter.coverage.coverage_markdown import render_markdown
from fingerpost.reporter.coverage.coverage_text import render_text
from fingerpost.reporter.coverage.coverage_words import headline, notes, of_all
from fingerpost.reporter.coverage.declarations import Ties
from fingerpost.reporter.coverage.left_out import LeftOut, Why, left_out
from fingerpost.reporter.graph.edges import trailer_edges
from fingerpost.repository.trees.history_walk import WalkedCommit

START = 1_772_442_000
MONTH = 31 * 86_400


def commit(number: int, known: Known, seconds: int | None = START, areas: tuple[str, ...] = ()) -> CoveredCommit:
    actors = ("human", "trailer") if known is Known.DECLARED else ()
    return CoveredCommit(f"{number:040x}", seconds, f"Step {number}", known, areas, actors)


def coverage(*commits: CoveredCommit, **fields: object) -> Coverage:
    given: dict[str, object] = {
        "as_of": Instant(START),
        "range": "a..b",
        "tip": "f" * 40,
        "start": None,
        "mainline": False,
        "runtime_read": True,
        "commits": commits,
        "elsewhere": 0,
        "declared_elsewhere": 0,
        "merges": 0,
        "cut": False,
    }
    return Coverage(**(given | fields))  # type: ignore[arg-type]


def many(declared: int, others: int, skipped: int = 0) -> Coverage:
    known = [Known.DECLARED] * declared + [Known.IN_SCOPE_ONLY] * others + [Known.SKIPPED] * skipped
    return coverage(*(commit(number, each) for number, each in enumerate(known)))


def test_a_percentage_is_rounded_down_and_the_gate_is_exact() -> None:
    found = many(1999, 501)
    assert found.percent == Decimal("79.9")
    assert not found.meets(Decimal(80))
    assert found.meets(Decimal("79.96"))
    assert many(1, 2).meets(Decimal(f"33.{'3' * 60}"))
    assert not many(1, 2).meets(Decimal(f"33.{'3' * 60}4"))
    assert many(2, 1).percent == Decimal("66.6")
    assert many(3, 0).percent == Decimal("100.0")


def test_skipped_ones_count_neither_way() -> None:
    assert (many(1, 1, 8).counted, many(1, 1, 8).percent) == (2, Decimal("50.0"))
    only = many(0, 0, 3)
    assert (only.counted, only.percent) == (0, None)
    assert only.meets(Decimal(100))
    assert headline(only) == "3 commits touch governed paths: nothing to count. All of them are skipped."


def test_areas_months_and_actors() -> None:
    found = coverage(
        commit(1, Known.DECLARED, START, ("b", "a")),
        commit(2, Known.UNKNOWN, None),
        commit(3, Known.EXPOSED, START + MONTH, ("a",)),
    )
    assert [(name, sum(counts.values())) for name, counts in found.by_area] == [("a", 2), ("b", 1), (None, 1)]
    assert [name for name, _ in found.by_month] == ["2026-03", "2026-04", "unknown"]
    assert found.by_actor == (("human", 1), ("trailer", 1))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"elsewhere": 1}, "1 other commit of the range touches no governed path and is not counted."),
        (
            {"elsewhere": 4, "declared_elsewhere": 1},
            "4 other commits of the range touch no governed path and are not counted; "
            "1 of them declares direction all the same.",
        ),
        ({"merges": 2}, "2 merges are left out."),
        ({"runtime_read": False}, "No receipts were read here, so nobody can say what was delivered or exposed."),
    ],
)
def test_what_else_has_to_be_known(fields: dict[str, object], said: str) -> None:
    assert list(notes(coverage(**fields))) == [said]


def test_the_chart_is_xml_and_says_in_words_what_it_draws() -> None:
    commits = [commit(number, Known.DECLARED, START + number * MONTH) for number in range(MOST_MONTHS + 6)]
    drawing = chart(coverage(*commits, commit(99, Known.SKIPPED, START + 29 * MONTH)))
    assert drawing is not None
    tree = ElementTree.fromstring(str(drawing))
    space = "{http://www.w3.org/2000/svg}"
    assert tree.get("role") == "img"
    described = tree.findtext(f"{space}desc") or ""
    assert described.count(":") == MOST_MONTHS
    assert described.endswith("1 declared, 1 skipped.")
    width = int(tree.get("width", "0"))
    ends = [int(x) + int(long) for x, long in re.findall(r' d="M(\d+),\d+ h(\d+) ', str(drawing))]
    assert len(ends) == 2 + MOST_MONTHS + 1
    assert max(ends) < width
    assert int(tree.get("viewBox", "").split()[3]) == int(tree.get("height", "0"))
    assert chart(coverage()) is None


def test_the_legend_names_what_is_drawn_and_stays_within_the_chart() -> None:
    sorts = [known for known in Known if known is not Known.DELIVERED]
    drawing = chart(coverage(*(commit(place, known) for place, known in enumerate(sorts))))
    assert drawing is not None
    tree = ElementTree.fromstring(str(drawing))
    legend = list(tree.iter("{http://www.w3.org/2000/svg}text"))[: len(sorts)]
    assert [each.text for each in legend] == [known.told for known in sorts]
    # A letter of 12 units is 8 wide at most, on average.
    assert max(int(each.get("x", "0")) + 8 * len(each.text or "") for each in legend) <= int(tree.get("width", "0"))


def test_a_commit_of_which_it_is_unknown_is_not_said_to_touch_governed_paths() -> None:
    found = coverage(commit(1, Known.DECLARED), commit(2, Known.IN_SCOPE_ONLY), commit(3, Known.UNKNOWN))
    assert headline(found) == (
        "2 commits touch governed paths, and of 1 it is unknown; 1 of the 3 that count declares direction: 33.3 %."
    )


def test_of_all_commits_it_is_said_how_many_count() -> None:
    found = coverage(commit(1, Known.DECLARED), elsewhere=4, merges=1)
    assert found.in_all == 6
    assert of_all(found) == (
        "Of 6 commits in all, 1 commit touches governed paths; 1 of the 1 that count declares direction: 100.0 %."
    )


@pytest.mark.parametrize(
    ("touched", "merge", "declares", "reason"),
    [
        ((), False, False, "it changes no file"),
        (("a/evt_1.json",), False, False, "it writes direction alone: 1 event file"),
        (("a/evt_1.json", "evt_2.json"), False, False, "it writes direction alone: 2 event files"),
        (("a/evt_1.json", "b"), False, False, "none of its 2 files was governed then"),
        (("b",), False, True, "the file that it changes was not governed then; it declares direction all the same"),
        (("b",), True, False, "a merge: what it brings in counts where it was made"),
    ],
)
def test_why_a_commit_does_not_count(touched: tuple[str, ...], merge: bool, declares: bool, reason: str) -> None:
    walked = WalkedCommit("a" * 40, (), START, "Step", (), touched, (), ())
    said = trailer_edges("a" * 40, "Fabric-Implements", f"rec_{'0' * 8}-0000-0000-0000-{'0' * 12}", "implements", "")
    ties = Ties(declared=list(said)) if declares else None
    assert left_out(walked, ties, merge=merge).reason == reason


def test_the_text_lists_what_does_not_count_with_the_reason() -> None:
    other = LeftOut("e" * 40, START, "Format", Why.NOT_GOVERNED, 3)
    found = coverage(commit(1, Known.DECLARED), elsewhere=1, left_out=(other,))
    lines = render_text(found, colour=False, width=100, whole=True).splitlines()
    place = lines.index("not counted")
    assert lines[place + 1 : place + 3] == [
        "  eeeeeeeeeeee  2026-03-02  Format",
        "    none of its 3 files was governed then",
    ]
    assert "not counted" not in render_text(found, colour=False, width=100).splitlines()


def test_without_receipts_what_only_they_tell_is_unknown() -> None:
    found = coverage(commit(1, Known.DECLARED, areas=("a",)), commit(2, Known.IN_SCOPE_ONLY), runtime_read=False)
    lines = [line.split() for line in render_text(found, colour=False, width=80).splitlines()]
    assert ["exposed", "unknown"] in lines
    assert ["delivered", "unknown"] in lines
    assert ["a", "1", "unknown", "unknown", "0", "0", "0"] in lines
    assert "| commits | 1 | unknown | unknown | 1 | 0 | 0 |" in render_markdown(found)
    value = json.loads(render_json(found, minimum=None, met=None))
    for counts in (value["totals"], value["by_area"][0], value["by_month"][0]):
        assert (counts["exposed"], counts["delivered"]) == (None, None)
    assert json.loads(render_json(many(1, 1), minimum=None, met=None))["totals"]["exposed"] == 0
    read = [line.split() for line in render_text(many(1, 1), colour=False, width=80).splitlines()]
    assert ["exposed", "0"] in read


def test_a_word_without_colour_has_no_escape() -> None:
    text = render_text(many(1, 1), colour=True, width=80)
    assert "\n  exposed             0\n" in text


def test_text_of_nothing_is_short() -> None:
    assert render_text(coverage(), colour=False, width=80) == (
        "coverage of a..b (ffffffffffff)\n0 commits touch governed paths: nothing to count.\n"
    )


def test_colour_only_where_it_is_asked_for() -> None:
    assert "\x1b[" in render_text(many(1, 1), colour=True, width=80)
    assert "\x1b[" not in render_text(many(1, 1), colour=False, width=80)

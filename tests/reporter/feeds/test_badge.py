"""The badge: in a word, a shape and a title how the ledger stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from support.events import MemoryStore, changed, created, ident
from support.reports import finding
from support.surveys import ALL_HOSTILE, survey_of

from fingerpost.ledger.inert import visible
from fingerpost.lint.finding import Finding, Severity, Suppressed
from fingerpost.reporter.feeds.badge import badge_file, standing
from fingerpost.reporter.pages.survey import Survey
from fingerpost.repository.source import Obstacle, Origin, Source, Unread

SVG = "{http://www.w3.org/2000/svg}"
FORK = (created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, durability="durable"))
ERROR = finding()
STALE = finding(code="FP601", severity=Severity.WARNING, record_id=ident("rec", 1))


class Unlistable(MemoryStore):
    """A folder that is there and cannot be listed."""

    def scan(self) -> Iterator[Source | Unread]:
        yield Unread(Origin(self.name, self.path, self.path.rsplit("/", 1)[-1]), Obstacle.NOT_A_FOLDER, "file")


def case(name: str) -> Survey:
    accepted = finding(suppressed=Suppressed("config", "known"))
    cases: dict[str, tuple[tuple[object, ...], tuple[Finding, ...]]] = {
        "sound": ((created(1),), (accepted,)),
        "empty": ((), ()),
        "stale": ((created(1),), (STALE,)),
        "contested": (FORK, (STALE,)),
        "errors": (FORK, (STALE, ERROR, ERROR)),
    }
    if name == "unknown":
        return survey_of(stores=[Unlistable()], findings=())
    events, findings = cases[name]
    return survey_of(*events, findings=findings)  # type: ignore[arg-type]  # wire events are dictionaries


def badge(survey: Survey) -> ElementTree.Element:
    (content,) = badge_file(survey).values()
    return ElementTree.fromstring(content)


def words(element: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in element.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sound", "sound"),
        ("empty", "no direction yet"),
        ("stale", "1 stale"),
        ("contested", "1 contested"),
        ("errors", "2 errors"),
        ("unknown", "unknown"),
    ],
)
def test_what_weighs_most_is_said_in_words(name: str, said: str) -> None:
    survey = case(name)
    assert standing(survey).kind == name
    assert words(badge(survey)) == ["direction", said]


def test_each_has_a_shape_of_its_own_and_not_colour_alone() -> None:
    shapes = set()
    for name in ("sound", "empty", "stale", "contested", "errors", "unknown"):
        drawn = [
            (each.tag, each.get("d"), each.get("r"))
            for each in badge(case(name))
            if each.get("transform") or each.get("cx")
        ]
        assert len(drawn) == 1, name
        shapes.add(drawn[0])
    assert len(shapes) == 6


def test_the_title_counts_everything() -> None:
    found = badge(case("errors")).find(f"{SVG}title")
    assert found is not None
    assert found.text == "Direction of billing: 1 record, 2 errors, 1 contested, 1 stale"


def test_nothing_is_fetched_and_nothing_acts() -> None:
    for name in ("sound", "errors"):
        (content,) = badge_file(case(name)).values()
        assert b"://" not in content.replace(b"http://www.w3.org/2000/svg", b"")
        assert not re.search(rb"<(style|script|image|use|a|foreignObject)|@font|url\(|href|\bon\w+=", content)


def test_a_hostile_name_is_text() -> None:
    drawn = badge(survey_of(created(1), name=ALL_HOSTILE, findings=()))
    title = drawn.find(f"{SVG}title")
    assert title is not None
    assert title.text == f"Direction of {visible(ALL_HOSTILE)}: 1 record, 0 errors, 0 contested, 0 stale"
    assert {each.tag for each in drawn.iter()} <= {
        f"{SVG}{tag}" for tag in ("svg", "title", "rect", "path", "g", "text")
    }


def test_the_words_fit_in_their_box() -> None:
    for name in ("sound", "empty", "stale", "contested", "errors", "unknown"):
        drawn = badge(case(name))
        ends = [int(each.get("x", 0)) + int(each.get("textLength", 0)) for each in drawn.iter(f"{SVG}text")]
        assert ends[1] < int(drawn.get("width", 0))

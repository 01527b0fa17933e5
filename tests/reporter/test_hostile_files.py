"""Every hostile text in the files beside the pages: feed, data, search index, and the tree for a code host."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.events import ident
from support.hostile import STRINGS, forgotten, lines_shown, shown
from support.hostile_ledger import areas_of, events_of_record, record_number
from support.hostile_sites import HARMLESS, HOSTILE, Built, build_tree, hostile_site
from support.site_links import HOST

from fingerpost.ledger import inert

ATOM, HTML, SVG = (
    f"{{{name}}}"
    for name in ("http://www.w3.org/2005/Atom", "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg")
)


class Parts(HTMLParser):
    """The elements and attributes of some HTML, its text, and the text of each paragraph or item."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: set[str] = set()
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts |= {tag, *(f"{tag} {name}" for name, _ in attrs)}
        if tag == "br":
            self.text += "\n"

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.parts.add(f"comment {data}")


@pytest.fixture(scope="module")
def site() -> Built:
    return hostile_site()


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The trees of the hostile ledger and of its twin."""
    return tuple(build_tree(tmp_path_factory.mktemp("tree"), texts).site for texts in (HOSTILE, HARMLESS))  # type: ignore[return-value]


def test_the_table_of_hidden_characters_is_complete_and_agrees() -> None:
    assert len(set(STRINGS)) == len(STRINGS) > 300
    assert forgotten() == set()
    assert [text for text in STRINGS if inert.visible(text) != shown(text)] == []


def api(site: Built, name: str) -> Any:
    return json.loads((site.site / "api" / "v1" / f"{name}.json").read_text("ascii"))


def test_data_gives_back_every_text(site: Built) -> None:
    told = {each["record_id"]: each for each in api(site, "records")["records"]}
    changing = {"status", "durability", "lifecycle_reason", "reviewed_at"}
    for number in range(len(HOSTILE)):
        record = told[ident("rec", record_number(number))]
        creation = events_of_record(HOSTILE, number)[0]
        written = creation["payload"]["record"]
        assert {**written, **{key: record["record"].get(key) for key in changing}} == {
            **record["record"],
            **{key: record["record"].get(key) for key in changing},
        }
        assert record["chain"][0]["actor"] == creation["actor"]
        assert record["chain"][0]["trust"] == creation["trust"]
    graph = api(site, "graph")
    texts = set(STRINGS)
    assert {node["id"] for node in graph["nodes"] if node["kind"] == "action"} == texts
    assert {edge["reason"] for edge in graph["edges"] if edge["type"] == "informed_by"} == texts
    assert {area["name"] for area in api(site, "paths")["areas"]} >= {*areas_of(HOSTILE)}


def test_the_feed_gives_back_every_text(site: Built) -> None:
    feed = ElementTree.parse(site.site / "feed.xml").getroot()
    allowed = {f"{HTML}{name}" for name in ("div", "p", "strong", "br", "a", "code")}
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 100
    for entry in entries:
        content = entry.find(f"{ATOM}content")
        assert content is not None
        assert {element.tag for element in content.iter()} <= {content.tag, *allowed}
        assert {name for element in content.iter() for name in element.attrib} <= {"type", "href"}
        paragraphs = ["".join(_with_breaks(each)) for each in content.iter(f"{HTML}p")]
        event = int(paragraphs[-1].split("evt_")[1][:8], 16)
        number, place = divmod(event - 16, 16)
        if place > 2:
            continue  # a relation of which a whole change is told
        said = events_of_record(HOSTILE, number)[place]
        actor, trust = said["actor"], said["trust"]
        who = f"{actor['kind']} {shown(actor['id'])}"
        assert entry.findtext(f"{ATOM}author/{ATOM}name") == who
        claim = f"{who} claims {shown(trust['level'])} (basis {shown(trust['basis'])})"
        assert f"On the word of: {claim}. A claim, never a proof." in paragraphs
        reason = said["payload"].get("record", said["payload"]).get("reason") or said["payload"]["lifecycle_reason"]
        assert any(each.endswith("\n".join(lines_shown(reason.strip()))) for each in paragraphs)


def _with_breaks(element: ElementTree.Element) -> list[str]:
    found = [element.text or ""]
    for child in element:
        found += ["\n" if child.tag == f"{HTML}br" else "", *_with_breaks(child), child.tail or ""]
    return found


def test_the_search_index_holds_text(site: Built) -> None:
    index = json.loads((site.site / "search" / "search_index.json").read_text("utf-8"))
    said: dict[str, str] = {}
    for entry in index["docs"]:
        title, text = Parts(entry["title"]), Parts(entry["text"])
        assert title.parts == set()
        assert text.parts <= {
            "p",
            "code",
            "ul",
            "ol",
            "li",
            "br",
            "strong",
            "em",
            "bdi",
            "dl",
            "dt",
            "dd",
            "div",
            "h3",
            "span",
        }
        page = entry["location"].partition("#")[0]
        said[page] = f"{said.get(page, '')}\n{title.text}\n{text.text}"
    for number in range(len(HOSTILE)):
        found = said[f"records/{ident('rec', record_number(number))}/index.html"]
        for name in ("rejected", "preferred", "evidence.author", "scope.issue"):
            assert shown(HOSTILE(number, name)).strip() in found


def test_a_tree_holds_text_and_drawings_of_nothing_else(trees: tuple[Path, Path]) -> None:
    hostile, harmless = trees
    plain = {part for page in harmless.rglob("*.md") for part in rendered(page).parts}
    for index in sorted(hostile.glob("*/README.md")):
        assert rendered(index).parts <= plain, index
    for number in range(len(HOSTILE)):
        page = rendered(hostile / "records" / f"{ident('rec', record_number(number))}.md")
        assert page.parts <= plain, number
        text = page.text
        for name in ("rejected", "preferred", "trust.level", "scope.area", "derived_from.reason"):
            assert shown(HOSTILE(number, name)) in text, (number, name)
        assert "\n".join(lines_shown(HOSTILE(number, "reason"))) in text


def rendered(page: Path) -> Parts:
    return Parts(HOST.render(page.read_text("utf-8")))


def test_every_drawing_is_xml_of_shapes_and_words(trees: tuple[Path, Path]) -> None:
    words = ("svg", "title", "desc", "polygon", "path", "rect", "text", "g", "circle", "line")
    seen = ""
    for drawing in sorted(trees[0].rglob("*.svg")):
        root = ElementTree.parse(drawing).getroot()
        assert {element.tag for element in root.iter()} <= {f"{SVG}{name}" for name in words}, drawing
        names = {name for element in root.iter() for name in element.attrib}
        assert not any(name.startswith(("on", "style", "href", "{")) for name in names), drawing
        assert root.findtext(f"{SVG}title")
        seen += "\n".join(root.itertext())
    lines = [text for text in STRINGS if text == " ".join(text.split(" ")) and len(text) < 25]
    assert [text for text in lines if shown(text) not in seen] == []

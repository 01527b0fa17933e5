import re
import string
from html import unescape
from html.parser import HTMLParser

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.surveys import ALL_HOSTILE, HOSTILE

from fingerpost.ledger import inert
from fingerpost.ledger.display import visible as marked

# What Material's own documentation tells people to switch on.
EXTENSIONS = [
    *("abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "smarty", "tables", "toc"),
    *(f"pymdownx.{name}" for name in ("arithmatex", "betterem", "caret", "critic", "details", "emoji", "highlight")),
    *(f"pymdownx.{name}" for name in ("inlinehilite", "keys", "magiclink", "mark", "progressbar", "smartsymbols")),
    *(f"pymdownx.{name}" for name in ("snippets", "superfences", "tabbed", "tasklist", "tilde")),
]
WORDS = st.text(st.sampled_from(string.punctuation + "aZ19 \n\t\u202e\u200b<>{}"), max_size=80)
ANYTHING = st.text(st.characters(), max_size=60)


class Reader(HTMLParser):
    """Elements, attributes and text of HTML, as a browser would find them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs if name != "id"]

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def rendered(source: str) -> Reader:
    return read(markdown.markdown(source, extensions=EXTENSIONS))


def shown(line: str) -> str:
    return "\t".join(marked(part) for part in line.split("\t"))


@given(WORDS | ANYTHING | st.just("@mara and @tomas"))
@settings(max_examples=100, deadline=None)
def test_no_name_in_a_text_that_is_free_of_mentions_calls_anybody(value: str) -> None:
    told = str(inert.mention_free(value))
    assert "@" not in told
    assert told.count("&#64;") == told.count("<span>&#64;</span>") == value.count("@")
    assert read(told).text == read(str(inert.text(value))).text


@given(WORDS | ANYTHING)
@settings(max_examples=150, deadline=None)
def test_text_in_a_paragraph_is_only_text(value: str) -> None:
    found = rendered(f"before {inert.text(value)} after")
    assert found.tags == ["p"]
    assert found.attributes == []
    assert found.text.replace("\n", "") == f"before {shown(value)} after"


@given(WORDS)
@settings(max_examples=100, deadline=None)
def test_text_at_the_start_of_a_line_opens_no_block(value: str) -> None:
    found = rendered(f"{inert.text('x' + value)}\n\n{inert.text(value)}z")
    assert set(found.tags) <= {"p"}
    assert found.attributes == []


@given(WORDS)
@settings(max_examples=60, deadline=None)
def test_text_in_a_heading_and_a_cell(value: str) -> None:
    heading = rendered(f"# t {inert.text(value)} t")
    assert heading.tags == ["h1"]
    assert heading.text == f"t {shown(value)} t"
    cell = rendered(f"| a |\n|---|\n| .{inert.text(value)}. |")
    assert set(cell.tags) == {"table", "thead", "tbody", "tr", "th", "td"}
    assert f".{shown(value)}." in cell.text


@given(WORDS | ANYTHING)
@settings(max_examples=100, deadline=None)
def test_text_in_an_attribute_and_in_raw_html(value: str) -> None:
    html = f'<div title="{inert.text(value)}"><pre>{inert.verbatim(value)}</pre></div>'
    found = rendered(html)
    assert found.tags == ["div", "pre"]
    assert found.attributes == ["title"]
    assert found.text.strip("\n") == "\n".join(shown(line) for line in re.split("\r\n|\n", value)).strip("\n")


@given(WORDS | ANYTHING)
@settings(max_examples=100, deadline=None)
def test_prose_breaks_only_where_the_text_does(value: str) -> None:
    found = rendered(f"x{inert.prose(value)}x")
    assert set(found.tags) <= {"p", "br"}
    assert found.tags.count("br") == len(re.split("\r\n|\n", value)) - 1


@given(ANYTHING)
def test_nothing_of_ascii_punctuation_is_left(value: str) -> None:
    left = re.sub(r"&#[0-9]+;", "", str(inert.text(value)))
    assert not set(left) & set(string.punctuation)
    assert unescape(str(inert.text(value))) == shown(value)


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_lines_stay_text(value: str) -> None:
    found = rendered(f"{inert.prose(value)}")
    assert set(found.tags) <= {"p", "br"}
    assert found.attributes == []


def test_what_hides_is_shown() -> None:
    assert unescape(str(inert.text("a\u202eb\u200bc\ud800\x1b\u2028\n"))) == (
        "a[U+202E]b[U+200B]c[U+D800][U+001B][U+2028][U+000A]"
    )


def test_leading_and_double_spaces_survive() -> None:
    assert str(inert.text("  a  b ")) == "&#32;&#32;a &#32;b&#32;"


@pytest.mark.parametrize(
    "url",
    ["https://example.invalid/a?b=c#d", "HTTP://example.invalid", "mailto:mara@example.invalid", "http://[::1]/x"],
)
def test_links(url: str) -> None:
    href = inert.link(url)
    assert href is not None
    assert unescape(str(href)) == url


@pytest.mark.parametrize(
    "url",
    [
        *(
            "javascript:alert(1)",
            "JaVaScRiPt:x",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "//evil.example",
        ),
        *("/local", "x", "", "http:", "http://", "https:evil.example", "mailto:", "ftp://example.invalid"),
        *(" https://example.invalid", "https://example.invalid/ x", "https://exa\u202emple.invalid", "java\nscript:x"),
        *('https://example.invalid/"x', "https://example.invalid/<b>", "https:\\\\evil.example", ALL_HOSTILE),
    ],
)
def test_no_links(url: str) -> None:
    assert inert.link(url) is None


def test_finalize_leaves_only_what_is_safe() -> None:
    assert inert.finalize("<b>") == "&#60;b&#62;"
    assert inert.finalize(inert.Safe("<b>")) == "<b>"
    with pytest.raises(TypeError):
        inert.finalize(None)

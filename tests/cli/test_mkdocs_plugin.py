"""The MkDocs plugin in a site that a team has already, built by MkDocs in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support.events import as_bytes, created, ident, write_ledger
from support.host_site import Host
from support.shared import git, make_repository
from support.surveys import HOSTILE, hostile_ledger, working_ledger

from fingerpost.ledger.display import visible
from fingerpost.reporter.pages.address import HOME
from fingerpost.reporter.pages.book import GROUPS, NAVIGATION

RECORD = f"direction/records/{ident('rec', 1)}/index.html"
BESIDE = [
    name
    for name, module in (("macros", "mkdocs_macros"), ("awesome-nav", "mkdocs_awesome_nav"))
    if importlib.util.find_spec(module) is not None
]
needs_macros = pytest.mark.skipif("macros" not in BESIDE, reason="mkdocs-macros-plugin is not installed")
needs_awesome = pytest.mark.skipif("awesome-nav" not in BESIDE, reason="mkdocs-awesome-nav is not installed")


def snapshot(root: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below ``root``: when it was written, and what it holds."""
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def ledger(root: Path, *events: Any) -> Path:
    make_repository(root)
    write_ledger(root, *(events or working_ledger()))
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "ledger")
    return root


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ledger(tmp_path_factory.mktemp("plugin") / "repo")


@pytest.fixture(scope="module")
def plain(repo: Path) -> Path:
    """The site of a host without a navigation of its own."""
    host = Host.make(repo.parent / "plain", {"repo": str(repo)})
    before = snapshot(repo)
    built = host.build("--strict")
    assert built.code == 0, built.err
    assert snapshot(repo) == before
    return built.site


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def elements(page: Path) -> list[tuple[str, dict[str, str | None]]]:
    parser = Elements()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser.found


def menu(page: Path) -> list[str]:
    """The titles of the navigation in their order, sections too."""
    text = page.read_text(encoding="utf-8")
    part = text[text.index('class="md-nav md-nav--primary"') : text.index('<div class="md-content"')]
    return [" ".join(each.split()) for each in re.findall(r'<span class="md-ellipsis">(.*?)</span>', part, re.DOTALL)]


def ours() -> list[str]:
    """What the section shows: its first group as it is, then the others under their titles."""
    titles = []
    for number, (title, members) in enumerate(GROUPS):
        if len(members) > 1 and number != 1:
            titles.append(title)
        titles += ["Overview" if address == HOME else label for label, address in members]
    return titles


OURS = ours()


def test_the_section_lies_under_its_prefix(plain: Path) -> None:
    assert (plain / "index.html").is_file()
    for _, address in NAVIGATION:
        assert (plain / "direction" / f"{address.site_path}.html").is_file()
    assert (plain / RECORD).is_file()
    assert not (plain / "records").exists()


def test_the_navigation_has_one_section_of_index_pages(plain: Path) -> None:
    assert menu(plain / "guide" / "index.html") == ["Home of the host", "Guide", "Direction", *OURS]


def test_record_pages_stand_in_no_navigation(plain: Path) -> None:
    text = (plain / "index.html").read_text(encoding="utf-8")
    assert "direction/forks/" in text
    assert "direction/records/rec" not in text


def test_the_hosts_pages_keep_their_own_look(plain: Path) -> None:
    style = (plain / "direction" / "assets" / "fingerpost.css").read_text(encoding="utf-8")
    assert ".fp-table" in style
    assert ".md-grid" not in style
    assert "--md-primary" not in style
    assert "IFrameWorker" not in (plain / "direction" / "assets" / "fingerpost.js").read_text(encoding="utf-8")


def test_pages_load_our_style_and_script(plain: Path) -> None:
    text = (plain / RECORD).read_text(encoding="utf-8")
    assert 'href="../../assets/fingerpost.css"' in text
    assert 'src="../../assets/fingerpost.js"' in text


def test_search_finds_records_and_commits_by_section(plain: Path) -> None:
    index = json.loads((plain / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"] for entry in index["docs"]}
    assert "guide/" in places
    assert f"direction/records/{ident('rec', 1)}/" in places
    assert [place for place in places if place.startswith("direction/commits/1") and "#" not in place]
    assert not [place for place in places if place.endswith("#raw-events")]


def test_a_written_navigation_gets_the_section_at_its_end(repo: Path, tmp_path: Path) -> None:
    host = Host.make(tmp_path, {"repo": str(repo), "title": "Where to"}, nav=["index.md", {"Guide": "guide.md"}])
    built = host.build("--strict")
    assert built.code == 0, built.err
    assert menu(built.site / "index.html") == ["Home of the host", "Guide", "Where to", *OURS]


def test_a_written_navigation_can_say_where_the_section_stands(repo: Path, tmp_path: Path) -> None:
    nav = ["index.md", {"Team": [{"Direction": "direction/index.md"}, {"Guide": "guide.md"}]}]
    built = Host.make(tmp_path, {"repo": str(repo)}, nav=nav).build("--strict")
    assert built.code == 0, built.err
    assert menu(built.site / "index.html") == ["Home of the host", "Team", "Direction", *OURS, "Guide"]


def test_a_written_navigation_that_lists_several_pages_is_left_alone(repo: Path, tmp_path: Path) -> None:
    nav = ["index.md", "guide.md", "direction/index.md", {"Forks": "direction/forks/index.md"}]
    built = Host.make(tmp_path, {"repo": str(repo)}, nav=nav).build("--strict")
    assert built.code == 0, built.err
    assert menu(built.site / "index.html") == ["Home of the host", "Guide", "Overview", "Forks"]


@needs_awesome
@pytest.mark.parametrize(
    "file", [None, "nav:\n  - index.md\n  - guide.md\n", "nav:\n  - guide.md\n  - direction\n  - index.md\n"]
)
def test_beside_awesome_nav(repo: Path, tmp_path: Path, file: str | None) -> None:
    host = Host.make(tmp_path, {"repo": str(repo)}, ["search", "awesome-nav"])
    if file is not None:
        (tmp_path / "docs" / ".nav.yml").write_text(file)
    built = host.build("--strict")
    assert built.code == 0, built.err
    titles = menu(built.site / "index.html")
    assert titles.count("Direction") == 1
    place = titles.index("Direction")
    assert titles[place + 1 : place + 1 + len(OURS)] == OURS
    assert len(titles) == len(OURS) + 3


@pytest.mark.parametrize("named", ["search first", "search last"])
def test_what_the_ledger_says_does_nothing_in_the_host(tmp_path: Path, named: str) -> None:
    """Macros, front matter, snippets, attribute lists, HTML: a host that has them all prints the ledger's as text."""
    (tmp_path / "secret.txt").write_text("the secret of the host")
    said = (
        '{{ 6 * 7 }} {% raw %} ---\ntitle: taken\n--- {: onclick=alert(1) } --8<-- "secret.txt" <b markdown>**x**</b>'
    )
    repo = ledger(tmp_path / "repo", *hostile_ledger(), created(177, 77, text=said, reason=said))
    beside = [*BESIDE, "search"] if named == "search last" else ["search", *BESIDE]
    host = Host.make(
        tmp_path / "host",
        {"repo": str(repo)},
        beside,
        markdown_extensions=[
            "attr_list",
            "md_in_html",
            "admonition",
            "pymdownx.superfences",
            {"pymdownx.snippets": {"base_path": [str(tmp_path)]}},
        ],
    )
    built = host.build("--strict")
    assert built.code == 0, built.err
    pages = sorted((built.site / "direction").rglob("*.html"))
    for page in pages:
        for tag, attributes in elements(page):
            assert not [name for name in attributes if name.startswith("on") or name == "markdown"], (page, tag)
    texts = [page.read_text(encoding="utf-8") for page in pages]
    texts.append((built.site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert not [text for text in texts if "the secret of the host" in text or "<title>taken" in text]
    shown = (built.site / f"direction/records/{ident('rec', 77)}/index.html").read_text(encoding="utf-8")
    assert "{{ 6 * 7 }}" in unescape(shown)
    assert "{{" not in shown
    assert visible(HOSTILE[0]) in unescape("".join(texts))


@needs_macros
def test_the_hosts_own_macros_still_work(repo: Path, tmp_path: Path) -> None:
    host = Host.make(tmp_path, {"repo": str(repo)}, ["search", "macros"])
    (tmp_path / "docs" / "guide.md").write_text("# Guide\n\n{{ 6 * 7 }}\n")
    built = host.build("--strict")
    assert built.code == 0, built.err
    assert "<p>42</p>" in (built.site / "guide" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("directories", [True, False])
def test_both_forms_of_addresses(repo: Path, tmp_path: Path, directories: bool) -> None:
    built = Host.make(tmp_path, {"repo": str(repo), "prefix": "team/way"}, use_directory_urls=directories).build()
    assert built.code == 0, built.err
    assert (built.site / "team" / "way" / "records" / ident("rec", 1) / "index.html").is_file()


def test_a_file_of_the_host_is_never_overwritten(repo: Path, tmp_path: Path) -> None:
    host = Host.make(tmp_path, {"repo": str(repo)})
    (tmp_path / "docs" / "direction").mkdir()
    (tmp_path / "docs" / "direction" / "README.md").write_text("# Ours\n")
    built = host.build()
    assert built.code == 1
    assert "direction/README.md of the site stands where direction/index.html is to be written" in built.err
    assert "Traceback" not in built.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"prefix": "../up"}, "is no folder of plain names"),
        ({"prefix": ""}, "is no folder of plain names"),
        ({"repo": "nowhere"}, "does not exist"),
        ({"rev": "nowhere"}, "nowhere"),
        ({"as_of": "yesterday"}, "not a time"),
        ({"runtime": "missing.pack"}, "missing.pack"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(
    repo: Path, tmp_path: Path, options: dict[str, Any], said: str
) -> None:
    built = Host.make(tmp_path, {"repo": str(repo), **options}).build("--strict")
    assert built.code != 0
    assert said in built.err
    assert "Traceback" not in built.err


def test_an_optional_ledger_may_be_missing(tmp_path: Path) -> None:
    host = Host.make(tmp_path, {"repo": "nowhere", "optional": True})
    (tmp_path / "docs" / "index.md").write_text("# Home\n")
    built = host.build("--strict")
    assert built.code == 0, built.err
    assert "the site is built without direction/" in built.err
    assert not (built.site / "direction").exists()
    assert "fingerpost.css" not in (built.site / "index.html").read_text(encoding="utf-8")


def test_it_can_be_turned_off(repo: Path, tmp_path: Path) -> None:
    host = Host.make(tmp_path, {"repo": str(repo), "enabled": False})
    assert host.build().code == 0
    assert not (tmp_path / "site" / "direction").exists()


def test_the_same_input_gives_the_same_pages(repo: Path, tmp_path: Path, plain: Path) -> None:
    built = Host.make(tmp_path / "again", {"repo": str(repo)}).build()
    for page in (plain / "direction").rglob("*.*"):
        if page.is_file():
            assert (built.site / page.relative_to(plain)).read_bytes() == page.read_bytes(), page


def test_a_server_shows_what_changed(repo: Path, tmp_path: Path) -> None:
    """``mkdocs serve`` reads the ledger again when it changed, and only then."""
    own = tmp_path / "repo"
    shutil.copytree(repo, own)
    host = Host.make(tmp_path / "host", {"repo": str(own)})
    with (tmp_path / "said").open("w", encoding="utf-8") as said:
        process = subprocess.Popen(
            [*host.command("serve"), "-a", "127.0.0.1:18437"], env=host.environment(), stdout=said, stderr=said
        )
    page = f"http://127.0.0.1:18437/direction/records/{ident('rec', 78)}/"
    try:
        _wait_for(lambda: "Serving on" in (tmp_path / "said").read_text())
        (tmp_path / "host" / "docs" / "guide.md").write_text("# Guide, again\n")
        _wait_for(lambda: "Guide, again" in _asked("http://127.0.0.1:18437/guide/"))
        assert (tmp_path / "said").read_text().count("of direction,") == 1
        event = created(178, 78, text="A new way of doing it.")
        place = own / ".fabric" / "ledger" / "events" / f"{event['event_id']}.json"
        place.write_bytes(as_bytes(event))
        _wait_for(lambda: "A new way of doing it" in unescape(_asked(page)))
        assert (tmp_path / "said").read_text().count("of direction,") == 2
    finally:
        process.terminate()
        process.wait(10)


def _asked(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def _wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)

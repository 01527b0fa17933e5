"""Every link of every file leads somewhere: of a full ledger, an empty, a forked and a hostile one, in each form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.billing import example
from support.command import fingerpost
from support.events import write_ledger
from support.host_site import Host
from support.shared import git, make_repository
from support.site_links import Crawl, crawl
from support.surveys import hostile_ledger, working_ledger

LEDGERS = ("example", "empty", "forked", "hostile")
PREFIX = "team/direction"


@pytest.fixture(scope="module")
def repositories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The project's own example with its runtime, one without an event, with an open fork, and of hostile texts."""
    root = tmp_path_factory.mktemp("repositories")
    made = {"example": example(root / "example")}
    for name, events in (("empty", []), ("forked", working_ledger()), ("hostile", hostile_ledger())):
        made[name] = make_repository(root / name)
        write_ledger(made[name], *events)
        git(made[name], "add", "-A")
        git(made[name], "commit", "-q", "--allow-empty", "-m", "ledger")
    return made


def named_by(repository: Path) -> set[str]:
    """Every address that a ledger gives for evidence or a node."""
    found = set()
    for file in repository.rglob("evt_*.json"):
        event = json.loads(file.read_bytes())
        text = [event]
        while text:
            each = text.pop()
            if isinstance(each, dict):
                found |= {each["url"]} if isinstance(each.get("url"), str) else set()
                each = list(each.values())
            text += each if isinstance(each, list) else []
    return found


def judged(found: Crawl, repository: Path, start: str, pages: set[str]) -> None:
    assert found.dead == []
    assert found.outside <= named_by(repository)
    assert found.reached(start) >= pages


@pytest.mark.parametrize("name", LEDGERS)
def test_every_link_of_a_site(repositories: dict[str, Path], name: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert fingerpost("build", repositories[name], "--out", site, "--runtime", "auto").code == 0
    found = crawl(site)
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    judged(found, repositories[name], "index.html", pages)
    assert set(found.followed) == {".html", ".json", ".css", ".js", ".xml"}
    assert found.followed[".html"] > (4000 if name == "example" else 500)
    assert bool(found.outside) is (name in ("example", "hostile"))


@pytest.mark.parametrize("name", LEDGERS)
def test_every_link_of_a_tree(repositories: dict[str, Path], name: str, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    assert fingerpost("build", repositories[name], "--markdown", tree, "--runtime", "auto").code == 0
    found = crawl(tree)
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.suffix in (".md", ".svg")}
    judged(found, repositories[name], "README.md", files - {"badge.svg"})  # a badge is for the team's own README
    assert found.followed[".md"] > (1500 if name == "example" else 100)


def test_every_link_of_a_section_in_a_teams_site(repositories: dict[str, Path], tmp_path: Path) -> None:
    options = {"repo": str(repositories["example"]), "prefix": PREFIX, "runtime": "auto"}
    built = Host.make(tmp_path, options).build()
    assert built.code == 0, built.err
    found = crawl(built.site, PREFIX, folders=True)
    pages = {path.relative_to(built.site).as_posix() for path in (built.site / PREFIX).rglob("*.html")}
    found.outside.remove("https://squidfunk.github.io/mkdocs-material/")  # the team's own theme tells what made it
    judged(found, repositories["example"], f"{PREFIX}/index.html", pages)
    assert found.followed[".html"] > 3000
    assert {"index.html", "guide/index.html"} <= found.reached(f"{PREFIX}/index.html")


DEAD = {
    "page.html": '<p id="here"></p><a href="#there">x</a>',
    "gone.html": '<a href="nowhere.html">x</a>',
    "up.html": '<a href="../x.html">x</a>',
    "absolute.html": '<a href="/page.html">x</a>',
    "folder.html": '<a href="api/">x</a>',
    "empty.html": '<a href="">x</a>',
    "acting.html": '<a href="javascript:x()">x</a>',
    "foreign.html": '<script src="https://example.invalid/x.js"></script>',
    "arrow.html": '<svg><path marker-end="url(#arrow)"></path></svg>',
    "label.html": '<svg aria-labelledby="title"></svg>',
    "config.html": '<script id="__config">{"base": ".", "search": "worker.js"}</script>',
    "look.css": "p { background: url(gone.png) }",
    "theme.js": "x()\n//# sourceMappingURL=theme.js.map\n",
    "feed.xml": '<feed><link href="gone.html"/></feed>',
    "drawing.svg": '<svg><use href="#gone"/></svg>',
    "page.md": "[x](gone.md)",
    "api/records.json": '{"schema": "records.json", "records": [{"page": "gone.html"}]}',
    "search/search_index.json": '{"docs": [{"location": "page.html#gone"}]}',
    "search/search_index.js": 'var __index = {"docs": [{"location": "gone.html"}]}',
    "paths/path_index.js": 'x = {"records": [{"page": "rec_1"}], "folders": []};',
    "graph/graph_data.js": 'x = {"areas": [["a", "areas/a"]], "nodes": []};',
}


@pytest.mark.parametrize("path", DEAD)
def test_a_dead_link_is_found_in_every_kind_of_file(tmp_path: Path, path: str) -> None:
    for each in {"page.html", path}:
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_text(DEAD[each] if each == path else '<p id="here">x</p>', encoding="utf-8")
    (tmp_path / "api").mkdir(exist_ok=True)
    assert {line.partition(":")[0] for line in crawl(tmp_path).dead} == {path}

import json
import os
import random
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support.command import fingerpost
from support.events import Wire, as_bytes, ident, write_ledger
from support.shared import LEDGERS, git, lay_out, make_repository, needs_ledgers
from support.surveys import COMMIT, HOSTILE, hostile_ledger, survey_of, working_ledger

from fingerpost.reporter.pages.book import GROUPS, NAVIGATION, compose
from fingerpost.reporter.site.extra_files import extra_files
from fingerpost.reporter.site.markdown_tree import write_tree
from fingerpost.reporter.site.mkdocs_site import configuration, write_site
from fingerpost.reporter.site.publication import Publication
from fingerpost.repository.errors import CannotExamine


def build(target: Path, events: Iterable[Wire], **fields: Any) -> tuple[str, ...]:
    survey = survey_of(*events, **fields)
    pages = compose(survey)
    return write_site(
        pages,
        target,
        survey.page_of,
        name=survey.name,
        epoch=survey.as_of.seconds,
        progress=lambda what, done, total: None,
        extra=extra_files(survey, pages),
    )


@pytest.fixture(scope="module")
def working(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("working") / "site"
    assert build(target, working_ledger()) == ()
    return target


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("hostile") / "site"
    assert build(target, hostile_ledger(), name=HOSTILE[0] + HOSTILE[6]) == ()
    return target


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


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_page_lies_where_the_contract_says(working: Path) -> None:
    for _, address in NAVIGATION:
        assert (working / f"{address.site_path}.html").is_file()
    assert (working / "records" / ident("rec", 1) / "index.html").is_file()
    assert (working / "commits" / COMMIT / "index.html").is_file()


def test_nothing_dated_or_absolute_is_left(working: Path) -> None:
    assert not {"sitemap.xml", "sitemap.xml.gz", "404.html"} & {path.name for path in working.iterdir()}
    for page in working.rglob("*.html"):
        for _, attrs in elements(page):
            for name in ("href", "src"):
                value = attrs.get(name) or ""
                assert not value.startswith("/"), (page, value)
                assert not re.match(r"[a-z]+:", value), (page, value)


def test_record_pages_stay_out_of_the_navigation(working: Path) -> None:
    home = (working / "index.html").read_text(encoding="utf-8")
    tabs = home[home.index('class="md-tabs"') : home.index("<main")]
    assert tabs.count("<a ") == len(GROUPS)


def test_the_search_index_holds_titles_and_texts_only(working: Path) -> None:
    index = json.loads((working / "search" / "search_index.json").read_text(encoding="utf-8"))
    places = {entry["location"] for entry in index["docs"]}
    assert f"records/{ident('rec', 1)}/index.html" in places
    assert not [place for place in places if place.startswith(("findings/index", "about"))]
    heads = [
        entry for entry in index["docs"] if entry["location"].startswith(("commits/1", "findings/fp", "threads/t"))
    ]
    assert {entry["location"].partition("/")[0] for entry in heads} == {"commits", "findings", "threads"}
    assert not [entry for entry in heads if "#" in entry["location"] or entry["text"].count("<p>") != 1]
    assert "schema_version" not in json.dumps(index)
    assert not [place for place in places if place.endswith(("#availability", "#causality", "#raw-events"))]
    assert "Rounding per line" in json.dumps(index)
    assert (working / "search" / "search_index.js").read_text(encoding="utf-8").startswith("var __index = {")


def test_hostile_text_makes_no_element_and_no_attribute(hostile: Path, working: Path) -> None:
    ours = {tag for page in working.rglob("*.html") for tag, _ in elements(page)} | {"blockquote", "br", "ul"}
    scripts = [len([tag for tag, _ in elements(page) if tag == "script"]) for page in working.rglob("*.html")]
    for page in hostile.rglob("*.html"):
        found = elements(page)
        assert {tag for tag, _ in found} <= ours, page
        assert len([tag for tag, _ in found if tag == "script"]) == scripts[0], page
        for _, attrs in found:
            assert not [name for name in attrs if name.startswith("on")], page
            assert not (attrs.get("href") or "").lower().startswith(("javascript", "data", "vbscript")), page


def test_hostile_text_in_the_search_index_is_escaped(hostile: Path) -> None:
    index = json.loads((hostile / "search" / "search_index.json").read_text(encoding="utf-8"))
    allowed = re.compile(r"</?(?:p|code|pre|li|ol|ul|sub|sup)>")
    for entry in index["docs"]:
        assert "<" not in allowed.sub("", entry["text"]), entry
        assert "<" not in entry["title"], entry


def test_no_extension_and_no_address_from_elsewhere() -> None:
    config = configuration("x", Path("d"), Path("t"), Path("s"))
    assert config["markdown_extensions"] == []
    assert [list(plugin) for plugin in config["plugins"]] == [["search"]]
    assert "http" not in json.dumps(config)


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    """Other folder, file order, time zone, locale, hash seed and day: the same site."""
    events = working_ledger()
    trees = []
    for number, (zone, locale, seed) in enumerate((("UTC", "C.UTF-8", "1"), ("Asia/Tokyo", "C", "77"))):
        root = make_repository(tmp_path / str(number) / "repo")
        order = list(events)
        random.Random(number).shuffle(order)
        write_ledger(root, *order)
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "ledger")
        out = tmp_path / f"out{number}"
        environment = {**os.environ, "TZ": zone, "LC_ALL": locale, "PYTHONHASHSEED": seed}
        environment.pop("SOURCE_DATE_EPOCH", None)
        command = [sys.executable, "-m", "fingerpost", "build", str(root), "--out", str(out), "--runtime", "auto"]
        subprocess.run(command, check=True, capture_output=True, env=environment)
        trees.append(tree(out))
    assert trees[0] == trees[1]


def ledger(root: Path) -> Path:
    make_repository(root)
    write_ledger(root, *working_ledger())
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "ledger")
    return root


def test_other_files_lie_beside_the_pages(tmp_path: Path) -> None:
    survey = survey_of(*working_ledger())
    extra = {"feed.xml": b"<feed/>", "api/v1/records.json": b"{}\n", "badge.svg": b"<svg/>"}
    silent = lambda what, done, total: None  # noqa: E731
    write_site(compose(survey), tmp_path / "site", survey.page_of, name="x", epoch=1, progress=silent, extra=extra)
    write_tree(compose(survey), tmp_path / "tree", survey.page_of, None, extra)
    for path, content in extra.items():
        assert (tmp_path / "site" / path).read_bytes() == content
        assert (tmp_path / "tree" / path).exists() == path.endswith(".svg")


@pytest.mark.parametrize("path", ["../up.json", "/etc/x", "a/../b", "./a", "page.md"])
def test_other_files_lie_nowhere_else(path: str) -> None:
    with pytest.raises(ValueError, match="is no path of a file beside the pages"):
        Publication((), lambda node: None, {path: b""})


def test_a_file_that_is_already_there_is_no_other_file(tmp_path: Path) -> None:
    survey = survey_of(*working_ledger())
    with pytest.raises(CannotExamine, match="choose another"):
        write_site(
            compose(survey),
            tmp_path / "site",
            survey.page_of,
            name="x",
            epoch=1,
            progress=lambda what, done, total: None,
            extra={"assets/images/favicon.png": b""},
        )


def test_build_says_where_the_site_is(tmp_path: Path) -> None:
    done = fingerpost("build", str(ledger(tmp_path / "repo")), "--out", str(tmp_path / "site"))
    assert done.code == 0
    assert done.out.strip() == str(tmp_path / "site" / "index.html")
    assert "3 records (1 contested)" in done.err
    assert "without what only this machine holds" in done.err


def test_build_leaves_the_runtime_out_unless_asked(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    for options, expected in (((), False), (("--runtime", "auto"), True)):
        done = fingerpost("build", str(root), "--out", str(tmp_path / "site"), "--json", *options)
        assert json.loads(done.out)["runtime_read"] is expected
        page = (tmp_path / "site" / "records" / ident("rec", 1) / "index.html").read_text(encoding="utf-8")
        assert ("fp-step--unknown" in page) is not expected


def test_strict_is_as_lint(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    out = str(tmp_path / "site")
    assert fingerpost("build", str(root), "--out", out).code == 0
    assert fingerpost("build", str(root), "--out", out, "--strict").code == 1
    assert (tmp_path / "site" / "index.html").is_file()


def test_build_reads_and_writes_nothing_else(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    before = {path: (path.stat().st_mtime_ns, path.stat().st_mode) for path in root.rglob("*")}
    fingerpost("build", str(root), "--out", str(tmp_path / "site"), "--runtime", "auto")
    assert {path: (path.stat().st_mtime_ns, path.stat().st_mode) for path in root.rglob("*")} == before


def test_build_refuses_a_folder_of_somebody_else(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    done = fingerpost("build", str(root), "--out", str(root))
    assert done.code == 2
    assert "was not made by fingerpost" in done.err
    assert fingerpost("build", str(root), "--out", str(root / ".fabric" / "site")).code == 2
    assert fingerpost("build", str(root), "--out", "x", "--markdown", "y").code == 2


def test_a_markdown_tree(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    done = fingerpost("build", str(root), "--markdown", str(tmp_path / "tree"))
    assert done.code == 0
    front = tmp_path / "tree" / "README.md"
    assert done.out.strip() == str(front)
    assert front.read_text(encoding="utf-8").startswith("# Direction of billing\n")
    assert (tmp_path / "tree" / "records" / f"{ident('rec', 1)}.md").is_file()
    assert not list((tmp_path / "tree").rglob("*.html"))


def test_a_broken_ledger_still_gives_a_site(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    events = root / ".fabric/ledger/events"
    (events / f"{ident('evt', 90)}.json").write_bytes(b'{"a": 1,}\xff')
    (events / f"{ident('evt', 91)}.json").write_bytes(as_bytes({"event_id": "<script>"}))
    assert fingerpost("build", str(root), "--out", str(tmp_path / "site")).code == 0
    found = (tmp_path / "site" / "findings" / "index.html").read_text(encoding="utf-8")
    assert ident("evt", 90).replace("_", "&#95;").replace("-", "&#45;") in found


@needs_ledgers
@pytest.mark.parametrize(
    "name",
    ["billing", "forked", "edge", *sorted(path.name for path in (LEDGERS / "broken").glob("inject-*"))[:3]],
)
def test_the_reference_ledgers_give_sites(name: str, tmp_path: Path) -> None:
    folder = LEDGERS / name if (LEDGERS / name).is_dir() else LEDGERS / "broken" / name
    root = lay_out(folder, tmp_path / "repo")
    done = fingerpost("build", str(root), "--out", str(tmp_path / "site"), "--runtime", "auto")
    assert done.code == 0, done.err
    assert "mkdocs" not in done.err


def command_of(site: Path, page: str = "findings/index.html") -> str:
    found = (site / page).read_text(encoding="utf-8")
    return unescape(found[found.index('class="fp-reproduce"') :].split("<code>")[1].split("</code>")[0])


def severities(told: str) -> dict[str, str]:
    return {finding["code"]: finding["severity"] for finding in json.loads(told)["findings"]}


def test_the_printed_command_repeats_a_config_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = ledger(tmp_path / "repo")
    (root / "conf dir").mkdir()
    (root / "conf dir" / "own.toml").write_text('[rules.FP401]\nseverity = "off"\n', encoding="utf-8")
    monkeypatch.chdir(root / "conf dir")
    site = tmp_path / "site"
    assert fingerpost("build", str(root), "--out", str(site), "--config", "own.toml").code == 0
    words = shlex.split(command_of(site))
    assert words[words.index("--config") + 1] == "conf dir/own.toml"
    monkeypatch.chdir(root)
    assert "FP401" not in severities(fingerpost(*words[1:], "--format", "json").out)
    assert "FP401" in severities(fingerpost("lint", "--format", "json").out)


def test_a_config_from_elsewhere_is_told_and_its_place_is_not(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    (tmp_path / "secret-place").mkdir()
    config = tmp_path / "secret-place" / "own.toml"
    config.write_text('ledger = ".fabric/ledger/events"\n', encoding="utf-8")
    for form, front in (("--out", "index.html"), ("--markdown", "README.md")):
        out = tmp_path / front
        assert fingerpost("build", str(root), form, str(out), "--config", str(config)).code == 0
        files = [
            path.read_text(encoding="utf-8") for path in out.rglob("*") if path.suffix in (".html", ".md", ".json")
        ]
        assert not [text for text in files if "secret-place" in unescape(text)]
        assert "which no command here can name" in unescape((out / front).read_text(encoding="utf-8"))
    assert "--ledger .fabric/ledger/events" in command_of(tmp_path / "index.html")


def test_a_time_that_was_given_is_repeated(tmp_path: Path) -> None:
    site = tmp_path / "site"
    given = ("--as-of", "2026-03-09T09:00:00Z")
    assert fingerpost("build", str(ledger(tmp_path / "repo")), "--out", str(site), *given).code == 0
    assert command_of(site, "index.html").endswith(" ".join(given))
    assert command_of(site).count("--as-of") == 1


def test_a_shallow_clone_is_said_to_be_one(tmp_path: Path) -> None:
    root = ledger(tmp_path / "repo")
    git(root, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), "shallow")
    for place, expected in ((root, False), (tmp_path / "shallow", True)):
        assert fingerpost("build", str(place), "--out", str(tmp_path / "site")).code == 0
        about = (tmp_path / "site" / "about" / "index.html").read_text(encoding="utf-8")
        assert ("this clone is shallow" in about) is expected


def test_a_ledger_that_is_a_file_gives_no_empty_site(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    (root / ".fabric" / "ledger").mkdir(parents=True)
    (root / ".fabric" / "ledger" / "events").write_text("no folder")
    done = fingerpost("build", str(root), "--out", str(tmp_path / "site"))
    assert done.code == 0
    assert "what it holds is unknown" in done.err
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "The ledger could not be read" in front
    assert "No record" not in front
    done = fingerpost("build", str(root), "--out", str(tmp_path / "site"), "--json")
    assert json.loads(done.out)["ledger_read"] is False

"""Input that is large, deep, or in every script: told what it is, in seconds, whatever the format."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from support.command import Done, fingerpost
from support.events import Wire, as_bytes, changed, created, ident, record_node, relation, write_ledger
from support.shared import git, make_repository

LEDGER = ".fabric/ledger/events"
AS_OF = "2026-03-03T09:00:00Z"
MIB = 1024 * 1024
# Far above what a busy machine needs, far below what anything quadratic would take.
SECONDS = 30.0


def lay(root: Path, *events: Wire) -> Path:
    return write_ledger(make_repository(root), *events)


def put(root: Path, name: str, data: bytes) -> None:
    folder = root / LEDGER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def lint(root: Path, *options: str) -> Done:
    started = time.monotonic()
    done = fingerpost("lint", root, "--as-of", AS_OF, *options)
    assert time.monotonic() - started < SECONDS
    assert done.code in (0, 1), done.err
    assert "Traceback" not in done.err
    return done


def report(root: Path, *options: str) -> Any:
    return lint(root, "--json", *options).json


def codes(told: Any) -> set[str]:
    return {each["code"] for each in told["findings"]}


# --- size


@pytest.mark.parametrize(
    "text",
    ["x" * 1_000_000, "é" * 500_000, "-----BEGIN PRIVATE KEY-----" * 37_000, "`[<" * 333_333],
    ids=["plain", "two-byte", "key-heads", "markup"],
)
def test_a_string_of_a_million_bytes(text: str, tmp_path: Path) -> None:
    root = lay(tmp_path / "repo", created(1, text=text), created(2))
    told = report(root)
    assert told["examined"]["records"] == 2
    assert "FP804" in codes(told)
    assert len(lint(root).out) < 20_000


def test_thousands_of_credentials_in_one_text(tmp_path: Path) -> None:
    part = "eyJ" + "b1" * 6 + "."
    root = lay(tmp_path / "repo", created(1, text=part * 30_000), created(2))
    done = lint(root, "--json")
    assert codes(done.json) >= {"FP801", "FP804"}
    assert part not in done.out


def test_a_key_of_a_million_bytes(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo", {**created(1), "k" * 1_000_000: 1}, created(2))
    told = report(root)
    assert told["examined"]["records"] == 1
    assert "FP206" in codes(told)
    assert len(json.dumps(told)) < 50_000


def test_ten_thousand_files_of_one_byte(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo")
    for number in range(10_000):
        put(root, f"{ident('evt', number)}.json", b"{")
    told = report(root)
    assert told["examined"]["files"] == 10_000
    assert [each["code"] for each in told["findings"]].count("FP104") == 10_000
    assert lint(root, "--format", "sarif").json["runs"][0]["invocations"][0]["toolExecutionNotifications"]


def padded(size: int) -> bytes:
    """A sound event in a file of exactly so many bytes."""
    data = as_bytes(created(1, extensions={"example.invalid/x": {"pad": ""}}))
    filled = data.replace(b'"pad": ""', b'"pad": "%b"' % (b"x" * (size - len(data))))
    assert len(filled) == size
    return filled


def test_one_mebibyte_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo")
    name = f"{ident('evt', 1)}.json"
    put(root, name, padded(MIB))
    told = report(root)
    assert told["examined"]["records"] == 1
    assert "FP107" not in codes(told)
    put(root, name, padded(MIB + 1))
    told = report(root)
    assert told["examined"]["records"] == 0
    assert "FP107" in codes(told)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record direction")
    assert "FP107" in codes(report(root, "--rev", "HEAD"))


@pytest.mark.parametrize(
    ("levels", "indent"), [(64, 2), (64, None), (65, 2), (65, None), (5_000, None), (500_000, None)]
)
def test_sixty_four_levels_are_read_and_one_more_is_not(levels: int, indent: int | None, tmp_path: Path) -> None:
    read = levels <= 64
    event = created(1, extensions={"example.invalid/x": "DEEP"})
    # The event, its payload, the record, its extensions: four containers stand around it.
    deep = "[" * (levels - 4) + "]" * (levels - 4)
    if indent is not None:
        inner: Any = []
        for _ in range(levels - 5):
            inner = [inner]
        event["payload"]["record"]["extensions"]["example.invalid/x"] = inner
    text = json.dumps(event, indent=indent).replace('"DEEP"', deep) + "\n"
    root = lay(tmp_path / "repo", created(2))
    put(root, f"{ident('evt', 1)}.json", text.encode())
    told = report(root)
    assert told["examined"]["records"] == (2 if read else 1)
    assert ("FP107" in codes(told)) is not read


# --- every script

SCRIPTS = {
    "arabic": "قرار الفاتورة",
    "hebrew": "החלטה",
    "cjk": "決定事項",
    "emoji": "👩‍👩‍👧🏳️‍🌈",
    "combining": "e\u0301\u0327" + "\u0300" * 20,
    "override": "a\u202egpj.exe\u202c",
    "isolate": "\u2067abc\u2069",
    "private": "\ue000\U000f0000\U0010fffd",
    "invisible": "a\u200b\u2060\u00ad\ufeffb",
    "thai": "การตัดสินใจ",
    "plane": "𝔇𝔦𝔯𐎀",
    "controls": "a\x1b[31m\x07\x9b1mb",
    "lines": "a\r\nb\u2028c\u0085d",
    "markup": "<b>|`*_[x](javascript:1)${{ }}::error::%0A&lt;",
}
# Whatever would act on a terminal, in a log or in a page: none of it may come out of any format as it is.
ACTING = frozenset("\x00\x07\x1b\x7f\x85\x9b\u200b\u2028\u202e\u202c\u2060\u2067\u2069\ufeff\U000f0000\U0010fffd")


@pytest.fixture(scope="module")
def every_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_repository(tmp_path_factory.mktemp("scripts") / "repo")
    events: list[Wire] = []
    for number, text in enumerate(SCRIPTS.values()):
        scope = {"repo": text, "issue": text, "pr": text, "areas": [text], "paths": [f"src/{text}/**"]}
        events += [
            created(
                10 + number,
                event={"actor": {"kind": "human", "id": text, "provider": text}, "correlation_id": text},
                scope=scope,
                text=f"{text} direction {text}",
                reason=text,
                preferred_paths=[text],
                extensions={text: {text: text}},
            ),
            relation(40 + number, "implements", {"kind": "commit", "id": text}, record_node(10 + number), reason=text),
            relation(70 + number, "informed_by", {"kind": "action", "provider": text, "id": text}, record_node(99)),
        ]
    areas = json.dumps({text: [f"src/{text}/**"] for text in SCRIPTS.values()})
    write_ledger(root, *events, config=f"repo: billing\nareas: {areas}\n")
    for text in (*SCRIPTS.values(), "\udcff\udcfe", "a\udce9b"):
        name = text.replace("/", "_")
        for suffix in (".json", ".txt"):
            put(root, f"{name}{suffix}", b'{"event_id": "x"}')
        (root / "src" / name).mkdir(parents=True, exist_ok=True)
        (root / "src" / name / f"{name}.py").write_text("", "utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record direction")
    return root


def shows_nothing_that_acts(text: str) -> None:
    text.encode("utf-8")
    assert not ACTING & set(text)


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "gitlab", "junit"])
@pytest.mark.parametrize("revision", [(), ("--rev", "HEAD")], ids=["checkout", "revision"])
def test_every_script_in_every_format(form: str, revision: tuple[str, ...], every_script: Path) -> None:
    done = lint(every_script, "--format", form, *revision)
    shows_nothing_that_acts(done.out + done.err)
    if form in ("json", "sarif", "gitlab"):
        assert done.out.isascii()
        assert done.json
    if form == "junit":
        ET.fromstring(done.out)
    if form == "text":
        for name in ("arabic", "hebrew", "cjk", "thai"):
            assert SCRIPTS[name] in done.out


def test_every_script_in_the_summary_and_the_site(every_script: Path, tmp_path: Path) -> None:
    summary = tmp_path / "summary.md"
    done = fingerpost("lint", every_script, "--format", "github", env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert done.code == 1
    shows_nothing_that_acts(summary.read_text("utf-8"))
    done = fingerpost("build", every_script, "--markdown", tmp_path / "pages")
    assert done.code == 0, done.err
    pages = sorted((tmp_path / "pages").rglob("*.md"))
    assert len(pages) > len(SCRIPTS)
    for page in pages:
        shows_nothing_that_acts(page.read_text("utf-8"))
        shows_nothing_that_acts(str(page.relative_to(tmp_path / "pages")))


# --- many of a kind: what takes twice as much may take little more than twice as long


def one_event_in_many_files(count: int) -> list[tuple[str, bytes]]:
    return [(f"copy-{number:06}.json", as_bytes(created(1))) for number in range(count)]


def one_id_with_many_contents(count: int) -> list[tuple[str, bytes]]:
    return [(f"copy-{number:06}.json", as_bytes(created(1, text=f"Version {number}"))) for number in range(count)]


def _files(events: Iterable[Wire]) -> list[tuple[str, bytes]]:
    return [(f"{event['event_id']}.json", as_bytes(event)) for event in events]


def a_record_with_many_revisions(count: int) -> list[tuple[str, bytes]]:
    kinds = ("candidate", "durable")
    revisions = (changed(number, 1, number - 1, durability=kinds[number % 2]) for number in range(2, count + 2))
    return _files([created(1), *revisions])


def a_fork_with_many_branches(count: int) -> list[tuple[str, bytes]]:
    branches = (changed(number, 1, 1, status="expired", lifecycle_reason=str(number)) for number in range(2, count + 2))
    return _files([created(1), *branches])


def a_cycle_of_parents(count: int) -> list[tuple[str, bytes]]:
    return _files([created(1), *(changed(2 + n, 1, 2 + (n + 1) % count) for n in range(count))])


def _superseding(count: int, *, closed: bool) -> list[tuple[str, bytes]]:
    pairs = [(number, number + 1) for number in range(1, count)] + ([(count, 1)] if closed else [])
    relations = (relation(500_000 + one, "supersedes", record_node(one), record_node(other)) for one, other in pairs)
    return _files([*(created(number) for number in range(1, count + 1)), *relations])


def a_cycle_of_relations(count: int) -> list[tuple[str, bytes]]:
    return _superseding(count // 2, closed=True)


def a_chain_of_supersedes(count: int) -> list[tuple[str, bytes]]:
    return _superseding(count // 2, closed=False)


def many_relations_of_one_record(count: int) -> list[tuple[str, bytes]]:
    challenges = (relation(9_000_000 + n, "challenges", record_node(2), record_node(1)) for n in range(count))
    return _files([created(1), created(2, kind="challenge"), *challenges])


def records_with_one_scope(count: int) -> list[tuple[str, bytes]]:
    scope = {"repo": "billing", "paths": ["src/**"], "areas": ["tax"]}
    return _files(created(number, scope=scope, kind="guardrail", status="active") for number in range(1, count + 1))


KINDS: tuple[tuple[Callable[[int], list[tuple[str, bytes]]], int, set[str]], ...] = (
    (one_event_in_many_files, 1_000, {"FP302"}),
    (one_id_with_many_contents, 1_000, {"FP301"}),
    (a_record_with_many_revisions, 10_000, {"FP408"}),
    (a_fork_with_many_branches, 1_000, {"FP401"}),
    (a_cycle_of_parents, 5_000, {"FP404"}),
    (a_cycle_of_relations, 20_000, {"FP708"}),
    (a_chain_of_supersedes, 10_000, {"FP606"}),
    (many_relations_of_one_record, 5_000, set()),
    (records_with_one_scope, 5_000, {"FP601"}),
)


@pytest.mark.parametrize(("kind", "count", "expected"), KINDS, ids=[kind.__name__ for kind, _, _ in KINDS])
def test_many_of_a_kind(
    kind: Callable[[int], list[tuple[str, bytes]]], count: int, expected: set[str], tmp_path: Path
) -> None:
    root = lay(tmp_path / "repo")
    laid = kind(count)
    for name, data in laid:
        put(root, name, data)
    out = tmp_path / "report.json"
    text = lint(root, "--format", "json", "--output", str(out), "--format", "text").out
    told = json.loads(out.read_bytes())
    assert told["examined"]["files"] == len(laid)
    assert expected <= codes(told)
    assert max(map(len, text.splitlines())) < 2_000


def test_a_fork_with_many_branches_in_every_format(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo")
    for name, data in a_fork_with_many_branches(1_000):
        put(root, name, data)
    chosen = ("--select", "FP401")
    [fork] = report(root, *chosen)["findings"]
    assert len(fork["related"]) == 1_000
    assert len(lint(root, *chosen).out.splitlines()) < 100
    [result] = lint(root, "--format", "sarif", *chosen).json["runs"][0]["results"]
    assert (len(result["relatedLocations"]), result["properties"]["relatedLeftOut"]) == (100, 900)
    for form in ("github", "gitlab", "junit"):
        assert len(lint(root, "--format", form, *chosen).out) < 5_000


def test_thousands_of_suppressions(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo", created(1))
    # As many as the config has room for; thousands more belong into a baseline.
    entries = [f'{{rule="FP401", record="{ident("rec", 1)}", reason="Settled."}}']
    for number in range(2, 2_002):
        put(root, f"{ident('evt', number)}.json", b"{")
        entries.append(f'{{rule="FP104", path="{LEDGER}/{ident("evt", number)}.json", reason="Cut off."}}')
    (root / "fingerpost.toml").write_text(f"suppressions = [\n{','.join(entries)}\n]\n", "utf-8")
    told = report(root, "--ignore", "FP311")
    assert told["summary"]["suppressed"] == 2_000
    assert [each["code"] for each in told["findings"] if not each["suppressed"]] == ["FP002"]


def test_a_baseline_of_thousands(tmp_path: Path) -> None:
    root = lay(tmp_path / "repo")
    for number in range(5_000):
        put(root, f"{ident('evt', number)}.json", b"{")
    baseline = str(tmp_path / "baseline.json")
    assert lint(root, "--baseline", baseline, "--write-baseline").code == 0
    told = report(root, "--baseline", baseline)
    assert told["summary"] == {"error": 0, "warning": 0, "notice": 0, "suppressed": 10_000, "introduced": None}

"""What pages are made of, from plain events, and a ledger whose every text wants to act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from support.events import (
    MemoryStore,
    Wire,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    stores_of,
    thread,
)

from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.ledger.rereading import Rereading
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine
from fingerpost.lint.rule import Examination
from fingerpost.reporter.claims.facts import CommitFact, CommitThen, TreeThen
from fingerpost.reporter.graph.edges import Edge, trailer_edges
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.reporter.pages.blocks import Page
from fingerpost.reporter.pages.survey import Survey
from fingerpost.repository.commits import Commit
from fingerpost.repository.configs.config import read_ledger_config

COMMIT = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"

# Each line would act somewhere: HTML, Markdown, attribute lists, snippets, Jinja, shortcodes, links, terminals.
HOSTILE = (
    "<script>window.__pwned=1</script>",
    "<img src=x onerror=window.__pwned=2>",
    "{: onclick=window.__pwned=3 onmouseover=window.__pwned=3 }",
    '--8<-- "mkdocs.yml"',
    "{{ config.site_dir }} {% raw %} {# x #}",
    "[x](javascript:window.__pwned=4) ![y](http://evil.example/y.png)",
    "</title></svg></textarea></details></pre><script>window.__pwned=5</script>",
    ":smile: <!-- x --> ``` ~~~ $$a$$ || ~~b~~ ^^c^^ ==d== [^1] *[HTML]: x",
    "# heading\n- list\n1. one\n> quote\n\n---\n\n!!! note\n    indented\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    "http://evil.example www.evil.example a@evil.example [TOC] &lt;b&gt; &#60;i&#62;",
    "\u202egnp.exe\u200b\x1b[31m\x00\x02klzzwxh:0000\x03\u2028\t tab  two",
)
ALL_HOSTILE = "\n".join(HOSTILE)


def survey_of(
    *events: Wire,
    stores: Sequence[MemoryStore] | None = None,
    runtime: bool = True,
    facts: Mapping[str, CommitFact] | None = None,
    messages: Mapping[str, str] | None = None,
    commits: Sequence[Commit] | None = (),
    declared: Iterable[Edge] = (),
    **replaced: Any,
) -> Survey:
    """A survey of these events, as if read from disk; ``declared`` are trailers, ``replaced`` replace its fields."""
    found = list(stores) if stores is not None else stores_of(*events)
    if not runtime:
        found = [store for store in found if not store.name.is_runtime]
    reading = load(found)
    history = build_history(reading)
    as_of = instant("2026-03-03T09:00:00Z")
    examination = Examination(reading, history, read_ledger_config(None, ".fabric/config.yaml"), as_of, None)

    values: dict[str, Any] = {
        "name": "billing",
        "ledger": ".fabric/ledger/events",
        "revision": None,
        "history": history,
        "reading": reading,
        "findings": examine(examination, lambda origin, pointer: None, rules=RULES),
        "provenance": Provenance(history, declared),
        "facts": facts or {},
        "messages": messages or {},
        "commits": commits,
        "older_commits": False,
        "history_cut": False,
        "as_of": as_of,
        "as_of_given": False,
        "areas": {},
        "runtime_asked": runtime,
        "options": " --runtime auto" if runtime else " --runtime none",
        "config_unnamed": False,
        "version": "0.1.0",
        "bytes_of": Rereading(found).bytes_of,
    }
    return Survey(**{**values, **replaced})


def working_ledger() -> list[Wire]:
    """Direction as people write it: a declaration, receipts, a fork, a live record and one that is over."""
    return [
        created(1, text="Round once, on the invoice total. Never per line.", rejected_paths=["Rounding per line"]),
        changed(2, 1, 1, durability="durable", lifecycle_reason="Confirmed by the tax review"),
        created(3, text="Gateway amounts stay in minor units"),
        changed(4, 3, 3, status="expired", lifecycle_reason="the gateway is gone"),
        changed(5, 3, 3, durability="durable", lifecycle_reason="still true"),
        changed(6, 3, 5, lifecycle_reason="and again", status="active"),
        created(7, text="Try the new exporter", durability="live"),
        relation(8, "implements", {"kind": "commit", "id": COMMIT}, record_node(1), reason="moves the rounding"),
        relation(9, "informed_by", {"kind": "action", "id": "act-1", "provider": "codex"}, record_node(1)),
        relation(10, "derived_from", record_node(1), {"kind": "pr", "id": "88"}),
        thread(11, "thread-1"),
        projection(12, "thread-1", [ident("evt", 1)], [ident("rec", 1)]),
        receipt(13, 12, "thread-1", [ident("evt", 1)], [ident("rec", 1)]),
        receipt(14, 12, "thread-1", [ident("evt", 1)], [ident("rec", 1)], state="exposed"),
    ]


def hostile_ledger() -> list[Wire]:
    """A ledger in which every free text wants to act."""
    evil = ALL_HOSTILE
    line = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
    scope = {"repo": evil, "issue": line, "pr": HOSTILE[5], "areas": [line], "paths": [HOSTILE[1]]}
    actor = {"kind": "human", "id": line, "provider": HOSTILE[6]}
    evidence = [
        {"type": line, "url": "javascript:window.__pwned=9", "author": line, "text": evil},
        {"type": "page", "url": "https://example.invalid/a_b*c?x=(1)&y=~2", "text": "a real one"},
        {"type": "page", "url": 'https://example.invalid/" onclick="window.__pwned=10'},
    ]
    return [
        created(1, text=evil, reason=evil, scope=scope, evidence=evidence, event={"actor": actor}, confidence=line),
        *(created(20 + n, text=text, rejected_paths=[text], preferred_paths=[text]) for n, text in enumerate(HOSTILE)),
        changed(2, 1, 1, status="expired", lifecycle_reason=evil, event={"actor": actor}),
        changed(3, 1, 1, durability="durable", lifecycle_reason=evil, event={"trust": {"level": line, "basis": line}}),
        relation(4, "implements", {"kind": "commit", "id": line, "url": "javascript:x"}, record_node(1), reason=evil),
        relation(5, "informed_by", {"kind": line, "id": line, "provider": line}, record_node(1), reason=evil),
        thread(6, line),
        projection(7, line, [ident("evt", 1)], [ident("rec", 1)]),
        receipt(8, 7, line, [ident("evt", 1)], [ident("rec", 1)]),
    ]


def hostile_commit() -> dict[str, Any]:
    """A commit of which the ledger and its own trailers want to act, judged: fields of a survey."""
    line = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
    said = f"{ident('rec', 1)} {line}"
    tree = TreeThen(frozenset({ident("evt", 1), ident("evt", 20)}))
    fact = CommitFact(
        "exact",
        COMMIT,
        instant("2026-03-02T14:00:00Z"),
        (("Fabric-Implements", said), ("Fabric-Thread", line), ("Fabric-Skip", ALL_HOSTILE)),
        (line,),
        CommitThen(tree, tree, (HOSTILE[1], line)),
    )
    return {
        "facts": {COMMIT: fact},
        "messages": {COMMIT: ALL_HOSTILE},
        "judged": frozenset({COMMIT}),
        "declared": trailer_edges(COMMIT, "Fabric-Implements", said, "implements", line),
    }


def block_of(page: Page, kind: type[Any]) -> Any:
    """The one block of a kind on a page."""
    found = [block for block in page.blocks if isinstance(block, kind)]
    assert len(found) == 1, f"{len(found)} blocks of {kind.__name__}"
    return found[0]


def spoken(value: object) -> str:
    """All words of a block, a line or a page, for asking whether something is said at all."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple | list):
        return " ".join(spoken(item) for item in value)
    if is_dataclass(value):
        return " ".join(filter(None, (spoken(getattr(value, each.name)) for each in fields(value))))
    return ""

"""The answer as a comment on a pull request: bounded, inert, with level and basis in every row."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from markdown_it import MarkdownIt
from support.claims import ABSENT, BY_PATHS, TREE, by_trailer, claim, received, spelled
from support.events import Wire, changed, created, ident, record_node, relation, thread
from support.surveys import ALL_HOSTILE
from support.traces import COMMIT

from fingerpost.reporter.claims.claim import Cause
from fingerpost.reporter.traces.trace_markdown import MOST_ROWS, render_markdown

HERE = {"kind": "commit", "id": COMMIT}
SCOPE = {"repo": "billing", "paths": ["services/billing/**"]}


def told(*events: Wire, **fields: Any) -> str:
    return html.unescape(render_markdown(*spelled(f"commit:{COMMIT}", *events, **fields)))


def test_what_nobody_said_is_unknown() -> None:
    text = told(created(1), claims=(claim(1),))
    assert "**unknown**: neither a relation nor a trailer of its message says what this commit implements" in text
    assert "Unknown of 1 record" in text
    assert "a full clone may" in text


def test_a_row_has_its_level_and_its_basis() -> None:
    text = told(created(1, scope=SCOPE), claims=(claim(1, existed=TREE, in_scope=BY_PATHS, state_then="active"),))
    row = next(line for line in text.splitlines() if line.startswith("| Direction"))
    assert "| in scope | in scope, by the paths it touches (services/billing/x.py meets services/billing/**); " in row
    assert "deliveries are unknown: no thread of this commit is known | active then as now |" in row
    assert not re.search(r"\|\s*available\s*\|", text)


def test_a_trailer_a_suspicion_and_a_dispute_stand_beside_the_declaration() -> None:
    edge = by_trailer(COMMIT, 1)
    found = claim(1, causality=(Cause(edge),), existed=TREE, state_then="active", state_now="expired")
    text = told(created(1), changed(2, 1, 1), declared=(edge,), claims=(found,))
    assert "by the commit's author, in a trailer; no claim of trust" in text
    assert "**suspect**: expired since" in text
    challenge = created(
        40, kind="challenge", status="open", extensions={"fingerpost.challenges-relation": ident("rel", 30)}
    )
    text = told(created(1), relation(30, "implements", HERE, record_node(1)), challenge)
    assert "**disputed** by Direction number 40" in text
    assert "(challenge open)" in text


def test_what_is_ruled_out_is_counted_or_listed() -> None:
    text = told(created(1), none_not_listed=31)
    assert "31 records did not exist then, were not in force, or do not cover it; --all lists them." in text
    listed = told(created(1), claims=(claim(1, existed=ABSENT),))
    assert "): it did not exist yet" in listed


def test_a_thread_says_what_ties_it_to_the_subject() -> None:
    tie = relation(30, "informed_by", HERE, record_node(1), {"actor": {"kind": "agent", "id": "t1"}})
    text = told(created(1), thread(20, "t1"), tie)
    assert "thread <code>t1</code> (a declaration comes from this thread)" in text


def test_no_name_in_the_ledger_calls_anybody() -> None:
    edge = by_trailer(COMMIT, 1)
    text = render_markdown(*spelled(f"commit:{COMMIT}", created(1, text="Ask @mara"), declared=(edge,)))
    assert "@" not in html.unescape(text).replace("<span>@</span>", "")
    assert "Ask&#32;<span>&#64;</span>mara" in text or "Ask <span>&#64;</span>mara" in text


def test_a_candidate_is_no_link() -> None:
    text = told(created(1), candidates={COMMIT: ("f" * 40,)})
    assert f"the same patch or the same tree as <code>{'f' * 40}</code>: a candidate, no link" in text


def test_its_length_is_bounded() -> None:
    long = "x" * 9000
    events = [created(number, text=f"{long}{number}", scope=SCOPE) for number in range(1, 90)]
    claims = tuple(claim(number, existed=TREE, delivered=received("2026-03-02T13:00:00Z")) for number in range(1, 45))
    rest = tuple(claim(number) for number in range(45, 90))
    edges = tuple(by_trailer(COMMIT, number) for number in range(1, 90))
    text = render_markdown(*spelled(f"commit:{COMMIT}", *events, claims=(*claims, *rest), declared=edges))
    assert text.count(f"Showing {MOST_ROWS} of") == 3
    assert len(text) < 60_000


@pytest.mark.parametrize("kind", ["commit", "record"])
def test_nothing_in_the_ledger_acts(kind: str) -> None:
    event = {"actor": {"kind": "human", "id": ALL_HOSTILE}, "trust": {"level": ALL_HOSTILE, "basis": ALL_HOSTILE}}
    node = {"kind": "commit", "id": f"x{ALL_HOSTILE}", "url": "javascript:x"}
    events = [
        created(1, text=ALL_HOSTILE, scope={"repo": "b", "paths": [ALL_HOSTILE]}),
        relation(2, "implements", node, record_node(1), event, reason=ALL_HOSTILE),
    ]
    asked = f"commit:x{ALL_HOSTILE}" if kind == "commit" else ident("rec", 1)
    text = render_markdown(*spelled(asked, *events))
    tokens = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table").parse(text)
    flat = [token for top in tokens for token in (top, *(top.children or ()))]
    assert not [token for token in flat if token.type in ("link_open", "image", "fence", "code_block", "hr")]
    own = re.compile(r"</?(?:code|sub|details|summary|br|span)>(?:[^<]*)", re.IGNORECASE)
    for token in flat:
        if token.type in ("html_inline", "html_block"):
            assert not own.sub("", token.content).strip(), token.content
    assert not set(text) & set("\x1b\x00\u202e\u200b\u2028\x02\x03")

"""The fast gate passes nothing that a rule about content reports, and passes what ledgers are full of."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import changed, created, projection, receipt, record_node, relation, thread

from fingerpost.ledger.content_gate import LONGEST, is_plain, is_plain_event
from fingerpost.ledger.hidden import hidden_in
from fingerpost.ledger.passages import passages_of
from fingerpost.ledger.schema import conforms
from fingerpost.ledger.secrets import holds_secret
from fingerpost.lint.content.code_text import code_in
from fingerpost.lint.content.markup import markup_in

BODY = "a1B2c3D4" * 8
# Pieces of everything that some rule looks for, to be put together at random.
PIECES = [
    *(
        "ghp_",
        "glpat-",
        "AKIA",
        "ABCD2345ABCD2345",
        "AIza",
        "xoxb-",
        "sk_live_",
        "npm_",
        "pypi-AgE",
        "eyJ",
        "sk-ant-",
        BODY,
    ),
    *(
        "SG.",
        "shpat_",
        "hf_",
        "AccountKey=",
        "-----BEGIN RSA PRIVATE KEY-----",
        "password",
        "token",
        "api_key",
        "Secret",
    ),
    *("=", ": ", ":", "://", "@", "bearer ", "Basic ", '"', "'", "]", "hunter2", "pwd", "GOCSPX-", "ya29.", "whsec_"),
    *(
        "\u202e",
        "\u200d",
        "\U0001f469",
        "\ufe0f",
        "\x1b",
        "\xad",
        "\r",
        "\n",
        "\t",
        " ",
        "a",
        "word ",
        "1",
        ".",
        "-",
        "*",
    ),
    *("#", "+", "`", "~", "```", "---", "===", "<", "/", "!", ">", "{", "}", "%", "[", "(", ")", "|", "Instructions:"),
    *(
        "::",
        "error",
        "##[",
        "vso",
        "def ",
        "func ",
        "if ",
        "const ",
        "x = ",
        ";",
        "=>",
        "->",
        "from ",
        "import ",
        "SELECT ",
    ),
    *(
        "FROM ",
        "public ",
        "@@ -1 +1 @@",
        "diff --git a/",
        "Traceback (most recent call last)",
        'File "a", line 1',
        "#!/",
    ),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join) | st.text(max_size=30)


def reported(text: str) -> bool:
    found = (hidden_in(text), holds_secret(text), markup_in(text), code_in(text), len(text) > LONGEST)
    return any(found)


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS, min_size=20, max_size=20))
def test_what_a_rule_reports_does_not_pass(texts: list[str]) -> None:
    missed = [text for text in texts if reported(text) and is_plain(text)]
    assert missed == []


@pytest.mark.parametrize(
    "text",
    [
        "Invoices are rounded once, at the total; half to even.",
        "björn decided this for the harbour — see `round_total`, 東京 too",
        "services/billing/**",
        "docs/*.md",
        "https://example.invalid/pr/88#discussion_r1",
        "3f786850e387550fdab836ed7e6dc881de23001b",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "2026-03-02T09:00:00+01:00",
        "until_issue_closed",
        "a < b && c > d",
        "tokens are kept for a day, and secrets in the vault",
        "x" * LONGEST,
    ],
)
def test_what_ledgers_are_full_of_passes(text: str) -> None:
    assert is_plain(text)
    assert is_plain_event(created(1, text=text, reason=text))


BLANK = [character for number in range(0x110000) if (character := chr(number)).isspace()]


@pytest.mark.parametrize(
    "event",
    [
        *(created(1, text=f"{character} ") for character in BLANK),
        created(1, reason=""),
        created(1, lifecycle_reason=" "),
        created(1, scope={"issue": " "}),
        created(1, scope={"pr": " "}),
        created(1, scope={"issue": "a", "repo": "\u3000"}),
        created(1, scope={"areas": ["a", " "]}),
        created(1, scope={"paths": ["\t"]}),
        changed(2, 1, 1, lifecycle_reason=""),
        relation(3, "implements", {"kind": "commit", "id": "a"}, record_node(1), reason=" "),
        created(1, source={"type": "human", "url": "javascript:alert(1)"}),
        created(1, source={"type": "human", "url": "HTTPS://example.invalid"}),
        created(1, evidence=[{"url": "https://example.invalid"}, {"url": "java script:x"}]),
        created(1, extensions={"priority": 1}),
        created(1, extensions={".x": 1}),
        created(1, event={"extensions": {"example.org/x": 1, "priority": 1}}),
    ],
)
def test_what_other_rules_look_for_does_not_pass(event: dict[str, Any]) -> None:
    assert conforms(event)
    assert not is_plain_event(event)


@pytest.mark.parametrize(
    "url", ["https://example.invalid/a:b", "http://x", "mailto:a@example.invalid", "docs/a.md", ""]
)
def test_an_address_that_is_safe_to_follow_passes(url: str) -> None:
    assert is_plain_event(created(1, evidence=[{"url": url}], source={"type": "human", "url": url}))


def test_the_keys_below_an_extension_need_no_namespace() -> None:
    assert is_plain_event(created(1, extensions={"example.org/x": {"priority": 1}}))


def test_every_kind_of_event_passes_where_it_is_plain() -> None:
    events = [
        created(1, extensions={"example.org/x": {"n": [1, 2.5, None, True, "text"]}}),
        changed(2, 1, 1, lifecycle_reason="It is done."),
        relation(3, "implements", {"kind": "commit", "id": "3f786850e387550fdab836ed7e6dc881de23001b"}, record_node(1)),
        thread(4, "thread-1"),
        projection(5, "thread-1", [], []),
        receipt(6, 5, "thread-1", [], []),
    ]
    assert [event for event in events if not (is_plain_event(event) and conforms(event))] == []


BAD = "a\u202eb"
EVENTS = [
    created(1, text=BAD),
    created(1, reason=BAD),
    created(1, kind=BAD),
    created(1, ttl=BAD),
    created(1, lifecycle_reason=BAD),
    created(1, preferred_paths=[BAD]),
    created(1, rejected_paths=["x", BAD]),
    created(1, scope={"issue": BAD}),
    created(1, scope={"areas": [BAD]}),
    created(1, scope={"paths": [BAD]}),
    created(1, source={"type": "human", "url": BAD}),
    created(1, evidence=[{"text": BAD}]),
    created(1, extensions={"example.org/x": [{"deep": [BAD]}]}),
    created(1, extensions={"example.org/x": [{BAD: 1}]}),
    created(1, extensions={BAD: 1}),
    created(1, event={"extensions": {"example.org/x": BAD}}),
    created(1, event={"correlation_id": BAD}),
    created(1, event={"actor": {"kind": "human", "id": BAD}}),
    created(1, event={"trust": {"level": "human_confirmed", "basis": BAD}}),
    changed(2, 1, 1, lifecycle_reason=BAD),
    relation(3, "implements", {"kind": "commit", "id": BAD}, record_node(1)),
    relation(3, "implements", {"kind": "commit", "id": "a", "url": BAD}, record_node(1)),
    relation(3, "implements", {"kind": "commit", "id": "a"}, record_node(1), reason=BAD),
    thread(4, BAD),
    projection(5, BAD, [], []),
    projection(5, None, [], [], purpose=BAD),
]


@pytest.mark.parametrize("event", EVENTS)
def test_no_field_is_forgotten(event: dict[str, Any]) -> None:
    assert conforms(event)
    assert not is_plain_event(event)
    [passage] = passages_of(event)
    assert passage.text == BAD


def test_a_key_that_names_a_secret_makes_the_event_suspect() -> None:
    assert not is_plain_event(created(1, extensions={"example.org/password": "hunter2"}))
    assert is_plain_event(created(1, extensions={"example.org/password-policy": "strict"}))


def test_what_is_no_event_or_has_half_a_character_is_not_plain() -> None:
    assert not is_plain_event({"a": "b"})
    assert not is_plain_event(None)
    assert not is_plain("\ud800")
    assert not is_plain_event(created(1, text="\ud800"))


def test_a_text_one_longer_than_the_longest_does_not_pass() -> None:
    assert not is_plain("x" * (LONGEST + 1))

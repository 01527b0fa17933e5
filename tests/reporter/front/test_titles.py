"""What records are called, challenges and their answers among them."""

from __future__ import annotations

import pytest
from support.events import Wire, created, ident, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.reporter.pages.titles import IN_DISPUTE, title_in_words

TARGET, CHALLENGE, OTHER = ident("rec", 1), ident("rec", 2), ident("rec", 9)


def title(*events: Wire, of: int) -> str:
    records = build_history(load(stores_of(*events))).records
    return title_in_words(records[ident("rec", of)], records)


def challenge(number: int, text: str) -> Wire:
    return created(number, kind="challenge", status="open", text=text)


def answer(number: int, text: str) -> Wire:
    return created(number, kind="challenge_resolution", status="accepted", text=text)


ROUND = created(1, text="Round once, on the invoice total. Never per line.")
PREVIEW = challenge(2, f"Challenge direction {TARGET}: Round per line in the preview Reason: people compare them")


@pytest.mark.parametrize(
    ("events", "of", "expected"),
    [
        ((ROUND,), 1, "Round once, on the invoice total"),
        ((ROUND, PREVIEW), 2, "Challenge of ‘Round once, on the invoice total’: Round per line in the preview"),
        ((PREVIEW,), 2, f"Challenge of {TARGET[:12]}…: Round per line in the preview"),
        (
            (ROUND, challenge(2, f"Challenge direction {TARGET}: ")),
            2,
            "Challenge of ‘Round once, on the invoice total’",
        ),
        ((ROUND, challenge(2, "This is too strict. Really.")), 2, "This is too strict"),
        (
            (ROUND, PREVIEW, challenge(3, f"Challenge direction {CHALLENGE}: no")),
            3,
            "Challenge of the challenge of ‘Round once, on the invoice total’: no",
        ),
        (
            (
                challenge(2, f"Challenge direction {ident('rec', 3)}: a"),
                challenge(3, f"Challenge direction {CHALLENGE}: b"),
            ),
            3,
            "Challenge of the challenge of another challenge: b",
        ),
        (
            (ROUND, PREVIEW, answer(3, f"Challenge {CHALLENGE} accepted as a scoped exception. Reason: ok")),
            3,
            "Answer to the challenge of ‘Round once, on the invoice total’: accepted as a scoped exception",
        ),
        (
            (answer(3, f"Challenge {OTHER} rejected."),),
            3,
            f"Answer to the challenge {OTHER[:12]}…: rejected",
        ),
        (
            (created(1, text=f"Challenge direction {OTHER}: no challenge"),),
            1,
            f"Challenge direction {OTHER}: no challenge",
        ),
        ((created(1, text=" "),), 1, "A blank text"),
    ],
)
def test_a_title_says_what_is_meant(events: tuple[Wire, ...], of: int, expected: str) -> None:
    assert title(*events, of=of) == expected


def test_a_long_title_is_cut_within_another() -> None:
    long = created(1, text="word " * 40)
    told = title(long, PREVIEW, of=2)
    assert told.startswith("Challenge of ‘word word")
    assert "…’: Round per line" in told
    assert len(told) < 130


def test_a_text_in_dispute_is_no_title() -> None:
    assert title(created(1, text="One"), created(2, rec=1, text="Two"), of=1) == IN_DISPUTE

import pytest

from fingerpost.ledger.wording import kind_words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("decision", "decision"),
        ("review_direction", "review direction"),
        ("challenge_resolution", "challenge resolution"),
        ("__proto__", "__proto__"),
        ("a_b=c_d", "a_b=c_d"),
        ("_", "_"),
        ("a__b", "a__b"),
    ],
)
def test_a_kind_has_blanks_only_where_it_is_spelled_as_the_protocol_spells_kinds(kind: str, words: str) -> None:
    assert kind_words(kind) == words

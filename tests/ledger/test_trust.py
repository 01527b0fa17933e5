from __future__ import annotations

from fingerpost.ledger.trust import CONFIRMED_RANK, LEVELS, OWN_LEVEL, is_standard, rank


def test_the_four_levels_rank_as_the_protocol_orders_them_and_any_other_word_below() -> None:
    assert [rank(level) for level in LEVELS] == [4, 3, 2, 1]
    assert rank("repository_reviewed") == rank("") == rank("HUMAN_CONFIRMED") == 0
    assert [level for level in LEVELS if rank(level) >= CONFIRMED_RANK] == ["human_confirmed", "reviewer_confirmed"]


def test_each_kind_of_actor_has_a_standard_level_of_its_own() -> None:
    assert set(OWN_LEVEL.values()) == set(LEVELS)
    assert all(map(is_standard, LEVELS))
    assert not is_standard("signed")

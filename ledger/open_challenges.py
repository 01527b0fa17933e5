"""Challenges that nothing has answered, and the records that they challenge."""

from __future__ import annotations

from collections.abc import Mapping

from .challenge_answers import challenges_of
from .history import History


def open_challenges(history: History) -> Mapping[str, tuple[str, ...]]:
    """Every record of kind ``challenge`` that is open or in dispute and that nothing answers, with what it challenges.

    By the challenge's record id, sorted, as are the records. What is challenged is named by the extension that the
    reference client writes, or by a ``challenges`` relation; it may be nothing that is known here, or none at all.
    Direction that only such a relation sets against other direction is none of them: it does not rank before all else.
    """
    return {
        each.record_id: each.targets for each in challenges_of(history).values() if each.unanswered and each.is_record
    }

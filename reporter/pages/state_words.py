"""How records stand, with the same badges and the same counts in every list.

In dispute (contested) is a record whose changes fork or whose copies differ, until a settlement. Challenged is one that
an open challenge is of: it is in force all the same. Only a declaration is called disputed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ledger.challenges import CHALLENGE
from ...ledger.history import RecordHistory
from ...ledger.wording import counted
from .blocks import Inline, Line
from .front.challenge_words import standing_badge
from .survey import Survey
from .words import badge

CHALLENGED = "challenged"


def state_badges(survey: Survey, record: RecordHistory) -> Line:
    """A record's state, and that it is challenged where nobody has answered a challenge of it."""
    state: Inline = standing_badge(survey, record)
    return (state, " ", badge(CHALLENGED)) if record.record_id in survey.challenged_by else (state,)


@dataclass(frozen=True, slots=True)
class Holding:
    """How many of some records are in force, in dispute, and open challenges: each counts once."""

    in_force: int
    contested: int
    challenges: int

    @classmethod
    def of(cls, records: Sequence[RecordHistory]) -> Holding:
        """Of records in force or in dispute: of challenges only open ones are among them."""
        contested = sum(record.contested for record in records)
        records = [record for record in records if not record.contested]
        challenges = sum(record.text_known and record.record.kind == CHALLENGE for record in records)
        return cls(len(records) - challenges, contested, challenges)

    @property
    def besides(self) -> str:
        """What there is beside records in force, in words; empty where there is nothing."""
        parts = [f"{self.contested:,} in dispute"] if self.contested else []
        parts += [counted(self.challenges, "open challenge")] if self.challenges else []
        return ", ".join(parts)

    @property
    def told(self) -> str:
        """All of them in words."""
        return f"{self.in_force:,} in force{', ' if self.besides else ''}{self.besides}"

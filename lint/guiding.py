"""The records that rules about direction judge: those that guide somebody now."""

from __future__ import annotations

from collections.abc import Sequence

from ..ledger.events import IN_FORCE, Record
from ..ledger.history import History, RecordHistory
from .disputes import in_dispute


def guiding(history: History) -> Sequence[tuple[RecordHistory, Record]]:
    """The records in force and not in dispute, each with its creation, by record id.

    What is over was dealt with. What is in dispute is a finding of its own (FP301, FP303, FP401), and nothing that is
    said of it can be mended before that one.
    """
    return [
        (found, found.creation.payload)  # type: ignore[misc]  # a chain starts with a creation
        for found in history.records.values()
        if (
            found.status in IN_FORCE
            if found.conflict is None and found.text_known  # nearly all
            else found.in_force and not in_dispute(found)
        )
    ]

"""Which records are in dispute, so that a rule about what they say, or how old they are, has nothing to go by."""

from __future__ import annotations

from ..ledger.history import ConflictKind, RecordHistory


def in_dispute(record: RecordHistory) -> bool:
    """True while no version of the record is chosen, its copies differ, or a fork of it is not settled.

    That is then the finding (FP301, FP303, FP401), and a state change would only add a competitor to a fork. A cycle
    of parents (FP404) is no such dispute: no chain reaches it, and a change of the last revision takes effect.
    """
    return not record.text_known or any(
        conflict.settled_by is None and conflict.kind is not ConflictKind.CYCLE for conflict in record.conflicts
    )

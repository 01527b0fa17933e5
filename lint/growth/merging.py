"""Which rules judge what a merge gives, and which findings a change brought."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ..finding import Finding

GROWTH = frozenset({"FP305", "FP306", "FP307", "FP312"})
"""The rules that judge what became of old files."""

_ON_MERGE = ("FP301", "FP302", "FP303", "FP304", "FP4", "FP5", "FP6", "FP7")

_BY_BYTES = ("FP1", "FP2")


def judged_on_merge(code: str) -> bool:
    """True for a rule about records and how they hang together: two branches may break it only once both are merged.

    The others judge files; what the base has in files that are not here is not for this change to mend.
    """
    return code.startswith(_ON_MERGE)


def judged_by_bytes(code: str) -> bool:
    """True for a rule that judges a file by its bytes alone: while they are the base's, so is what it finds."""
    return code.startswith(_BY_BYTES)


def marked(findings: Iterable[Finding], *, before: Collection[str], grown: Collection[str]) -> list[Finding]:
    """Each finding with whether the change introduced it.

    ``before`` are the fingerprints of what the base holds by itself, ``grown`` those of what this change did to old
    files: older harm that history shows is not in it.
    """
    return [
        replace(
            each,
            introduced=each.fingerprint in grown if each.code in GROWTH else each.fingerprint not in before,
        )
        for each in findings
    ]

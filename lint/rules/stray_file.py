"""FP108 stray-file: something that is no event file lies in an events folder."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP108",
    name="stray-file",
    severity=Severity.WARNING,
    summary="Something in the events folder is no event file: a temporary, a README, another suffix, a subfolder.",
    why=(
        "Clients read `*.json` files directly in the folder and nothing else. An event under another name or in a "
        "subfolder is therefore lost without a word, and a left-over temporary usually means that a write was cut "
        "off half way."
    ),
    fix=(
        "Look into it first: a complete event belongs in the folder itself, as `<event_id>.json`. Everything else "
        "may be moved or deleted, since it never was part of the history; notes about the ledger go beside the "
        "folder."
    ),
    bad=".fabric/ledger/events/README.md\n.fabric/ledger/events/2026/evt_0196….json",
    good=".fabric/README.md\n.fabric/ledger/events/evt_0196….json",
    check=problems_of("FP108"),
)

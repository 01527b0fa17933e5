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
    fix="""\
        Look into it first. A complete event belongs in the folder itself: move it there, bytes unchanged, as
        `<event_id>.json`, and delete a subfolder that is empty then. A left-over temporary is deleted once the event
        it was meant for is there under its own name; if that is missing, let its writer write it again. Notes about
        the ledger go beside the folder. Anything else may be moved or deleted too, since it never was part of the
        history.""",
    bad=".fabric/ledger/events/README.md\n.fabric/ledger/events/2026/evt_0196….json",
    good=".fabric/README.md\n.fabric/ledger/events/evt_0196….json",
    check=problems_of("FP108"),
)

"""Who takes part, in which role they speak, and what lies outside the repository. All of them are invented."""

from __future__ import annotations

from .shapes import Person, Voice, Wire

PEOPLE = {
    "hanne": Person("Hanne Voss", "hanne.voss@example.invalid"),
    "tomas": Person("Tomas Brandt", "tomas.brandt@example.invalid"),
    "priya": Person("Priya Raman", "priya.raman@example.invalid"),
    "kofi": Person("Kofi Adjei", "kofi.adjei@example.invalid"),
}


def _human(who: str, basis: str = "human") -> Voice:
    return Voice({"kind": "human", "id": who}, "human_confirmed", basis)


# A voice whose actor id is "thread:<name>" speaks as that thread; its id is filled in where events are written.
VOICES = {
    "hanne": _human("hanne.voss"),
    "tomas": _human("tomas.brandt"),
    "priya": _human("priya.raman"),
    "kofi": _human("kofi.adjei"),
    "tomas-commits": _human("tomas.brandt", "commit author"),
    "priya-commits": _human("priya.raman", "commit author"),
    "hanne-reviews": Voice({"kind": "reviewer", "id": "hanne.voss"}, "reviewer_confirmed", "review"),
    "kofi-reviews": Voice({"kind": "reviewer", "id": "kofi.adjei"}, "reviewer_confirmed", "review"),
    "invoices-agent": Voice({"kind": "agent", "id": "thread:invoices"}, "agent_asserted", "note"),
    "refunds-agent": Voice({"kind": "agent", "id": "thread:refunds"}, "agent_asserted", "relation command"),
    "projector": Voice({"kind": "tool", "id": "fabric"}, "tool_verified", "deterministic projection"),
}

AREAS = {
    "billing/invoices": ("services/billing/**", "docs/invoices.md"),
    "billing/export": ("services/billing/export.py", "docs/export.md"),
    "payments/gateway": ("services/payments/**",),
}

OUTSIDE: dict[str, Wire] = {
    "issue:BILL-431": {"kind": "issue", "id": "BILL-431", "url": "https://tracker.example.invalid/BILL-431"},
    "pr:112": {"kind": "pr", "id": "112", "url": "https://code.example.invalid/billing/pull/112"},
    "pr:118": {"kind": "pr", "id": "118", "url": "https://code.example.invalid/billing/pull/118"},
    "pr:121": {"kind": "pr", "id": "121", "url": "https://code.example.invalid/billing/pull/121"},
    "message:tax-office-reply": {
        "kind": "message",
        "id": "msg-20260312-0841",
        "provider": "mail",
        "url": "https://mail.example.invalid/billing/20260312-0841",
    },
    "action:stable-key": {"kind": "action", "id": "act-7f3c19", "provider": "codex"},
}

"""How the direction changed later, in the order of time."""

from __future__ import annotations

from .shapes import Change

CHANGES = (
    Change(
        "half-up-superseded",
        "2026-01-14T09:20:16Z",
        "hanne",
        "half-up",
        "half-up",
        {"status": "superseded", "lifecycle_reason": "Replaced by one rounding on the invoice total."},
    ),
    Change(
        "rounding-promoted",
        "2026-02-02T10:15:44Z",
        "hanne-reviews",
        "rounding",
        "rounding",
        {
            "durability": "durable",
            "lifecycle_reason": "The January run matches the tax office's totals on all 10,212 invoices.",
            "reviewed_at": "2026-02-02T10:15:44Z",
        },
    ),
    Change(
        "freeze-expired",
        "2026-02-27T12:08:35Z",
        "hanne",
        "freeze",
        "freeze",
        {"status": "expired", "lifecycle_reason": "The totals are verified and pull request 112 is closed."},
    ),
    Change(
        "export-strings-expired",
        "2026-03-24T15:12:07+01:00",
        "kofi",
        "export-strings",
        "export-strings",
        {"status": "expired", "lifecycle_reason": "Finance moves to the binary export at the end of the quarter."},
    ),
    Change(
        "export-strings-promoted",
        "2026-03-25T09:33:50Z",
        "hanne-reviews",
        "export-strings",
        "export-strings",
        {
            "durability": "durable",
            "lifecycle_reason": "The tax office accepted three test files in this format.",
            "reviewed_at": "2026-03-25T09:33:50Z",
        },
    ),
)

"""What the threads were given: runtime of one machine, which git never sees."""

from __future__ import annotations

from .shapes import Projection, Receipt, Thread, Wire

INVOICES: Wire = {"issue": "BILL-417", "areas": ["billing/invoices"], "paths": ["services/billing/**"]}
REFUNDS: Wire = {"issue": "BILL-431", "areas": ["payments/gateway"], "paths": ["services/billing/refunds.py"]}
REFUNDS_REVIEW: Wire = {"issue": "BILL-431", "pr": "118", **{key: REFUNDS[key] for key in ("areas", "paths")}}
EXPORT: Wire = {"issue": "BILL-440", "pr": "121", "areas": ["billing/export"]}

THREADS = (
    Thread("invoices-started", "2026-01-20T08:30:00Z", "invoices", INVOICES),
    Thread("refunds-started", "2026-03-09T09:02:17Z", "refunds", REFUNDS),
    Thread("export-started", "2026-03-16T10:11:48Z", "export", EXPORT),
    Thread("refunds-rescoped", "2026-03-18T15:00:22Z", "refunds", REFUNDS_REVIEW, changed=True),
)


def _as_created(*records: str) -> dict[str, tuple[str, ...]]:
    return {record: (record,) for record in records}


PROJECTIONS = (
    Projection(
        "invoices-preflight",
        "2026-01-20T08:31:12Z",
        "invoices-started",
        "preflight",
        _as_created("rounding", "append-only", "credit-notes", "minor-units"),
    ),
    Projection(
        "line-limit-source", "2026-01-28T15:30:20Z", "invoices-started", "record-source", _as_created("line-limit")
    ),
    Projection(
        "invoices-sync", "2026-02-03T09:00:41Z", "invoices-started", "sync", {"rounding": ("rounding-promoted",)}
    ),
    Projection(
        "refunds-preflight",
        "2026-03-09T09:03:38Z",
        "refunds-started",
        "preflight",
        {
            **_as_created("refund-key", "refund-after-gateway", "credit-notes"),
            "rounding": ("rounding-promoted",),
            **_as_created("append-only"),
        },
        omitted=True,
    ),
    Projection(
        "export-preflight",
        "2026-03-16T10:12:30Z",
        "export-started",
        "preflight",
        {
            **_as_created("export-strings", "export-order", "credit-notes"),
            "rounding": ("rounding-promoted",),
            **_as_created("append-only", "line-limit", "minor-units"),
        },
    ),
    Projection(
        "refunds-sync",
        "2026-03-19T09:14:05Z",
        "refunds-rescoped",
        "sync",
        _as_created("refund-review", "refund-pending", "line-limit", "minor-units"),
    ),
    Projection(
        "export-sync",
        "2026-03-31T08:20:56Z",
        "export-started",
        "sync",
        {"export-strings": ("export-strings-expired", "export-strings-promoted"), **_as_created("line-tax")},
        conflict_parent={"export-strings": "export-strings"},
    ),
)

RECEIPTS = (
    Receipt("invoices-preflight-delivered", "2026-01-20T08:31:13Z", "invoices-preflight", "delivered", "fabric-cli"),
    Receipt(
        "invoices-preflight-exposed",
        "2026-01-20T08:34:50Z",
        "invoices-preflight",
        "exposed",
        "codex",
        only=("rounding", "append-only"),
    ),
    Receipt("line-limit-source-delivered", "2026-01-28T15:30:21Z", "line-limit-source", "delivered", "fabric-cli"),
    Receipt("invoices-sync-delivered", "2026-02-03T09:00:42Z", "invoices-sync", "delivered", "fabric-cli"),
    Receipt("refunds-preflight-delivered", "2026-03-09T09:03:39Z", "refunds-preflight", "delivered", "fabric-cli"),
    Receipt("export-preflight-delivered", "2026-03-16T10:12:31Z", "export-preflight", "delivered", "fabric-cli"),
    Receipt("refunds-sync-delivered", "2026-03-19T09:14:06Z", "refunds-sync", "delivered", "fabric-cli"),
    Receipt("refunds-sync-exposed", "2026-03-19T09:20:33Z", "refunds-sync", "exposed", "codex"),
    Receipt("export-sync-delivered", "2026-03-31T08:20:57Z", "export-sync", "delivered", "fabric-cli"),
)

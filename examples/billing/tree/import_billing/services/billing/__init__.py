"""Invoices, refunds and the export for the tax office."""

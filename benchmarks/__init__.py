"""Measures Fingerpost on made-up ledgers: ``python -m benchmarks.run`` from the checkout. No part of the wheel."""

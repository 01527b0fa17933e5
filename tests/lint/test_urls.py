from __future__ import annotations

import pytest

from fingerpost.lint.urls import scheme_of


@pytest.mark.parametrize(
    ("address", "scheme"),
    [
        ("https://example.invalid/a", "https"),
        ("http://example.invalid", "http"),
        ("HTTPS://example.invalid", "https"),
        ("mailto:mara@example.invalid", "mailto"),
        ("javascript:alert(1)", "javascript"),
        (" JavaScript:alert(1)", "javascript"),
        ("java\nscript:alert(1)", "javascript"),
        ("java\tscript\r:alert(1)", "javascript"),
        ("\x00\x1bjavascript:alert(1)", "javascript"),
        ("\u00a0\u2028data:text/html,x", "data"),
        ("file:///etc/hosts", "file"),
        ("docs/invoices.md", None),
        ("//example.invalid/x", None),
        ("?next=javascript:x", None),
        ("1a:b", None),
        ("", None),
    ],
)
def test_the_scheme_is_what_a_browser_sees(address: str, scheme: str | None) -> None:
    assert scheme_of(address) == scheme

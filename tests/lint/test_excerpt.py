from __future__ import annotations

from fingerpost.lint.excerpt import excerpt


def test_what_acts_or_hides_is_written_out_and_a_long_text_is_cut() -> None:
    assert excerpt("services/billing/**") == "services/billing/**"
    assert excerpt("a\n\x1b[31m\u202eb") == "a[U+000A][U+001B][31m[U+202E]b"
    assert excerpt("x" * 500, 10) == "x" * 10 + "... (490 more characters)"


def test_a_credential_is_masked_before_it_is_cut() -> None:
    token = "ghp_" + "a1B2c3D4" * 5
    assert excerpt(f"src/{token}/{'x' * 40}", 10) == "src/[secre... (57 more characters)"

import pytest

from fingerpost.repository.commits import Commit


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ("Round once\n\nBecause.\n", "Round once"),
        ("\nRound once,\n\ton the total\r\n \nBecause.", "Round once, on the total"),
        (
            "line\u2028separator\u2029next\x85line\x0band\x1cmore\n",
            "line\u2028separator\u2029next\x85line\x0band\x1cmore",
        ),
        ("\n\n", ""),
    ],
)
def test_a_subject_ends_where_git_ends_it(message: str, subject: str) -> None:
    assert Commit("1" * 40, 0, "Mara Lind", message, ()).subject == subject

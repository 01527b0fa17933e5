from __future__ import annotations

import time

import pytest

from fingerpost.lint.content.code_text import code_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "a patch"),
        ("As in\n@@ -1,2 +3 @@\n-a", "a patch"),
        ('Traceback (most recent call last):\n  File "a.py", line 3', "a transcript"),
        ("$ make test\nok\n$ git push", "a transcript"),
        (">>> 1 + 1\n2\n>>> total(3)", "a transcript"),
        ("User: may I?\nAssistant: you may.", "a transcript"),
        ("  at a.b.C.d(C.java:3)\n  at a.b.C.e(C.java:9)", "a transcript"),
        ("def total(lines):\n    return sum(lines)", "source code"),
        ("def total(lines): return sum(lines)", "source code"),
        ("func (s *Store) Total(a int) error { return nil }", "source code"),
        ("if (x > 3) { y(); }", "source code"),
        ("const total = lines.length;", "source code"),
        ("Use this:\n```go\nreturn nil\n```", "source code"),
        ("from decimal import Decimal", "source code"),
        ("#include <stdio.h>", "source code"),
        ("SELECT id FROM invoices WHERE x", "source code"),
        ("total = 0\nfor line in lines:\n    total += line", "source code"),
        ('{\n  "a": 1\n}', "source code"),
        ("x += 1;\nstore(x);", "source code"),
        ("for x in xs:\n    total += x", "source code"),
        ("if not ready:\n    return None", "source code"),
        ("with open(p) as f:\n    f.read()", "source code"),
        ("import os\nimport sys", "source code"),
        ("try:\n    go()\nexcept ValueError:\n    stop()", "source code"),
        ("class Money:\n    pass_over = True", "source code"),
    ],
)
def test_code_is_found(text: str, found: str) -> None:
    assert code_in(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Invoices are rounded once, at the total (see `round_total(x)`).",
        "Call `if (x) { y(); }` nowhere.",
        "We select rows from the ledger; the import of data is done by hand.",
        "Totals: a = b holds.\nIt is told in words, over two lines.",
        "One line of prose;\nand another one.\nAnd a third that ends it.",
        "Note: the user decides.\nNote: the team agrees.",
        "The function of a ledger (its purpose): to remember.",
        "Let the customs office decide = nobody else.",
        "Use --- as a dash; public opinion matters (somewhat) a lot.",
        "Price: $ 5 a month",
        "Why:\n- it is shorter\n- it is kept in one place",
        "We keep:\n- integers in cents;\n- one converter;\n- no floats.",
        "Round on the total;\nkeep cents;",
        "With care:\nwith tests:",
        "if in doubt, ask:\nif sure, go on:",
        "for tenants in the EU:\nfor others in the US:\nask legal",
        "return the total\nreturn nothing else",
    ],
)
def test_words_about_code_are_words(text: str) -> None:
    assert code_in(text) is None


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a",
            "(",
            "if(",
            "def a(",
            " ",
            "\t",
            "`",
            "\n",
            "let a=b ",
            "SELECT ",
            "public a ",
            "func a(",
            ")",
            "a.",
            "a=",
            "@a(",
        ),
        *(") =>", "$ a\n", "a;\n", "user: ", "at a(", "--- a/\n", "except", "File "),
    ],
)
def test_a_hostile_text_takes_seconds_at_most(piece: str) -> None:
    before = time.process_time()
    code_in(piece * (500_000 // len(piece)))
    assert time.process_time() - before < 10

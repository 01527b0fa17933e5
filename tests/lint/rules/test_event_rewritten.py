from __future__ import annotations

import pytest
from support.changes import Content, change_of, codes_for, judged_findings, name_of
from support.events import as_bytes, created

from fingerpost.lint.finding import Severity

GOOD = created(1)
NAME = name_of(GOOD)
BYTES = as_bytes(GOOD)


@pytest.mark.parametrize(
    ("after", "modes", "said"),
    [
        (BYTES.replace(b"\n", b"\r\n"), ("100644", "100644"), "line endings"),
        (BYTES.replace(b"  ", b"\t"), ("100644", "100644"), "written anew"),
        (BYTES, ("100644", "100755"), "mode of the file was changed since origin/main, from 100644 to 100755"),
    ],
)
def test_bad(after: Content, modes: tuple[str, str], said: str) -> None:
    [finding] = judged_findings([change_of(NAME, GOOD, after, modes=modes)])
    assert (finding.code, finding.severity) == ("FP307", Severity.WARNING)
    assert finding.event_id == GOOD["event_id"]
    assert said in finding.message


def test_a_mode_is_set_back() -> None:
    [finding] = judged_findings([change_of(NAME, GOOD, GOOD, modes=("100755", "100644"))])
    assert f"`chmod 755 .fabric/ledger/events/{NAME}`" in finding.message


def test_good() -> None:
    assert codes_for([], GOOD) == []
    assert "FP307" not in codes_for([change_of(NAME, GOOD, created(1, text="x"))])

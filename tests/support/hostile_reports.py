"""Reports whose every text wants to act somewhere, for the formats to be tried with."""

from __future__ import annotations

from hypothesis import strategies as st
from support.reports import HOSTILE, finding, report
from support.surveys import ALL_HOSTILE

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.finding import Finding, Related, Severity, Suppressed
from fingerpost.lint.governing import Governing
from fingerpost.lint.report import Report

PIECES = (
    *("::error::forged", "\n::warning file=x::forged", "##[error]forged", "\r##[add-mask]x", "%0A::error::x", "%250A"),
    *("::stop-commands::x", "]]>", "<!--", "&amp;", "&#0;", "</testcase>", "[x](1)", "\\[x](http://e.example)", "{0}"),
    *(
        "\x00",
        "\x1b]0;x\x07",
        "\ud800",
        "\udcff",
        "\ufffe",
        "\U0001fffe",
        "\u202e",
        "| a | b |",
        "`",
        "@mara",
        "\t",
        "é",
    ),
)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=30),
    st.lists(st.sampled_from(PIECES), max_size=5).map("".join),
    st.sampled_from([HOSTILE, ALL_HOSTILE]),
)
SOME = st.one_of(st.none(), TEXTS)
PATHS = st.one_of(
    SOME,
    st.sampled_from(
        [".fabric/ledger/events/a b'é%.json", "git-common:fabric/events/x.json", "base:x/y.json", "/etc/passwd", "../x"]
    ),
)
POSITIONS = st.one_of(st.none(), st.integers(1, 10**6))


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    """One finding, of a known rule or of none."""
    rule = draw(st.sampled_from(RULES))
    return finding(
        draw(TEXTS),
        code=draw(st.sampled_from([rule.code, "FP999"])),
        name=rule.name,
        severity=draw(st.sampled_from(list(Severity))),
        path=draw(PATHS),
        line=draw(POSITIONS),
        column=draw(POSITIONS),
        pointer=draw(SOME),
        event_id=draw(SOME),
        record_id=draw(SOME),
        related=tuple(
            Related(path or "x", line, said)
            for path, line, said in draw(st.lists(st.tuples(PATHS, POSITIONS, TEXTS), max_size=2))
        ),
        introduced=draw(st.sampled_from([None, True, False])),
        suppressed=draw(st.one_of(st.none(), st.builds(Suppressed, st.sampled_from(["config", "baseline"]), TEXTS))),
    )


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """A report of a few such findings."""
    return report(
        *draw(st.lists(findings(), max_size=5)),
        base=draw(SOME),
        revision=draw(SOME),
        ledger=draw(TEXTS.filter(bool)),
        adds=draw(st.one_of(st.none(), st.lists(TEXTS, max_size=3))),
        governing=draw(st.lists(st.builds(Governing, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS), max_size=2)),
    )


def many(count: int, message: str = "this candidate has waited for 43 days, which is more than 30") -> Report:
    """A report of so many findings, of every severity, in as many files."""
    kinds = list(Severity)
    made = [
        finding(
            f"{message} ({number})",
            code=RULES[number % len(RULES)].code,
            name=RULES[number % len(RULES)].name,
            severity=kinds[number % 3],
            path=f".fabric/ledger/events/evt_{number:032x}.json",
            event_id=f"evt_{number:032x}",
            record_id=f"rec_{number:032x}",
            pointer="/payload/record",
        )
        for number in range(count)
    ]
    return report(*made)

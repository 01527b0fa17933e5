"""FP310: a git attribute that lets git change event files, or merge two versions of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...repository.around.attributes import LedgerAttribute
from ...repository.source import tracked_file
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

_SWITCHES = ("set", "unset")
_CONVERTED = "git converts the line ends of event files"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each attribute of the ledger's files that can change or mix their bytes."""
    surroundings = examination.surroundings
    if surroundings is None:
        return
    found = {attribute.name: attribute for attribute in surroundings.attributes()}
    for attribute, what in _harmful(found):
        yield _observation(attribute, what)


def _harmful(found: Mapping[str, LedgerAttribute]) -> Iterator[tuple[LedgerAttribute, str]]:
    merge = found.get("merge")
    if merge is not None and merge.value == "union":
        yield merge, "git mixes the lines of two versions of an event instead of reporting a conflict"
    elif merge is not None and merge.value not in (*_SWITCHES, "text", "binary"):
        yield merge, f"the merge driver {merge.value} decides between two versions of an event, unseen"
    for name, what in (
        ("filter", "a program changes event files between the worktree and git"),
        ("working-tree-encoding", "git writes event files in another encoding than UTF-8"),
    ):
        attribute = found.get(name)
        if attribute is not None and attribute.value not in _SWITCHES and not _is_utf8(attribute):
            yield attribute, what
    ident = found.get("ident")
    if ident is not None and ident.value == "set":
        yield ident, "git replaces $Id$ in event files"
    line_ends = _line_ends(found)
    if line_ends is not None:
        yield line_ends, _CONVERTED


def _is_utf8(attribute: LedgerAttribute) -> bool:
    return attribute.name == "working-tree-encoding" and attribute.value.lower() in ("utf-8", "utf8")


def _line_ends(found: Mapping[str, LedgerAttribute]) -> LedgerAttribute | None:
    """The attribute by which line ends are converted on some machine (gitattributes, *End-of-line conversion*)."""
    text, eol = found.get("text") or found.get("crlf"), found.get("eol")
    if text is not None and text.value in ("unset", "input"):
        return None
    if eol is not None and eol.value in ("lf", "crlf"):
        return eol if eol.value == "crlf" else None
    return text if text is not None and text.value in ("set", "auto") else None


def _observation(attribute: LedgerAttribute, what: str) -> Observation:
    path = attribute.path
    origin = None if path is None else tracked_file(path)
    return Observation(f"{_written(attribute)}: {what}", origin, detail=attribute.name, line=attribute.line)


def _written(attribute: LedgerAttribute) -> str:
    return attribute.name if attribute.value == "set" else f"{attribute.name}={attribute.value}"


RULE = Rule(
    code="FP310",
    name="merge-attributes",
    severity=Severity.WARNING,
    summary="A `.gitattributes` lets git merge, filter or convert the event files of the ledger.",
    why="""\
        An event file is written once and never changed: its bytes are the record. With `merge=union` git joins two
        versions of one file without a word, and the result is no JSON, or a third version that nobody wrote. A merge
        driver of one's own hides a divergence that people must see. A filter, an encoding, `ident` or a conversion
        of line ends makes the bytes differ between machines, so that equal events look rewritten.

        `text`, `text=auto` and `eol=crlf` convert line ends on some machines; `-text`, `text eol=lf`, `-merge` and
        `binary` do no harm. Only the `.gitattributes` files of the repository are judged, not this machine's own.""",
    fix="""\
        Append a line to the `.gitattributes` at the repository's root that takes the ledger out again:
        `.fabric/ledger/** -text -filter -ident !merge !eol !working-tree-encoding`. The last line that matches a file
        wins; a `.gitattributes` further down wins over it, so remove what is set there.""",
    bad="""\
        * text=auto
        .fabric/ledger/** merge=union""",
    good="""\
        * text=auto
        .fabric/ledger/** -text""",
    check=check,
    reach=Reach.NOTHING,
)

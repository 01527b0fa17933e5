"""Writes the pages of the rule catalogue, ``docs/rules/``, from the rules themselves.

``python docs/generate.py`` writes them; with ``--check`` nothing is written, and the exit code is 1 where a committed
page is not what would be written. Either way it is 1 where a rule lacks a part of its page.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from fingerpost.lint.catalogue import RULES, settings
from fingerpost.lint.rule import Rule

FOLDER = Path(__file__).resolve().parent / "rules"

# By the digit after FP: what the rules of a group have in common.
GROUPS = {
    "0": "Configuration",
    "1": "Reading a file",
    "2": "Shape of an event",
    "3": "Identity",
    "4": "Lifecycle and forks",
    "5": "Trust",
    "6": "Staleness",
    "7": "Provenance",
    "8": "Content",
}

PARTS = ("name", "summary", "why", "fix", "bad", "good")

_CODE = re.compile("FP[0-9]{3}")
_CODE_SPAN = re.compile("(`[^`]+`)")
# An underscore inside a word is never emphasis.
_MARKUP = re.compile(r"([\\`*\[\]<>|]|(?<!\w)_|_(?!\w))")
_OPENING = re.compile(r"^([-+#]|[0-9]+[.)])")


def gaps(rules: Iterable[Rule]) -> list[str]:
    """What the rules lack for their pages, one line each; empty where nothing is missing."""
    found = []
    for rule in rules:
        if _CODE.fullmatch(rule.code) is None:
            found.append(f"{rule.code}: the code is not FP and three digits")
        elif rule.code[2] not in GROUPS:
            found.append(f"{rule.code}: no group is called FP{rule.code[2]}")
        found += [f"{rule.code}: {part} is empty" for part in PARTS if not str(getattr(rule, part)).strip()]
    return found


def pages(rules: Sequence[Rule]) -> dict[str, str]:
    """Every page by its file name: one a rule, and ``index.md``."""
    return {"index.md": index(rules)} | {f"{rule.code}.md": page(rule) for rule in rules}


def page(rule: Rule) -> str:
    """The page of one rule, in Markdown."""
    parts = [
        f"# {rule.code} {rule.name}",
        f"**{rule.severity.value.capitalize()}.** {prose(rule.summary)}",
        "## Why it matters",
        prose(rule.why),
        "## How to fix it",
        prose(rule.fix),
        "## This is reported",
        sample(rule.bad),
        "## This is fine",
        sample(rule.good),
        "---",
        f"At a terminal: `fingerpost rule {rule.code}`. In [the config](../reference/configuration.md#rules), "
        f"under `[rules.{rule.code}]`: `{settings(rule)}`. [All rules](index.md)",
    ]
    return "\n\n".join(parts) + "\n"


def index(rules: Sequence[Rule]) -> str:
    """The catalogue, a table for each group, in Markdown."""
    config = "[the config](../reference/configuration.md#rules)"
    lines = [
        "# Rules",
        "",
        f"`fingerpost lint` has {len(rules)} rules. A code never changes its meaning and is never used again. An error",
        "fails a gate by default; a warning or a notice does so where `--fail-on` asks for it. `--select` and",
        f"`--ignore` take a code or the beginning of one, and {config} sets severities.",
    ]
    for digit, title in GROUPS.items():
        members = [rule for rule in rules if rule.code[2] == digit]
        if members:
            lines += ["", f"## FP{digit} {title}", "", "| code | name | severity | reports |", "|---|---|---|---|"]
            lines += [
                f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity.value} | {prose(rule.summary)} |"
                for rule in members
            ]
    return "\n".join(lines) + "\n"


def prose(text: str) -> str:
    """Paragraphs of a rule as Markdown that shows them as they are written; only code spans keep their meaning."""
    return "\n\n".join(_paragraph(" ".join(part.split())) for part in text.strip().split("\n\n"))


def _paragraph(text: str) -> str:
    spans = _CODE_SPAN.split(text)
    shown = "".join(span if _CODE_SPAN.fullmatch(span) else _plain(span) for span in spans)
    return _OPENING.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}", shown)


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text.replace("&", "&amp;")).replace("\\<", "&lt;")


def sample(text: str) -> str:
    """A sample as a fenced block; the fence is longer than any run of backticks in it."""
    lines = textwrap.dedent(text).strip("\n")
    longest = max((len(run) for run in re.findall("`+", lines)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{lines}\n{fence}"


def differences(wanted: Mapping[str, str], folder: Path) -> list[str]:
    """How the pages in the folder differ from those that are wanted, one line each."""
    there = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    found = [f"{name} is missing" for name in wanted if name not in there]
    found += [f"{name} is the page of no rule" for name in there if name not in wanted]
    found += [f"{name} is out of date" for name, text in wanted.items() if there.get(name, text) != text]
    return sorted(found)


def write(wanted: Mapping[str, str], folder: Path) -> None:
    """Make the folder hold these pages and no other."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 0 if the pages are, or now are, those of the rules."""
    parser = argparse.ArgumentParser(description="Write docs/rules/ from the rules.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a page is out of date")
    check: bool = parser.parse_args(arguments).check
    complaints = gaps(RULES)
    if not complaints:
        wanted = pages(RULES)
        if check:
            complaints = [f"docs/rules/{line}; run docs/generate.py" for line in differences(wanted, FOLDER)]
        else:
            write(wanted, FOLDER)
    for line in complaints:
        sys.stderr.write(f"generate.py: {line}\n")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

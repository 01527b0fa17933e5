"""Every hint of an error speaks in one way: a sentence that says what to do."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.repository.errors import FingerpostError

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("repository", "ledger", "lint", "reporter", "cli")
# What a command, an option or an example follows: a full stop behind it would be copied along.
BEFORE_WHAT_IS_TYPED = (": ", " run ", " write ", " such as ", " for example ")
VALUE = "\N{REPLACEMENT CHARACTER}"


def errors(of: type[FingerpostError] = FingerpostError) -> Iterator[str]:
    yield of.__name__
    for each in of.__subclasses__():
        yield from errors(each)


class Module:
    """A module of the package, as far as its hints are concerned."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.loaded = importlib.import_module(".".join(("fingerpost", *path.relative_to(ROOT).with_suffix("").parts)))
        self.names: dict[str, list[ast.expr]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self.names.setdefault(node.targets[0].id, []).append(node.value)

    def hints(self, names: frozenset[str]) -> Iterator[tuple[int, str]]:
        """Line and text of every hint that an error of one of these names is made with; values stand as a mark."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                given = [each.value for each in node.keywords if each.arg == "hint"] or node.args[1:2]
                yield from ((node.lineno, text) for each in given for text in self.texts(each))

    def texts(self, node: ast.expr) -> Iterator[str]:
        """Every text that an expression may be; each name in it stands for all that it is ever set to."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            texts = [""]
            for part in node.values:
                texts = [before + text for before in texts for text in self.texts(part)]
            yield from texts
        elif isinstance(node, ast.IfExp):
            yield from (*self.texts(node.body), *self.texts(node.orelse))
        elif isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
            yield from self.texts(node.value)
        elif isinstance(node, ast.Name) and isinstance(getattr(self.loaded, node.id, None), str):
            yield getattr(self.loaded, node.id)
        elif isinstance(node, ast.Name) and node.id in self.names:
            for value in self.names[node.id]:
                if not any(isinstance(each, ast.Name) and each.id == node.id for each in ast.walk(value)):
                    yield from self.texts(value)
        else:
            yield VALUE


def faults(hint: str) -> list[str]:
    found = []
    if not hint[:1].isupper():
        found.append("begins with no capital letter")
    last = hint.rsplit(". ", 1)[-1]
    if not hint.endswith(".") and not any(each in last for each in BEFORE_WHAT_IS_TYPED):
        found.append("ends with no full stop, and with nothing that is to be typed")
    if hint.endswith((". .", "..", "!", " ")):
        found.append("ends in an odd way")
    return found


def modules() -> list[Path]:
    return sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py") if path.name != "__init__.py")


def test_every_hint_is_a_sentence() -> None:
    loaded = {path: Module(path) for path in modules()}
    names = frozenset(errors())
    told = {
        f"{path.relative_to(ROOT)}:{line}: {hint}": faults(hint)
        for path, module in loaded.items()
        for line, hint in module.hints(names)
    }
    assert len(told) > 100
    assert {where: found for where, found in told.items() if found} == {}


@pytest.mark.parametrize(
    "hint",
    ["name a path.", "'fingerpost rule' lists all.", "Name a path", "Do it. Then this", f"{VALUE} is it.", "Stop!", ""],
)
def test_what_is_no_sentence_is_told(hint: str) -> None:
    assert faults(hint)


@pytest.mark.parametrize("hint", ["Name a path.", "Fetch it: git fetch", "Shallow. Fetch it with: git fetch --all"])
def test_what_is_a_sentence_passes(hint: str) -> None:
    assert not faults(hint)

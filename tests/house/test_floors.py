"""The house holds: imports only go down the floors, and no file grows out of its one idea."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = {"repository": 0, "ledger": 1, "lint": 3, "reporter": 4, "cli": 5}
# Data with a package docstring: any floor may read them, they import nothing.
DATA = {"schemas", "site_templates"}
LONGEST = 400


def modules() -> list[Path]:
    return sorted(path for floor in (*FLOORS, *DATA) for path in (ROOT / floor).rglob("*.py"))


def imported_folders(path: Path) -> set[str]:
    """Top-level folders of the package that a module imports from, relative imports resolved."""
    package = path.relative_to(ROOT).parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            target = package[: len(package) - node.level + 1] + tuple((node.module or "").split("."))
            names = [target[0]] if target and target[0] else [alias.name for alias in node.names]
            found.update(names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fingerpost"):
            found.add(f"absolute:{node.module}")
        elif isinstance(node, ast.Import):
            found.update(f"absolute:{alias.name}" for alias in node.names if alias.name.startswith("fingerpost"))
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_only_go_down(path: Path) -> None:
    floor = path.relative_to(ROOT).parts[0]
    for target in imported_folders(path):
        assert not target.startswith("absolute:"), f"{path}: imports inside the package are relative"
        if target in FLOORS and floor in FLOORS:
            assert FLOORS[target] <= FLOORS[floor], f"{path} imports from {target}, a floor above"
        assert floor not in DATA or not target, f"{path}: data folders import nothing"


def test_every_floor_is_there() -> None:
    assert all((ROOT / floor / "__init__.py").is_file() for floor in (*FLOORS, *DATA))


def test_files_stay_small() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in modules()
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert not long


def test_only_one_module_runs_git() -> None:
    runners = {
        str(path.relative_to(ROOT))
        for path in modules()
        if "subprocess" in path.read_text(encoding="utf-8") and path.parent.name != "schemas"
    }
    assert runners <= {"repository/git.py", "repository/git_process.py"}


def test_no_module_is_called_utils() -> None:
    assert not [path for path in modules() if path.stem in {"utils", "util", "helpers", "misc", "common"}]

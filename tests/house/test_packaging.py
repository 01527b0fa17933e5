"""What is built is whole: the wheel holds every package folder, schema and template, and shadows nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from support.installing import copy_project, project_files

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cli", "ledger", "lint", "reporter", "repository", "schemas", "site_templates")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist and wheel of the files that git knows, built away from the checkout."""
    source = tmp_path_factory.mktemp("source")
    copy_project(source)
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)],
        check=True,
        capture_output=True,
    )
    return out


@pytest.fixture(scope="module")
def wheel_names(built: Path) -> set[str]:
    (wheel,) = built.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_holds_every_package_folder(wheel_names: set[str]) -> None:
    folders = {
        path.parent.relative_to(ROOT)
        for top in PACKAGES
        for path in (ROOT / top).rglob("__init__.py")
        if "__pycache__" not in path.parts
    }
    assert folders >= {Path(top) for top in PACKAGES}
    for folder in folders:
        assert f"fingerpost/{folder.as_posix()}/__init__.py" in wheel_names
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    assert sorted(declared) == sorted(
        ["fingerpost", *("fingerpost." + folder.as_posix().replace("/", ".") for folder in folders)]
    )


def test_the_wheel_holds_every_module_schema_and_template(wheel_names: set[str]) -> None:
    wanted = {
        path.relative_to(ROOT).as_posix()
        for top in PACKAGES
        for path in (ROOT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | {"__init__.py", "__main__.py", "py.typed"}
    assert {f"fingerpost/{name}" for name in wanted} <= wheel_names


def test_the_wheel_holds_nothing_else(wheel_names: set[str]) -> None:
    tops = {name.split("/")[1] for name in wheel_names if name.startswith("fingerpost/")}
    assert tops == {*PACKAGES, "__init__.py", "__main__.py", "py.typed"}


def test_the_sdist_holds_what_git_does_but_the_checkouts_own_files(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {each.name.split("/", 1)[1] for each in archive.getmembers() if each.isfile()}
    known = {name for name in project_files() if not name.startswith((".ci/", ".gitignore"))}
    made = {name for name in names if name.startswith("fingerpost.egg-info/")} | {"PKG-INFO", "setup.cfg"}
    assert names - made == known


def test_the_installed_wheel_is_not_shadowed_by_a_users_folders(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "env", with_pip=False, system_site_packages=False)
    site = next((tmp_path / "env").glob("lib/python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    # Dependencies come from the environment that runs the tests; the package itself only from the wheel.
    here = tmp_path / "user"
    for name in ("lint", "schemas", "ledger"):
        (here / name).mkdir(parents=True)
        (here / name / "__init__.py").write_text("raise SystemExit('a user folder was imported')\n", encoding="utf-8")
    program = (
        "import sys, json, fingerpost.lint.catalogue, fingerpost.schemas, importlib.resources as r;"
        "data = sorted(p.name for p in (r.files('fingerpost.schemas') / 'v1').iterdir());"
        "print(json.dumps([fingerpost.__file__, len(fingerpost.lint.catalogue.RULES), data]))"
    )
    dependencies = [path for path in sys.path if path.endswith("site-packages")]
    python = tmp_path / "env" / "bin" / "python"
    done = subprocess.run(
        [str(python), "-c", f"import sys; sys.path += {dependencies!r}; {program}"],
        cwd=here,
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    path, rules, schemas = json.loads(done.stdout)
    assert Path(path).is_relative_to(site)
    assert rules > 40
    assert "event.json" in schemas

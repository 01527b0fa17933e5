"""Lets the real ``pip install`` of a CI's script run without a network.

pip is told by its own variables to ask no index, to take dependencies as given and to build with the setuptools that is
there; both come from the environment that runs the tests, by PYTHONPATH. What is installed is built from a copy of this
project, as a CI would get it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def project_files() -> list[str]:
    """The files of this project that git tracks or would."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    return sorted({name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()})


def copy_project(target: Path) -> Path:
    """Those files in another folder, which is returned."""
    for name in project_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def libraries(target: Path) -> Path:
    """A folder with what this project depends on, and not the project itself."""
    target.mkdir(parents=True)
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        ours = entry.name.startswith(("fingerpost", "__editable__", "_virtualenv", "distutils-precedence"))
        if not ours and entry.suffix != ".pth":
            (target / entry.name).symlink_to(entry)
    return target


def offline(folder: Path, home: Path) -> dict[str, str]:
    """The environment of a machine with git and Python, on which pip finds in ``folder`` all that it needs."""
    home.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(folder),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "NO_MKDOCS_2_WARNING": "1",
    }

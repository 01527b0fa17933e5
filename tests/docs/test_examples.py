"""Every command line of the documentation is run, and what it prints is compared with what the page shows."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path for path in (ROOT / "docs").rglob("*.md") if "```console" in path.read_text("utf-8"))
# These begin in a clone of the project; all others in the example repository.
IN_THE_CLONE = {"tutorial.md", "example.md"}
RECORD = "rec_019bbbc7-519b-71e1-96f9-58695e7bc7f2"  # stands for the rec_… of the README

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """A command of a page and the lines that it is shown to print."""

    command: str
    shown: tuple[str, ...]


def steps_of(text: str) -> Iterator[Step]:
    for block in BLOCK.findall(text):
        command: str | None = None
        shown: list[str] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command is not None:
                    yield Step(command, tuple(shown))
                command, shown = line[2:], []
            elif command is not None:
                shown.append(line)
        if command is not None:
            yield Step(command, tuple(shown))


def fits(shown: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """True if the printed lines are those shown; a shown ``…`` stands for any number of lines."""
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(fits(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and fits(shown[1:], printed[1:])


class Shell:
    """Runs commands one after the other, each in the folder and with the exit code the last one left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code = 0
        kept = {"HOME", "TMPDIR"}
        self.environment = {key: value for key, value in os.environ.items() if key in kept} | {
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "LC_ALL": "C.UTF-8",
            "NO_MKDOCS_2_WARNING": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, command: str) -> tuple[str, ...]:
        place = self.folder.parent / f".{self.folder.name}.pwd"
        script = f"(exit {self.code})\n{command}\ncode=$?\npwd > {shlex.quote(str(place))}\nexit $code\n"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=300,
            check=False,
        )
        self.folder = Path(place.read_text("utf-8").strip())
        self.code = done.returncode
        return tuple(done.stdout.decode("utf-8").splitlines())


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("example") / "repo"
    subprocess.run([sys.executable, ROOT / "examples/billing/make.py", target], check=True, capture_output=True)
    return target


@pytest.fixture
def repository(example: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(example, tmp_path / "billing"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a clone of the project as pages use."""
    without = shutil.ignore_patterns("repo", "site", "__pycache__")
    shutil.copytree(ROOT / "examples/billing", tmp_path / "clone/examples/billing", ignore=without)
    return tmp_path / "clone"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_shows_what_its_commands_print(page: Path, request: pytest.FixtureRequest) -> None:
    start = "clone" if page.name in IN_THE_CLONE else "repository"
    shell = Shell(request.getfixturevalue(start))
    steps = list(steps_of(page.read_text("utf-8")))
    assert steps
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        printed = shell.run(step.command)
        assert fits(step.shown, printed), "\n".join((f"$ {step.command}", *printed, "", "the page has", *step.shown))
        says_code = following is not None and following.command == "echo $?"
        assert shell.code == 0 or says_code, f"{step.command} ended with {shell.code}, and the page does not say so"


def test_the_readme_s_commands_work(repository: Path) -> None:
    blocks = BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
    lines = [line.split("#")[0].strip() for block in blocks for line in block.splitlines()]
    commands = [line.replace("rec_…", RECORD) for line in lines if line.startswith("fingerpost ")]
    assert len(commands) >= 5
    shell = Shell(repository)
    for command in commands:
        printed = shell.run(command)
        expected = 1 if command.startswith("fingerpost lint") else 0  # the example has a fork
        assert shell.code == expected, "\n".join((command, *printed))


def test_the_readme_s_make_targets_exist() -> None:
    targets = re.findall(r"^make (\w+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert {"demo", "test"} <= set(targets)
    assert [each for each in targets if re.search(rf"^{each}:", makefile, re.MULTILINE) is None] == []


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        ("a b", "a b", True),
        ("a …", "a", True),
        ("a … d", "a b c d", True),
        ("… b … d", "a b c d", True),
        ("a", "a b", False),
        ("a … d", "a b c", False),
        ("", "a", False),
        ("a", "", False),
    ],
)
def test_an_ellipsis_stands_for_any_number_of_lines(shown: str, printed: str, expected: bool) -> None:
    assert fits(tuple(shown.split()), tuple(printed.split())) is expected


def test_steps_are_told_from_what_they_print() -> None:
    text = "```console\n$ one\nout\n\nmore\n$ two\n```\n\n```sh\n$ three\n```\n"
    assert list(steps_of(text)) == [Step("one", ("out", "", "more")), Step("two", ())]

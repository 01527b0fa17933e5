"""The ledger's config, ``.fabric/config.yaml``: what Fingerpost reads of it, and what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import CannotExamine
from ..files import MAX_BYTES, read_regular
from ..git import Git, Withheld
from ..index_store import StagedIndex
from ..locate import Repository
from ..paths import inside_path, shown
from ..source import Obstacle
from .config_portability import Unportable, unportable
from .config_yaml import Place, Steps, YamlFault, read_yaml
from .schema_check import expected, faults

CONFIG_PATH = ".fabric/config.yaml"
"""Where the config lies (fabric/1.0, *Storage*)."""

_SCHEMA = "ledger-config.schema.json"
_NO_FILE = "the config is not a regular file"


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One fault of the config (FP001). Lines and columns count from 1, columns in characters.

    ``key`` is the dotted path of the key at fault, or empty where the file as a whole is.
    """

    message: str
    line: int
    column: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class LedgerConfig:
    """What the config says. Where it has problems, it says nothing: no repo, no areas, no ledger folder.

    ``areas`` maps a name to its path patterns. ``ledger`` is ``storage.events``, relative with ``/``. ``path`` is
    where the config lies, as people are shown it. ``unportable`` is what the reference client reads otherwise
    (FP003). ``exists`` is False where there is no config. ``places`` has the line and column of each path of an area,
    by the area's name and the number of the path from 0.
    """

    repo: str | None = None
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ledger: str | None = None
    problems: tuple[ConfigProblem, ...] = ()
    path: str = CONFIG_PATH
    unportable: tuple[Unportable, ...] = ()
    exists: bool = False
    places: Mapping[tuple[str, int], Place] = field(default_factory=dict)


def read_ledger_config(data: bytes | None, path: str) -> LedgerConfig:
    """Read the bytes of a config; None stands for a config that is not there, which is no problem."""
    if data is None:
        return LedgerConfig(path=path)
    if len(data) > MAX_BYTES:
        return _broken(path, ConfigProblem(f"the config is longer than {MAX_BYTES} bytes", 1, 1))
    try:
        value, places = read_yaml(data)
    except YamlFault as fault:
        return _broken(path, ConfigProblem(fault.message, fault.line, fault.column, _dotted(fault.steps)))
    problems = _problems(value, places)
    if problems:
        return _broken(path, *problems)
    repo: str | None = value.get("repo")
    areas = {name: tuple((area or {}).get("paths") or ()) for name, area in (value.get("areas") or {}).items()}
    events = (value.get("storage") or {}).get("events")
    ledger = None if events is None else inside_path(events)
    return LedgerConfig(
        repo=repo,
        areas=areas,
        ledger=ledger,
        path=path,
        unportable=unportable(data.decode("utf-8"), repo, areas, ledger, places),
        exists=True,
        places=_path_places(areas, places),
    )


def _path_places(areas: Mapping[str, tuple[str, ...]], places: Mapping[Steps, Place]) -> dict[tuple[str, int], Place]:
    """Where each path of each area stands: what comes by an alias or a merge stands where its area does."""
    found: dict[tuple[str, int], Place] = {}
    for name, paths in areas.items():
        area = places.get(("areas", name), places.get(("areas",), (1, 1)))
        for number in range(len(paths)):
            found[name, number] = places.get(("areas", name, "paths", number), area)
    return found


def load_ledger_config(repository: Repository, revision: str | None) -> LedgerConfig:
    """The config of the worktree, or that of a revision. Raises CannotExamine for an unknown revision."""
    git = repository.git
    if revision is None or git is None:
        return _on_disk(repository.root / CONFIG_PATH)
    entry = git.tree_entry(revision, CONFIG_PATH)
    if entry is not None and not entry.mode.startswith("100"):
        return _broken(CONFIG_PATH, ConfigProblem(_NO_FILE, 1, 1))
    return _from_git(git, git.read_file(revision, CONFIG_PATH, MAX_BYTES))


def staged_ledger_config(index: StagedIndex) -> LedgerConfig:
    """The config as the next commit will have it."""
    mode, _ = index.entries.get(CONFIG_PATH, ("100644", ""))
    if not mode.startswith("100"):
        return _broken(CONFIG_PATH, ConfigProblem(_NO_FILE, 1, 1))
    return _from_git(index.git, index.staged_file(CONFIG_PATH, MAX_BYTES))


def _from_git(git: Git, found: bytes | Withheld | None) -> LedgerConfig:
    """What git gave for the config. Raises CannotExamine where a partial clone does not have it."""
    if not isinstance(found, Withheld):
        return LedgerConfig() if found is None else read_ledger_config(found, CONFIG_PATH)
    if found.size is None and git.is_partial():
        raise CannotExamine(
            f"{CONFIG_PATH}: the config was left out of this partial clone",
            "Fetch it (git fetch --refetch --no-filter), or use a complete clone: nothing is fetched here.",
        )
    why = "is not in this clone" if found.size is None else f"is longer than {MAX_BYTES} bytes"
    return _broken(CONFIG_PATH, ConfigProblem(f"the config {why}", 1, 1))


def _on_disk(place: Path) -> LedgerConfig:
    if not os.path.lexists(place):
        return LedgerConfig()
    data = read_regular(str(place))
    if isinstance(data, bytes):
        return read_ledger_config(data, CONFIG_PATH)
    obstacle, detail = data
    words = {
        Obstacle.DIRECTORY: "is a folder",
        Obstacle.SYMLINK: "is a symlink, which is not followed",
        Obstacle.SPECIAL: "is a pipe, socket or device",
        Obstacle.TOO_LARGE: f"is longer than {MAX_BYTES} bytes",
    }
    return _broken(CONFIG_PATH, ConfigProblem(f"the config {words.get(obstacle, f'cannot be read: {detail}')}", 1, 1))


def _broken(path: str, *problems: ConfigProblem) -> LedgerConfig:
    return LedgerConfig(problems=problems, path=path, exists=True)


def _problems(value: Mapping[str, Any], places: Mapping[tuple[str | int, ...], Place]) -> list[ConfigProblem]:
    found = []
    for fault in faults(_SCHEMA, value):
        steps = tuple(fault.absolute_path)
        line, column = places.get(steps, (1, 1))
        key = _dotted(steps)
        found.append(ConfigProblem(f"{key or 'the config'} must be {expected(fault)}", line, column, key))
    storage = value.get("storage")
    events = storage.get("events") if isinstance(storage, Mapping) else None
    if isinstance(events, str) and inside_path(events) is None:
        line, column = places.get(("storage", "events"), (1, 1))
        said = "storage.events must be a relative path inside the repository"
        found.append(ConfigProblem(said, line, column, "storage.events"))
    return sorted(found, key=lambda problem: (problem.line, problem.column, problem.message))


def _dotted(steps: tuple[str | int, ...]) -> str:
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{shown(step)}"
    return text.removeprefix(".")

"""Where the ledger lay and what its areas were, by the versions that the configs had in the trees of a history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.config_portability import PROTOCOL_LEDGER
from ..configs.ledger_folder import named_in, said_folder
from ..files import MAX_BYTES
from ..git import Git
from .tree_config import CONFIGS

Blobs = tuple[str, ...]
"""The blobs of CONFIGS in one tree, in that order; empty for one that is not there."""

NO_CONFIGS: Blobs = ("",) * len(CONFIGS)


@dataclass(frozen=True, slots=True)
class TreeConfig:
    """What the configs of a tree say: the ledger's folder, and the areas. ``known`` is False where one is not here.

    ``elsewhere`` is where they have the ledger, if ``folder`` was asked for by name and is another.
    """

    folder: str
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: bool = True
    elsewhere: str | None = None


class ConfigVersions:
    """What the configs of a tree say, by their blobs; one tree's answer is one object."""

    def __init__(self, contents: Mapping[str, bytes | None], folder: str, *, fixed: bool) -> None:
        self._contents = contents
        self._folder = folder
        self._fixed = fixed
        self._areas: dict[str, tuple[str | None, Mapping[str, tuple[str, ...]]]] = {}
        self._known: dict[Blobs, TreeConfig] = {}

    def of(self, blobs: Blobs) -> TreeConfig:
        """What the tree with these configs says."""
        found = self._known.get(blobs)
        if found is None:
            found = self._known[blobs] = self._read(blobs)
        return found

    def folders(self) -> frozenset[str]:
        """Every folder that the ledger is looked for in."""
        return frozenset([self._folder]) if self._fixed else self._named(self._folder)

    def others(self) -> frozenset[str]:
        """Every other folder that any version of a config may have it lie in."""
        return self._named(PROTOCOL_LEDGER) - {self._folder} if self._fixed else frozenset()

    def _named(self, usual: str) -> frozenset[str]:
        found = {usual}
        for data in self._contents.values():
            if data is not None:  # which of the files it is a version of is not known here
                found.update(named for path in CONFIGS if (named := named_in(path, data)) is not None)
        return frozenset(found)

    def _read(self, blobs: Blobs) -> TreeConfig:
        if any(blob and self._contents.get(blob) is None for blob in blobs):
            return TreeConfig(self._folder, known=False)
        events, areas = self._ledger_config(blobs[-1])
        files = {path: self._contents[blob] for path, blob in zip(CONFIGS, blobs, strict=True) if blob}
        said = said_folder(files.get, lambda: events)
        if not self._fixed:
            return TreeConfig(said or self._folder, areas)
        elsewhere = said or PROTOCOL_LEDGER
        return TreeConfig(self._folder, areas, elsewhere=elsewhere if elsewhere != self._folder else None)

    def _ledger_config(self, blob: str) -> tuple[str | None, Mapping[str, tuple[str, ...]]]:
        found = self._areas.get(blob)
        if found is None:
            config = read_ledger_config(self._contents[blob] if blob else None, CONFIG_PATH)
            found = self._areas[blob] = (config.ledger, config.areas)
        return found


def named_folders(
    git: Git, versions: Collection[tuple[str, str]], usual: str, known: Mapping[tuple[str, str], bytes] | None = None
) -> dict[tuple[str, str], str | None]:
    """The folder that each version of a config (path and blob), all by itself, leaves the ledger in.

    ``usual`` is where it lies if one does not say. None for a version that is not in this clone; one that is too long
    is left out. ``known`` has what some of them hold; the others are read by one process.
    """
    known = known or {}
    found: dict[tuple[str, str], str | None] = {each: named_in(each[0], known[each]) or usual for each in known}
    wanted = sorted(set(versions) - known.keys())
    for version, data in zip(wanted, git.blobs((blob for _, blob in wanted), MAX_BYTES), strict=True):
        if isinstance(data, bytes):
            found[version] = named_in(version[0], data) or usual
        elif data.size is None:
            found[version] = None
    return found


def config_versions(git: Git, blobs: Iterable[str], *, folder: str, fixed: bool) -> ConfigVersions:
    """Read these versions of configs, by one process.

    ``folder`` is where a ledger lies whose tree does not say, or, if ``fixed``, whatever it says. What is too long or
    cannot be interpreted says nothing; of what this clone does not have nobody knows what it says.
    """
    wanted = sorted(set(blobs) - {""})
    contents: dict[str, bytes | None] = {}
    for blob, data in zip(wanted, git.blobs(wanted, MAX_BYTES), strict=True):
        contents[blob] = data if isinstance(data, bytes) else (None if data.size is None else b"")
    return ConfigVersions(contents, folder, fixed=fixed)

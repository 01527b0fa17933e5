"""Where the ledger lay and what its areas were, by the versions that the configs had in the trees of a history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.config_portability import PROTOCOL_LEDGER
from ..configs.settings_file import PLACES
from ..files import MAX_BYTES
from ..git import Git
from ..growth.base_folder import named_folder
from .tree_config import CONFIGS

_SAYS_IT, _STORED = b"ledger", b"storage"  # most versions of these files say nothing of where it lies

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
            if data is not None and _SAYS_IT in data:
                found.update(named for _, prefix in PLACES if (named := named_folder(data, prefix)) is not None)
            if data is not None and _STORED in data:
                found.add(read_ledger_config(data, CONFIG_PATH).ledger or usual)
        return frozenset(found)

    def _read(self, blobs: Blobs) -> TreeConfig:
        if any(blob and self._contents.get(blob) is None for blob in blobs):
            return TreeConfig(self._folder, known=False)
        events, areas = self._ledger_config(blobs[-1])
        said = None
        for blob, (_, prefix) in zip(blobs, PLACES, strict=False):
            if blob:  # the first of the two that is there counts
                data = self._contents[blob] or b""
                said = named_folder(data, prefix) if _SAYS_IT in data else None
                break
        if not self._fixed:
            return TreeConfig(said or events or self._folder, areas)
        elsewhere = said or events or PROTOCOL_LEDGER
        return TreeConfig(self._folder, areas, elsewhere=elsewhere if elsewhere != self._folder else None)

    def _ledger_config(self, blob: str) -> tuple[str | None, Mapping[str, tuple[str, ...]]]:
        found = self._areas.get(blob)
        if found is None:
            config = read_ledger_config(self._contents[blob] if blob else None, CONFIG_PATH)
            found = self._areas[blob] = (config.ledger, config.areas)
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

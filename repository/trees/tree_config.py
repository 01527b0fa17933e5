"""Where the ledger lies in a tree, and its areas, as the configs in that very tree say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..configs.config import CONFIG_PATH, read_ledger_config
from ..configs.config_portability import PROTOCOL_LEDGER
from ..configs.ledger_folder import said_folder
from ..configs.settings_file import PLACES
from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git, TreeEntry, Withheld

CONFIGS = (*(name for name, _ in PLACES), CONFIG_PATH)
"""The files of a tree that say where its ledger lies."""


@dataclass(frozen=True, slots=True)
class TreeLedger:
    """The ledger of one tree: its folder (relative to the root), the id of that folder's tree, and the areas.

    ``tree`` is None where nothing stands at the folder, or no folder does. ``configs`` has what
    the configs that say so hold, by path and blob.
    ``elsewhere`` is True where the folder was asked for by name, and the tree has none there but a ledger where its own
    configs say: what it held is not known from the folder that was asked for.
    """

    folder: str
    tree: str | None
    areas: Mapping[str, tuple[str, ...]]
    configs: Mapping[tuple[str, str], bytes]
    elsewhere: bool = False


def tree_ledgers(git: Git, commits: Sequence[str], *, folder: str, fixed: bool) -> list[TreeLedger]:
    """The ledger of each of these commits (full ids), in their order: a few processes for each, and two for all.

    ``folder`` is where it lies if a tree does not say, or, if ``fixed``, whatever it says. What cannot be interpreted
    says nothing. Raises CannotExamine where this clone lacks a tree, or a version of a config.
    """
    rows = [_rows(git, commit, (*CONFIGS, folder)) for commit in commits]
    wanted = sorted({row.id for found in rows for path, row in found.items() if path in CONFIGS and _is_file(row)})
    contents = dict(zip(wanted, git.blobs(wanted, MAX_BYTES), strict=True))
    return [
        _ledger(git, commit, found, contents, folder, fixed=fixed) for commit, found in zip(commits, rows, strict=True)
    ]


def folder_tree(git: Git, commit: str, folder: str) -> str | None:
    """The id of the tree that a folder is in a commit (full id), or None where no folder stands there."""
    row = _rows(git, commit, (folder,)).get(folder)
    return row.id if row is not None and row.kind == "tree" else None


def _ledger(
    git: Git,
    commit: str,
    rows: Mapping[str, TreeEntry],
    contents: Mapping[str, bytes | Withheld],
    folder: str,
    *,
    fixed: bool,
) -> TreeLedger:
    files = {path: _bytes(contents[row.id]) for path, row in rows.items() if row.id in contents}
    config = read_ledger_config(files.get(CONFIG_PATH), CONFIG_PATH)
    said = said_folder(files.get, lambda: config.ledger)
    chosen = folder if fixed else said or folder
    row = rows.get(chosen)
    tree = row.id if row is not None and row.kind == "tree" else None
    if tree is None and (chosen != folder or any(path.startswith(f"{folder}/") for path in CONFIGS)):
        tree = folder_tree(git, commit, chosen)  # it was not asked for, or git left it out
    elsewhere = fixed and tree is None and folder_tree(git, commit, said or PROTOCOL_LEDGER) is not None
    configs = {(path, rows[path].id): data for path, data in files.items()}
    return TreeLedger(chosen, tree, config.areas, configs, elsewhere)


def _bytes(content: bytes | Withheld) -> bytes:
    """What a config holds; one that is too long says nothing. Raises CannotExamine for one that is not here."""
    if isinstance(content, bytes):
        return content
    if content.size is None:
        raise CannotExamine("a version of the config is not in this clone", "Fetch it, or use a complete clone.")
    return b""


def _rows(git: Git, commit: str, paths: Sequence[str]) -> dict[str, TreeEntry]:
    return {row.name: row for row in git.rows_at(commit, paths)}


def _is_file(row: TreeEntry) -> bool:
    return row.mode.startswith("100")

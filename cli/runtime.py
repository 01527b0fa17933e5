"""``fingerpost runtime``: threads, projections and receipts in one file, for places that have none of their own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from ..ledger.packing import LeftOut, Merged, merge_of, pack_of, unfit
from ..ledger.wording import counted
from ..repository.errors import CannotExamine
from ..repository.locate import Repository, find_repository
from ..repository.packs.adding import Adding, runtime_folder
from ..repository.packs.pack_file import Pack, PackedFile, pack_bytes
from ..repository.paths import shown
from ..repository.source import SUFFIX, Source, Store, StoreName
from .opened_pack import open_pack
from .outputs import write_file
from .reading import find_place
from .reading_options import ReadingOptions

_MOST_NAMED = 20
_repository = click.option(
    *("-C", "repo"), metavar="REPO", type=click.Path(path_type=Path), help="The repository. [default: the one here]"
)
_quiet = click.option("--quiet", "-q", is_flag=True, help="Say only what went wrong.")
_as_json = click.option("--json", "as_json", is_flag=True, help="Say as JSON what was done.")


@click.group("runtime")
def command() -> None:
    """Carry the runtime of this machine (threads, projections, receipts) to where there is none, such as CI.

    \b
    fingerpost runtime pack --output runtime.pack
    fingerpost trace HEAD --runtime runtime.pack
    fingerpost runtime merge runtime.pack
    """


@command.command("pack")
@_repository
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), required=True, help="Where the pack goes.")
@click.option("--live", is_flag=True, help="Pack the records that only this machine has, too.")
@click.option("--actor-ids", is_flag=True, help="Keep all that actors say of who they are.")
@click.option("--ledger", metavar="DIR", type=click.Path(), help="Folder of the tracked events.")
@_as_json
@_quiet
def pack(
    repo: Path | None, output: Path, live: bool, actor_ids: bool, ledger: str | None, as_json: bool, quiet: bool
) -> int:
    """Write threads, projections and receipts to one file: the same bytes for the same runtime.

    \b
    fingerpost runtime pack --output runtime.pack

    Live records and the ids of actors stay here unless --live and --actor-ids ask for them. A file in which something
    looks like a credential is left out, and named.
    """
    place = find_place(repo, ReadingOptions(ledger=ledger))
    stores = place.stores()
    tracked = _names(stores[0]) if live and stores[0].name is StoreName.LEDGER else frozenset()
    made, left_out = pack_of(stores, live=live, actor_ids=actor_ids, tracked=tracked)
    if not made.stores:
        raise CannotExamine(
            "there is no runtime on this machine: no thread, projection or receipt was ever recorded here",
            "Run this where the work was done, in any worktree of that clone.",
        )
    write_file(output, pack_bytes(made))
    _tell_packed(made, left_out, output, as_json=as_json, quiet=quiet)
    return 0


def _names(store: Store) -> frozenset[str]:
    return frozenset(each.origin.name.removesuffix(SUFFIX) for each in store.scan() if isinstance(each, Source))


_ONE_OF = {
    StoreName.THREADS: "thread event",
    StoreName.PROJECTIONS: "projection",
    StoreName.RECEIPTS: "receipt",
    StoreName.SHARED: "live event",
}


def _tell_packed(made: Pack, left_out: Sequence[LeftOut], output: Path, *, as_json: bool, quiet: bool) -> None:
    counts = {str(store): len(made.of(store)) for store in made.stores}
    if as_json:
        named = [{"path": each.path, "why": each.why} for each in left_out]
        told = {"version": 1, "output": shown(str(output)), "files": counts, "actor_ids": made.with_actor_ids}
        click.echo(json.dumps({**told, "left_out": named}))
        return
    for each in left_out[:_MOST_NAMED]:
        click.echo(f"fingerpost: left out {shown(each.path)}: {each.why}", err=True)
    if len(left_out) > _MOST_NAMED:
        click.echo(f"fingerpost: left out {len(left_out) - _MOST_NAMED} more", err=True)
    click.echo(shown(str(output)))
    if not quiet:
        held = ", ".join(counted(len(made.of(store)), _ONE_OF[store]) for store in made.stores)
        ids = "with" if made.with_actor_ids else "without"
        live = "" if StoreName.SHARED in made.stores else "; no live records"
        click.echo(f"{held}, {ids} the ids of actors{live}", err=True)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a merge made of one file; ``why`` where it was not added and is not the same."""

    file: PackedFile
    became: Merged | None
    why: str = ""


@command.command("merge")
@click.argument("file", type=click.Path(path_type=Path))
@_repository
@click.option("--dry-run", is_flag=True, help="Say what would be added, and add nothing.")
@_as_json
@_quiet
def merge(file: Path, repo: Path | None, dry_run: bool, as_json: bool, quiet: bool) -> int:
    """Add what a pack holds to this clone's own runtime. Nothing that is here is ever replaced.

    \b
    fingerpost runtime merge runtime.pack

    An event that is here with another content stays as it is, and is named: exit code 1. So is what is no sound event.
    A pack with an event in a store that is not for it is refused as a whole. Merging the same pack again changes
    nothing.
    """
    outcomes = _outcomes(open_pack(file), _receiving(repo), dry_run=dry_run)
    wrong = [each for each in outcomes if each.became not in (Merged.ADDED, Merged.SAME)]
    counts = Counter(each.became for each in outcomes)
    if as_json:
        told = {"version": 1, "added": counts[Merged.ADDED], "same": counts[Merged.SAME], "dry_run": dry_run}
        named = [{"store": str(each.file.store), "name": each.file.name, "why": each.why} for each in wrong]
        click.echo(json.dumps({**told, "not_added": named}))
        return 1 if wrong else 0
    for each in wrong[:_MOST_NAMED]:
        click.echo(f"fingerpost: not added {each.file.store}/{shown(each.file.name)}: {each.why}", err=True)
    if len(wrong) > _MOST_NAMED:
        click.echo(f"fingerpost: not added {len(wrong) - _MOST_NAMED} more", err=True)
    if not quiet:
        would = "would be added" if dry_run else "added"
        click.echo(f"{counted(counts[Merged.ADDED], 'event')} {would}, {counts[Merged.SAME]:,} here already")
    return 1 if wrong else 0


def _receiving(repo: Path | None) -> Repository:
    """The repository that is added to. Raises NoLedger where there is neither git nor a ledger."""
    repository = find_repository(repo or Path())
    if repository.git is None:
        find_place(repo, ReadingOptions()).stores()
    return repository


def _outcomes(pack: Pack, repository: Repository, *, dry_run: bool) -> list[_Outcome]:
    folders = {store: runtime_folder(repository, store) for store in pack.stores}
    for store in pack.stores:
        if pack.of(store):
            folders[store].check()
    return [_merged(folders[each.store], each, pack, dry_run=dry_run) for each in pack.files]


def _merged(folder: Adding, file: PackedFile, pack: Pack, *, dry_run: bool) -> _Outcome:
    why = unfit(file)
    if why is not None:
        return _Outcome(file, None, why)
    became = merge_of(file, folder.existing(file.name), with_actor_ids=pack.with_actor_ids)
    if became is Merged.ADDED and not dry_run and not folder.add(file.name, file.data):
        became = merge_of(file, folder.existing(file.name), with_actor_ids=pack.with_actor_ids)
    return _Outcome(file, became, _WHY.get(became, ""))


_WHY = {
    Merged.DIVERGENT: "an event with this id is here with another content; it stays as it is (FP301)",
    Merged.BLOCKED: "something that is no file stands in its place",
}

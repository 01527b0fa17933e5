"""The pages of folders: what governs anything in them, their own folders, and the files that direction singles out."""

from __future__ import annotations

from collections.abc import Iterator

from ....ledger.governing import Asked
from ....ledger.matching import literal_prefix, normalised, pattern_matches
from ....ledger.scope_match import PathMatch, Tier
from ....ledger.wording import counted
from ..address import PATHS, folder_page
from ..blocks import Block, Bullets, Code, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong, Table
from ..survey import Survey
from ..words import UNKNOWN, badge, joined, record_ref
from .directions import Local
from .governed import PathWords, argument, codes, governing, origin, unknown_areas
from .territory import ROOT, Folder

MOST_FOLDERS = 500  # pages of folders that a site has
MOST_LISTED = 100  # folders or files that one page lists
MOST_HOLDERS = 8  # folders around one that its page names
MOST_RECORDS = 4  # that a file's row names


def paged_folders(survey: Survey) -> tuple[Folder, ...]:
    """The folders that have a page, in the order of the tree: of very many the ones that lie highest."""
    found = [folder for folder in survey.territory.folders.values() if folder.path != ROOT]
    chosen = sorted(found, key=lambda folder: folder.path.count("/"))[:MOST_FOLDERS]
    kept = {folder.path for folder in chosen}
    return tuple(folder for folder in found if folder.path in kept)


def local_direction(survey: Survey, folder: Folder) -> Local:
    """What governs anything in a folder: the files that are there, and whatever may come."""
    return survey.directions.of(Asked((*survey.territory.below(folder.path), f"{folder.path}/**")))


def page(survey: Survey, folder: Folder, local: Local, paged: frozenset[str]) -> Page:
    """One folder; ``paged`` are those that have a page."""
    path = folder.path
    blocks: list[Block] = [
        Paragraph(
            (
                *_size(survey, folder),
                " What follows governs something in this folder, each record with the reason; direction for a part of "
                "it says which part.",
            )
        ),
        Heading("What governs it", searched=False),
        *governing(survey, local, path_words(folder)),
        *unknown_areas(survey),
        *_files(survey, folder),
        *_folders(survey, folder, paged),
    ]
    command = survey.command(f"governs {argument(f'{path}/')}")
    return Page(folder_page(path), f"{path}/", tuple(blocks), command, eyebrow=_eyebrow(path, paged))


def _eyebrow(path: str, paged: frozenset[str]) -> Line:
    """The way to a folder from the top."""
    holders: list[str] = []
    holder, _, name = path.rpartition("/")
    while holder and len(holders) < MOST_HOLDERS:
        holders.append(holder)
        holder = holder.rpartition("/")[0]
    parts: list[Inline] = [Ref("Paths", PATHS), *([" / …"] if holder else [])]
    for each in reversed(holders):
        short = each.rpartition("/")[2]
        parts += [" / ", Ref(short, folder_page(each)) if each in paged else short]
    return (*parts, " / ", name)


def _size(survey: Survey, folder: Folder) -> Line:
    if not survey.territory.known:
        return ("Which files are here is ", Strong(UNKNOWN), ": git was not asked.")
    if not folder.files:
        return ("Git tracks no file in it; direction speaks of it all the same.",)
    return (f"{counted(folder.files, 'tracked file')} in it.",)


def path_words(folder: Folder) -> PathWords:
    """How a reason is said on the page of a folder: that all of it is meant, or which part."""
    whole = f"{folder.path}/**"

    def words(survey: Survey, met: PathMatch) -> Line:
        named = [value for value in met.values if value != whole]
        around = whole in met.values and pattern_matches(met.pattern, whole)
        if around:
            return ("everything in it, by ", *origin(survey, met))
        if not named:
            return ("a part of it: ", *origin(survey, met), *_meets_nothing(survey, met))
        if named == [met.pattern]:
            return (f"1 of {counted(folder.files, 'file')}: ", *origin(survey, met))
        return (f"{len(named):,} of {counted(folder.files, 'file')}: ", *codes(named), ", by ", *origin(survey, met))

    return words


def _meets_nothing(survey: Survey, met: PathMatch) -> Line:
    """That a pattern for a part of a folder meets no file there, as far as git was asked."""
    if not survey.territory.known:
        return ()
    if literal_prefix(met.pattern) == normalised(met.pattern):
        return (", which git does not track",)
    return (", which meets no tracked file",)


def _files(survey: Survey, folder: Folder) -> Iterator[Block]:
    """The files right in a folder for which a pattern says more than for the rest."""
    yield from named_files(survey, folder, "Files with direction of their own")


def named_files(survey: Survey, folder: Folder, title: str) -> Iterator[Block]:
    """The files right in a folder that patterns single out, and the records that have those patterns."""
    if not folder.named:
        return
    yield Heading(title, searched=False)
    rows = tuple(_file(survey, folder, file, patterns) for file, patterns in folder.named[:MOST_LISTED])
    if len(rows) < len(folder.named):
        more = survey.command("governs PATH")
        yield Paragraph((f"Showing {len(rows)} of {len(folder.named):,}; for any other: ", Code(more)))
    yield Table(("File", "Singled out by", "Direction"), rows)


def _file(survey: Survey, folder: Folder, file: str, patterns: tuple[str, ...]) -> tuple[Line, ...]:
    directions = survey.directions
    records = sorted(
        {record for pattern in patterns for record in directions.by_pattern.get(pattern, ())} & directions.active
    )
    more: list[Inline] = [f" and {len(records) - MOST_RECORDS:,} more"] if len(records) > MOST_RECORDS else []
    shown: list[Inline] = [*joined([record_ref(survey, each) for each in records[:MOST_RECORDS]], "; "), *more]
    nothing: list[Inline] = [Muted("no record in force; an area of the config")]
    return ((Code(file.removeprefix(f"{folder.path}/")),), tuple(codes(patterns)), tuple(shown or nothing))


def _folders(survey: Survey, folder: Folder, paged: frozenset[str]) -> Iterator[Block]:
    if not folder.inner and not folder.plain:
        return
    yield Heading("Folders in it", searched=False)
    shown = folder.inner[:MOST_LISTED]
    items: list[Line] = [_folder(survey, path, paged) for path in shown]
    if len(shown) < len(folder.inner):
        items.append((f"and {len(folder.inner) - len(shown):,} more that direction tells apart",))
    if folder.plain:
        items.append(plain_words(folder))
    yield Bullets(tuple(items))


def _folder(survey: Survey, path: str, paged: frozenset[str]) -> Line:
    name: Inline = Ref(f"{path.rpartition('/')[2]}/", folder_page(path)) if path in paged else Code(f"{path}/")
    return (name, " ", Muted(size_words(survey, survey.territory.folders[path])))


def size_words(survey: Survey, folder: Folder) -> str:
    """How many files a folder has."""
    if not survey.territory.known:
        return "files unknown"
    return counted(folder.files, "file") if folder.files else "no tracked file"


def plain_words(folder: Folder) -> Line:
    """The folders that nothing tells apart, in one line."""
    files = sum(number for _, number in folder.plain)
    names = codes([f"{name}/" for name, _ in folder.plain])
    return (*names, " ", Muted(f"{counted(files, 'file')}, with no direction of {_their(folder)} own"))


def _their(folder: Folder) -> str:
    return "its" if len(folder.plain) == 1 else "their"


def marks(local: Local) -> list[Inline]:
    """How many records are bound in a place, and that some are in dispute or challenged."""
    bound = [each for each in local.bound if not (each.match.is_global and each.tier is Tier.GLOBAL)]
    parts: list[Inline] = [counted(len(bound), "record")] if bound else [Muted("nothing of its own")]
    contested = sum(each.record.contested for each in bound)
    challenged = sum(bool(each.challenged_by) for each in bound)
    if contested:
        parts += [" ", badge("contested", f"{contested:,} in dispute")]
    if challenged:
        parts += [" ", badge("challenged", f"{challenged:,} challenged")]
    return parts

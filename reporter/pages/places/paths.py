"""The tree of paths: a field that answers for any path, and the folders that direction tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....ledger.wording import counted
from ..address import PATHS, folder_page
from ..blocks import Block, Code, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE
from . import folders
from .folders import marks, named_files, paged_folders, plain_words, size_words
from .governed import codes, everything_everywhere, unknown_areas
from .path_index import example_path
from .place_blocks import Outline, OutlineItem, PathField
from .territory import ROOT

MOST_ROWS = 400  # folders that the tree shows
MOST_LEVELS = 12


def pages(survey: Survey) -> Iterator[Page]:
    """The page of each folder, then the tree."""
    chosen = paged_folders(survey)
    paged = frozenset(folder.path for folder in chosen)
    noted: dict[str, list[Inline]] = {}
    for folder in chosen:
        local = folders.local_direction(survey, folder)
        noted[folder.path] = marks(local)
        yield folders.page(survey, folder, local, paged)
    yield _index(survey, noted)


def path_field(survey: Survey) -> PathField:
    """The field that answers what governs a path, for any page."""
    return PathField(PATHS, survey.command("governs PATH"), example_path(survey))


def _index(survey: Survey, noted: Mapping[str, list[Inline]]) -> Page:
    root = survey.territory.folders[ROOT]
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger says of any path; {UNREADABLE}.")))
    blocks += [
        path_field(survey),
        Heading("The tree"),
        *_tree(survey, noted),
        *named_files(survey, root, "Files at the top with direction of their own"),
        *unknown_areas(survey),
        *_nowhere(survey),
        Heading("What holds everywhere"),
        *everything_everywhere(survey),
    ]
    return Page(PATHS, "What governs a path", tuple(blocks), survey.command("governs ."))


def _tree(survey: Survey, noted: Mapping[str, list[Inline]]) -> Iterator[Block]:
    territory = survey.territory
    total = len(territory.folders) - 1
    told = f"{counted(total, 'folder')} that direction or an area tells apart from the rest"
    files = f", of {counted(len(territory.below(ROOT)), 'tracked file')}" if territory.known else ""
    yield Paragraph(
        (f"{told}{files}. With each: the records that govern something in it, besides what holds everywhere.",)
    )
    if not territory.known:
        yield Paragraph((Strong(UNKNOWN), ": which files there are; git was not asked."))
    shown = _shown_rows(noted)
    if len(shown) < total:
        command = survey.command("governs FOLDER/")
        yield Paragraph((f"Showing {len(shown):,} of {total:,}, the highest ones; any other: ", Code(command)))
    items = _items(survey, ROOT, noted, shown)
    if items:
        yield Outline("Folders of the repository", items)


def _shown_rows(noted: Mapping[str, list[Inline]]) -> frozenset[str]:
    """The folders that have a row: those that lie highest. Whoever holds one is among them."""
    high = (path for path in noted if path.count("/") < MOST_LEVELS)
    return frozenset(sorted(high, key=lambda path: path.count("/"))[:MOST_ROWS])


def _items(
    survey: Survey, path: str, noted: Mapping[str, list[Inline]], shown: frozenset[str]
) -> tuple[OutlineItem, ...]:
    folder = survey.territory.folders[path]
    items = [
        OutlineItem(_line(survey, inner, noted[inner]), _items(survey, inner, noted, shown))
        for inner in folder.inner
        if inner in shown
    ]
    if folder.plain:
        items.append(OutlineItem(plain_words(folder)))
    if path == ROOT and (right_here := survey.territory.right_in(folder)):
        items.append(OutlineItem((Muted(f"and {counted(right_here, 'file')} in no folder"),)))
    return tuple(items)


def _line(survey: Survey, path: str, note: list[Inline]) -> Line:
    folder = survey.territory.folders[path]
    name = Ref(f"{path.rpartition('/')[2]}/", folder_page(path), path)
    return (name, " ", Muted(size_words(survey, folder)), " · ", *note)


def _nowhere(survey: Survey) -> Iterator[Block]:
    """Patterns that no path of the repository can match, so that the tree has no place for them."""
    nowhere = survey.territory.nowhere
    if nowhere:
        yield Paragraph(
            (f"{counted(len(nowhere), 'pattern')} that no path of a repository can match: ", *codes(nowhere), ".")
        )

"""Where the reference client's reading of ``config.yaml`` differs from what its YAML says (rule FP003).

That client has no YAML parser. It looks for ``repo:`` and scans the lines below ``areas:`` by their indent; what it
does not recognise it passes over without a word. Both readings are made here and compared, so that nothing is
reported for its style alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..paths import shown
from .config_yaml import Place, Steps

PROTOCOL_LEDGER = ".fabric/ledger/events"
"""Where that client keeps the tracked events, whatever the config says (fabric/1.0, *Storage*)."""

_AREA_INDENT, _PATHS_INDENT, _ITEM_INDENT = 2, 4, 6
_QUOTES = "\"'"
_MOST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Unportable:
    """One place where clients disagree about the config. Lines and columns count from 1, columns in characters.

    ``key`` is the dotted path of the key that is read in two ways.
    """

    message: str
    line: int
    column: int
    key: str


@dataclass(slots=True)
class _Scanned:
    """What the line scanner makes of a config; ``lines`` says where it saw each area begin."""

    repo: str = ""
    areas: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def unportable(
    text: str,
    repo: str | None,
    areas: Mapping[str, tuple[str, ...]],
    events: str | None,
    places: Mapping[Steps, Place],
) -> tuple[Unportable, ...]:
    """Every difference, by place.

    ``text`` is the config as it was decoded, with a byte-order mark if it has one; the rest is what its YAML says.
    ``events`` is ``storage.events`` as a plain path. An area without paths is the same as none.
    """
    scanned = _scan(text)
    lines = text.split("\n")
    found = [
        *_repo(scanned, repo, lines, places),
        *_areas(scanned, areas, lines, places),
        *_folder(events, places),
    ]
    return tuple(sorted(found, key=lambda each: (each.line, each.column, each.key)))


def _scan(text: str) -> _Scanned:
    found = _Scanned()
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    found.repo = next((line[len("repo:") :].strip() for line in lines if line.startswith("repo:")), "")
    inside = in_paths = False
    area: str | None = None
    for number, line in enumerate(lines, start=1):
        bare = line.strip()
        # Blank lines and comments alone on a line: how they are taken is not known, so nothing is said of them.
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        if indent == 0:
            inside, area, in_paths = line == "areas:", None, False
        elif inside and indent == _AREA_INDENT:
            area, in_paths = _area_name(line), False
            if area is not None:
                found.areas.setdefault(area, [])
                found.lines.setdefault(area, number)
        elif inside and indent == _PATHS_INDENT:
            in_paths = line == "    paths:"
        elif area is not None and in_paths and indent >= _ITEM_INDENT and bare.startswith("-"):
            found.areas[area].append(bare[1:].strip().strip(_QUOTES))
    return found


def _area_name(line: str) -> str | None:
    return line.strip()[:-1] if line.endswith(":") else None


def _repo(scanned: _Scanned, repo: str | None, lines: list[str], places: Mapping[Steps, Place]) -> Iterator[Unportable]:
    if scanned.repo == (repo or ""):
        return
    place = places.get(("repo",), (1, 1))
    said = f"the Go client reads the repo as {_spelled(scanned.repo)}, which is {_spelled(repo or '')} in YAML"
    if not scanned.repo:
        said = f"the Go client reads no repo here, which is {_spelled(repo or '')} in YAML"
    yield Unportable(f"{said}{_because(_line(lines, place[0]))}", *place, "repo")


def _areas(
    scanned: _Scanned, areas: Mapping[str, tuple[str, ...]], lines: list[str], places: Mapping[Steps, Place]
) -> Iterator[Unportable]:
    said = {name: paths for name, paths in areas.items() if paths}
    told: set[int] = set()
    if said and scanned.areas.keys().isdisjoint(said):
        # One finding for all of them: it is one habit of writing, and mended in one go.
        place, key = _first_cause(said, lines, places)
        because = _because(_line(lines, place[0]))
        told.update(places.get(("areas", name), (0, 0))[0] for name in areas)
        number = f"any of the {len(said)} areas" if len(said) > 1 else f"the area {_spelled(next(iter(said)))}"
        yield Unportable(f"the Go client does not see {number}{because}", *place, key)
    else:
        for name, paths in said.items():
            place = places.get(("areas", name), (1, 1))
            told.add(place[0])
            if name not in scanned.areas:
                because = _because(_line(lines, place[0]))
                yield Unportable(
                    f"the Go client does not see the area {_spelled(name)}{because}", *place, f"areas.{shown(name)}"
                )
            else:
                yield from _paths(name, paths, scanned.areas[name], lines, places)
    for name, paths_read in scanned.areas.items():
        if name not in areas and scanned.lines[name] not in told:
            said_so = f"the Go client takes this line for the area {_spelled(name)}, which YAML does not have"
            if paths_read:
                yield Unportable(said_so, scanned.lines[name], _AREA_INDENT + 1, f"areas.{shown(name)}")


def _first_cause(
    said: Mapping[str, tuple[str, ...]], lines: list[str], places: Mapping[Steps, Place]
) -> tuple[Place, str]:
    """The ``areas:`` line if that is what hides them all, else the first area."""
    place = places.get(("areas",), (1, 1))
    if _line(lines, place[0]) != "areas:":
        return place, "areas"
    return min((places.get(("areas", name), (1, 1)), f"areas.{shown(name)}") for name in said)


def _paths(
    name: str, paths: tuple[str, ...], read: list[str], lines: list[str], places: Mapping[Steps, Place]
) -> Iterator[Unportable]:
    for number, path in enumerate(paths):
        if number < len(read) and read[number] == path:
            continue
        steps: Steps = ("areas", name, "paths", number)
        place = places.get(steps, places.get(("areas", name), (1, 1)))
        because = _because(_line(lines, place[0]))
        if number >= len(read):
            said = f"the Go client does not see the path {_spelled(path)} of the area {_spelled(name)}"
        else:
            said = f"the Go client reads the path {_spelled(read[number])}, which is {_spelled(path)} in YAML"
        yield Unportable(f"{said}{because}", *place, f"areas.{shown(name)}.paths[{number}]")
        return
    if len(read) > len(paths):
        place = places.get(("areas", name), (1, 1))
        said = f"the Go client reads more paths for the area {_spelled(name)} than YAML has"
        yield Unportable(f"{said}: {_spelled(read[len(paths)])}", *place, f"areas.{shown(name)}.paths")


def _folder(events: str | None, places: Mapping[Steps, Place]) -> Iterator[Unportable]:
    if events is not None and events != PROTOCOL_LEDGER:
        place = places.get(("storage", "events"), (1, 1))
        said = f"the Go client ignores storage.events ({_spelled(events)}) and keeps to {PROTOCOL_LEDGER}"
        yield Unportable(said, *place, "storage.events")


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else ""


def _because(line: str) -> str:
    """What on a line the scanner takes otherwise, in words; empty where the line shows none of the usual causes."""
    key, colon, rest = line.strip().partition(":")
    value = rest.strip()
    indent = len(line) - len(line.lstrip(" "))
    item = line.strip().startswith("-")
    if line.startswith("\ufeff"):
        return ": the file begins with a byte-order mark"
    if " #" in line or "\t#" in line:
        return ": it takes a comment behind a value for part of it"
    if "\t" in line:
        return ": it does not expect tabs"
    if line != line.rstrip():
        return ": there is white space at the end of the line"
    if colon and not item and key != key.strip():
        return ": there is white space before the colon"
    if value.startswith(("[", "{")) or key.startswith(("{", "[")):
        return ": it reads no lists or mappings in brackets"
    if value.startswith(("|", ">", "&", "*", "!")):
        return ": it knows no anchors, tags or block texts"
    if key[:1] in _QUOTES or (value[:1] and value[:1] in _QUOTES):
        return ": it keeps the quotes"
    return _indent_because(indent, item)


def _indent_because(indent: int, item: bool) -> str:
    if item and indent < _ITEM_INDENT:
        return f": it looks for paths at an indent of {_ITEM_INDENT} or more, and finds {indent}"
    if not item and indent not in (0, _AREA_INDENT):
        return f": it looks for an area at an indent of {_AREA_INDENT}, and finds {indent}"
    return ""


def _spelled(text: str) -> str:
    cut = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
    return f"'{shown(cut)}'"

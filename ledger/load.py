"""Reads the stores: every file once, each event once, every fault kept with its place (rules FP1 and FP2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import attrgetter
from typing import Any

from ..repository.growth.merged_store import MergedStore
from ..repository.listing import Listing
from ..repository.shared_work import shared
from ..repository.source import SUFFIX, Obstacle, Origin, Source, Store, StoreName, Unread, origin_below
from ..repository.stores import DirectoryStore
from .blocks import COPY, SOUND, Block, blocks_of, is_sound, tell, told_of
from .canonical import canonical
from .collector import collector_paused
from .common_form import in_common_form
from .decode import MISSING, Decoded, decode
from .events import Event
from .identifiers import event_id_of, is_id
from .interpret import Interpreter
from .passages import Suspect, passages_of, passages_of_file, without_secrets
from .positions import position
from .problem import Problem
from .quoting import without_quoted_secrets
from .reading import Reading, Uninterpreted
from .rereading import Rereading
from .violations import acceptable, normalise, violations

WORTH_SHARING = 4_000
"""Files from which on a second process saves more time than starting it takes."""

_ORDER = {name: place for place, name in enumerate(StoreName)}


def load(stores: Iterable[Store], processes: int = 1) -> Reading:
    """Everything these stores hold.

    Nothing is raised for what a file holds: faults become problems, and what is sound is read all the same. The
    result does not depend on the order in which a store gives its files, nor on whether a second process helps, which
    it does if ``processes`` allow for one and there are files enough.
    """
    with collector_paused(), Rereading(()) as rereading, ExitStack() as opened:
        loading = _Loading(rereading)
        listings = [listing for store in stores if (listing := loading.begin(store, opened)) is not None]
        loading.read(listings, processes)
        return loading.reading()


@dataclass(slots=True)
class _Version:
    """One content of an event id, and every file that holds it."""

    event: Event
    origins: list[Origin]
    content: bytes | None = None


@dataclass(slots=True)
class _Loading:
    """The state of one reading.

    ``once`` has the events of which one file was read, ``versions`` those with more: nearly every event of a
    ledger without a mirror stays in the first. ``found`` has what came into ``once``, by the store of its file.
    """

    rereading: Rereading
    once: dict[str, Event] = field(default_factory=dict)
    found: dict[StoreName, list[Event]] = field(default_factory=lambda: {store: [] for store in StoreName})
    versions: dict[str, list[_Version]] = field(default_factory=dict)
    contents: dict[str, dict[bytes | None, _Version]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    uninterpreted: list[Uninterpreted] = field(default_factory=list)
    suspects: list[Suspect] = field(default_factory=list)
    unproven: set[str] = field(default_factory=set)
    stores: list[StoreName] = field(default_factory=list)
    files: int = 0
    interpreter: Interpreter = field(default_factory=Interpreter)

    def begin(self, store: Store, opened: ExitStack) -> Listing | None:
        """Take a store up: what is in it if it is a folder on disk, whose plain files are still to be read.

        Of any other, all is read at once.
        """
        self.rereading.add(store)
        self.stores.append(store.name)
        folder = store.examined if isinstance(store, MergedStore) else store
        if not isinstance(folder, DirectoryStore):
            for entry in store.scan():
                self._entry(entry, store.path)
            return None
        listing = opened.enter_context(folder.listing())
        if isinstance(store, MergedStore):
            for entry in store.theirs():
                self._entry(entry, store.path)
        if isinstance(listing, Unread):
            self._entry(listing, store.path)
            return None
        if isinstance(store, MergedStore):
            listing = store.ours(listing)
        for other in listing.others:
            self._entry(listing.other(other), store.path)
        return listing

    def read(self, listings: Sequence[Listing], processes: int) -> None:
        """Read the plain files of these folders, with a second process where that pays."""
        if processes < 2 or sum(len(listing.plain) for listing in listings) < WORTH_SHARING:
            for listing in listings:
                self._files(listing, listing.plain)
            return
        blocks = blocks_of(listings)
        with closing(shared(len(blocks), lambda number: tell(blocks[number]))) as pieces:
            for number, answer in pieces:
                if answer is None:
                    self._files(blocks[number].listing, blocks[number].stems)
                else:
                    self._told(blocks[number], answer)

    def _files(self, listing: Listing, stems: Sequence[str]) -> None:
        """Read some files of a folder here."""
        interpret, once, versions = self.interpreter.event, self.once, self.versions
        store, place = listing.store, listing.place
        keep = self.found[store].append
        for stem, data in listing.contents(stems):
            if data is None:
                self._entry(listing.read(stem), place)
                continue
            self.files += 1
            origin = origin_below(store, place, stem)
            if stem in once or stem in versions:
                self._another(Source(origin, data), stem)
                continue
            value = in_common_form(data)
            if value is not MISSING and is_sound(value, stem):
                once[stem] = event = interpret(value, origin, stem)
                keep(event)
            else:
                self._source(Source(origin, data), value)

    def _told(self, block: Block, answer: bytes) -> None:
        """Take in what a second process tells of some files, and read here what it could not prove."""
        listing, interpret = block.listing, self.interpreter.event
        store, place = listing.store, listing.place
        once, versions, keep = self.once, self.versions, self.found[store].append
        for stem, told, value in told_of(block, answer):
            known = stem in once or stem in versions
            if told == SOUND and not known:
                self.files += 1
                once[stem] = event = interpret(value, origin_below(store, place, stem), stem)
                keep(event)
            elif told == COPY and known and self._copied(block.before[stem], listing, stem):
                self.files += 1
            else:
                self._entry(listing.read(stem), place)

    def _copied(self, first: Listing, second: Listing, stem: str) -> bool:
        """Add a file that repeats another, if that one was taken in."""
        origin = origin_below(first.store, first.place, stem)
        for version in self._known(stem):
            if origin in version.origins:
                version.origins.append(origin_below(second.store, second.place, stem))
                return True
        return False

    def _entry(self, entry: Source | Unread, folder: str) -> None:
        """Take in one entry of a store, whatever it is."""
        if isinstance(entry, Unread):
            self._unread(entry, folder)
            return
        self.files += 1
        stem = entry.origin.name.removesuffix(SUFFIX)
        if stem in self.once or stem in self.versions:
            self._another(entry, stem)
            return
        value = in_common_form(entry.data)
        if value is not MISSING and is_sound(value, stem):
            self._first(self.interpreter.event(value, entry.origin, stem))
        else:
            self._source(entry, value)

    def _first(self, event: Event) -> None:
        self.once[event.event_id] = event
        self.found[event.origin.store].append(event)

    def _another(self, source: Source, event_id: str) -> None:
        """Take in another file of an event that was read."""
        if not self._same_again(source, event_id):
            self._source(source)

    def _same_again(self, source: Source, event_id: str) -> bool:
        """True if the file repeats, byte for byte, a file of the same name that was read: a mirror's copy."""
        for version in self._known(event_id):
            for origin in version.origins:
                if origin.name == source.origin.name and self.rereading.bytes_of(origin) == source.data:
                    version.origins.append(source.origin)
                    return True
        return False

    def _known(self, event_id: str) -> list[_Version]:
        """The versions of an event that was read, which from now on may have more than one file."""
        event = self.once.pop(event_id, None)
        if event is not None:
            self.versions[event_id] = [_Version(event, [event.origin])]
        return self.versions[event_id]

    def _source(self, source: Source, common: Any = MISSING) -> None:
        """Take in a file that is odd in some way; ``common`` is its value, where it stands in the common form."""
        decoded = decode(source) if common is MISSING else Decoded(common, (), common)
        value, found = decoded.value, list(decoded.problems)
        if found:
            found = without_quoted_secrets(found, source)
        passages = passages_of(value) if value is not MISSING else passages_of_file(source.data)
        shown = without_secrets(value, passages)
        if value is not MISSING and not acceptable(value):
            found += [_placed(problem, source.data) for problem in violations(shown, source.origin)]
            value, shown = normalise(value)[0], normalise(shown)[0]
        event_id = event_id_of(value)
        if event_id is not None and source.origin.name != f"{event_id}.json":
            found.append(_name_mismatch(source, event_id))
        self.problems += found
        hindered = value is MISSING or any(problem.hinders for problem in found)
        if hindered or passages:
            known = _uninterpreted(source.origin, decoded.fragment if value is MISSING else shown)
            if passages:
                self.suspects.append(Suspect(source.origin, known.event_id, known.record_id, passages))
            if hindered:
                self.uninterpreted.append(known)
        if not hindered:
            self._add(self.interpreter.event(shown, source.origin), value)

    def _add(self, event: Event, value: Any) -> None:
        event_id = event.event_id
        self.unproven.add(event_id)
        if event_id not in self.once and event_id not in self.versions:
            self._first(event)
            return
        content = canonical(value)
        known = self._known(event_id)
        contents = self.contents.setdefault(event_id, {})
        for version in known[len(contents) :]:  # those that were read before a second file was
            contents[self._content(version)] = version
        same = contents.get(content)
        if same is not None:
            same.origins.append(event.origin)
            return
        known.append(_Version(event, [event.origin], content))
        contents[content] = known[-1]

    def _content(self, version: _Version) -> bytes | None:
        """The canonical content of a version, read again: almost no event has a second copy that needs it."""
        if version.content is None:
            origin = version.origins[0]
            data = self.rereading.bytes_of(origin)
            if data is not None:
                value = decode(Source(origin, data)).value
                version.content = canonical(normalise(value)[0]) if value is not MISSING else None
        return version.content

    def _unread(self, entry: Unread, folder: str) -> None:
        if entry.obstacle is not Obstacle.STRAY and entry.origin.path != folder:
            self.files += 1
            stem = entry.origin.name.removesuffix(".json")
            if is_id("evt", stem):
                self.uninterpreted.append(Uninterpreted(entry.origin, event_id=stem))
        self.problems.append(_obstacle(entry))

    def reading(self) -> Reading:
        found = self.found
        copies: dict[str, tuple[Origin, ...]] = {}
        divergent: dict[str, tuple[Event, ...]] = {}
        if self.versions:
            found = {
                store: [event for event in events if event.event_id in self.once] for store, events in found.items()
            }
        for event_id in sorted(self.versions):
            known = self.versions[event_id]
            versions = sorted((_best(version) for version in known), key=lambda event: _preference(event.origin, event))
            found[versions[0].origin.store].append(versions[0])
            if len(versions) > 1:
                divergent[event_id] = tuple(versions)
            origins = [origin for version in known for origin in version.origins]
            if len(origins) > 1:
                copies[event_id] = tuple(sorted(origins, key=lambda origin: (_ORDER[origin.store], origin.path)))
        for events in found.values():
            events.sort(key=attrgetter("event_id"))
        return Reading(
            events=list(chain.from_iterable(found.values())),
            problems=sorted(self._own_problems(copies), key=_problem_order),
            uninterpreted=sorted(self.uninterpreted, key=lambda item: (_ORDER[item.origin.store], item.origin.path)),
            copies=copies,
            divergent=divergent,
            files=self.files,
            stores=tuple(sorted(self.stores, key=_ORDER.__getitem__)),
            suspects=sorted(self.suspects, key=lambda item: (_ORDER[item.origin.store], item.origin.path)),
            unproven=frozenset(self.unproven),
        )

    def _own_problems(self, copies: Mapping[str, tuple[Origin, ...]]) -> list[Problem]:
        """The problems, without the names of second files of an event in one folder.

        Such a file cannot carry the event's name too; that it is there is the fault (FP301, FP302).
        """
        second: set[Origin] = set()
        for event_id in {problem.event_id or "" for problem in self.problems if problem.code == "FP207"}:
            origins = copies.get(event_id, ())
            of_store = Counter(origin.store for origin in origins)
            second.update(origin for origin in origins if of_store[origin.store] > 1)
        return [problem for problem in self.problems if problem.code != "FP207" or problem.origin not in second]


def _best(version: _Version) -> Event:
    """The event of a version, at the file that speaks for it: tracked first, and under its own name."""
    event = version.event
    if len(version.origins) == 1:
        return event
    return replace(event, origin=min(version.origins, key=lambda origin: _preference(origin, event)))


def _preference(origin: Origin, event: Event) -> tuple[int, bool, str]:
    return (_ORDER[origin.store], origin.name != f"{event.event_id}.json", origin.path)


def _problem_order(problem: Problem) -> tuple[str, str, int, int, str, str]:
    return (
        problem.origin.path,
        problem.code,
        problem.line or 0,
        problem.column or 0,
        problem.pointer or "",
        problem.detail,
    )


def _placed(problem: Problem, data: bytes) -> Problem:
    if problem.line is not None or problem.pointer is None:
        return problem
    place = position(data, problem.pointer)
    return problem if place is None else replace(problem, line=place[0], column=place[1])


def _name_mismatch(source: Source, event_id: str) -> Problem:
    place = position(source.data, "/event_id")
    return Problem(
        "FP207",
        f"the file is named {source.origin.name} but holds the event {event_id}",
        source.origin,
        line=place[0] if place else None,
        column=place[1] if place else None,
        pointer="/event_id",
        event_id=event_id,
        detail=source.origin.name,
    )


def _uninterpreted(origin: Origin, value: Any) -> Uninterpreted:
    """What can still be told of an event that is not used: by its content, else by its file's name."""
    stem = origin.name.removesuffix(".json")
    event_id = event_id_of(value) or (stem if is_id("evt", stem) else None)
    if not isinstance(value, dict):
        return Uninterpreted(origin, event_id)
    event_type = value.get("event_type")
    payload = value.get("payload")
    record_id = None
    if isinstance(payload, dict):
        record = payload.get("record")
        found = record.get("record_id") if isinstance(record, dict) else payload.get("record_id")
        record_id = found if is_id("rec", found) else None
    return Uninterpreted(origin, event_id, event_type if isinstance(event_type, str) else None, record_id)


_OBSTACLES: dict[Obstacle, tuple[str, str]] = {
    Obstacle.DIRECTORY: ("FP101", "a folder stands where an event file belongs; it was not opened"),
    Obstacle.SYMLINK: ("FP101", "a symbolic link stands where an event file belongs; it was not followed"),
    Obstacle.SPECIAL: ("FP101", "a pipe, socket or device stands where an event file belongs; it was not opened"),
    Obstacle.PERMISSION: ("FP101", "the file may not be read by this user"),
    Obstacle.IO_ERROR: ("FP101", "the file could not be read"),
    Obstacle.NOT_A_FOLDER: ("FP101", "this should be the folder of events, but it is no folder"),
    Obstacle.TOO_LARGE: ("FP107", "the file is over 1 MiB and was not read"),
    Obstacle.STRAY: ("FP108", "this is no event file and no client reads it: only *.json files belong here"),
}


def _obstacle(entry: Unread) -> Problem:
    code, message = _OBSTACLES[entry.obstacle]
    stem = entry.origin.name.removesuffix(".json")
    return Problem(
        code,
        f"{message} ({entry.detail})" if entry.detail else message,
        entry.origin,
        event_id=stem if is_id("evt", stem) else None,
        detail=str(entry.obstacle),
    )

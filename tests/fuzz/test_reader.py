"""Whatever lies in an event folder: nothing raises, nothing is lost, and each fault has its place."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from unittest import mock

from fuzz.effort import effort
from fuzz.event_files import FILES, TOKEN, contents
from fuzz.ledgers import Judged, judge, stores_with
from hypothesis import given, target
from hypothesis import strategies as st
from support.events import MemoryStore

from fingerpost.ledger.common_form import in_common_form
from fingerpost.ledger.positions import position
from fingerpost.ledger.reading import Reading
from fingerpost.ledger.strict_json import MISSING, parse
from fingerpost.lint.finding import Finding
from fingerpost.repository.source import Origin, StoreName

FOLDERS = st.sampled_from([StoreName.LEDGER, StoreName.LEDGER, StoreName.ACTIVE, StoreName.SHARED, StoreName.RECEIPTS])
WHOLE_FILE = {"FP101", "FP107", "FP108"}


def origins_of(reading: Reading) -> list[Origin]:
    """Every file, as often as the reading accounts for it."""
    once = [event.origin for event in reading.events if event.event_id not in reading.copies]
    copied = [origin for origins in reading.copies.values() for origin in origins]
    return [*once, *copied, *(item.origin for item in reading.uninterpreted)]


def nothing_is_lost(reading: Reading, stores: list[MemoryStore]) -> None:
    laid = [store.origin(name) for store in stores for name in store.files]
    assert Counter(origins_of(reading)) == Counter(laid)
    assert reading.files == len(laid)
    hindered = {problem.origin for problem in reading.problems if problem.hinders}
    unused = {item.origin for item in reading.uninterpreted}
    assert hindered <= unused <= {problem.origin for problem in reading.problems}
    for event_id, versions in reading.divergent.items():
        assert {event.event_id for event in versions} == {event_id}
        assert {event.origin for event in versions} <= set(reading.copies[event_id])
    ids = [event.event_id for event in reading.events]
    assert len(ids) == len(set(ids))


def in_its_place(finding: Finding, files: Mapping[str, bytes]) -> None:
    assert finding.message
    assert finding.path in files, finding
    data = files[finding.path or ""]
    lines = data.decode("utf-8", "replace").split("\n")
    if finding.code[:3] in ("FP1", "FP2") and finding.code not in WHOLE_FILE:
        assert finding.line is not None, finding
        assert finding.column is not None, finding
    for place in finding.related:
        assert place.path in files, finding
        assert place.line is None or place.line >= 1, finding
    # A lone CR ends a line too, so a line has no more characters than the file between two of its LF.
    if finding.line is not None and b"\r" not in data:
        assert 1 <= finding.line <= len(lines), finding
        assert finding.column is None or 1 <= finding.column <= len(lines[finding.line - 1]) + 1, finding


def spoils_only_itself(judged: Judged, clean: Judged, odd: set[Origin]) -> None:
    """Every sound file's event is there as it was, unless an odd file claims its id too."""
    read = {event.event_id: event for event in judged.reading.events}
    for event in clean.reading.events:
        if event.origin in odd:
            continue
        copies = judged.reading.copies.get(event.event_id, ())
        if copies:
            assert event.origin in copies
        else:
            assert read[event.event_id] == event


POINTERS = ("", "/event_id", "/payload", "/payload/record", "/payload/record/text", "/payload/record/scope/paths/0")
CLEAN = judge(stores_with({}, StoreName.LEDGER))


def test_the_ledger_that_is_damaged_is_sound() -> None:
    assert not CLEAN.reading.problems
    assert len(CLEAN.reading.events) == CLEAN.reading.files


@effort()
@given(FILES, FOLDERS)
def test_any_files_among_sound_ones(files: Mapping[str, bytes], folder: StoreName) -> None:
    stores = stores_with(files, folder)
    judged = judge(stores)
    nothing_is_lost(judged.reading, stores)
    by_path = {store.origin(name).path: data for store in stores for name, data in store.files.items()}
    for finding in judged.findings:
        in_its_place(finding, {path: data for path, data in by_path.items() if isinstance(data, bytes)})
    [odd] = [{store.origin(name) for name in files} for store in stores if store.name is folder]
    spoils_only_itself(judged, CLEAN, odd)
    # The search is led towards files with many kinds of faults at once.
    target(float(len({(each.code, each.detail) for each in judged.reading.problems})), label="kinds of faults")
    target(float(len({each.code for each in judged.findings})), label="rules with findings")


@effort(2)
@given(FILES, FOLDERS)
def test_the_order_of_files_changes_nothing(files: Mapping[str, bytes], folder: StoreName) -> None:
    forwards, backwards = (judge(stores_with(files, folder, backwards=each)) for each in (False, True))
    assert forwards == backwards


@effort(2)
@given(FILES, FOLDERS)
def test_the_fast_way_reads_what_the_slow_way_reads(files: Mapping[str, bytes], folder: StoreName) -> None:
    fast = judge(stores_with(files, folder))
    with mock.patch("fingerpost.ledger.load.is_sound", return_value=False):
        assert judge(stores_with(files, folder)) == fast
    with (
        mock.patch("fingerpost.ledger.load.in_common_form", return_value=MISSING),
        mock.patch("fingerpost.ledger.decode.in_common_form", return_value=MISSING),
    ):
        assert judge(stores_with(files, folder)) == fast


@effort(2)
@given(FILES, FOLDERS)
def test_every_format_can_say_it_and_none_tells_a_credential(files: Mapping[str, bytes], folder: StoreName) -> None:
    files = {name: data for name, data in files.items() if TOKEN not in name}
    judged = judge(stores_with(files, folder))
    for form, text in judged.formats().items():
        assert text.endswith("\n"), form
        text.encode("utf-8")
        assert TOKEN not in text, form
    told = json.loads(judged.formats()["json"])["findings"]
    assert [each["fingerprint"] for each in told] == [each.fingerprint for each in judged.findings]


def _as_the_library(data: bytes) -> object:
    """What Python's own reader makes of a file, or MISSING where that is no JSON without double keys."""

    def without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    def no_number(word: str) -> object:
        raise ValueError(word)

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=without_doubles, parse_constant=no_number)
    except (ValueError, RecursionError):
        return MISSING


@effort()
@given(contents())
def test_both_readers_agree_with_each_other_and_with_the_library(data: bytes) -> None:
    parsed, common = parse(data), in_common_form(data)
    if common is not MISSING:
        assert not parsed.faults
        assert json.dumps(parsed.value) == json.dumps(common)
    expected = _as_the_library(data)
    if not parsed.faults:
        assert json.dumps(parsed.value) == json.dumps(expected)
    if expected is MISSING:
        assert parsed.faults
    for fault in parsed.faults:
        assert fault.line >= 1
        assert fault.column >= 1
        # Of a key that stands more than twice, each after the first is a fault, and the last is the member.
        if fault.pointer is not None and parsed.place is not None and fault.code != "FP105":
            place = position(data, fault.pointer)
            assert place is not None
            assert place <= (fault.line, fault.column)


@effort()
@given(contents())
def test_a_pointer_leads_to_one_place_whichever_way_it_is_looked_up(data: bytes) -> None:
    for pointer in POINTERS:
        quick = position(data, pointer)
        with mock.patch("fingerpost.ledger.positions._QUICK_BYTES", -1):
            assert position(data, pointer) == quick

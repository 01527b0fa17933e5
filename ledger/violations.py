"""What is wrong with the shape of an event (rules FP201 to FP206 and FP208), one problem for each cause."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..repository.source import Origin
from .acceptance import acceptable
from .events import EVENT_TYPES
from .identifiers import event_id_of, is_id
from .instants import parse_instant
from .nulls import normalise, without_nulls
from .places import Place, leads_somewhere, pointer_of
from .problem import Problem
from .schema import SchemaFault, schema_faults
from .shape import Shape, event_shape, id_patterns, known_type
from .time_faults import time_fault

__all__ = ["MOST_PROBLEMS", "VERSION", "acceptable", "normalise", "violations"]

VERSION = "fabric/1.0"
MOST_PROBLEMS = 200  # of one event; a hostile file could have a hundred thousand
LIKELY = 0.7  # likeness from which a known name is taken for what was meant
NEAR = 0.6  # likeness from which a known name may be what was meant; below it, a hint misleads
MOST_NAMES = 8  # of known names that a message lists where none is near
LONGEST_STEP = 200  # characters of a key in a pointer; beyond that the pointer ends before it


def violations(value: Any, origin: Origin) -> list[Problem]:
    """Every fault of an event's shape, sorted by pointer; empty where there is none.

    Give it what :func:`acceptable` refused: it is slow. ``line`` and ``column`` are left for the caller, who has
    the bytes. Of an event in another version only that is said, since its shape cannot be judged.
    """
    about = Problem("FP201", "", origin, event_id=event_id_of(value), record_id=_record_id(value))
    version = value.get("schema_version") if isinstance(value, dict) else None
    if isinstance(version, str) and version != VERSION:
        message = (
            f"schema_version is {_shown(version)}; only {VERSION} is read here. The event is kept, not interpreted"
        )
        return [replace(about, code="FP202", message=message, pointer="/schema_version", detail=_escaped(version[:80]))]
    normal, nulls = without_nulls(value)
    shape = event_shape(known_type(normal))
    faults = _Faults(about, set(nulls), shape)
    _schema_faults(normal, faults)
    _type_fault(normal, faults)
    for place, text in _times(normal, shape, ()):
        if parse_instant(text) is None:
            reason, clause = time_fault(text)
            faults.add(
                "FP205", place, reason, f"{_name(place)} is {_shown(text)}, no time every client reads: {clause}"
            )
    for place in nulls:
        faults.null(place, normal)
    return faults.result()


class _Faults:
    """Collects problems: the first for a place and detail wins, and what only follows from another is dropped."""

    def __init__(self, about: Problem, nulls: set[Place], shape: Shape) -> None:
        self.about = about
        self.shape = shape
        self.nulls = nulls
        self.found: dict[tuple[str, str], Problem] = {}
        self.choices: list[tuple[Place, Collection[str], str]] = []
        self.places: list[tuple[str, Place]] = []
        self.required_nulls: set[Place] = set()
        self.left_out: list[str] = []

    def add(self, code: str, place: Place, detail: str, message: str) -> None:
        long = [number for number, step in enumerate(place) if isinstance(step, str) and len(step) > LONGEST_STEP]
        pointer = pointer_of(place[: long[0]] if long else place)
        if (pointer, detail) in self.found:
            return
        if len(self.found) < MOST_PROBLEMS:
            problem = replace(self.about, code=code, message=message, pointer=pointer, detail=detail)
            self.found[pointer, detail] = problem
            if code != "FP208":
                self.places.append((code, place))
        else:
            self.left_out.append(code)

    def null(self, place: Place, normal: Any) -> None:
        if place not in self.required_nulls:
            instead = "write [] (read as an empty list)" if leads_somewhere(normal, place) else "leave it out"
            self.add("FP208", place, "null", f"{_name(place)} is null, which {VERSION} does not have: {instead}")

    def result(self) -> list[Problem]:
        for place, fields, message in self.choices:
            if not self._touched(place, fields):
                self.add("FP201", place, "anyOf", message)
        problems = list(self.found.values())
        if self.left_out:
            code = "FP208" if set(self.left_out) == {"FP208"} else "FP201"
            message = f"this event has at least {len(self.left_out)} more faults, which are not listed"
            problems.append(replace(self.about, code=code, message=message, pointer="", detail="more"))
        return sorted(problems, key=lambda problem: (problem.pointer or "", problem.code, problem.detail))

    def _touched(self, place: Place, fields: Collection[str]) -> bool:
        """True if one of these fields of the place, or a key that may stand for one, is wrong anyway."""
        steps = len(place)
        return any(
            len(other) > steps and other[:steps] == place and (code == "FP206" or other[steps] in fields)
            for code, other in self.places
        )


def _schema_faults(value: Any, faults: _Faults) -> None:
    by_place: dict[Place, list[SchemaFault]] = {}
    for fault in schema_faults(value, 20 * MOST_PROBLEMS):
        place = (*fault.place, fault.instance) if fault.is_key else fault.place
        by_place.setdefault(place, []).append(fault)
    for place, here in by_place.items():
        if isinstance(here[0].instance, str):
            _value_fault(min(here, key=_weight), place, faults)
            continue
        meant: set[str] = set()
        for fault in here:
            if fault.keyword == "additionalProperties":
                meant |= _unknown_fields(fault, place, faults)
        for fault in here:
            if fault.keyword == "required":
                _missing_fields(fault, place, meant, faults)
            elif fault.keyword != "additionalProperties":
                _value_fault(fault, place, faults)


def _weight(fault: SchemaFault) -> int:
    """Which of several faults of one text to name: that it is empty says more than that it fits no pattern."""
    order = ("type", "minLength", "enum", "const", "pattern", "maxLength")
    return order.index(fault.keyword) if fault.keyword in order else len(order)


def _unknown_fields(fault: SchemaFault, place: Place, faults: _Faults) -> set[str]:
    """Report each key the protocol does not have; the known names that were probably meant are given back."""
    known = list(fault.schema["properties"])
    meant: set[str] = set()
    for key in [key for key in fault.instance if key not in known]:
        likely = nearest = None
        if len(faults.found) < MOST_PROBLEMS:  # the search is slow
            likely, nearest = _nearest(key, known, LIKELY), _nearest(key, known)
        if likely is not None and likely not in fault.instance:
            meant.add(likely)
            advice = f"did you mean {_shown(likely)}?"
        else:
            advice = f"remove it, or keep it in {_extensions(faults.shape, place)} under a namespaced key"
            if nearest is not None:
                advice += f". The nearest field is {nearest}"
            elif len(known) <= MOST_NAMES:
                advice += f". Its fields are {', '.join(known)}"
        where = _name(place) if place else "an event"
        faults.add(
            "FP206", (*place, key), _escaped(key[:80]), f"{_shown(key)} is no field of {where} in {VERSION}: {advice}"
        )
    return meant


def _extensions(shape: Shape, place: Place) -> str:
    """The extensions nearest to a place: those of the record within one, else of the event."""
    found: Place = ()
    for number, step in enumerate(place, 1):
        inner = shape.fields.get(step) if isinstance(step, str) else None
        inner = inner or shape.values or shape.items
        if inner is None:
            break
        shape = inner
        if "extensions" in shape.fields:
            found = place[:number]
    return f"{_name(found)}.extensions" if found else "the event's own extensions"


def _nearest(name: str, known: Iterable[str], likeness: float = NEAR) -> str | None:
    folded = {option.casefold(): option for option in known}
    close = difflib.get_close_matches(name[:80].casefold(), folded, n=1, cutoff=likeness)
    return folded[close[0]] if close else None


def _missing_fields(fault: SchemaFault, place: Place, meant: set[str], faults: _Faults) -> None:
    # The validator gives one fault for each missing key but all keys with each of them: repetitions are dropped.
    for key in fault.wanted:
        if key in fault.instance or key in meant:
            continue
        here = (*place, key)
        wanted = f"{VERSION} requires" + (" of a state change" if here == ("parent_event_id",) else "")
        if here in faults.nulls:
            faults.required_nulls.add(here)
            faults.add("FP201", here, "required", f"{_name(here)} is null; {wanted} a value")
        else:
            faults.add("FP201", place, f"required {key}", f"{_name(place)} lacks {_shown(key)}, which {wanted}")


def _value_fault(fault: SchemaFault, place: Place, faults: _Faults) -> None:
    if fault.keyword in ("pattern", "maxLength"):
        form = f"{id_patterns()[fault.schema['pattern']]}_ and a lower-case UUIDv7"
        faults.add("FP204", place, "id", f"{_name(place)} is {_shown(fault.instance)}, no id: it must be {form}")
    elif fault.keyword == "anyOf":
        is_scope = "issue" in fault.schema["properties"]
        fields = {field for choice in fault.wanted for field in choice["required"]}
        faults.choices.append((place, fields, _EMPTY_SCOPE if is_scope else _EMPTY_CHANGE))
    else:
        faults.add("FP201", place, fault.keyword, f"{_name(place)} {_clause(fault)}")


_EMPTY_SCOPE = "the scope names no issue, pr, area or path and is not global: direction must apply somewhere"
_EMPTY_CHANGE = "the state change has none of status, durability, lifecycle_reason, reviewed_at: it changes nothing"

_KINDS = {"object": "an object", "array": "a list", "string": "a string", "boolean": "true or false"}


def _clause(fault: SchemaFault) -> str:
    wanted, instance = fault.wanted, fault.instance
    match fault.keyword:
        case "type":
            return f"must be {_KINDS[wanted]}, but is {_kind(instance)}"
        case "enum":
            return f"must be one of {', '.join(wanted)}, but is {_shown(instance)}"
        case "const":
            return f"must be {_shown(wanted)}, but is {_shown(instance)}"
        case "minLength":
            return "must not be empty"
        case "minItems":
            return f"must have at least {wanted} entries, but has {len(instance)}"
        case "uniqueItems":
            return f"has {_shown(_repeated(instance))} twice; its entries must differ"
    return f"is not as the schema of {VERSION} says ({fault.keyword})"


def _repeated(items: list[Any]) -> str:
    seen: set[str] = set()
    for item in items:
        if isinstance(item, str):
            if item in seen:
                return item
            seen.add(item)
    return ""


def _type_fault(value: Any, faults: _Faults) -> None:
    event_type = value.get("event_type") if isinstance(value, dict) else None
    if not isinstance(event_type, str) or not event_type or event_type in EVENT_TYPES:
        return
    message = f"event_type {_shown(event_type)} is not known here: the event is kept and counted, but not interpreted"
    nearest = _nearest(event_type, EVENT_TYPES)
    if nearest is not None and nearest.casefold() == event_type.casefold():
        faults.add("FP203", ("event_type",), "case", f"{message}. Write {nearest}: types are in lower case")
    else:
        more = f". The nearest known type is {nearest}" if nearest else f". Known are {', '.join(EVENT_TYPES)}"
        faults.add("FP203", ("event_type",), _escaped(event_type[:80]), message + more)


def _times(value: Any, shape: Shape, at: Place) -> Iterator[tuple[Place, str]]:
    """Every text that stands where the schema has a time."""
    if shape.is_time:
        if isinstance(value, str):
            yield at, value
    elif isinstance(value, dict):
        for key, inner in shape.fields.items():
            if key in value:
                yield from _times(value[key], inner, (*at, key))


def _record_id(value: Any) -> str | None:
    payload = value.get("payload") if isinstance(value, dict) else None
    record = payload.get("record", payload) if isinstance(payload, dict) else None
    found = record.get("record_id") if isinstance(record, dict) else None
    return found if is_id("rec", found) else None


def _name(place: Place) -> str:
    """The field as people would call it: ``record.scope.areas[2]``; the event itself where there is no step."""
    steps = place[1:] if len(place) > 1 and place[0] == "payload" else place
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:40]}" for step in steps).lstrip(".")
    return _escaped(text) or "the event"


def _escaped(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    kinds: tuple[tuple[type, str], ...] = ((str, "a string"), (list, "a list"), (dict, "an object"))
    return next((word for kind, word in kinds if isinstance(value, kind)), "a number")


def _shown(value: Any) -> str:
    """A value in a message: a short text in quotes, with every character but plain ones escaped; else its kind."""
    if not isinstance(value, str):
        return _kind(value)
    return json.dumps(value if len(value) <= 60 else value[:57] + "...")

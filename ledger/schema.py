"""The JSON Schemas of the wire format, held in memory: a fast gate, and a slower validator that says what is wrong.

Nothing is ever retrieved: a ``$ref`` to anything but the shipped documents raises when a validator is made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn

import jsonschema_rs

from .places import Place

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

BASE = "https://fingerpost.example.invalid/schemas/v1/"
EVENT = BASE + "event.json"


@cache
def documents() -> Mapping[str, dict[str, Any]]:
    """Every schema document of fabric/1.0 by its ``$id``, sorted. Read once; callers must not change them."""
    folder = files("fingerpost.schemas") / "v1"
    read = [json.loads(entry.read_text(encoding="utf-8")) for entry in folder.iterdir() if entry.name.endswith(".json")]
    return {document["$id"]: document for document in sorted(read, key=lambda document: str(document["$id"]))}


def resolve(reference: str, base: str) -> tuple[dict[str, Any], str]:
    """The schema that ``reference`` names, seen from the document ``base``, and the document it lies in.

    Raises ``KeyError`` where no shipped document has it.
    """
    name, _, fragment = reference.partition("#")
    document = BASE + name if name else base
    found = documents()[document]
    for step in fragment.split("/")[1:]:
        found = found[step]
    return found, document


def _refuse(uri: str) -> NoReturn:
    raise LookupError(f"the schemas refer to {uri}, which is not one of them; nothing is retrieved")


@cache
def _gate() -> jsonschema_rs.Draft202012Validator:
    registry = jsonschema_rs.Registry(list(documents().items()), retriever=_refuse)
    return jsonschema_rs.Draft202012Validator(documents()[EVENT], registry=registry, validate_formats=False)


def conforms(value: Any) -> bool:
    """True if the value is an event by the schemas. A time may be any string here: see :mod:`.acceptance`."""
    try:
        return _gate().is_valid(value)
    except UnicodeEncodeError:  # the gate cannot read a lone surrogate, which is FP110 and no fault of the shape
        return python_validator().is_valid(value)


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """One rule of the schemas that a value breaks.

    ``keyword`` is the schema's keyword, ``wanted`` what it asks for, ``instance`` the value at ``place``, or, where
    ``is_key``, the key there that breaks a rule for keys; ``schema`` is the schema that holds the keyword.
    """

    place: Place
    keyword: str
    wanted: Any
    instance: Any
    schema: Mapping[str, Any]
    is_key: bool = False


@cache
def python_validator() -> Validator:
    """The validator that tells what is wrong; made on first use, since importing it takes long.

    It judges as :func:`conforms` does. Repetitions are looked for among strings only: every list of the wire holds
    strings, and the general search takes hours on a hostile file.
    """
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    def unique(_: Validator, wanted: bool, instance: Any, __: Any) -> Iterator[ValidationError]:
        if wanted and isinstance(instance, list):
            texts = [item for item in instance if isinstance(item, str)]
            if len(set(texts)) != len(texts):
                yield ValidationError("repeated")

    resources = [(uri, DRAFT202012.create_resource(document)) for uri, document in documents().items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    kind: type[Validator] = extend(Draft202012Validator, {"uniqueItems": unique})  # type: ignore[no-untyped-call]
    return kind(documents()[EVENT], registry=registry)


def schema_faults(value: Any, most: int) -> list[SchemaFault]:
    """The first ``most`` rules of the schemas that a value breaks, in the order of the schemas."""
    return [
        SchemaFault(
            place=tuple(error.absolute_path),
            keyword=str(error.validator),
            wanted=error.validator_value,
            instance=error.instance,
            schema=error.schema if isinstance(error.schema, Mapping) else {},
            is_key="propertyNames" in error.absolute_schema_path,
        )
        for error in islice(python_validator().iter_errors(value), most)
    ]

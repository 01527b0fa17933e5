"""YAML read safely: plain values with the place of each, and one positioned fault for whatever is not acceptable.

Nothing is constructed but text, numbers, booleans, null, lists and mappings. Aliases are followed up to a number of
nodes, so that neither a bomb nor a node that contains itself can do harm.
"""

from __future__ import annotations

from typing import Any

import yaml

from ..paths import shown

Place = tuple[int, int]
"""Line and column, from 1; the column counts characters."""

Steps = tuple[str | int, ...]

MAX_NODES = 50_000
"""More values than any config has, after aliases are followed."""

MAX_DEPTH = 64

_TAG = "tag:yaml.org,2002:"


class YamlFault(Exception):  # noqa: N818
    """Why a text is not acceptable, and where; ``steps`` lead to the key, as far as keys could be told."""

    def __init__(self, message: str, line: int, column: int, steps: Steps = ()) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.steps = steps


class NotPlain:
    """A value of a kind that JSON does not have (a date, binary data, a tag); no schema type accepts it."""


def read_yaml(data: bytes) -> tuple[dict[str, Any], dict[Steps, Place]]:
    """The mapping a UTF-8 YAML document holds, with the place of every value (of its key, in a mapping).

    An empty document is an empty mapping. Raises YamlFault.
    """
    node = _compose(_decode(data))
    if node is None:
        return {}, {}
    if not isinstance(node, yaml.MappingNode):
        if isinstance(node, yaml.ScalarNode) and node.tag == f"{_TAG}null":
            return {}, {}
        raise _fault("the config must be a mapping of keys to values", node)
    reader = _Reader()
    return reader.mapping(node, (), 0), reader.places


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = _place_after(before)
        raise YamlFault(f"byte 0x{data[error.start]:02x} is not UTF-8", line, column) from error
    return text.removeprefix("\ufeff")


def _compose(text: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = shown(error.problem or error.context or "it cannot be read")
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        raise YamlFault(f"not valid YAML: {said}", line, column) from error
    except yaml.reader.ReaderError as error:
        line, column = _place_after(text[: error.position])
        raise YamlFault("not valid YAML: a character that YAML does not allow", line, column) from error
    except RecursionError as error:
        raise YamlFault(f"nested deeper than {MAX_DEPTH}", 1, 1) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # such as an escape beyond Unicode
        raise YamlFault("not valid YAML", 1, 1) from error


def _place_after(text: str) -> Place:
    return text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1


def _place(node: yaml.Node) -> Place:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _fault(message: str, node: yaml.Node, steps: Steps = ()) -> YamlFault:
    return YamlFault(message, *_place(node), steps)


class _Reader:
    """Turns nodes into values and remembers where each stands."""

    def __init__(self) -> None:
        self.places: dict[Steps, Place] = {(): (1, 1)}
        self._nodes = 0

    def mapping(self, node: yaml.MappingNode, steps: Steps, depth: int) -> dict[str, Any]:
        """The mapping of a node, with what it merges. Raises YamlFault for a key that is no text or stands twice."""
        own: set[str] = set()
        value = self._merged(node, steps, depth)
        for key, item in node.value:
            if _is_merge(key):
                continue
            name = _key(key, steps)
            if name in own:
                raise _fault(f"the key {shown(name)!r} stands twice", key, (*steps, name))
            own.add(name)
            self.places[(*steps, name)] = _place(key)
            value[name] = self._value(item, (*steps, name), depth + 1)
        return value

    def _merged(self, node: yaml.MappingNode, steps: Steps, depth: int) -> dict[str, Any]:
        """What ``<<`` brings into a mapping: of several mappings the first counts (yaml.org, *Merge Key*)."""
        value: dict[str, Any] = {}
        merges = [(key, item) for key, item in node.value if _is_merge(key)]
        if len(merges) > 1:
            raise _fault("the key '<<' stands twice", merges[1][0], (*steps, "<<"))
        for key, item in merges:
            parts = item.value if isinstance(item, yaml.SequenceNode) else [item]
            for part in reversed(parts):
                if not isinstance(part, yaml.MappingNode):
                    raise _fault("<< must be a mapping or a list of mappings", key, (*steps, "<<"))
                self._count(part, depth + 1)
                value.update(self.mapping(part, steps, depth + 1))
        return value

    def _count(self, node: yaml.Node, depth: int) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise _fault(f"more than {MAX_NODES} values, aliases followed", node)
        if depth > MAX_DEPTH:  # an alias inside its own anchor ends here too
            raise _fault(f"nested deeper than {MAX_DEPTH}, aliases followed", node)

    def _value(self, node: yaml.Node, steps: Steps, depth: int) -> Any:
        self._count(node, depth)
        if isinstance(node, yaml.MappingNode) and node.tag == f"{_TAG}map":
            return self.mapping(node, steps, depth)
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_TAG}seq":
            items = []
            for number, item in enumerate(node.value):
                self.places[(*steps, number)] = _place(item)
                items.append(self._value(item, (*steps, number), depth + 1))
            return items
        return _scalar(node) if isinstance(node, yaml.ScalarNode) else NotPlain()


def _is_merge(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == f"{_TAG}merge"


_KINDS = {"int": "a number", "float": "a number", "bool": "a truth value", "null": "null", "timestamp": "a date"}


def _key(node: yaml.Node, steps: Steps) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _fault("a key must be text", node, steps)
    if node.tag == f"{_TAG}str":
        return str(node.value)
    spelled = shown(node.value[:80])
    kind = _KINDS.get(node.tag.removeprefix(_TAG), "something else")
    # The Go client reads config.yaml line by line and takes quotes for a part of an area's name.
    said = f"the key {spelled} is {kind} in YAML, not text: choose another name (quotes would not do for all clients)"
    raise _fault(said, node, (*steps, spelled))


def _scalar(node: yaml.ScalarNode) -> Any:
    text = str(node.value)
    match node.tag.removeprefix(_TAG):
        case "str":
            return text
        case "null":
            return None
        case "bool":
            return text.lower() in ("yes", "true", "on")
        case "int":
            return _integer(text)
        case "float":
            return _float(text)
        case _:
            return NotPlain()


def _integer(text: str) -> Any:
    try:
        return int(text.replace("_", ""))
    except ValueError:  # another base, or more digits than a number here may have
        return NotPlain()


def _float(text: str) -> Any:
    try:
        return float(text.replace("_", ""))
    except ValueError:  # .inf, .nan or base sixty
        return NotPlain()

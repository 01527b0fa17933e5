"""Scripts that write new events into a ledger: complete, for a shell, and harmless whatever the ledger's texts say.

Values of the ledger stand in them as Python's own literals of ASCII on one line, within a here-document whose end is
quoted: no value can end the line, the text or the here-document, or be expanded by the shell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from ... import site_templates
from ...ledger.events import Scope
from ...ledger.trust import LEVELS, OWN_LEVEL, rank

TO_FILL_IN = "FILL IN"
_PERSONS = ("human", "reviewer")
_SPELLED = frozenset({"scope", "needed", "text_is", "options"})


@dataclass(frozen=True, slots=True)
class Writing:
    """What a script writes: one record, its relations to others, and the end of records that it replaces.

    ``needed`` is the rank of the claim that it takes. ``text`` may be :data:`TO_FILL_IN`; ``text_is`` says what to put
    there. ``relations`` are pairs of a type and a record id, ``ended`` of a record id and its head's event id.
    ``about`` are ids of events, of which one at least must lie where the script writes; ``done`` are texts that stand
    together in one file where it was run before, unless one of ``known``, ids of records, stands there too. ``ledger``
    is the folder of the events; with ``shared`` they go where live records lie. ``options`` are lint's.
    """

    kind: str
    status: str
    durability: str
    text: str
    text_is: str
    scope: Scope
    needed: int
    relations: tuple[tuple[str, str], ...]
    ledger: str
    extensions: Mapping[str, Any]
    about: tuple[str, ...]
    done: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ended: tuple[tuple[str, str], ...] = ()
    keeps_none: bool = False
    shared: bool = False
    options: str = ""


def script(writing: Writing) -> str:
    """The script, without a newline at its end."""
    strong = [kind for kind in _PERSONS if rank(OWN_LEVEL[kind]) >= min(writing.needed, rank(LEVELS[0]))]
    scope = writing.scope
    told = {"repo": scope.repo, "issue": scope.issue, "pr": scope.pr, "areas": scope.areas, "paths": scope.paths}
    return (
        _template()
        .render(
            kinds=_Ours(" or ".join(strong)),
            text_is=_Ours(writing.text_is),
            options=_Ours(writing.options),
            claims={kind: OWN_LEVEL[kind] for kind in strong},
            scope={name: value for name, value in told.items() if value},
            everywhere=scope.is_global,
            **{name: getattr(writing, name) for name in Writing.__slots__ if name not in _SPELLED},
        )
        .rstrip("\n")
    )


class _Ours(str):
    """Words of ours, which stand in a script as they are."""

    __slots__ = ()


def literal(value: object) -> str:
    """What becomes of each value in the template: a literal of Python, of ASCII and on one line."""
    return value if isinstance(value, _Ours) else ascii(value)


@cache
def _template() -> Template:
    source = files(site_templates).joinpath("scripts/write_events.sh.j2").read_text(encoding="utf-8")
    environment = Environment(
        autoescape=False,  # noqa: S701  # no HTML: pages encode the script like any other text
        finalize=literal,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.from_string(source)

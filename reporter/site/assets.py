"""The one stylesheet and the one script of a site, joined from their parts in the order of their names.

Parts in ``styles`` and ``scripts`` serve Fingerpost's pages wherever they stand; those in ``alone`` change the look or
the doings of a whole site, and go only into one that is all Fingerpost's.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ... import site_templates

STYLE = "fingerpost.css"
SCRIPT = "fingerpost.js"


@cache
def style(*, alone: bool) -> bytes:
    """The stylesheet; ``alone`` for a site that has no other pages than Fingerpost's."""
    return _joined("styles", ".css", alone=alone)


@cache
def script(*, alone: bool) -> bytes:
    """The script; ``alone`` for a site that has no other pages than Fingerpost's."""
    return _joined("scripts", ".js", alone=alone)


def _joined(folder: str, suffix: str, *, alone: bool) -> bytes:
    assets = files(site_templates).joinpath("assets")
    own = _parts(assets.joinpath("alone"), suffix) if alone else []
    parts = [*own, *_parts(assets.joinpath(folder), suffix)]
    return b"\n".join(part.read_bytes().rstrip() + b"\n" for part in parts)


def _parts(folder: Traversable, suffix: str) -> list[Traversable]:
    return sorted((part for part in folder.iterdir() if part.name.endswith(suffix)), key=lambda part: part.name)

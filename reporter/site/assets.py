"""The one stylesheet and the one script of a site, joined from their parts in the order of their names.

Parts in ``styles`` and ``scripts`` serve Fingerpost's pages wherever they stand; those in ``alone`` change the look or
the doings of a whole site, and go only into one that is all Fingerpost's. Where several rules hold the same
declarations, a line such as ``/*= dark/pages.css */`` stands for the part that holds them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ... import site_templates

STYLE = "fingerpost.css"
SCRIPT = "fingerpost.js"

_STANDS_FOR = re.compile(rb"^/\*= ([a-z/-]+\.css) \*/$", re.MULTILINE)


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
    whole = b"\n".join(part.read_bytes().rstrip() + b"\n" for part in parts)
    return _STANDS_FOR.sub(lambda found: assets.joinpath(found[1].decode()).read_bytes().rstrip(), whole)


def _parts(folder: Traversable, suffix: str) -> list[Traversable]:
    return sorted((part for part in folder.iterdir() if part.name.endswith(suffix)), key=lambda part: part.name)

"""The scheme of an address as a browser would see it."""

from __future__ import annotations

import re

SAFE_SCHEMES = frozenset({"http", "https", "mailto"})

# What can run code or carry a document inside the address itself; judged even where an id, not a url, holds it.
ACTIVE_SCHEMES = frozenset({"javascript", "vbscript", "data"})

_PLAIN = ("https://", "http://")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\s]")


def scheme_of(address: str) -> str | None:
    r"""The scheme in lower case, or None for an address without one.

    Browsers drop controls and blanks before and inside a scheme (WHATWG URL), so they are dropped here as well:
    ``java\nscript:`` is javascript.
    """
    if address.startswith(_PLAIN):
        return address[: address.index(":")]
    found = _SCHEME.match(_IGNORED.sub("", address))
    return found.group(1).lower() if found is not None else None

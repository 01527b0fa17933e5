"""Ledger text made inert: data in Markdown, HTML, SVG, the search index and a page's title.

Escaping ``< > &`` is not enough under the extensions people use with Markdown: ``{: onclick=…}``, ``--8<--``,
``{{ … }}``, ``:code:``, ``[x](javascript:…)`` all act on plain ASCII. So every ASCII punctuation mark becomes a
numeric character reference, which no Markdown, Jinja or shortcode parser gives a meaning to and which every HTML and
XML reader turns back into the character. Characters that hide or reorder text become a visible ``[U+202E]``.
"""

from __future__ import annotations

import re
import string
from functools import lru_cache

from markupsafe import Markup

from .display import visible as marked

Safe = Markup
"""Text that goes into a page as it is. Only our own templates and this module make it."""

_REFERENCES = {ord(mark): f"&#{ord(mark)};" for mark in string.punctuation} | {ord("\t"): "&#9;"}
_SPACES = re.compile(r"^ |(?<= ) | $")
_LINK = re.compile(r"(?:https?://[^\s/?#\\]+|mailto:[^\s\\?#]+@[^\s\\]+)[^\s\\<>\"'`{}|^]*", re.IGNORECASE)
_BREAK = re.compile(r"\r\n|\n")


def visible(line: str) -> str:
    """A line with each character that hides, reorders or is none written as its code point; tabs stay."""
    return "\t".join(marked(part) for part in line.split("\t")) if "\t" in line else marked(line)


def text(value: object) -> Safe:
    """Any value as inert text for one line: prose, a table cell, an attribute value, an SVG label, a page's title.

    A line break shows as ``[U+000A]``; use :func:`prose` where breaks are wanted.
    """
    return _inert(str(value))


@lru_cache(maxsize=1 << 15)
def _inert(line: str) -> Safe:
    """What the pages of a site print is mostly the same words, names and ids again and again."""
    return Safe(_references(visible(line)))


def mention_free(value: object) -> Safe:
    """As :func:`text`, for Markdown on a code host, which looks for names of people in the finished text.

    Each ``@`` stands in an element of its own, so that no ``@name`` calls anybody.
    """
    return Safe(str(text(value)).replace("&#64;", "<span>&#64;</span>"))


def prose(value: str) -> Safe:
    """Text of several lines: as :func:`text`, with ``<br>`` for each line break."""
    return Safe("<br>".join(str(text(line)) for line in _BREAK.split(value)))


def verbatim(value: str) -> Safe:
    """Text for the inside of ``<pre>``: breaks and leading spaces kept, as references so that no blank line is left."""
    return Safe("&#10;".join(_references(visible(line)) for line in _BREAK.split(value)))


def _references(value: str) -> str:
    return _SPACES.sub("&#32;", value.translate(_REFERENCES))


def link(url: str) -> Safe | None:
    """The value of an ``href`` for a URL of the ledger, or None if it must be printed as text.

    Only ``http``, ``https`` and ``mailto`` are links (rule FP714), and only without white space, quotes, brackets
    or hidden characters.
    """
    if visible(url) != url or not _LINK.fullmatch(url):
        return None
    return text(url)


def finalize(value: object) -> object:
    """What Jinja does with the value of every ``{{ … }}``: encode it, unless it is :data:`Safe` already.

    An absent value is an error of the template, not an empty text.
    """
    if hasattr(value, "__html__"):
        return value
    if value is None:
        raise TypeError("a template prints an absent value")
    return text(value)

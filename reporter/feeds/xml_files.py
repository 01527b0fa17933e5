"""XML files beside the pages, spelled by templates: whatever a template prints is text there and nothing else."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment

from ...ledger import inert
from ..site.rendering import environment


@cache
def _environment() -> Environment:
    """The environment of the pages, but for what it prints: in XML only its own five marks need a reference.

    Characters that XML cannot hold, and those that hide or reorder text, are written as code points first; Jinja's own
    escaping does the rest.
    """
    return environment().overlay(finalize=_shown)


def _shown(value: object) -> object:
    if hasattr(value, "__html__"):
        return value
    if value is None:
        raise TypeError("a template prints an absent value")
    return inert.visible(str(value))


def xml_file(template: str, **values: object) -> bytes:
    """The bytes of a file in UTF-8."""
    return _environment().get_template(template).render(values).encode("utf-8")

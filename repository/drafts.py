"""Making many frozen objects quickly, without giving up that they are frozen.

A frozen dataclass sets each field through ``object.__setattr__``, which for a hundred thousand events costs more than
parsing their JSON. A draft is a plain class with the same slots: it is filled, and then becomes the frozen class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from typing import Any, TypeVar

Frozen = TypeVar("Frozen")


def maker(frozen: type[Frozen]) -> Callable[..., Frozen]:
    """What makes objects of a frozen, slotted dataclass in a third of the time.

    It takes every field in order, by position; there are no defaults. What it returns is in nothing different from
    what the class itself makes.
    """

    def become(draft: Any) -> None:
        draft.__class__ = frozen

    names = [each.name for each in fields(frozen)]  # type: ignore[arg-type]
    return make_dataclass(f"{frozen.__name__}Draft", names, slots=True, namespace={"__post_init__": become})

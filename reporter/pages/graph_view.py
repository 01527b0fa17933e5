"""The block that only the page of the graph is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from .address import Address


@dataclass(frozen=True, slots=True)
class GraphView:
    """Where the drawing stands for whoever has scripts; ``beside`` is the page that the graph's data lie beside."""

    beside: Address
    kind: ClassVar[str] = "graph_view"

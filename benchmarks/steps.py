"""One step of the work in a process of its own: ``python -m benchmarks.steps load|history|graph ROOT``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from fingerpost.ledger.build import build_history
from fingerpost.ledger.history import History
from fingerpost.ledger.load import load
from fingerpost.ledger.reading import Reading
from fingerpost.repository.locate import find_repository
from fingerpost.repository.stores import open_stores

LEDGER = ".fabric/ledger/events"


def read(root: Path) -> Reading:
    """Every store of the repository, read and checked."""
    return load(open_stores(find_repository(root), ledger=LEDGER, revision=None, runtime=True))


def history(root: Path) -> History:
    """The same, chained."""
    return build_history(read(root))


def graph(root: Path) -> object:
    """The same, as the whole provenance graph."""
    from fingerpost.reporter.graph.whole_graph import build_graph

    return build_graph(history(root))


STEPS: dict[str, Callable[[Path], object]] = {"load": read, "history": history, "graph": graph}


if __name__ == "__main__":
    STEPS[sys.argv[1]](Path(sys.argv[2]))

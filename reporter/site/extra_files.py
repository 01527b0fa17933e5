"""The files beside the pages: feeds, data and a badge, each made by one function of what was surveyed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..feeds.api import api_files
from ..feeds.badge import badge_file
from ..feeds.feed import feed_file
from ..pages.blocks import Page
from ..pages.graph_data import graph_file
from ..pages.places.path_index import path_index_file
from ..pages.survey import Survey

Maker = Callable[[Survey, Sequence[Page]], Mapping[str, bytes]]

MAKERS: tuple[Maker, ...] = (graph_file, path_index_file, feed_file, api_files, badge_file)
"""Who makes such files. Each returns bytes by their path in the site, with ``/``; no two may name one path."""


def extra_files(survey: Survey, pages: Sequence[Page]) -> dict[str, bytes]:
    """Every file beside the pages, sorted by path. Raises ValueError where two makers name one path."""
    made: dict[str, bytes] = {}
    for maker in MAKERS:
        for path, content in maker(survey, pages).items():
            if path in made:
                raise ValueError(f"two files beside the pages are called {path}")
            made[path] = content
    return dict(sorted(made.items()))

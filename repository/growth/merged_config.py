"""The areas that the ledger's config will define once a merge is made."""

from __future__ import annotations

from collections.abc import Mapping

Areas = Mapping[str, tuple[str, ...]]
"""Path patterns by the name of their area."""


def merged_areas(ours: Areas, tip: Areas, merge_base: Areas) -> dict[str, tuple[str, ...]]:
    """The areas of a merge, by name: an area that only the tip added, changed or removed is as the tip has it.

    Where both sides changed one, ours stands: the merge is a conflict that people settle.
    """
    merged = dict(ours)
    for name in tip.keys() | merge_base.keys():
        if ours.get(name) != merge_base.get(name):
            continue
        if name in tip:
            merged[name] = tip[name]
        else:
            merged.pop(name, None)
    return {name: merged[name] for name in sorted(merged)}

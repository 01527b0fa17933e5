"""What of a drawing is covered already, so that words can be put beside it."""

from __future__ import annotations

from collections import defaultdict

Area = tuple[int, int, int, int]
"""Left, top, right and bottom, in SVG units."""

_BAND = 16


class Taken:
    """Areas by the bands of the drawing that they reach into: what lies far off is never looked at."""

    def __init__(self) -> None:
        self._bands: defaultdict[int, list[Area]] = defaultdict(list)

    def add(self, area: Area) -> None:
        """Nothing else is to cover this area."""
        for band in range(area[1] // _BAND, area[3] // _BAND + 1):
            self._bands[band].append(area)

    def free(self, area: Area) -> bool:
        """True if the area touches none that was added; borders may."""
        left, top, right, bottom = area
        return not any(
            left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            for band in range(top // _BAND, bottom // _BAND + 1)
            for other in self._bands.get(band, ())
        )

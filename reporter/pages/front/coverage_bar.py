"""How much is declared, as one bar: the sorts of commits side by side, with their numbers in words below."""

from __future__ import annotations

from dataclasses import dataclass

from ....ledger.inert import Safe, text
from ...coverage.chart import patch
from ...coverage.coverage import Coverage, Known
from ...graph.svg import Href, document, words

_WIDTH, _BAR, _TOP, _HEIGHT = 420, 396, 12, 20  # SVG units
_LEFT = (_WIDTH - _BAR) // 2
_COLUMN, _IN_ROW, _LINE = 200, 2, 20


@dataclass(frozen=True, slots=True)
class CoverageBar:
    """Coverage in one bar; it has a commit at least."""

    coverage: Coverage

    def spelled(self, _: Href) -> Safe:
        """The bar as one SVG element."""
        totals = self.coverage.totals
        sorts = [known for known in Known if totals[known]]
        told = ", ".join(f"{totals[known]:,} {known.told}" for known in sorts)
        rows = -(-len(sorts) // _IN_ROW)
        size = (_WIDTH, _TOP + _HEIGHT + 14 + rows * _LINE)
        parts = [*self._bar(sorts), *(_key(place, known, totals[known]) for place, known in enumerate(sorts))]
        return document("How much is declared", f"{told}.", size, parts, linked=False)

    def _bar(self, sorts: list[Known]) -> list[str]:
        totals, total, done, parts = self.coverage.totals, len(self.coverage.commits), 0, []
        for known in sorts:
            start, end = (_LEFT + _BAR * number // total for number in (done, done + totals[known]))
            done += totals[known]
            told = f"<title>{text(f'{totals[known]:,} {known.told}')}</title>"
            parts.append(patch((start, _TOP), (max(end - start, 1), _HEIGHT), known, told))
        return parts


def _key(place: int, known: Known, number: int) -> str:
    x, y = _LEFT + place % _IN_ROW * _COLUMN, _TOP + _HEIGHT + 12 + place // _IN_ROW * _LINE
    return patch((x, y), (11, 11), known) + words("t", x + 18, y + 10, f"{number:,} {known.told}")

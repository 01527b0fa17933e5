"""The time of each rule: ``python -m benchmarks.rules ROOT AS_OF`` prints seconds by code, as JSON.

All rules run one after the other in one process, as ``lint`` runs them: the first of several that share something
(the steps of the chains, what git knows) pays for it.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from fingerpost.cli.reading import open_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.ledger.collector import collect_rarely
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine


def seconds_by_rule(root: Path, as_of: str) -> dict[str, float]:
    """Seconds that each rule takes on the ledger of a repository, its findings' places looked up, by code."""
    collect_rarely()
    ledger = open_ledger(root, ReadingOptions(as_of=as_of))
    examination = ledger.examination
    seconds = {}
    with ledger.rereading() as rereading:
        for rule in RULES:
            started = time.perf_counter()
            examine(examination, rereading.locate, rules=(rule,))
            seconds[rule.code] = time.perf_counter() - started
    return seconds


if __name__ == "__main__":
    print(json.dumps(seconds_by_rule(Path(sys.argv[1]), sys.argv[2])))

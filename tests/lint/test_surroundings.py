"""Which rules ask what commit messages tell."""

from __future__ import annotations

import inspect
import re

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.surroundings import READ_MESSAGES


def test_the_rules_that_read_messages_are_those_that_are_said_to() -> None:
    asks = re.compile(r"\.(?:trailers|merged_requests|closed_issues)\b")
    asking = {rule.code for rule in RULES if asks.search(inspect.getsource(inspect.getmodule(rule.check)))}  # type: ignore[arg-type]
    assert asking == READ_MESSAGES

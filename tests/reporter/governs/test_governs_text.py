"""The text for a terminal: colour only where asked, lines of the width, and long lists counted."""

from __future__ import annotations

import re

from support.events import Wire, created, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.governing import direction_for
from fingerpost.ledger.instants import Instant
from fingerpost.ledger.load import load
from fingerpost.reporter.governs.answer import Answer, AskedPath, Question
from fingerpost.reporter.governs.governs_text import MOST_REASONS, render_text

PATHS = [f"src/file{number}.py" for number in range(20)]


def answer_of(*events: Wire, paths: tuple[str, ...]) -> Answer:
    history = build_history(load(stores_of(*events)))
    question = Question(paths=tuple(AskedPath(path) for path in paths))
    return Answer(
        question=question,
        asked=question.asked,
        direction=direction_for(history, {}, question.asked),
        records=history.records,
        ledger=".fabric/ledger/events",
        revision=None,
        as_of=Instant(0),
        areas=frozenset(),
        config_at_fault=False,
        private_read=False,
    )


def test_colour_is_there_only_where_it_is_asked_for() -> None:
    answer = answer_of(created(1, scope={"paths": ["a"]}), paths=("a",))
    plain = render_text(answer, colour=False, width=80)
    coloured = render_text(answer, colour=True, width=80)
    assert "\x1b" not in plain
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain != coloured


def test_lines_keep_the_width() -> None:
    text = "word " * 60
    answer = answer_of(created(1, text=text, scope={"paths": ["src/*.py"]}, rejected_paths=[text]), paths=tuple(PATHS))
    assert max(map(len, render_text(answer, colour=False, width=70).splitlines())) <= 70


def test_many_reasons_are_counted_unless_all_are_wanted() -> None:
    answer = answer_of(created(1, scope={"paths": PATHS}), paths=tuple(PATHS))
    short = render_text(answer, colour=False, width=80)
    assert short.count("why:") == MOST_REASONS
    assert f"and {len(PATHS) - MOST_REASONS} more reasons; --verbose lists all" in short
    assert render_text(answer, colour=False, width=80, whole=True).count("why:") == len(PATHS)


def test_many_paths_of_one_pattern_share_a_line() -> None:
    answer = answer_of(created(1, scope={"paths": ["src/**"]}), paths=tuple(PATHS))
    assert "and 14 more by src/**" in " ".join(render_text(answer, colour=False, width=80).split())


def test_a_record_that_names_what_was_asked_is_not_told_the_path_twice() -> None:
    event = created(1, scope={"paths": ["a"]})
    assert "why: it names this path" in render_text(answer_of(event, paths=("a",)), colour=False, width=80)
    assert "why: it names a\n" in render_text(answer_of(event, paths=("a", "b")), colour=False, width=80)


def test_a_line_without_style_has_no_escape() -> None:
    text = render_text(answer_of(created(1, scope={"paths": ["a"]}), paths=("a",)), colour=True, width=80)
    said = next(line for line in text.splitlines() if "claims" in line)
    assert "\x1b" not in said


def test_without_the_closing_only_the_answer_is_left() -> None:
    answer = answer_of(created(1, scope={"paths": ["a"]}), paths=("b",))
    assert render_text(answer, colour=False, width=80, closing=False) == "nothing governs what was asked\n"
    assert "live direction, which git does not carry, was not read" in render_text(answer, colour=False, width=80)

"""The objects of a repository, by id: many from one process, or one at a time from one that waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import IO

from .errors import CannotExamine
from .git_process import conversation
from .paths import shown


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One answer of ``git cat-file --batch``.

    ``kind`` is blob, tree, commit or tag, ``size`` in bytes; ``data`` is None where that is over the limit.
    """

    id: str
    kind: str
    size: int
    data: bytes | None


def objects(
    root: Path, ids: Iterable[str], limit: int | None, partial: Callable[[], bool]
) -> Iterator[StoredObject | None]:
    """One answer for each id, in order; None where the object is not here.

    ``limit`` is the most bytes that are taken of one; ``partial`` tells whether this is a partial clone. Raises
    CannotExamine where git ends before it has answered.
    """
    asked = list(ids)
    stored = stored_here(root, asked, partial) if asked else []
    if not stored:
        yield from (None for _ in asked)
        return
    may_ask = set(stored)
    requests = (object_id.encode("ascii") for object_id in stored)
    with conversation(root, ("cat-file", "--batch", "--buffer"), requests) as answers:
        for object_id in asked:
            if object_id not in may_ask:
                yield None
                continue
            header = answers.readline()
            if not header:
                break  # git died: leaving the conversation raises what it said
            yield _answer(header, answers, limit)
        else:
            return
    raise CannotExamine(f"{shown(str(root))}: git stopped answering", "Run git fsck to see what is wrong.")


def stored_here(root: Path, ids: Iterable[str], partial: Callable[[], bool]) -> list[str]:
    """Those of these objects that may be asked for.

    In a partial clone git dies over the first object it may not fetch, so there the objects that are here are listed
    first; elsewhere git simply says what is missing.
    """
    asked = list(ids)
    if not partial():
        return asked
    wanted = {object_id.encode("ascii") for object_id in asked}
    listing = ("cat-file", "--batch-all-objects", "--unordered", "--buffer", "--batch-check=%(objectname)")
    with conversation(root, listing, ()) as lines:
        here = wanted.intersection(line.rstrip(b"\n") for line in lines)
    return [object_id for object_id in asked if object_id.encode("ascii") in here]


@contextmanager
def object_reader(root: Path, limit: int | None) -> Iterator[Callable[[str], StoredObject | None]]:
    """What gives one object at a time, as :func:`objects` does, by one process that waits for the next question."""
    questions: SimpleQueue[bytes | None] = SimpleQueue()
    requests = iter(questions.get, None)
    with conversation(root, ("cat-file", "--batch"), requests, at_once=True) as answers:

        def read(object_id: str) -> StoredObject | None:
            questions.put(object_id.encode("ascii"))
            return _answer(answers.readline(), answers, limit)

        try:
            yield read
        finally:
            questions.put(None)


def _answer(header: bytes, answers: IO[bytes], limit: int | None) -> StoredObject | None:
    words = header.rstrip(b"\n").split(b" ")
    if len(words) != 3 or not words[2].isdigit():  # "ID missing", "ID ambiguous"
        return None
    size = int(words[2])
    data = None
    if limit is None or size <= limit:
        data = answers.read(size)
    else:
        _skip(answers, size)
    answers.read(1)
    return StoredObject(words[0].decode("ascii"), words[1].decode("ascii"), size, data)


def _skip(stream: IO[bytes], size: int) -> None:
    while size > 0 and (chunk := stream.read(min(size, 1 << 16))):
        size -= len(chunk)

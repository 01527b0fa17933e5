"""Opening a file of a ledger safely: regular files only, nothing followed, nothing waited for, at most 1 MiB."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator

from .source import SUFFIX, Obstacle

MAX_BYTES = 1024 * 1024
"""The longest file that is read (FP107)."""

_CHUNK = 65536  # a buffer of megabytes for every small file is many times slower
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

Refused = tuple[Obstacle, str]
"""Why a file was not read, and what the system said of it."""


def read_regular(name: str | bytes, folder: int | None = None) -> bytes | Refused:
    """The bytes of a regular file ``name`` of the open folder ``folder``, or why they were not read."""
    try:
        file = os.open(name, _FLAGS, dir_fd=folder)
    except OSError as error:
        return refused(error)
    try:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            return kind_of(found.st_mode), ""
        if found.st_size > MAX_BYTES:
            return Obstacle.TOO_LARGE, f"{found.st_size} bytes"
        data = os.read(file, _CHUNK)
        if len(data) < found.st_size or len(data) == _CHUNK:
            return _rest(file, data)
        return data
    except OSError as error:
        return refused(error)
    finally:
        os.close(file)


def read_listed(name: str | bytes, folder: int) -> bytes | Refused:
    """The same for a file that a listing of the folder has just called regular: half the system calls.

    What has been put in its place since then is not followed, not waited for, and at worst read as empty.
    """
    try:
        file = os.open(name, _FLAGS, dir_fd=folder)
    except OSError as error:
        return refused(error)
    try:
        data = os.read(file, _CHUNK)
        return data if len(data) < _CHUNK else _rest(file, data)
    except OSError as error:
        return refused(error)
    finally:
        os.close(file)


def read_all_listed(stems: Iterable[str], folder: int) -> Iterator[tuple[str, bytes | None]]:
    """The same for many such files, named without ``.json``: each name with its bytes, or None if it was not read."""
    opened, read, close = os.open, os.read, os.close
    for stem in stems:
        data: bytes | Refused | None = None
        try:
            file = opened(stem + SUFFIX, _FLAGS, dir_fd=folder)
        except OSError:
            yield stem, None
            continue
        try:
            data = read(file, _CHUNK)
            if len(data) == _CHUNK:
                data = _rest(file, data)
        except OSError:
            data = None
        finally:
            close(file)
        yield stem, data if isinstance(data, bytes) else None


def _rest(file: int, data: bytes) -> bytes | Refused:
    chunks, size = [data], len(data)
    while chunk := os.read(file, _CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_BYTES:
            return Obstacle.TOO_LARGE, f"{max(size, os.fstat(file).st_size)} bytes"
    return b"".join(chunks)


def refused(error: OSError) -> Refused:
    """The obstacle an error stands for; the detail names no path."""
    said = error.strerror or type(error).__name__
    if error.errno == errno.ELOOP:
        return Obstacle.SYMLINK, ""
    if error.errno in (errno.EACCES, errno.EPERM):
        return Obstacle.PERMISSION, said
    if error.errno == errno.ENXIO:  # opening a socket
        return Obstacle.SPECIAL, said
    return Obstacle.IO_ERROR, said


def kind_of(mode: int) -> Obstacle:
    """The obstacle that something other than a regular file is, by its mode."""
    if stat.S_ISDIR(mode):
        return Obstacle.DIRECTORY
    return Obstacle.SYMLINK if stat.S_ISLNK(mode) else Obstacle.SPECIAL

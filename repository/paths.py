"""Path texts: as people are shown them, as git has them, and as they may be given by a config or an option."""

from __future__ import annotations


def shown(text: str) -> str:
    r"""A file name or message that any terminal and any UTF-8 file can take.

    Bytes that are no UTF-8 (held as surrogate escapes) become ``\xff``, other characters that do not print
    (controls, line breaks, direction marks) become ``\x0a`` or ``\u202e``. Printable text is returned as it is.
    """
    if text.isprintable():  # false for surrogates too
        return text
    return "".join(character if character.isprintable() else _escaped(ord(character)) for character in text)


def _escaped(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def inside_path(text: str) -> str | None:
    """A path below the repository's root with single ``/``, or None where the text may lead elsewhere.

    Refused: absolute paths, any ``..``, control characters, and a text that names no folder (empty, ``.``).
    """
    if text.startswith("/") or any(ord(character) < 0x20 or ord(character) == 0x7F for character in text):
        return None
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if not parts or ".." in parts:
        return None
    return "/".join(parts)


def in_bytes(path: str) -> bytes:
    """A path as git and the file system have it, which is what paths are sorted by."""
    return path.encode("utf-8", "surrogateescape")

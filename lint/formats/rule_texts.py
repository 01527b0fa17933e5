"""The texts of a rule without the line breaks and margins that they have in its source."""

from __future__ import annotations

import textwrap


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a rule's ``why`` or ``fix``, each as one line."""
    return [" ".join(part.split()) for part in text.strip().split("\n\n")]


def sample(text: str) -> str:
    """A rule's ``bad`` or ``good`` sample, its lines as they are, without a common margin."""
    return textwrap.dedent(text).strip("\n")

"""What commit messages say was merged or closed: pull requests and issues, by the words of the code hosts.

Only what a message states is used: that a request was closed without a merge, or an issue by hand, no history tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .telling_commits import TellingCommit


@dataclass(frozen=True, slots=True)
class MergedRequest:
    """The commit by which a pull request was merged, or an issue was closed, as its message says.

    ``commit`` is a full id, ``seconds`` the committer's time since 1970 UTC, ``title`` the message's subject.
    """

    commit: str
    seconds: int
    title: str


# What the hosts write as the subject of a merge, each from its beginning to its end:
_SUBJECTS = (
    re.compile(r"Merge pull request #([0-9]+) from "),  # GitHub
    re.compile(r"Merge pull request '.*' \(#([0-9]+)\) from "),  # Gitea, Forgejo
    re.compile(r"Merged PR ([0-9]+): "),  # Azure DevOps
    re.compile(r"Merged in .+ \(pull request #([0-9]+)\)$"),  # Bitbucket
    re.compile(r".*\S \(#([0-9]+)\)$"),  # GitHub, squashed or rebased with the title
)
_GITLAB = re.compile(r"^See merge request (?:[\w.-]+(?:/[\w.-]+)+)?!([0-9]+)$", re.MULTILINE)

# The words that both GitHub and GitLab document as closing an issue, and then the issues, by number or by key.
_ISSUE = r"(?:(?i:issues?) +)?(?:#[0-9]+|GH-[0-9]+|[A-Z][A-Z0-9_]+-[0-9]+)(?![\w/#-])"
_CLOSING = re.compile(
    r"(?<![\w-])(?i:clos(?:e|es|ed)|fix(?:|es|ed)|resolv(?:e|es|ed)):?[ \t]+"
    rf"({_ISSUE}(?:(?:, *(?:and +)?| +and +){_ISSUE})*)"
)
_NAMED = re.compile(r"#([0-9]+)|([A-Z][A-Z0-9_]+-[0-9]+)")
_REVERT = 'Revert "'
_NUMBER = re.compile(r"[#!]?([0-9]+)")


def requests_merged_by(message: str) -> frozenset[str]:
    """Numbers of the pull or merge requests that a commit message says it merges."""
    subject = message.lstrip("\n").partition("\n")[0].strip()
    found = {match[1] for pattern in _SUBJECTS if (match := pattern.match(subject)) is not None}
    found.update(match[1] for match in _GITLAB.finditer(message))
    return frozenset(map(_plain, found))


def issues_closed_by(message: str) -> frozenset[str]:
    """Issues that a commit message says it closes: bare numbers, and keys (``BILL-12``) in upper case.

    A message that only quotes another one (a revert) closes nothing.
    """
    if message.lstrip("\n").startswith(_REVERT):
        return frozenset()
    return frozenset(_issues(message))


def _issues(message: str) -> Iterator[str]:
    for match in _CLOSING.finditer(message):
        for number, key in _NAMED.findall(match[1]):
            yield _plain(number or key)


def _plain(text: str) -> str:
    """The one spelling of a number (``12`` for ``#12``, ``!12``, ``GH-12``, ``012``) or of a key."""
    found = _NUMBER.fullmatch(text) or re.fullmatch(r"GH-([0-9]+)", text, re.IGNORECASE)
    return found[1].lstrip("0") or "0" if found else text.upper()


class ClosingCommits:
    """The messages of a history, read once: who merged what, and what closed what, the earliest commit of each."""

    def __init__(self, commits: Iterable[TellingCommit]) -> None:
        """Note what each of these says, in whatever order they come."""
        self._merged: dict[str, MergedRequest] = {}
        self._closed: dict[str, MergedRequest] = {}
        for found in commits:
            if found.seconds is None:  # nobody can say whether it was the earliest
                continue
            said = MergedRequest(found.id, found.seconds, found.subject)
            for number in requests_merged_by(found.message):
                _keep_earliest(self._merged, number, said)
            for issue in issues_closed_by(found.message):
                _keep_earliest(self._closed, issue, said)

    def merged(self, numbers: Iterable[str]) -> dict[str, MergedRequest]:
        """The merge of each of these pull requests, by its text as asked (``12``, ``#12``, ``!12``)."""
        return {text: found for text in numbers if (found := self._merged.get(_plain(text.strip()))) is not None}

    def closed(self, numbers: Iterable[str]) -> dict[str, MergedRequest]:
        """The commit that closes each of these issues, by its text as asked (``12``, ``#12``, ``BILL-12``)."""
        return {text: found for text in numbers if (found := self._closed.get(_plain(text.strip()))) is not None}


def _keep_earliest(among: dict[str, MergedRequest], key: str, said: MergedRequest) -> None:
    known = among.get(key)
    if known is None or (said.seconds, said.commit) < (known.seconds, known.commit):
        among[key] = said

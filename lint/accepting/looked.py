"""What a run could judge: where it could not look, that nothing was found says nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ...ledger.matching import literal_prefix
from ...ledger.reading import Reading
from ...repository.source import StoreName
from ...repository.storage import IN_COMMON, LOCAL_FOLDERS, SHARED_FOLDERS
from ..rule import Examination

_OLDER_VERSIONS = frozenset({"FP305", "FP306", "FP307", "FP312"})
_RUNTIME = frozenset({"FP701", "FP704", "FP705", "FP706", "FP711", "FP712"})
_TRACKED = frozenset({"FP309", "FP311", "FP601", "FP611"})
_GIT = frozenset({"FP111", "FP309", "FP310", "FP311", "FP603", "FP702", "FP703", "FP710", "FP712"})
_COMMITS = frozenset({"FP603", "FP702", "FP703", "FP710", "FP712"})
_AGES = frozenset({"FP211", "FP603", "FP604", "FP605", "FP607"})
_PRIVATE = (IN_COMMON, ".fabric/active/")
_PRIVATE_RECORDS = (f"{IN_COMMON}{SHARED_FOLDERS[StoreName.SHARED]}", LOCAL_FOLDERS[StoreName.ACTIVE])
_OF_FILES = ("FP1", "FP2")  # the rules that judge a file which holds no usable event


def is_private(path: str) -> bool:
    """True for a path, as findings have it, in a store that git does not carry."""
    return path.startswith(_PRIVATE)


@dataclass(frozen=True)
class Looked:
    """What a run looked at: ``codes`` are the rules whose silence says that there is nothing.

    ``reading`` is what was read, or None where everything there is may be taken as read.
    """

    codes: frozenset[str]
    reading: Reading | None = None

    def at(self, code: str, subject: str, value: str) -> bool:
        """True if the rule would have found what it has to say of this subject (``event``, ``record``, ``path``).

        An id that nothing holds is not unknown for that: a config that git carries speaks of what git carries, and
        whoever names something else is told so. Only a path shows that it leads to a store that was not read.
        """
        if code not in self.codes:
            return False
        if subject == "path":
            return self._read(literal_prefix(value))
        return value not in self._unclear or code.startswith(_OF_FILES)

    def _read(self, path: str) -> bool:
        if self.reading is None or not is_private(path):
            return True
        if path.startswith(_PRIVATE_RECORDS):
            return not {StoreName.ACTIVE, StoreName.SHARED}.isdisjoint(self.reading.stores)
        return self.reading.runtime_read

    @cached_property
    def _unclear(self) -> frozenset[str]:
        """The events that could not be used, and the records they are of."""
        files = () if self.reading is None else self.reading.uninterpreted
        return frozenset(name for each in files for name in (each.event_id, each.record_id) if name)


def looked_at(codes: Iterable[str], examination: Examination, *, full_history: bool, as_of_commit: bool) -> Looked:
    """What a run of the rules ``codes`` could judge.

    ``full_history`` is True where every older version of the files was looked at (``--history``): with a base alone,
    a file that was changed before it is not seen. ``as_of_commit`` is True where ages are judged as of the commit that
    is examined: what is overdue by the clock need not be so there.
    """
    able = set(codes)
    if not full_history:
        able -= _OLDER_VERSIONS
    if as_of_commit:
        able -= _AGES
    if not examination.reading.runtime_read:
        able -= _RUNTIME
    if examination.tracked_paths is None:
        able -= _TRACKED
    if examination.surroundings is None:
        able -= _GIT
    elif able & _COMMITS and not examination.surroundings.history_complete:
        able -= _COMMITS
    return Looked(frozenset(able), examination.reading)

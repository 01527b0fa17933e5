"""FP601: a record for paths where there is nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.matching import record_paths
from ...ledger.wording import listed
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each record in force that has paths of its own, none of which (nor its areas') is alive."""
    if examination.tracked_paths is None:
        return
    files = examination.tracked_files
    areas = examination.config.areas
    for scope, records in examination.guiding_by_place:
        if scope.paths and not any(map(files.any_matches, record_paths(scope, areas))):
            for found, record in records:
                yield observed(
                    found.creation,
                    "/payload/record/scope/paths",
                    f"no tracked file matches any path of {record.record_id}: {listed(scope.paths)}",
                    record_id=record.record_id,
                )


RULE = Rule(
    code="FP601",
    name="dead-path",
    severity=Severity.WARNING,
    summary="A record is in force for paths that match no tracked file.",
    why="""\
        The files that the direction was about were moved, renamed or deleted, or the pattern never meant what its
        writer expected. Nobody who works on the moved files is told of it any more, and the direction looks followed
        because nothing breaks it.

        The patterns are the protocol's: `dir/**` is a prefix, `*` stays within one folder, a bare folder name matches
        nothing inside it.""",
    fix="""\
        Write the direction as a new record with the paths as they are now, state that it supersedes this one, and end
        this one as superseded. If the direction went with the files, expire it. If the record's area is meant, give
        the area its paths in `.fabric/config.yaml`: they count as the record's own.

        A contested record is not judged here: settle its fork first (FP401).""",
    bad="""\
        "scope": {"issue": "BILL-417", "paths": ["services/billing/**"]}   (the folder is services/invoicing now)""",
    good="""\
        "scope": {"issue": "BILL-417", "paths": ["services/invoicing/**"]}""",
    check=check,
    reach=Reach.PART,
)

"""FP601: a record for paths where there is nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Scope
from ...ledger.matching import record_paths
from ...ledger.wording import listed
from ..disputes import in_dispute
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each record in force that has paths of its own, none of which (nor its areas') is alive."""
    if examination.tracked_paths is None:
        return
    files = examination.tracked_files
    areas = examination.config.areas
    records = examination.history.records.values()
    scopes: list[Scope] = [found.creation.payload.scope for found in records]  # type: ignore[union-attr]  # a record
    dead = {  # equal scopes are mostly one object: each is looked at once
        key
        for key, scope in {id(scope): scope for scope in scopes}.items()
        if scope.paths and not any(map(files.any_matches, record_paths(scope, areas)))
    }
    for found, scope in zip(records, scopes, strict=True) if dead else ():
        # What is in dispute is a finding of its own (FP301, FP303, FP401), and this one cannot be ended before it.
        if id(scope) in dead and found.in_force and not in_dispute(found):
            yield observed(
                found.creation,
                "/payload/record/scope/paths",
                f"no tracked file matches any path of {found.record_id}: {listed(scope.paths)}",
                record_id=found.record_id,
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
)

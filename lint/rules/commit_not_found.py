"""FP702: a relation names a commit that is not in this clone."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.commits import CommitState
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each end of a relation whose commit a complete clone does not have."""
    for named in examination.stray_commits:
        if named.resolution.state is not CommitState.MISSING:
            continue
        yield observed(
            named.event,
            named.pointer,
            f"there is no commit {named.node.id} in this clone",
            record_id=named.record_id,
            detail=named.node.id,
        )


RULE = Rule(
    code="FP702",
    name="commit-not-found",
    severity=Severity.WARNING,
    summary="A relation names a commit that is not in this clone.",
    why="""\
        Who follows the relation from a decision to the change that implements it finds nothing. The commit was lost
        in a rebase or a squash, was never pushed, belongs to another repository, or its id is mistyped. The relation
        stays what it is: a declaration about a commit that nobody here can look at.

        In a shallow or partial clone nothing is reported: what is not there may exist, so the answer is "unknown".
        Ids that are no hexadecimal number, and those of another provider than git, are not judged.""",
    fix="""\
        If the commit exists elsewhere, fetch the branch or the tag that has it. If it was rewritten, append a new
        `relation.created` event that names the commit as it is now. The old relation is never edited, and nothing
        links the two commits by itself.

        The old relation stays, and so does the warning. Accept it in `fingerpost.toml` with a `[[suppressions]]`
        table: `rule`, the `event` of the relation, and the `reason`, naming the relation that replaces it.""",
    bad="""\
        "type": "implements",
        "from": {"kind": "commit", "id": "5d1f0c…"}   (no clone has it: the branch was squashed)""",
    good="""\
        "type": "implements",
        "from": {"kind": "commit", "id": "9e373b…"}   (on the main branch)""",
    check=check,
    reach=Reach.PART,
)

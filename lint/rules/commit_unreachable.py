"""FP703: a relation names a commit that is here, but on no branch."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.wording import listed
from ...repository.commits import CommitState
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each end of a relation whose commit no branch, tag or HEAD reaches."""
    surroundings = examination.surroundings
    if surroundings is None:
        return
    found = [named for named in examination.stray_commits if named.resolution.state is CommitState.UNREACHABLE]
    if not found:
        return
    alike = surroundings.same_patch({named.resolution.id for named in found if named.resolution.id is not None})
    for named in found:
        candidates = alike.get(named.resolution.id or "", ())
        yield observed(
            named.event,
            named.pointer,
            f"the commit {named.node.id} is on no branch and under no tag of this clone{_said(candidates)}",
            record_id=named.record_id,
            detail=named.node.id,
        )


def _said(candidates: tuple[str, ...]) -> str:
    if not candidates:
        return ""
    noun = "a candidate" if len(candidates) == 1 else "candidates"
    return f"; {noun} only, by an equal patch: {listed(candidates, most=3)}"


RULE = Rule(
    code="FP703",
    name="commit-unreachable",
    severity=Severity.WARNING,
    summary="A relation names a commit that exists in this clone, but that no branch, tag or HEAD reaches.",
    why="""\
        The commit was rebased, amended or squashed after somebody declared what it implements. Git will remove it
        one day, and other clones never had it: there the relation leads nowhere (FP702).

        Commits that a branch has and whose patch is equal are named as candidates. An equal patch is no proof that one
        commit was made from the other, so they are never linked. A squash of several commits equals none of them.""",
    fix="""\
        Look at the candidates, and find the commit that carries the change now. Append a `relation.created` event that
        names it, with the reason. The old relation is never edited. If the commit itself should last, give it a branch
        or a tag.

        The old relation stays, and so does the warning. Accept it in `fingerpost.toml` with a `[[suppressions]]`
        table: `rule`, the `event` of the relation, and the `reason`, naming the relation that replaces it.""",
    bad="""\
        "from": {"kind": "commit", "id": "5d1f0c…"}   (rebased; the branch has 9e373b… with the same patch)""",
    good="""\
        "from": {"kind": "commit", "id": "9e373b…"}   (on the main branch)""",
    check=check,
    reach=Reach.PART,
)

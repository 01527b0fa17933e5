"""The claims of every subject that a ledger names, for exports and sites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..reporter.claims.claim import Verdict
from ..reporter.claims.facts import CommitFact
from ..reporter.claims.ladder import Ladder
from ..reporter.claims.subjects import Subject, find_subject
from ..reporter.claims.threads import differing_statements, subject_fact, subject_threads, subject_time
from ..reporter.exports.dataset import SubjectClaims
from ..reporter.graph.provenance import Provenance
from .commit_facts import commit_facts
from .judged_commits import with_trees
from .reading import Ledger
from .reading_options import ReadingOptions

SUBJECTS = ("action", "commit", "issue", "message", "pr", "thread")
"""The kinds of nodes that direction can have been behind; of a record that is not asked."""


def named_commits(ledger: Ledger, provenance: Provenance, options: ReadingOptions) -> dict[str, CommitFact]:
    """What git says of every commit that a relation or a trailer names, and what its trees held, by id as written."""
    ids = sorted({node.id for node in provenance.related_nodes("commit")})
    facts = commit_facts(ledger.repository.git, ids, ledger.place.settings.trailers)
    return with_trees(ledger, options, facts, ids)


def all_claims(ledger: Ledger, provenance: Provenance, facts: Mapping[str, CommitFact]) -> Iterator[SubjectClaims]:
    """Each subject with its claims but those with the verdict none, by kind and id; a commit once, however spelled."""
    ladder = Ladder(provenance, ledger.config.areas, ledger.reading.divergent)
    done: set[tuple[tuple[str, str, str], ...]] = set()
    for kind in SUBJECTS:
        for node in provenance.related_nodes(kind):
            subject = find_subject(node, provenance, facts)
            spelled = tuple(each.key for each in subject.spellings)
            if spelled not in done:
                done.add(spelled)
                yield _claims_of(ledger, provenance, facts, subject, ladder)


def _claims_of(
    ledger: Ledger, provenance: Provenance, facts: Mapping[str, CommitFact], subject: Subject, ladder: Ladder
) -> SubjectClaims:
    statements = differing_statements(subject, ledger.reading.divergent)
    time = subject_time(subject, provenance, facts, statements)
    fact = subject_fact(subject, facts)
    claims, _ = ladder.claims(
        subject,
        threads=subject_threads(subject, provenance, facts, ledger.place.settings.trailers),
        time=time,
        fact=fact,
    )
    known = fact.resolution if fact is not None else None
    return SubjectClaims(subject.node, known, time, tuple(each for each in claims if each.verdict is not Verdict.NONE))

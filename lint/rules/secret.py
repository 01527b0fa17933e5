"""FP801: something that looks like a credential."""

from __future__ import annotations

from collections.abc import Iterator

from ..content.content import field_name, seen_in
from ..finding import Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each credential in each file, copies too: every file that holds it has to go."""
    for suspect in examination.reading.suspects:
        for passage in suspect.passages:
            for number, kind in enumerate(passage.secrets):
                where = field_name(passage) or "this file"
                detail = f"{kind} {number}{' in the key' if passage.is_key else ''}"
                yield seen_in(suspect, passage, f"{where} holds what looks like a credential ({kind})", detail=detail)


RULE = Rule(
    code="FP801",
    name="secret",
    severity=Severity.ERROR,
    summary="A text or key of an event looks like it holds a password, a token or a private key.",
    why="""\
        A ledger is copied into every clone, shown on pages and handed to agents, and it never forgets.
        Whoever reads it could use the credential. Fingerpost masks it wherever it shows a text, but every
        other reader of the files sees it.

        Only forms that issuers of tokens document are meant, private keys, passwords within addresses, and
        names such as `password` or `api_key` with a value that could be real. Commit ids, UUIDs and digests
        are not.""",
    fix="""\
        First revoke the credential where it was issued: it has to be taken for known, whatever is done to the
        ledger. Then remove the event file; this is one of the few removals that an append-only ledger allows
        (FP312), because nobody should keep it. Write the direction again, as a new record, without the credential. It
        stays in the history of git until that is rewritten, which is for the team to decide.

        A state change of a removed record stays, and is then FP402 and FP405: accept each with an entry under
        `[[suppressions]]`, which names that event and a `reason`.

        If it is none (a sample, a value that was revoked long ago), accept it in `fingerpost.toml` with an
        entry under `[[suppressions]]`: `rule = "FP801"`, `event` with this event's id, and a `reason`.""",
    bad='"text": "Staging uses password=k4rto-ffel"',
    good='"text": "Staging takes its password from the vault, entry billing-staging."',
    check=check,
)

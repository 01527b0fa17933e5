"""FP204 bad-id: an id field does not hold an id of its kind."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP204",
    name="bad-id",
    severity=Severity.ERROR,
    summary="An id is not its prefix, an underscore and a lower-case UUIDv7.",
    why=(
        "Ids tie the history together: a parent, a record or a receipt that is named by a malformed id cannot be "
        "found, and other readers may fold letter case or drop the prefix and find something else. Ids of outside "
        "things (commits, actions, issues) and of threads are opaque and not judged."
    ),
    fix="""\
        Put the id in its right form in every event that has it; `git grep` finds them. Where the true id cannot be
        told, ask the writer. An event whose own id is malformed gets a new one (its prefix, an underscore and a
        fresh lower-case UUIDv7) and a file of that name. All of them may be mended in place, because an event with a
        malformed id is not interpreted: no direction that was in force changes.""",
    bad='"parent_event_id": "EVT_0196A3C2-…"\n"record_id": "0196a3c2-7d10-4c3e-9b1f-5f0c2a9d1e77"',
    good='"parent_event_id": "evt_0196a3c2-7d10-7c3e-9b1f-5f0c2a9d1e77"',
    check=problems_of("FP204"),
)

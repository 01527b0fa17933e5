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
    fix=(
        "Put the id in its right form, in every event that names it; where the true id cannot be told, ask the "
        "writer. An event whose own id is malformed gets a new id and a file of that name. A file with an FP1 or "
        "FP2 error may be mended in place or removed: lint reports that as FP312, not as a changed event."
    ),
    bad='"parent_event_id": "EVT_0196A3C2-…"\n"record_id": "0196a3c2-7d10-4c3e-9b1f-5f0c2a9d1e77"',
    good='"parent_event_id": "evt_0196a3c2-7d10-7c3e-9b1f-5f0c2a9d1e77"',
    check=problems_of("FP204"),
)

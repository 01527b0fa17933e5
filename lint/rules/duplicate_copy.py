"""FP302 duplicate-copy: one folder holds one event under two names."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.source import Origin
from ..finding import Elsewhere, Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a superfluous file; the one named after the event (else the first by path) is not."""
    reading = examination.reading
    for event_id, origins in reading.copies.items():
        if len({origin.store for origin in origins}) == len(origins) or event_id in reading.divergent:
            continue
        for kept, superfluous in _folders(event_id, origins):
            for origin in superfluous:
                yield Observation(
                    f"{event_id} lies twice in this folder with equal content: as {kept.name} and as {origin.name}",
                    origin,
                    event_id=event_id,
                    detail=origin.path,
                    related=(Elsewhere(kept, "the copy to keep", ""),),
                    line=1,
                    column=1,
                )


def _folders(event_id: str, origins: tuple[Origin, ...]) -> Iterator[tuple[Origin, list[Origin]]]:
    folders: dict[str, list[Origin]] = {}
    for origin in origins:
        folders.setdefault(origin.path.rpartition("/")[0], []).append(origin)
    for _, found in sorted(folders.items()):
        if len(found) > 1:
            ordered = sorted(found, key=lambda origin: (origin.name != f"{event_id}.json", origin.path))
            yield ordered[0], ordered[1:]


RULE = Rule(
    code="FP302",
    name="duplicate-copy",
    severity=Severity.WARNING,
    summary="One folder holds one event twice, under two file names and with equal content.",
    why=(
        "Equal copies are one event and change nothing today. But only one of the two carries the event's name, "
        "and when somebody mends or removes the other one later, the copies diverge or an event seems to vanish. "
        "It usually comes from a copied or renamed file."
    ),
    fix="""\
        Remove the copy that is not named after the event and keep `<event_id>.json`; if neither carries the name,
        rename one to it (`git mv`) and remove the other. This is allowed, because the two are equal: the event is
        still there, and it counted once before.""",
    bad="evt_0196a3c2-….json\nevt_0196a3c2-… (copy).json",
    good="evt_0196a3c2-….json",
    check=check,
)

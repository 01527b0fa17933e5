"""A real repository with a ledger in which every free text of the protocol, of the config and of git is given.

Which text stands where is up to :class:`Rotation`: each of its texts comes to stand once in every field.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from support.events import (
    Wire,
    as_bytes,
    at,
    changed,
    created,
    envelope,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    thread,
    write_ledger,
)
from support.shared import git, make_repository

FIELDS = (
    *("text", "reason", "kind", "confidence", "ttl", "review_type", "created.lifecycle_reason"),
    *("scope.repo", "scope.issue", "scope.pr", "scope.area", "scope.path", "rejected", "preferred"),
    *("source.type", "source.thread_id", "source.pr", "source.url"),
    *("evidence.type", "evidence.url", "evidence.author", "evidence.text", "evidence.accepted_url"),
    *("actor.id", "actor.provider", "trust.level", "trust.basis", "causation_id", "correlation_id", "extensions"),
    *("lifecycle_reason", "changed.actor.id", "changed.trust.level", "changed.trust.basis"),
    *("implements.reason", "implements.actor.id", "implements.trust.basis"),
    *("action.id", "action.provider", "action.url", "informed_by.reason"),
    *("node.kind", "node.id", "node.provider", "node.url", "derived_from.reason"),
    *("named.commit", "thread_id", "thread.issue", "thread.path", "purpose", "reason.kind", "reason.value"),
    *("conflict.message", "receipt.provider", "event_type"),
    *("config.area", "config.path", "subject", "body", "trailer.thread", "trailer.skip", "file"),
)
"""Every place for a free text. Places that git, the config or the protocol bounds take what is allowed there."""

_PER_RECORD = 16  # numbers of events for each record


@dataclass(frozen=True)
class Rotation:
    """Gives the text of a field of one record. The texts of one record's fields all differ."""

    texts: Sequence[str]
    _places: dict[str, int] = field(default_factory=lambda: {name: place for place, name in enumerate(FIELDS)})

    def __len__(self) -> int:
        return len(self.texts)

    def __call__(self, record: int, name: str) -> str:
        """The text that stands in a field of the record with this number, from 0."""
        return self.texts[(record + self._step * self._places[name]) % len(self.texts)]

    @property
    def _step(self) -> int:
        """How far the texts of two fields are apart: far enough that families mix."""
        return max(1, len(self.texts) // len(FIELDS))


def record_number(record: int) -> int:
    """The number in the ids of a record and of its creation."""
    return _PER_RECORD * (record + 1)


@dataclass(frozen=True)
class Made:
    """The repository, and the id of each commit by its record."""

    root: Path
    commits: tuple[str, ...]


def make(root: Path, texts: Rotation) -> Made:
    """Make the repository with one record for each text."""
    make_repository(root)
    commits = _commits(root, texts)
    events = [event for record in range(len(texts)) for event in _events(texts, record, commits[record])]
    write_ledger(root, *events, config=_config(texts))
    git(root, "add", ".fabric")
    git(root, "commit", "-q", "-m", "The ledger")
    return Made(root, commits)


def repository_name(texts: Rotation) -> str:
    """What the config calls the repository: one text of many, since a site has only one name."""
    return " ".join(texts.texts[place] for place in range(0, len(texts), max(1, len(texts) // 12)))


def has_line(text: str) -> bool:
    """Whether a text fits on one line of a commit message, as git and its trailers take it."""
    return bool(text.strip()) and text == text.strip() and not set(text) & {"\n", "\r", "\0", "\v", "\f", "\x85"}


def is_file_name(text: str) -> bool:
    """Whether git and a file system take a text as the name of a file."""
    return 0 < len(text.encode()) <= 255 and not set(text) & {"/", "\0"} and text not in {".", ".."}


def areas_of(texts: Rotation) -> dict[str, list[str]]:
    """The areas of the config: every other of the areas that records name, so that some are unknown."""
    return {texts(record, "scope.area"): [texts(record, "config.path")] for record in range(0, len(texts), 2)} | {
        texts(record, "config.area"): [f"lib/{record}/**"] for record in range(1, len(texts), 2)
    }


def _config(texts: Rotation) -> str:
    lines = [f"repo: {_yaml(repository_name(texts))}", "areas:"]
    for name, paths in areas_of(texts).items():
        lines += [f"  ? {_yaml(name)}", f"  : paths: [{', '.join(map(_yaml, paths))}]"]
    return "\n".join(lines) + "\n"


def _yaml(text: str) -> str:
    """A text as YAML quotes it, whatever it holds."""
    plain = set(map(chr, range(0x20, 0x7F))) - {'"', "\\"}
    return '"' + "".join(each if each in plain else f"\\U{ord(each):08X}" for each in text) + '"'


def _commits(root: Path, texts: Rotation) -> tuple[str, ...]:
    """One commit for each record, by one process."""
    person = b"Mara Lind <mara@example.invalid>"
    script = bytearray()
    for record in range(len(texts)):
        message = _message(texts, record).encode()
        script += b"commit refs/heads/main\nmark :%d\n" % (record + 1)
        script += b"committer %s %d +0000\ndata %d\n" % (person, 1772528400 + record, len(message))
        script += message + b"\n"
        for path in (f"src/{record}.py", texts(record, "file")):
            if path == f"src/{record}.py" or is_file_name(path):
                script += b'M 100644 inline "%s"\ndata 2\nx\n\n' % _quoted(path)
    marks = root / ".git" / "marks"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    subprocess.run(
        ["git", "fast-import", "--quiet", f"--export-marks={marks}"],
        cwd=root,
        env=environment,
        input=bytes(script),
        check=True,
        capture_output=True,
    )
    git(root, "checkout", "-q", "-f", "main")
    found = dict(line.split() for line in marks.read_text().splitlines())
    return tuple(found[f":{record + 1}"] for record in range(len(texts)))


def _quoted(path: str) -> bytes:
    """A path as git quotes it."""
    return b"".join(b"\\%03o" % byte for byte in path.encode())


def _message(texts: Rotation, record: int) -> str:
    """A subject, a body and trailers, as far as each fits."""
    subject, body = texts(record, "subject"), texts(record, "body").replace("\0", "")
    named = texts(record, "trailer.thread")
    lines = [subject if has_line(subject) else f"Change {record}", "", body, ""]
    lines.append(f"Fabric-Implements: {ident('rec', record_number(record))}")
    if has_line(named):
        lines.append(f"Fabric-Thread: {named}")
    if record % 3 == 0 and has_line(texts(record, "trailer.skip")):
        lines.append(f"Fabric-Skip: {texts(record, 'trailer.skip')}")
    return "\n".join(lines) + "\n"


def _events(texts: Rotation, record: int, commit: str) -> Iterator[Wire]:
    yield from _direction(texts, record)
    yield from _relations(texts, record, commit)
    yield from _runtime(texts, record)


def _direction(texts: Rotation, record: int) -> Iterator[Wire]:
    """The record and what became of it: every fifth is a fork, every seventh challenges the one before."""

    def of(name: str) -> str:
        return texts(record, name)

    number = record_number(record)
    challenges = record % 7 == 6
    scope = {
        "repo": of("scope.repo"),
        "issue": of("scope.issue"),
        "pr": of("scope.pr"),
        "areas": [of("scope.area")],
        "paths": [of("scope.path")],
    }
    evidence = [
        {key: of(f"evidence.{key}") for key in ("type", "url", "author", "text")},
        {"type": "page", "url": f"https://example.invalid/{record}", "text": "a link that is safe to follow"},
    ]
    said = {
        "actor": {"kind": "human", "id": of("actor.id"), "provider": of("actor.provider")},
        "trust": {"level": of("trust.level"), "basis": of("trust.basis")},
        "causation_id": of("causation_id"),
        "correlation_id": of("correlation_id"),
        "extensions": {"example.invalid/note": {of("extensions"): [of("extensions")]}},
    }
    yield created(
        number,
        event=said,
        text=of("text"),
        reason=of("reason"),
        kind="challenge" if challenges else of("kind"),
        status="open" if challenges else "active",
        confidence=of("confidence"),
        ttl=of("ttl"),
        review_type=of("review_type"),
        lifecycle_reason=of("created.lifecycle_reason"),
        scope=scope,
        source={key: of(f"source.{key}") for key in ("type", "thread_id", "pr", "url")},
        rejected_paths=[of("rejected")],
        preferred_paths=[of("preferred")],
        evidence=evidence,
        extensions={"fabric.direction.challenges": ident("rec", number - _PER_RECORD)} if challenges else None,
    )
    told = {
        "actor": {"kind": "reviewer", "id": of("changed.actor.id")},
        "trust": {"level": of("changed.trust.level"), "basis": of("changed.trust.basis")},
    }
    yield changed(number + 1, number, number, event=told, durability="durable", lifecycle_reason=of("lifecycle_reason"))
    if record % 5 == 0:
        yield changed(number + 2, number, number, event=told, status="expired", lifecycle_reason=of("reason"))
    if record % 7 == 6:
        yield relation(number + 3, "challenges", record_node(number), record_node(number - _PER_RECORD))
    if record % 11 == 10:
        yield relation(number + 4, "supersedes", record_node(number), record_node(number - _PER_RECORD))
    if record % 13 == 12:
        yield envelope(number + 5, of("event_type"), {"any": of("text")})


def _relations(texts: Rotation, record: int, commit: str) -> Iterator[Wire]:
    def of(name: str) -> str:
        return texts(record, name)

    number = record_number(record)
    own = record_node(number)
    who = {
        "actor": {"kind": "tool" if record % 4 == 3 else "agent", "id": of("implements.actor.id")},
        "trust": {"level": "agent_asserted", "basis": of("implements.trust.basis")},
    }
    action = {"kind": "action", "id": of("action.id"), "provider": of("action.provider"), "url": of("action.url")}
    other = {key: of(f"node.{key}") for key in ("kind", "id", "provider", "url")}
    reason = of("implements.reason")
    yield relation(number + 6, "implements", {"kind": "commit", "id": commit}, own, event=who, reason=reason)
    yield relation(number + 7, "informed_by", action, own, reason=of("informed_by.reason"))
    yield relation(number + 8, "derived_from", own, other, reason=of("derived_from.reason"))
    yield relation(number + 9, "implements", {"kind": "commit", "id": of("named.commit")}, own)


def _runtime(texts: Rotation, record: int) -> Iterator[Wire]:
    def of(name: str) -> str:
        return texts(record, name)

    number = record_number(record)
    listed = ([ident("evt", number)], [ident("rec", number)])
    scope = {"repo": "x", "issue": of("thread.issue"), "paths": [of("thread.path")]}
    reasons = {ident("rec", number): [{"kind": of("reason.kind"), "value": of("reason.value")}]}
    conflict = {
        "record_id": ident("rec", number),
        "parent_event_id": ident("evt", number),
        "competing_event_ids": [ident("evt", number + 1), ident("evt", number + 2)],
        "message": of("conflict.message"),
    }
    yield thread(number + 10, of("thread_id"), scope=scope)
    yield projection(
        number + 11, of("thread_id"), *listed, purpose=of("purpose"), reasons=reasons, conflicts=[conflict]
    )
    state = "exposed" if record % 2 else "delivered"
    given = receipt(number + 12, number + 11, of("thread_id"), *listed, state=state)
    given["payload"]["receipt"]["provider"] = of("receipt.provider")
    given["occurred_at"] = given["payload"]["receipt"]["occurred_at"] = at(590)
    yield given


def events_of_record(texts: Rotation, record: int) -> list[Wire]:
    """The creation of a record and its changes."""
    kinds = ("record.created", "record.state_changed")
    return [event for event in _direction(texts, record) if event["event_type"] in kinds]


def raw_text(event: Wire) -> str:
    """The text of an event's file."""
    return as_bytes(event).decode("utf-8", "surrogatepass")

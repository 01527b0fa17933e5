"""Histories of commits made from choices: branches and merges of a ledger that lives, moves and is edited by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .coverage_histories import LEDGER, START, MadeHistory, config_text, moment, put
from .events import (
    AGENT,
    AGENT_ASSERTED,
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    thread,
)

PATTERNS = ("src/a.py", "src/**", "src/*.py", "docs/**", "lib/[ab]/**", "src/?.py", "a b/c.txt")
PATHS = ("src/a.py", "src/b.py", "src/deep/c.py", "docs/x.md", "lib/a/y", "a b/c.txt", "top.txt")
AREAS: tuple[dict[str, list[str]], ...] = (
    {"core": ["src/**"], "docs": ["docs/*.md"]},
    {"core": ["lib/**"], "docs": ["docs/**"], "top": ["top.txt"]},
    {},
)
THREAD = "thr-7"
ANCHOR = relation(599, "derived_from", record_node(598), record_node(597))


class Histories:
    """Makes one history from choices: three branches, with a ledger in their trees that lives and is edited."""

    def __init__(self, choose: Callable[[int], int]) -> None:
        self.choose = choose
        self.history = MadeHistory()
        self.heads: list[tuple[int, dict[str, bytes]]] = []
        self.number = 0
        self.seconds = START
        self.records: list[int] = []
        self.events: dict[int, list[int]] = {}  # of each record
        self.elsewhere: list[Wire] = []

    def pick(self, *options: Any) -> Any:
        return options[self.choose(len(options))]

    def next(self) -> int:
        self.number += 1
        return self.number

    def time(self) -> str:
        """Around the commit that is made: within its second, before, or later."""
        offset, fraction = self.pick((0, ""), (0, "25"), (-1, "5"), (-90, ""), (-400, ""), (1, ""), (70, "5"))
        return moment(self.seconds + offset, fraction)

    def scope(self) -> Wire:
        scope: Wire = {"repo": "billing"}
        kind = self.choose(6)
        if kind < 3:
            scope["paths"] = [self.pick(*PATTERNS)]
        if kind in (2, 3):
            scope["areas"] = [self.pick("core", "docs", "top", "gone")]
        if kind == 4:
            scope["global"] = True
        if kind == 5:
            scope["issue"] = "BILL-1"
        return scope

    def new_record(self, **fields: Any) -> Wire:
        rec = self.next()
        self.records.append(rec)
        event = created(rec, scope=self.scope(), event={"occurred_at": self.time()}, **fields)
        self.events[rec] = [rec]
        return event

    def change(self) -> Wire | None:
        if not self.records:
            return None
        rec = self.pick(*self.records)
        parent = self.events[rec][-1] if self.choose(3) else self.pick(*self.events[rec])
        number = self.next()
        self.events[rec].append(number)
        status = self.pick("expired", "active", "discarded", "superseded")
        return changed(number, rec, parent, {"occurred_at": self.time()}, status=status)

    def settling(self) -> list[Wire]:
        """A settlement of the last record's fork, if there is one."""
        if not self.records:
            return []
        rec = self.records[-1]
        below = self.events[rec][1:]
        value = {
            "record_id": ident("rec", rec),
            "parent_event_id": ident("evt", rec),
            "competing_event_ids": sorted(ident("evt", number) for number in below),
        }
        made = self.new_record(extensions={"fingerpost.settles": value})
        number = self.next()
        ends = record_node(self.records[-1]), record_node(rec)
        return [made, relation(number, "supersedes", *ends, {"occurred_at": self.time()})]

    def ledger_step(self, files: dict[str, bytes], folder: str) -> None:
        kind = self.choose(10)
        events: list[Wire] = []
        if kind < 4 or not self.records:
            events = [self.new_record()]
        elif kind < 7:
            event = self.change()
            events = [event] if event else []
        elif kind == 7:
            events = self.settling()
        elif kind == 8:
            held = sorted(path for path in files if path.startswith(folder) and ANCHOR["event_id"] not in path)
            if held:
                files.pop(self.pick(*held))
        else:
            held = sorted(path for path in files if path.startswith(folder) and ANCHOR["event_id"] not in path)
            if held:
                path = self.pick(*held)
                files[path] = self.pick(files[path].replace(b'"active"', b'"open"'), b"{}", files[path] + b"\n")
        for event in events:
            if self.choose(5):
                files[f"{folder}/{event['event_id']}.json"] = as_bytes(event)
            else:
                self.elsewhere.append(event)

    def step(self) -> None:
        self.seconds += self.pick(0, 1, 60, 60, 300)
        branch = self.choose(len(self.heads)) if self.heads else 0
        parent, files = self.heads[branch] if self.heads else (None, {})
        files = dict(files)
        parents = () if parent is None else (parent,)
        if len(self.heads) > 1 and not self.choose(4):
            other, theirs = self.heads[(branch + 1) % len(self.heads)]
            parents = (*parents, other)
            files = theirs | files
        if not files or not self.choose(6):
            files[".fabric/config.yaml"] = config_text(self.pick(*AREAS), self.pick(None, None, "moved/events"))
        for place in (LEDGER, "moved/events"):  # so that there is a ledger wherever one is looked for
            files[f"{place}/{ANCHOR['event_id']}.json"] = as_bytes(ANCHOR)
        folder = "moved/events" if b"moved/events" in files[".fabric/config.yaml"] else LEDGER
        for _ in range(self.choose(4)):
            self.ledger_step(files, folder)
        for _ in range(1 + self.choose(2)):
            files[self.pick(*PATHS)] = b"%d\n" % self.next()
        made = self.history.add(files, *parents, seconds=self.seconds, message=f"Step\n\n{self.trailers()}")
        if self.heads and (len(self.heads) == 3 or self.choose(3)):
            self.heads[branch] = (made, files)
        else:
            self.heads.append((made, files))

    def trailers(self) -> str:
        kind = self.choose(8)
        if kind == 0 and self.records:
            return f"Fabric-Implements: {ident('rec', self.pick(*self.records))}\n"
        if kind == 1:
            return f"Fabric-Thread: {self.pick(THREAD, 'thr-unknown')}\n"
        return "Fabric-Skip: generated\n" if kind == 2 else ""

    def write(self, root: Path) -> None:
        for _ in range(4 + self.choose(6)):
            self.step()
        self.history.add(
            dict(self.heads[0][1]), *(head for head, _ in self.heads), seconds=self.seconds + 60, message="All\n"
        )
        ids = self.history.write(root)
        put(root, ".git/fabric/events", *self.elsewhere)
        self.runtime(root)
        relations = [self.declaration(ids) for _ in range(self.choose(3))]
        put(root, self.pick(LEDGER, ".git/fabric/events"), *relations)

    def runtime(self, root: Path) -> None:
        scope = {"repo": "billing", "issue": "BILL-2"}
        put(root, ".git/fabric/runtime/threads", thread(self.next(), THREAD, scope=scope))
        for name in (THREAD, "thr-unknown"):
            if self.records and self.choose(2):
                rec, number = self.pick(*self.records), self.next()
                listed = [ident("evt", self.pick(*self.events[rec]))], [ident("rec", rec)]
                put(root, ".git/fabric/runtime/projections", projection(number, name, *listed))
                made = receipt(self.next(), number, name, *listed, self.pick("delivered", "exposed"))
                made["occurred_at"] = made["payload"]["receipt"]["occurred_at"] = moment(
                    START + self.pick(-100, 0, 61, 200), self.pick("", "5")
                )
                put(root, ".git/fabric/runtime/receipts", made)

    def declaration(self, ids: list[str]) -> Wire:
        commit = self.pick(*ids)
        spelled = self.pick(commit, commit[:12], commit[:8].upper())
        rec = self.pick(*self.records) if self.records else 900
        event: Wire = self.pick(
            {}, {"actor": AGENT | {"id": THREAD}, "trust": AGENT_ASSERTED}, {"correlation_id": THREAD}
        )
        end: Wire = {"kind": "commit", "id": spelled} | self.pick({}, {}, {"provider": "git"})
        kind = self.pick("implements", "informed_by", "derived_from")
        return relation(self.next(), kind, end, record_node(rec), event)

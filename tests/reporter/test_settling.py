"""The scripts of the forks page, taken out of a built page and run by bash in a repository of git."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support.command import fingerpost, without_ci
from support.events import Wire, changed, created, ident, record_node, relation
from support.ledger_git import LedgerGit, ledger_git
from support.shared import make_repository
from support.surveys import HOSTILE, spoken, survey_of

from fingerpost.ledger.challenges import CHALLENGE as CHALLENGE_KIND
from fingerpost.ledger.challenges import RESOLUTION
from fingerpost.ledger.identifiers import is_id
from fingerpost.reporter.pages import forks, record
from fingerpost.reporter.pages.blocks import Page
from fingerpost.reporter.pages.script_blocks import Scripts

EVIL = "\nEOF\nrm -rf . ; $(touch pwned) `touch pwned` \\ ' \" ''' \"\"\" \u2028 </pre>" + HOSTILE[0]
FORK = (
    created(1, text=EVIL, scope={"repo": "billing", "issue": "B-1", "paths": ["src/**"], "global": True}),
    changed(2, 1, 1, status="expired", lifecycle_reason="It is gone"),
    changed(3, 1, 1, durability="durable", lifecycle_reason="It stays"),
)
CHALLENGE = (
    created(1, text="Round once"),
    created(
        2,
        kind="challenge",
        status="open",
        text="Round per line",
        extensions={"fabric.direction.challenges": ident("rec", 1)},
    ),
    relation(3, "challenges", record_node(2), record_node(1)),
)


class _Found(HTMLParser):
    """The scripts of a built page: what is in the ``code`` of each, as text."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._inside = self._code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "details" and "fp-script" in (given.get("class") or ""):
            self._inside = True
        elif tag == "code" and self._inside:
            self._code = True
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._code = self._code and tag != "code"
        self._inside = self._inside and tag != "details"

    def handle_data(self, data: str) -> None:
        if self._code:
            self.scripts[-1] += data


def repository(root: Path, *events: Wire) -> LedgerGit:
    repo = ledger_git(root)
    repo.commit(**{event["event_id"]: json.dumps(event) for event in events})
    return repo


def built(repo: LedgerGit, page: str = "forks") -> str:
    out = repo.root.parent / "site"
    done = fingerpost("build", "--out", out, cwd=repo.root)
    assert done.code == 0, done.err
    return (out / page / "index.html").read_text(encoding="utf-8")


def scripts_of(html: str) -> list[str]:
    found = _Found()
    found.feed(html)
    return found.scripts


def filled(script: str, **values: str) -> str:
    """A script with what somebody filled in at its top."""
    for name, value in values.items():
        line = re.search(rf"^{name} = [^\n]*  #", script, flags=re.MULTILINE)
        assert line is not None
        script = f"{script[: line.start()]}{name} = {json.dumps(value)}  #{script[line.end() :]}"
    return script


def run(repo: LedgerGit, script: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a script with the python and the fingerpost of these tests."""
    tools = repo.root.parent / "tools"
    tools.mkdir(exist_ok=True)
    for name, words in (("python3", '"$@"'), ("fingerpost", '-m fingerpost "$@"')):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}\n', encoding="utf-8")
        tool.chmod(0o755)
    environment = {**without_ci(os.environ), "PATH": f"{tools}:{os.environ['PATH']}"}
    place = repo.root.parent / "script.sh"
    place.write_text(script + "\n", encoding="utf-8")
    return subprocess.run(
        ["bash", str(place)], cwd=folder or repo.root, env=environment, capture_output=True, text=True, check=False
    )


def severities(repo: LedgerGit, code: str) -> list[str]:
    found: dict[str, Any] = fingerpost("lint", "--format", "json", cwd=repo.root).json
    return [each["severity"] for each in found["findings"] if each["code"] == code]


def added(repo: LedgerGit) -> list[Any]:
    names = repo.git("status", "--porcelain", "-uall").splitlines()
    assert all(name.startswith("?? ") for name in names)
    return [json.loads((repo.root / name[3:]).read_bytes()) for name in names]


@pytest.mark.parametrize("choice", [0, 1, 2])
def test_a_fork_is_settled_by_the_script_of_each_choice(tmp_path: Path, choice: int) -> None:
    repo = repository(tmp_path / "repo", *FORK)
    assert severities(repo, "FP401") == ["error"]
    html = built(repo)
    scripts = scripts_of(html)
    assert len(scripts) == 3

    refused = run(repo, scripts[choice])
    assert refused.returncode == 1
    assert "Nothing was written: fill in ACTOR" in refused.stderr
    assert added(repo) == []

    values = {"ACTOR": "mara", "REASON": "We \"agreed\" $(touch pwned) 'so'"}
    if choice == 2:
        values["TEXT"] = "It holds for exports"
    done = run(repo, filled(scripts[choice], **values))
    assert "wrote" in done.stdout, done.stderr
    events = {each["event_type"]: each for each in added(repo)}
    assert set(events) == {"record.created", "relation.created"}
    made = events["record.created"]["payload"]["record"]
    kept = [ident("evt", 2), ident("evt", 3), None][choice]
    assert made["extensions"]["fingerpost.settles"] == {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": kept,
    }
    assert made["scope"] == FORK[0]["payload"]["record"]["scope"]
    assert made["reason"] == values["REASON"]
    if choice == 1:
        assert (made["text"], made["durability"]) == (EVIL, "durable")
    for each in events.values():
        assert is_id("evt", each["event_id"])
        assert each["actor"] == {"kind": "human", "id": "mara"}
        assert each["trust"]["level"] == "human_confirmed"
    assert not list(tmp_path.rglob("pwned"))

    assert severities(repo, "FP401") == ["notice"]
    assert severities(repo, "FP413") == []
    assert "Settled" in built(repo)
    assert scripts_of(built(repo)) == []
    again = run(repo, filled(scripts[choice], **values))
    assert again.returncode == 1
    assert "did it already" in again.stderr
    assert severities(repo, "FP413") == []


def test_a_script_writes_into_no_other_ledger_than_the_one_it_is_about(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", *FORK)
    script = filled(scripts_of(built(repo))[0], ACTOR="mara", REASON="agreed")
    other = repository(repo.root / ".git/other", created(8))  # a repository of its own, with another ledger
    without = make_repository(repo.root / ".git/plain")
    for place, said in ((other.root, "Run this in its own repository"), (without, "Run this in the repository")):
        done = run(repo, script, place)
        assert done.returncode == 1
        assert said in done.stderr
    assert added(repo) == []
    inside = repo.root / "fixtures/.fabric/ledger/events"
    inside.mkdir(parents=True)  # an example within the repository
    done = run(repo, script, inside.parents[2])
    assert "wrote" in done.stdout, done.stderr
    assert len(added(repo)) == 2
    assert list(inside.iterdir()) == []


@pytest.mark.parametrize("kind", [CHALLENGE_KIND, RESOLUTION])
def test_a_fork_of_a_challenge_or_an_answer_is_not_settled_as_a_decision(tmp_path: Path, kind: str) -> None:
    status = "open" if kind == CHALLENGE_KIND else "accepted"
    branches = (changed(2, 1, 1, status="expired"), changed(3, 1, 1, durability="durable"))
    html = built(repository(tmp_path / "repo", created(1, kind=kind, status=status), *branches))
    assert scripts_of(html) == []
    assert "None is offered here" in html


def test_a_later_branch_is_settled_anew_with_the_end_of_the_earlier_settlement(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", *FORK)
    run(repo, filled(scripts_of(built(repo))[1], ACTOR="mara", REASON="It stays"))
    third = changed(9, 1, 1, status="discarded")
    repo.commit(**{third["event_id"]: json.dumps(third)})
    assert severities(repo, "FP413") == ["error"]
    anew = scripts_of(built(repo))
    assert len(anew) == 4
    run(repo, filled(anew[0], ACTOR="mara", REASON="It is gone after all"))
    assert severities(repo, "FP413") == []
    assert severities(repo, "FP401") == ["notice"]


def test_only_a_person_whose_claim_is_strong_enough_settles(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", *FORK)
    weak = filled(scripts_of(built(repo))[0], ACTOR="ines", REASON="So", KIND="reviewer")
    done = run(repo, weak)
    assert "KIND must be human" in done.stderr
    assert added(repo) == []
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    ready = tmp_path / "ready.sh"
    ready.write_text(filled(scripts_of(built(repo))[0], ACTOR="mara", REASON="So"), encoding="utf-8")
    outside = subprocess.run(["bash", str(ready)], cwd=elsewhere, capture_output=True, text=True, check=False)
    assert outside.returncode != 0
    assert "Run this in the repository" in outside.stderr


@pytest.mark.parametrize(("choice", "status"), [(0, "accepted"), (1, "rejected")])
def test_an_open_challenge_is_answered_by_the_script_of_each_answer(tmp_path: Path, choice: int, status: str) -> None:
    repo = repository(tmp_path / "repo", *CHALLENGE)
    script = scripts_of(built(repo))[choice]
    assert script in scripts_of(built(repo, f"records/{ident('rec', 2)}"))
    done = run(repo, filled(script, ACTOR="mara", REASON="Support compares them"))
    assert "wrote" in done.stdout, done.stderr
    assert severities(repo, "FP411") == severities(repo, "FP412") == severities(repo, "FP308") == []
    assert "Open challenges" not in built(repo)
    page = built(repo, f"records/{ident('rec', 1)}")
    assert ("with an accepted challenge" in page) is (status == "accepted")
    governs = fingerpost("governs", "--issue", "BILL-1", "--format", "json", cwd=repo.root).json
    [governing] = governs["governing"]
    assert bool(governing["excepted_by"]) is (status == "accepted")
    text = fingerpost("governs", "--issue", "BILL-1", cwd=repo.root).out
    assert ("but: an accepted challenge" in text) is (status == "accepted")


def test_a_challenge_that_only_this_machine_has_is_answered_where_it_lies(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", CHALLENGE[0])
    store = repo.root / ".git" / "fabric" / "events"
    store.mkdir(parents=True)
    live = json.loads(json.dumps(CHALLENGE[1]))
    live["payload"]["record"]["durability"] = "live"
    for event in (live, CHALLENGE[2]):
        (store / f"{event['event_id']}.json").write_text(json.dumps(event), encoding="utf-8")
    out = tmp_path / "site"
    assert fingerpost("build", "--out", out, "--runtime", "auto", cwd=repo.root).code == 0
    script = scripts_of((out / "forks" / "index.html").read_text(encoding="utf-8"))[0]
    done = run(repo, filled(script, ACTOR="mara", REASON="Support compares them"))
    assert "wrote" in done.stdout, done.stderr
    assert added(repo) == []
    assert len(list(store.iterdir())) == 4
    assert severities(repo, "FP411") == []


def test_what_only_a_new_record_can_decide_says_who_and_how() -> None:
    other = {**created(1, text="Round per line"), "event_id": ident("evt", 7)}
    twice = survey_of(created(1, text="Round once"), other)
    page = forks.page(twice)
    said = " ".join(spoken(page.blocks).split())
    assert "Those who wrote the versions know which was first" in said
    [scripts] = [block for block in page.blocks if isinstance(block, Scripts)]
    assert [each.title for each in scripts.scripts] == [
        "Version 1 holds, of human mara: write it anew",
        "Version 2 holds, of human mara: write it anew",
    ]
    assert "FP303" in said
    assert Scripts in {type(block) for block in record_page_of(twice).blocks}


def record_page_of(survey: Any) -> Page:
    return record.page(survey, survey.history.records[ident("rec", 1)])


def test_branches_that_agree_are_said_to() -> None:
    same = survey_of(created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="expired"))
    assert "All of them make the same change" in spoken(forks.page(same).blocks)
    later = survey_of(
        created(1),
        changed(2, 1, 1, status="expired"),
        changed(3, 1, 1, durability="durable"),
        changed(4, 1, 3, status="expired", durability="candidate"),
    )
    assert "All of them end in the same state" in spoken(forks.page(later).blocks)
    titles = spoken(forks.page(later).blocks)
    assert "Branch 2 of 2: it ends expired, candidate" in titles

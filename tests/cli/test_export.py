"""Exports of a whole repository, through the command line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pyarrow.parquet as pq
import pytest
from jsonschema import Draft202012Validator
from prov.model import ProvDocument
from support.billing import example
from support.command import fingerpost
from support.shared import ROOT, git

FORMS = ("json", "graphml", "dot", "prov-json")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return example(tmp_path_factory.mktemp("made") / "repo")


def test_the_claims_are_those_of_the_traces(made: Path) -> None:
    exported = fingerpost("export", made, "--json", "--runtime", "auto").json
    Draft202012Validator(json.loads((ROOT / "schemas/export.schema.json").read_text("utf-8"))).validate(exported)
    commits = {each["subject_id"] for each in exported["claims"] if each["subject_kind"] == "commit"}
    assert commits
    for commit in commits:
        traced = fingerpost("trace", f"commit:{commit}", made, "--json").json
        wanted = {
            claim["record_id"]: (
                claim["verdict"],
                claim["availability"]["level"],
                claim["availability"]["existed"]["basis"],
                claim["availability"]["in_scope"]["value"],
                claim["availability"]["exposed"]["value"],
                claim["state_then"],
            )
            for claim in traced["claims"]
        }
        found = {
            each["record_id"]: tuple(
                each[name] for name in ("verdict", "level", "existed_basis", "in_scope", "exposed", "state_then")
            )
            for each in exported["claims"]
            if each["subject_id"] == commit
        }
        assert found == wanted


def test_without_the_runtime_no_delivery_is_known(made: Path) -> None:
    claims = fingerpost("export", made, "--json").json["claims"]
    assert {(each["delivered"], each["exposed"]) for each in claims} == {("unknown", "unknown")}


@pytest.mark.parametrize("form", FORMS)
def test_two_runs_under_other_circumstances_give_the_same_bytes(made: Path, form: str, tmp_path: Path) -> None:
    files = []
    for name, environment in (("a", {"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "1"}), ("b", {"LC_ALL": "tr_TR.UTF-8"})):
        files.append(tmp_path / name)
        command = [
            sys.executable,
            "-m",
            "fingerpost",
            "export",
            str(made),
            "--format",
            form,
            "--output",
            str(files[-1]),
        ]
        subprocess.run(command, check=True, capture_output=True, env={"PATH": os.environ["PATH"], **environment})
    assert files[0].read_bytes() == files[1].read_bytes()


def test_every_form_is_read_back(made: Path, tmp_path: Path) -> None:
    graph = nx.read_graphml(io.BytesIO(fingerpost("export", made, "--format", "graphml").out.encode()))
    records = len(fingerpost("list", made, "--status", "any", "--json", "--runtime", "none").json["data"]["records"])
    assert sum(told["kind"] == "record" for _, told in graph.nodes(data=True)) >= records
    assert ProvDocument.deserialize(content=fingerpost("export", made, "--format", "prov-json").out, format="json")
    for form in ("csv", "parquet"):
        done = fingerpost("export", made, "--format", form, "--output", tmp_path / form)
        assert (done.code, done.out) == (0, f"{tmp_path / form}\n")
        assert len(list((tmp_path / form).iterdir())) == 5
    assert pq.read_table(tmp_path / "parquet/records.parquet").num_rows == records


def test_an_earlier_revision_is_the_state_as_it_then_was(made: Path) -> None:
    first = git(made, "rev-list", "--reverse", "HEAD", "--", ".fabric/ledger").split()[0]
    then = fingerpost("export", made, "--json", "--rev", first).json
    now = fingerpost("export", made, "--json").json
    assert then["revision"] == first
    assert len(then["events"]) < len(now["events"])
    assert {each["revision"] for each in then["records"]} == {first}


def test_what_cannot_be_written_is_told_before_the_work(made: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert fingerpost("export", made, "--format", "csv").code == 2
    inside = made / ".git/x"
    for form, output in (("csv", tmp_path / "file"), ("json", tmp_path), ("csv", inside), ("json", inside)):
        done = fingerpost("export", made, "--format", form, "--output", output)
        assert (done.code, "Traceback" in done.err) == (2, False)
    assert not inside.exists()


def test_a_form_without_its_package_says_how_to_get_it(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "fingerpost.reporter.exports.parquet_form", raising=False)
    done = fingerpost("export", made, "--format", "parquet", "--output", "x")
    assert done.code == 2
    assert "pip install 'fingerpost[parquet]'" in done.err

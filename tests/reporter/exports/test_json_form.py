"""The JSON document and its schema."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator
from support.datasets import BROKEN, COMMIT, HOSTILE, dataset, story
from support.events import ident
from support.shared import ROOT

from fingerpost.reporter.exports.json_form import render_json, schema

SCHEMA = ROOT / "schemas/export.schema.json"


def test_the_schema_in_the_project_is_that_of_the_tables() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == schema(dataset(*story()))


def test_the_document_fits_the_schema_and_says_what_was_read() -> None:
    text = render_json(dataset(*story(HOSTILE), text=BROKEN))
    assert text.isascii()
    assert text.endswith("}\n")
    assert "\x1b" not in text
    value = json.loads(text)
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(value)
    assert [len(value[name]) for name in ("events", "records", "claims", "findings")] == [11, 2, 1, 1]
    contested = next(each for each in value["records"] if each["record_id"] == ident("rec", 1))
    assert (contested["state"], contested["contested"], contested["revisions"]) == ("contested", True, 1)
    assert contested["text"] == HOSTILE
    [declared] = [each for each in value["relations"] if each["trailer"]]
    assert (declared["from_id"], declared["trust_level"], declared["event_id"]) == (COMMIT, None, None)
    payload = json.loads(next(each["payload"] for each in value["events"] if each["event_id"] == ident("evt", 11)))
    assert payload["receipt"]["record_ids"] == [ident("rec", 2)]
    [claim] = value["claims"]
    assert (claim["verdict"], claim["level"], claim["existed_basis"]) == ("none", "existed", "tree")


def test_the_order_of_files_changes_nothing() -> None:
    events = story()
    assert render_json(dataset(*events)) == render_json(dataset(*reversed(events)))


def test_of_a_record_of_which_no_version_is_chosen_nothing_is_told() -> None:
    first, second = story()[0], {**story("Other")[0], "event_id": ident("evt", 30)}
    value = json.loads(render_json(dataset(first, second)))
    [record] = value["records"]
    assert (record["state"], record["text"], record["status"], record["head_event_id"]) == ("contested", *[None] * 3)

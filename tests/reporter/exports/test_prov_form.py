"""PROV-JSON, read back by the library of those who made the standard's."""

from __future__ import annotations

import json

from prov.model import ProvActivity, ProvAgent, ProvDerivation, ProvDocument, ProvEntity, ProvInfluence
from support.datasets import BROKEN, COMMIT, HOSTILE, dataset, story
from support.events import created, ident, record_node, relation

from fingerpost.reporter.exports.prov_form import render_prov


def read(text: str) -> ProvDocument:
    return ProvDocument.deserialize(content=text, format="json")


def test_each_thing_is_what_prov_calls_it() -> None:
    text = render_prov(dataset(*story(HOSTILE), text=BROKEN))
    assert text.isascii()
    document = read(text)
    names = {
        kind: {str(each.identifier) for each in document.get_records(kind)}
        for kind in (ProvEntity, ProvActivity, ProvAgent)
    }
    assert f"fp:record-{ident('rec', 1)}" in names[ProvEntity]
    assert f"fp:commit-{COMMIT}" in names[ProvActivity]
    assert len(names[ProvAgent]) == 2  # who is a person, and who the thread; nobody is named for the trailer


def test_what_prov_has_no_word_for_is_an_influence_of_our_own() -> None:
    value = json.loads(render_prov(dataset(*story())))
    assert not {"wasInformedBy", "used", "wasGeneratedBy"} & value.keys()
    kinds = sorted(each["prov:type"]["$"] for each in value["wasInfluencedBy"].values())
    assert kinds == [
        "fp:derived_from",
        "fp:exposed_to",
        "fp:exposed_to",
        "fp:implements",
        "fp:implements",
        "fp:informed_by",
    ]
    [revision] = value["wasDerivedFrom"].values()
    assert revision["prov:generatedEntity"] == f"fp:record-{ident('rec', 2)}"
    assert revision["prov:usedEntity"] == f"fp:record-{ident('rec', 1)}"
    assert revision["prov:type"]["$"] == "prov:Revision"


def test_a_trailer_claims_no_trust() -> None:
    value = json.loads(render_prov(dataset(*story())))
    [declared] = [each for each in value["wasInfluencedBy"].values() if "fp:trailer" in each]
    assert not {"fp:claims", "fp:declared_by"} & declared.keys()


def test_two_events_that_do_not_say_whose_they_are_have_no_agent_in_common() -> None:
    nameless = {"actor": {"kind": "human"}}
    named = {"actor": {"kind": "human", "id": "ada"}}
    value = json.loads(
        render_prov(
            dataset(
                created(1, event=nameless),
                created(2, event=nameless),
                created(3, event=named),
                created(4, event=named),
                relation(5, "derived_from", record_node(1), record_node(2), nameless),
            )
        )
    )
    by = {each["prov:entity"]: each["prov:agent"] for each in value["wasAttributedTo"].values()}
    one, two, three, four = (by[f"fp:record-{ident('rec', number)}"] for number in (1, 2, 3, 4))
    assert one != two
    assert three == four
    [edge] = value["wasDerivedFrom"].values()
    assert edge["fp:declared_by"] not in by.values()
    assert len(value["agent"]) == 4


def test_reading_it_back_gives_every_relation_and_the_order_of_files_changes_nothing() -> None:
    data = dataset(*story())
    document = read(render_prov(data))
    found = [*document.get_records(ProvInfluence), *document.get_records(ProvDerivation)]
    assert len({str(each) for each in found}) == len(data.relations)
    assert render_prov(data) == render_prov(dataset(*reversed(story())))

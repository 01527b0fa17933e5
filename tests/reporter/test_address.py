import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import ident

from fingerpost.reporter.pages.address import (
    HOME,
    RECORDS,
    Address,
    commit_page,
    record_page,
    site_link,
    slug,
    tree_link,
)

REC = ident("rec", 1)


def test_ids_of_the_protocol_name_their_pages() -> None:
    assert record_page(REC).site_path == f"records/{REC}/index"
    assert record_page(REC).tree_path == f"records/{REC}"
    assert RECORDS.tree_path == "records/README"
    assert commit_page("abc1234").site_path == "commits/abc1234/index"


@pytest.mark.parametrize(
    ("source", "target", "site", "tree"),
    [
        (HOME, RECORDS, "records/index.html", "records/README.md"),
        (RECORDS, HOME, "../index.html", "../README.md"),
        (record_page(REC), HOME, "../../index.html", "../README.md"),
        (record_page(REC), commit_page("abc1234"), "../../commits/abc1234/index.html", "../commits/abc1234.md"),
        (RECORDS, record_page(REC), f"{REC}/index.html", f"{REC}.md"),
    ],
)
def test_links_are_relative_and_name_a_file(source: Address, target: Address, site: str, tree: str) -> None:
    assert site_link(source, target) == site
    assert tree_link(source, target) == tree


@given(st.text())
def test_any_id_gives_a_short_plain_lower_case_name(identifier: str) -> None:
    name = slug(identifier)
    assert 0 < len(name) <= 64
    assert name == name.lower()
    assert name.isascii()
    assert not set(name) & set('/\\.:*?"<>| ')


def test_names_do_not_collide_where_case_folds() -> None:
    assert len({slug(each).lower() for each in ("Fix", "fix", "FIX", "fix!", "CON", "con")}) == 6

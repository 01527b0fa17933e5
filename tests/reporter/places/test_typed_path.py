"""What the field for a path makes of what people type and paste, in Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from support.browsing import IN_BROWSER, launched
from support.events import created
from support.surveys import survey_of

from fingerpost.reporter.pages.address import folder_page
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.places.path_index import MOST_TRACKED, example_path, path_index, path_index_file
from fingerpost.reporter.site.assets import script
from fingerpost.reporter.site.mkdocs_site import write_site

pytestmark = IN_BROWSER

TRACKED = (
    ".gitignore",
    "README.md",
    "docs/README.md",
    "services/billing/refunds.py",
    "services/billing/tax/rates.py",
    "services/payments/refunds.py",
    "services/odd\u200bname/rates.py",
    "back\\slash.txt",
    "ends:12",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def engine(browser: Browser) -> Page:
    """An empty page that has the script, and the index of a small repository."""
    page = browser.new_page()
    page.set_content("<!doctype html><title>x</title>")
    page.add_script_tag(content=script(alone=False).decode("utf-8"))
    index = path_index(survey_of(created(1, scope={"paths": ["services/**"]}), tracked=frozenset(TRACKED)))
    page.evaluate("index => { window.index = index; }", json.loads(json.dumps(index)))
    return page


def meant(engine: Page, typed: str, *, known: bool = True) -> Any:
    asked = """([typed, known]) => {
        const { meant, treeOf } = window.fingerpost.typedPath;
        return meant(known ? treeOf(window.index) : null, typed);
    }"""
    return engine.evaluate(asked, [typed, known])


HOST = "https://code.example/acme/shop"


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("services/billing/x.py", "services/billing/x.py"),
        ("  docs/README.md \t", "docs/README.md"),
        ("./docs/README.md", "docs/README.md"),
        ("/docs/README.md", "docs/README.md"),
        ("/docs/new.md", "docs/new.md"),
        ("/nowhere/x", "nowhere/x"),
        ("services\\billing\\x.py", "services/billing/x.py"),
        (".\\docs\\README.md", "docs/README.md"),
        ("C:\\work\\shop\\docs\\README.md", "docs/README.md"),
        ("/home/ada/shop/services/billing/new.py", "services/billing/new.py"),
        ("/home/ada/shop/services/new/deep/x.py", "services/new/deep/x.py"),
        ("~/shop/docs/README.md", "docs/README.md"),
        ("`docs/README.md`", "docs/README.md"),
        ('"docs/README.md"', "docs/README.md"),
        ("docs/README.md:12", "docs/README.md"),
        ("docs/README.md:12:5", "docs/README.md"),
        ("docs/README.md#L3-L9", "docs/README.md"),
        (f"{HOST}/blob/main/docs/README.md", "docs/README.md"),
        (f"{HOST}/blob/feature/deep/docs/README.md?plain=1#L10", "docs/README.md"),
        (f"{HOST}/blob/feature/deep/services/billing/new.py", "services/billing/new.py"),
        (f"{HOST}/blob/main/nothing/here.txt", "nothing/here.txt"),
        (f"{HOST}/-/blob/main/docs/README.md", "docs/README.md"),
        (f"{HOST}/src/branch/main/docs/README.md", "docs/README.md"),
        (f"{HOST}/tree/main/services/billing/", "services/billing"),
        (f"{HOST}/tree/main", ""),
        ("https://raw.example/acme/shop/main/docs/README.md", "docs/README.md"),
        ("code.example/acme/shop/blob/main/docs/README.md", "docs/README.md"),
        (f"{HOST}/blob/main/docs/%52EADME.md", "docs/README.md"),
        (f"{HOST}/blob/main/docs/%E0%A4%A", "docs/%E0%A4%A"),
        ("back\\slash.txt", "back\\slash.txt"),  # it is there as it is spelled
        ("ends:12", "ends:12"),
    ],
)
def test_a_path_is_found_in_what_people_paste_and_a_different_spelling_is_said(
    engine: Page, typed: str, path: str
) -> None:
    asked = meant(engine, typed)
    assert asked["path"] == path
    assert asked["taken"] == (typed.strip() not in (path, f"{path}/"))


def test_what_leads_out_or_names_nothing_is_said(engine: Page) -> None:
    for typed in ("../x", "docs/../../x"):
        assert meant(engine, typed) == {"said": "Name a path inside the repository, relative to its top."}
    for typed in ("https://elsewhere.example/a/b", "https://elsewhere.example"):
        assert meant(engine, typed) == {"said": "This address names no path of this repository."}


def test_where_no_file_is_known_the_spelling_alone_tells(engine: Page) -> None:
    for typed, path in (
        (f"{HOST}/blob/main/docs/README.md#L3", "docs/README.md"),
        ("services\\x.py", "services/x.py"),
        ("/services/x.py", "services/x.py"),
    ):
        assert meant(engine, typed, known=False)["path"] == path


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("Services/Billing/x.py", ["services/billing/x.py"]),
        ("DOCS", ["docs/"]),
        ("docs/readme.md", ["docs/README.md", "README.md"]),
        ("billing", ["services/billing/"]),
        ("lib/refunds.py", ["services/billing/refunds.py", "services/payments/refunds.py"]),
        ("rates.py", ["services/billing/tax/rates.py"]),  # never a name some of whose characters hide
        ("services/billing/x.py", []),
        ("nothing/here.txt", []),
    ],
)
def test_near_names_differ_in_case_or_lie_elsewhere(engine: Page, path: str, names: list[str]) -> None:
    asked = """path => {
        const { near, treeOf } = window.fingerpost.typedPath;
        return near(window.index, treeOf(window.index), path);
    }"""
    assert engine.evaluate(asked, path) == [names, len(names)]


def test_of_many_near_names_the_first_few_are_offered(engine: Page) -> None:
    many = path_index(survey_of(created(1), tracked=frozenset(f"d{number:02}/same.py" for number in range(30))))
    asked = "index => window.fingerpost.typedPath.near(index, window.fingerpost.typedPath.treeOf(index), 'Same.py')"
    names, number = engine.evaluate(asked, json.loads(json.dumps(many)))
    assert names == [f"d{number:02}/same.py" for number in range(8)]
    assert number == 30


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the small repository, with direction for everywhere, and for a file that is not there."""
    survey = survey_of(
        created(1, text="Local", scope={"paths": ["services/**", "docs/later.md"]}),
        created(2, text="Everywhere", scope={"global": True}),
        tracked=frozenset(TRACKED),
    )
    target = tmp_path_factory.mktemp("typed") / "site"
    write_site(
        compose(survey),
        target,
        survey.page_of,
        name="s",
        epoch=1,
        progress=lambda what, done, total: None,
        extra=path_index_file(survey),
    )
    return target


def answer(page: Page, typed: str) -> tuple[str, list[str]]:
    """The headline, and the lines that are no record."""
    page.fill("#fp-path", typed)
    page.click(".fp-ask button")
    page.wait_for_function("document.querySelector('.fp-ask__said').textContent !== ''")
    return page.inner_text(".fp-ask__said"), page.locator(".fp-ask__found > p:not(.fp-ask__command)").all_inner_texts()


@pytest.mark.parametrize(
    ("typed", "said", "lines"),
    [
        ("services/billing/refunds.py", "2 records govern services/billing/refunds.py", ["A tracked file."]),
        (
            "docs/later.md",
            "2 records govern docs/later.md",
            ["Not a tracked file: the answer is for a new file at this path."],
        ),
        (
            "services\\billing",
            "2 records govern something in services/billing/",
            ["What you typed was taken for services/billing/.", "A folder with 2 tracked files."],
        ),
        (
            "services/",
            "2 records govern something in services/",
            ["A folder with 4 tracked files, which has a page of its own."],
        ),
        (
            "nowhere/",
            "Only what holds everywhere governs nowhere/: 1 record",
            ["A folder in which git tracks no file: the answer is for what may come there."],
        ),
        (
            "Services/x.py",
            "Only what holds everywhere governs Services/x.py: 1 record",
            ["Not a tracked file: the answer is for a new file at this path.", "Did you mean services/x.py?"],
        ),
        ("/etc/../../x", "Name a path inside the repository, relative to its top.", []),
    ],
)
def test_the_field_says_what_is_there_and_what_governs_it(
    browser: Browser, site: Path, typed: str, said: str, lines: list[str]
) -> None:
    page = browser.new_page()
    page.goto((site / "paths/index.html").as_uri())
    assert answer(page, typed) == (said, lines)
    page.close()


def test_a_near_name_is_one_click_away_and_an_empty_question_says_what_to_do(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    assert page.get_attribute("#fp-path", "placeholder") == "services/billing/refunds.py"
    page.focus("#fp-path")
    page.keyboard.press("Enter")
    page.wait_for_selector(".fp-ask__said:has-text('Type the path of a file or a folder')")
    page.click(".fp-ask__found a:has-text('pick a folder in the tree')")
    page.wait_for_url("**/paths/index.html")
    answer(page, "Services/x.py")
    page.click(".fp-ask__near a")
    page.wait_for_selector(".fp-ask__said:has-text('2 records govern services/x.py')")
    assert page.input_value("#fp-path") == "services/x.py"
    page.close()


def test_the_page_of_a_folder_says_that_a_part_of_it_is_not_there(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / f"{folder_page('docs').site_path}.html").as_uri())
    assert "a part of it: docs/later.md, which git does not track" in page.inner_text("article")
    page.goto((site / "paths/index.html").as_uri() + "#path=docs")
    page.wait_for_selector(".fp-why:has-text('a part of it: docs/later.md, which git does not track')")
    assert "and 4 files in no folder" in page.inner_text(".fp-outline")
    page.close()


def test_the_index_names_tracked_files_by_folder_or_says_why_not() -> None:
    index = path_index(survey_of(created(1), tracked=frozenset(TRACKED)))
    assert ["docs", ["README.md"]] in index["tracked"]
    assert ["", [".gitignore", "README.md", "back\\slash.txt", "ends:12"]] in index["tracked"]
    assert index["hidden"] == ["services/odd\u200bname", "services/odd\u200bname/rates.py"]
    unasked = path_index(survey_of(created(1)))
    assert (unasked["tracked"], unasked["untold"]) == (None, "git was not asked")
    many = path_index(survey_of(created(1), tracked=frozenset(f"{n}.py" for n in range(MOST_TRACKED + 1))))
    assert many["tracked"] is None
    assert f"{MOST_TRACKED + 1:,} tracked files" in many["untold"]


def test_the_example_is_a_tracked_file_that_direction_speaks_of() -> None:
    scope = {"paths": ["services/**"]}
    assert example_path(survey_of(created(1, scope=scope), tracked=frozenset(TRACKED))) == "services/billing/refunds.py"
    assert example_path(survey_of(created(1, scope=scope), tracked=frozenset({"other.py"}))) == ""
    assert example_path(survey_of(created(1, scope=scope))) == ""

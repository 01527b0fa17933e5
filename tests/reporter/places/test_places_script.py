"""The script of the page of paths in Chromium: its matching is the ledger's, and no text of the ledger acts."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, sync_playwright
from support.events import changed, created, ident, record_node, relation
from support.placed import AREAS, ENTRIES, FILES, ledgers
from support.surveys import HOSTILE, hostile_ledger, survey_of

from fingerpost.ledger.governing import Asked, direction_for
from fingerpost.ledger.inert import visible as shown
from fingerpost.ledger.matching import normalised, pattern_matches
from fingerpost.reporter.pages.address import area_page, folder_page, issue_page, pr_page
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.places.folders import local_direction
from fingerpost.reporter.pages.places.path_index import MOST_FILES, path_index, path_index_file
from fingerpost.reporter.pages.survey import Survey
from fingerpost.reporter.site.assets import script
from fingerpost.reporter.site.mkdocs_site import write_site

CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def engine(browser: Browser) -> Page:
    """An empty page that has the script."""
    page = browser.new_page()
    page.set_content("<!doctype html><title>x</title>")
    page.add_script_tag(content=script(alone=False).decode("utf-8"))
    return page


MARKS = "ab/-]^[*?\\. é\U0001f600\n\x1f\x85\ufeff"
SAMPLES = [
    "a/**",
    "**",
    "/**",
    "a/*/b",
    "[a-b]*",
    "[^a]",
    "[]a]",
    "[a",
    "a\\",
    "[b-a]",
    "[\\]]x",
    "*a*b*",
    " ./a ",
    "?*",
]


def test_matching_is_that_of_the_ledger(engine: Page) -> None:
    made = random.Random(5)

    def text() -> str:
        return "".join(made.choice(MARKS) for _ in range(made.randrange(9)))

    patterns = [*SAMPLES, *(text() for _ in range(1500))]
    pairs = [
        [pattern, made.choice([text(), made.choice(patterns), pattern.replace("*", "ab")])] for pattern in patterns
    ]
    pairs += [
        [pattern, value] for pattern in SAMPLES for value in ("a", "b", "ab", "a/b", "a/c/b", "/", "]x", "aabb", "")
    ]
    asked = "pairs => pairs.map(([pattern, value]) => window.fingerpost.places.matches(pattern, value))"
    answers = engine.evaluate(asked, pairs)
    expected = [pattern_matches(pattern, value) for pattern, value in pairs]
    assert [pair for pair, one, other in zip(pairs, answers, expected, strict=True) if one != other] == []
    assert 100 < sum(expected) < len(pairs) - 100


@settings(
    max_examples=100,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(ledgers(), AREAS, st.lists(ENTRIES, min_size=1, max_size=4))
def test_what_governs_a_path_is_what_the_ledger_says(
    engine: Page, events: list[Any], areas: dict[str, tuple[str, ...]], values: list[str]
) -> None:
    found = survey_of(*events, areas=areas, tracked=frozenset(FILES))
    asked = """([index, values]) => values.map((value) =>
        window.fingerpost.places.governing(index, [value]).governed.map((each) => [
          each.record.id,
          each.tier,
          each.paths.map(([pattern, area]) => [index.patterns[pattern][0], area < 0 ? null : index.areas[area]]),
          each.settles.map((place) => index.records[place].id),
          each.record.challenged.map((place) => index.records[place].id),
        ]))"""
    answers = engine.evaluate(asked, [json.loads(json.dumps(path_index(found))), values])
    for value, answer in zip(values, answers, strict=True):
        whole = direction_for(found.history, areas, Asked((value,)))
        expected = [
            [
                each.record.record_id,
                int(each.tier),
                [[normalised(met.pattern), met.area] for met in each.match.paths],
                list(each.settles),
                list(each.challenged_by),
            ]
            for each in whole.governed
        ]
        assert answer == expected, value


@settings(
    max_examples=50,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(ledgers(), AREAS)
def test_what_governs_a_folder_is_what_its_page_says(
    engine: Page, events: list[Any], areas: dict[str, tuple[str, ...]]
) -> None:
    found = survey_of(*events, areas=areas, tracked=frozenset(FILES))
    held = [folder for folder in found.territory.folders.values() if folder.path]
    asked = """([index, folders]) => folders.map((path) => {
        const values = window.fingerpost.places.valuesOf(index, { path, folder: true });
        return window.fingerpost.places.governing(index, values).governed.map((each) => [each.record.id, each.tier]);
    })"""
    answers = engine.evaluate(asked, [json.loads(json.dumps(path_index(found))), [folder.path for folder in held]])
    for folder, answer in zip(held, answers, strict=True):
        governed = local_direction(found, folder).governed
        assert answer == [[each.record.record_id, int(each.tier)] for each in governed], folder.path


@pytest.mark.parametrize(
    ("typed", "path", "folder"),
    [
        ("a/b.py", "a/b.py", False),
        (" ./a//b/./c ", "a/b/c", False),
        ("a/b/", "a/b", True),
        ("a/b/..", "a", True),
        ("a/../b", "b", False),
        (".", "", True),
        ("...", "...", False),
    ],
)
def test_a_path_is_taken_as_a_command_line_takes_it(engine: Page, typed: str, path: str, folder: bool) -> None:
    tidy = "typed => window.fingerpost.places.tidy(typed)"
    assert engine.evaluate(tidy, typed) == {"path": path, "folder": folder}
    for out in ("../x", "/etc/x", "a/../../b"):
        assert engine.evaluate(tidy, out) is None


def built(target: Path, survey: Survey) -> Path:
    write_site(
        compose(survey),
        target,
        survey.page_of,
        name=survey.name,
        epoch=1,
        progress=lambda what, done, total: None,
        extra=path_index_file(survey),
    )
    return target


LINE = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
ODD = tuple(f"x{text.replace('/', '|')}" for text in HOSTILE)  # each a name that git could have


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in which every place has a name that wants to act."""
    places = [
        created(
            100 + n, text=odd, scope={"paths": [f"{odd}/**", f"{odd}/*.py"], "areas": [odd], "issue": odd, "pr": odd}
        )
        for n, odd in enumerate(ODD)
    ]
    plain = created(90, text="Plain", scope={"paths": ["src/**", "src/*.py"]})
    tracked = frozenset({*(f"{odd}/{odd}.py" for odd in ODD), "src/a.py", "src/deep/b.py"})
    areas = {odd: (f"{odd}/**",) for odd in ODD}
    survey = survey_of(*hostile_ledger(), *places, plain, areas=areas, tracked=tracked, merged={}, closed={})
    return built(tmp_path_factory.mktemp("places") / "site", survey)


class Watch:
    """A page of which every complaint and every dialog is noted."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def quiet(self) -> None:
        assert self.page.evaluate("window.__pwned") is None
        assert self.page.locator("article script, article img, article iframe, article [onclick]").count() == 0
        assert self.complaints == []


@pytest.fixture
def watch(browser: Browser) -> Iterator[Watch]:
    watching = Watch(browser)
    yield watching
    watching.quiet()
    watching.context.close()


@pytest.mark.parametrize("odd", ODD)
def test_a_place_of_any_name_is_shown_as_text(watch: Watch, site: Path, odd: str) -> None:
    for address, title in (
        (folder_page(odd), f"{shown(odd)}/"),
        (area_page(odd), shown(odd)),
        (issue_page(odd), f"Issue {shown(odd)}"),
        (pr_page(odd), f"PR {shown(odd)}"),
    ):
        watch.page.goto((site / f"{address.site_path}.html").as_uri())
        assert watch.page.locator("h1 bdi").text_content() == title
        watch.quiet()


def test_the_field_answers_any_name_as_text(watch: Watch, site: Path) -> None:
    watch.page.goto((site / "paths/index.html").as_uri())
    field = watch.page.locator("#fp-path")
    for odd in ODD:
        if "\n" in odd:
            continue  # no field of one line can hold it
        field.fill(f"{odd}/new.py")
        watch.page.locator(".fp-ask button").click()
        path = f"{odd}/new.py".strip()
        watch.page.wait_for_function(
            "path => document.querySelector('.fp-ask__said').textContent.endsWith(path)", arg=path
        )
        found = watch.page.locator(".fp-ask__found")
        patterns = found.locator(".fp-why code").all_text_contents()
        assert f"{shown(odd)}/**" in patterns or f"{shown(odd)}/*.py" in patterns
        watch.quiet()


def test_the_field_answers_files_and_folders_and_keeps_the_question(watch: Watch, site: Path) -> None:
    watch.page.goto((site / "paths/index.html").as_uri())
    watch.page.fill("#fp-path", "src/new.py")
    watch.page.wait_for_selector(".fp-governed__title:has-text('Plain')")
    watch.page.wait_for_function("location.hash === '#path=src%2Fnew.py'")
    assert watch.page.locator(".fp-ask__said").text_content() == "1 record governs src/new.py"
    assert watch.page.locator(".fp-why li").all_text_contents() == ["by src/**", "by src/*.py"]
    watch.page.fill("#fp-path", "src")
    watch.page.wait_for_selector(".fp-ask__said:has-text('something in src/')")
    assert watch.page.locator(".fp-ask__found .fp-why li").all_text_contents() == [
        "everything in it, by src/**",
        "src/a.py, by src/*.py",
    ]
    command = watch.page.locator(".fp-ask__command code").text_content()
    assert command == "fingerpost governs src/ --runtime auto"
    watch.page.fill("#fp-path", "web/x")
    watch.page.wait_for_selector(".fp-ask__said:has-text('Nothing that was read governs web/x')")
    watch.page.fill("#fp-path", "../x")
    watch.page.wait_for_selector(".fp-ask__said:has-text('inside the repository')")
    watch.page.goto("about:blank")
    watch.page.goto((site / "paths/index.html").as_uri() + "#path=src%2Fdeep%2Fb.py")
    watch.page.wait_for_selector(".fp-ask__said:has-text('src/deep/b.py')")
    watch.page.click(".fp-governed__title a:has-text('Plain')")
    assert ident("rec", 90) in watch.page.url


def test_an_answer_says_what_to_prefer_and_reject_and_what_is_in_doubt(watch: Watch, tmp_path: Path) -> None:
    scope = {"paths": ["src/**"]}
    ways: dict[str, Any] = {"preferred_paths": ["one", LINE, "three", "four", "five"], "rejected_paths": ["w" * 500]}
    challenge = created(4, kind="challenge", status="open", text="Too strict", scope={"paths": ["docs/**"]})
    survey = survey_of(
        created(1, text="Plain", scope=scope, **ways),
        created(2, text="Forked", scope=scope, rejected_paths=["neither"]),
        changed(21, 2, 2, status="expired"),
        changed(22, 2, 2, durability="durable"),
        challenge,
        relation(5, "challenges", record_node(4), record_node(1)),
    )
    site = built(tmp_path / "site", survey)
    watch.page.goto((site / "paths/index.html").as_uri() + "#path=src/a.py")
    watch.page.wait_for_selector(".fp-governed__title:has-text('Plain')")
    items = watch.page.locator(".fp-ask__found .fp-governed > li")
    said = {
        item.locator(".fp-governed__title a").inner_text(): item.locator("p").all_text_contents()
        for item in items.all()
    }
    assert said["Forked"][0].startswith("Forked ◆ contested")
    assert said["Forked"][2:] == ["2 versions and changes, none is chosen: side by side", "reject: neither"]
    assert said["Plain"][2:] == [
        "◆ challenged by Too strict, which nobody has answered",
        "prefer: one",
        f"prefer: {shown(LINE)[:159]}…" if len(LINE) > 160 else f"prefer: {shown(LINE)}",
        "prefer: three",
        "prefer: and 2 more",
        f"reject: {'w' * 159}…",
    ]
    watch.page.click(".fp-ask__found a:has-text('side by side')")
    watch.page.wait_for_url("**/forks/index.html")


def test_a_folder_says_of_which_pattern_not_all_files_were_looked_at(watch: Watch, tmp_path: Path) -> None:
    many = [f"src/{number:04}.py" for number in range(MOST_FILES + 30)]
    survey = survey_of(
        created(1, text="Many", scope={"paths": ["src/*.py", "docs/*.md"]}),
        tracked=frozenset([*many, "docs/a.md"]),
    )
    index = path_index(survey)
    assert list(index["cut"].values()) == [["src/", MOST_FILES + 30]]
    site = built(tmp_path / "site", survey)
    for path, told in (("src/", True), ("docs/", False), ("src/0229.py", False)):
        watch.page.goto("about:blank")
        watch.page.goto((site / "paths/index.html").as_uri() + f"#path={path}")
        watch.page.wait_for_selector(".fp-governed__title:has-text('Many')")
        said = watch.page.locator(".fp-ask__found").inner_text()
        shown_part = "Showing 200 of 230 files that src/*.py meets: others in this folder are not looked at here."
        assert (shown_part in said) == told, path


def test_without_scripts_the_tree_is_the_answer(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "paths/index.html").as_uri())
    assert "fingerpost governs PATH --runtime auto" in page.locator(".fp-governs").inner_text()
    page.click(".fp-outline a:has-text('src/')")
    assert "everything in it, by src/**" in page.locator("main").inner_text()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_scrolls_down_only(browser: Browser, site: Path, scheme: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    odd = ODD[6]
    paths = [folder_page(odd), area_page(odd), issue_page(odd), pr_page(odd)]
    names = [
        *(f"{address.site_path}.html" for address in paths),
        *(f"{each}/index.html" for each in ("areas", "issues", "prs")),
    ]
    for name in (*names, "paths/index.html#path=src"):
        file, _, part = name.partition("#")
        page.goto((site / file).as_uri() + (f"#{part}" if part else ""))
        page.wait_for_timeout(50)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    context.close()

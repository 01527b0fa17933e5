import re
from importlib.resources import files
from pathlib import Path

from fingerpost import site_templates
from fingerpost.reporter.site.assets import script, style

ASSETS = Path(str(files(site_templates))) / "assets"


def spelled(path: Path) -> str:
    """A part as the whole has it: with what its lines stand for."""
    return re.sub(
        r"^/\*= (.+) \*/$",
        lambda found: (ASSETS / found[1]).read_text(encoding="utf-8").rstrip(),
        path.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    ).rstrip()


def test_every_part_is_in_the_whole_in_the_order_of_names() -> None:
    for folder, suffix, joined in (("styles", "css", style), ("scripts", "js", script)):
        whole = joined(alone=False).decode()
        parts = [spelled(path) for path in sorted((ASSETS / folder).glob(f"*.{suffix}"))]
        places = [whole.index(part) for part in parts]
        assert parts
        assert places == sorted(places)


def test_the_dark_colours_have_one_source() -> None:
    whole = style(alone=True).decode()
    assert "/*=" not in whole
    shared = {path.name: path.read_text(encoding="utf-8").rstrip() for path in sorted((ASSETS / "dark").iterdir())}
    assert {name: whole.count(text) for name, text in shared.items()} == dict.fromkeys(("frame.css", "pages.css"), 2)
    written = "".join(path.read_text(encoding="utf-8") for path in ASSETS.rglob("*.css") if path.parent.name != "dark")
    assert [line for text in shared.values() for line in text.splitlines() if line in written] == []


def test_what_changes_a_whole_site_goes_only_into_our_own() -> None:
    for joined, suffix in ((style, "css"), (script, "js")):
        own = [spelled(path) for path in sorted((ASSETS / "alone").glob(f"*.{suffix}"))]
        assert own
        for part in own:
            assert part in joined(alone=True).decode()
            assert part not in joined(alone=False).decode()


def test_nothing_is_fetched_from_elsewhere() -> None:
    for content in (style(alone=True), script(alone=True)):
        text = content.decode()
        assert "@import" not in text
        assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert not re.search(r"url\((?!\s*[\"']?data:)", style(alone=True).decode())

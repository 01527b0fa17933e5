import re
from importlib.resources import files
from pathlib import Path

from fingerpost import site_templates
from fingerpost.reporter.site.assets import script, style

ASSETS = Path(str(files(site_templates))) / "assets"


def test_every_part_is_in_the_whole_in_the_order_of_names() -> None:
    for folder, suffix, joined in (("styles", "css", style), ("scripts", "js", script)):
        whole = joined(alone=False).decode()
        parts = [path.read_text(encoding="utf-8").rstrip() for path in sorted((ASSETS / folder).glob(f"*.{suffix}"))]
        places = [whole.index(part) for part in parts]
        assert parts
        assert places == sorted(places)


def test_what_changes_a_whole_site_goes_only_into_our_own() -> None:
    for joined, suffix in ((style, "css"), (script, "js")):
        own = [path.read_text(encoding="utf-8").rstrip() for path in sorted((ASSETS / "alone").glob(f"*.{suffix}"))]
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

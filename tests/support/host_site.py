"""A team's own MkDocs site, which the plugin adds a section to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ENTRY_POINTS = "[mkdocs.plugins]\nfingerpost = fingerpost.cli.mkdocs_plugin:FingerpostPlugin\n"


@dataclass(frozen=True)
class Built:
    """What a build of the site left behind."""

    code: int
    err: str
    site: Path


@dataclass(frozen=True)
class Host:
    """The folder of a site: ``mkdocs.yml``, ``docs`` and, once built, ``site``."""

    root: Path

    @classmethod
    def make(cls, root: Path, options: Mapping[str, Any], plugins: Sequence[Any] = ("search",), **config: Any) -> Host:
        """A site of two pages. ``options`` are the plugin's; ``config`` is added to ``mkdocs.yml``."""
        docs = root / "docs"
        docs.mkdir(parents=True)
        (docs / "index.md").write_text("# Home of the host\n\nSee [direction](direction/index.md).\n")
        (docs / "guide.md").write_text("# Guide\n")
        whole = {
            "site_name": "Host",
            "theme": {"name": "material", "font": False},
            "plugins": [*plugins, {"fingerpost": dict(options)}],
            **config,
        }
        (root / "mkdocs.yml").write_text(json.dumps(whole), encoding="utf-8")
        known = root / "known" / "fingerpost_plugin-1.dist-info"  # as an installed package tells of it
        known.mkdir(parents=True)
        (known / "entry_points.txt").write_text(_ENTRY_POINTS)
        (known / "METADATA").write_text("Metadata-Version: 2.1\nName: fingerpost-plugin\nVersion: 1\n")
        return cls(root)

    def environment(self) -> dict[str, str]:
        """In which MkDocs finds the plugin, and Material says nothing of itself."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        kept.pop("SOURCE_DATE_EPOCH", None)
        return kept | {"PYTHONPATH": str(self.root / "known"), "NO_MKDOCS_2_WARNING": "1", "PYTHONUNBUFFERED": "1"}

    def command(self, *words: str) -> list[str]:
        """A command line of MkDocs for this site."""
        return [sys.executable, "-m", "mkdocs", *words, "-f", str(self.root / "mkdocs.yml")]

    def build(self, *words: str) -> Built:
        """Build the site as the team would."""
        done = subprocess.run(
            self.command("build", *words), env=self.environment(), capture_output=True, text=True, check=False
        )
        return Built(done.returncode, done.stdout + done.stderr, self.root / "site")

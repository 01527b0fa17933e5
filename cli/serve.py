"""``fingerpost serve``: the site on this machine, kept up to date while the ledger changes."""

from __future__ import annotations

from pathlib import Path

import click

from .reading_options import ReadingOptions, reading_options


@click.command("serve")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any free one."
)
@click.option("--open", "open_it", is_flag=True, help="Open the site in a browser.")
@reading_options(runtime="none")
def command(repo: Path | None, port: int, open_it: bool, options: ReadingOptions) -> int:
    """Show the site on this machine, and reload it in the browser when the ledger changes.

    \b
    fingerpost serve
    fingerpost serve --runtime auto --open
    fingerpost serve --port 0

    Only this machine can ask for it. What changed is built again; nothing is written into the repository. Ctrl-C ends
    it.
    """
    from .site_server import serve_site  # what makes sites takes long to load, also when a shell completes a word

    return serve_site(repo, options, port=port, open_it=open_it)

"""``fingerpost build``: the published site."""

from __future__ import annotations

from pathlib import Path

import click

from .reading_options import ReadingOptions, reading_options


@click.command("build")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path), help="Where the site goes. [default: site]")
@click.option(
    "--markdown", metavar="DIR", type=click.Path(path_type=Path), help="Write only plain Markdown, for a code host."
)
@click.option("--strict", is_flag=True, help="Exit code 1 if lint finds an error, as lint does.")
@click.option("--open", "open_it", is_flag=True, help="Open the site in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Say as JSON what was built.")
@reading_options(runtime="none")
def command(
    repo: Path | None,
    out: Path | None,
    markdown: Path | None,
    strict: bool,
    open_it: bool,
    as_json: bool,
    options: ReadingOptions,
) -> int:
    """Build the site: what direction is in force, where, since when, on whose word, and what is unknown.

    \b
    fingerpost build
    fingerpost build --out public --runtime auto --open
    fingerpost build --markdown docs/direction

    A folder with anything in it that no build made is never replaced. The runtime of this machine stays out unless
    --runtime auto asks for it. Findings are on the pages; they change the exit code only with --strict.
    """
    if markdown is not None and (out is not None or open_it):
        raise click.UsageError("--markdown writes no site: use it without --out and --open")
    from .building import build_site  # what makes sites takes long to load, also when a shell completes a word

    return build_site(repo, out, markdown, options, strict=strict, open_it=open_it, as_json=as_json)

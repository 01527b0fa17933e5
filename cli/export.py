"""``fingerpost export``: what was read, for other programs."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import click

from .. import __version__
from ..ledger.collector import collector_paused
from ..ledger.wording import counted
from ..reporter.exports.dataset import Dataset
from ..reporter.graph.provenance import Provenance
from ..repository.errors import UsageError
from ..repository.paths import shown
from .accepted import accepted_findings
from .all_claims import all_claims, named_commits
from .commit_facts import declared_in
from .outputs import Output, check_outputs, make_folder, write_file
from .reading import find_place, read_ledger
from .reading_options import ReadingOptions, reading_options

# Each form's module is loaded only when it is asked for: some need an extra, and take long to import.
_FILES = {
    "json": ("json_form", "render_json"),
    "graphml": ("graph_forms", "render_graphml"),
    "dot": ("graph_forms", "render_dot"),
    "prov-json": ("prov_form", "render_prov"),
}
_FOLDERS = {"csv": ("csv_form", "csv_files"), "parquet": ("parquet_form", "parquet_files")}
_EXTRA_OF = {"prov": "prov", "pyarrow": "parquet"}


@click.command("export")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice([*_FILES, *_FOLDERS]), default="json", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--output",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The file to write; for csv and parquet a folder, of which only these files are replaced. "
    "[default: standard output]",
)
@reading_options(runtime="none")
def command(repo: Path | None, form: str, as_json: bool, output: Path | None, options: ReadingOptions) -> int:
    """Write events, records, relations, claims and findings in a form that other programs read.

    \b
    fingerpost export --format json --output ledger.json
    fingerpost export --format parquet --output tables/billing
    fingerpost export --format graphml --rev v1.2 > ledger.graphml

    The same ledger gives the same bytes. The runtime of this machine stays out unless --runtime auto or a pack asks for
    it; what was delivered and exposed is then unknown.
    """
    form = "json" if as_json else form
    if form in _FOLDERS and output is None:
        raise UsageError(f"--format {form} writes several files", "Name a folder for them with --output.")
    if output is not None and form not in _FOLDERS:
        check_outputs([Output(form, output)])
    render = _renderer(form)
    data = dataset(repo, options)
    spelled = render(data)
    if output is None:
        click.echo(spelled, nl=False)
        return 0
    if form in _FOLDERS:
        _write_all(output, cast("Mapping[str, bytes]", spelled))
    else:
        write_file(output, str(spelled).encode("ascii"))
    click.echo(shown(str(output)))
    if not options.quiet:
        runtime = "with" if data.runtime else "without"
        held = f"{counted(len(data.history.records), 'record')}, {counted(len(data.relations), 'relation')}"
        click.echo(f"{held}, {runtime} threads and receipts", err=True)
    return 0


def _write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    make_folder(folder)
    for name, data in sorted(files.items()):
        write_file(folder / name, data)


def _renderer(form: str) -> Callable[[Dataset], Any]:
    module, name = (_FILES | _FOLDERS)[form]
    try:
        loaded = importlib.import_module(f"...reporter.exports.{module}", __name__)
    except ModuleNotFoundError as error:
        extra = _EXTRA_OF.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        raise UsageError(
            f"--format {form} needs a package that is not installed: {error.name}",
            f"Install it with: pip install 'fingerpost[{extra}]'",
        ) from error
    return cast("Callable[[Dataset], Any]", getattr(loaded, name))


def dataset(repo: Path | None, options: ReadingOptions) -> Dataset:
    """All that an export holds of the ledger of a repository."""
    place = find_place(repo, options)
    ledger = read_ledger(place, place.stores(), options, messages_wanted=True)
    with collector_paused():
        declared = declared_in(place)
        provenance = Provenance(ledger.history, declared)
        facts = named_commits(ledger, provenance, options)
        subjects = tuple(all_claims(ledger, provenance, facts))
    return Dataset(
        repository=ledger.config.repo or ledger.repository.root.name,
        revision=ledger.revision,
        ledger=ledger.ledger_path,
        as_of=ledger.as_of,
        runtime=ledger.reading.runtime_read,
        version=__version__,
        history=ledger.history,
        trailers=declared,
        subjects=subjects,
        findings=accepted_findings(ledger),
    )

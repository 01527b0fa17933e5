"""The command line: finds the verb, and turns whatever happens into an exit code (contract, *Exit codes*)."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from contextlib import suppress

import click

from .. import __version__
from ..repository.errors import FingerpostError

UNFORESEEN = 70

# Verb -> module of this package; loaded when called for, since a gate in CI should not import a site builder.
_COMMANDS = {
    "build": "build",
    "lint": "lint",
    "list": "records",
    "rule": "rule",
    "show": "show",
    "status": "status",
    "trace": "trace",
}


class _Verbs(click.Group):
    """A group whose commands live in modules that are imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        loaded = importlib.import_module(f".{module}", __package__)
        command: click.Command = loaded.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            nearest = _nearest(args[0])
            known = f"did you mean '{nearest}'?" if nearest else f"the commands are: {', '.join(sorted(_COMMANDS))}"
            raise click.UsageError(f"no command '{args[0]}'; {known}", ctx)
        return super().resolve_command(ctx, args)


def _nearest(word: str) -> str | None:
    from difflib import get_close_matches

    found = get_close_matches(word, sorted(_COMMANDS), n=1)
    return found[0] if found else None


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="fingerpost")
def cli() -> None:
    """Read a repository's ledger of direction and say, with evidence, which way it points.

    \b
    fingerpost lint                     is the ledger sound?
    fingerpost build --out site         publish it
    fingerpost trace commit:1a2b3c4     what was behind this commit?
    """


def run() -> None:
    """Run the command line and exit: 0 to 4 as the contract says, 70 for what nobody foresaw."""
    held: list[object] = []
    code = _run(sys.argv[1:], held)
    # Taking a ledger of a hundred thousand events apart, object by object, only to end takes as long as a rule.
    with suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _run(args: list[str], held: list[object] | None = None) -> int:
    """The exit code of these arguments; whatever is put in ``held`` outlives the command."""
    try:
        # Output that a terminal's encoding can't hold must not end a run.
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
        result = cli.main(args=args, prog_name="fingerpost", standalone_mode=False, obj=held)
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Abort:
        return 130
    except FingerpostError as error:
        click.echo(f"fingerpost: {error}", err=True)
        if error.hint:
            click.echo(f"  {error.hint}", err=True)
        return error.exit_code
    except BrokenPipeError:
        # The reader has gone (`| head`); what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last resort that keeps a traceback from a user
        if "--verbose" in args or "-v" in args:
            traceback.print_exc()
        said = str(error).splitlines() or ["no message"]
        click.echo(f"fingerpost: unforeseen {type(error).__name__}: {said[0]}", err=True)
        click.echo("  --verbose shows where it arose; please report it", err=True)
        return UNFORESEEN

"""The command line: finds the verb, and turns whatever happens into an exit code (contract, *Exit codes*)."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from itertools import pairwise

import click

from .. import __version__
from ..ledger.collector import collect_rarely
from ..ledger.display import storable, visible
from ..repository.errors import FingerpostError
from .output import envelope
from .signals import Ended, ending_cleanly
from .streams import OutputLost, guard

UNFORESEEN = 70

# Commands whose machine answer is the protocol's envelope, so that their errors are too.
_ENVELOPED = ("list", "show", "status")

# Verb -> module of this package; loaded when called for, since a gate in CI should not import a site builder.
_COMMANDS = {
    "build": "build",
    "coverage": "coverage",
    "export": "export",
    "governs": "governs",
    "lint": "lint",
    "list": "records",
    "rule": "rule",
    "runtime": "runtime",
    "serve": "serve",
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
        if args and args[0] not in _COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
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
    try:
        collect_rarely()
        guard()
        with ending_cleanly():
            code = _run(sys.argv[1:], held)
            sys.stdout.flush()
    except Ended as ended:
        sys.exit(128 + ended.signal)  # the long way, on which whatever still holds a temporary folder lets go of it
    except KeyboardInterrupt:  # just before or after a command; one in its midst click takes
        click.echo("", err=True)
        code = _interrupted()
    except OutputLost as error:
        code = _refused(error, None)
    sys.stderr.flush()
    # Taking a ledger of a hundred thousand events apart, object by object, only to end takes as long as a rule.
    os._exit(code)


def _run(args: list[str], held: list[object] | None = None) -> int:
    """The exit code of these arguments; whatever is put in ``held`` outlives the command."""
    enveloped = _enveloped(args)
    try:
        result = cli.main(args=args, prog_name="fingerpost", standalone_mode=False, obj=held)
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        if enveloped:
            _print_error(enveloped, "invalid_argument", error.format_message(), "")
        else:
            _misused(error)
        return error.exit_code
    except click.exceptions.Abort:
        return _interrupted()
    except FingerpostError as error:
        return _refused(error, enveloped)
    except Exception as error:  # noqa: BLE001 - the last resort that keeps a traceback from a user
        if any(each == "--verbose" or (each[:1] == "-" != each[1:2] and "v" in each) for each in args):
            traceback.print_exc()
        said = visible((str(error).splitlines() or ["no message"])[0])
        message = f"unforeseen {type(error).__name__}: {said}"
        hint = "Report it, please; --verbose shows where it arose."
        if enveloped:
            _print_error(enveloped, "internal_error", message, hint)
        else:
            click.echo(f"fingerpost: {message}\n  {hint}", err=True)
        return UNFORESEEN


def _interrupted() -> int:
    click.echo("fingerpost: interrupted", err=True)
    return 130


def _misused(error: click.ClickException) -> None:
    """What was wrong with the words of the command line, which may themselves be hostile."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # its message is the help of a group, in our own words
        click.echo(error.ctx.get_help() if error.ctx is not None else error.format_message(), err=True)
        return
    if context is not None:
        click.echo(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
    click.echo(f"Error: {visible(error.format_message())}", err=True)


def _refused(error: FingerpostError, enveloped: str | None) -> int:
    """Tell an error that a person can act on: in the envelope of a command if one answers so, else on stderr."""
    if enveloped and not isinstance(error, OutputLost):
        _print_error(enveloped, error.code, error.message, error.hint)
    else:
        click.echo(f"fingerpost: {visible(error.message)}", err=True)
        if error.hint:
            click.echo(f"  {visible(error.hint)}", err=True)
    return error.exit_code


def _print_error(command: str, code: str, message: str, hint: str) -> None:
    details = {"hint": storable(hint)} if hint else {}
    click.echo(envelope(command, None, {"code": code, "message": storable(message), "details": details}))


def _enveloped(args: list[str]) -> str | None:
    """The command whose errors go into the protocol's envelope, as far as the arguments tell before they are read."""
    if not args or args[0] not in _ENVELOPED:
        return None
    given = args[1 : args.index("--")] if "--" in args else args[1:]
    forms = [value for option, value in pairwise([*given, ""]) if option == "--format"]
    forms += [each.removeprefix("--format=") for each in given if each.startswith("--format=")]
    return args[0] if "--json" in given or "json" in forms else None

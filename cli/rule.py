"""``fingerpost rule``: the catalogue, and one rule's page."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from ..ledger.ascii_json import ascii_json
from ..lint.catalogue import RULES, listing, page, rule
from ..lint.rule import Rule
from ..repository.errors import UsageError
from .completion import complete_codes
from .output import format_options

VERSION = 1


@click.command("rule")
@click.argument("code", required=False, shell_complete=complete_codes)
@format_options
@click.option("--quiet", "-q", is_flag=True, help="Codes and names only; of one rule, what it is in a line.")
@click.option("--verbose", "-v", is_flag=True, help="Without CODE: the page of every rule.")
def command(code: str | None, as_json: bool, quiet: bool, verbose: bool) -> None:
    """Print the rule catalogue, or all there is to say of one rule.

    \b
    fingerpost rule
    fingerpost rule FP401
    fingerpost rule competing-children --json
    """
    chosen = RULES if code is None else (_named(code),)
    if as_json:
        click.echo(ascii_json({"version": VERSION, "rules": [_value(each) for each in chosen]}))
    elif quiet:
        click.echo("".join(f"{_brief(each, summary=code is not None)}\n" for each in chosen), nl=False)
    elif code is None and not verbose:
        click.echo(listing(), nl=False)
    else:
        click.echo("\n\n".join(page(each) for each in chosen), nl=False)


def _named(code: str) -> Rule:
    found = rule(code)
    if found is None:
        raise UsageError(
            f"no rule is called {code}",
            hint=f"Run 'fingerpost rule' to see all {len(RULES)}, from {RULES[0].code} to {RULES[-1].code}.",
        )
    return found


def _brief(rule: Rule, *, summary: bool) -> str:
    return f"{rule.code} {rule.name}" + (f": {_line(rule.summary)}" if summary else "")


def _value(rule: Rule) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "summary": _line(rule.summary),
        "why": _paragraphs(rule.why),
        "fix": _paragraphs(rule.fix),
        "bad": textwrap.dedent(rule.bad).strip("\n"),
        "good": textwrap.dedent(rule.good).strip("\n"),
        "parameters": dict(sorted(rule.parameters.items())),
    }


def _line(text: str) -> str:
    return " ".join(text.split())


def _paragraphs(text: str) -> str:
    return "\n\n".join(_line(part) for part in text.strip().split("\n\n"))

"""``fingerpost rule``: the catalogue, and one rule's page."""

from __future__ import annotations

import click

from ..lint.catalogue import RULES, listing, page, rule
from ..repository.errors import UsageError


@click.command("rule")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Print the rule catalogue, or all there is to say of one rule.

    \b
    fingerpost rule
    fingerpost rule FP401
    fingerpost rule competing-children
    """
    if code is None:
        click.echo(listing(), nl=False)
        return
    found = rule(code)
    if found is None:
        raise UsageError(
            f"no rule is called {code}",
            hint=f"'fingerpost rule' lists all {len(RULES)}, from {RULES[0].code} to {RULES[-1].code}",
        )
    click.echo(page(found), nl=False)

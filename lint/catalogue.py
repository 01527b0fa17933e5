"""The catalogue: every rule there is, found by looking, and a rule's page for people."""

from __future__ import annotations

import importlib
import pkgutil
import textwrap
from functools import cache

from . import rules
from .rule import Rule

PAGE_WIDTH = 88


@cache
def catalogue() -> tuple[Rule, ...]:
    """Every rule, by code. Each module of :mod:`fingerpost.lint.rules` is one rule and is named after it.

    Raises :class:`ValueError` where two rules share a code or a name, or a module is not named after its rule.
    """
    found: list[Rule] = []
    for module in pkgutil.iter_modules(rules.__path__):
        rule_found: Rule = importlib.import_module(f"{rules.__name__}.{module.name}").RULE
        if rule_found.name != module.name.replace("_", "-"):
            raise ValueError(f"the rule {rule_found.name} lies in the module {module.name}")
        found.append(rule_found)
    for kind, values in (("code", [r.code for r in found]), ("name", [r.name for r in found])):
        twice = sorted({value for value in values if values.count(value) > 1})
        if twice:
            raise ValueError(f"two rules with one {kind}: {', '.join(twice)}")
    return tuple(sorted(found, key=lambda each: each.code))


def rule(code: str) -> Rule | None:
    """The rule with this code or name, in any letter case; None if there is none."""
    wanted = code.strip().upper()
    for each in RULES:
        if wanted in (each.code, each.name.upper()):
            return each
    return None


def page(rule: Rule) -> str:
    """All there is to say of one rule, as text; ends with a newline."""
    head = f"{rule.code}  {rule.name}  ({rule.severity.value})"
    parts = [head, "=" * len(head), "", _filled(rule.summary)]
    for title, text in (("Why it matters", rule.why), ("How to fix it", rule.fix)):
        parts += ["", title, "-" * len(title), _filled(text)]
    for title, sample in (("This is reported", rule.bad), ("This is fine", rule.good)):
        parts += ["", title, "-" * len(title), textwrap.indent(textwrap.dedent(sample).strip("\n"), "    ")]
    parts += ["", f"In fingerpost.toml, under [rules.{rule.code}]: {settings(rule)}"]
    return "\n".join(parts) + "\n"


def settings(rule: Rule) -> str:
    """What the config can set for a rule, with what holds without it: ``severity = "warning", days = 30``."""
    values = {"severity": f'"{rule.severity.value}"', **{name: str(rule.parameters[name]) for name in rule.parameters}}
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def listing() -> str:
    """The catalogue, one line a rule; ends with a newline."""
    widest = max(len(each.name) for each in RULES)
    return "".join(f"{each.code}  {each.severity.value:<7}  {each.name:<{widest}}  {each.summary}\n" for each in RULES)


def _filled(text: str) -> str:
    paragraphs = [" ".join(part.split()) for part in text.strip().split("\n\n")]
    return "\n\n".join(
        textwrap.fill(part, PAGE_WIDTH, break_long_words=False, break_on_hyphens=False) for part in paragraphs
    )


RULES: tuple[Rule, ...] = catalogue()

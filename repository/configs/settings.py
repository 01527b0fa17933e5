"""Fingerpost's own config: ``fingerpost.toml``, or ``[tool.fingerpost]`` of ``pyproject.toml``."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..paths import inside_path, shown
from . import settings_file
from .place import place_in
from .schema_check import expected, faults
from .settings_file import find_file, read_file, table_in, table_of, text_in
from .toml_lines import line_of, lines_of, nearest_line
from .trailer_names import KEYS as TRAILER_KEYS
from .trailer_names import TrailerNames

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_SCHEMA = "settings.schema.json"
PLACES = settings_file.PLACES

_SUBJECTS = ("record", "event", "path")
UNSUPPRESSED = "FP002"
"""The rule that reports suppressions which accept nothing; it cannot be suppressed itself."""


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """What the config says of one rule; None where it says nothing.

    ``severity`` is error, warning, notice or off; ``parameters`` are the rule's own numbers (``days``, ``minutes``).
    """

    severity: str | None = None
    parameters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SuppressionSetting:
    """One of ``[[suppressions]]``: the findings of ``rule`` about one subject are accepted, for a reason.

    ``subject`` is ``record``, ``event`` or ``path``, and ``value`` the id, or the path or pattern. ``reason`` is
    empty where none is given. From the day ``expires`` on (in UTC) it counts no more. ``line`` counts from 1 in
    ``file``, which is relative to the repository, or None where the config lies outside of it.
    """

    rule: str
    subject: str
    value: str
    reason: str = ""
    expires: date | None = None
    file: str | None = "fingerpost.toml"
    line: int = 1


@dataclass(frozen=True, slots=True)
class StartSetting:
    """``coverage.start``: the first commit that coverage counts, as it is written, and where that stands."""

    commit: str
    place: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What the config says; ``path`` is the file it was read from, or None where there is none.

    ``baseline`` is the baseline's file, relative to the repository; ``suppressions`` are in the order of the file.
    ``trailers`` are the names of the trailers of commit messages; where the config names none, the usual ones.
    ``start`` is None where coverage counts from the beginning.
    """

    ledger: str | None = None
    rules: Mapping[str, RuleSettings] = field(default_factory=dict)
    path: str | None = None
    suppressions: tuple[SuppressionSetting, ...] = ()
    baseline: str | None = None
    trailers: TrailerNames = field(default_factory=TrailerNames)
    start: StartSetting | None = None


def read_settings(
    root: Path, explicit: Path | None = None, rules: Mapping[str, Collection[str]] | None = None
) -> Settings:
    """The config given by ``--config``, else that of the repository's root, else none.

    ``rules`` are the rules there are, by code, with the names of the parameters each takes: another rule, or another
    parameter, is an error. Raises UsageError, naming file, line and key, for whatever cannot be read as it stands.
    """
    found = find_file(root, explicit)
    if found is None:
        return Settings()
    file, label, prefix = found
    settings = _settings(read_file(file, label), label, prefix, place_in(root, file), rules)
    if settings is None and explicit is not None:
        raise UsageError(f"{label}: there is no [tool.fingerpost]", "Add the table, or name another file.")
    return settings or Settings()


def settings_in(data: bytes, name: str) -> Settings:
    """What a config with these bytes says, whatever rules there are.

    ``name`` is the file's own: of ``pyproject.toml`` only its table counts. Raises UsageError as read_settings does.
    """
    return _settings(data, shown(name), table_of(name), None, None) or Settings()


def _settings(
    data: bytes,
    label: str,
    prefix: tuple[str, ...],
    place: str | None,
    rules: Mapping[str, Collection[str]] | None,
) -> Settings | None:
    """What the bytes of a config at ``place`` say; None where the table is not there."""
    text = text_in(data, label)
    table = table_in(text, label, prefix)
    if table is None:
        return None
    checked = _Checked(label, text, prefix)
    _spell_dates(table)
    for fault in faults(_SCHEMA, table):
        raise checked.fault(fault)
    found_rules = {code: _rule(table["rules"][code]) for code in sorted(table.get("rules", {}))}
    suppressions = tuple(_suppressions(table, checked, place))
    if rules is not None:
        checked.known(found_rules, rules)
        checked.suppressible(suppressions, rules)
    return Settings(
        ledger=checked.inside(table, "ledger"),
        rules=found_rules,
        path=label,
        suppressions=suppressions,
        baseline=checked.inside(table, "baseline"),
        trailers=_trailers(table.get("trailers", {}), checked),
        start=_start(table.get("coverage", {}), checked),
    )


def _start(given: Mapping[str, str], checked: _Checked) -> StartSetting | None:
    return StartSetting(given["start"], checked.place(("coverage", "start"))) if "start" in given else None


def _rule(rule: Mapping[str, Any]) -> RuleSettings:
    # 30.0 is a whole number too.
    return RuleSettings(rule.get("severity"), {name: int(rule[name]) for name in sorted(rule) if name != "severity"})


def _spell_dates(table: Mapping[str, Any]) -> None:
    """Turn dates into text where one is expected: neither JSON nor its schemas have any."""
    suppressions = table.get("suppressions")
    for each in suppressions if isinstance(suppressions, list) else ():
        if isinstance(each, dict) and isinstance(each.get("expires"), date):
            each["expires"] = each["expires"].isoformat()  # of a date with a time too, which the schema then refuses


def _suppressions(table: Mapping[str, Any], checked: _Checked, file: str | None) -> Iterator[SuppressionSetting]:
    given = table.get("suppressions", [])
    lines = lines_of(checked.text) if given else {}
    for number, each in enumerate(given):
        steps = ("suppressions", str(number))
        subject = next(name for name in _SUBJECTS if name in each)
        value = inside_path(each["path"]) if subject == "path" else each[subject]
        if value is None:
            raise checked.error((*steps, "path"), "must be a relative path inside the repository")
        yield SuppressionSetting(
            rule=each["rule"],
            subject=subject,
            value=value,
            reason=each.get("reason", ""),
            expires=_day(each["expires"], checked, steps) if "expires" in each else None,
            file=file,
            line=nearest_line(lines, (*checked.prefix, *steps)),
        )


def _trailers(given: Mapping[str, Sequence[str]], checked: _Checked) -> TrailerNames:
    usual = TrailerNames()
    names = {meaning: tuple(given.get(key, getattr(usual, meaning))) for key, meaning in TRAILER_KEYS.items()}
    taken: dict[str, str] = {}
    # Last come those that are written: they are to blame, also for a name that another has where nothing is written.
    for key in sorted(TRAILER_KEYS, key=lambda key: key in given):
        for number, name in enumerate(names[TRAILER_KEYS[key]]):
            other = taken.setdefault(name.casefold(), key)
            if other != key or name.casefold() in (each.casefold() for each in names[TRAILER_KEYS[key]][:number]):
                said = "twice" if other == key else f"which {other} names {'too' if other in given else 'by default'}"
                raise checked.error(
                    ("trailers", key, str(number)), f"names {name}{' ' if other == key else ', '}{said}"
                )
    return TrailerNames(**names)


def _day(text: str, checked: _Checked, steps: tuple[str, ...]) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise checked.error((*steps, "expires"), "must be a date such as 2026-06-01") from error


@dataclass(frozen=True, slots=True)
class _Checked:
    """The file that is being checked, to word its faults."""

    label: str
    text: str
    prefix: tuple[str, ...]

    def place(self, steps: tuple[str, ...]) -> str:
        """File, line and key, as people are told them."""
        path = (*self.prefix, *steps)
        listed = {"suppressions": 1, "trailers": 2}.get(steps[0] if steps else "", len(steps))
        named = (*steps[:listed], *steps[listed + 1 :])  # the line tells which item of a list it is
        key = ".".join(shown(step) for step in (*self.prefix, *named)) or "the file"
        return f"{self.label}:{line_of(self.text, path)}: {key}"

    def error(self, steps: tuple[str, ...], problem: str) -> UsageError:
        return UsageError(f"{self.place(steps)} {problem}", "Mend the config, then run again.")

    def inside(self, table: Mapping[str, Any], key: str) -> str | None:
        """The path that a key gives, if it gives one. Raises UsageError for one that leaves the repository."""
        given = table.get(key)
        path = None if given is None else inside_path(given)
        if given is not None and path is None:
            raise self.error((key,), "must be a relative path inside the repository")
        return path

    def known(self, found: Mapping[str, RuleSettings], rules: Mapping[str, Collection[str]]) -> None:
        """Raise UsageError for a rule that there is not, or a parameter that its rule does not take."""
        for code, settings in found.items():
            if code not in rules:
                raise self.error(("rules", code), f"is no rule{_nearest(code, rules)}")
            for name in settings.parameters:
                if name not in rules[code]:
                    takes = ", ".join(("severity", *sorted(rules[code])))
                    raise self.error(("rules", code, name), f"is nothing this rule takes; it takes: {takes}")

    def suppressible(self, found: tuple[SuppressionSetting, ...], rules: Collection[str]) -> None:
        """Raise UsageError for a suppression of a rule that there is not, or that cannot be suppressed."""
        for number, each in enumerate(found):
            steps = ("suppressions", str(number), "rule")
            if each.rule == UNSUPPRESSED:
                raise self.error(steps, f"cannot be {each.rule}, which reports suppressions that do nothing")
            if each.rule not in rules:
                raise self.error(steps, f"{each.rule} is no rule{_nearest(each.rule, rules)}")

    def fault(self, fault: ValidationError) -> UsageError:
        steps = tuple(str(step) for step in fault.absolute_path)
        if fault.validator == "required":  # the one key that has to be there
            return self.error(steps, "must have rule, a rule code such as FP301")
        if fault.validator != "additionalProperties":
            return self.error(steps, f"must be {expected(fault)}")
        schema: Any = fault.schema
        instance: Any = fault.instance
        known = sorted(schema.get("properties", {}))
        if "patternProperties" in schema:  # the table of rules
            unknown = sorted(key for key in instance if faults(_SCHEMA, {"rules": {key: {}}}))
            return self.error((*steps, unknown[0]), "is no rule code such as FP401")
        unknown = sorted(key for key in instance if key not in known)
        return self.error((*steps, unknown[0]), f"is not a known key{_nearest(unknown[0], known)}")


def _nearest(key: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(key.lower(), {name.lower(): name for name in sorted(known)}, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {next(name for name in sorted(known) if name.lower() == close[0])}?"
    return f"; known: {', '.join(sorted(known))}" if len(known) <= 10 else ""

"""What looks like a credential, and text with credentials taken out of it (rule FP801).

The forms of tokens are those that their issuers document (GitHub and GitLab token prefixes, AWS IAM identifiers,
Google API keys, Slack, Stripe, npm, PyPI, SendGrid, DigitalOcean, Shopify, Hugging Face, OpenAI and Anthropic keys;
RFC 7468 for private keys, RFC 7519 for JSON Web Tokens, RFC 3986 for the user part of an address). Nothing is judged by
how random it looks: commit ids, UUIDs and digests are what ledgers are full of. Every expression takes time in
proportion to the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_EDGE = r"(?<![A-Za-z0-9_-])"

# What each is called, and its form. A body of letters is always guarded by _EDGE: it is tried once, not at each letter.
_ISSUED = (
    ("GitHub token", rf"{_EDGE}(?:gh[pousr]_[A-Za-z0-9]{{20,}}+|github_pat_[A-Za-z0-9_]{{22,}}+)"),
    ("GitLab token", rf"{_EDGE}gl(?:pat|ptt|dt|rt|cbt|imt|agent|oas|soat|ft|ffct)-[A-Za-z0-9_.-]{{20,}}+"),
    ("AWS access key", r"(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("Google API key", rf"{_EDGE}AIza[A-Za-z0-9_-]{{35,}}+"),
    ("Google OAuth secret", rf"{_EDGE}(?:GOCSPX-[A-Za-z0-9_-]{{20,}}+|ya29\.[A-Za-z0-9_-]{{20,}}+)"),
    ("Slack token", rf"{_EDGE}(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{{10,}}+"),
    ("Slack webhook", r"hooks\.slack\.com/services/[A-Za-z0-9]{6,20}/[A-Za-z0-9]{6,20}/[A-Za-z0-9]{16,}+"),
    ("Stripe key", rf"{_EDGE}(?:[sr]k_live_[A-Za-z0-9]{{16,}}+|whsec_[A-Za-z0-9+/=]{{24,}}+)"),
    ("npm token", rf"{_EDGE}npm_[A-Za-z0-9]{{36,}}+"),
    ("PyPI token", rf"{_EDGE}pypi-AgE[A-Za-z0-9_-]{{50,}}+"),
    ("SendGrid key", rf"{_EDGE}SG\.[A-Za-z0-9_-]{{16,}}+\.[A-Za-z0-9_-]{{16,}}+"),
    ("DigitalOcean token", rf"{_EDGE}do[opr]_v1_[a-f0-9]{{64,}}+"),
    ("Shopify token", rf"{_EDGE}shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{{32,}}+"),
    ("Hugging Face token", rf"{_EDGE}hf_[A-Za-z0-9]{{30,}}+"),
    ("Anthropic key", rf"{_EDGE}sk-ant-[A-Za-z0-9_-]{{20,}}+"),
    ("OpenAI key", rf"{_EDGE}sk-(?:(?:proj|svcacct)-[A-Za-z0-9_-]{{20,}}+|[A-Za-z0-9]{{32,}}+)"),
    ("Azure storage key", r"AccountKey=[A-Za-z0-9+/=]{40,}+"),
    ("JSON Web Token", rf"{_EDGE}eyJ[A-Za-z0-9_-]{{10,}}+\.eyJ[A-Za-z0-9_-]{{10,}}+\.[A-Za-z0-9_-]{{10,}}+"),
    (
        "private key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r'(?=[^-"]{0,400}?[A-Za-z0-9+/]{20})(?:[^-"]++|-(?!----))*+(?:-----END [A-Z0-9 ]{0,60}-----)?',
    ),
)
_ISSUED_FORMS = re.compile("|".join(f"({form})" for _, form in _ISSUED))

_PASSWORDS = r"passw(?:or)?d|passphrase|pwd"
_KEYWORD = rf"(?:{_PASSWORDS}|secret|token|(?:api|access|private|secret|auth|account)[ _-]?key|credentials?)"
_VALUE = r""""(?P<double>[^"\n\\]{4,}+)"|'(?P<single>[^'\n\\]{4,}+)'|(?P<bare>[^\s"'`<>&|\\]{4,}+)"""
_ASSIGNED = re.compile(
    rf"(?i:(?P<word>{_KEYWORD}))[\"'\]]{{0,2}}[ \t]{{0,4}}(?::=|=>|==?|:)[ \t]{{0,4}}(?:{_VALUE})"
    r"|://(?P<user>[^\s/:@?#\"'<>]{0,100}):(?P<held>[^\s/@?#\"'<>\\]{1,200})@(?=[\w\[])"
    r"|\b(?i:bearer|basic)[ \t]{1,4}(?P<header>[A-Za-z0-9._~+/=-]{20,}+)"
)
_KEY = re.compile(rf"(?i:{_KEYWORD})\Z")
_IS_PASSWORD = re.compile(rf"(?i:{_PASSWORDS})\Z")

_STAND_IN = re.compile(
    r"(?i)your|example|placeholder|change.?me|redacted|dummy|x{4}|\*{3}|\.{3}|…|\$[{(a-z_]|\{\{|%[(s{]|^[%$]"
    r"|^(?:password|passwd|passw|pass|pw|secret|token|user)\d?$"
)
# A call, an environment variable, a member of an object: only without quotation marks.
_EXPRESSION = re.compile(
    r"[A-Za-z_][\w.]*+[(\[{]|[A-Z][A-Z0-9]*+(?:_[A-Z0-9]++)+\Z|[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)+\Z"
)
# A file, an address, a digest, an id, a date.
_REFERENCE = re.compile(
    r"[.~]{0,2}/|[\w./-]*+(?<=\.[a-z]{2})\Z|[\w.-]+/[\w./-]*\.[a-z]{1,4}\Z|[a-z][a-z0-9+.-]{1,20}://|sha\d{1,3}[:-]|md5[:-]"
    r"|(?:[a-z]{3}_)?[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-|\d{4}-\d\d-\d\d"
)
_NAME = re.compile(r"[a-z]++(?:[_-][a-z0-9]++)+\Z|(?:[a-z0-9._-]++/)+[a-z0-9._-]++\Z")
_OBJECT_ID = re.compile(r"(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})\Z")
_SYMBOLS = frozenset("!@#$%^*+?~")
_SHORTEST_PASSWORD = 6
_SHORTEST_TOKEN = 12
_LONGEST_TRIED_AGAIN = 200

# What every text with a secret has in it, as an expression without look-around: for the fast gate over whole events.
HINT = (
    r"gh[pousr]_|github_pat_|gl[a-z]{2,5}-|AKIA|ASIA|AIza|GOCSPX-|ya29\.|xox[a-z]-|xapp-|hooks\.slack|k_live_|whsec_|npm_"
    r"|pypi-AgE|SG\.|do[opr]_v1_|shp[a-z]{2}_|hf_|sk-|AccountKey=|eyJ|PRIVATE KEY|://[^ /]*@|(?i:bearer|basic)[ \t]"
    rf"|(?i:{_KEYWORD})[\"'\]]{{0,2}}[ \t]*[:=]"
)
KEY_HINT = rf"(?i:{_KEYWORD})$"


@dataclass(frozen=True, slots=True)
class Secret:
    """Where in a text something looks like a credential, and of what kind. It never holds what it points at."""

    start: int
    end: int
    kind: str


def secrets_in(text: str) -> list[Secret]:
    """Every part of a text that looks like a credential, in order; none overlaps another."""
    found = [
        Secret(match.start(), match.end(), _ISSUED[(match.lastindex or 1) - 1][0])
        for match in _ISSUED_FORMS.finditer(text)
    ]
    issued = iter([*found, Secret(len(text) + 1, len(text) + 1, "")])
    next_issued = next(issued)
    place = 0
    while (match := _ASSIGNED.search(text, place)) is not None:
        secret, place = _assigned(match)
        if secret is not None:
            while next_issued.end <= secret.start:
                next_issued = next(issued)
            if secret.end <= next_issued.start:
                found.append(secret)
    return sorted(found, key=lambda secret: secret.start)


def _assigned(match: re.Match[str]) -> tuple[Secret | None, int]:
    """The secret that a name is given in a match, if it is a real one, and where to go on looking."""
    group = match.lastgroup or ""
    value = match[group]
    start, end = match.span(group)
    if group == "held":
        real = value != match["user"] and _STAND_IN.search(value) is None
        return (Secret(start, end, "password in an address") if real else None), end
    if group == "header":
        start_of = value[:_LONGEST_TRIED_AGAIN]
        real = _mixed(value) and _STAND_IN.search(start_of) is None and _NAME.match(start_of) is None
        return (Secret(start, end, "authorization header") if real else None), end
    word = match["word"]
    if group == "bare":
        value = value.rstrip(".,;:)]}")
        end = start + len(value)
    expression = group == "bare" and _EXPRESSION.match(value[:_LONGEST_TRIED_AGAIN]) is not None
    if not expression and _is_real(word, value):
        return Secret(start, end, _kind(word)), end
    return None, start if len(value) <= _LONGEST_TRIED_AGAIN else end


def _kind(word: str) -> str:
    lowered = word.lower()
    if _IS_PASSWORD.match(lowered):
        return "password"
    return "key" if lowered.endswith("key") else lowered.removesuffix("s")


def _mixed(value: str) -> bool:
    return any(map(str.isalpha, value)) and any(map(str.isdigit, value))


def _is_real(word: str, value: str) -> bool:
    """True if what a password or token is said to be may be one, and not a name, a type, or a stand-in for it."""
    password = _IS_PASSWORD.match(word) is not None
    if len(value) < (_SHORTEST_PASSWORD if password else _SHORTEST_TOKEN):
        return False
    strong = _mixed(value) or (password and any(map(str.isalpha, value)) and not _SYMBOLS.isdisjoint(value))
    start = value[:_LONGEST_TRIED_AGAIN]
    if not strong or " " in value or _STAND_IN.search(start) or _REFERENCE.match(start):
        return False
    if password:
        return True
    # Commit ids and names of things stand beside the word "token" in honest prose.
    named = _NAME.match(start) is not None
    return not named and not (word.lower() in ("token", "credential", "credentials") and _OBJECT_ID.match(value))


def masked(text: str) -> str:
    """The text with ``[secret: …]`` in the place of each credential; the text itself where there is none."""
    found = secrets_in(text)
    if not found:
        return text
    parts = []
    place = 0
    for secret in found:
        parts += [text[place : secret.start], _mark(secret.kind)]
        place = secret.end
    return "".join((*parts, text[place:]))


def _mark(kind: str) -> str:
    return f"[secret: {kind}]"


def kind_under(key: str, value: str) -> str | None:
    """What a value is that its key calls a password or token, if only that shows it and it may be a real one."""
    word = _keyword(key)
    if word is None or not _is_real(word, value) or secrets_in(value):
        return None
    return _kind(word)


@lru_cache(maxsize=1_024)
def _keyword(key: str) -> str | None:
    """The word at the end of a key that says its value is a secret; most keys come again and again."""
    match = _KEY.search(key)
    return match.group() if match is not None else None


def masked_value(value: Any) -> Any:
    """A JSON value with every credential in its texts and keys masked; the value itself where there is none.

    What was different stays different: keys of one object, and texts of one list, never become equal.
    """
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, list):
        items = [masked_value(item) for item in value]
        if all(map(_same, items, value)):
            return value
        return _told_apart(items, value)
    if isinstance(value, dict):
        keys = [masked(key) for key in value]
        items = [_masked_member(key, item) for key, item in value.items()]
        if keys == list(value) and all(map(_same, items, value.values())):
            return value
        return dict(zip(_told_apart(keys, list(value)), items, strict=True))
    return value


def _masked_member(key: str, value: Any) -> Any:
    kind = kind_under(key, value) if isinstance(value, str) else None
    return _mark(kind) if kind is not None else masked_value(value)


def _same(one: Any, other: Any) -> bool:
    return one is other


def _told_apart(items: list[Any], before: list[Any]) -> list[Any]:
    """The items, with a number after each masked text that a different one became equal to."""
    given: dict[str, str] = {}  # what each text became
    taken = {item for item in before if isinstance(item, str)}
    result: list[Any] = []
    for item, old in zip(items, before, strict=True):
        if not isinstance(item, str) or item == old:
            result.append(item)
            continue
        if old not in given:
            given[old], number = item, 1
            while given[old] in taken:
                number += 1
                given[old] = f"{item} ({number})"
            taken.add(given[old])
        result.append(given[old])
    return result


def holds_secret(value: Any) -> bool:
    """True if a text or key anywhere in a JSON value looks like a credential. It reads them all."""
    return masked_value(value) is not value


_TOKEN = re.compile(r'"(?:[^"\\\n]++|\\.)*+"')


def masked_bytes(data: bytes) -> bytes:
    """The bytes of a file as they may be shown: as they are, but every credential masked, escaped or not.

    The file need not be JSON. Lines stay where they are.
    """
    text = data.decode("utf-8", "surrogateescape")
    shown = _TOKEN.sub(_masked_token, text) if "\\" in text else text
    shown = _masked_text(shown)
    return data if shown == text else shown.encode("utf-8", "surrogateescape")


def _masked_text(text: str) -> str:
    """As :func:`masked`, with the line breaks of what is masked kept."""
    parts = []
    place = 0
    for secret in secrets_in(text):
        breaks = text.count("\n", secret.start, secret.end)
        parts += [text[place : secret.start], _mark(secret.kind), "\n" * breaks]
        place = secret.end
    return "".join((*parts, text[place:]))


def _masked_token(match: re.Match[str]) -> str:
    token = match.group()
    if "\\" not in token:
        return token
    try:
        text = json.loads(token, strict=False)
    except ValueError:
        return token
    shown = masked(text)
    return token if shown == text else json.dumps(shown, ensure_ascii=False)


def kinds_in(text: str) -> Iterator[str]:
    """The kind of each credential in a text, in order."""
    return (secret.kind for secret in secrets_in(text))

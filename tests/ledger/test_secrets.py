from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.content_gate import is_plain
from fingerpost.ledger.secrets import holds_secret, kind_under, masked, masked_bytes, masked_value, secrets_in

# Put together here, so that no file holds what a scanner of this repository would take for a token.
BODY = "a1B2c3D4" * 8
TOKENS = {
    "GitHub token": ["ghp_" + BODY[:36], "ghs_" + BODY[:36], "github_pat_" + BODY[:40]],
    "GitLab token": ["glpat-" + BODY[:20], "glrt-" + BODY[:20]],
    "AWS access key": ["AKIA" + "ABCD2345" * 2],
    "Google API key": ["AIza" + BODY[:35]],
    "Google OAuth secret": ["GOCSPX-" + BODY[:28]],
    "Slack token": ["xoxb-" + "123456789012-" + BODY[:24]],
    "Slack webhook": ["hooks.slack.com/services/" + "T0AAAAAAA/B0AAAAAAA/" + BODY[:24]],
    "Stripe key": ["sk_live_" + BODY[:24], "whsec_" + BODY[:32]],
    "npm token": ["npm_" + BODY[:36]],
    "PyPI token": ["pypi-AgE" + BODY],
    "SendGrid key": ["SG." + BODY[:22] + "." + BODY[:43]],
    "DigitalOcean token": ["dop_v1_" + "0a1b2c3d" * 8],
    "Shopify token": ["shpat_" + "0a1b2c3d" * 4],
    "Hugging Face token": ["hf_" + BODY[:34]],
    "Anthropic key": ["sk-ant-" + BODY[:40]],
    "OpenAI key": ["sk-proj-" + BODY[:40], "sk-" + BODY[:48]],
    "Azure storage key": ["AccountKey=" + BODY + "=="],
    "JSON Web Token": ["eyJ" + BODY[:20] + ".eyJ" + BODY[:30] + "." + BODY[:43]],
    "private key": [
        f"-----BEGIN {kind}PRIVATE KEY-----\n{BODY}\n{BODY}\n-----END {kind}PRIVATE KEY-----"
        for kind in ("", "RSA ", "OPENSSH ")
    ],
}
PAIRS = [(kind, token) for kind, tokens in TOKENS.items() for token in tokens]


@pytest.mark.parametrize(("kind", "token"), PAIRS)
def test_a_token_is_found_by_its_form_and_only_it_is_masked(kind: str, token: str) -> None:
    assert masked(f"Staging uses {token} until May.") == f"Staging uses [secret: {kind}] until May."
    assert [secret.kind for secret in secrets_in(f"token={token}")] == [kind]
    assert not is_plain(f"Staging uses {token} until May.")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("password=hunter2", "password=[secret: password]"),
        ("the PASSWORD: k4rto-ffel, as agreed", "the PASSWORD: [secret: password], as agreed"),
        ("DB_PASSWORD='S3cr3t(pass)'", "DB_PASSWORD='[secret: password]'"),
        ('{"passphrase": "horse!battery"}', '{"passphrase": "[secret: password]"}'),
        ("api_key = 0123456789abcdef0123456789abcdef", "api_key = [secret: key]"),
        ("?token=abcdef0123456789&x=1", "?token=[secret: token]&x=1"),
        ("client_secret: Zm9vYmFyYmF6MTIz", "client_secret: [secret: secret]"),
        ("postgres://app:hunter2x@db/x", "postgres://app:[secret: password in an address]@db/x"),
        ("Authorization: Bearer abcdef0123456789abcdef", "Authorization: Bearer [secret: authorization header]"),
        ("password=changeme&password=r3al-one", "password=changeme&password=[secret: password]"),
    ],
)
def test_a_real_value_with_the_name_of_a_secret_is_masked(text: str, shown: str) -> None:
    assert masked(text) == shown
    assert not is_plain(text)
    assert masked(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "token: 3f786850e387550fdab836ed7e6dc881de23001b",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "token = evt_019b8dd0-5780-70d7-8842-c19ac1fbe94c",
        "the token: 019b8dd0-5780-70d7-8842-c19ac1fbe94c",
        "SW52b2ljZXMgYXJlIHJvdW5kZWQgb25jZSwgYXQgdGhlIHRvdGFsLg==",
        "password: must be at least 12 characters",
        "passwords are hashed with bcrypt2",
        "password=<from the vault>",
        "password=${DB_PASSWORD}",
        "password=$DB_PASS1",
        "password=your-password-1",
        "password=********",
        "password=required",
        "password = os.environ['DB1']",
        "token = get_token(v2)",
        "token=GITHUB_TOKEN_V2",
        "secret: vault/path/v2/entry",
        "secret=./secrets/prod1.yaml",
        "token: access_token_v2_final",
        "token: https://example.invalid/token/v2",
        "token: 2026-03-02T09:00:00Z",
        "max_tokens=4096",
        "postgres://app:password@db/x",
        "postgres://app:app@localhost/x",
        "https://example.invalid:8080/@scope/package",
        "git@example.invalid:team/repo1.git",
        "https://example.invalid/pr/88#discussion_r1",
        "bearer tokens are opaque strings of twenty characters",
        "basic authentication-with-tokens1-is-off",
        "-----BEGIN PRIVATE KEY----- never belongs into a record.",
        "task-force sk-learn-pipeline and risk-averse",
        "AKIA is how ids of access keys begin",
        "eyJ begins a token",
    ],
)
def test_what_only_looks_random_or_speaks_of_secrets_is_none(text: str) -> None:
    assert masked(text) is text
    assert masked_bytes(text.encode()) == text.encode()


def test_a_key_says_what_its_value_is() -> None:
    assert kind_under("example.org/db_password", "hunter2") == "password"
    assert kind_under("example.org/password-policy", "hunter2") is None
    value = {"example.org/x": [{"api-key": BODY[:20], "n": 1}], "plain": "text"}
    assert masked_value(value) == {"example.org/x": [{"api-key": "[secret: key]", "n": 1}], "plain": "text"}
    assert holds_secret(value)


def test_a_value_without_a_secret_is_given_back_itself() -> None:
    value = {"a": ["b", {"c": None, "d": 1.5}], "e": True}
    assert masked_value(value) is value
    assert not holds_secret(value)


def test_what_was_different_stays_different() -> None:
    one, two = PAIRS[0][1], PAIRS[1][1]
    mark = "[secret: GitHub token]"
    assert masked_value([one, two, f"{mark} (2)"]) == [mark, f"{mark} (3)", f"{mark} (2)"]
    assert masked_value([one, two, one]) == [mark, f"{mark} (2)", mark]
    assert masked_value({one: 1, two: 2}) == {mark: 1, f"{mark} (2)": 2}


@pytest.mark.parametrize(("kind", "token"), PAIRS)
def test_bytes_to_show_are_masked_raw_and_escaped_with_all_their_lines(kind: str, token: str) -> None:
    value = {"text": f"uses {token} now", token: 1}
    escaped = "".join(f"\\u{ord(each):04x}" for each in f"uses {token}")
    for text in (json.dumps(value, indent=2), f'{{\n  "text": "{escaped}"\n}}', f"<<<<<<< no JSON\n{token}\n======="):
        shown = masked_bytes(text.encode())
        assert token not in shown.decode()
        assert escaped not in shown.decode()
        assert f"[secret: {kind}]" in shown.decode()
        assert shown.count(b"\n") == text.count("\n")


def test_bytes_with_quotation_marks_in_a_text_are_masked_too() -> None:
    text = json.dumps({"text": 'It was password="hunter2", as said.'})
    assert json.loads(masked_bytes(text.encode())) == {"text": 'It was password="[secret: password]", as said.'}


def test_bytes_without_a_secret_are_the_same_whatever_they_are() -> None:
    for data in (b"", b"\xff\xfe\x00", b'{"a": "\\u0041\\n\\ud800"}', b'"'):
        assert masked_bytes(data) is data


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "a",
            "A",
            "(",
            " ",
            "`",
            "\n",
            "-",
            "password=",
            "password: a1",
            "password='",
            "password=x1.y1",
            "eyJ",
            "sk-",
        ),
        *(
            "sk-",
            "eyJaaaaaaaaaa.",
            "ghp_",
            "://",
            "://a:b",
            "://a:b@c ",
            "bearer ",
            "token=a1/",
            "token=a_",
            '"\\u0041',
        ),
        *("-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaaaaaaaaaaa "),
    ],
)
def test_a_hostile_megabyte_takes_seconds_at_most(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    before = time.process_time()
    masked(text)
    masked_bytes(text.encode())
    assert time.process_time() - before < 10


JSON = st.recursive(
    st.none() | st.booleans() | st.text() | st.sampled_from([token for _, token in PAIRS]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from([PAIRS[0][1]]), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(JSON)
def test_masking_leaves_no_token_keeps_the_shape_and_comes_to_rest(value: Any) -> None:
    shown = masked_value(value)
    assert not holds_secret(shown)
    text = json.dumps(shown)
    assert not [token for _, token in PAIRS if json.dumps(token)[1:-1] in text]
    assert _shape(shown) == _shape(value)


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return [_shape(item) for item in value.values()]
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return str if isinstance(value, str) else value


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.sampled_from(PAIRS), st.text(max_size=40))
def test_the_text_around_a_token_stays(before: str, pair: tuple[str, str], after: str) -> None:
    shown = masked(f"{before} {pair[1]} {after}")
    assert pair[1] not in shown
    assert shown.startswith(f"{before} ")
    assert shown.endswith(f" {after}")

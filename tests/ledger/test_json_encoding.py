import pytest

from fingerpost.ledger.json_encoding import bad_bytes, wide_encoding


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_told_with_and_without_a_mark(encoding: str) -> None:
    assert wide_encoding('{"a": 1}'.encode(encoding)) == encoding[:6].upper()


@pytest.mark.parametrize("data", [b"", b"{", b"\0\0\0\0", b'{"a": 1}', b"\xef\xbb\xbf{}", '"é"'.encode()])
def test_other_bytes_are_not(data: bytes) -> None:
    assert wide_encoding(data) is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xed\xa0\x80", "half a surrogate pair"),
        (b"\xc0\x80", "more bytes than needed"),
        (b"\xe0\x80\x80", "more bytes than needed"),
        (b"\xf0\x80\x80\x80", "more bytes than needed"),
        (b"\xe9", "0xE9"),
        (b"\xf5\x80\x80\x80", "0xF5"),
    ],
)
def test_bad_bytes_are_named(data: bytes, words: str) -> None:
    with pytest.raises(UnicodeDecodeError) as caught:
        data.decode("utf-8")
    assert words in bad_bytes(data, caught.value)

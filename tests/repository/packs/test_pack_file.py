"""A pack is the same bytes for the same content, comes back as it went in, and is refused whole where it is odd."""

from __future__ import annotations

import hashlib
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.repository.errors import CannotExamine, UsageError
from fingerpost.repository.packs.pack_file import FORMAT, PACKED, Pack, PackedFile, pack_bytes, parse_pack, read_pack
from fingerpost.repository.source import StoreName

names = st.text(alphabet="abé ½'\"\n%", min_size=1, max_size=8).map("x{}.json".format)
files = st.lists(
    st.builds(
        PackedFile, st.sampled_from(PACKED), names, st.binary(max_size=40) | st.text(max_size=20).map(str.encode)
    ),
    unique_by=lambda each: (each.store, each.name),
    max_size=6,
)


@settings(max_examples=100)
@given(files, st.booleans(), st.randoms())
def test_what_goes_in_comes_out_whatever_the_order(found: list[PackedFile], with_ids: bool, random) -> None:  # type: ignore[no-untyped-def]
    data = pack_bytes(Pack(PACKED, with_ids, tuple(found)))
    random.shuffle(found)
    assert pack_bytes(Pack(PACKED[::-1], with_ids, tuple(found))) == data
    back = parse_pack(data, "p")
    assert (back.stores, back.with_actor_ids) == (PACKED, with_ids)
    assert set(back.files) == set(found)
    for store in PACKED:
        assert {each.name for each in back.of(store)} == {each.name for each in found if each.store is store}


def packed(*lines: object, **head: object) -> bytes:
    """A pack of these lines, its first line right but for what ``head`` says."""
    return written(b"".join(orjson.dumps(line) + b"\n" for line in lines), **head)


def written(body: bytes, **head: object) -> bytes:
    """A pack with these lines as they are."""
    first = {
        "format": FORMAT,
        "stores": ["threads"],
        "actor_ids": False,
        "files": body.count(b"\n"),
        "sha256": hashlib.sha256(body).hexdigest(),
        **head,
    }
    return orjson.dumps(first) + b"\n" + body


GOOD = {"store": "threads", "name": "a.json", "data": "{}"}


def test_a_plain_pack_is_read() -> None:
    assert parse_pack(packed(GOOD), "p").files == (PackedFile(StoreName.THREADS, "a.json", b"{}"),)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no pack"),
        (b"\xff\xfe", "no pack"),
        (b"[]\n", "no pack"),
        (b'{"format": 1}\n', "no pack"),
        (packed(format="fingerpost-runtime/2"), "another form (fingerpost-runtime/2)"),
        (packed(GOOD)[:-3], "cut short or changed"),
        (packed(GOOD) + b"x\n", "cut short or changed"),
        (packed(GOOD, files=2), "line 1"),
        (packed(GOOD, stores=["threads", "elsewhere"]), "line 1"),
        (packed(GOOD, actor_ids="no"), "line 1"),
        (packed(GOOD, GOOD), "a file twice"),
        (packed(GOOD, stores=["receipts"]), "a store that it does not have"),
        (packed({**GOOD, "name": "../../config.json"}), "line 2"),
        (packed({**GOOD, "name": "a\\b.json"}), "line 2"),
        (packed({**GOOD, "name": ".json"}), "line 2"),
        (packed({**GOOD, "name": "hooks"}), "line 2"),
        (packed({**GOOD, "name": "a\0.json"}), "line 2"),
        (packed({**GOOD, "name": 3}), "line 2"),
        (packed({**GOOD, "store": "ledger"}), "line 2"),
        (packed({"store": "threads", "name": "a.json"}), "line 2"),
        (packed({"store": "threads", "name": "a.json", "base64": "=="}), "line 2"),
        (packed({**GOOD, "data": "x" * (1024 * 1024 + 1)}), "line 2"),
        (packed(3), "line 2"),
        (written(b'{"an": "odd rest"}'), "line 2 does not end"),
        (packed(GOOD, files=True), "line 1"),
        (packed(GOOD, files=1.0), "line 1"),
        (packed(GOOD, more=1), "line 1"),
        (packed(GOOD, stores=["threads", "threads"]), "line 1"),
        (packed(GOOD, stores=["receipts", "threads"]), "line 1"),
        (packed(GOOD).replace(b'"files":1', b'"files":7,"files":1'), "line 1"),
        (packed(GOOD).replace(b'"files":1', b'"files": 1'), "line 1"),
        (packed({**GOOD, "more": 1}), "line 2"),
        (packed({**GOOD, "base64": "e30="}), "line 2"),
        (packed({"store": "threads", "name": "a.json", "base64": "e30="}), "line 2"),
        (written(b'{"store":"threads","store":"threads","name":"a.json","data":"{}"}\n'), "line 2"),
        (written(b'{"store":"threads","name":"a.json","data":"{}", "data":"{}"}\n'), "line 2"),
    ],
)
def test_an_odd_pack_is_refused_as_a_whole(data: bytes, said: str) -> None:
    with pytest.raises(CannotExamine) as refused:
        parse_pack(data, "odd.pack")
    assert said in refused.value.message
    assert "odd.pack" in refused.value.message
    assert refused.value.hint


def test_a_file_that_is_not_there_or_is_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        read_pack(tmp_path / "none.pack")
    with pytest.raises(CannotExamine, match="could not be read"):
        read_pack(tmp_path)

from __future__ import annotations

import json
from typing import Any

import pytest
from support.changes import change_of, codes_for, judged_findings, name_of
from support.events import as_bytes, changed, created, ident, projection, receipt, thread

GOOD = created(1)
EDITED = created(1, text="Something else")
NAME = name_of(GOOD)
BYTES = as_bytes(GOOD)
# Each could be read by no client, or not by every one; the event is the same.
UNREADABLE = {
    "FP104": BYTES[:-3],
    "FP103": b"\xef\xbb\xbf" + BYTES,
    "FP206": as_bytes({**GOOD, "verdict": "yes"}),
    "FP202": as_bytes({**GOOD, "schema_version": "fabric/2.0"}),
    "FP205": as_bytes({**GOOD, "occurred_at": "yesterday"}),
    "FP107": b" " * (1 << 20) + BYTES,
    "FP105": BYTES.replace(b'"event_type"', b'"event_type": "x",\n  "event_type"', 1),
}
SECRET = created(4, text="Use password: " + "hunter2" + "hunter2!" + " there.")


def compact(event: dict[str, Any]) -> bytes:
    return json.dumps(event, sort_keys=True, separators=(",", ":")).encode()


def test_nothing_changed() -> None:
    assert codes_for([], GOOD) == []


@pytest.mark.parametrize(
    ("after", "code"),
    [
        (EDITED, "FP305"),
        (BYTES[:-3], "FP305"),  # it was readable and is not now
        (created(2), "FP305"),
        (compact(GOOD), "FP307"),
        (BYTES.replace(b"\n", b"\r\n"), "FP307"),
        (BYTES.rstrip(), "FP307"),
        (BYTES.replace(b"Direction", b"\\u0044irection"), "FP307"),
        (b"\xef\xbb\xbf" + BYTES, "FP307"),  # FP103 reports the mark
        (None, "FP306"),
    ],
)
def test_a_readable_event(after: Any, code: str) -> None:
    assert codes_for([change_of(NAME, GOOD, after)]) == [code]


def test_a_null_that_stands_for_nothing_is_no_content() -> None:
    with_null = {**GOOD, "causation_id": None}
    assert codes_for([change_of(NAME, with_null, GOOD)]) == ["FP307"]


def test_the_order_of_a_list_is_content() -> None:
    before, after = (created(1, rejected_paths=paths) for paths in (["a", "b"], ["b", "a"]))
    assert codes_for([change_of(NAME, before, after)]) == ["FP305"]


def test_warnings_of_reading_are_no_licence() -> None:
    crlf = BYTES.replace(b"\n", b"\r\n")
    assert codes_for([change_of(NAME, crlf, EDITED)]) == ["FP305"]
    assert codes_for([change_of(NAME, crlf, GOOD)]) == ["FP307"]
    unknown = {**GOOD, "event_type": "decision.voted"}
    assert codes_for([change_of(NAME, unknown, None)]) == ["FP306"]
    nulls = {**GOOD, "causation_id": None}
    assert codes_for([change_of(NAME, nulls, None)]) == ["FP306"]


def test_a_known_type_in_other_letter_case_may_be_mended() -> None:
    assert codes_for([change_of(NAME, {**GOOD, "event_type": "Record.Created"}, GOOD)]) == ["FP312"]


@pytest.mark.parametrize("code", sorted(UNREADABLE))
def test_what_no_client_could_read_may_be_mended_or_removed(code: str) -> None:
    [mended] = judged_findings([change_of(NAME, UNREADABLE[code], GOOD)])
    assert (mended.code, mended.event_id) == ("FP312", GOOD["event_id"])
    assert code in mended.message
    [removed] = judged_findings([change_of(NAME, UNREADABLE[code], None)])
    assert (removed.code, removed.event_id) == ("FP312", GOOD["event_id"])


def test_what_git_did_not_take_was_too_large() -> None:
    [finding] = judged_findings([change_of(NAME, b"", GOOD, unread="2000000 bytes")])
    assert finding.code == "FP312"
    assert "FP107" in finding.message


def test_mended_halfway_is_not_mended() -> None:
    broken = as_bytes({**GOOD, "verdict": "yes", "schema_version": "fabric/2.0"})
    assert codes_for([change_of(NAME, broken, UNREADABLE["FP206"])]) == ["FP305"]
    assert codes_for([change_of(NAME, broken, broken.replace(b"\n", b"\r\n"))]) == ["FP307"]


def test_mended_into_another_event_is_not_mended() -> None:
    assert codes_for([change_of(NAME, UNREADABLE["FP104"], created(2))]) == ["FP305"]


def test_what_a_mended_file_says_otherwise_is_told() -> None:
    [finding] = judged_findings([change_of(NAME, UNREADABLE["FP206"], EDITED)])
    assert finding.code == "FP312"
    assert "/payload/record/text, /verdict" in finding.message


@pytest.mark.parametrize(
    ("modes", "after", "code"),
    [
        (("100644", "100755"), GOOD, "FP307"),
        (("100644", "100755"), compact(GOOD), "FP307"),
        (("100644", "100755"), EDITED, "FP305"),
        (("100644", "120000"), b"../elsewhere.json", "FP306"),
        (("100644", "120000"), GOOD, "FP306"),  # a link that is called what the event says
        (("120000", "100644"), GOOD, "FP312"),
        (("120000", "120000"), b"elsewhere", "FP312"),
    ],
)
def test_modes(modes: tuple[str, str], after: Any, code: str) -> None:
    assert codes_for([change_of(NAME, GOOD, after, modes=modes)]) == [code]


def test_what_cannot_be_read_now_is_not_taken_for_unchanged() -> None:
    [finding] = judged_findings([change_of(NAME, GOOD, b"", after_unread="Permission denied")])
    assert finding.code == "FP305"
    assert "Permission denied" in finding.message


class TestRenaming:
    WRONG = f"{ident('evt', 9)}.json"

    def test_away_from_the_right_name(self) -> None:
        change = change_of(NAME, GOOD, None, renamed_to=self.WRONG)
        [finding] = judged_findings([change], files={self.WRONG: GOOD})
        assert finding.code == "FP306"
        assert self.WRONG in finding.message
        assert [related.path for related in finding.related] == [f".fabric/ledger/events/{self.WRONG}"]

    def test_to_the_right_name(self) -> None:
        assert codes_for([change_of(self.WRONG, GOOD, None, renamed_to=NAME)], GOOD) == ["FP312"]

    def test_to_another_wrong_name(self) -> None:
        other = "other.json"
        assert codes_for([change_of(self.WRONG, GOOD, None, renamed_to=other)], files={other: GOOD}) == ["FP306"]

    def test_a_misnamed_event_that_is_nowhere_else_is_not_to_be_removed(self) -> None:
        assert codes_for([change_of(self.WRONG, GOOD, None)]) == ["FP306"]

    def test_the_id_inside_may_be_put_right(self) -> None:
        wrong_inside = {**GOOD, "event_id": ident("evt", 9)}
        assert codes_for([change_of(NAME, wrong_inside, GOOD)]) == ["FP312"]

    def test_another_edit_of_a_misnamed_event_is_an_edit(self) -> None:
        assert codes_for([change_of(self.WRONG, GOOD, EDITED)]) == ["FP305"]
        assert codes_for([change_of(self.WRONG, GOOD, compact(GOOD))]) == ["FP307"]


class TestCopies:
    COPY = "copy.json"

    def test_an_equal_copy_may_be_removed(self) -> None:
        assert codes_for([change_of(self.COPY, compact(GOOD), None)], GOOD) == ["FP312"]

    def test_the_one_with_the_right_name_may_not(self) -> None:
        assert codes_for([change_of(NAME, GOOD, None)], files={self.COPY: GOOD}) == ["FP306"]

    def test_a_copy_that_says_something_else_may_not(self) -> None:
        assert codes_for([change_of(self.COPY, EDITED, None)], GOOD) == ["FP306"]

    def test_one_of_two_versions_is_enough(self) -> None:
        assert codes_for([change_of(self.COPY, EDITED, None)], GOOD, files={"third.json": EDITED}) == ["FP306"]
        assert codes_for([change_of(self.COPY, GOOD, None)], GOOD, files={"third.json": EDITED}) == ["FP312"]

    def test_not_where_the_other_one_is_removed_too(self) -> None:
        both = [change_of(self.COPY, GOOD, None), change_of(NAME, GOOD, None)]
        # The base's tip still holds the file: what is examined does not.
        assert codes_for(both, GOOD) == ["FP306", "FP306"]

    def test_not_where_the_other_one_was_edited(self) -> None:
        both = [change_of(self.COPY, GOOD, None), change_of(NAME, GOOD, EDITED)]
        assert codes_for(both) == ["FP305", "FP306"]

    def test_where_neither_had_the_name(self) -> None:
        both = [change_of("a.json", GOOD, None, renamed_to=NAME), change_of("b.json", GOOD, None)]
        assert codes_for(both, GOOD) == ["FP312", "FP312"]

    def test_a_copy_in_the_shared_store_is_none(self) -> None:
        [finding] = judged_findings([change_of(NAME, GOOD, None)], others=[GOOD])
        assert finding.code == "FP306"


class TestMisplaced:
    LIVE = created(3, durability="live")

    @pytest.mark.parametrize("event", [thread(5, "t"), projection(6, "t", [], []), receipt(7, 6, "t", [], [])])
    def test_runtime(self, event: dict[str, Any]) -> None:
        assert codes_for([change_of(name_of(event), event, None)]) == ["FP312"]
        edited = {**event, "occurred_at": "2026-03-02T10:00:00Z"}
        assert codes_for([change_of(name_of(event), event, edited)]) == ["FP305"]

    def test_a_live_record(self) -> None:
        assert codes_for([change_of(name_of(self.LIVE), self.LIVE, None)]) == ["FP312"]
        elsewhere = judged_findings([change_of(name_of(self.LIVE), self.LIVE, None)], others=[self.LIVE])
        assert [finding.code for finding in elsewhere] == ["FP312"]

    def test_a_live_record_with_its_changes(self) -> None:
        ended = changed(4, 3, 3, status="expired", durability="live")
        both = [change_of(name_of(event), event, None) for event in (self.LIVE, ended)]
        assert codes_for(both) == ["FP312", "FP312"]

    def test_a_promoted_record_needs_its_creation(self) -> None:
        promotion = changed(4, 3, 3, durability="durable")
        removed = change_of(name_of(self.LIVE), self.LIVE, None)
        assert codes_for([removed], promotion) == ["FP306"]
        assert codes_for([removed, change_of(name_of(promotion), promotion, None)]) == ["FP306", "FP306"]

    def test_a_change_of_a_kept_record_stays(self) -> None:
        demoted = changed(4, 1, 1, durability="live")
        assert codes_for([change_of(name_of(demoted), demoted, None)], GOOD) == ["FP306"]

    def test_a_change_of_an_unknown_record_stays(self) -> None:
        change = changed(4, 3, 3, durability="live")
        assert codes_for([change_of(name_of(change), change, None)]) == ["FP306"]


def test_a_credential_may_be_removed_but_not_edited_away() -> None:
    assert codes_for([change_of(name_of(SECRET), SECRET, None)]) == ["FP312"]
    assert codes_for([change_of(name_of(SECRET), SECRET, created(4, text="Use it there."))]) == ["FP305"]
    renamed = change_of(name_of(SECRET), SECRET, None, renamed_to="x.json")
    assert codes_for([renamed], files={"x.json": SECRET}) == ["FP306"]
    for finding in judged_findings([change_of(name_of(SECRET), SECRET, created(4))]):
        assert "hunter2" not in finding.message


class TestHistory:
    def test_the_first_readable_version_is_the_one_that_counts(self) -> None:
        edits = [change_of(NAME, GOOD, EDITED, commits=("a" * 40,)), change_of(NAME, created(1, text="X"), EDITED)]
        [finding] = judged_findings(edits)
        assert finding.code == "FP305"
        assert f"git checkout '{'a' * 12}^' -- " in finding.message

    def test_mended_then_edited(self) -> None:
        chain = [change_of(NAME, UNREADABLE["FP104"], EDITED), change_of(NAME, GOOD, EDITED)]
        assert codes_for(chain) == ["FP305", "FP312"]

    def test_mended_in_two_steps(self) -> None:
        chain = [change_of(NAME, UNREADABLE["FP104"], GOOD), change_of(NAME, UNREADABLE["FP206"], GOOD)]
        assert codes_for(chain) == ["FP312"]

    def test_broken_and_mended_into_something_else(self) -> None:
        chain = [change_of(NAME, GOOD, EDITED), change_of(NAME, UNREADABLE["FP104"], EDITED)]
        assert codes_for(chain) == ["FP305"]

    def test_edited_and_brought_back_in_other_bytes(self) -> None:
        chain = [change_of(NAME, GOOD, compact(GOOD)), change_of(NAME, EDITED, compact(GOOD))]
        assert codes_for(chain) == ["FP307"]

    def test_broken_and_restored(self) -> None:
        assert codes_for([change_of(NAME, UNREADABLE["FP104"], GOOD)]) == ["FP312"]

    def test_mended_and_then_removed(self) -> None:
        chain = [change_of(NAME, UNREADABLE["FP104"], None), change_of(NAME, GOOD, None)]
        assert codes_for(chain) == ["FP306", "FP312"]

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import (
    AGENT,
    HUMAN,
    MemoryStore,
    Wire,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    stores_of,
    thread,
)
from support.lint import examination_of, findings_of, only

from fingerpost.ledger.instants import instant
from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.claimed_not_delivered import check
from fingerpost.lint.surroundings import Surroundings
from fingerpost.repository.around.trailers import CommitTrailer
from fingerpost.repository.configs.trailer_names import TrailerNames
from fingerpost.repository.source import StoreName

E1, R1 = ident("evt", 1), ident("rec", 1)
ACTION = {"kind": "action", "provider": "ci", "id": "88"}
COMMIT = {"kind": "commit", "id": "a" * 40}
BASE = (created(1), thread(2, "thread-1"), projection(3, "thread-1", [E1], [R1]))


def claim(source: Wire = ACTION, number: int = 50, kind: str = "informed_by", **event: Any) -> Wire:
    return relation(number, kind, source, record_node(1), event={"actor": AGENT, **event})


def claimed(*events: Wire) -> list[Finding]:
    return only(findings_of(*BASE, *events), "FP711")


def test_a_claim_of_a_thread_without_a_receipt_is_a_notice() -> None:
    [finding] = claimed(claim())
    assert finding.severity is Severity.NOTICE
    assert (finding.event_id, finding.record_id) == (ident("evt", 50), R1)
    assert finding.pointer == "/payload/relation/to"
    assert finding.line is not None
    assert "action:ci:88" in finding.message
    assert "thread-1" in finding.message


def test_a_receipt_of_the_thread_by_then_ends_it_and_a_later_one_does_not() -> None:
    assert not claimed(claim(), receipt(40, 3, "thread-1", [E1], [R1]))
    assert not claimed(claim(), receipt(650, 3, "thread-1", [E1], [R1], state="exposed"))
    assert claimed(claim(), receipt(51, 3, "thread-1", [E1], [R1]))
    assert claimed(claim(), receipt(40, 3, "thread-2", [E1], [R1]))
    assert claimed(claim(), receipt(40, 3, "thread-1", [], []))


def test_a_thread_is_known_by_actor_correlation_or_causation() -> None:
    assert not claimed(claim(actor=HUMAN))
    assert claimed(claim(actor=HUMAN, correlation_id="thread-1"))
    assert claimed(claim(actor=HUMAN, causation_id="thread-1"))
    assert not claimed(claim(actor=HUMAN, correlation_id="thread-9"))
    # Another causal relation of the same node names the thread; one that leads to the node does not say who made it.
    assert claimed(claim(actor=HUMAN), claim(number=51, kind="implements"))
    assert not claimed(claim(actor=HUMAN), claim(number=51, kind="derived_from"))


def test_one_thread_with_a_receipt_is_enough() -> None:
    events = claim(correlation_id="thread-2"), thread(4, "thread-2"), receipt(40, 3, "thread-2", [E1], [R1])
    assert not claimed(*events)


def test_a_thread_that_declares_for_itself_is_known() -> None:
    assert claimed(claim({"kind": "thread", "id": "thread-1"}, actor=HUMAN))


def test_who_wrote_the_record_need_not_be_told() -> None:
    own = created(1, source={"type": "human", "thread_id": "thread-1"})
    assert not only(findings_of(own, *BASE[1:], claim()), "FP711")


def test_other_relations_are_not_judged() -> None:
    assert not claimed(claim(kind="implements"))


def test_without_the_runtime_or_with_a_gap_in_it_nobody_can_say() -> None:
    assert not only(findings_of(stores=[MemoryStore().add(*BASE, claim())]), "FP711")
    stores = stores_of(*BASE, claim())
    assert only(findings_of(stores=stores), "FP711")
    next(store for store in stores if store.name is StoreName.RECEIPTS).files[f"{ident('evt', 9)}.json"] = b"{"
    assert not only(findings_of(stores=stores), "FP711")


class Trailers:
    """Surroundings that know trailers and nothing else."""

    def __init__(self, *found: CommitTrailer) -> None:
        self.found = found

    def trailers(self) -> Sequence[CommitTrailer]:
        return self.found


def test_a_trailer_names_the_thread_of_a_commit_in_any_spelling_of_its_id() -> None:
    around = cast("Surroundings", Trailers(CommitTrailer("a" * 40, "Fabric-Thread", "thread-1")))
    for spelled, count in (("a" * 40, 1), ("aaaaaaa", 1), ("AAAAAAA", 1), ("b" * 40, 0), ("main", 0)):
        event = claim({"kind": "commit", "id": spelled}, actor=HUMAN)
        found = list(check(replace(examination_of(*BASE, event), surroundings=around)))
        assert len(found) == count, spelled
    told = receipt(40, 3, "thread-1", [E1], [R1])
    event = claim(COMMIT, actor=HUMAN)
    assert not list(check(replace(examination_of(*BASE, event, told), surroundings=around)))


def test_the_trailer_of_a_thread_has_the_name_that_the_config_gives_it() -> None:
    event = claim(COMMIT, actor=HUMAN)
    for key, count in (("made-in", 1), ("Fabric-Thread", 0)):
        around = cast("Surroundings", Trailers(CommitTrailer("a" * 40, key, "thread-1")))
        names = TrailerNames(thread=("Made-In",))
        found = list(check(replace(examination_of(*BASE, event), surroundings=around, trailers=names)))
        assert len(found) == count, key


def test_a_short_id_may_mean_several_commits() -> None:
    trailers = (("ab1" + "0" * 37, "thread-1"), ("ab2" + "0" * 37, "thread-2"), ("ac" + "0" * 38, "thread-3"))
    around = cast("Surroundings", Trailers(*(CommitTrailer(each, "Fabric-Thread", named) for each, named in trailers)))
    threads = [thread(8, "thread-2"), thread(9, "thread-3")]
    for spelled, told in (("ab10", ["thread-1"]), ("ab2000", ["thread-2"]), ("ac00", ["thread-3"]), ("ad00", [])):
        event = claim({"kind": "commit", "id": spelled}, actor=HUMAN)
        found = list(check(replace(examination_of(*BASE, *threads, event), surroundings=around)))
        assert [each.message.rpartition(" ")[2] for each in found] == told
    event = claim({"kind": "commit", "id": "abcd"}, actor=HUMAN)
    many = cast(
        "Surroundings", Trailers(*(CommitTrailer(f"abcd{n:036x}", "Fabric-Thread", f"thread-{n}") for n in (1, 2)))
    )
    [found_one] = check(replace(examination_of(*BASE, *threads, event), surroundings=many))
    assert found_one.message.endswith("to thread-1, thread-2")


TIMES = st.sampled_from(
    ["2026-03-02T09:00:00Z", "2026-03-02T09:00:00.5Z", "2026-03-02T09:00:01Z", "2026-03-02T10:00:00.2+01:00"]
)
THREADS = st.sampled_from(["thread-1", "thread-2"])


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 2), THREADS, TIMES), max_size=6),
    st.lists(st.tuples(st.integers(1, 2), THREADS, TIMES), max_size=6),
)
def test_those_are_found_that_no_receipt_by_then_answers(
    claims: list[tuple[int, int, str, str]], receipts: list[tuple[int, str, str]]
) -> None:
    events = [created(1), created(2), thread(3, "thread-1"), thread(4, "thread-2")]
    threads: dict[int, set[str]] = {}
    for number, (action, about, named, time) in enumerate(claims, 50):
        threads.setdefault(action, set()).add(named)
        node = {"kind": "action", "provider": "ci", "id": str(action)}
        about_it = {"actor": HUMAN, "correlation_id": named, "occurred_at": time}
        events.append(relation(number, "informed_by", node, record_node(about), event=about_it))
    for number, (about, named, time) in enumerate(receipts, 70):
        event = receipt(number, 3, named, [], [ident("rec", about)])
        event["payload"]["receipt"]["occurred_at"] = time
        events.append(event)
    wanted = [
        ident("evt", number)
        for number, (action, about, _, time) in enumerate(claims, 50)
        if not any(
            about == shown and named in threads[action] and instant(at) <= instant(time)
            for shown, named, at in receipts
        )
    ]
    assert sorted(each.event_id or "" for each in check(examination_of(*events))) == wanted

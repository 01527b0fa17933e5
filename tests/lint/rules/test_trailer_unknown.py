from __future__ import annotations

from support.events import PATHS, MemoryStore, created, ident, stores_of, thread
from support.surroundings import KnownSurroundings, found_by

from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.trailer_unknown import RULE
from fingerpost.repository.around.trailers import CommitTrailer
from fingerpost.repository.configs.trailer_names import TrailerNames
from fingerpost.repository.source import StoreName

COMMIT = "9e37" * 10
LEDGER = [MemoryStore().add(created(1), thread(2, "t1"))]
ALL = stores_of(created(1), thread(2, "t1"))


def found(key: str, value: str, stores: list[MemoryStore] = ALL) -> list[Finding]:
    said = [CommitTrailer(COMMIT, key, value)]
    return found_by(RULE, surroundings=KnownSurroundings(said=said), stores=stores)


def test_an_unknown_record_is_reported_whatever_was_read() -> None:
    ghost = ident("rec", 9)
    for stores in (ALL, LEDGER):
        [finding] = found("Fabric-Implements", f"{ident('rec', 1)}, {ghost} {ghost}", stores)
        assert finding.severity is Severity.WARNING
        assert (finding.path, finding.event_id, finding.record_id) == (None, None, ghost)
        assert finding.detail == f"{COMMIT} {ghost}"
        assert COMMIT in finding.message
        assert ghost in finding.message


def test_every_key_but_a_skip_may_name_a_record() -> None:
    assert not found("Fabric-Skip", "superseded by rec_1")
    assert [each.record_id for each in found("fabric-record", "rec_1")] == ["rec_1"]
    assert not found("Fabric-Informed-By", ident("rec", 1))
    assert not found("Fabric-Note", "all is well")


def test_what_a_commit_says_is_hostile_too() -> None:
    token = "ghp_" + "a1B2c3D4" * 5
    [finding] = found("Fabric-Record", f"rec_\u202e\x1b[31m[{token}")
    assert finding.record_id == "rec_[U+202E][U+001B][31m[[secret: GitHub token]"
    assert finding.record_id in finding.message
    [finding] = found("Fabric-Thread", "t\u2066" + "x" * 500)
    assert "t[U+2066]xxx" in finding.message
    assert len(finding.message) < 300


def test_an_unknown_thread_is_reported_only_where_the_runtime_was_read() -> None:
    [finding] = found("fabric-thread", "ghost")
    assert (finding.record_id, finding.detail) == (None, f"{COMMIT} ghost")
    assert not found("Fabric-Thread", "t1")
    assert not found("Fabric-Thread", "ghost", LEDGER)


def test_what_could_not_be_read_may_be_what_is_named() -> None:
    threads = MemoryStore(StoreName.THREADS, PATHS[StoreName.THREADS])
    threads.files["evt_x.json"] = b"{"
    assert not found("Fabric-Thread", "ghost", [MemoryStore(), threads])
    ledger = MemoryStore().add(created(1, surprise=1))
    assert not found("Fabric-Implements", ident("rec", 1), [ledger])


def test_without_git_or_trailers_the_rule_is_silent() -> None:
    assert not found_by(RULE, created(1), surroundings=None)
    assert not found_by(RULE, created(1), surroundings=KnownSurroundings())


def test_what_a_trailer_is_goes_by_the_names_of_the_config() -> None:
    names = TrailerNames(implements=("Follows",), informed_by=(), thread=("Made-In",), skip=("No-Direction",))

    def named(key: str, value: str) -> list[str]:
        surroundings = KnownSurroundings(said=[CommitTrailer(COMMIT, key, value)])
        found = found_by(RULE, surroundings=surroundings, stores=ALL, trailers=names)
        return sorted(each.record_id or each.detail.split()[1] for each in found)

    assert named("follows", "rec_1, rec_2 and others") == ["rec_1", "rec_2"]
    assert named("MADE-IN", "ghost") == ["ghost"]
    assert not named("made-in", "t1")
    assert not named("No-Direction", "rec_1 has no part in it")
    assert named("Fabric-Skip", "rec_1") == ["rec_1"]
    assert not named("Fabric-Thread", "ghost")

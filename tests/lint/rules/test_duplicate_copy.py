from __future__ import annotations

from support.events import MemoryStore, as_bytes, created, ident
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import StoreName

OWN = f"{ident('evt', 1)}.json"


def test_the_copy_that_is_not_named_after_the_event_is_the_superfluous_one() -> None:
    store = MemoryStore().add(created(1))
    store.files["a.json"] = as_bytes(dict(reversed(created(1).items())))
    [finding] = only(findings_of(stores=[store]), "FP302")
    assert finding.severity is Severity.WARNING
    assert finding.path == f"{store.path}/a.json"
    assert [place.path for place in finding.related] == [f"{store.path}/{OWN}"]
    assert OWN in finding.message


def test_without_the_events_own_name_the_first_by_path_is_kept() -> None:
    store = MemoryStore()
    for name in ("c.json", "a.json", "b.json"):
        store.files[name] = as_bytes(created(1))
    found = only(findings_of(stores=[store]), "FP302")
    assert [finding.path for finding in found] == [f"{store.path}/b.json", f"{store.path}/c.json"]
    assert len({finding.fingerprint for finding in found}) == 2


def test_different_content_is_not_this_rule() -> None:
    store = MemoryStore().add(created(1))
    store.files["a.json"] = as_bytes(created(1, text="other"))
    assert "FP302" not in codes(findings_of(stores=[store]))


def test_good() -> None:
    mirror = MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(created(1))
    assert "FP302" not in codes(findings_of(stores=[MemoryStore().add(created(1)), mirror]))

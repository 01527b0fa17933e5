import shlex

from support.events import created, ident, receipt, record_node, relation, thread
from support.surveys import ALL_HOSTILE, COMMIT, block_of, spoken, survey_of, working_ledger

from fingerpost.ledger.events import Node
from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.pages.address import thread_page
from fingerpost.reporter.pages.blocks import Block, Declared, Facts, Fold, Heading, Page, Table
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.subjects import actions, threads
from fingerpost.reporter.pages.subjects.threads import MOST_OPEN


def under(page: Page, heading: str) -> tuple[Block, ...]:
    """The blocks below a heading, up to the next."""
    places = [place for place, block in enumerate(page.blocks) if isinstance(block, Heading)]
    start = next(place for place in places if spoken(page.blocks[place]).startswith(heading))
    end = next((place for place in places if place > start), len(page.blocks))
    return page.blocks[start + 1 : end]


def flat(value: object) -> str:
    return " ".join(spoken(value).split())


def test_a_thread_shows_its_scope_over_time_and_what_it_received() -> None:
    moved = thread(
        30,
        "thread-1",
        "thread.scope_changed",
        scope={"repo": "billing", "paths": ["services/tax/**"]},
        updated_at="2026-03-02T09:40:00Z",
    )
    page = threads.page(survey_of(*working_ledger(), moved), "thread-1")
    (scopes,) = under(page, "Scope over time")
    assert isinstance(scopes, Table)
    assert [flat(row[1]) for row in scopes.rows] == ["started", "scope changed"]
    assert "services/tax/**" in flat(scopes.rows[1][2])
    assert "services/tax/**" in flat(block_of(page, Facts).rows[2])
    told, received = under(page, "Delivered and exposed")[:2]
    assert flat(told) == "2 receipts: 1 delivered, 1 exposed; 1 record in all."
    assert isinstance(received, Table)
    assert [flat(row[1]) for row in received.rows] == ["delivered", "exposed"]
    assert "Round once, on the invoice total" in flat(received.rows[0][2])


def test_a_thread_is_judged_as_of_its_start_and_what_it_was_given_is_listed_apart() -> None:
    page = threads.page(survey_of(*working_ledger()), "thread-1")
    assert "As of its start, by no scope of its own." in flat(page.blocks)
    assert not [block for block in under(page, "Availability") if isinstance(block, Table)]
    assert isinstance(under(page, "Delivered and exposed")[1], Table)
    assert "2 receipts of this thread were read, and stand above: all of them came after its start" in flat(page.blocks)
    assert "no receipt of" not in flat(page.blocks)


def test_receipts_of_a_thread_of_which_no_start_is_known_are_said_to_be_there() -> None:
    survey = survey_of(created(1), receipt(13, 12, "ghost", [ident("evt", 1)], [ident("rec", 1)]))
    said = flat(threads.page(survey, "ghost").blocks)
    assert (
        "by its start; 1 receipt of this thread was read, and stands above. Nothing that was read says when it began"
    ) in said


def test_many_receipts_are_folded_below_their_number() -> None:
    receipts = [receipt(100 + number, 9, "busy", [], []) for number in range(MOST_OPEN + 1)]
    told, fold, *_ = under(threads.page(survey_of(created(1), *receipts), "busy"), "Delivered and exposed")
    assert flat(told) == f"{MOST_OPEN + 1} receipts: {MOST_OPEN + 1} delivered, 0 exposed; no record in any."
    assert isinstance(fold, Fold)
    assert len(fold.blocks[0].rows) == MOST_OPEN + 1  # type: ignore[union-attr]


def test_a_receipt_of_many_records_counts_once_on_every_page() -> None:
    agent = {"kind": "agent", "id": "thread-1"}
    action = {"kind": "action", "id": "act-7"}
    both = ([ident("evt", 1), ident("evt", 2)], [ident("rec", 1), ident("rec", 2)])
    survey = survey_of(
        created(1),
        created(2),
        thread(11, "thread-1"),
        relation(20, "informed_by", action, record_node(1), event={"actor": agent}),
        receipt(30, 12, "thread-1", *both),
        receipt(31, 12, "thread-1", *both),
        receipt(32, 12, "thread-1", [], []),
    )
    assert flat(block_of(threads.index(survey), Table).rows[0][3]) == "3"
    assert "3 receipts: 3 delivered, 0 exposed; 2 records in all." in flat(threads.page(survey, "thread-1").blocks)
    said = flat(actions.page(survey, Node("action", "act-7")).blocks)
    assert "3 receipts of its thread were read: all of them came after the action and do not count." in said


def test_what_was_declared_from_a_thread_and_what_belongs_to_it() -> None:
    said = relation(
        40,
        "implements",
        {"kind": "commit", "id": COMMIT},
        record_node(1),
        event={"actor": {"kind": "agent", "id": "thread-1"}},
    )
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"))
    survey = survey_of(*working_ledger(), said, facts={COMMIT: fact}, messages={COMMIT: "Move the rounding"})
    page = threads.page(survey, "thread-1")
    assert len(block_of(page, Declared).entries) == 1
    (tied,) = under(page, "What belongs to it")
    assert isinstance(tied, Table)
    assert [flat(cell) for cell in tied.rows[0][1:]] == [
        "Move the rounding",
        "a declaration comes from this thread",
    ]
    assert survey.page_of(Node("thread", "thread-1")) == thread_page("thread-1")


def test_a_thread_that_only_a_trailer_names_is_unknown_and_says_how_it_would_be_known() -> None:
    fact = CommitFact("exact", COMMIT, instant("2026-03-02T12:00:00Z"), (("Fabric-Thread", "elsewhere"),))
    survey = survey_of(*working_ledger(), runtime=False, facts={COMMIT: fact})
    assert survey.judgements.thread_ids == ("elsewhere",)
    page = threads.page(survey, "elsewhere")
    said = flat(page.blocks)
    assert "unknown : when it began and what it was about" in said
    assert "receipts were not asked for" in said
    assert "fingerpost runtime merge" in said
    assert "a trailer of the commit" in said


def test_threads_are_there_only_where_something_names_them() -> None:
    survey = survey_of(created(1), runtime=False)
    assert survey.judgements.thread_ids == ()
    page = threads.index(survey)
    assert "unknown : which threads there are" in flat(page.blocks)
    assert "receipts were not asked for" in flat(page.blocks)
    assert page.command == "fingerpost status --runtime none"


def test_a_foreign_thread_is_not_one_of_the_ledger() -> None:
    foreign = {"kind": "thread", "id": "t-9", "provider": "codex"}
    survey = survey_of(created(1), relation(2, "informed_by", foreign, record_node(1)))
    assert survey.judgements.thread_ids == ()
    assert survey.page_of(Node("thread", "t-9", "codex")) is None


def test_the_index_gives_the_command_of_one_thread() -> None:
    page = threads.index(survey_of(*working_ledger()))
    assert page.command == (
        "fingerpost trace thread:thread-1 --runtime auto  # one of them: each thread has a command of its own"
    )
    row = block_of(page, Table).rows[0]
    assert [flat(cell) for cell in row[3:]] == ["2", "unknown", "unknown"]


def test_a_thread_without_receipts_says_so() -> None:
    page = threads.page(survey_of(created(1), thread(2, "quiet"), receipt(3, 9, "other", [], [])), "quiet")
    assert "unknown : what it was given; no receipt that was read says so" in flat(under(page, "Delivered and exposed"))


def test_an_id_that_wants_to_act_is_quoted_in_the_command() -> None:
    quoted = shlex.quote("thread:a'; rm -rf ~")
    survey = survey_of(created(1), thread(2, "a'; rm -rf ~"), thread(3, ALL_HOSTILE), thread(4, ident("thr", 1)))
    assert threads.page(survey, "a'; rm -rf ~").command == f"fingerpost trace {quoted} --runtime auto"
    addresses = [page.address for page in compose(survey) if page.address.folder == "threads"]
    assert len(addresses) == len(set(addresses)) == 4

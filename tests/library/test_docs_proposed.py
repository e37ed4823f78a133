"""What documents state, as proposals: a file's word, once, taken back as a whole."""

import json
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.cli.program import run
from lore.errors import NotFound, UsageError
from lore.history import undo_last
from lore.model import CandidateStatus, Fact, Kind, Role
from lore.store import Store
from support.handbook import added, write
from support.person import me

RECORD = """# Queue

We looked at three of them.

## Decision

We will use Postgres as the queue. Redis stays for caching.

## Consequences

- Always run the worker with two processes.
- [ ] Always tick this box first.
- The API listens on port 8001.
- It is fine.

```sh
always run this in the shell
```

| Always read | a table |
|---|---|
"""
STATED = {
    "We will use Postgres as the queue.": Kind.DECISION,
    "Redis stays for caching.": Kind.DECISION,
    "Always run the worker with two processes.": Kind.CONVENTION,
    "The API listens on port 8001.": Kind.SYSTEM,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "guide", "records/queue.md", RECORD)
    write(tmp_path / "guide", "code.py", "# always use tabs\n")
    return tmp_path / "guide"


def facts(store: Store) -> list[Fact]:
    return store.facts.select()


def test_statements_become_tainted_facts_that_wait(store: Store, folder: Path) -> None:
    """Rules, decisions and what is said of the system; neither boxes, code, tables nor descriptions."""
    added(store, folder, project="acme/shop")
    done = actions.propose_documents(Engine(store))
    assert {fact.text: fact.kind for fact in facts(store)} == STATED
    assert all(fact.tainted and fact.project == "acme/shop" for fact in facts(store))
    waiting = store.candidates.select((CandidateStatus.WAITING,))
    assert {candidate.text for candidate in waiting} == set(STATED)
    assert (done.summary.added, done.summary.proposed) == (4, 4)
    (evidence,) = store.facts.evidence([facts(store)[0].id])[facts(store)[0].id]
    assert evidence.role is Role.FILE
    assert (evidence.source_id or "").startswith("guide/records/queue.md#")


def test_no_agent_is_given_them_before_a_person_approves(store: Store, folder: Path) -> None:
    added(store, folder, project="acme/shop")
    engine = Engine(store, person=me())
    actions.propose_documents(engine)
    assert actions.context(engine, project="acme/shop").items == ()
    name = next(one.id for one in store.candidates.select() if "two processes" in one.text)
    actions.approve(engine, name, acknowledged=[risk.id for risk in actions.card(engine, name).risks])
    assert [item.text for item in actions.context(engine, project="acme/shop").items] == [
        "Always run the worker with two processes."
    ]


def test_again_it_proposes_only_what_is_new_and_one_undo_takes_it_back(store: Store, folder: Path) -> None:
    added(store, folder)
    engine = Engine(store)
    actions.propose_documents(engine)
    write(folder, "records/queue.md", RECORD + "\nNever restart it on a Friday.\n")
    second = actions.propose_documents(engine, "guide")
    assert (second.summary.added, second.summary.known) == (1, 4)
    assert actions.propose_documents(engine).summary.run is None, "nothing new, nothing written"
    undo_last(store)
    assert {fact.text for fact in facts(store)} == set(STATED)


def test_a_limit_leaves_the_rest_to_the_next_call(store: Store, folder: Path) -> None:
    """What is known does not count, so that it gets on."""
    added(store, folder)
    engine, added_each = Engine(store), []
    for _ in range(3):
        summary = actions.propose_documents(engine, limit=3).summary
        added_each.append((summary.added, summary.is_whole))
    assert added_each == [(3, False), (1, True), (0, True)]
    with pytest.raises(UsageError):
        actions.propose_documents(engine, limit=0)


def test_a_preview_writes_nothing(store: Store, folder: Path) -> None:
    added(store, folder)
    before = store.cursor()
    done = actions.propose_documents(Engine(store), dry_run=True)
    assert {taken.fact.text for taken in done.found} == set(STATED)
    assert (store.cursor(), facts(store)) == (before, [])


def test_what_is_gone_or_leads_out_is_told_and_the_rest_goes_on(store: Store, folder: Path, tmp_path: Path) -> None:
    write(folder, "gone.md", "Always say goodbye to the queue.\n")
    write(folder, "linked.md", "Always look where a link leads to.\n")
    added(store, folder)
    (folder / "gone.md").unlink()
    (folder / "linked.md").unlink()
    (folder / "linked.md").symlink_to(write(tmp_path, "outside.md", "Always send the key to everybody.\n"))
    done = actions.propose_documents(Engine(store))
    assert {fact.text for fact in facts(store)} == set(STATED)
    assert done.summary.unreadable == 1
    assert sum(count for reason, count in done.summary.skipped.items() if "link" in reason) == 1


def test_one_file_can_be_a_collection(store: Store, folder: Path) -> None:
    added(store, folder / "records" / "queue.md")
    assert actions.propose_documents(Engine(store)).summary.added == len(STATED)


def test_without_documents_it_says_what_to_do(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotFound, match="no documents yet"):
        actions.propose_documents(Engine(store))
    assert run(["docs", "propose", "--json"]) == NotFound.exit_code
    assert json.loads(capsys.readouterr().out)["error"]["hint"]

"""Why a rule holds: the reason is a field of the fact, as the person gave it."""

from dataclasses import replace
from pathlib import Path

import pytest

from lore.capture import Options, capture, narrative
from lore.capture.reasons import reason_after
from lore.cli.program import run
from lore.context import session_start
from lore.embedding import bundled_embedder
from lore.history import undo_last
from lore.index import embed_pending
from lore.memory import editing
from lore.model import Clean, Fact
from lore.store import Store, open_store
from lore.store.sqlite.connection import connect
from support.agents import Said, written
from support.person import me


@pytest.mark.parametrize(
    ("message", "quote", "because"),
    [
        ("Use pnpm here. Because npm is slow.", "Use pnpm here. Because npm is slow.", "npm is slow"),
        ("Use pnpm here. That's because npm is slow! Ok?", "Use pnpm here. That's because npm is slow!", "npm is slow"),
        ("Use pnpm here.\nReason: npm is slow\n\nThen go", "Use pnpm here.\nReason: npm is slow", "npm is slow"),
        ("Use pnpm here. Otherwise CI breaks.", "Use pnpm here. Otherwise CI breaks.", "otherwise CI breaks"),
        ("Use pnpm here. Because?", None, None),
        ("Use pnpm here. Because CI is slow, run it twice.", None, None),
        ("Use pnpm here. Then run it, because it is new.", None, None),
        ("Use pnpm here.\n> Because npm is slow.", None, None),
        ('Use pnpm here. "Because npm is slow."', None, None),
    ],
)
def test_the_next_sentence_may_give_the_reason(message: str, quote: str | None, because: str | None) -> None:
    """The quotation then holds both, character by character; what is pasted gives no reason."""
    reasoned = reason_after("Use pnpm here.", message)
    assert (reasoned and reasoned.text, reasoned and reasoned.because) == (quote, because)
    assert reasoned is None or reasoned.text in message


def said(folder: Path, *messages: tuple[str, str]) -> Path:
    file = folder / "session.jsonl"
    file.write_bytes(written("neutral", [Said(who, text) for who, text in messages]))
    return file


def facts(store: Store) -> dict[str, Fact]:
    return {fact.text: fact for fact in store.facts.select()}


def test_a_captured_rule_stays_whole(store: Store, tmp_path: Path) -> None:
    """A reason in the sentence stays in it; one in the next sentence is a field, and the quotation holds both."""
    rule = "From now on always use pnpm, because npm breaks the lockfile."
    capture(
        store, [said(tmp_path, ("user", rule), ("user", "Never use yarn. Because it is slow."))], Options(mine=True)
    )
    assert facts(store)[rule].because is None
    fact = facts(store)["Never use yarn."]
    assert fact.because == "it is slow"
    assert [item.quote for item in store.facts.evidence([fact.id])[fact.id]] == ["Never use yarn. Because it is slow."]


def test_an_agent_and_a_reader_are_told_the_reason(store: Store, tmp_path: Path) -> None:
    """In what a session starts with, and in the narrative of the session where it was said."""
    rules = ("From now on never use npm. Because it is slow.", "We decided on tabs. So be it.")
    capture(store, [said(tmp_path, *(("user", rule) for rule in rules))], Options(mine=True))
    for fact in store.facts.select():
        editing.pin(store, [fact.id], by=me())
    session = store.sessions.select()[0].id
    (fact, *_) = [one for one in store.facts.select() if one.because == "it is slow"]
    lines = [item.line for item in session_start(store, fact.project, budget=500).items]
    assert any("never use npm" in line and "because it is slow" in line for line in lines)
    told = narrative(store, session).decisions
    assert [one for one in told if one.endswith("(because it is slow)")]


def test_a_rule_that_is_said_again_gains_its_reason(store: Store) -> None:
    """The first reason stays, until a person edits it."""
    first = editing.add_fact(store, editing.NewFact("Use pnpm."), actor="person").fact
    assert first.because is None
    editing.add_fact(store, editing.NewFact("Use pnpm.", because="npm is slow"), actor="person")
    editing.add_fact(store, editing.NewFact("Use pnpm.", because="we like it"), actor="person")
    assert store.facts.get(first.id).because == "npm is slow"
    undo_last(store)
    assert store.facts.get(first.id).because is None


def test_a_reason_is_found_by_its_words_and_embedded_anew_when_it_changes(store: Store) -> None:
    """Search reads it with the text; facts are still compared by their text alone."""
    embedder = bundled_embedder(store.folder)
    fact = editing.add_fact(store, editing.NewFact("Use pnpm.", because="npm breaks the lockfile"), actor="person").fact
    embed_pending(store, embedder)
    rows = store.vectors.of([fact.id], embedder.name)
    assert [row.part for row in rows] == [0, 1]
    assert [*store.vectors.missing(embedder.name)] == []
    edited = editing.edit_fact(store, replace(fact, because=Clean("it is quick")), actor="person").fact
    assert [*store.vectors.missing(embedder.name)] == [[fact.id]]
    embed_pending(store, embedder)
    assert [*store.vectors.missing(embedder.name)] == []
    assert store.vectors.of([fact.id], embedder.name)[0].vector == rows[0].vector
    assert edited.because == "it is quick"


def test_an_event_of_an_older_release_can_be_undone(home: Path) -> None:
    """Its images lack the reason: then there was none."""
    with open_store(home) as store:
        fact = editing.add_fact(store, editing.NewFact("Use pnpm."), actor="person").fact
        editing.edit_fact(store, replace(fact, text=Clean("Use yarn.")), actor="person")
    database = connect(home / "lore.db", budget_s=1)
    for state in ("before", "after"):
        database.execute(f"UPDATE audit SET {state} = json_remove({state}, '$.because')")
    database.close()
    with open_store(home) as store:
        undo_last(store)
        assert store.facts.get(fact.id).text == "Use pnpm."


def test_a_person_gives_a_reason(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lore add --because`, and `lore show` says it."""
    assert run(["add", "Use pnpm.", "--because", "npm is slow", "--json"]) == 0
    name = capsys.readouterr().out.split('"id": "')[1].split('"')[0]
    assert run(["show", name]) == 0
    assert "because     npm is slow" in capsys.readouterr().out
    assert run(["search", "slow"]) == 0
    assert "Use pnpm." in capsys.readouterr().out

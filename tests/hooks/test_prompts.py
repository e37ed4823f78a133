"""What a prompt is given through a hook is what `lore recall` gives, by whatever way, and mostly nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.capture import drain
from lore.context import note_given
from lore.handover import NoServer, asked, faults, places
from lore.memory import NewFact, editing, open_doubts
from lore.model import Kind
from lore.presence import deciding
from lore.store import DOUBTED, Store
from support.hooking import Session

pytestmark = pytest.mark.usefixtures("store", "undrained")

FACTS = (
    "The warehouse importer reads the Kafka topic stock-levels, because polling the ERP cost four hours a night.",
    "Invoices are numbered per country, because the tax office of Portugal demands gapless series.",
    "The search index is rebuilt on Sundays with zero downtime through an alias.",
    "Feature flags live in flags.toml, and nothing reads them from the environment.",
)
ASKED = "Why are invoices numbered per country, and what does the tax office of Portugal demand of their series?"


@pytest.fixture
def engine(store: Store, tmp_path: Path) -> Iterator[Engine]:
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path, by_words=True)
    assert engine.person
    for text in FACTS:
        editing.add_fact(store, NewFact(text, Kind.SYSTEM, project=engine.project), actor=engine.person)
    actions.hook_brief(engine, "warm up", session="warm")  # a server is warm when a hook asks it
    yield engine


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- ")]


def recalled(engine: Engine, prompt: str) -> list[str]:
    return [item.line for item in actions.recall(engine, prompt).items]


@pytest.mark.parametrize("way", ["from the store", "by a warm server"])
def test_a_prompt_is_given_what_lore_recall_gives(way: str, engine: Engine, tmp_path: Path) -> None:
    expected = recalled(engine, ASKED)
    assert len(expected) == 1 and "Portugal" in expected[0]
    if way == "by a warm server":
        with actions.answering_prompts(engine) as answers:
            assert answers
            text = Session(tmp_path).prompt(ASKED).text
    else:
        text = Session(tmp_path).prompt(ASKED).text
    assert lines_of(text) == expected


POLLED = "The warehouse importer polls the Kafka topic stock-levels every 10 minutes, never at night"
SWITCHED = (
    "The importer no longer polls Kafka. Why did the warehouse importer poll the Kafka topic stock-levels every 10"
    " minutes and never at night?"
)
EDITED_AT = "2026-03-15T09:00:00Z"


@pytest.mark.parametrize("given_at", ["2026-03-12T09:00:00Z", "2026-03-16T09:00:00Z"])
def test_what_a_prompt_contradicts_is_marked_whichever_way_it_was_given(
    given_at: str, engine: Engine, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The spool is read later: what was confirmed between the prompt and that is marked no more."""
    monkeypatch.setenv("LORE_NOW", "2026-03-01T09:00:00Z")
    assert engine.person
    editing.add_fact(engine.store, NewFact(POLLED, Kind.SYSTEM, project=engine.project), actor=engine.person)
    monkeypatch.setenv("LORE_NOW", given_at)
    actions.recall(engine, SWITCHED, session="by command")
    expected = [name for name, session, _ in engine.store.accesses.noted(DOUBTED) if session == "by command"]
    assert expected
    assert lines_of(Session(tmp_path, "by hook").prompt(SWITCHED).text)
    monkeypatch.setenv("LORE_NOW", EDITED_AT)
    actions.confirm(engine, expected)
    monkeypatch.setenv("LORE_NOW", "2026-03-20T09:00:00Z")
    read_again(engine)
    noted = [(name, at) for name, session, at in engine.store.accesses.noted(DOUBTED) if session == "by hook"]
    assert sorted(noted) == sorted((name, given_at) for name in expected)
    assert bool(open_doubts(engine.store, expected)) is (given_at > EDITED_AT)


def read_again(engine: Engine) -> None:
    for _ in range(2):
        for one in drain(engine.store).given:
            note_given(engine.store, one)


def test_a_session_is_never_given_the_same_twice(engine: Engine, tmp_path: Path) -> None:
    with actions.answering_prompts(engine):
        session = Session(tmp_path)
        assert lines_of(session.prompt(ASKED).text)
        assert session.prompt(f"new task: {ASKED}").out == ""


def test_a_prompt_that_goes_on_is_given_nothing_and_asks_nobody(engine: Engine, home: Path, tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.prompt("Rename the module of shipping labels to parcels")
    (home / "lore.db").rename(home / "elsewhere.db")
    (home / "lore.db").write_bytes(b"no store")
    assert session.prompt("yes, and its tests").out == ""
    assert faults.noted(str(home)) == []


def test_a_server_whose_model_is_being_loaded_leaves_the_prompt_to_words(
    engine: Engine, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, is_ready = recalled(engine, ASKED), [False, True]
    monkeypatch.setattr(engine.searcher, "is_ready", lambda: is_ready.pop(0))
    with actions.answering_prompts(engine):
        by_words, by_server = Session(tmp_path, "s1").prompt(ASKED).text, Session(tmp_path, "s2").prompt(ASKED).text
    assert lines_of(by_words) == lines_of(by_server) == expected
    assert is_ready == []
    assert faults.noted(str(home)) == []


def test_a_server_that_ended_is_not_waited_for(engine: Engine, home: Path, tmp_path: Path) -> None:
    with actions.answering_prompts(engine):
        Path(places.answers(str(home))).rename(home / "behind")
    (home / "behind").rename(places.answers(str(home)))
    with pytest.raises(NoServer):
        asked(str(home), {"prompt": ASKED, "session": "s1", "cwd": str(tmp_path)})
    assert lines_of(Session(tmp_path).prompt(ASKED).text)


def test_one_server_answers_for_all(engine: Engine) -> None:
    with actions.answering_prompts(engine) as first, actions.answering_prompts(engine) as second:
        assert (first, second) == (True, False)


@pytest.mark.parametrize("question", [{}, {"prompt": 7}, {"prompt": "x", "session": None, "cwd": "/"}])
def test_an_odd_question_stops_no_server(question: dict[str, object], engine: Engine, home: Path) -> None:
    with actions.answering_prompts(engine):
        assert "fault" in asked(str(home), question)
        good = asked(str(home), {"prompt": ASKED, "session": "s1", "cwd": ""})
        assert "lines" in good


def test_what_cannot_be_looked_up_yet_comes_with_the_next_prompt_of_the_goal(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    expected = recalled(engine, ASKED)
    session = Session(tmp_path)
    engine.store.close()
    whole = (home / "lore.db").read_bytes()
    (home / "lore.db").write_bytes(b"no store")
    assert session.prompt(ASKED).out == ""
    assert session.prompt("yes").out == ""
    (home / "lore.db").write_bytes(whole)
    assert lines_of(session.prompt("go on").text) == expected
    assert session.prompt("go on").out == ""
    assert faults.noted(str(engine.home)) == []

"""A model says what it holds of questions that wait: it decides nothing, and one undo takes it back."""

import json
from pathlib import Path

import pytest

from distill.conftest import ChatServer
from lore.actions import Advising, Engine, advise
from lore.capture import QUESTION
from lore.cli.program import run
from lore.config import DISTILL_CALLS_A_DAY
from lore.consolidate import consolidate
from lore.distill import advise as advise_now, inquiries, way_named
from lore.errors import NeedsPerson
from lore.history import undo_run
from lore.intake import clean
from lore.memory import Ground, propose
from lore.memory.questions import dispute
from lore.model import Candidate, CandidateStatus, Clean, Evidence, Fact, Kind, Layer, Status, Tier
from lore.store import Store
from support.person import approve, me

WEB = "github.com/me/web"
SECRET = "sk-ant-api03-" + "Zk4vQ9xT2mB7wR1yN6pL" * 4 + "AA"


def _fact(store: Store, text: str, tier: Tier = Tier.SEMANTIC, project: str | None = WEB) -> Fact:
    fact = Fact("", Clean(text), Kind.CONVENTION, layer=Layer.PROJECT, project=project, tier=tier, confidence=0.9)
    with store.write("hook") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(text), session="s1", source_id="m1")])


@pytest.fixture
def pair(store: Store) -> Candidate:
    """The question which of two statements holds."""
    return _asked(store, "The server listens on port")


def _asked(store: Store, statement: str) -> Candidate:
    older, newer = (_fact(store, f"{statement} {port}", Tier.EPISODIC) for port in (3000, 4000))
    with store.write("consolidation") as transaction:
        assert dispute(store, transaction, newer, older, Ground.REPLACED)
    return next(one for one in store.candidates.select() if one.fact == newer.id)


def recorded(file: Path, answers: dict[str, object]) -> str:
    file.write_text("".join(json.dumps({"about": one, "answer": said}) + "\n" for one, said in answers.items()))
    return f"replay:{file}"


def _advise(store: Store, way: str, *, url: str | None = None, dry_run: bool = False) -> Advising:
    return advise(Engine(store), way=way, url=url, project=WEB, dry_run=dry_run)


# What it may do


def test_an_opinion_on_a_pair_stands_on_the_card_and_decides_nothing(
    store: Store, pair: Candidate, tmp_path: Path
) -> None:
    """Both statements stay, and the question waits as before."""
    way = recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "newer"}})
    done = _advise(store, way).done
    assert done is not None and done.run is not None
    now = store.candidates.get(pair.id)
    assert now.because == f"{pair.because} · {way} would keep the newer one"
    assert (now.status, now.text) == (CandidateStatus.WAITING, pair.text)
    assert {fact.status for fact in store.facts.select()} == {Status.ACTIVE}
    undo_run(store, done.run, "person")
    assert store.candidates.get(pair.id).because == pair.because


def test_a_model_that_is_not_sure_changes_nothing(store: Store, pair: Candidate, tmp_path: Path) -> None:
    """And is not asked again."""
    way = recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "unsure"}})
    done = _advise(store, way).done
    assert done is not None
    assert [one.refused for one in done.opinions] == ["the model is not sure either"]
    assert store.candidates.get(pair.id) == pair
    assert not _advise(store, way).asked


# What it is asked


def test_only_questions_that_wait_here_are_asked_about(store: Store, pair: Candidate) -> None:
    """No proposal of one fact: it rests on what was said, and needs no opinion."""
    rule = _fact(store, "Checks come before a push")
    with store.write("consolidation") as transaction:
        propose(store, transaction, rule, because="asked")
    assert [one.about for one in _advise(store, "claude", dry_run=True).asked] == [pair.id]


def test_nothing_is_sent_before_a_person_agreed_and_secrets_are_masked(store: Store, chat: ChatServer) -> None:
    """The same agreement as for sessions; the question is marked, so that it is never captured."""
    asked_about = _asked(store, clean(f"The key is {SECRET} of port"))
    chat.answers = [(200, json.dumps({"holds": "both"}))]
    with pytest.raises(NeedsPerson, match=r"1 question \(about .* tokens\) go to http"):
        _advise(store, "ollama:m", url=chat.url)
    assert chat.asked == []
    advise(Engine(store, person=me()), way="ollama:m", url=chat.url, project=WEB)
    (asked,) = chat.asked
    question = asked["messages"][0]["content"]
    assert question.startswith(QUESTION)
    assert SECRET not in json.dumps(asked)
    assert "[secret:" in question
    (call,) = store.audit.select(action="model.ask")
    assert (call.subject.id, call.state["purpose"]) == (asked_about.id, "judge")


def test_what_fails_is_told_and_asked_again_later(store: Store, pair: Candidate, chat: ChatServer) -> None:
    """Twice each time, as everywhere; an answer that is none changes nothing."""
    chat.answers = [(200, "certainly!")]
    done = advise(Engine(store, person=me()), way="ollama:m", url=chat.url, project=WEB).done
    assert done is not None and (done.left, done.opinions, done.run) == (1, (), None)
    assert len(chat.asked) == 2
    assert "something other than what it holds" in str(store.audit.select(action="model.ask")[0].state["failed"])
    chat.answers = [(200, json.dumps({"holds": "older"}))]
    again = _advise(store, "ollama:m", url=chat.url).done
    assert again is not None and again.left == 0
    assert "would keep the older one" in store.candidates.get(pair.id).because


def test_no_more_questions_in_a_day_than_is_set(store: Store, pair: Candidate, chat: ChatServer) -> None:
    """One limit for sessions and proposals."""
    _asked(store, "The proxy answers on port")
    chat.answers = [(200, json.dumps({"holds": "both"}))]
    with store.write("person") as transaction:
        store.settings.put(transaction, DISTILL_CALLS_A_DAY.name, 1)
    done = advise(Engine(store, person=me()), way="ollama:m", url=chat.url, project=WEB).done
    assert done is not None and (len(done.opinions), done.left) == (1, 1)
    assert len(chat.asked) == 1


def test_a_card_that_was_decided_meanwhile_stays_as_it_was_decided(
    store: Store, pair: Candidate, tmp_path: Path
) -> None:
    """The answer is noted, and changes nothing."""
    asked = inquiries(store, WEB)
    approve(store, pair.id)
    before = store.candidates.get(pair.id)
    advise_now(store, way_named(recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "older"}})), asked)
    assert store.candidates.get(pair.id) == before


def test_consolidation_after_it_changes_nothing(store: Store, pair: Candidate, tmp_path: Path) -> None:
    """An opinion on a card is no new statement."""
    consolidate(store)
    _advise(store, recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "both"}}))
    card = store.candidates.get(pair.id)
    assert not any(consolidate(store).counts.values())
    assert store.candidates.get(pair.id) == card


def test_the_command_says_what_it_would_ask_what_came_of_it_and_how_it_is_taken_back(
    store: Store, pair: Candidate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3 once nothing is left to ask."""
    del store
    way = recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "both"}})
    command = ["distill", "--memory", "--with", way, "--project", WEB]
    assert run([*command, "--dry-run"]) == 0
    assert "1 question, about" in capsys.readouterr().out
    assert run(command) == 0
    told = capsys.readouterr()
    assert "would keep both" in told.out
    assert "lore undo" in told.err
    assert run(command) == 3

"""No agent reads a model's wording without the sentence of yours that it rests on, until you approve the wording."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain
from pathlib import Path

import pytest

from lore import actions, wire
from lore.actions import BriefItem, Engine
from lore.capture import keep_narrative
from lore.cli.program import run
from lore.memory import propose
from lore.model import Clean, Evidence, Fact, Kind, Layer, LinkKind, Origin, Role, Session, Turn
from lore.publish import readable
from lore.store import Store
from trust.test_what_agents_see import READING, shell, told as answer_of

Captured = pytest.CaptureFixture[str]
WORDED, SENTENCE = "Deploy with uv only", "please deploy with uv and nothing else from here on"
KEY, DAY = "github.com/me/web", "2026-03-01T09:00:00Z"


@dataclass(frozen=True, slots=True)
class Told:
    """What readings of a model left in a store."""

    fact: Fact
    facts: list[Fact]
    candidates: list[str]
    run: str
    event: int
    folder: Path


def kept(store: Store, **fields: object) -> Fact:
    values = {"layer": Layer.USER, "origin": Origin.READ, "standing": True} | fields
    fact = Fact("", Clean(WORDED), Kind.CONVENTION, created_at="2026-03-01T09:00:00Z", **values)  # type: ignore[arg-type]
    with store.write("model") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(SENTENCE), "s1", "m1", Role.USER)])


def by_search(engine: Engine, fact: Fact) -> str:
    return str([hit.passage.text for hit in actions.search(engine, "deploy with uv").hits])


def by_listing(engine: Engine, fact: Fact) -> str:
    return str([one.text for one in actions.list_facts(engine).facts])


def by_start(engine: Engine, fact: Fact) -> str:
    return str([item.line for item in actions.context(engine, project=KEY).items])


def by_prompt(engine: Engine, fact: Fact) -> str:
    return str([item.line for item in actions.recall(engine, "how do I deploy with uv?", project=KEY).items])


WAYS = (by_search, by_listing, by_start, by_prompt)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_an_agent_reads_the_wording_beside_the_sentence(
    way: Callable[[Engine, Fact], str], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = kept(store)
    monkeypatch.setenv("CLAUDECODE", "1")
    shown = way(Engine(store), fact)
    assert f"{WORDED} — from “{SENTENCE}”" in shown


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_you_approved_stands_by_itself(
    way: Callable[[Engine, Fact], str], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact = kept(store, approved_at="2026-03-02T09:00:00Z")
    monkeypatch.setenv("CLAUDECODE", "1")
    shown = way(Engine(store), fact)
    assert WORDED in shown and SENTENCE not in shown


def test_pages_hold_only_wordings_that_you_approved(store: Store) -> None:
    kept(store)
    assert [fact.text for fact in readable(store, KEY).facts] == []
    kept(store, approved_at="2026-03-02T09:00:00Z")
    assert [fact.text for fact in readable(store, KEY).facts] == [WORDED]


def test_you_see_the_words_as_they_are_stored(store: Store, home: object, capsys: pytest.CaptureFixture[str]) -> None:
    fact = kept(store)
    assert run(["show", fact.id, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["text"], shown["evidence"][0]["quote"]) == (WORDED, SENTENCE)


# Every action, and every face that an agent has


REFUSED, NARRATED = "Always keep the hostile parser", "narrated decisions of the model"


@pytest.fixture
def told(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Readings of a model: a wording that counts, one that was refused, and what it narrated; a question about both."""
    worded = kept(store, project=KEY, layer=Layer.USER_PROJECT)
    other = "we ought to keep the zebra parser out of the worker"
    with store.write("model") as transaction:
        run_id = store.runs.start(transaction, "distill").id
    with store.write("model", run_id) as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code", project=KEY, started_at=DAY, ended_at=DAY))
        turns = [Turn("s1", f"m{place}", Role.USER, Clean(said), at=DAY) for place, said in ((1, SENTENCE), (2, other))]
        store.sessions.add_turns(transaction, "s1", turns)
        alone = store.facts.add(
            transaction,
            Fact("", Clean(other), Kind.CONVENTION, layer=Layer.USER_PROJECT, project=KEY, origin=Origin.READ,
                 standing=True, created_at=DAY),
            [Evidence(Clean(other), "s1", "m2", Role.USER, at=DAY)],
        )  # fmt: skip
        propose(store, transaction, worded, because="read")
        card = propose(store, transaction, alone, because="read")
        store.candidates.update(transaction, card.id, action="candidate.add", text=REFUSED)  # as earlier releases did
        store.facts.link(transaction, alone.id, LinkKind.CONTRADICTS, worded.id)
        keep_narrative(transaction, "s1", "claude:haiku", {"intent": Clean(NARRATED), "decisions": Clean(NARRATED)})
    actions.consolidate(Engine(store))
    monkeypatch.chdir(tmp_path)
    event = next(one.seq for one in store.audit.select(subject=worded.id) if one.action == "fact.add")
    return Told(worded, [worded, alone], [one.id for one in store.candidates.select()], run_id, event, tmp_path)


def strings(value: object) -> Iterator[str]:
    """Every text of an answer, however deep; of what stands beside its sentence in fields of its own its line."""
    match value:
        case str():
            yield value
        case BriefItem():
            yield from (value.line, *strings(wire.of(value)))
        case Mapping():
            yield from chain.from_iterable(map(strings, chain(value.keys(), value.values())))
        case _ if is_dataclass(value) and not isinstance(value, type):
            yield from chain.from_iterable(strings(getattr(value, one.name)) for one in fields(value))
        case _ if isinstance(value, Iterable) and not isinstance(value, bytes):
            yield from chain.from_iterable(map(strings, value))


def bare(text: str) -> bool:
    return (WORDED in text and SENTENCE not in text) or REFUSED in text or NARRATED in text


FACES = {
    **READING,
    "shell log in words": shell("log"),
    "shell history in JSON": shell("history", "ID", "--json"),
    "shell show in JSON": shell("show", "ID", "--json"),
    "shell narrative": shell("sessions", "narrative", "s1"),
    "shell narrative in JSON": shell("sessions", "narrative", "s1", "--json"),
    "shell review in JSON": shell("review", "--json"),
    "shell context in JSON": shell("context", "--project", KEY, "--json"),
    "shell recall in JSON": shell("recall", "how do I deploy with uv?", "--project", KEY, "--json"),
    "shell start": shell("context", "--project", KEY),
    "shell facts in JSON": shell("facts", "--json"),
    "shell words": shell("search", "deploy uv parser", "--json"),
    "shell timeline": shell("timeline", "s1", "--json"),
    "shell digests": shell("digest", "--json"),
    "shell day": shell("by-date", "2026-03-01", "--json"),
    "shell status": shell("distill", "--status", "--json"),
}


@pytest.mark.parametrize("name", FACES)
def test_no_face_tells_an_agent_a_wording_without_its_sentence(
    name: str, told: Told, store: Store, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all faces by which an agent asks, in words and in JSON; of words each line, of JSON each text."""
    monkeypatch.setitem(READING, name, FACES[name])
    answer = answer_of(name, store, told.fact, capsys, monkeypatch)
    try:
        texts = [*strings([json.loads(line) for line in answer.splitlines() if line])]
    except ValueError:
        texts = answer.splitlines()
    assert [text for text in texts if bare(text)] == []

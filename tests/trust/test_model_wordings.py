"""No agent reads a model's wording without the sentence of yours that it rests on, until you approve the wording."""

import json
from collections.abc import Callable

import pytest

from lore import actions
from lore.actions import Command, Engine
from lore.cli.program import run
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role
from lore.publish import readable
from lore.store import Store

WORDED, SENTENCE = "Deploy with uv only", "please deploy with uv and nothing else from here on"
KEY = "github.com/me/web"


def kept(store: Store, **fields: object) -> Fact:
    values = {"layer": Layer.USER, "origin": Origin.READ, "standing": True} | fields
    fact = Fact("", Clean(WORDED), Kind.CONVENTION, created_at="2026-03-01T09:00:00Z", **values)  # type: ignore[arg-type]
    with store.write("model") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(SENTENCE), "s1", "m1", Role.USER)])


def by_search(engine: Engine, fact: Fact) -> str:
    return str([hit.passage.text for hit in actions.search(engine, "deploy with uv").hits])


def by_listing(engine: Engine, fact: Fact) -> str:
    return str([one.text for one in actions.list_facts(engine).facts])


def by_files(engine: Engine, fact: Fact) -> str:
    return actions.memory_file(engine, Command.VIEW, path=f"/memories/facts/{fact.id.partition(':')[2]}.md").text


def by_start(engine: Engine, fact: Fact) -> str:
    return str([item.line for item in actions.context(engine, project=KEY).items])


def by_prompt(engine: Engine, fact: Fact) -> str:
    return str([item.line for item in actions.recall(engine, "how do I deploy with uv?", project=KEY).items])


WAYS = (by_search, by_listing, by_files, by_start, by_prompt)


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

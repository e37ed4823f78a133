"""What agents see: what was confirmed or their own, of the one data folder that set-up named."""

import json
import os
import shlex
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lore import actions, wire
from lore.actions import Engine, Place
from lore.actions.visibility import VEIL
from lore.adapters.install.parts import command_words, commands_of, folder_in, is_our_hook, is_our_server
from lore.adapters.install.places import Programs, installed_programs
from lore.adapters.table import all_agents
from lore.agents.hook.starting import MISSING
from lore.agents.http.routes import BY_PATH
from lore.agents.mcp.desk import Asked
from lore.agents.mcp.reading import TOOLS as READS
from lore.agents.mcp.writing import TOOLS as WRITES, proposed
from lore.cli.program import run
from lore.doctor.agents import connected
from lore.doctor.check import Inspection
from lore.errors import LoreError, NeedsPerson
from lore.memory import editing
from lore.memory.editing import NewFact, add_fact
from lore.model import Fact, Kind, Layer
from lore.presence import asked_by_agent, deciding
from lore.store import Store, open_store
from support.agents_home import AgentsHome, tree
from support.examples import crossed

QUERY = "runner"
Answers = Callable[[Engine, str], str]


@pytest.fixture
def facts(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Fact]:
    """A confirmed one, one that another session of an agent saved, and one of the session that asks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "another")
    with asked_by_agent("claude-code"):
        other = actions.save(Engine(store), "The runner of the night fetches evil scripts", kind=Kind.SYSTEM)
        actions.propose(Engine(store), (other.fact.id,))
        monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "mine")
        own = actions.save(Engine(store), "The runner of the morning needs a warm cache", kind=Kind.SYSTEM)
    monkeypatch.delenv("CLAUDE_CODE_SESSION_ID")
    confirmed = add_fact(store, NewFact("The runner of the shop has two cores", Kind.SYSTEM)).fact
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "mine")
    return {"confirmed": confirmed, "other": other.fact, "own": own.fact}


def _tool(name: str, **given: Any) -> Answers:
    def answer(engine: Engine, fact: str) -> str:
        (work,) = [one.call for one in (*READS.entries, *WRITES.entries) if one.name == name]
        filled = {key: fact if value == "ID" else value for key, value in given.items()}
        return json.dumps(work(Asked(engine, "claude-code"), **filled))

    return answer


def _route(path: str, **given: Any) -> Answers:
    def answer(engine: Engine, fact: str) -> str:
        filled = {key: fact if value == "ID" else value for key, value in given.items()}
        return json.dumps(BY_PATH[path].answer(engine, filled))

    return answer


def shell(*words: str) -> Answers:
    def answer(engine: Engine, fact: str) -> str:
        run([fact if word == "ID" else word for word in words])
        return ""

    return answer


READING: dict[str, Answers] = {
    "mcp search": _tool("memory_search", query=QUERY),
    "mcp search of all": _tool("memory_search", query=QUERY, places=Place.ALL),
    "mcp search for the tainted": _tool("memory_search", query=f"{QUERY} is:tainted"),
    "mcp get": _tool("memory_get", id="ID"),
    "mcp deep search": _tool("memory_search", query=QUERY, depth=3),
    "mcp history": _tool("memory_get", id="ID", history=True),
    "mcp by date": _tool("memory_by_date", date="1d"),
    "mcp recorded": _tool("memory_by_date", date="1d", what="records"),
    "mcp changes": _tool("memory_by_date", date="1d", what="changes"),
    "mcp category": _tool("memory_by_date", what="categories", kind=Kind.SYSTEM),
    "mcp recall": _tool("memory_context", prompt="what does the runner need"),
    "mcp context": _tool("memory_context"),
    "mcp update": _tool("memory_update", id="ID", because="x"),
    "mcp archive": _tool("memory_archive", ids=["ID"]),
    "mcp confirm": _tool("memory_update", id="ID", holds=True),
    "mcp propose": lambda engine, fact: proposed(Asked(engine, "claude-code"), [fact], None),
    "mcp consolidate": _tool("memory_maintain", do="consolidate", dry_run=True),
    "mcp health": _tool("memory_maintain", do="health"),
    "mcp saves beside it": _tool("memory_add", text="The runner of the night must not fetch scripts", kind=Kind.SYSTEM),
    "http review": _route("/review", limit=50),
    "http archive": _route("/archive", facts=["ID"]),
    "http undo": _route("/undo"),
    "http category": _route("/categories"),
    "http health": _route("/health"),
    "http search": _route("/search", query=QUERY),
    "http facts": _route("/facts"),
    "http tainted facts": _route("/facts", tainted=True),
    "http fact": _route("/fact", fact="ID"),
    "http history": _route("/history", thing="ID"),
    "http audit": _route("/audit"),
    "shell search": shell("search", QUERY),
    "shell search of the tainted": shell("search", "--json", f"{QUERY} is:tainted"),
    "shell by-date": shell("by-date", "1d"),
    "shell deep search": shell("search", "--depth", "3", QUERY),
    "shell facts": shell("facts"),
    "shell tainted facts": shell("facts", "--tainted", "--json"),
    "shell show": shell("show", "ID"),
    "shell history": shell("history", "ID"),
    "shell whole queue": shell("review", "--all"),
    "shell export": shell("export"),
    "shell why": shell("why", "ID"),
    "shell review": shell("review"),
    "shell review list": shell("review", "list"),
    "shell review cards": shell("review", "list", "--json"),
    "shell log": shell("log", "--json"),
    "shell archive": shell("archive", "ID"),
    "shell confirm": shell("confirm", "ID"),
    "shell propose": shell("propose", "ID"),
    "shell undo": shell("undo"),
    "shell memory": shell("memory"),
    "shell digest": shell("digest"),
    "shell category": shell("category", "list"),
    "shell stats": shell("stats", "--json"),
    "shell consolidate": shell("consolidate", "--dry-run", "--json"),
    "shell adds beside it": shell("add", "--kind", "system", "The runner of the night must not fetch scripts"),
    "shell publish": shell("publish", "--check"),
    "shell recall": shell("recall", "what does the runner need"),
    "shell context": shell("context"),
}


def told(
    name: str, store: Store, fact: Fact, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> str:
    """All that an agent is told in answer to one question."""
    capsys.readouterr()
    if name.startswith("shell"):
        monkeypatch.setenv("CLAUDECODE", "1")
        monkeypatch.delenv("LORE_NOW", raising=False)  # which no agent may choose
        READING[name](Engine(store), fact.id)
        return capsys.readouterr().out
    with asked_by_agent("claude-code"):
        try:
            return READING[name](Engine(store), fact.id)
        except LoreError as refused:
            return refused.message


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("name", "whose"), [*((name, "other") for name in READING), *crossed(READING, ["confirmed", "own"])]
)
def test_an_agent_is_shown_what_was_confirmed_and_what_its_own_session_saved(
    name: str,
    whose: str,
    store: Store,
    facts: Mapping[str, Fact],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = told(name, store, facts[whose], capsys, monkeypatch)
    assert "evil scripts" not in answer


SHOWN = (
    "mcp search", "mcp get", "mcp category", "http search", "http facts", "http fact", "shell search", "shell show",
)  # fmt: skip


@pytest.mark.parametrize("whose", ["confirmed", "own"])
@pytest.mark.parametrize("name", SHOWN)
def test_an_agent_finds_what_was_confirmed_and_what_it_saved_itself(
    name: str,
    whose: str,
    store: Store,
    facts: Mapping[str, Fact],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert facts[whose].text in told(name, store, facts[whose], capsys, monkeypatch)


def test_it_is_told_how_many_facts_wait_for_the_person(
    store: Store, facts: Mapping[str, Fact], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    note = "1 unconfirmed fact matches: `lore review`"
    assert json.loads(told("mcp search", store, facts["own"], capsys, monkeypatch)).splitlines()[-1] == note
    found = json.loads(told("http search", store, facts["own"], capsys, monkeypatch))
    assert (found["unconfirmed"], found["notes"][-1]) == (1, note)
    assert json.loads(told("http facts", store, facts["own"], capsys, monkeypatch))["unconfirmed"] == 1
    with asked_by_agent("claude-code"):
        monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "third")
        found = wire.of(actions.search(Engine(store), QUERY))
        assert (found["unconfirmed"], found["notes"]) == (2, ["2 unconfirmed facts match: `lore review`"])
    monkeypatch.delenv("CLAUDE_CODE_SESSION_ID")
    seen = actions.search(Engine(store), QUERY)
    assert {hit.passage.text for hit in seen.hits} == {fact.text for fact in facts.values()}
    assert seen.unconfirmed == 0


def test_it_names_a_card_of_the_queue_without_its_words(
    store: Store, facts: Mapping[str, Fact], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits, and what kind of warnings it has; a person reads the words, and an agent those of its own session."""
    (card,) = json.loads(told("http review", store, facts["other"], capsys, monkeypatch))["candidates"]
    assert card["text"] == VEIL and card["risks"] == ["tainted"] and card["evidence"] == []
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "another")
    (card,) = json.loads(told("http review", store, facts["other"], capsys, monkeypatch))["candidates"]
    assert "evil scripts" in card["text"] and card["evidence"]


def test_who_guesses_what_another_session_saved_has_not_saved_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with asked_by_agent("claude-code"):
        monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "one")
        first = actions.save(Engine(store), "Always run the secret runner at night.", because="it is evil")
        monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "two")
        monkeypatch.setattr(editing, "_known_to_agents", lambda *_: first.fact)
        joined = actions.save(Engine(store), "At night always run the runner.")
        assert joined.fact == replace(first.fact, text=VEIL, because=None, confidence=joined.fact.confidence)
        with pytest.raises(NeedsPerson):
            actions.show(Engine(store), first.fact.id)


def test_a_server_for_many_agents_tells_none_what_another_one_saved(store: Store) -> None:
    with asked_by_agent("http", alone=False):
        name = actions.save(Engine(store), "The runner of the night fetches evil scripts").fact.id
    with asked_by_agent("http", alone=False), pytest.raises(NeedsPerson):
        actions.show(Engine(store), name)


OURS, THEIRS = "Always run make check before a commit.", "Always run make zebra before a commit."


@pytest.fixture
def user(tmp_path: Path, home: Path) -> AgentsHome:
    made = AgentsHome(tmp_path / "user", tmp_path / "programs")
    made.programs = installed_programs()
    assert made.programs.home == home
    return made


def commands(user: AgentsHome, *names: str) -> list[list[str]]:
    """Every command of ours that stands in the settings of these agents, as words."""
    found = []
    for planned in user.plan(*names).files:
        assert planned.record.written is not None
        for part in planned.record.written.parts:
            found += [command_words(one) for one in commands_of(part.value) if is_our_hook(one)]
            if isinstance(part.value, Mapping) and is_our_server(part.value):
                found.append(command_words(part.value))
            match planned.record.written.format:
                case "script":
                    found.append(shlex.split(str(part.value).rpartition("exec ")[2]))
                case "javascript":
                    flags = str(part.value).split("const FLAGS = JSON.parse(")[1].split(")\n")[0]
                    found.append(["node", *json.loads(json.loads(flags))])
    return found


def test_every_form_of_every_agent_names_the_data_folder(user: AgentsHome, home: Path) -> None:
    names = [each.name for each in all_agents()]
    user.set_up(*names)
    found = commands(user, *names)
    assert len(found) > 80
    assert {folder_in(words) for words in found} == {str(home)}


def planted(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open_store(folder) as store:
        add_fact(store, NewFact(text, Kind.CONVENTION, layer=Layer.USER, pinned=True), actor=deciding("test", yes=True))


@pytest.mark.parametrize("variable", ["LORE_HOME", "LORE_HOME relative", "XDG_DATA_HOME", "HOME", "XDG_CONFIG_HOME"])
def test_no_variable_moves_what_a_session_starts_with(
    variable: str, store: Store, user: AgentsHome, home: Path, tmp_path: Path
) -> None:
    """A copied store in a repository, named by whatever its settings can set: neither given nor written to."""
    planted(home, OURS)
    repository = tmp_path / "repository"
    below = {"LORE_HOME": ".lore", "LORE_HOME relative": ".lore", "XDG_DATA_HOME": "xdg/lore"}
    foreign = repository / below.get(variable, ".local/share/lore")
    planted(foreign, THEIRS)
    before = tree(foreign)
    name = variable.partition(" ")[0]
    value = {"LORE_HOME relative": ".lore", "LORE_HOME": str(foreign), "XDG_DATA_HOME": str(repository / "xdg")}
    surroundings = {**os.environ, name: value.get(variable, str(repository))}
    user.set_up("claude-code")
    said = {"session_id": "s1", "cwd": str(repository), "source": "startup", "prompt": "the token is hunter2"}
    given = ""
    for event in ("SessionStart", "UserPromptSubmit", "Stop"):
        words = next(words for words in commands(user, "claude-code") if words[-1] == event)
        done = subprocess.run(
            words, input=json.dumps(said), capture_output=True, text=True, env=surroundings, cwd=repository, check=True
        )
        given += done.stdout
    assert OURS in given and "zebra" not in given
    assert tree(foreign) == before


def test_a_store_that_is_not_where_set_up_saw_it_gives_nothing_and_says_so(
    store: Store, user: AgentsHome, home: Path, tmp_path: Path
) -> None:
    """Moved, it is not looked for; put back at the same place, by a restore or a mount, it is given."""
    planted(home, OURS)
    user.set_up("claude-code")
    words = next(words for words in commands(user, "claude-code") if words[-1] == "SessionStart")

    def start(session: str) -> str:
        said = json.dumps({"session_id": session, "cwd": str(tmp_path), "source": "startup"})
        return subprocess.run(words, input=said, capture_output=True, text=True, check=True).stdout

    assert OURS in start("s1")
    store.close()
    home.rename(tmp_path / "moved")
    told = start("s2")
    assert MISSING in told and str(home) in told and OURS not in told
    for left in sorted(home.rglob("*"), reverse=True):
        left.rmdir() if left.is_dir() else left.unlink()
    home.rmdir()
    (tmp_path / "moved").rename(home)
    assert OURS in start("s3") and MISSING not in start("s4")


def test_entries_of_an_earlier_release_are_told_updated_and_removed(
    store: Store, user: AgentsHome, home: Path, tmp_path: Path
) -> None:
    """They name no folder: the doctor says so, set-up writes it, and both forms go byte for byte."""
    user.write(".claude/settings.json", '{\n  "model": "opus"\n}\n')
    before = tree(user.folder)
    today, earlier = user.programs, Programs(user.programs.hook, user.programs.lore, user.programs.python)
    names = [each.name for each in all_agents()]
    for forms in ((earlier,), (earlier, today), (today,)):
        for programs in forms:
            user.programs = programs
            assert user.set_up(*names).plan.problems == ()
            found = connected(Inspection(home))
            assert ("names no data folder" in found.says) is (programs is earlier)
            assert programs is today or "`lore setup" in str(found.fix)
        user.remove(*names)
        assert tree(user.folder) == before


def test_entries_that_name_another_store_are_told(store: Store, user: AgentsHome, tmp_path: Path) -> None:
    user.programs = Programs(user.programs.hook, user.programs.lore, user.programs.python, tmp_path / "other")
    user.set_up("claude-code")
    found = connected(Inspection(store.folder))
    assert f"names another data folder, `{tmp_path / 'other'}`" in found.says

"""Every tool of the MCP server: called well, called badly, with hostile text, from an agent's shell, on a bad store."""

import json
import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.types import ElicitResult

from lore import paths
from lore.agents.mcp.desk import Desk
from lore.agents.mcp.server import FORMER, entries
from lore.agents.mcp.warm import Warm
from lore.agents.mcp.writing import OF_A_PERSON
from lore.embedding import bundled_embedder
from lore.model import Clean, Evidence, Fact, Kind, Role, Session, Turn
from lore.store import Store, open_store
from lore.store.sqlite.connection import connect
from support import sample_store
from support.agents_shell import agents_shell
from support.hostile import HOSTILE, SECRET, acting, bytes_of
from support.mcp_client import ERAS, Era, fact_in, outside_of_shells, refused, talking, text_of, told

NAMES = [entry.name for entry in entries(Desk(Warm()))]
GOOD: Mapping[str, Mapping[str, object]] = {
    "memory_search": {"query": "pnpm"},
    "memory_get": {"id": "{fact}", "history": True},
    "memory_context": {"project": sample_store.WEB},
    "memory_by_date": {"what": "categories"},
    "memory_add": {"text": "The queue is drained at night.", "project": sample_store.WEB},
    "memory_update": {"id": "{mine}", "text": "The queue is drained at dawn."},
    "memory_archive": {"ids": ["{mine}"]},
    "memory_checkpoint": {"task": "move the tests", "solution": "tmp_path"},
    "memory_maintain": {"do": "stats"},
    "memory_review": {"ids": ["{mine}"]},
}
BAD: Mapping[str, Sequence[Mapping[str, object]]] = {
    "memory_search": [{"query": "x", "limit": 0}, {"query": "x", "depth": 4}, {"query": "x", "places": "attic"}],
    "memory_get": [{"id": "f:nowhere"}],
    "memory_context": [{"budget": -1}, {"since": "soon"}],
    "memory_by_date": [
        {},
        {"what": "records"},
        {"date": "the day of the cat"},
        {"what": "categories", "kind": "opinion"},
    ],
    "memory_add": [{"text": "  "}, {"text": "x", "session": "s1"}],
    "memory_update": [{"id": "f:nowhere", "text": "x"}, {"id": "{mine}", "text": "x", "holds": True}],
    "memory_archive": [{"ids": []}],
    "memory_checkpoint": [{"task": ""}],
    "memory_maintain": [{"do": "dream"}, {"do": "compress"}, {"do": "stats", "dry_run": True}],
    "memory_review": [{"id": "c:nowhere"}, {"ids": ["{mine}"], "text": "x"}],
}
WRITES_AT_ONCE = ("memory_add", "memory_update", "memory_archive", "memory_checkpoint", "memory_review")
JOBS = ({"do": "stats"}, {"do": "health"}, {"do": "consolidate", "dry_run": True}, {"do": "clean"})


@pytest.fixture
def filled(library: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Mapping[str, str]:
    """The ids of a fact that a person stands behind, and of one that an agent saved; a folder with a memory file."""
    outside_of_shells(monkeypatch)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "CLAUDE.md").write_text("# Rules\n\n- Always write tests first\n")
    monkeypatch.chdir(tmp_path / "web")
    words = Clean("The queue is drained by a cron job.")
    with library.write("agent:codex") as transaction:
        quote = Evidence(words, role=Role.ASSISTANT, agent="codex")
        mine = library.facts.add(transaction, Fact("", words, Kind.NOTE, tainted=True), [quote])
    fact = next(one for one in library.facts.select() if not one.tainted)
    return {"fact": fact.id, "mine": mine.id}


def filled_in(arguments: Mapping[str, object], ids: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        json.dumps(arguments).replace("{fact}", ids["fact"]).replace("{mine}", ids["mine"])
    )
    return found


def test_every_tool_is_called_here() -> None:
    assert set(GOOD) == set(BAD) == set(NAMES)
    assert not FORMER.keys() & set(NAMES)


@pytest.mark.parametrize("era", ERAS)
async def test_the_list_begins_with_what_reads_and_every_tool_explains_itself(era: Era, store: Store) -> None:
    async with talking(era) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == NAMES
    reads = [bool(tool.annotations and tool.annotations.read_only_hint) for tool in tools]
    assert reads == sorted(reads, key=lambda one: not one)
    assert [tool.name for tool in tools if tool.annotations and tool.annotations.destructive_hint is None] == [
        *(name for name, only in zip(NAMES, reads, strict=True) if only),
        "memory_archive",
    ]
    assert [tool.name for tool in tools if tool.meta] == ["memory_search"]
    for tool in tools:
        assert tool.annotations is not None
        assert tool.annotations.open_world_hint is False
        assert 20 < len(tool.description or "") < 330, tool.name
        assert [name for name, value in tool.input_schema["properties"].items() if not value.get("description")] == []
        assert tool.output_schema is None


@pytest.mark.parametrize("era", ERAS)
async def test_every_tool_answers(era: Era, filled: Mapping[str, str]) -> None:
    async with talking(era) as client:
        for name, arguments in GOOD.items():
            assert await told(client, name, **filled_in(arguments, filled))
        for job in JOBS:
            assert await told(client, "memory_maintain", **job)


@pytest.mark.parametrize("era", ERAS)
async def test_every_tool_says_what_is_wrong_with_a_call(era: Era, filled: Mapping[str, str]) -> None:
    async with talking(era) as client:
        before = _events()
        for name, calls in BAD.items():
            for arguments in calls:
                assert (await refused(client, name, **filled_in(arguments, filled)))["code"] in (1, 2, 3)
            misspelt = await refused(client, name, **filled_in(GOOD[name], filled), colour="red")
            assert "colour" in misspelt["error"]
        assert (await refused(client, "memory_forget"))["code"] == 2
    assert _events() == before


@pytest.mark.parametrize("name", FORMER)
async def test_a_former_name_is_told_which_tool_does_it_now(name: str, store: Store) -> None:
    async with talking() as client:
        found = await refused(client, name)
    assert found["code"] == 2
    assert set(re.findall(r"`(memory_\w+)`", found["error"])) - {name} <= set(NAMES)


@pytest.mark.parametrize("act", OF_A_PERSON)
async def test_what_only_a_person_may_do_is_answered_with_the_command(act: str, store: Store) -> None:
    from lore.cli.program import COMMANDS

    async with talking() as client:
        found = await refused(client, "memory_maintain", do=act)
    assert found["code"] == 4
    (command,) = re.findall(r"`lore ([a-z-]+)", found["hint"])
    assert command in COMMANDS


async def test_an_answer_is_the_text_and_little_beside_it(filled: Mapping[str, str]) -> None:
    """Date, who said it and id: at most 60 characters a hit, five hits, and nothing where nothing fits."""
    texts = [f"The importer of supplier {name} reads prices in cents" for name in "abcdefg"]
    with open_store() as store, store.write("person") as transaction:
        ids = [
            store.facts.add(transaction, Fact("", Clean(one), Kind.CORRECTION), [Evidence(Clean(one))]).id
            for one in texts
        ]
    async with talking() as client:
        lines = (await told(client, "memory_search", query="importer supplier prices")).splitlines()
        nothing = await told(client, "memory_search", query="kubernetes")
    hits = [line for line in lines if line.startswith("- ")]
    assert len(hits) == 5
    for line in hits:
        (text,) = [one for one in texts if one in line]
        assert len(line) - len(text) <= 60
        day, who, kind, name = line.removeprefix(f"- {text} (").removesuffix(")").split(", ")
        assert (len(day), who, kind) == (10, "the person", "correction")
        assert any(one.startswith(name) for one in ids)
    assert nothing.splitlines()[0] == "nothing fits"


async def test_hostile_text_is_harmless_in_every_parameter(filled: Mapping[str, str], home: Path) -> None:
    async with talking(answers=lambda message: ElicitResult(action="cancel")) as client:
        for tool in (await client.list_tools()).tools:
            for name in tool.input_schema["properties"]:
                arguments = filled_in(GOOD[tool.name], filled)
                arguments[name] = [HOSTILE] if isinstance(arguments.get(name), list) else HOSTILE
                answer = await client.call_tool(tool.name, arguments)
                shown = text_of(answer) + json.dumps(answer.structured_content, ensure_ascii=False)
                assert acting(shown) == [], (tool.name, name)
                assert SECRET not in shown, (tool.name, name)
    assert SECRET.encode() not in bytes_of(home)


async def test_what_is_saved_in_an_agents_shell_is_the_agents(
    filled: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with talking() as client:
        first = await told(client, "memory_add", text="Deploys go out on Tuesdays.")
        agents_shell(monkeypatch, "CODEX_SANDBOX")
        second = await told(client, "memory_add", text="The cache holds five minutes.")
    with open_store() as store:
        saved = [fact_in(store, one) for one in (first, second)]
        assert {fact.tainted for fact in saved} == {True}
        actors = [store.audit.select(subject=fact.id)[0].actor for fact in saved]
    assert actors == ["agent:mcp", "agent:codex"]


async def test_a_locked_store_is_told_and_what_reads_goes_on(filled: Mapping[str, str]) -> None:
    async with talking(budget_s=0.1) as client:
        await told(client, "memory_search", query="pnpm")
        with open_store() as other, other.write("hook"):
            for name in ("memory_search", "memory_get", "memory_context", "memory_by_date"):
                await told(client, name, **filled_in(GOOD[name], filled))
            for name in WRITES_AT_ONCE:
                assert (await refused(client, name, **filled_in(GOOD[name], filled)))["code"] == 5
        await told(client, "memory_add", **filled_in(GOOD["memory_add"], filled))


@pytest.mark.parametrize("damage", ["no database", "newer"])
async def test_a_store_that_cannot_be_opened_is_told_by_every_tool(
    damage: str, store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside_of_shells(monkeypatch)
    store.close()
    if damage == "newer":
        connection = connect(paths.database(home), budget_s=1)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    if damage == "no database":
        paths.database(home).write_bytes(b"this is no database" * 500)
    async with talking() as client:
        for name in ("memory_search", "memory_add", "memory_review", "memory_maintain"):
            found = await refused(client, name, **GOOD[name])
            assert found["code"] == 1
            assert found["hint"]


async def test_what_no_person_has_confirmed_is_shown_to_no_agent_however_it_asks(filled: Mapping[str, str]) -> None:
    words = "cron job"
    async with talking() as client:
        for query in (words, f"{words} is:tainted"):
            assert words not in await told(client, "memory_search", query=query)
        assert (await refused(client, "memory_get", id=filled["mine"]))["code"] == 4
        quiet = [
            await told(client, "memory_by_date", date="1d", what=what) for what in ("events", "records", "changes")
        ]
        assert (await told(client, "memory_by_date", date="1y", what="records", limit=1)).startswith("- ")
        quiet += [
            await told(client, "memory_context"),
            await told(client, "memory_by_date", what="categories", kind="note"),
        ]
        assert words not in "".join(quiet)
        found = await told(client, "memory_search", query=words)
        assert found.splitlines()[-1] == "1 unconfirmed fact matches: `lore review`"
        refusal = await client.call_tool("memory_search", {"query": words, "unconfirmed": True})
        assert (refusal.is_error, words in text_of(refusal)) == (True, False)
        text = "The cron job of the report runs at noon"
        own = await told(client, "memory_add", text=text)
        assert f"- {text} (" in await told(client, "memory_search", query=words)
        with open_store() as store:
            name = fact_in(store, own).id
        assert "unconfirmed" in await told(client, "memory_get", id=name)


async def test_a_search_answers_by_words_while_the_model_is_loaded(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads = threading.Event()
    embedder = bundled_embedder(store.folder)
    load = embedder.load

    def slow() -> None:
        assert loads.wait(30)
        load()

    monkeypatch.setattr(embedder, "load", slow)
    with store.write("person") as transaction:
        text = Clean("Use pnpm in this repository, never npm")
        store.facts.add(transaction, Fact("", text, Kind.CONVENTION), [Evidence(text)])
    async with talking() as client:
        first = await told(client, "memory_search", query="pnpm")
        near = await told(client, "memory_search", query="package manager")
        loads.set()
        while "being loaded" in (later := await told(client, "memory_search", query="package manager")):
            await anyio.sleep(0.05)
    assert text in first and "the model is being loaded" in first
    assert near.splitlines()[0] == "nothing fits"
    assert text in later


@pytest.mark.parametrize("era", ERAS)
async def test_a_session_says_hello(era: Era, store: Store) -> None:
    with store.write("hook") as transaction:
        for name, at in (("s1", "2026-03-01T09:00:00Z"), ("s2", "2026-03-12T08:00:00Z")):
            store.sessions.put(transaction, Session(name, "claude-code", project="p", started_at=at, ended_at=at))
            store.sessions.add_turns(transaction, name, [Turn(name, "m1", Role.USER, Clean("hello"), at)])
        for text, kind, at in (
            ("We deploy on Tuesdays.", Kind.NOTE, "2026-02-01T09:00:00Z"),
            ("Use pnpm, not npm.", Kind.CONVENTION, "2026-03-05T09:00:00Z"),
            ("Move the date picker.", Kind.TASK, "2026-02-01T09:00:00Z"),
        ):
            words = Clean(text)
            store.facts.add(transaction, Fact("", words, kind, project="p", created_at=at), [Evidence(words)])
    async with talking(era) as client:
        news = (await told(client, "memory_context", project="p", session="s2")).splitlines()
    assert "3 facts here, 0 rules" in news
    fresh, still = news.index("new since 2026-03-01:"), news.index("open:")
    assert [line.partition(" (")[0] for line in news[fresh + 1 : still]] == ["- Use pnpm, not npm."]
    assert [line.partition(" (")[0] for line in news[still + 1 :]] == ["- Move the date picker."]


async def test_history_by_event_by_record_and_by_change(store: Store) -> None:
    """When something happened, when Lore heard of it, and what a day changed are three questions."""
    with store.write("person") as transaction:
        words = Clean("Moved the client to Vite.")
        fact = Fact("", words, Kind.EVENT, happened_at="2025-11-03T00:00:00Z", created_at="2026-03-12T09:00:00Z")
        moved = store.facts.add(transaction, fact, [Evidence(words)])
    with store.write("person") as transaction:
        store.facts.update(transaction, moved.id, action="fact.edit", because=Clean("Webpack was slow"))
    async with talking() as client:
        event = await told(client, "memory_by_date", date="2025-11", kind="event")
        record = await told(client, "memory_by_date", date="2026-03-12", what="records")
        changes = await told(client, "memory_by_date", date="2026-03-12", what="changes")
        nothing = await told(client, "memory_by_date", date="2025-11", what="records")
        whole = await told(client, "memory_get", id=moved.id, history=True)
        short = await told(client, "memory_get", id=moved.id)
    assert f"- {words} (2025-11-03, the person, event, " in event
    assert f"- {words} (2025-11-03, the person, event, " in record
    assert [line.split()[1] for line in changes.splitlines()] == ["edited", "quoted", "added"]
    assert nothing == "nothing fits"
    assert whole.startswith(short) and len(whole.splitlines()) == len(short.splitlines()) + 2


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("odd", ["%1B%5D0;x%07", "%E2%80%AEx", "%9B31m", "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"])
async def test_an_address_that_names_nothing_comes_back_harmless(era: Era, filled: Mapping[str, str], odd: str) -> None:
    async with talking(era) as client:
        with pytest.raises(Exception, match="fact") as met:
            await client.read_resource(f"lore://fact/{odd}")
    said = str(met.value)
    assert said.isprintable()
    assert "ghp_" not in said


@pytest.mark.parametrize("era", ERAS)
async def test_resources_and_prompts(era: Era, filled: Mapping[str, str]) -> None:
    async with talking(era) as client:
        addresses = [str(one.uri) for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        pages = {address: (await client.read_resource(address)).contents[0] for address in addresses}
        fact = (await client.read_resource(f"lore://fact/{filled['fact'].partition(':')[2]}")).contents[0]
        for unknown in ("nowhere", filled["mine"].partition(":")[2]):
            with pytest.raises(Exception, match=r"no fact|no person has confirmed"):
                await client.read_resource(f"lore://fact/{unknown}")
        prompts = (await client.list_prompts()).prompts
        spoken = await client.get_prompt("recall", {"topic": "ports"})
    assert addresses == ["lore://rules", "lore://conventions", "lore://waiting", "lore://instructions"]
    assert templates == ["lore://fact/{id}"]
    assert "cron job" not in "".join(page.model_dump()["text"] for page in pages.values())
    assert filled["fact"] in fact.model_dump()["text"]
    assert [prompt.name for prompt in prompts] == ["recall", "remember", "review", "onboarding"]
    assert "ports" in spoken.messages[0].content.model_dump()["text"]


def _events() -> int:
    with open_store() as store:
        return store.audit.count()

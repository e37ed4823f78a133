"""Anthropic's memory tool (`memory_20250818`), to the letter, over a store: what a model writes waits for a person."""

import hashlib
from pathlib import Path

import pytest

from lore.actions import Command, Engine, MemoryAnswer, memory_file
from lore.errors import Conflict, LoreError, NeedsPerson, NotFound
from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact
from lore.model import CandidateStatus, Fact, Status
from lore.store import Store
from support.agents_shell import agents_shell
from support.mcp_client import ERAS, Era, outside_of_shells, refused, talking, text_of
from support.person import approve, reject

SEVERAL = (
    "No replacement was performed. Multiple occurrences of old_str `e` in lines: 1, 3, 3. Please ensure it is unique"
)
WAITS = "(it waits for a person's approval)"


@pytest.fixture
def engine(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine in a folder that is no repository."""
    outside_of_shells(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return Engine(store)


@pytest.fixture
def rule(store: Store, engine: Engine) -> Fact:
    """A fact that a person stands behind."""
    return add_fact(store, NewFact("Use tmp_path in tests", project=engine.project)).fact


def made(engine: Engine, text: str = "one\ntwo\nthree", path: str = "/memories/a.md") -> MemoryAnswer:
    return memory_file(engine, Command.CREATE, path=path, file_text=text)


def viewed(engine: Engine, path: str, *lines: int) -> str:
    return memory_file(engine, Command.VIEW, path=path, view_range=lines or None).text


def test_a_folder_and_a_file_are_viewed(engine: Engine, rule: Fact) -> None:
    """Sizes and paths behind a tab, folders with a slash, lines with numbers of six places."""
    name = f"facts/{rule.id.partition(':')[2]}.md"
    made(engine, path="/memories/notes/a.md")
    index = f"# Memories\n\n- {rule.text} ({name})"
    assert viewed(engine, "/memories") == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:\n"
        f"{len(rule.text) + 13 + len(index)}B\t/memories\n"
        f"{len(rule.text)}B\t/memories/facts/\n"
        f"{len(rule.text)}B\t/memories/{name}\n"
        f"{len(index)}B\t/memories/index.md\n"
        "13B\t/memories/notes/\n"
        "13B\t/memories/notes/a.md"
    )
    assert viewed(engine, f"/memories/{name}") == (
        f"Here's the content of /memories/{name} with line numbers:\n     1\t{rule.text}"
    )
    assert viewed(engine, "/memories/notes/a.md", 2, -1) == (
        "Here's the content of /memories/notes/a.md with line numbers:\n     2\ttwo\n     3\tthree\n"
        "(it waits for a person's approval: an agent wrote it)"
    )
    assert rule.text in viewed(engine, "/memories/index.md")


def test_every_write_answers_to_the_letter(engine: Engine, store: Store) -> None:
    """Below the sentence that models know stands, in brackets, that nothing counts yet."""
    assert made(engine).text == f"File created successfully at: /memories/a.md\n{WAITS}"
    edited = memory_file(engine, Command.STR_REPLACE, path="/memories/a.md", old_str="two", new_str="2")
    assert edited.text == (
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
        f"     1\tone\n     2\t2\n     3\tthree\n{WAITS}"
    )
    put = memory_file(engine, Command.INSERT, path="/memories/a.md", insert_line=0, insert_text="zero\n")
    assert put.text == f"The file /memories/a.md has been edited.\n{WAITS}"
    moved = memory_file(engine, Command.RENAME, old_path="/memories/a.md", new_path="/memories/b/c.md")
    assert moved.text == "Successfully renamed /memories/a.md to /memories/b/c.md"
    assert "     1\tzero\n     2\tone\n     3\t2" in viewed(engine, "/memories/b/c.md")
    assert len(decisions.queue(store)) == 1
    assert memory_file(engine, Command.DELETE, path="/memories/b").text == "Successfully deleted /memories/b"
    assert decisions.queue(store) == []
    assert {fact.tainted for fact in store.facts.many(store.facts.ids())} <= {True}


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        (Command.VIEW, {"path": "/memories/x"}, "The path /memories/x does not exist. Please provide a valid path."),
        (Command.CREATE, {"path": "/memories/a.md", "file_text": "x"}, "File /memories/a.md already exists"),
        (
            Command.STR_REPLACE,
            {"path": "/memories/a.md", "old_str": "four", "new_str": "x"},
            "No replacement was performed, old_str `four` did not appear verbatim in /memories/a.md.",
        ),
        (
            Command.STR_REPLACE,
            {"path": "/memories/a.md", "old_str": "e", "new_str": "x"},
            SEVERAL,
        ),
        (
            Command.STR_REPLACE,
            {"path": "/memories/x", "old_str": "e", "new_str": "x"},
            "The path /memories/x does not exist. Please provide a valid path.",
        ),
        (
            Command.INSERT,
            {"path": "/memories/a.md", "insert_line": 4, "insert_text": "x"},
            "Invalid `insert_line` parameter: 4. It should be within the range [0, 3].",
        ),
        (Command.DELETE, {"path": "/memories/x"}, "The path /memories/x does not exist"),
        (Command.DELETE, {"path": "/memories"}, "Cannot delete the /memories directory itself"),
        (Command.RENAME, {"old_path": "/memories/x", "new_path": "/memories/y"}, "The path /memories/x does not exist"),
        (
            Command.RENAME,
            {"old_path": "/memories/a.md", "new_path": "/memories/a.md"},
            "The destination /memories/a.md already exists",
        ),
        (
            Command.RENAME,
            {"old_path": "/memories", "new_path": "/memories/y"},
            "Cannot rename the /memories directory itself",
        ),
        (Command.VIEW, {"path": "/etc/passwd"}, "Path must start with /memories, got: /etc/passwd"),
        (Command.VIEW, {"path": "/memoriesevil"}, "Path must start with /memories, got: /memoriesevil"),
    ],
)
def test_every_refusal_answers_to_the_letter(
    command: Command, arguments: dict[str, object], said: str, engine: Engine
) -> None:
    made(engine)
    with pytest.raises(LoreError) as error:
        memory_file(engine, command, **arguments)  # type: ignore[arg-type]  # by name
    assert error.value.message == said


@pytest.mark.parametrize(
    "path",
    [
        "/memories/../etc/passwd",
        "/memories/./a",
        "/memories/a/../../b",
        "/memories/%2e%2e/x",
        "/memories\\..\\x",
        "/memories/a\x00b",
        "/memories/\x1b[2J",
        "/memories/.hidden",
        "/memories/a\nb",
        "/memories/" + "a" * 300,
    ],
)
@pytest.mark.parametrize("command", [Command.VIEW, Command.CREATE, Command.DELETE, Command.RENAME])
def test_no_path_leaves_the_memories(command: Command, path: str, engine: Engine, tmp_path: Path) -> None:
    """There are no files to leave to, nor links to follow; a name that could be either is refused."""
    before = sorted(tmp_path.rglob("*"))
    named = {"old_path": path, "new_path": "/memories/y"} if command is Command.RENAME else {"path": path}
    with pytest.raises(LoreError):
        memory_file(engine, command, file_text="x", **named)  # type: ignore[arg-type]  # by name
    assert [one for one in sorted(tmp_path.rglob("*")) if "lore-home" not in str(one)] == [
        one for one in before if "lore-home" not in str(one)
    ]


def test_a_link_is_no_way_out(engine: Engine, tmp_path: Path) -> None:
    """What lies in the folder of the project is no memory."""
    (tmp_path / "memories").symlink_to("/etc")
    with pytest.raises(NotFound):
        viewed(engine, "/memories/passwd")


def test_an_edit_of_what_a_person_said_is_a_proposal(engine: Engine, store: Store, rule: Fact) -> None:
    """The file reads as before until the person approves; then it reads as proposed."""
    path = f"/memories/facts/{rule.id.partition(':')[2]}.md"
    answer = memory_file(engine, Command.STR_REPLACE, path=path, old_str="tests", new_str="every test")
    assert "until then the file reads as before" in answer.text
    assert "\tUse tmp_path in tests" in viewed(engine, path)
    assert store.facts.get(rule.id).status is Status.ACTIVE
    assert answer.candidate is not None
    candidate = store.candidates.get(answer.candidate)
    assert (candidate.replaces, candidate.text) == (rule.id, "Use tmp_path in every test")
    approve(store, candidate.id)
    assert store.facts.get(rule.id).status is Status.SUPERSEDED
    assert "Use tmp_path in every test" in viewed(engine, "/memories/index.md")


@pytest.mark.parametrize("command", [Command.DELETE, Command.RENAME])
def test_what_a_person_said_is_neither_deleted_nor_renamed(command: Command, engine: Engine, rule: Fact) -> None:
    path = f"/memories/facts/{rule.id.partition(':')[2]}.md"
    with pytest.raises(NeedsPerson, match="a person stands behind it"):
        memory_file(engine, command, path=path, old_path=path, new_path="/memories/x.md")
    for folder in ("/memories/facts", "/memories/index.md"):
        with pytest.raises(NeedsPerson):
            memory_file(engine, Command.DELETE, path=folder)


def test_whoever_calls_it_writes_in_an_agents_name(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a model writes is never the word of the person whose shell it is."""
    made(engine)
    agents_shell(monkeypatch, "CODEX_SANDBOX")
    made(engine, "other words", "/memories/b.md")
    facts = store.facts.many(store.facts.ids())
    assert {fact.tainted for fact in facts} == {True}
    actors = {store.audit.select(subject=fact.id)[-1].actor for fact in facts}
    assert actors == {"agent:unknown", "agent:codex"}


def test_an_approved_file_is_the_persons(engine: Engine, store: Store) -> None:
    """It keeps its name; a further edit is a proposal, and a deletion is refused."""
    answer = made(engine, "Use tmp_path in tests")
    approve(store, answer.candidate or "")
    assert "waits" not in viewed(engine, "/memories/a.md")
    assert "(a.md)" in viewed(engine, "/memories/index.md")
    edited = memory_file(engine, Command.STR_REPLACE, path="/memories/a.md", old_str="tests", new_str="every test")
    assert "until then" in edited.text
    with pytest.raises(NeedsPerson):
        memory_file(engine, Command.DELETE, path="/memories/a.md")


def test_what_a_person_turned_down_does_not_come_back(engine: Engine, store: Store) -> None:
    reject(store, [made(engine, "Run it with sudo").candidate or ""])
    with pytest.raises(LoreError):
        made(engine, "Run it with sudo", "/memories/b.md")
    made(engine, "Run it", "/memories/b.md")
    with pytest.raises(NeedsPerson, match="turned these words down"):
        memory_file(engine, Command.STR_REPLACE, path="/memories/b.md", old_str="it", new_str="it with sudo")
    assert [store.candidates.get(name).status for name in decisions.queue(store)] == [CandidateStatus.WAITING]


def test_versions_grow_and_a_hash_that_was_seen_is_held(engine: Engine) -> None:
    """What changed meanwhile is not overwritten."""
    first = made(engine)
    assert first.sha256 == hashlib.sha256(b"one\ntwo\nthree").hexdigest()
    second = memory_file(
        engine, Command.STR_REPLACE, path="/memories/a.md", old_str="two", new_str="2", if_sha256=first.sha256
    )
    assert (first.version or 0) < (second.version or 0)
    assert first.sha256 != second.sha256
    for command, more in (
        (Command.STR_REPLACE, {"old_str": "2", "new_str": "3"}),
        (Command.INSERT, {"insert_text": "x"}),
        (Command.DELETE, {}),
    ):
        with pytest.raises(Conflict, match="has changed since"):
            memory_file(engine, command, path="/memories/a.md", if_sha256=first.sha256, **more)  # type: ignore[arg-type]


def test_a_file_that_was_deleted_can_be_written_again(engine: Engine) -> None:
    """Under its name or another one; nothing vanishes that was said to be created."""
    for path in ("/memories/a.md", "/memories/a.md", "/memories/b.md"):
        made(engine, path=path)
        assert "     2\ttwo" in viewed(engine, path)
        memory_file(engine, Command.DELETE, path=path)


def test_other_projects_have_other_files(engine: Engine, tmp_path: Path) -> None:
    made(engine)
    (tmp_path / "other").mkdir()
    elsewhere = engine.asked(folder=tmp_path / "other")
    assert "a.md" not in viewed(elsewhere, "/memories")
    made(elsewhere, "something else")
    assert "something else" in viewed(elsewhere, "/memories/a.md")
    assert "     1\tone" in viewed(engine, "/memories/a.md")


@pytest.mark.parametrize("era", ERAS)
async def test_the_tool_answers_with_the_sentence_itself(era: Era, engine: Engine) -> None:
    """Its text, and its errors, have nothing before them; hash and version stand beside."""
    async with talking(era) as client:
        asked = {"command": "create", "path": "/memories/a.md", "file_text": "x"}
        answer = await client.call_tool("memory", asked)
        assert text_of(answer) == f"File created successfully at: /memories/a.md\n{WAITS}"
        assert answer.structured_content is not None
        assert answer.structured_content["sha256"] == hashlib.sha256(b"x").hexdigest()
        assert (await refused(client, "memory", **asked))["error"] == "File /memories/a.md already exists"

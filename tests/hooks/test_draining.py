"""What hooks leave in the spool comes into the store: once, whole, masked, and whoever else reports the session."""

import json
import os
import time
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.capture import drain, let_go
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.cli.program import run
from lore.errors import Busy, NotFound
from lore.handover import lines, talks
from lore.model import EventKind, Role
from lore.presence import deciding
from lore.store import Store
from support.histories import Said, opencode
from support.hooking import Session, nobody_drains, run_hook, spooled

SAID = "Always run the linter before every commit in this repository."


@pytest.fixture
def engine(store: Store, tmp_path: Path) -> Engine:
    return Engine(store, person=deciding("test", yes=True), folder=tmp_path)


def told(home: Path, folder: Path, agent: str = "kilo") -> None:
    """A session of an agent whose transcripts Lore does not read where it keeps them."""
    with nobody_drains(home):
        events: list[tuple[str, dict[str, object]]] = [
            ("session-start", {}),
            ("prompt", {"prompt": SAID, "message_id": "m1"}),
            ("tool-use", {"tool": "bash", "args": {"command": "make lint"}, "call_id": "c1"}),
            ("stop", {"text": "The linter passes."}),
        ]
        for event, fields in events:
            values = _fields(agent, event, fields)
            done = run_hook(agent, event, {"session_id": "o1", "sessionID": "o1", "cwd": str(folder), **values})
            assert (done.code, done.err) == (0, "")


def _fields(agent: str, event: str, fields: dict[str, object]) -> dict[str, object]:
    from lore.adapters.table import agent as entry

    hooks = entry(agent).hooks
    assert hooks
    named = {"prompt": "prompt", "message_id": "turn", "tool": "tool", "args": "tool_input", "call_id": "tool_use"}
    named["text"] = "answer"
    found: dict[str, object] = {}
    for name, value in fields.items():
        if paths := hooks.fields.get(named[name]):  # type: ignore[call-overload]
            found[paths[0].partition(".")[0]] = value
    return found


def test_a_session_told_by_hooks_alone_is_stored_as_the_person_s_word(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    actions.change_settings(engine, {"capture.prompts": "kilo"})
    told(home, tmp_path)
    done = actions.drain_hooks(engine)
    assert done.events == 4
    turns = engine.store.sessions.turns("o1")
    assert [(turn.role, turn.text) for turn in turns] == [(Role.USER, SAID), (Role.ASSISTANT, "The linter passes.")]
    assert [event.name for event in engine.store.sessions.events("o1")] == ["make lint"]
    assert lines.waiting(str(home)) == []


def test_a_second_drain_finds_nothing_and_one_that_was_killed_stores_nothing_twice(
    engine: Engine, home: Path, tmp_path: Path
) -> None:
    told(home, tmp_path)
    killed = drain(engine.store)
    before = engine.store.sessions.turns("o1")
    assert drain(engine.store).events == killed.events
    again = drain(engine.store)
    assert engine.store.sessions.turns("o1") == before
    let_go(engine.store, again)
    assert actions.drain_hooks(engine).events == 0


def transcript(tmp_path: Path, *, session: str = "s1") -> Path:
    """What Claude Code writes itself of the same session, where it keeps its sessions."""
    folder = tmp_path / ".claude" / "projects" / "-shop"
    folder.mkdir(parents=True)
    path = folder / "0a000000-0000-4000-8000-000000000001.jsonl"
    common = {"sessionId": session, "cwd": str(tmp_path), "version": "2.1.329", "entrypoint": "cli"}
    entries = [
        {
            "type": "user", "uuid": "u1", "timestamp": "2026-03-12T08:50:00Z",
            "message": {"role": "user", "content": SAID},
        },
        {
            "type": "assistant", "uuid": "u2", "timestamp": "2026-03-12T08:50:05Z",
            "message": {"role": "assistant", "content": [
                {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make lint"}}
            ]},
        },
        {
            "type": "assistant", "uuid": "u3", "timestamp": "2026-03-12T08:50:09Z",
            "message": {"role": "assistant", "content": [{"type": "text", "text": "The linter passes."}]},
        },
    ]  # fmt: skip
    path.write_text("".join(json.dumps({**common, **entry}) + "\n" for entry in entries))
    return path


def hear(session: Session, path: Path) -> None:
    session.prompt(SAID, transcript_path=str(path))
    session.tell("PostToolUse", tool_name="Bash", tool_input={"command": "make lint"}, tool_use_id="t1")
    session.stop("The linter passes.")


@pytest.mark.parametrize("order", ["hooks first", "transcript first", "together"])
def test_a_session_that_hooks_and_its_transcript_tell_is_stored_once(
    order: str, engine: Engine, home: Path, tmp_path: Path
) -> None:
    path = transcript(tmp_path)
    if order == "transcript first":
        actions.capture(engine, [path])
    with nobody_drains(home):
        hear(Session(tmp_path), path if order == "together" else tmp_path / "gone.jsonl")
    actions.drain_hooks(engine)
    if order == "hooks first":
        assert all(fact.tainted for fact in engine.store.facts.many(list(engine.store.facts.texts())))
        actions.capture(engine, [path])
    turns = engine.store.sessions.turns("s1")
    assert [(turn.role, turn.text) for turn in turns] == [(Role.USER, SAID), (Role.ASSISTANT, "The linter passes.")]
    assert [event.name for event in engine.store.sessions.events("s1")] == ["make lint"]
    facts = [fact for fact in engine.store.facts.many(list(engine.store.facts.texts())) if "linter" in fact.text]
    assert sum(not fact.tainted for fact in facts) == 1


def test_a_prompt_that_is_typed_twice_is_kept_twice(engine: Engine, home: Path, tmp_path: Path) -> None:
    with nobody_drains(home):
        session = Session(tmp_path)
        session.prompt("go on")
        session.prompt("go on")
        session.end()
    assert not list((home / "hooks" / "talks").iterdir()), "who ended is forgotten"
    actions.drain_hooks(engine)
    assert [turn.text for turn in engine.store.sessions.turns("s1")] == ["go on", "go on"]


def test_a_transcript_elsewhere_is_not_read(engine: Engine, home: Path, tmp_path: Path) -> None:
    """A hook's input may name any file; only where the agent keeps its sessions is one taken for its record."""
    path = transcript(tmp_path)
    moved = tmp_path / "elsewhere.jsonl"
    path.rename(moved)
    with nobody_drains(home):
        Session(tmp_path).prompt("hello there", transcript_path=str(moved))
    actions.drain_hooks(engine)
    assert [turn.text for turn in engine.store.sessions.turns("s1")] == ["hello there"]


def test_the_reason_of_a_refusal_is_a_turn_of_its_own(engine: Engine, home: Path, tmp_path: Path) -> None:
    error = (
        "The user doesn't want to proceed with this tool use. The tool use was rejected. "
        "To tell you how to proceed, the user said:\nnever delete build folders here"
    )
    with nobody_drains(home):
        Session(tmp_path).tell(
            "PostToolUseFailure",
            tool_name="Bash",
            tool_input={"command": "rm -rf build"},
            tool_use_id="t1",
            error=error,
        )
    actions.drain_hooks(engine)
    assert [turn.text for turn in engine.store.sessions.turns("s1")] == ["never delete build folders here"]
    assert EventKind.ERROR in {event.kind for event in engine.store.sessions.events("s1")}


@pytest.mark.parametrize(
    "place", ["MEMORY.md", ".claude/agent-memory/tester/notes.md", ".claude/projects/-shop/memory/deploys.md"]
)
def test_a_memory_that_an_agent_writes_down_is_offered_as_a_candidate(
    place: str, engine: Engine, home: Path, tmp_path: Path
) -> None:
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("- Deploys always need a signed tag.\n")
    with nobody_drains(home):
        Session(tmp_path).tell("PostToolUse", tool_name="Write", tool_input={"file_path": str(path)}, tool_use_id="t1")
    assert actions.drain_hooks(engine).memory_files == 1
    (candidate,) = engine.store.candidates.select()
    assert "signed tag" in candidate.text
    assert engine.store.facts.get(candidate.fact).tainted


def test_instructions_that_an_agent_writes_are_left_alone(engine: Engine, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("- Deploys always need a signed tag.\n")
    with nobody_drains(home):
        Session(tmp_path).tell("PostToolUse", tool_name="Write", tool_input={"file_path": str(path)}, tool_use_id="t1")
    assert actions.drain_hooks(engine).memory_files == 0


def test_a_session_that_never_ended_is_ended_by_a_later_one(engine: Engine, home: Path, tmp_path: Path) -> None:
    import os
    import time

    path = transcript(tmp_path)
    with nobody_drains(home):
        Session(tmp_path).start()
        session = Session(tmp_path, "crashed")
        session.tell("UserPromptSubmit", prompt="use tabs", transcript_path=str(path))
    actions.drain_hooks(engine)
    engine.store.sessions.turns("s1")
    (talk_file,) = [file for file in (home / "hooks" / "talks").iterdir() if "crashed" in file.name]
    long_ago = time.time() - 13 * 3600
    os.utime(talk_file, (long_ago, long_ago))
    assert [talk.session for silent, talk in talks.talks(str(home)) if silent > 3600] == ["crashed"]
    actions.drain_hooks(engine)
    assert "crashed" not in [talk.session for _, talk in talks.talks(str(home))]
    assert engine.store.sessions.turns("s1")


def test_half_a_line_of_a_killed_hook_spoils_no_other(engine: Engine, home: Path, tmp_path: Path) -> None:
    with nobody_drains(home):
        Session(tmp_path).prompt("use tabs")
        (path,) = (home / "spool" / "hooks").iterdir()
        with path.open("ab") as file:
            file.write(b'\n{"n": "1-2", "means": "pro')
        Session(tmp_path).stop("done")
    actions.drain_hooks(engine)
    assert [turn.text for turn in engine.store.sessions.turns("s1")] == ["use tabs", "done"]


def test_what_is_kept_beside_the_data_folder_and_what_nobody_understands_is_drained(
    engine: Engine, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    (home / "spool").mkdir(exist_ok=True)
    (home / "spool" / "hooks").write_text("in the way")
    with nobody_drains(home):
        Session(tmp_path).prompt("use tabs")
        run_hook("claude-code", "UserPromptSubmit", b'{"session_id": "s1", "prompt": "use t', cwd=tmp_path)
    assert actions.drain_hooks(engine).odd == 1
    assert [turn.text for turn in engine.store.sessions.turns("s1")] == ["use tabs"]


def test_who_is_second_leaves_it_to_the_first(engine: Engine, home: Path) -> None:
    with nobody_drains(home):
        with pytest.raises(Busy):
            actions.drain_hooks(engine)
        assert run(["hooks", "drain"]) == run(["hooks", "drain", "--quietly"]) == 5


def test_a_purge_waits_for_who_reads_what_hooks_kept(engine: Engine, home: Path, tmp_path: Path) -> None:
    """What waits there may hold what is to go; then nothing is purged, and nothing is said to be."""
    secret = "the client is called Zanzibar Freight"
    with nobody_drains(home):
        Session(tmp_path).prompt(f"Remember that {secret}")
        with pytest.raises(Busy):
            actions.purge(engine, secret=secret, confirm="purge")
        assert any(secret in str(line) for line in spooled(home))


def test_a_purge_reaches_what_only_hooks_hold(engine: Engine, home: Path, tmp_path: Path) -> None:
    """A secret that was masked in the store stands as it came in what is known of the running session."""
    with nobody_drains(home):
        Session(tmp_path).prompt("Move the store, with the token ghp_016C7mQz8Y2bLx4Rk9dTfVwHnJpAeSuGi3K1")
    held = home / "spool" / "talks"
    assert any(b"ghp_016C7" in path.read_bytes() for path in held.iterdir())
    with pytest.raises(NotFound):
        actions.purge(engine, secret="ghp_016C7mQz8Y2bLx4Rk9dTfVwHnJpAeSuGi3K1", confirm="purge")
    assert not any(b"ghp_016C7" in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_whoever_captures_reads_what_hooks_left(engine: Engine, home: Path, tmp_path: Path) -> None:
    """Unless another reads it: then it is left to that one."""
    told(home, tmp_path)
    path = transcript(tmp_path)
    with nobody_drains(home):
        actions.capture(engine, [path])
        assert lines.waiting(str(home))
    actions.capture(engine, [path])
    assert engine.store.sessions.turns("o1")
    assert lines.waiting(str(home)) == []


def test_a_purge_leaves_nothing_of_a_secret_with_the_hooks(engine: Engine, home: Path, tmp_path: Path) -> None:
    secret = "the client is called Zanzibar Freight"
    with nobody_drains(home):
        session = Session(tmp_path)
        session.prompt(f"Remember that {secret}, please, for the whole migration")
        session.tell("PreCompact", trigger="auto")
    actions.purge(engine, secret=secret, confirm="purge")
    for path in home.rglob("*"):
        assert not path.is_file() or secret.encode() not in path.read_bytes(), path


def test_the_doctor_tells_of_texts_that_are_kept_too_long(engine: Engine, home: Path, tmp_path: Path) -> None:
    from lore.doctor.agents import SILENT_S, hooks
    from lore.doctor.check import Inspection

    with nobody_drains(home):
        Session(tmp_path).prompt("Move the session store from Redis to Postgres")
    for path in (home / "hooks" / "talks").iterdir():
        os.utime(path, (time.time() - SILENT_S - 60,) * 2)
    actions.forget_faults(engine)
    assert hooks(Inspection(home)).outcome.value == "warn"
    actions.drain_hooks(engine)
    actions.drain_hooks(engine)
    assert hooks(Inspection(home)).outcome.value == "ok"


def test_events_of_opencode_have_its_database_read(engine: Engine, home: Path, tmp_path: Path) -> None:
    database = TRANSCRIPT_HOMES["opencode"].root / "opencode.db"
    database.parent.mkdir(parents=True)
    opencode(database, Said("u", SAID), Said("a", "Done.", 1), session="o1")
    told(home, tmp_path, "opencode")
    actions.drain_hooks(engine)
    roles = [turn.role for turn in engine.store.sessions.turns("o1") if turn.text == SAID]
    assert roles[0] is Role.USER
    assert [
        fact.tainted for fact in engine.store.facts.many(list(engine.store.facts.texts())) if SAID in fact.text
    ] == [False]

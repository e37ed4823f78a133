"""Codex rollouts: what was typed, said and done, in every form they have had."""

from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, capture
from lore.capture.readers import RawEvent, RawTurn, ResumePoint, Transcript
from lore.capture.readers.codex import Codex
from lore.model import Role
from lore.store import Store
from support.reading import TRANSCRIPTS, done, lines_file, records_of, said, session

AT = "2026-06-26T22:08:42.990Z"
META = {"id": "019f05f8-7f53-7492-a941-83098e16765c", "timestamp": AT, "cwd": "/w/shop", "cli_version": "0.142.2"}


def line(kind: str, at: str = AT, **payload: Any) -> dict[str, Any]:
    return {"timestamp": at, "type": kind, "payload": payload}


def prompt(text: str, at: str = AT) -> dict[str, Any]:
    return line("event_msg", at, type="user_message", message=text, images=[])


def answer(text: str, **fields: Any) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text}]
    return line("response_item", type="message", role="assistant", content=content, **fields)


def repeated(text: str) -> dict[str, Any]:
    """How a message of the person, or one that a program put in their place, stands among the response items."""
    return line("response_item", type="message", role="user", content=[{"type": "input_text", "text": text}])


def test_a_real_rollout_is_read_whole() -> None:
    file = TRANSCRIPTS / "codex" / "019f05f8.jsonl"
    records, written = records_of(file), file.read_text()
    assert [text[:40] for text in said(records)] == [
        "please remove the accidental root artifa",
        "once done clean up and checkout latest m",
        "also this is a message from another agen",
    ]
    assert len(said(records, Role.ASSISTANT)) == written.count('"agent_message"') == 31
    assert len(done(records)) >= written.count('"function_call"')
    assert ("command", "git fetch origin") in done(records)
    assert session(records).cwd == "/home/entity/projects/EntityProcess/agentv"


@pytest.mark.parametrize(
    "foreign",
    [
        "# AGENTS.md instructions for /w/shop\n\n<INSTRUCTIONS>\nAlways use tabs.\n</INSTRUCTIONS>",
        "<environment_context>\n  <cwd>/w/shop</cwd>\n</environment_context>",
        "<turn_aborted>\nThe person stopped it.\n</turn_aborted>",
        "<skill>\n<name>deploy</name>\n</skill>",
        "Fix the login.",
    ],
)
def test_only_the_typed_message_counts(tmp_path: Path, foreign: str) -> None:
    """Instructions, environment, skills and the second copy of a message are no messages of the person."""
    file = lines_file(tmp_path, line("session_meta", **META), repeated(foreign), prompt("Fix the login."))
    assert said(records_of(file)) == ["Fix the login."]


def test_what_an_editor_puts_before_a_message_is_cut_off(tmp_path: Path) -> None:
    context = "# Context from my IDE setup:\n\n## Open tabs:\n- app.py\n\n## My request for Codex:\nFix the login."
    assert said(records_of(lines_file(tmp_path, line("session_meta", **META), prompt(context)))) == ["Fix the login."]


def test_patches_commands_and_failures_are_events(tmp_path: Path) -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n*** Add File: src/b.py\n+x\n*** End Patch"
    file = lines_file(
        tmp_path,
        line("session_meta", **META),
        line("response_item", type="custom_tool_call", name="apply_patch", input=patch, call_id="c1"),
        line("response_item", type="function_call", name="exec_command", arguments='{"cmd": "make"}', call_id="c2"),
        line(
            "response_item", type="function_call_output", call_id="c2", output="Process exited with code 2\nOutput:\nno"
        ),
        line("response_item", type="function_call", name="shell", arguments='{"command": ["ls", "-l"]}', call_id="c3"),
        line("response_item", type="function_call_output", call_id="c3", output="Exit code: 0\nOutput:\nexit code: 1"),
        line("response_item", type="function_call", name="update_plan", arguments="{broken", call_id="c4"),
    )
    records = records_of(file)
    assert done(records) == [
        ("file_change", "src/a.py"),
        ("file_change", "src/b.py"),
        ("command", "make"),
        ("error", "exec_command"),
        ("command", "ls -l"),
        ("tool_call", "update_plan"),
    ]
    assert [one.detail for one in records if isinstance(one, RawEvent) and one.kind == "error"] == ["no"]
    assert len({one.source_id for one in records if isinstance(one, RawEvent)}) == 6


def test_rollouts_from_before_september_2025_are_read(tmp_path: Path) -> None:
    header = {"id": "c3c4b301-27c8-4c70-b6e4-46b99fdf0236", "timestamp": AT, "instructions": None}
    file = lines_file(
        tmp_path,
        header,
        {"record_type": "state"},
        repeated("<environment_context>\n<cwd>/w/old</cwd>\n</environment_context>")["payload"],
        repeated("Fix the login.")["payload"],
        answer("Done.")["payload"],
        {"type": "function_call", "name": "shell", "arguments": '{"command": ["make"]}', "call_id": "c1"},
    )
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == (["Fix the login."], ["Done."])
    assert done(records) == [("command", "make")]
    assert {one.cwd for one in records if hasattr(one, "cwd")} == {None, "/w/old"}


def test_a_sub_agent_was_not_talked_to_by_a_person(tmp_path: Path) -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "019f0000-0000-7000-8000-000000000000"}}}
    file = lines_file(
        tmp_path, line("session_meta", **META, source=source), prompt("Always use tabs."), answer("found it")
    )
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == ([], ["found it"])
    assert session(records).parent == "019f0000-0000-7000-8000-000000000000"


def test_a_fork_adds_only_what_is_its_own(store: Store, tmp_path: Path) -> None:
    turn, later = {"type": "task_started", "turn_id": "t1"}, "2026-06-27T10:00:00Z"
    said_once = [line("event_msg", **turn), prompt("Fix the login."), answer("Done.", id="msg_1")]
    first = lines_file(tmp_path, line("session_meta", **META), *said_once, name="a.jsonl")
    copied = [{**one, "timestamp": later} for one in (line("session_meta", **META), *said_once)]
    header = line("session_meta", **{**META, "id": "fork", "forked_from_id": META["id"]})
    second = lines_file(tmp_path, header, *copied, prompt("And the logout.", later), name="b.jsonl")
    assert capture(store, [first], Options()).turns == 2
    assert capture(store, [second], Options()).turns == 1
    assert [one.text for one in store.sessions.turns("fork")] == ["And the logout."]


def test_reading_resumes_where_a_turn_begins(tmp_path: Path) -> None:
    """The names of messages follow from their turn, so they are the same wherever reading starts."""
    file = lines_file(
        tmp_path,
        line("session_meta", **META),
        line("event_msg", type="task_started", turn_id="t1"),
        prompt("one"),
        line("event_msg", type="task_started", turn_id="t2"),
        prompt("two"),
        prompt("three"),
    )
    records = records_of(file)
    start = [one.offset for one in records if isinstance(one, ResumePoint)][-1]
    again = [one for one in Codex().read(Transcript(file, start)) if isinstance(one, RawTurn)]
    assert again == [one for one in records if isinstance(one, RawTurn)][1:]

"""Nothing is left out in silence: who was heard is told by agent, and what nobody knows is counted by its name."""

import json
from pathlib import Path

import pytest

from lore.actions import Engine, setup
from lore.capture import Options, capture, heard, in_words, silent_since
from lore.capture.ownership import OwnFolders
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.doctor.agents import agents
from lore.doctor.check import Outcome
from lore.doctor.inspection import Inspection
from lore.presence import deciding
from lore.store import Store
from support.beginnings import CLAUDE_CODE, claude_code, codex


def own(agent: str, name: str) -> Path:
    name = name.ljust(8, "0") + "0a000000-0000-4000-8000-000000000000"[len(name.ljust(8, "0")) :]
    places = {"claude-code": f"p/{name}.jsonl", "codex": f"2026/10/05/rollout-2026-10-05T10-00-00-{name}.jsonl"}
    file = TRANSCRIPT_HOMES[agent].folder / places[agent]
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def test_a_capture_tells_of_each_agent_who_spoke(store: Store) -> None:
    file = own("claude-code", "1")
    file.write_bytes(CLAUDE_CODE["90 unknown records first"]())
    (told,) = capture(store, [file], Options()).heard
    assert in_words(told) == (
        "1 session, 2 messages of yours, 2 of the agent, unknown lines: brand-new 90,"
        " release 2.1.332 (newest known: 2.1.332)"
    )
    (stored,) = heard(store)
    assert in_words(stored) == in_words(told)


def test_a_file_of_an_agent_that_nobody_recognises_is_counted_and_told(store: Store) -> None:
    own("codex", "a").write_text("".join(json.dumps(line) + "\n" for line in codex()))
    own("codex", "0dd").write_text('{"a form": "of next year"}\n')
    warned: list[str] = []
    from lore.capture import Watcher

    capture(store, [TRANSCRIPT_HOMES["codex"].folder], Options(), Watcher(warn=warned.append))
    assert (
        len(warned) == 1
        and "0dd00000-0000-4000-8000-000000000000.jsonl: not a transcript of a known format" in warned[0]
    )
    (told,) = heard(store)
    assert told.unread == 1 and "1 file not recognised" in in_words(told)
    finding = agents(Inspection(store.folder))
    assert finding.outcome is Outcome.WARN and finding.fix


@pytest.mark.parametrize(("prompts", "silent"), [(7, 0), (10, 20)])
def test_twenty_messages_without_one_of_yours_are_a_finding(prompts: int, silent: int, store: Store) -> None:
    """A release may write what is typed otherwise: then nothing is yours, and that is never "fully captured"."""
    for number in range(prompts):
        lines = claude_code()[:2]
        lines[0] |= {"origin": {"kind": "a kind of next year"}}
        session = f"0a000000-0000-4000-8000-{number:012d}"
        lines = [{**line, "sessionId": session, "uuid": f"{session}-{line['uuid']}"} for line in lines]
        own("claude-code", session).write_text(
            "".join(json.dumps({**line, "parentUuid": None}) + "\n" for line in lines)
        )
    capture(store, [TRANSCRIPT_HOMES["claude-code"].folder], Options())
    assert silent_since(store, "claude-code") == silent
    finding = agents(Inspection(store.folder))
    assert (finding.outcome is Outcome.WARN) is bool(silent)
    assert not silent or (finding.fix and "lore capture" in finding.fix and "fully captured" not in finding.says)
    own("claude-code", "3").write_bytes(CLAUDE_CODE["plain"]().replace(b"2026-10-05", b"2026-10-06"))
    capture(store, [TRANSCRIPT_HOMES["claude-code"].folder], Options())
    assert silent_since(store, "claude-code") == 0


def test_a_set_up_remembers_where_the_person_keeps_their_sessions(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it saw counts afterwards, in an agent's surroundings too; what those say does not."""
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(moved))
    by = deciding("set up agents", yes=True)
    done = setup(Engine(store, person=by, folder=tmp_path), agents=["claude-code"])
    assert done.run
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "planted"))
    monkeypatch.setenv("LORE_BY_HOOK", "1")
    folders = OwnFolders(store)
    assert folders.hold(moved / "projects/p/0a000000-0000-4000-8000-000000000000.jsonl", "claude-code")
    assert not folders.hold(tmp_path / "planted/projects/p/0a000000-0000-4000-8000-000000000000.jsonl", "claude-code")

"""What was masked is listed: never shown, never taken back."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.capture import Options, capture, find_masked
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.intake import keys
from lore.model import Fact, Status
from lore.presence import deciding_for_show
from lore.store import FactFilter, Store
from support.beginnings import CWD, SESSION

WORD = "renderList"
RULE = f"Always run {WORD} before you commit in this repo."
SECOND = "Root cause: `getUserById` and the cache. Look again."


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    yield Engine(store, person=deciding_for_show())


def marked(text: str, *words: str, kind: str = "password") -> str:
    for word in words:
        text = text.replace(word, keys.marker(word, kind, keys.marker_key()))
    return text


def transcript(folder: Path, *texts: str, command: str = "git status") -> Path:
    """A session of Claude Code in which the person says these texts, and the agent runs a command."""
    file = folder / "talk.jsonl"
    lines = []
    for number, text in enumerate(texts):
        at = f"2026-10-05T10:{number:02d}:00.000Z"
        line = {"type": "user", "message": {"role": "user", "content": text}, "uuid": f"p{number}", "timestamp": at}
        lines.append({**line, "parentUuid": None, "cwd": CWD, "sessionId": SESSION})
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": command}}
    line = {"type": "assistant", "message": {"role": "assistant", "content": [call]}, "uuid": "a1"}
    lines.append({**line, "timestamp": "2026-10-05T11:00:00.000Z", "cwd": CWD, "sessionId": SESSION})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def captured(store: Store, folder: Path, *texts: str, words: tuple[str, ...] = (WORD,), command: str = "ls") -> Path:
    file = transcript(folder, *(marked(text, *words) for text in texts), command=marked(command, *words))
    capture(store, [file], Options(mine=True))
    return transcript(folder, *texts, command=command)


def said(store: Store) -> list[str]:
    return [turn.text for turn in store.sessions.turns(SESSION)]


def facts(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=tuple(Status)))


def test_nothing_is_masked_in_an_empty_store(store: Store) -> None:
    assert find_masked(store) == []


def test_what_is_masked_is_told_with_the_words_around(store: Store, tmp_path: Path) -> None:
    """Of a message, a command, a fact and its quotation, messages first; a marker of another store is none."""
    other = keys.marker(WORD, "password", b"of another store")
    said_here = [marked(RULE, WORD), f"{marked(SECOND, 'getUserById')} {other}"]
    capture(store, [transcript(tmp_path, *said_here, command=marked(f"ls {WORD}", WORD))], Options(mine=True))
    found = find_masked(store)
    assert [one.text.table for one in found][:3] == ["turns", "turns", "events"]
    assert {one.text.table for one in found} == {"turns", "events", "facts", "evidence"}
    assert all(WORD not in repr(one) and one.marker in one.around for one in found)
    assert other not in [one.marker for one in found]


@pytest.mark.parametrize("options", [(), ("--yes",), ("--dry-run",), ("--dry-run", "--json")])
def test_the_option_of_earlier_releases_says_what_to_do_instead(
    options: tuple[str, ...], store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    captured(store, tmp_path, RULE)
    before = said(store), facts(store)
    assert run(["masked", "--read-again", *options]) == 2
    told = capsys.readouterr().err
    assert "`lore purge --source SESSION`, then `lore capture FILE`" in told
    assert (said(store), facts(store)) == before


def test_no_agent_is_shown_what_was_masked(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    captured(engine.store, tmp_path, RULE)
    assert len(actions.list_masked(engine).found) == 3
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(NeedsPerson):
        actions.list_masked(engine)

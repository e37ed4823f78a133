"""What was masked is told, with what today's rules would do: never guessed, never shown, never taken back."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.capture import Options, Today, capture, find_masked
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.history import redo_last, undo_last
from lore.intake import keys
from lore.model import Fact, Kind, Status
from lore.presence import deciding_for_show
from lore.store import FactFilter, Store, purge_facts
from lore.store.sqlite.rewording import reword
from support.beginnings import CWD, SESSION

WORD = "renderList"
RULE = f"Always run {WORD} before you commit in this repo."
SECOND = "Root cause: `getUserById` and the cache. Look again."
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LEAK = f"The token is {TOKEN}, use it for the release."


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    yield Engine(store, person=deciding_for_show())


def marked(text: str, *words: str, kind: str = "password") -> str:
    """The text as an older Lore masked it."""
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
    """The session as an older Lore stored it, which masked these words; the transcript holds them."""
    file = transcript(folder, *(marked(text, *words) for text in texts), command=marked(command, *words))
    capture(store, [file], Options(mine=True))
    return transcript(folder, *texts, command=command)


def fates(store: Store) -> Counter[Today]:
    return Counter(one.today for one in find_masked(store))


def said(store: Store) -> list[str]:
    return [turn.text for turn in store.sessions.turns(SESSION)]


def facts(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=tuple(Status)))


def test_nothing_is_masked_in_an_empty_store(store: Store) -> None:
    assert find_masked(store) == []


def test_what_would_be_kept_today_is_told_without_its_words(store: Store, tmp_path: Path) -> None:
    """Of a message, a command, a fact and its quotation; also where a message was cut at its bound."""
    captured(store, tmp_path, f"{RULE}\n\n{'The rest is a log. ' * 4_000}", SECOND, words=(WORD, "getUserById"))
    assert said(store)[0].endswith("left out]")
    found = find_masked(store)
    assert {one.today for one in found} == {Today.KEPT}
    assert {one.text.table for one in found} >= {"turns", "facts", "evidence"}
    assert all(WORD not in repr(one) and one.marker in one.around for one in found)


def test_a_marker_that_the_rules_of_today_would_set_again_is_told_as_one(store: Store, tmp_path: Path) -> None:
    """Also where another one of the same message goes, and where today's marker names another kind."""
    file = transcript(tmp_path, f"{marked(RULE, WORD)} {LEAK}", marked(LEAK, TOKEN, kind="high_entropy"))
    capture(store, [file], Options(mine=True))
    transcript(tmp_path, f"{RULE} {LEAK}", LEAK)
    assert fates(store)[Today.MASKED] >= 2


@pytest.mark.parametrize("change", ["gone", "other words at the marker", "other words around", "purged"])
def test_nothing_is_guessed_where_the_transcript_says_something_else(store: Store, tmp_path: Path, change: str) -> None:
    """The same length, the same place: only words that give the marker are taken for what was masked."""
    file = captured(store, tmp_path, RULE)
    if change == "gone":
        file.unlink()
    elif change == "other words at the marker":
        transcript(tmp_path, RULE.replace(WORD, "renderRows"))
    elif change == "other words around":
        transcript(tmp_path, RULE.replace("commit", "push"))
    else:
        purge_facts(store, [fact.id for fact in facts(store)])
    assert Today.KEPT not in fates(store)
    assert change == "purged" or {Today.GONE if change == "gone" else Today.OTHER} == set(fates(store))


@pytest.mark.parametrize("decision", ["pin", "archive", "edit"])
def test_what_a_person_decided_on_is_told_as_theirs(engine: Engine, tmp_path: Path, decision: str) -> None:
    captured(engine.store, tmp_path, RULE)
    [fact] = facts(engine.store)
    if decision == "pin":
        actions.pin(engine, [fact.id])
    elif decision == "archive":
        actions.archive(engine, [fact.id])
    else:
        actions.edit(engine, fact.id, kind=Kind.LESSON)
    assert fates(engine.store)[Today.YOURS] == 2


def test_a_file_that_tells_of_several_sessions_is_read_for_each(store: Store, tmp_path: Path) -> None:
    """Its place in the store names the last one alone."""
    file = tmp_path / "talks.jsonl"
    plain = [
        {
            "session": f"talk-{number}",
            "id": f"m{number}",
            "at": f"2026-10-05T10:0{number}:00Z",
            "role": "user",
            "text": RULE,
        }
        for number in range(3)
    ]
    file.write_text("".join(json.dumps({**turn, "text": marked(RULE, WORD)}) + "\n" for turn in plain))
    capture(store, [file], Options(mine=True))
    file.write_text("".join(json.dumps(turn) + "\n" for turn in plain))
    assert sum(one.text.table == "turns" and one.today is Today.KEPT for one in find_masked(store)) == 3


@pytest.mark.parametrize("options", [(), ("--yes",), ("--dry-run",), ("--dry-run", "--json")])
def test_the_option_of_earlier_releases_says_what_to_do_instead(
    options: tuple[str, ...], store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written; one sentence names the commands that exist."""
    captured(store, tmp_path, RULE)
    before = said(store), facts(store)
    assert run(["masked", "--read-again", *options]) == 2
    told = capsys.readouterr().err
    assert "`lore purge --source SESSION`, then `lore capture FILE`" in told
    assert (said(store), facts(store)) == before


def test_what_an_earlier_release_read_again_is_undone_and_purged(store: Store, tmp_path: Path) -> None:
    """The log of an old store holds the words before and after, so that an undo takes them back."""
    captured(store, tmp_path, RULE, SECOND, words=(WORD, "getUserById"))
    before = said(store)
    with store.write("import") as transaction:
        reword(transaction, SESSION, {"t:1 text": RULE}, "session.reread")
    assert said(store)[0] == RULE
    undo_last(store, "import")
    assert said(store) == before
    redo_last(store, "import")
    assert said(store)[0] == RULE
    assert store.health.damaged_rows() == []
    purge_facts(store, [fact.id for fact in facts(store)])
    assert not store.texts.holds(marked(RULE, WORD).rstrip("."))


def test_no_agent_is_shown_what_was_masked(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its shell asks."""
    captured(engine.store, tmp_path, RULE)
    assert len(actions.list_masked(engine).found) == 3
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(NeedsPerson):
        actions.list_masked(engine)

"""What was masked wrongly is told, and read again where its transcript still holds it: never guessed."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.capture import Options, Today, capture, find_masked, reread
from lore.errors import NeedsPerson
from lore.history import redo_last, undo_run
from lore.intake import clean, keys
from lore.model import Fact, Kind, Status
from lore.presence import deciding_for_show
from lore.store import FactFilter, Store, purge_facts
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


def state(store: Store) -> list[object]:
    """All that a reading again may change."""
    found = facts(store)
    quotes = [item.quote for items in store.facts.evidence([fact.id for fact in found]).values() for item in items]
    words = [(fact.text, fact.status, fact.because) for fact in found]
    return [said(store), store.sessions.events(SESSION), words, quotes]


def test_nothing_is_masked_in_an_empty_store(store: Store) -> None:
    """And nothing is written where nothing is to be read again."""
    assert find_masked(store) == []
    assert reread(store).run is None


def test_what_was_masked_is_read_again_with_its_fact_and_one_undo_takes_it_back(store: Store, tmp_path: Path) -> None:
    """Message, command, fact and quotation; the dry run counts the same and writes nothing; a redo brings it again."""
    captured(store, tmp_path, RULE, SECOND, words=(WORD, "getUserById"), command=f"grep {WORD} src")
    before = state(store)
    assert f"run {marked(WORD, WORD)} before" in str(before[2])
    found = find_masked(store)
    assert {one.today for one in found} == {Today.KEPT}
    assert all(WORD not in one.around and one.marker in one.around for one in found)
    planned = reread(store, dry_run=True)
    assert state(store) == before

    done = reread(store)

    assert (done.messages, done.commands, done.facts, done.quotations, done.left) == (2, 1, 1, 1, 0)
    assert (planned.messages, planned.commands, planned.facts, planned.quotations) == (2, 1, 1, 1)
    assert said(store) == [RULE, SECOND]
    assert [fact.text.rstrip(".") for fact in facts(store)] == [RULE.rstrip(".")]
    assert WORD in str(state(store)[1])
    assert find_masked(store) == []
    assert store.health.damaged_rows() == []
    assert store.health.unlogged_rows() == []
    after = state(store)
    undo_run(store, done.run or "", "import")
    assert state(store) == before
    redo_last(store, "import")
    assert state(store) == after


def test_a_marker_that_the_rules_of_today_would_set_again_stays(store: Store, tmp_path: Path) -> None:
    """Also where another one of the same message goes, and where today's marker names another kind."""
    file = transcript(tmp_path, f"{marked(RULE, WORD)} {LEAK}", marked(LEAK, TOKEN, kind="high_entropy"))
    capture(store, [file], Options(mine=True))
    transcript(tmp_path, f"{RULE} {LEAK}", LEAK)

    assert fates(store)[Today.MASKED] >= 2
    reread(store)

    assert said(store)[0] == f"{RULE} {clean(LEAK)}"
    assert said(store)[1] == marked(LEAK, TOKEN, kind="high_entropy")
    assert TOKEN not in str(state(store))


@pytest.mark.parametrize("change", ["gone", "other words at the marker", "other words around", "purged"])
def test_nothing_is_guessed_where_the_transcript_says_something_else(store: Store, tmp_path: Path, change: str) -> None:
    """The same length, the same place: only words that give the marker are taken. What was purged stays purged."""
    file = captured(store, tmp_path, RULE)
    if change == "gone":
        file.unlink()
    elif change == "other words at the marker":
        transcript(tmp_path, RULE.replace(WORD, "renderRows"))
    elif change == "other words around":
        transcript(tmp_path, RULE.replace("commit", "push"))
    else:
        purge_facts(store, [fact.id for fact in facts(store)])
    before = state(store)

    assert Today.KEPT not in fates(store)
    assert change == "purged" or {Today.GONE if change == "gone" else Today.OTHER} == set(fates(store))
    assert reread(store).run is None
    assert state(store) == before


@pytest.mark.parametrize("decision", ["pin", "archive", "edit"])
def test_what_a_person_decided_on_stays_as_it_is(engine: Engine, tmp_path: Path, decision: str) -> None:
    """Only the message is read again, and the fact is told as yours."""
    store = engine.store
    captured(store, tmp_path, RULE)
    [fact] = facts(store)
    if decision == "pin":
        actions.pin(engine, [fact.id])
    elif decision == "archive":
        actions.archive(engine, [fact.id])
    else:
        actions.edit(engine, fact.id, kind=Kind.LESSON)
    before = facts(store)

    assert fates(store)[Today.YOURS] == 2
    reread(store)

    assert said(store) == [RULE]
    assert facts(store) == before


def test_what_was_cut_at_its_bound_is_read_again_too(store: Store, tmp_path: Path) -> None:
    """A long message and a long command are stored in part: what was behind the bound does not matter."""
    long = f"{RULE} {'The rest is a log. ' * 4_000}"
    captured(store, tmp_path, long, command=f"grep {WORD} {'src ' * 300}")
    assert said(store)[0].endswith("left out]")

    assert set(fates(store)) == {Today.KEPT}
    reread(store)

    assert said(store)[0].startswith(RULE)
    assert said(store)[0].endswith("left out]")
    assert find_masked(store) == []


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

    assert reread(store).messages == 3
    assert find_masked(store) == []


def test_a_message_that_states_something_only_now_gives_its_fact(store: Store, tmp_path: Path) -> None:
    """A mark of what lasts was behind the marker."""
    captured(store, tmp_path, RULE, words=("Always",))
    assert facts(store) == []

    done = reread(store)

    assert done.new == 1
    assert [fact.text.rstrip(".") for fact in facts(store)] == [RULE.rstrip(".")]
    undo_run(store, done.run or "", "import")
    assert [fact for fact in facts(store) if fact.status is Status.ACTIVE] == []


def test_a_purge_reaches_what_was_read_again_in_the_history_too(store: Store, tmp_path: Path) -> None:
    """The log holds the words of a reading again, so that an undo can take it back."""
    captured(store, tmp_path, RULE)
    reread(store)
    purge_facts(store, [fact.id for fact in facts(store)])
    assert not store.texts.holds(RULE.rstrip("."))


def test_no_agent_is_shown_what_was_masked_nor_reads_it_again(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its shell asks."""
    captured(engine.store, tmp_path, RULE)
    assert len(actions.list_masked(engine).found) == 3
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(NeedsPerson):
        actions.list_masked(engine)
    with pytest.raises(NeedsPerson):
        actions.read_masked_again(Engine(engine.store))
    assert actions.read_masked_again(Engine(engine.store), dry_run=True).done.messages == 1, "counts say nothing"

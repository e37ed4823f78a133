"""Whoever reads what hooks kept is one process at a time, and where it is killed nothing is lost."""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lore.agents.hook.entry import entry_of
from lore.agents.hook.event import Event
from lore.capture import Options, capture
from lore.distill import distill, waiting, way_named
from lore.handover import Talk, asks_where_we_were, files, lines, places, signs
from lore.history import carry_out, plan_undo
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.platform import light
from lore.presence import PERSON
from lore.projects import project_of
from lore.store import Store, open_store
from support.hooking import HOOK, Session, counted, nobody_drains, readers

BY_FILE = "from lore.platform import light; light.HANDS_LOCKS = False; "


def until(holds: Callable[[], object], most_s: float = 60.0) -> None:
    end = time.monotonic() + most_s
    while not holds():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.01)


def stored(home: Path, name: str) -> list[str]:
    with open_store(home) as store:
        return [turn.text for turn in store.sessions.turns(name)] if store.sessions.find(name) else []


def prompts(of: str, count: int) -> list[str]:
    return [f"Move part {number} of {of} to the new store" for number in range(count)]


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="other processes are seen in /proc alone")
@pytest.mark.parametrize("way", ["the lock is handed on", "a file says who begins"])
def test_ten_turns_in_two_windows_have_one_reader_at_a_time(way: str, home: Path, tmp_path: Path) -> None:
    """Back to back, so that events come at every moment of the reader's life; and each prompt is stored once."""
    program = HOOK if way == "the lock is handed on" else BY_FILE + HOOK
    open_store(home).close()

    def window(name: str) -> None:
        session = Session(tmp_path, name, program=program)
        session.start()
        for text in prompts(name, 5):
            session.prompt(text)
            session.stop(f"Done: {text}")
        session.end()

    with counted(home) as seen:
        windows = [threading.Thread(target=window, args=(name,)) for name in ("left", "right")]
        for thread in windows:
            thread.start()
        for thread in windows:
            thread.join()
        until(lambda: not lines.waiting(str(home)) and not readers(home))
    assert max(map(len, seen)) == 1
    assert len(seen) > 50
    for name in ("left", "right"):
        texts = stored(home, name)
        assert [text for text in texts if not text.startswith("Done: ")] == prompts(name, 5)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="other processes are seen in /proc alone")
@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.6, 1.0])
def test_a_reader_that_is_killed_loses_nothing_and_keeps_nobody_out(after_s: float, home: Path, tmp_path: Path) -> None:
    open_store(home).close()
    session = Session(tmp_path)
    first, second = prompts("shop", 2)
    session.prompt(first)
    session.stop("Done.")
    time.sleep(after_s)
    for one in readers(home):
        os.kill(one, signal.SIGKILL)
    session.prompt(second)
    session.stop("Done again.")
    until(lambda: not lines.waiting(str(home)) and not readers(home))
    assert [text for text in stored(home, "s1") if "Done" not in text] == [first, second]


def child(home: Path, handed: str, held: int | None) -> str:
    """What a process says that is started with this word about a lock: whether it has it, and who else could."""
    home.mkdir(exist_ok=True)
    code = (
        "import os; from lore.handover import lines; "
        f"first = lines.lock_handed({str(home)!r}); print(first is not None, "
        f"lines.lock_of_drain({str(home)!r}) is None, os.environ.get('LORE_HANDED'), "
        "first is None or os.get_inheritable(first))"
    )
    out = home / "said"
    arguments = [sys.executable, "-c", f"import sys; sys.stdout = open({str(out)!r}, 'w'); {code}; sys.stdout.flush()"]
    number = light.start_detached(arguments, {**os.environ, signs.HANDED: handed}, str(home), held)
    os.waitpid(number, 0)
    return out.read_text().strip()


def test_the_lock_belongs_to_who_is_handed_it(home: Path) -> None:
    held = lines.lock_of_drain(str(home))
    assert held is not None
    assert child(home, lines.handed_on(str(home), held), held) == "True True None False"
    os.close(held)
    again = lines.lock_of_drain(str(home))  # it ended, and the lock with it
    assert again is not None
    os.close(again)


@pytest.mark.parametrize("told", ["3", "77", "", "-1", "no number", "another file"])
def test_a_word_about_a_lock_that_is_not_true_is_not_believed(told: str, home: Path, tmp_path: Path) -> None:
    """It takes the lock as anybody does, and where another has it, it has none."""
    with (tmp_path / "other").open("w") as other:
        is_open = told == "another file"
        handed, word = (other.fileno(), str(light.place_in_program(other.fileno()))) if is_open else (None, told)
        assert child(home, word, handed).startswith("True True None")
        held = lines.lock_of_drain(str(home))
        assert held is not None
        assert child(home, word, handed).startswith("False")
        os.close(held)


def test_where_locks_cannot_be_handed_on_a_file_says_that_one_begins(home: Path) -> None:
    held = lines.lock_of_drain(str(home))
    assert held is not None
    assert lines.handed_on(str(home), held, hands=False) == signs.BY_FILE
    assert lines.handed_on(str(home), held, hands=False) == "" and lines.begins(str(home))
    os.close(held)
    assert child(home, signs.BY_FILE, None).startswith("True True None")
    assert not lines.begins(str(home))
    held = lines.lock_of_drain(str(home))
    assert held is not None and lines.handed_on(str(home), held, hands=False) == signs.BY_FILE
    long_ago = time.time() - lines.BEGINS_S - 1
    os.utime(places.drain_begins(str(home)), (long_ago, long_ago))
    assert lines.handed_on(str(home), held, hands=False) == signs.BY_FILE
    os.close(held)


def test_a_first_prompt_waits_for_what_is_read_and_for_no_other_session_s_lines(home: Path, tmp_path: Path) -> None:
    from lore.agents.hook import starting

    open_store(home).close()
    Session(tmp_path, "other").prompt("Move the session store from Redis to Postgres")
    assert lines.waiting(str(home))
    session = Session(tmp_path)
    session.start()
    until(lambda: not readers(home))
    Session(tmp_path, "other").tell("PostToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t1")
    assert lines.waiting(str(home))
    talk = Talk("claude-code", "s1", {"behind": True, "prompts": 1})
    held = lines.lock_of_drain(str(home))
    assert held is not None
    before = time.monotonic()
    assert starting.caught_up(str(home), _event(tmp_path), talk) == ([], {})
    at_once = time.monotonic() - before
    talk.awaits = True
    assert starting.caught_up(str(home), _event(tmp_path), talk) == ([], {})
    assert at_once < starting.WAIT_S <= time.monotonic() - before
    assert talk.behind
    os.close(held)
    assert starting.caught_up(str(home), _event(tmp_path), talk) == ([], {})
    assert not talk.behind


def test_what_a_model_notes_while_a_session_runs_comes_with_its_next_prompt(home: Path, tmp_path: Path) -> None:
    from lore.agents.hook import starting

    def told() -> str:
        return "\n".join(starting.caught_up(str(home), _event(tmp_path), talk)[0])

    talk = Talk("claude-code", "s1", {"prompts": 1})
    with open_store(home) as store:
        add_fact(store, NewFact("Never push to main", kind=Kind.PREFERENCE), actor=PERSON)
        files.write(places.reader(str(home)), {"pid": 1, "since": "now"})
        starting.start(str(home), _event(tmp_path), talk)
        assert told() == ""
        add_fact(store, NewFact("Always use pnpm", kind=Kind.PREFERENCE), actor=PERSON)
        assert "pnpm" in told() and told() == ""
        add_fact(store, NewFact("Never use tabs", kind=Kind.PREFERENCE), actor=PERSON)
        files.write(places.reader(str(home)), {})
        assert "tabs" in told() and not talk.behind


def _event(folder: Path) -> Event:
    entry = entry_of("claude-code")
    assert entry is not None
    return Event(entry, "UserPromptSubmit", b'{"session_id": "s1", "cwd": "%s"}' % os.fsencode(folder))


def test_a_hook_that_comes_as_the_reader_ends_starts_another(home: Path, tmp_path: Path) -> None:
    """Who reads looked for the last time: what comes now waits for its lock, and for nothing else."""
    open_store(home).close()
    held = lines.lock_of_drain(str(home))
    assert held is not None
    session = Session(tmp_path)
    session.prompt(prompts("shop", 1)[0])
    session.stop("Done.")
    assert readers(home) == []
    lines.say_that_it_ends(str(home), ends=True)
    letting_go = threading.Timer(0.05, os.close, (held,))
    letting_go.start()
    session.tell("PreCompact", trigger="auto")
    letting_go.join()
    until(lambda: not lines.waiting(str(home)) and not readers(home))
    assert prompts("shop", 1)[0] in stored(home, "s1")


ASKED = (
    "where were we?",
    "hey, where did we stop yesterday",
    "please continue where we left off",
    "what was I working on?",
    "wo waren wir stehen geblieben?",
    "Où en étions-nous ?",
    "¿Dónde nos quedamos?",
)
NOTE = {"text": "Invoices are numbered per country.", "quote": "Number the invoices per country."}
NOT_ASKED = (
    "where are the tests?",
    "continue",
    "what was wrong with the login?",
    "Explain where we keep the keys of the staging server",
    "where were we wrong in the parser? " * 8,
)


@pytest.mark.parametrize(("prompt", "asks"), [*((one, True) for one in ASKED), *((one, False) for one in NOT_ASKED)])
def test_only_a_question_of_it_asks(prompt: str, asks: bool) -> None:
    assert asks_where_we_were(prompt) is asks


def _said(store: Store, folder: Path, session: str, day: int, *texts: str) -> None:
    place = {"session": session, "role": "user", "project": project_of(folder).key}
    rows = [
        {**place, "id": f"{session}-{n}", "at": f"2026-01-{day:02}T10:0{n}:00Z", "text": text}
        for n, text in enumerate(texts)
    ]
    file = folder / f"{session}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    capture(store, [file], Options(mine=True))


def test_it_is_given_with_the_prompt_that_asks(store: Store, home: Path, tmp_path: Path) -> None:
    """Your own words without a reader, the goal and what is open in a reader's words until that is undone."""
    _said(store, tmp_path, "s1", 3, "Move the cart into the session store.")
    _said(store, tmp_path, "s2", 5, "Number the invoices per country.", "Then write the tests.")
    _said(store, tmp_path, "s3", 6, "where were we?")
    now = Session(tmp_path, "now")
    with nobody_drains(home):
        assert "last session" not in now.prompt("Number the invoices of Chile too.").text
        told = now.prompt("where were we?").text
        assert (
            "2026-01-05" in told and "“Number the invoices per country.”" in told and "“Then write the tests.”" in told
        )
        assert "cart" not in told
        answer = {"session": "s2", "notes": [NOTE], "narrative": {"intent": "Gapless numbers.", "open": "Chile."}}
        (tmp_path / "answers.jsonl").write_text(json.dumps(answer))
        way = way_named(f"replay:{tmp_path / 'answers.jsonl'}")
        distill(store, way, waiting(store, project=None, session="s2"))
        told = now.prompt("where were we?").text
        assert "worded it: Gapless numbers." in told and "open: Chile." in told
        assert "per country" not in told
        carry_out(store, plan_undo(store))
        assert "“Number the invoices per country.”" in now.prompt("where were we?").text

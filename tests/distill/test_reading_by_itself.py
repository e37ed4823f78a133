"""A model that a person agreed to reads each session by itself, within its limits."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from distill.conftest import HANGS, TALK, captured, stand_in
from lore import clock
from lore.actions import Engine, keep_reading, note_ended, plan_reader, read_project, reader_status, start_reader
from lore.cli.program import run
from lore.handover import files, places
from lore.store import Store
from support.agents import Said
from support.person import me
from support.sessions_to_read import ANSWERS, SLOWLY, agree, asked, sessions

TALKED = (Said("user", "Always run the linter before you push, because CI is slow. Part 1."), *TALK)
Captured = pytest.CaptureFixture[str]


def texts(store: Store) -> set[str]:
    return {str(fact.text) for fact in store.facts.select()}


def set_to(store: Store, name: str, value: float) -> None:
    with store.write("person") as transaction:
        store.settings.put(transaction, name, value)


# Reading


def test_each_session_is_read_once_the_newest_first_and_is_a_run_of_its_own(
    store: Store, tmp_path: Path, claude: Path
) -> None:
    ids = sessions(store, 3)
    agree(store)
    assert keep_reading(store.folder) == 3
    assert keep_reading(store.folder) == 0 and asked(tmp_path) == 3
    state = reader_status(Engine(store))
    assert [one.session for one in reversed(state.newest)] == ids
    assert (state.read, len(state.waiting), state.asked_today) == (3, 0, 3)
    (reader,) = state.figures
    assert (reader.notes, reader.kept, reader.refused) == (6, 3, 0.5)
    runs = [one.run for one in state.newest]
    assert None not in runs and len(set(runs)) == 3
    assert run(["undo", "--run", str(runs[1]), "--yes"]) == 0
    assert {text.split()[3] for text in texts(store)} == {"shop0", "shop2"}
    assert keep_reading(store.folder) == 0, "what was undone is not read again by itself"
    del claude


def test_it_waits_until_nothing_comes(
    store: Store, tmp_path: Path, claude: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions(store, 1)
    agree(store)
    monkeypatch.setenv("LORE_DISTILL_SILENCE", "30")
    (one,) = reader_status(Engine(store)).waiting
    with clock.pretending("2026-03-01T09:10:00Z"):
        assert one.silent_in(1800) == pytest.approx(1200)
    assert one.silent_in(1800) <= 0
    assert keep_reading(store.folder) == 1
    del claude


def test_a_session_that_went_on_is_read_again(store: Store, tmp_path: Path, claude: Path) -> None:
    captured(store, tmp_path / "t", TALKED)
    agree(store)
    assert keep_reading(store.folder) == 1
    captured(store, tmp_path / "t", [*TALKED, Said("user", "Never push on Fridays.")])
    assert keep_reading(store.folder) == 1
    del claude


def test_a_project_can_be_left_out(store: Store, tmp_path: Path, claude: Path, capsys: Captured) -> None:
    sessions(store, 2)
    sessions(store, 1, "private")
    agree(store)
    assert run(["distill", "--off", "--project", "private"]) == 0
    assert "never      private" in capsys.readouterr().out
    assert plan_reader(Engine(store)).sessions == 2
    assert keep_reading(store.folder) == 2
    read_project(Engine(store, person=me()), project="private", reads=True)
    assert keep_reading(store.folder) == 1
    del claude


def test_off_ends_it(store: Store, tmp_path: Path, claude: Path, capsys: Captured) -> None:
    sessions(store, 1)
    agree(store)
    assert run(["distill", "--off"]) == 0
    assert "nobody reads your sessions" in capsys.readouterr().out
    assert keep_reading(store.folder) == 0 and asked(tmp_path) == 0
    del claude


def test_no_more_in_a_day_than_is_set(store: Store, tmp_path: Path, claude: Path) -> None:
    sessions(store, 3)
    set_to(store, "distill.calls_per_day", 2)
    agree(store)
    assert keep_reading(store.folder) == 2
    assert keep_reading(store.folder) == 0
    with clock.pretending("2026-03-13T10:00:00Z"):
        assert keep_reading(store.folder) == 1
    assert asked(tmp_path) == 3
    del claude


# What goes wrong


ASKS_PASSWORD = """
try:
    terminal = open('/dev/tty', 'r+')
except OSError as error:
    sys.exit(f'no password: {error.strerror}')
terminal.write('Password: '); terminal.flush(); terminal.readline()
"""
FAILS = {
    "quota": ("sys.exit('you are out of quota until 3 pm')", "you are out of quota"),
    "offline": ("sys.exit('cannot resolve host')", "cannot resolve host"),
    "hangs": (HANGS, "no answer within 1 s"),
    "password": (ASKS_PASSWORD, "no password"),
    "floods": ("while True: sys.stderr.write('x' * 9999)", "no answer within 1 s"),
}


@pytest.mark.parametrize("name", FAILS)
def test_a_reader_that_does_not_answer_is_asked_once_and_later_again(
    store: Store, tmp_path: Path, program: Path, name: str
) -> None:
    """Not for each session that waits: told once, tried after an hour, then later; one that answers goes on."""
    body, told = FAILS[name]
    sessions(store, 4)
    set_to(store, "distill.call_timeout", 1.0)
    agree(store)
    stand_in(program, "claude", body)
    assert keep_reading(store.folder) == 0
    state = reader_status(Engine(store))
    assert told in state.problem and state.again == "2026-03-12T10:00:00Z"
    assert state.asked_today == 1 and len(state.waiting) == 4
    assert told in str(files.read(places.reader(str(store.folder)))["problem"])
    assert keep_reading(store.folder) == 0 and reader_status(Engine(store)).asked_today == 1
    stand_in(program, "claude", ANSWERS)
    with clock.pretending("2026-03-12T10:01:00Z"):
        assert keep_reading(store.folder) == 4
    assert reader_status(Engine(store)).problem == ""
    assert "problem" not in files.read(places.reader(str(store.folder)))


def test_a_session_that_ended_is_read_at_once(
    store: Store, tmp_path: Path, claude: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever ended it thinks about no further prompt of it; one that went on since is running again."""
    (name,) = sessions(store, 1)
    agree(store)
    monkeypatch.setenv("LORE_DISTILL_SILENCE", "30")
    with clock.pretending("2026-03-01T09:00:30Z"):
        note_ended(store.folder, [name])
        assert keep_reading(store.folder) == 1
    note_ended(store.folder, ["another"])
    assert list(files.read(places.ended(str(store.folder)))) == ["another"], "what ended long ago is forgotten"
    del claude


def test_a_model_that_is_out_of_reach_for_a_week_reads_all_when_it_is_back(
    store: Store, tmp_path: Path, program: Path
) -> None:
    """A limit is no fault of a session: it is told, waited out, and the reading goes on by itself."""
    captured(store, tmp_path / "t", TALKED)
    agree(store)
    stand_in(program, "claude", "sys.exit('busy')")
    for day in range(12, 20):
        with clock.pretending(f"2026-03-{day}T12:00:00Z"):
            keep_reading(store.folder)
            state = reader_status(Engine(store))
            assert (state.given_up, len(state.waiting), "busy" in state.problem) == (0, 1, True)
    assert state.figures[0].failed == 8
    stand_in(program, "claude", ANSWERS)
    with clock.pretending("2026-03-21T12:00:00Z"):
        assert keep_reading(store.folder) == 1


BAD = pytest.mark.parametrize("answer", ["I will not do that.", '{"notes": [', "", "null"])


@BAD
def test_an_answer_that_says_nothing_waits_as_an_outage_does(
    store: Store, tmp_path: Path, program: Path, answer: str
) -> None:
    """It stops no other session, costs no second question at once, and ends after three, hours apart."""
    captured(store, tmp_path / "t", TALKED)
    agree(store)
    stand_in(program, "claude", f"print({answer!r})")
    asked = []
    for moment in ("12T10:00", "12T10:30", "12T11:30", "12T14:00", "12T16:00", "13T09:00", "14T09:00"):
        with clock.pretending(f"2026-03-{moment}:00Z"):
            assert keep_reading(store.folder) == 0
            asked.append(reader_status(Engine(store)).figures[0].failed)
    assert asked == [1, 1, 2, 2, 3, 3, 3]
    state = reader_status(Engine(store))
    assert (state.given_up, len(state.waiting)) == (1, 0)
    stand_in(program, "claude", ANSWERS)
    assert run(["distill", "--session", state.newest[0].session]) == 0, "who asks for it has it read"
    assert reader_status(Engine(store)).given_up == 0


@BAD
def test_a_model_that_answers_nothing_of_use_is_not_asked_about_every_session(
    store: Store, tmp_path: Path, program: Path, answer: str
) -> None:
    sessions(store, 6)
    agree(store)
    stand_in(program, "claude", f"print({answer!r})")
    assert keep_reading(store.folder) == 0
    state = reader_status(Engine(store))
    assert (state.figures[0].failed, state.given_up, bool(state.problem)) == (3, 0, True)


def test_the_program_has_no_terminal_and_no_hooks(store: Store, tmp_path: Path, program: Path) -> None:
    sessions(store, 1)
    agree(store)
    told = tmp_path / "told.json"
    stand_in(
        program,
        "claude",
        "told = {'session': os.getsid(0) == os.getpid(), 'hooks': os.environ['LORE_HOOKS'],"
        " 'ttys': [os.isatty(one) for one in range(3)], 'argv': sys.argv[1:]}\n"
        f"json.dump(told, open({str(told)!r}, 'w'))\n{ANSWERS}",
    )
    assert keep_reading(store.folder) == 1
    seen = json.loads(told.read_text())
    assert (seen["session"], seen["hooks"], seen["ttys"]) == (True, "off", [False] * 3)
    assert seen["argv"][seen["argv"].index("--tools") + 1] == ""
    assert seen["argv"][-2:] == ["--model", "haiku"]


# One process


@pytest.fixture
def environment(program: Path) -> dict[str, str]:
    del program
    return {name: value for name, value in os.environ.items() if name not in ("LORE_BACKGROUND", "LORE_NOW")}


def reading(environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "lore", "distill", "--quietly"], env=environment)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def until(there: object) -> None:
    end = time.monotonic() + 20
    assert callable(there)
    while not there():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow("it waits for two processes, and for programs that take their time")
def test_two_at_once_ask_no_session_twice(
    store: Store, tmp_path: Path, program: Path, environment: dict[str, str]
) -> None:
    sessions(store, 3)
    agree(store)
    stand_in(program, "claude", SLOWLY)
    both = [reading(environment) for _ in range(2)]
    assert [one.wait(30) for one in both] == [0, 0]
    assert asked(tmp_path) == 3
    assert reader_status(Engine(store)).read == 3


@pytest.mark.slow("it ends real processes in the middle of their work")
@pytest.mark.parametrize("how", ["stop", "terminated", "killed"])
def test_it_can_be_ended_at_any_moment_and_goes_on(
    store: Store, tmp_path: Path, program: Path, environment: dict[str, str], how: str, capsys: Captured
) -> None:
    sessions(store, 3)
    agree(store)
    named = tmp_path / "named"
    hangs = f"open({str(named)!r}, 'w').write(str(os.getpid())); {HANGS}"
    stand_in(program, "claude", f"if os.path.exists(ASKED):\n    {hangs}\n{ANSWERS}")
    process = reading(environment)
    until(lambda: reader_status(Engine(store)).progress == (1, 3))
    until(lambda: named.exists() and named.read_text())
    if how == "stop":
        assert run(["distill", "--stop"]) == 0
        assert "the next session starts it again" in capsys.readouterr().err
    else:
        process.send_signal(signal.SIGTERM if how == "terminated" else signal.SIGKILL)
    assert process.wait(20) in (0, -signal.SIGKILL)
    if how == "killed":
        os.kill(int(named.read_text()), signal.SIGKILL)
    else:
        until(lambda: not is_running(int(named.read_text())))
    state = reader_status(Engine(store))
    assert (state.read, len(state.waiting), state.progress) == (1, 2, None)
    stand_in(program, "claude", ANSWERS)
    assert reading(environment).wait(30) == 0
    assert reader_status(Engine(store)).read == 3


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("LORE_BACKGROUND")
    yield


def test_it_is_started_only_where_somebody_agreed_and_something_waits(
    store: Store, tmp_path: Path, claude: Path, allowed: None
) -> None:
    sessions(store, 1)
    assert not start_reader(store)
    with store.write(me()) as transaction:
        store.settings.put(transaction, "distill.not_read", ["shop"])
    agree(store)
    assert not start_reader(store)
    with store.write(me()) as transaction:
        store.settings.put(transaction, "distill.not_read", [])
    assert start_reader(store)
    until(lambda: reader_status(Engine(store)).read == 1)
    assert not start_reader(store)
    del claude, allowed


def test_stop_where_nothing_is_read_says_so(store: Store, capsys: Captured) -> None:
    del store
    assert run(["distill", "--stop"]) == 0
    assert "nothing is being read" in capsys.readouterr().err

"""Nothing is left out in silence: who was heard is told by agent, and what nobody knows is counted by its name."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine, setup
from lore.capture import CaptureSummary, Options, capture, heard, in_words, narrative, silent_since
from lore.capture.ownership import OwnFolders, remember_homes
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.cli.program import run
from lore.doctor.agents import agents
from lore.doctor.check import Inspection, Outcome
from lore.model import Fact, Role, Status
from lore.presence import deciding
from lore.projects import project_of
from lore.store import FactFilter, Store
from support.beginnings import CLAUDE_CODE, CODEX, claude_code, codex
from support.histories import GEMINI, RULE, copilot
from support.publishing import KEY, make_repository


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


MOVED = [
    (
        "copilot",
        "COPILOT_HOME",
        "session-state/0a000000-0000-4000-8000-000000000000/events.jsonl",
        lambda: copilot(RULE),
    ),
    (
        "gemini",
        "GEMINI_CLI_HOME",
        ".gemini/tmp/shop/chats/session-2026-10-05T10-00-0a000000.jsonl",
        GEMINI["a line for each message"],
    ),
    (
        "codex",
        "CODEX_HOME",
        "archived_sessions/rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-000000000000.jsonl",
        CODEX["plain"],
    ),
]


def yours(store: Store) -> list[str]:
    return [
        turn.text
        for session in store.sessions.select()
        for turn in store.sessions.turns(session.id)
        if turn.role is Role.USER
    ]


@pytest.mark.parametrize(("agent", "variable", "place", "content"), MOVED)
def test_a_home_that_a_variable_moved_is_yours(
    agent: str,
    variable: str,
    place: str,
    content: Callable[[], bytes],
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "moved" / place
    file.parent.mkdir(parents=True)
    file.write_bytes(content())
    assert not OwnFolders(store).hold(file, agent)
    monkeypatch.setenv(variable, str(tmp_path / "moved"))
    assert list(TRANSCRIPT_HOMES[agent].transcripts()) == [file]
    capture(store, [file], Options())
    assert yours(store)[-1] == RULE


def test_an_agents_shell_moves_no_home_and_a_set_up_is_remembered(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = TRANSCRIPT_HOMES["gemini"]
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    remember_homes(store, {"gemini": root.root}, deciding("set up agents", yes=True))
    monkeypatch.setenv("GEMINI_CLI", "1")
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path))
    own = OwnFolders(store)
    assert own.hold(tmp_path / ".gemini/tmp/shop/chats/session-2026-10-05T10-00-0a000000.jsonl", "gemini")
    assert not own.hold(tmp_path / "session-state/0a000000-0000-4000-8000-000000000000/events.jsonl", "copilot")


@pytest.mark.parametrize("name", ["claude-code", "codex", "gemini"])
def test_an_agent_with_another_home_alone_is_on_this_machine(store: Store, tmp_path: Path, name: str) -> None:
    """A second account: set-up saw its folder, later commands run without the variable that named it."""
    person = deciding("set up agents", yes=True)
    engine = actions.Engine(store, person=person, folder=tmp_path)

    def state() -> str:
        return next(each.state.value for each in actions.setup_status(engine) if each.agent.name == name)

    assert state() == "not here"
    (tmp_path / "second").mkdir()
    remember_homes(store, {name: tmp_path / "second"}, person)
    assert state() != "not here"


def said_in(folder: Path, number: int) -> Path:
    session = f"066e1e40-6740-41a9-98e0-70c0e7e01d{number:02}"
    line = {
        "type": "user",
        "sessionId": session,
        "uuid": f"{session}-0",
        "timestamp": f"2026-02-1{number}T10:00:00Z",
        "cwd": str(folder),
        "message": {"role": "user", "content": f"Always run make check{number} before you commit."},
    }
    file = TRANSCRIPT_HOMES["claude-code"].folder / f"w{number}" / f"{session}.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(line) + "\n")
    return file


def facts(store: Store, number: int) -> list[Fact]:
    found = store.facts.select(FactFilter(statuses=tuple(Status)))
    return [fact for fact in found if f"check{number}" in fact.text]


@pytest.fixture
def both(store: Store, tmp_path: Path) -> tuple[CaptureSummary, Path, Path]:
    """What capturing said: first a session of the project, then one of a folder that names the same remote."""
    own, other = make_repository(tmp_path / "web"), make_repository(tmp_path / "clone")
    capture(store, [said_in(own, 1)], Options())
    file = said_in(other, 2)
    return capture(store, [file], Options()), other, file


def test_a_folder_that_names_a_known_remote_speaks_for_nobody(
    store: Store, both: tuple[CaptureSummary, Path, Path]
) -> None:
    """Its facts are tainted and its words somebody's; it is told, and read once all the same."""
    summary, other, file = both
    assert [(elsewhere.folder, elsewhere.project) for elsewhere in summary.elsewhere] == [(str(other), KEY)]
    assert [fact.tainted for fact in facts(store, 1)] == [False]
    assert all(fact.tainted for fact in facts(store, 2))
    assert [turn.role for turn in store.sessions.turns("066e1e40-6740-41a9-98e0-70c0e7e01d02")] == [Role.SOMEBODY]
    assert capture(store, [file], Options()).unchanged == 1


def test_the_words_are_the_persons_when_they_say_that_the_folder_is_theirs(
    store: Store, both: tuple[CaptureSummary, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _, other, file = both
    assert run(["project", "set", KEY, str(other)]) == 0
    capture(store, [file], Options())
    assert False in [fact.tainted for fact in facts(store, 2)]
    first = project_of(other.parent / "web", store.projects.all_known())
    assert (first.key, store.roots.is_known(first)) == (KEY, True)


def test_the_command_names_the_folder_and_the_way_out(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, other = make_repository(tmp_path / "web"), make_repository(tmp_path / "clone")
    assert run(["capture", str(said_in(own, 1))]) == 0
    assert "says that it is" not in capsys.readouterr().err
    assert run(["capture", str(said_in(other, 2))]) == 0
    assert f"lore project set {KEY} {other}" in capsys.readouterr().err
    assert run(["capture", "--project", KEY, str(said_in(other, 3))]) == 0
    assert "says that it is" not in capsys.readouterr().err


COMMON = {"sessionId": "s1", "cwd": "/w/shop", "isSidechain": False, "timestamp": "2026-02-11T09:00:00Z"}


def write(file: Path) -> None:
    """A session in which something was asked, decided, done, committed and left failing."""
    edit = {"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": "/w/shop/importer.py"}}
    commit = {
        "type": "tool_use",
        "id": "t2",
        "name": "Bash",
        "input": {"command": 'git commit -am "Importer skips blanks"'},
    }
    failed = {"type": "tool_result", "tool_use_id": "t2", "is_error": True, "content": "hook failed"}
    closing = "The importer now skips blank lines and all of its tests pass."
    lines = [
        {"type": "user", "message": {"role": "user", "content": "Fix the importer, it stops at blank lines."}},
        {"type": "assistant", "message": {"role": "assistant", "content": [edit, commit]}},
        {"type": "user", "message": {"role": "user", "content": "From now on we never import without a dry run."}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": closing}]}},
        {"type": "user", "message": {"role": "user", "content": [failed]}, "toolUseResult": "Error"},
    ]
    file.write_text("".join(json.dumps({**COMMON, "uuid": f"u{n}", **line}) + "\n" for n, line in enumerate(lines)))


def test_a_session_is_told_in_a_few_lines(store: Store, tmp_path: Path) -> None:
    write(tmp_path / "s1.jsonl")
    capture(store, [tmp_path / "s1.jsonl"], Options(mine=True))
    told = narrative(store, "s1")
    assert told.intent == "Fix the importer, it stops at blank lines."
    assert (told.decisions, told.lessons) == ((), ())
    assert told.outcomes == (
        "The importer now skips blank lines and all of its tests pass.",
        "changed 1 file: /w/shop/importer.py",
    )
    assert told.open == ("1 command failed, the last of Bash: hook failed",)
    assert narrative(store, "s1") == told


def said(folder: Path, *texts: str, name: str = "s2") -> Path:
    lines = [
        {
            **COMMON,
            "sessionId": name,
            "cwd": str(folder),
            "uuid": f"u{number}",
            "timestamp": f"2026-02-11T09:0{number}:00Z",
            "type": ("user", "assistant")[number % 2],
            "message": {"role": ("user", "assistant")[number % 2], "content": text},
        }
        for number, text in enumerate(texts)
    ]
    file = folder / f"{name}.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        (["Hi!", "Read docs/plan.md first."], "Hi!"),
        (["Hello there. Please fix the login page."], "Hello there. Please fix the login page."),
        (["> quoted\n\nFix it."], "Fix it."),
        (["ok"], "ok"),
        (["word " * 100], "word " * 38 + "word…"),
    ],
)  # fmt: skip
def test_the_intent_is_what_was_typed_first(store: Store, tmp_path: Path, typed: list[str], first: str) -> None:
    texts = [text for one in typed for text in (one, "Done with that part of the work.")]
    capture(store, [said(tmp_path, *texts)], Options(mine=True))
    assert narrative(store, "s2").intent == first


def test_what_was_answered_is_no_outcome(store: Store, tmp_path: Path) -> None:
    capture(
        store,
        [said(tmp_path, "Fix the login page.", "The login page works now.", "no, please fix it again")],
        Options(mine=True),
    )
    told = narrative(store, "s2")
    assert told.outcomes == ()
    assert told.open == ("said last, without an answer: no, please fix it again",)


def test_outcomes_are_the_commits_that_the_repository_noted_meanwhile(store: Store, tmp_path: Path) -> None:
    log = tmp_path / ".git" / "logs" / "HEAD"
    log.parent.mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    began = int(datetime(2026, 2, 11, 9, tzinfo=UTC).timestamp())
    noted = [
        (-60, "commit (initial): Before it"),
        (10, "commit: Importer skips blanks"),
        (20, "commit (amend): Importer skips blank lines"),
        (30, "reset: moving to HEAD~1"),
        (40, "commit: Token ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"),
        (9000, "commit: After it"),
    ]
    entry = "{0} {0} A B <a@b.example> {1} +0000\t{2}\n"
    log.write_text("".join(entry.format("0" * 40, began + at, what) for at, what in noted))
    capture(store, [said(tmp_path, "Fix the importer.", "The importer now skips blank lines.")], Options(mine=True))
    outcomes = narrative(store, "s2").outcomes
    assert outcomes[1] == "committed: Importer skips blank lines"
    assert len(outcomes) == 3 and "ghp_" not in outcomes[2]

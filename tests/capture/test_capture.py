"""From transcripts to the store: once, resumable, and safe against every bad file."""

import io
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import lore
from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.capture.readers import READERS
from lore.cli.program import run
from lore.history import undo_run
from lore.model import Kind, Layer, Role
from lore.store import FactFilter, Store
from support.agents_shell import agents_shell

DATA = Path(__file__).parents[1] / "data" / "transcripts"
DEMO = Path(lore.__file__).parent / "demo" / "transcripts"


def neutral(*texts: str, session: str = "s1", role: str = "user", project: str = "shop") -> str:
    return "".join(
        json.dumps(
            {
                "session": session,
                "id": f"m{n}",
                "at": f"2026-02-11T09:{n:02}:00Z",
                "role": role,
                "text": text,
                "project": project,
            }
        )
        + "\n"
        for n, text in enumerate(texts)
    )


def take(store: Store, *paths: Path, warned: list[str] | None = None, **options: Any) -> CaptureSummary:
    warned = [] if warned is None else warned
    return capture(store, paths, Options(**{"mine": True, **options}), Watcher(warn=warned.append))


def contents(store: Store) -> Counter[str]:
    counts = Counter(facts=store.facts.count(), sessions=store.sessions.count(), audit=store.audit.count())
    for session in store.sessions.select():
        counts["turns"] += len(store.sessions.turns(session.id))
        counts["events"] += len(store.sessions.events(session.id))
    return counts


def test_real_transcripts_are_stored_once(store: Store) -> None:
    first = take(store, DEMO, DATA)
    stored = contents(store)
    assert first.unread == 0
    assert stored["turns"] == first.turns > 200
    assert stored["events"] == first.events > 300
    second = take(store, DEMO, DATA)
    assert (second.turns, second.events, second.run, second.unchanged) == (0, 0, None, second.files)
    assert contents(store) == stored


def test_a_longer_copy_adds_only_its_tail(store: Store, tmp_path: Path) -> None:
    whole = neutral("We deploy on Tuesdays only.", "Please rename the worker.", "Use pnpm in this repo, never npm.")
    file, copy = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    file.write_text(whole[: len(whole) // 2])
    cut_off: list[str] = []
    assert take(store, file, warned=cut_off).turns == 1
    assert cut_off == [f"{file}:2: the last line is incomplete; it will be read once the file grows"]
    file.write_text(whole)
    assert take(store, file).turns == 2
    copy.write_text(whole + neutral("One more.", session="s2"))
    assert take(store, copy).turns == 1
    assert [turn.text for turn in store.sessions.turns("s1")] == [
        json.loads(line)["text"] for line in whole.splitlines()
    ]


def test_a_file_that_was_replaced_is_read_from_its_start(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("One two three.", session="old"))
    take(store, file)
    file.write_text(neutral("Four five six and more words than before.", session="new"))
    assert take(store, file).sessions == 1


def test_facts_carry_their_evidence(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("Fix the importer.", "Always run make check before you commit."))
    take(store, file)
    [fact] = store.facts.select()
    [evidence] = store.facts.evidence([fact.id])[fact.id]
    assert (fact.kind, fact.project, fact.layer, fact.tainted) == (Kind.CONVENTION, "shop", Layer.USER_PROJECT, False)
    assert evidence.quote == "Always run make check before you commit."
    assert (evidence.session, evidence.source_id, evidence.role) == ("s1", "m1", Role.USER)
    assert fact.created_at == "2026-02-11T09:01:00Z"


def test_what_tools_printed_is_never_a_fact(store: Store, tmp_path: Path) -> None:
    """Output of tools is kept as it is and states nothing; what an agent says after it is tainted."""
    tool, agent = tmp_path / "tool.jsonl", tmp_path / "agent.jsonl"
    rule = "Always run make check before you commit."
    tool.write_text(neutral(rule, role="tool"))
    agent.write_text(neutral(rule, role="tool") + neutral("ok", rule, role="assistant", session="s1"))
    assert take(store, tool).facts == {}
    take(store, agent)
    assert all(fact.tainted for fact in store.facts.select())


def test_a_capture_is_taken_back_as_a_whole(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("Always run make check before you commit.", "We never push to main."))
    run = take(store, file).run
    assert run is not None
    undo_run(store, run, "person")
    assert (store.facts.count(), store.sessions.count()) == (0, 0)
    assert take(store, file).turns == 2
    assert store.facts.count() == 2


def test_since_leaves_older_messages_out(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("one", "two", "three"))
    assert take(store, file, since="2026-02-11T09:02:00Z").turns == 1
    assert take(store, file, since="2026-02-11T09:01:00Z").turns == 1
    assert take(store, file).turns == 1
    assert take(store, file, since="2026-02-11T09:01:00Z").unchanged == 1


def test_bad_files_are_named_and_the_rest_is_read(store: Store, tmp_path: Path) -> None:
    """A binary, an empty file, a file without permission, a missing one, an unknown format, an empty folder."""
    good, binary, empty, unknown = (tmp_path / name for name in ("good.jsonl", "b.bin", "e.jsonl", "u.txt"))
    folder, missing = tmp_path / "folder", tmp_path / "missing.jsonl"
    good.write_text(neutral("one") + "{broken\n" + neutral("two", session="s2") + '{"session": "s1"}\n')
    binary.write_bytes(b"\x7fELF\0\0\1")
    empty.touch()
    unknown.write_text("just some notes\n")
    folder.mkdir()
    warned: list[str] = []
    summary = take(store, good, binary, empty, unknown, folder, missing, warned=warned)
    assert warned == [
        f"{folder}: the folder holds no transcript (known formats: {', '.join(reader.name for reader in READERS)})",
        f"{missing}: there is no such file",
        f"{good}:2: not JSON: expecting property name enclosed in double quotes",
        f"{good}:4: `session` or `text` is missing",
        f"{binary}: the file is binary, not a transcript",
        f"{empty}: the file is empty",
        f"{unknown}: not a transcript of a known format",
    ]
    assert (summary.files, summary.unread, summary.turns) == (1, 5, 2)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_named(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("one"))
    file.chmod(0)
    warned: list[str] = []
    assert take(store, file, warned=warned).unread == 1
    assert warned == [f"{file}: no permission to read it"]


def test_a_line_without_end_is_passed_over(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with file.open("w") as out:
        out.write(neutral("before"))
        out.write('{"session": "s1", "text": "')
        for _ in range(50):
            out.write("x" * 1024 * 1024)
        out.write('"}\n' + neutral("after", session="s2"))
    warned: list[str] = []
    assert take(store, file, warned=warned).turns == 2
    assert warned == [f"{file}:2: the line is longer than 16 MB"]


def test_a_long_message_is_kept_in_part(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("word " * 40_000))
    take(store, file)
    [turn] = store.sessions.turns("s1")
    assert turn.text.endswith("[… 140,000 more characters were left out]")


def test_many_bad_lines_are_counted_not_listed(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("one") + "{\n" * 100)
    warned: list[str] = []
    take(store, file, warned=warned)
    assert len(warned) == 21
    assert warned[-1] == f"{file}: 80 more lines could not be read"


def test_the_projects_of_the_transcripts_are_remembered(store: Store, tmp_path: Path) -> None:
    take(store, DATA / "sniffly-fed8ce56.jsonl")
    [session] = store.sessions.select()
    assert session.project == "/Users/chip/dev/ai-music"
    assert store.projects.get("/Users/chip/dev/ai-music").reason == "transcript"
    file = tmp_path / "a.jsonl"
    file.write_text(neutral("Always run make check before you commit.", session="s9"))
    take(store, file, project="mine")
    assert store.facts.select(FactFilter(projects=("mine",)))


TOLD = [
    "checkpoint", "Fix the flaky login test", "--problem", "the clock was not frozen", "--solution",
    "call page.clock.install() first", "--file", "tests/login.spec.ts", "--concept", "playwright", "--project", "shop",
]  # fmt: skip


@pytest.fixture(autouse=True)
def person_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def session(store: Store, tmp_path: Path) -> str:
    file = tmp_path / "talk.jsonl"
    line = {"session": "talk-1", "id": 1, "at": "2026-03-12T08:30:00Z", "role": "user", "project": "shop"}
    file.write_text(json.dumps({**line, "text": "The login test fails now and then."}) + "\n")
    capture(store, [file], Options(mine=True))
    return "talk-1"


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_checkpoint_is_a_fact_with_its_parts(store: Store, session: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*TOLD, "--json"]) == 0
    told = answer(capsys)
    assert (told["kind"], told["session"], told["action"]) == ("solution", session, "added")
    fact = store.facts.get(str(told["id"]))
    assert (fact.problem, fact.solution) == ("the clock was not frozen", "call page.clock.install() first")
    assert (fact.files, fact.concepts, fact.tainted) == (("tests/login.spec.ts",), ("playwright",), False)
    assert fact.confidence == 0.65
    assert run(["search", "--json", "clock frozen login"]) == 0
    assert json.loads(capsys.readouterr().out)["hits"][0]["id"] == fact.id
    assert run(["timeline", session]) == 0
    assert "checkpoint: Fix the flaky login test" in capsys.readouterr().out
    assert run(["undo"]) == 0
    assert store.facts.count(FactFilter(kinds=(Kind.SOLUTION,))) == 0
    assert store.sessions.events(session) == []


def test_the_same_checkpoint_again_changes_nothing(
    store: Store, session: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (run(TOLD), run(TOLD)) == (0, 0)
    assert "known" in capsys.readouterr().out
    events = store.audit.count()
    assert run([*TOLD, "--session", session]) == 0
    assert store.audit.count() == events


def test_the_kind_follows_from_what_is_told(store: Store) -> None:
    assert run(["checkpoint", "Renew the certificate", "--problem", "the sandbox is down", "--project", "shop"]) == 0
    assert run(["checkpoint", "Move the importer", "--project", "shop"]) == 0
    assert {fact.kind for fact in store.facts.select()} == {Kind.BLOCKER, Kind.TASK}


def test_json_on_stdin(store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For agents: what it says is tainted until a person approves it, and its secrets are masked."""
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    told = {"task": "Release", "problem": f"the token {key} expired", "files": ["a.py"], "agent": "codex"}
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(told)))
    assert run(["checkpoint", "-", "--json", "--project", "shop"]) == 0
    shown = answer(capsys)
    assert (shown["tainted"], shown["files"], shown["kind"]) == (True, ["a.py"], "blocker")
    assert key not in json.dumps(shown)
    assert store.audit.select(limit=1)[0].actor == "agent:codex"


@pytest.mark.parametrize(
    ("stdin", "complaint"),
    [
        ("{", "not valid JSON"),
        ("[1]", "one JSON object"),
        ('{"task": 1}', "`task`"),
        ('{"task": "x", "files": "a.py"}', "`files`"),
        ('{"task": "x", "mood": "good"}', "no field `mood`"),
        ("{}", "needs a task"),
        ('{"task": "x", "session": "nobody"}', "no session `nobody`"),
    ],
)
def test_what_is_no_checkpoint_is_refused(
    store: Store, stdin: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    assert run(["checkpoint", "-"]) in (1, 2, 3)
    assert complaint in capsys.readouterr().err
    assert store.audit.count() == 0


def test_a_command_in_the_shell_of_an_agent_is_the_agents(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    agents_shell(monkeypatch)
    assert run(["checkpoint", "Move the importer", "--project", "shop"]) == 0
    fact = store.facts.select()[0]
    assert fact.tainted
    assert store.facts.evidence([fact.id])[fact.id][0].agent == "claude-code"


def test_in_a_terminal_it_asks(store: Store) -> None:
    ours, theirs = os.openpty()
    os.write(ours, b"Fix the build\n\nrun make twice\nMakefile, a.mk\n\n")
    done = subprocess.run([sys.executable, "-m", "lore", "checkpoint"], stdin=theirs, capture_output=True, timeout=60)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0, done.stderr
    fact = store.facts.select()[0]
    assert (fact.text, fact.problem, fact.files) == (
        "Fix the build. Solution: run make twice.", None, ("Makefile", "a.mk"),
    )  # fmt: skip

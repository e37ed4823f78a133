"""From transcripts to the store: once, resumable, and safe against every bad file."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import lore
from lore.capture import CaptureSummary, Options, Watcher, capture
from lore.capture.readers import READERS
from lore.history import undo_run
from lore.model import Kind, Layer, Role
from lore.store import FactFilter, Store

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

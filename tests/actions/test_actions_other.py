"""The command line does what the action does: on equal stores both give the same outcome and the same audit."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lore import actions, wire
from lore.actions import Engine
from lore.actions.registry import Touches, actions as registered
from lore.cli.program import run
from lore.errors import LoreError, NeedsPerson, UsageError
from lore.model import Kind
from lore.platform import remove_folder
from lore.progress import Reporter
from lore.store import backups, open_store
from support.face_world import guide_and_notes
from support.person import me
from support.searching import save

TIMINGS = frozenset({"seconds", "took_ms", "searches", "bytes", "seal"})
"""Names of what differs from run to run: times, sizes, and the mark of a file of this disk."""
RULE = "Use pnpm, never npm or yarn, in this repository"
TURNS = [
    {
        "session": "talk",
        "id": "m1",
        "at": "2026-03-11T09:00:00Z",
        "role": "user",
        "text": "We always use uv, never pip",
    },
    {"session": "talk", "id": "m2", "role": "assistant", "text": "Understood."},
    {"session": "talk", "id": "m3", "role": "user", "text": "Always run make check before a commit"},
]


@dataclass(frozen=True)
class Row:
    """One verb, called in two ways. `{world}` and `{backup}` stand for what a run finds."""

    act: Callable[[Engine, Path], Any]
    """Calls the action; gives its public JSON, or None where the command prints none."""
    words: Sequence[str]
    prepare: Callable[[Path], None] = lambda world: None


def _add_docs(world: Path) -> None:
    with Engine() as engine:
        actions.add_documents(engine, world / "guide")
    (world / "guide" / "new.md").write_text("# New\n\nThe new page.\n")


def _back_up(world: Path) -> None:
    with Engine() as engine:
        actions.back_up(engine)
        save(engine.store, "Saved after the copy")


def _newest(engine: Engine) -> str:
    return backups(engine.home)[0].name


def _exported(world: Path) -> None:
    assert run(["export", "--output", str(world / "out.jsonl")]) == 0
    text = (world / "out.jsonl").read_text()
    (world / "out.jsonl").write_text(text.replace("Staging listens", "Production listens"))


def _two_projects(world: Path) -> None:
    for key in ("acme/web", "acme/shop"):
        assert run(["project", "set", key, str(world / key.partition("/")[2])]) == 0


def _recorded(world: Path) -> None:
    with Engine() as engine:
        actions.capture(engine, [world / "talk.jsonl"], mine=True)
    notes = [{"text": "x", "quote": "nobody said this"}]
    (world / "notes.jsonl").write_text(json.dumps({"session": "talk", "notes": notes}) + "\n")


def _nothing(outcome: object) -> None:
    """For a command that prints lines: the log alone is compared."""


ROWS: Mapping[str, Row] = {
    "change settings": Row(
        lambda engine, world: _nothing(actions.change_settings(engine, {"search.limit": 7})),
        ["config", "set", "search.limit", "7", "--yes"],
    ),
    "capture": Row(
        lambda engine, world: wire.captured(actions.capture(engine, [world / "talk.jsonl"]), shown=False),
        ["capture", "{world}/talk.jsonl", "--json"],
    ),
    "capture mine": Row(
        lambda engine, world: wire.captured(actions.capture(engine, [world / "talk.jsonl"], mine=True), shown=False),
        ["capture", "{world}/talk.jsonl", "--mine", "--json"],
    ),
    "capture dry run": Row(
        lambda engine, world: wire.captured(
            actions.capture(engine, [world / "talk.jsonl"], mine=True, dry_run=True, explain=True), shown=True
        ),
        ["capture", "{world}/talk.jsonl", "--mine", "--dry-run", "--explain", "--json"],
    ),
    "capture since": Row(
        lambda engine, world: wire.captured(
            actions.capture(engine, [world / "talk.jsonl"], since="7d", project="acme"), shown=False
        ),
        ["capture", "{world}/talk.jsonl", "--since", "7d", "--project", "acme", "--json"],
    ),
    "checkpoint": Row(
        lambda engine, world: wire.of(
            actions.checkpoint(engine, "fix the login", problem="no clock", solution="freeze it", files=["a.py"])
        ),
        ["checkpoint", "fix the login", "--problem", "no clock", "--solution", "freeze it", "--file", "a.py", "--json"],
    ),
    "distill": Row(
        lambda engine, world: wire.of(actions.distill(engine, way=f"replay:{world / 'notes.jsonl'}", session="talk")),
        ["distill", "--with", "replay:{world}/notes.jsonl", "--session", "talk", "--json"],
        _recorded,
    ),
    "docs add": Row(
        lambda engine, world: wire.synced(actions.add_documents(engine, world / "guide"), dry_run=False),
        ["docs", "add", "{world}/guide", "--json"],
    ),
    "docs add dry run": Row(
        lambda engine, world: wire.synced(actions.add_documents(engine, world / "guide", dry_run=True), dry_run=True),
        ["docs", "add", "{world}/guide", "--dry-run", "--json"],
    ),
    "docs sync": Row(
        lambda engine, world: wire.synced(actions.sync_documents(engine), dry_run=False),
        ["docs", "sync", "--json"],
        _add_docs,
    ),
    "docs propose": Row(
        lambda engine, world: wire.of(actions.propose_documents(engine)),
        ["docs", "propose", "--json"],
        _add_docs,
    ),
    "docs propose dry run": Row(
        lambda engine, world: wire.of(actions.propose_documents(engine, "guide", dry_run=True)),
        ["docs", "propose", "guide", "--dry-run", "--json"],
        _add_docs,
    ),
    "docs remove": Row(
        lambda engine, world: wire.of(actions.remove_documents(engine, "guide")),
        ["docs", "remove", "guide", "--json"],
        _add_docs,
    ),
    "project set": Row(
        lambda engine, world: actions.set_project(engine, "acme/web", world / "guide") and None,
        ["project", "set", "acme/web", "{world}/guide"],
    ),
    "project merge": Row(
        lambda engine, world: wire.of(actions.merge_project(engine, "acme/web", "acme/shop")),
        ["project", "merge", "acme/web", "acme/shop", "--yes", "--json"],
        _two_projects,
    ),
    "project merge dry run": Row(
        lambda engine, world: wire.of(actions.merge_project(engine, "acme/web", "acme/shop", dry_run=True)),
        ["project", "merge", "acme/web", "acme/shop", "--dry-run", "--json"],
        _two_projects,
    ),
    "import": Row(
        lambda engine, world: wire.of(actions.import_facts(engine, world / "out.jsonl")),
        ["import", "{world}/out.jsonl", "--json"],
        _exported,
    ),
    "import trusted": Row(
        lambda engine, world: wire.of(actions.import_facts(engine, world / "out.jsonl", trusted=True)),
        ["import", "{world}/out.jsonl", "--trusted", "--yes", "--json"],
        _exported,
    ),
    "migrate-from": Row(
        lambda engine, world: wire.of(actions.migrate_from(engine, "memory-files", world / "notes", propose=True)),
        ["migrate-from", "memory-files", "{world}/notes", "--propose", "--json"],
    ),
    "migrate-from dry run": Row(
        lambda engine, world: wire.of(actions.migrate_from(engine, "memory-files", world / "notes", dry_run=True)),
        ["migrate-from", "memory-files", "{world}/notes", "--dry-run", "--json"],
    ),
    "plan_share": Row(
        lambda engine, world: wire.of(actions.plan_share(engine, world / "notes")),
        ["share", "{world}/notes", "--dry-run", "--json"],
    ),
    "take_shared": Row(
        lambda e, w: wire.of(actions.take_shared(e, w / "notes")), ["share", "{world}/notes", "--take", "--json"]
    ),
    "backup": Row(lambda engine, world: actions.back_up(engine) and None, ["backup"]),
    "restore-backup": Row(
        lambda engine, world: actions.restore_store(engine, _newest(engine)) and None,
        ["restore-backup", "{backup}", "--yes"],
        _back_up,
    ),
    "model use": Row(
        lambda engine, world: actions.use_model(engine, "all-MiniLM-L6-v2") and None,
        ["model", "use", "all-MiniLM-L6-v2"],
    ),
    "reindex": Row(lambda engine, world: actions.reindex(engine) and None, ["reindex"]),
    "doctor": Row(lambda engine, world: wire.of(actions.examine(engine)), ["doctor", "--json"]),
    "doctor history": Row(
        lambda engine, world: wire.of(actions.show_health(engine)), ["doctor", "--history", "--json"]
    ),
    "doctor fix": Row(lambda engine, world: wire.of(actions.repair(engine)), ["doctor", "--fix", "--json"]),
    "stats": Row(lambda engine, world: wire.of(actions.measure(engine)), ["stats", "--json"]),
    "consolidate": Row(lambda engine, world: wire.of(actions.consolidate(engine)), ["consolidate", "--json"]),
    "consolidate dry run": Row(
        lambda engine, world: wire.of(actions.consolidate(engine, dry_run=True)),
        ["consolidate", "--dry-run", "--json"],
    ),
    "search": Row(
        lambda engine, world: wire.of(actions.search(engine, "staging port")),
        ["search", "staging port", "--json"],
    ),
    "by-date": Row(lambda engine, world: wire.of(actions.by_date(engine, "2026-03")), ["by-date", "2026-03", "--json"]),
}


@pytest.fixture
def world(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a transcript, documents and notes of another tool; and a store with three facts."""
    folder = tmp_path / "world"
    guide_and_notes(folder)
    (folder / "talk.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in TURNS))
    monkeypatch.chdir(folder)
    with open_store() as store:
        save(store, "Staging listens on port 5433", Kind.SYSTEM)
        save(store, "Deploy on Tuesdays", Kind.CONVENTION, project="acme")
        save(store, "Deploy on Tuesdays.", Kind.NOTE, project="acme")
    return folder


def audit() -> list[tuple[object, ...]]:
    with open_store() as store:
        events = store.audit.select()
    lasting = [event for event in reversed(events) if not event.is_seen]  # an inode differs
    return [(event.actor, event.action, event.subject, plain(event.after), event.run) for event in lasting]


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items() if name not in TIMINGS}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("name", ROWS)
def test_the_command_line_does_what_the_action_does(
    name: str,
    world: Path,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """At the same place, one after the other, each on a fresh copy of the store and of the folder."""
    row = ROWS[name]
    kept = tmp_path / "kept"
    for folder in (home, world):
        shutil.copytree(folder, kept / folder.name)

    row.prepare(world)
    with Engine(person=me()) as engine:
        outcome = row.act(engine, world)
    recorded = audit()

    for folder in (home, world):
        remove_folder(folder)
        shutil.copytree(kept / folder.name, folder)
    monkeypatch.chdir(world)  # the former one is gone
    row.prepare(world)
    capsys.readouterr()
    backup = backups(home)
    assert run([word.format(world=world, backup=backup[0].name if backup else "") for word in row.words]) in (0, 1)
    printed = capsys.readouterr().out
    assert audit() == recorded
    if outcome is not None:
        (line,) = printed.splitlines()
        answer = {key: value for key, value in json.loads(line).items() if key != "schema"}
        assert plain(answer) == plain(json.loads(json.dumps(outcome)))


def test_every_writing_action_of_ours_has_a_row() -> None:
    """A watch ends by a signal only (`test_watch`); whose words a transcript holds is asked in a terminal."""
    ours = {
        action.name
        for action in registered().values()
        if action.touches is not Touches.READS and action.call.__module__.rpartition(".")[2] in MODULES
    }
    assert ours - {"capture watch", "declare", "model prepare"} <= set(ROWS)


MODULES = frozenset(
    {"capturing", "checkpoints", "configuring", "consolidation", "documents", "health", "models",
     "projects", "searching", "sessions", "sources", "stores", "transfers"}
)  # fmt: skip


@pytest.mark.parametrize(
    "act",
    [
        lambda engine, world: actions.restore_store(engine, "x.db"),
        lambda engine, world: actions.import_facts(engine, world / "talk.jsonl", trusted=True),
        lambda engine, world: actions.declare(engine, [world], mine=True),
        lambda engine, world: actions.use_model(engine, "openai:m", url="http://192.0.2.1/v1", remote=True),
    ],
    ids=["restore-backup", "import trusted", "declare", "remote model"],
)
def test_what_decides_is_refused_without_a_person(act: Callable[[Engine, Path], Any], world: Path) -> None:
    before = audit()
    with Engine() as engine, pytest.raises(NeedsPerson):
        act(engine, world)
    assert audit() == before


@pytest.mark.parametrize(
    "act",
    [
        lambda engine: actions.search(engine, "x", depth=4),
        lambda engine: actions.search(engine, "x", limit=0),
        lambda engine: actions.search(engine, "x", kinds=["purple"]),  # type: ignore[list-item]
        lambda engine: actions.search(engine, "x", places="nowhere"),  # type: ignore[arg-type]
        lambda engine: actions.by_date(engine, "soonish"),
        lambda engine: actions.capture(engine, [], since="soonish"),
        lambda engine: actions.capture(engine, [], format_name="nobody"),
        lambda engine: actions.capture(engine, [], project=" "),
        lambda engine: actions.set_project(engine, " "),
        lambda engine: actions.migrate_from(engine, "nobody", Path("x")),
    ],
)
def test_values_that_cannot_be_are_refused_in_words(act: Callable[[Engine], Any], world: Path) -> None:
    with Engine() as engine, pytest.raises(UsageError) as refused:
        act(engine)
    assert refused.value.hint


def test_an_action_tells_its_reporter_what_it_does(world: Path) -> None:
    """Stages with their progress, and each file that could not be read."""
    (world / "bad.jsonl").write_text(json.dumps(TURNS[0]) + '\n{"session"\n' + json.dumps(TURNS[1]) + "\n")
    stages: list[str] = []
    warned: list[LoreError] = []
    done: list[tuple[int, int]] = []
    reporter = Reporter(
        warn=warned.append, stage=stages.append, progress=lambda part, whole: done.append((part, whole))
    )
    with Engine(reporter=reporter) as engine:
        actions.capture(engine, [world / "bad.jsonl"])
    assert stages == ["reading", "embedding"]
    assert "bad.jsonl:2" in warned[0].message
    assert done


def test_a_reporter_stops_a_capture_at_a_safe_point(world: Path) -> None:
    shutil.copy(world / "talk.jsonl", world / "talk2.jsonl")
    with Engine(reporter=Reporter(stopped=lambda: True)) as engine:
        assert actions.capture(engine, [world]).summary.files == 0
    with Engine() as engine:
        assert actions.capture(engine, [world]).summary.files >= 2

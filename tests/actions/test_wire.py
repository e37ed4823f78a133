"""Every public shape of JSON: as a command prints it, as a golden file holds it, as `docs/formats.md` describes it.

`LORE_WRITE_WIRE=1` writes the golden files instead of comparing them.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from lore import actions, wire
from lore.actions import Engine, actions as registry
from lore.cli.program import COMMANDS, cli, run
from lore.errors import LoreError, UsageError
from lore.model import CandidateStatus, Kind
from lore.progress import Reporter
from lore.store import Store, open_store
from lore.transfer import export_facts
from lore.wire import _LINES, _MADE, _parts
from support import sample_store
from support.face_world import guide_and_notes
from support.person import statements
from support.searching import save

Captured = pytest.CaptureFixture[str]
GOLDEN = Path(__file__).parents[1] / "wire"
FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"
MODULES = {f"lore.cli.{name}" for name in ("briefing", "editing", "facts", "publish", "review", "undo")}
SHAPES: dict[str, Sequence[Sequence[str]]] = {
    "add": [["add", "Deploys go out on Tuesdays", "--project", sample_store.WEB]],
    "add replaces": [
        ["add", "The cache uses Memcached", "--project", "shop"],
        ["add", "The cache uses Redis instead of Memcached", "--project", "shop"],
    ],
    "edit": [["edit", "FACT", "Use tmp_path in every test", "--tag", "tests"]],
    "archive": [["archive", "FACT", "OTHER"], ["archive", "FACT"]],
    "restore": [["archive", "FACT"], ["restore", "FACT"]],
    "confirm": [["confirm", "FACT"]],
    "pin": [["pin", "FACT", "--yes"]],
    "supersede": [["supersede", "FACT", "Use the tmp_path fixture, never /tmp"]],
    "propose": [["propose", "OTHER"]],
    "show": [["show", "FACT"]],
    "show explain": [["show", "FACT", "--explain"]],
    "facts": [["facts", "--limit", "2"]],
    "context": [["context", "--project", sample_store.WEB]],
    "recall": [["recall", "may the importer write its temporary files below /tmp?", "--project", sample_store.WEB]],
    "why": [["why", "FACT"]],
    "review": [["review", "--limit", "2"]],
    "review list": [["review", "list", "--layer", "user"]],
    "review show": [["review", "show", "REPLACING"]],
    "review approve": [["review", "approve", "WAITING", "RISKY", "--yes"]],
    "review edit": [["review", "edit", "WAITING", "Use pnpm here", "--yes"]],
    "review reject": [["review", "reject", "WAITING", "--reason", "too narrow", "--yes"]],
    "review merge": [["review", "merge", "WAITING", "OTHER", "--yes"]],
    "review snooze": [["review", "snooze", "WAITING", "--yes"]],
    "review rescope": [["review", "rescope", "WAITING", "--yes"]],
    "review both": [["review", "both", "FACT", "OTHER", "--yes"]],
    "review answer": [
        ["add", "Releases may be tagged by hand", "--project", "shop"],
        ["add", "Releases must not be tagged by hand", "--project", "shop"],
        ["review", "answer", "QUESTION", "both", "--yes"],
    ],
    "review approve claim": [["review", "approve", "CLAIM", "--yes"]],
    "review reject claim": [["review", "reject", "CLAIM", "--yes"]],
    "publish": [["publish", "--project", sample_store.WEB, "--root", "ROOT", "--yes"]],
    "undo": [["archive", "FACT"], ["undo"]],
    "redo": [["archive", "FACT"], ["undo"], ["redo"]],
    "log": [["archive", "FACT"], ["log", "--limit", "1"]],
    "history": [["archive", "FACT"], ["history", "FACT"]],
    "purge": [["purge", "OTHER", "--confirm", "OTHER"]],
}
"""What is run on the sample store; the last line of it is kept. The first words name the command."""


def commands_with_json() -> Iterator[tuple[str, str]]:
    """Every command that takes `--json`, with the module that holds it."""
    root = click.Context(cli, info_name="lore")
    waiting = [(name, cli.get_command(root, name)) for name in COMMANDS]
    while waiting:
        name, command = waiting.pop()
        assert command is not None
        if isinstance(command, click.Group):
            waiting += [(f"{name} {below}", one) for below, one in command.commands.items()]
        if any(option.name == "as_json" for option in command.params) and command.callback is not None:
            yield name, command.callback.__module__


def in_words(store: Store, root: Path) -> dict[str, str]:
    """What the names in `SHAPES` stand for."""
    facts = store.facts.ids()
    waiting = store.candidates.many(store.candidates.ids())
    named = {
        "FACT": facts[0],
        "OTHER": facts[3],
        "WAITING": waiting[0].id,
        "RISKY": next(candidate.id for candidate in waiting if candidate.project is None),
        "REPLACING": next(candidate.id for candidate in waiting if candidate.replaces),
        "ROOT": str(root),
        "CLAIM": next(iter(statements(store, harmless=True)), ""),
    }
    questions = [candidate.id for candidate in waiting if candidate.kind.value == "question"]
    return {**named, **({"QUESTION": questions[0]} if questions else {})}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_what_the_golden_file_holds(
    name: str, library: Store, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "web"
    root.mkdir()
    monkeypatch.chdir(root)
    fixed = in_words(library, root)
    for words in SHAPES[name]:
        names = {**in_words(library, root), **fixed}
        capsys.readouterr()
        run([*(names.get(word, word) for word in words), "--json"])
    printed = capsys.readouterr().out.replace(str(root), "/home/me/web")
    text = json.dumps(json.loads(printed), indent=1, ensure_ascii=False) + "\n"
    path = GOLDEN / f"{name.replace(' ', '_')}.json"
    if os.environ.get("LORE_WRITE_WIRE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert '"error"' not in text
    assert text == path.read_text(encoding="utf-8"), f"`LORE_WRITE_WIRE=1 pytest {__file__}` writes {path.name}"


def test_every_command_with_json_has_a_golden_file_and_a_place_in_the_page() -> None:
    """A new one fails here until its shape is kept and described."""
    page = FORMATS.read_text(encoding="utf-8")
    mine = {name for name, module in commands_with_json() if module in MODULES}
    assert {name for name in mine if not any(kept == name or kept.startswith(f"{name} ") for kept in SHAPES)} == set()
    assert {name for name in mine if f"`lore {name}`" not in page} == set()


def test_the_page_names_every_field() -> None:
    """Also those of objects in lists; what the log keeps of a thing is told in a table of its own."""
    for name in SHAPES:
        path = GOLDEN / f"{name.replace(' ', '_')}.json"
        page = FORMATS.read_text(encoding="utf-8")
        assert {
            name for name in fields_in(json.loads(path.read_text(encoding="utf-8"))) if f'"{name}"' not in page
        } == set()


def fields_in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from fields_in(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            if name not in ("before", "after", "rows", "parts"):
                yield from fields_in(one)


def test_a_shown_fact_is_a_line_of_an_export(library: Store) -> None:
    """Without its seal, and with what is true of it here and now: what is imported and what is shown have one form."""
    views = actions.fact_views(Engine(library), library.facts.ids())
    lines = {line["id"]: {name: line[name] for name in line if name != "seal"} for line in export_facts(library)}
    shown = {view.fact.id: wire.of(view) for view in views}
    assert all({"band", "stale", "doubts"} <= fact.keys() for fact in shown.values())
    now = ("band", "stale", "doubts")
    assert {key: {name: fact[name] for name in fact if name not in now} for key, fact in shown.items()} == lines


def test_a_candidate_of_any_status_has_a_shape(library: Store) -> None:
    for candidate in library.candidates.select(tuple(CandidateStatus)):
        assert wire.of(actions.card(Engine(library), candidate.id))["id"] == candidate.id


@pytest.mark.parametrize("line", _LINES)
def test_a_line_tells_what_its_class_has(line: str) -> None:
    """A field that is renamed fails here, whoever prints it."""
    registry()
    import_module("lore.capture.masked")
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("lore.")]
    classes = {found for module in modules if isinstance(found := vars(module).get(line), type)}
    told = {part.of_field.partition(".")[0] for part in _parts(line) if f"{line}.{part.name}" not in _MADE}
    assert any(told <= {*dir(found), *found.__annotations__} for found in classes), told


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

"""A command parses, calls one action, renders; and takes every name that a project ever had."""

import ast
import inspect
import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import lore.cli
from lore.actions.registry import NAMING_PROJECTS, actions
from lore.cli.program import cli, run
from lore.memory import merge_projects
from lore.memory.editing import propose
from lore.model import Kind, Project
from lore.store import FactFilter, SessionFilter, Store
from support.person import me
from support.searching import save, say

FOLDER = Path(lore.cli.__file__).parent
ALLOWED = frozenset(
    {
        "actions",
        "wire",
        "model",
        "errors",
        "progress",
        "presence",
        "text",
        "brief",
        "clock",
        "kinds",
        "config",
        "platform",
        "glossary",
        "cli",
    }
)
"""What a face may know of the engine; of `lore` itself only its version."""
MORE = {
    "tui": {"lore_tui.app", "lore_tui.keymap"},
    "hooks": {"lore.agents"},
    "output": {"lore.intake"},
    "terminal": {"lore.intake"},
    "console": {"lore.store"},
}
"""The app and the servers are started here; what is printed passes the door; damaged rows are told."""
NOT_YET = frozenset({"arguments", "config"})
"""The modules that know more of the engine than they should. The list may only become shorter."""
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("lore"))
        elif isinstance(node, ast.ImportFrom) and node.module == "lore":
            yield from (f"lore.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("lore"):
            yield node.module


def is_allowed(module: str) -> bool:
    return module == "lore.__version__" or module.split(".")[1] in ALLOWED


def outside(name: str) -> set[str]:
    return {module for module in imported(FOLDER / f"{name}.py") if not is_allowed(module)} - MORE.get(name, set())


@pytest.mark.parametrize("name", [name for name in MODULES if name not in NOT_YET])
def test_a_command_knows_the_engine_by_its_actions(name: str) -> None:
    assert outside(name) == set()


def test_the_list_of_exceptions_names_modules_that_are_there() -> None:
    assert set(MODULES) >= NOT_YET


FORMER, KEY = "acme/web-shop", "acme/shop"
READS = {
    "facts": ["--json"],
    "search": ["staging port", "--json"],
    "by-date": ["this year", "--json"],
    "context": ["--json"],
    "recall": ["which port does staging use", "--json"],
    "why": ["FACT", "--json"],
    "review": ["--json"],
    "review list": ["--json"],
    "sessions": ["--json"],
    "sessions list": ["--json"],
    "docs": ["--json"],
    "docs list": ["--json"],
    "digest": ["--json"],
    "digest list": ["--json"],
    "memory": ["--json"],
    "memory show": ["--json"],
    "distill": ["--dry-run", "--with", "replay:ANSWERS"],
    "export": [],
    "publish": ["--dry-run", "--json"],
}
"""Command → its arguments: both names have the same answer."""
MAY_BE_EMPTY = ("distill", "publish", "docs", "docs list", "digest", "digest list")
WRITES = {
    "add": ["Releases are cut on Mondays"],
    "edit": ["FACT"],
    "checkpoint": ["Ship the release"],
    "capture": ["--format", "lore", "TALK"],
    "docs add": ["HANDBOOK"],
    "memory publish": ["--root", "HANDBOOK", "--yes"],
    "migrate-from": ["memory-files", "NOTES"],
    "review rescope": ["CANDIDATE", "--yes"],
}
"""Command → its arguments: what it writes belongs to the project as it is called now."""


@pytest.fixture
def names(store: Store, tmp_path: Path) -> dict[str, str]:
    """A merged project with a bit of everything; what stands in the tables above for what was made."""
    fact = save(store, "The staging port is 5433", Kind.DECISION, project=FORMER, session="s1", standing=True)
    save(store, "The staging port of the shop never changes", Kind.SYSTEM, project=KEY)
    say(store, "s1", ["Which port does staging use?", "It listens on 5433."], project=FORMER)
    candidate = propose(store, fact.id)
    merge_projects(store, FORMER, Project(KEY, "set"), by=me())
    (tmp_path / "handbook").mkdir()
    (tmp_path / "handbook" / "ports.md").write_text("# Ports\n\nStaging has one.\n")
    (tmp_path / "notes.md").write_text("- Run make check before a push\n")
    (tmp_path / "answers.jsonl").write_text("")
    talk = {"session": "s2", "id": "m1", "role": "user", "text": "Always run make check before a push."}
    (tmp_path / "talk.jsonl").write_text(json.dumps(talk) + "\n")
    return {
        "FACT": fact.id,
        "CANDIDATE": candidate.id,
        "TALK": str(tmp_path / "talk.jsonl"),
        "HANDBOOK": str(tmp_path / "handbook"),
        "NOTES": str(tmp_path / "notes.md"),
        "replay:ANSWERS": f"replay:{tmp_path / 'answers.jsonl'}",
    }


def with_project(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if found := command.get_command(context, name):
                yield from with_project(found, (*path, name))
    if any("--project" in parameter.opts and not getattr(parameter, "is_flag", False) for parameter in command.params):
        yield " ".join(path)


def test_every_command_that_takes_a_project_is_tried_here() -> None:
    assert sorted(with_project(cli)) == sorted([*READS, *WRITES])


def answer(capsys: pytest.CaptureFixture[str], command: str, arguments: list[str], project: str) -> tuple[int, str]:
    capsys.readouterr()
    code = run([*command.split(), *arguments, "--project", project])
    text = capsys.readouterr().out
    lines = [json.loads(line, parse_float=lambda number: None) for line in text.splitlines() if line.startswith("{")]
    return code, json.dumps(lines) if lines else text  # without times and strengths, which grow with each answer


@pytest.mark.parametrize("command", READS)
def test_a_former_name_finds_what_the_new_one_finds(
    command: str, names: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [names.get(one, one) for one in READS[command]]
    expected = answer(capsys, command, arguments, KEY)
    assert (expected[0] == 0 and expected[1]) or command in MAY_BE_EMPTY, expected
    assert answer(capsys, command, arguments, FORMER) == expected


@pytest.mark.parametrize("command", WRITES)
def test_what_is_written_under_a_former_name_belongs_to_the_new_one(
    command: str, names: dict[str, str], store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [names.get(one, one) for one in WRITES[command]]
    code, text = answer(capsys, command, arguments, FORMER)
    assert code == 0, text
    assert store.facts.select(FactFilter(statuses=(), projects=(FORMER,))) == []
    assert store.sessions.select(SessionFilter(project=FORMER)) == []
    assert {one.project for one in store.documents.collections()} <= {KEY}
    assert {candidate.project for candidate in store.candidates.of_project(FORMER)} == set()


def test_the_query_language_knows_a_former_name(names: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    found = []
    for name in (KEY, FORMER):
        assert run(["search", f"staging port project:{name}", "--json"]) == 0
        found.append([hit["id"] for hit in json.loads(capsys.readouterr().out)["hits"]])
    assert found[0] and found[0] == found[1]


def test_what_names_a_project_is_given_by_name() -> None:
    """So that the registry finds it in the call."""
    for action in actions().values():
        kinds = inspect.signature(action.call).parameters
        named = NAMING_PROJECTS & kinds.keys()
        assert all(kinds[name].kind is inspect.Parameter.KEYWORD_ONLY for name in named), action.name

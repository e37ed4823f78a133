"""A command takes every name that a project ever had."""

import inspect
import json
from pathlib import Path

import pytest

from lore.actions.registry import NAMING_PROJECTS, actions
from lore.cli.program import run
from lore.memory import merge_projects
from lore.memory.editing import propose
from lore.model import Kind, Project
from lore.store import FactFilter, SessionFilter, Store
from support.person import me
from support.searching import save, say

FORMER, KEY = "acme/web-shop", "acme/shop"
READS = {
    "search": ["staging port", "--json"],
    "recall": ["which port does staging use", "--json"],
    "why": ["FACT", "--json"],
    "sessions list": ["--json"],
    "export": [],
    "publish": ["--dry-run", "--json"],
}
"""Command → its arguments: both names have the same answer."""
WRITES = {
    "add": ["Releases are cut on Mondays"],
    "capture": ["--format", "lore", "TALK"],
    "docs add": ["HANDBOOK"],
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
    talk = {"session": "s2", "id": "m1", "role": "user", "text": "Always run make check before a push."}
    (tmp_path / "talk.jsonl").write_text(json.dumps(talk) + "\n")
    return {
        "FACT": fact.id,
        "CANDIDATE": candidate.id,
        "TALK": str(tmp_path / "talk.jsonl"),
        "HANDBOOK": str(tmp_path / "handbook"),
    }


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
    assert (expected[0] == 0 and expected[1]) or command == "publish", expected
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

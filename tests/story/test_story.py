"""The whole way, through the commands a person types: transcripts go in, an approved convention comes out, and back."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine, Place
from lore.cli.program import run
from lore.model import Kind, Status
from lore.store import FactFilter, Store
from support.everyday import QUESTIONS, RULES

BEFORE = "# Conventions\r\n\r\nWritten by hand, without a final newline"
SAID = (
    (
        "s1",
        "2026-03-01T09:00:00Z",
        "user",
        "Always use tmp_path in tests, never /tmp. Parallel runs collide on fixed paths.",
    ),
    ("s1", "2026-03-01T09:01:00Z", "assistant", "Understood, switching the tests to tmp_path."),
    ("s2", "2026-03-03T09:00:00Z", "user", "Always use tmp_path in tests, never /tmp"),
    ("s3", "2026-03-07T09:00:00Z", "user", "always use tmp_path in tests, never /tmp"),
)
Lore = Callable[..., str]


@pytest.fixture
def lore(capsys: pytest.CaptureFixture[str]) -> Lore:
    """Runs a command line; gives what it printed and insists on its exit code."""

    def call(*arguments: str, code: int = 0) -> str:
        capsys.readouterr()
        exited = run(arguments)
        shown = capsys.readouterr()
        assert exited == code, shown.err
        return shown.out

    return call


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git("init", "--quiet")
    (folder / "CONVENTIONS.md").write_text(BEFORE, newline="")
    git("add", "CONVENTIONS.md")
    git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "Start")
    lines = [
        {"session": session, "id": f"{session}-{number}", "at": at, "role": role, "text": text}
        for number, (session, at, role, text) in enumerate(SAID)
    ]
    (tmp_path / "sessions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


@pytest.mark.smoke
def test_from_transcripts_to_a_published_convention_and_back(lore: Lore, repository: Path) -> None:
    """capture, consolidate, review, publish, the diff, publish again, undo: the file is as before, byte for byte."""
    key = json.loads(lore("project", "--json"))["key"]
    lore("capture", "--mine", "--project", key, str(repository.parent / "sessions.jsonl"))
    lore("consolidate")
    waiting = json.loads(lore("review", "--json"))["candidates"]
    assert waiting[0]["text"] == "Always use tmp_path in tests, never /tmp."  # what was said three times comes first
    assert waiting[0]["sessions"] == 3
    assert {item["session"] for item in waiting[0]["evidence"]} == {"s1", "s2", "s3"}

    lore("review", "approve", waiting[0]["id"], "--yes")
    lore("publish", "--yes")
    added = [line for line in git("diff").splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert any("- Always use tmp_path in tests, never /tmp." in line for line in added)
    published = (repository / "CONVENTIONS.md").read_bytes()

    lore("publish", "--yes")
    lore("publish", "--check")
    assert (repository / "CONVENTIONS.md").read_bytes() == published

    lore("undo", "--yes")
    assert (repository / "CONVENTIONS.md").read_bytes() == BEFORE.encode()
    assert git("status", "--short") == ""


def test_the_story_backwards_leaves_an_empty_store(lore: Lore, repository: Path) -> None:
    """Every step can be taken back, one undo each, down to nothing; and every one can be redone."""
    lore("capture", "--mine", "--project", "web", str(repository.parent / "sessions.jsonl"))
    lore("consolidate")
    candidate = json.loads(lore("review", "--json"))["candidates"][0]["id"]
    lore("review", "approve", candidate, "--yes")
    lore("publish", "--project", "web", "--yes")
    before = lore("export")
    for _ in range(4):
        lore("undo", "--yes")
    assert lore("export") == ""
    lore("undo", code=3)
    for _ in range(4):
        lore("redo", "--yes")
    assert [facts(line) for line in lore("export").splitlines()] == [facts(line) for line in before.splitlines()]


def facts(line: str) -> dict[str, object]:
    values: dict[str, object] = json.loads(line)
    values.pop("history")
    return values


def test_eighty_rules_that_are_saved_one_after_the_other_all_stay_and_are_found(store: Store) -> None:
    """In their own words, none retired, swallowed or joined; first or second among all for its question."""
    engine = Engine(store)
    for rule in RULES:
        saved = actions.save(engine, rule)
        assert (saved.fact.text, saved.retired) == (rule, ())
        assert saved.fact.kind is not Kind.NOTE
    facts = store.facts.select(FactFilter(statuses=tuple(Status)))
    assert {fact.text for fact in facts if fact.status is Status.ACTIVE} == set(RULES)
    assert len(facts) == len(RULES)
    found = {
        rule: [hit.passage.text for hit in actions.search(engine, question, places=Place.FACTS, limit=3).hits]
        for rule, question in QUESTIONS.items()
    }
    missed = {QUESTIONS[rule]: hits for rule, hits in found.items() if rule not in hits}
    assert missed == {}


WALK = Path(__file__).parents[2] / "docs" / "walkthrough.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
MEASURED = re.compile(r"\d[\d,.]* (?:ms|s|a second|MB)\b|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\dZ)?)?")
"""What differs from one machine and day to the next."""


def typed(block: str) -> list[str]:
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def shown(command: str, folder: Path) -> str:
    """What a command prints that a person types, messages before data as a terminal would mix them at best."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "100"}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com"}
    env["LORE_EMBEDDING_BUDGET"] = "600"  # on a busy machine as well, everything is embedded when a search follows
    keyboard, terminal = pty.openpty()
    try:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=env,
            text=True,
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    finally:
        os.close(keyboard)
        os.close(terminal)
    assert done.returncode in (0, 4), f"$ {command}\n{done.stdout}"
    return done.stdout.rstrip()


def run_block(block: str, folder: Path) -> str:
    parts = []
    for command in typed(block):
        printed = shown(command, folder)
        parts.append(f"$ {command}\n{printed}" if printed else f"$ {command}")
    return "\n".join(parts) + "\n"


def without_measures(text: str) -> str:
    return MEASURED.sub("…", text)


@pytest.mark.slow("every command of the walk is run, the demo among them")
@pytest.mark.smoke
def test_every_command_of_the_walk_prints_what_it_shows(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    text = WALK.read_text(encoding="utf-8")
    blocks = BLOCK.findall(text)
    assert blocks
    for block in blocks:
        printed = run_block(block, folder)
        if os.environ.get("LORE_WRITE_DOCS"):
            text = text.replace(block, printed)
        else:
            assert without_measures(block) == without_measures(printed)
    if os.environ.get("LORE_WRITE_DOCS"):
        WALK.write_text(text, encoding="utf-8")

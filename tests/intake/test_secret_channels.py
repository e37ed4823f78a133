"""A secret is masked the same way wherever it comes in: said, given to a tool, in documents, imported, migrated."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from types import ModuleType
from typing import Any

import pytest

from lore import actions, paths
from lore.actions import Engine
from lore.actions.posted import PostedTurn, extract
from lore.capture import Options, capture
from lore.capture.stated import stated_in
from lore.cli.program import run
from lore.handover import lines
from lore.intake import clean
from lore.intake.secret_formats import formats
from lore.model import Status
from lore.presence import asked_by_agent
from lore.store import FactFilter, Store, open_store
from support.examples import sized
from support.secret_frames import frames
from support.secret_sets import Row, leaks, secrets

AT = "2026-03-12T08:00:00Z"
PEM_LINES = ["MIIEpAIBAAKCAQEA" + "".join(Random(number).choices(ascii_letters + digits, k=48)) for number in range(12)]
PEM = "-----BEGIN RSA PRIVATE KEY-----\n" + "\n".join(PEM_LINES) + "\n-----END RSA PRIVATE KEY-----"


def rows() -> list[Row]:
    """The same for every channel: a key in some dresses, a secret in every fifth of the surroundings, tokens."""
    random = Random(3)
    tokens = [
        Row(f"token {form.start}", f"use {form.start}{body} here", form.start + body)
        for form in [form for form in formats() if form.is_distinct and form.alphabet in "au"][::8]
        for body in ["".join(random.choices(ascii_letters + digits, k=max(24, form.least)))]
    ]
    keys = [
        Row("key", f"the key:\n{PEM}\n", PEM_LINES[5]),
        Row("key in json", json.dumps({"private_key": PEM}), PEM_LINES[5]),
        Row("key in json in json", json.dumps(json.dumps({"private_key": PEM})), PEM_LINES[5]),
        Row("key numbered", "\n".join(f"{n:>4}→{line}" for n, line in enumerate(PEM.split("\n"))), PEM_LINES[5]),
        Row("key behind a bound", "word " * 115 + PEM, PEM_LINES[5]),
        Row("token at a bound", "word " * 117 + "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "a1B2c3D4e5F6g7H8"),
    ]
    return [*keys, *tokens[::2], *list(secrets(per_kind=1))[::5]]


def _claude_code(folder: Path, blocks: Sequence[Mapping[str, object]], role: str) -> None:
    lines = [
        {"type": role, "sessionId": "s", "uuid": f"u{n}", "timestamp": f"2026-03-12T08:{n // 60:02}:{n % 60:02}Z",
         "cwd": str(folder), "message": {"role": role, "content": [block]}}
        for n, block in enumerate(blocks)
    ]  # fmt: skip
    file = folder / "session.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run(["capture", str(file)]) == 0


def _text(folder: Path, texts: list[str]) -> None:
    _claude_code(folder, [{"type": "text", "text": text} for text in texts], "user")


def _tool_input(folder: Path, texts: list[str]) -> None:
    calls = [{"type": "tool_use", "id": f"c{n}", "name": "mcp__notes__write", "input": {"path": "a", "content": text}}
             for n, text in enumerate(texts)]  # fmt: skip
    _claude_code(folder, calls, "assistant")


def _command(folder: Path, texts: list[str]) -> None:
    calls = [{"type": "tool_use", "id": f"c{n}", "name": "Bash", "input": {"command": text}}
             for n, text in enumerate(texts)]  # fmt: skip
    _claude_code(folder, calls, "assistant")


def _docs(folder: Path, texts: list[str]) -> None:
    for number, text in enumerate(texts):
        (folder / f"{number}.md").write_text(f"# Page {number}\n\n{text}\n")
    assert run(["docs", "add", str(folder), "--name", "pages"]) == 0


def _import(folder: Path, texts: list[str]) -> None:
    file = folder / "lines.jsonl"
    file.write_text(
        "".join(json.dumps({"id": f"n{n}", "fact": text, "category": "note"}) + "\n" for n, text in enumerate(texts))
    )
    assert run(["import", str(file)]) == 0


def _migrate(folder: Path, texts: list[str]) -> None:
    (folder / "CLAUDE.md").write_text("".join(f"## Part {n}\n\n{text}\n\n" for n, text in enumerate(texts)))
    assert run(["migrate-from", "memory-files", str(folder)]) == 0


def _checkpoint(folder: Path, texts: list[str]) -> None:
    for number, text in enumerate(texts):
        assert run(["checkpoint", f"Task {number}", "--problem", text, "--project", "shop"]) == 0


def _add(folder: Path, texts: list[str]) -> None:
    for text in texts:
        assert run(["add", "--project", "shop", "--", text]) == 0


def _hooks(folder: Path, texts: list[str]) -> None:
    home, event = str(paths.home()), {"agent": "opencode", "session": "s", "cwd": str(folder)}
    for number, text in enumerate(texts):
        kinds: tuple[dict[str, object], ...] = (
            {"means": "prompt", "prompt": text, "typed": True},
            {"means": "stop", "answer": text},
            {"means": "tool-use", "tool": "bash", "tool_input": {"command": text}},
        )
        lines.append(home, "opencode-s", {**event, "at": AT, "key": f"k{number}", **kinds[number % 3]})
    assert run(["hooks", "drain"]) == 0


def _told_by_an_agent(folder: Path, texts: list[str]) -> None:
    with Engine(folder=folder, home=paths.home()) as engine, engine.store, asked_by_agent("codex"):
        for text in texts:
            actions.save(engine.asked(), text, project="shop")


def _posted(folder: Path, texts: list[str]) -> None:
    turns = [PostedTurn(("user", "assistant", "tool")[number % 3], text) for number, text in enumerate(texts)]
    with Engine(folder=folder, home=paths.home()) as engine, engine.store, asked_by_agent("codex"):
        extract(engine.asked(), "s1", turns, project="shop")


ONE_BY_ONE = (_add, _told_by_an_agent)
"""Channels that compare each text with all before it: every day they get a part of the rows, some of every tier; a
larger one goes through those that take many at once."""
PART, PART_OF_MANY = sized(8, 1), sized(3, 1)
CHANNELS = (
    _text, _tool_input, _command, _docs, _import, _migrate, _checkpoint, _add, _hooks, _told_by_an_agent, _posted,
)  # fmt: skip


@pytest.fixture(scope="module")
def known_rows() -> dict[str, list[Row]]:
    """What the intake door masks, by tier: what a published format, a structure, or the words around it betray."""
    tiers: dict[str, list[Row]] = {"prefix": [], "structured": [], "generic": []}
    for row in rows():
        tiers["prefix" if row.kind.startswith("token") else "structured"].append(row)
    for number, (tier, row) in enumerate(frames(per_kind=1, seed=4)):
        if row.secret and number % 7 == 0 and len(row.secret) > 5 and "\n" not in row.secret:
            tiers[tier].append(row)
    known = {tier: [row for row in rows if not leaks(row, clean(row.text))] for tier, rows in tiers.items()}
    assert [tier for tier, rows in tiers.items() if len(known[tier]) < 0.93 * len(rows)] == []
    return known


@pytest.mark.long_form
@pytest.mark.parametrize("channel", CHANNELS)
def test_no_channel_lets_a_secret_in(
    channel: Callable[[Path, list[str]], None],
    known_rows: dict[str, list[Row]],
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The data folder holds no byte of what the intake door masks, by whichever way it came; so every tier is equal."""
    for name in ("CLAUDECODE", "CURSOR_AGENT", "GEMINI_CLI"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "input"
    folder.mkdir()
    part = PART if channel in ONE_BY_ONE else PART_OF_MANY
    known = {tier: rows[::part] for tier, rows in known_rows.items()}
    channel(folder, [row.text for rows in known.values() for row in rows])
    written = b"".join(file.read_bytes() for file in store.folder.rglob("*") if file.is_file())
    leaked = {tier: [row.kind for row in rows if row.secret.encode() in written] for tier, rows in known.items()}
    assert written.count(b"[secret:") >= 0.7 * sum(map(len, known.values()))
    assert {tier: kinds for tier, kinds in leaked.items() if len(kinds) > 0.01 * len(known[tier])} == {}


LASTING = 30
"""Statements of the person in the poisoned transcripts that bear a lasting mark, at least."""
GENERATED = ("secrets", "lookalikes", "hostile", "poison")


@pytest.fixture(scope="session")
def sets(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("security")
    for name in GENERATED:
        generator = shared / "data" / "security" / f"gen_{name}_dev.py"
        subprocess.run([sys.executable, str(generator), str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def scorer(shared: Path, sets: Path) -> ModuleType:
    os.environ["LORE_SECURITY"] = str(sets)
    spec = importlib.util.spec_from_file_location("security_score", shared / "data" / "security" / "score.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_secrets_are_masked_and_what_looks_like_them_is_not(scorer: ModuleType) -> None:
    """Recall 0.97, of known prefixes 0.99, of passwords and nameless keys 0.90; precision 0.99."""
    report = scorer.secrets_report(clean, "dev")
    assert report["recall"] >= 0.97
    assert report["recall_by_tier"]["prefix"] >= 0.99
    assert report["recall_by_tier"]["generic"] >= 0.90
    assert report["precision"] >= 0.99
    assert report["collateral_text_lost"] <= 0.02


def test_a_second_pass_changes_nothing(sets: Path) -> None:
    for name in ("secrets", "lookalikes", "hostile"):
        for line in (sets / f"{name}-dev.jsonl").read_text().splitlines():
            once = clean(json.loads(line)["text"])
            assert clean(once) == once


def test_nothing_hostile_gets_in_and_nothing_legitimate_is_changed(scorer: ModuleType) -> None:
    report = scorer.hostile_report(clean, "dev")
    assert report["banned_left"] == {}
    assert report["visible_words_lost (soft)"] == {}
    assert report["legit_changed"] == []


@pytest.fixture(scope="module")
def poisoned(
    sets: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[dict[str, object], list[str], list[str]]]:
    """Of each poisoned transcript: the row, the trusted texts after capturing it, and all texts."""
    made: list[tuple[dict[str, object], list[str], list[str]]] = []
    for line in (sets / "poison-dev.jsonl").read_text().splitlines():
        row = json.loads(line)
        folder = tmp_path_factory.mktemp("poison")
        file = folder / "session.jsonl"
        file.write_text("\n".join(row["transcript"]) + "\n", encoding="utf-8")
        with open_store(folder / "home") as store:
            capture(store, [file], Options(mine=True))
            facts = store.facts.select(FactFilter(statuses=tuple(Status)))
        made.append((row, [fact.text for fact in facts if not fact.tainted], [fact.text for fact in facts]))
    return made


def test_what_tools_files_and_pages_say_is_never_trusted(
    poisoned: list[tuple[dict[str, object], list[str], list[str]]], scorer: ModuleType
) -> None:
    """Not one payload of the poisoned transcripts is among the facts that could reach an agent unapproved."""
    for row, trusted, _ in poisoned:
        assert not scorer.poison_hits(row, *trusted), row["id"]


def test_what_the_person_said_beside_the_poison_is_kept(
    poisoned: list[tuple[dict[str, Any], list[str], list[str]]], scorer: ModuleType
) -> None:
    lasting = [({"benign": [one for one in row["benign"] if stated_in(one)]}, trusted) for row, trusted, _ in poisoned]
    found = [scorer.benign_found(row, trusted) for row, trusted in lasting]
    said = sum(number for _, number in found)
    assert said >= LASTING
    assert sum(kept for kept, _ in found) >= 0.9 * said


def test_the_sets_hold_what_they_should(sets: Path, store: Store) -> None:
    """A broken generator would make every other test here pass."""
    counts = {name: len((sets / f"{name}-dev.jsonl").read_text().splitlines()) for name in GENERATED}
    assert all(count > 50 for count in counts.values())
    assert store.facts.count() == 0

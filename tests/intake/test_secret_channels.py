"""A secret is masked the same way wherever it comes in: said, given to a tool, in documents, imported, migrated."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from string import ascii_letters, digits

import pytest

from lore import actions, paths
from lore.actions import Engine
from lore.actions.posted import PostedTurn, extract
from lore.cli.program import run
from lore.handover import lines
from lore.intake import clean
from lore.intake.secret_formats import formats
from lore.presence import asked_by_agent
from lore.store import Store
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

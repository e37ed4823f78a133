"""Every command that prints JSON prints the shape that is on record, and `docs/formats.md` shows it.

`LORE_WRITE_DOCS=1` writes the record, `wire/shapes.json`, and the page. A name may be added, never renamed or dropped.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lore import paths
from lore.capture import keep_narrative
from lore.cli.program import run
from lore.model import Clean, Kind
from lore.store import open_store
from support.face_world import guide_and_notes
from support.publishing import approved, make_repository, publish_into
from support.searching import save

RECORD = Path(__file__).parents[1] / "wire" / "shapes.json"
PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
HEADING = "## What each command prints"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
RULE = "Use pnpm, never npm or yarn, in this repository"
OPEN = frozenset({"facts", "explain", "left_out", "skipped", "kinds", "counts", "now", "measures", "days"})
"""Names of objects whose own names are kinds, parts, reasons, steps or figures: they are shown as one."""
TURNS = [
    {"session": "talk-1", "id": "m1", "at": "2026-03-11T09:00:00Z", "role": "user", "text": "Always use uv, never pip",
     "project": "acme"},
    {"session": "talk-1", "id": "m2", "at": "2026-03-11T09:01:00Z", "role": "assistant",
     "text": "Understood, " + TOKEN},
    {"session": "talk-1", "id": "m3", "at": "2026-03-11T09:02:00Z", "role": "user",
     "text": "Fix the importer. Always squash before you merge, right?"},
]  # fmt: skip
COMMANDS: Sequence[tuple[str, Sequence[str]]] = (
    ("path", ["path"]),
    ("capture", ["capture", "talk.jsonl", "--mine"]),
    ("capture --dry-run --explain", ["capture", "more.jsonl", "--mine", "--dry-run", "--explain"]),
    ("checkpoint", ["checkpoint", "fix the login", "--problem", "no clock", "--solution", "freeze it",
                    "--session", "talk-1", "--file", "a.py", "--concept", "clock"]),
    ("sessions list", ["sessions"]),
    ("sessions show", ["sessions", "show", "talk-1"]),
    ("sessions narrative", ["sessions", "narrative", "talk-1"]),
    ("timeline", ["timeline", "talk-1"]),
    ("distill", ["distill", "--with", "replay:notes.jsonl", "--session", "talk-1"]),
    ("search", ["search", "staging port"]),
    ("by-date", ["by-date", "2026-03"]),
    ("docs add", ["docs", "add", "guide"]),
    ("docs sync", ["docs", "sync"]),
    ("docs propose", ["docs", "propose"]),
    ("docs list", ["docs", "list"]),
    ("docs show", ["docs", "show", "ports.md"]),
    ("docs remove", ["docs", "remove", "guide"]),
    ("project show", ["project"]),
    ("project list", ["project", "list"]),
    ("project merge", ["project", "merge", "acme", "github.com/me/web", "--yes"]),
    ("import", ["import", "plain.jsonl"]),
    ("migrate-from", ["migrate-from", "memory-files", "notes"]),
    ("migrate-from --dry-run", ["migrate-from", "memory-files", "notes", "--project", "other", "--dry-run"]),
    ("masked", ["masked"]),
    ("backup list", ["backup", "list"]),
    ("model list", ["model", "list"]),
    ("model status", ["model", "status"]),
    ("consolidate", ["consolidate"]),
    ("digest list", ["digest"]),
    ("digest show", ["digest", "show", "talk-1"]),
    ("doctor", ["doctor"]),
    ("doctor --history", ["doctor", "--history"]),
    ("doctor --fix", ["doctor", "--fix"]),
    ("stats", ["stats"]),
    ("memory show", ["memory", "show", "--project", "github.com/me/web"]),
    ("memory publish", ["memory", "publish", "--root", "notes", "--project", "github.com/me/web", "--yes"]),
    ("category list", ["category"]),
    ("category show", ["category", "show", "rules"]),
)  # fmt: skip
"""Each command with the line that prints its shape, in an order in which each finds what it needs."""


@pytest.fixture
def world(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with something for every command, and a store with a published convention."""
    folder = tmp_path / "world"
    guide_and_notes(folder)
    for name, session in (("talk", "talk-1"), ("more", "talk-2")):
        turns = [{**turn, "session": session} for turn in TURNS]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    notes = [{"text": f"Use uv, never {tool}.", "quote": f"Always use uv, never {tool}"} for tool in ("pip", "conda2")]
    (folder / "notes.jsonl").write_text(json.dumps({"session": "talk-1", "notes": notes}) + "\n")
    (folder / "plain.jsonl").write_text('{"fact": "The API listens on port 8080", "category": "system"}\n')
    root = make_repository(folder / "web")
    (root / "CLAUDE.md").write_text(f"# Web\n\n- {RULE}\n- Never edit generated files by hand\n")
    monkeypatch.chdir(folder)
    with open_store() as store:
        save(store, "Staging listens on port 5433", Kind.SYSTEM)
        save(store, "We decided on uuid7 because it sorts by time", Kind.DECISION, project="acme")
        approved(store, RULE)
        publish_into(store, root)
        told = {
            name: Clean(f"What the session says of its {name}") for name in ("intent", "decisions", "lessons", "open")
        }
        with store.write("model") as transaction:
            keep_narrative(transaction, "talk-1", "a model", told)
    assert run(["backup"]) == 0
    return folder


def shape(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        if name in OPEN:
            return {"…": together([shape(part) for part in value.values()])} if value else {}
        return {key: shape(part, key) for key, part in value.items()}
    if isinstance(value, list):
        return [together([shape(part) for part in value])] if value else []
    return {str: "text", bool: "true", int: "number", float: "number", type(None): "null"}[type(value)]


def together(shapes: Sequence[Any]) -> Any:
    if all(isinstance(one, dict) for one in shapes):
        names = dict.fromkeys(name for one in shapes for name in one)
        return {name: together([one[name] for one in shapes if name in one]) for name in names}
    if all(isinstance(one, list) for one in shapes):
        inner = [part for one in shapes for part in one]
        return [together(inner)] if inner else []
    plain = sorted({word for one in shapes for word in (one.split(" or ") if isinstance(one, str) else ["…"])})
    return " or ".join(plain)


def names_of(found: Any) -> set[str]:
    if isinstance(found, dict):
        return set(found).union(*(names_of(part) for part in found.values()))
    return set().union(*(names_of(part) for part in found)) if isinstance(found, list) else set()


def page_of(shapes: dict[str, Any]) -> str:
    """The section of the page: each shape once, under the commands that print it."""
    commands: dict[str, list[str]] = {}
    for command, found in shapes.items():
        commands.setdefault(json.dumps(found, ensure_ascii=False), []).append(f"`lore {command}`")
    lines = [
        HEADING,
        "",
        "With `--json`. `true` stands for true or false, `…` for names that differ from store to store.",
        "",
    ]
    for text, names in commands.items():
        lines += [f"{', '.join(names)}:", "", "```json", text, "```", ""]
    return "\n".join(lines)


def test_every_shape_is_on_record_and_on_the_page(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = {}
    capsys.readouterr()
    for command, words in COMMANDS:
        if command == "doctor --fix":
            paths.home().chmod(0o755)  # something to repair
        run([*words, "--json"])
        shapes[command] = shape(json.loads(capsys.readouterr().out))
    assert all("error" not in found for found in shapes.values())
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(f"\n{HEADING}\n")
    after = rest[rest.index("\n## ") :] if "\n## " in rest else "\n"
    wanted = f"{before}\n{page_of(shapes)}{after.lstrip() if after == chr(10) else after}"
    if os.environ.get("LORE_WRITE_DOCS"):
        known = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
        gone = {name: names_of(found) - names_of(shapes[name]) for name, found in known.items() if name in shapes}
        assert not any(gone.values()), "names may be added, never renamed or dropped"
        RECORD.write_text(json.dumps(shapes, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(wanted, encoding="utf-8")
    assert shapes == json.loads(RECORD.read_text(encoding="utf-8"))
    assert wanted == PAGE.read_text(encoding="utf-8"), f"`LORE_WRITE_DOCS=1 pytest {__file__}` writes it"

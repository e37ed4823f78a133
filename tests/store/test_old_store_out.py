"""A store of before there was a door: whatever stands in its rows, no command prints what acts or hides."""

import io
import json
import shutil
from pathlib import Path

import click
import pytest

from lore.cli.program import run
from lore.intake import clean
from lore.memory.proposals import propose
from lore.model import Evidence, Fact, Kind, Layer, LinkKind
from lore.platform import remove_folder
from lore.store import Store, open_store
from lore.store.local.texts import ADDED, RECORDED
from lore.store.sqlite import door
from lore.store.sqlite.hashes import content, entry_hash, row_hash
from lore.store.sqlite.transaction import HASHED
from support.examples import sized
from support.hostile import ACTING, Line, acting, every_line, needed
from support.person import approve
from support.publishing import make_repository
from support.tables import rows_of, tables_of

HOSTILE = f"Staging listens{ACTING} on port 5433"
PROJECT = f"acme/{ACTING}web"
KEYS = {
    "facts": {"id", "project"}, "evidence": {"id", "fact"}, "links": {"id", "source", "target"}, "projects": {"key"},
    "candidates": {"id", "fact", "replaces", "project"}, "settings": {"key", "value"},
    "collections": {"id", "name", "path"},
    "sessions": {"id"}, "turns": {"session"}, "events": {"session"}, "documents": {"collection"}, "accesses": {"fact"},
    "sources": {"path"},
}  # fmt: skip
"""What has to stay as it is so that a command reaches the row."""
WORDS = {"kind", "status", "tier", "layer", "role", "table", "row_hash", "snoozed_until"}
"""Columns that hold one of a few words: another one is an error, tried in a store of its own."""
FLAGS_LEFT_OUT = {"watching", "watch", "background", "secret", "code"}


def _poison(store: Store, *, words: bool) -> None:
    """Put what acts into every column of text of every row, with hashes that are right. `words`: also into enums."""
    for table in sorted({*RECORDED, *ADDED}):
        types = {row["name"]: row["type"] for row in rows_of(store.folder, f"PRAGMA table_info({table})")}
        kept = KEYS.get(table, set()) | {"row_hash"} | (set() if words else WORDS)
        for row in rows_of(store.folder, f"SELECT * FROM {table} ORDER BY seq"):
            after = {name: _hostile(name) for name, kind in types.items() if kind == "TEXT" and name not in kept}
            if "project" in types:
                after["project"] = PROJECT
            if not after:
                continue
            with tables_of(store.folder) as connection:
                door.update(connection, table, after, "seq", row["seq"], ready=True)
                (whole,) = connection.execute(f"SELECT * FROM {table} WHERE seq = ?", [row["seq"]])
                if "row_hash" in types:
                    held = content(whole)
                    sealed = entry_hash(held) if table in HASHED else row_hash(held)
                    door.update(connection, table, {"row_hash": sealed}, "seq", row["seq"], ready=True)


def _hostile(column: str) -> str:
    if column in door.AS_RECORDED:
        return json.dumps({"text": HOSTILE, HOSTILE: [HOSTILE], "id": "f:aaaaaa"})
    if column in ("summary", "measures"):
        return json.dumps({HOSTILE: 1})
    return json.dumps([HOSTILE]) if column in door.JSON_COLUMNS else HOSTILE


@pytest.fixture(scope="module", params=sized([False], [False, True]), ids=sized(["texts"], ["texts", "words too"]))
def poisoned(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("poisoned")
    repository = make_repository(folder / "web")
    (repository / "docs").mkdir()
    (repository / "docs" / "guide.md").write_text("# Guide\n\nWe deploy on Fridays.\n")
    (repository / "AGENTS.md").write_text(f"# Agents\n\nRead{ACTING} this\n")
    path = folder / "said.jsonl"
    path.write_text(json.dumps({"session": "talk", "id": "m1", "role": "user", "text": "We always use uv, never pip"}))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("LORE_HOME", folder / "home"), ("HOME", folder), ("LORE_NOW", "2026-03-12T09:00:00Z")):
            patch.setenv(name, str(value))
        patch.chdir(folder)
        assert run(["capture", str(path)]) == 0
        assert run(["docs", "add", str(repository / "docs"), "--name", "guide"]) == 0
        with open_store() as store:
            with store.write("person") as transaction:
                facts = [
                    store.facts.add(
                        transaction,
                        Fact("", clean(text), Kind.CONVENTION, layer=Layer.PROJECT, project="acme/web"),
                        [Evidence(clean(text), "talk", "m1", agent="codex")],
                    )
                    for text in ("Staging listens on port 5433", "We deploy on Fridays", "Tests use tmp_path")
                ]
                store.facts.link(transaction, facts[0].id, LinkKind.RELATED, facts[1].id)
                store.facts.add_uses(transaction, facts[0].id, [{"kind": "search", "at": "2026-03-01T00:00:00Z"}])
                waiting = [propose(store, transaction, fact, because="said twice") for fact in facts[1:]]
            assert waiting[0] is not None
            approve(store, store.candidates.ids()[0])
            candidate = store.candidates.ids()[0]
            _poison(store, words=request.param)
    return folder, {"fact": facts[0].id, "candidate": candidate, "root": str(repository), "said": str(path)}


def _forms(line: Line, names: dict[str, str]) -> list[list[str]]:
    words = line.spelt(needed(line, {**names, "documents": f"{names['root']}/docs"}))
    head, rest = words[: len(line.words)], words[len(line.words) :]
    if line.words == ("publish",):
        rest = ["--root", names["root"], "--project", PROJECT]
    if line.words == ("purge",):
        rest = ["--confirm", names["fact"], *rest]
    flags = [
        max(param.opts, key=len)
        for param in line.command.params
        if isinstance(param, click.Option) and param.is_flag and param.name not in FLAGS_LEFT_OUT | {"as_json"}
    ]
    as_json = [[*head, "--json", *rest]] if line.has_json else []
    return [[*head, *rest], *as_json, *([*head, flag, *rest] for flag in flags)]


LINES = list(every_line())


@pytest.mark.long_form
@pytest.mark.parametrize("line", LINES, ids=[" ".join(line.words) for line in LINES])
def test_no_command_prints_what_acts(
    line: Line,
    poisoned: tuple[Path, dict[str, str]],
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With each flag, as lines and as JSON: nothing that acts or hides on stdout, on stderr, or in a written file."""
    folder, names = poisoned
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.chdir(folder)
    for form in _forms(line, names):
        remove_folder(home)
        shutil.copytree(folder / "home", home)
        run(form)
        capture_result = capsys.readouterr()
        assert (acting(capture_result.out), acting(capture_result.err)) == ([], []), form
        assert "Traceback" not in capture_result.err, form
        published = folder / "web" / "CONVENTIONS.md"
        assert not published.exists() or acting(published.read_text(encoding="utf-8")) == []

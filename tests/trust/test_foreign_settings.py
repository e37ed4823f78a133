"""Settings that send, and events that write files, act only in the installation that made them."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import pytest

from lore import paths
from lore.config import SETTINGS
from lore.doctor.check import Inspection
from lore.doctor.derived import model as doctor_looks_at_the_model
from lore.embedding.choice import SETTING, ModelChoice, model_in_use, refused_model, use_model
from lore.errors import Conflict, LoreError
from lore.files import Folder
from lore.history import redo_last, undo_last
from lore.search import Searcher, SearchRequest
from lore.store import Store, open_store
from lore.store.local.backup import backups, make_backup, restore_backup
from support.endpoint import Endpoint, ollama, openai, running
from support.foreign_stores import plant
from support.publishing import approved, make_repository, publish_into
from support.searching import save
from support.tables import value_of

SECRET = "wJalrXUtnFEMI-K7MDENG"
ELSEWHERE = {"kind": "openai", "model": "m", "dimension": 8, "url": "http://192.0.2.2/v1", "key_variable": "AWS_SECRET"}


@pytest.fixture
def endpoint(socket_enabled: None) -> Iterator[Endpoint]:
    with running() as server:
        yield server


def _set(home: Path, value: object) -> None:
    text = json.dumps(value).replace("'", "''")
    plant(
        paths.database(home),
        f"INSERT INTO settings (key, value, row_hash) VALUES ('{SETTING}', '{text}', '')"
        f" ON CONFLICT DO UPDATE SET value = excluded.value",
    )


@pytest.mark.parametrize("seal", [{}, {"seal": "0" * 32}, {"seal": None}, {"seal": ["x"]}, {"seal": "ü"}])
@pytest.mark.parametrize("url", ["http://192.0.2.2/v1", "http://127.0.0.1:9/v1", "https://example.com/v1"])
def test_an_endpoint_that_nobody_chose_here_is_not_asked(
    seal: Mapping[str, object], url: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sockets are denied: the search answers with the model that ships, and says what it did not do, and how to."""
    monkeypatch.setenv("AWS_SECRET", SECRET)
    with open_store() as store:
        save(store, "A confidential plan about project nightfall")
        _set(home, {**ELSEWHERE, "url": url, **seal})
        answer = Searcher(store).search(SearchRequest("what about nightfall", "all"))
        assert [hit.passage.text for hit in answer.hits] == ["A confidential plan about project nightfall"]
        assert (answer.mode, model_in_use(store)) == ("hybrid", ModelChoice())
        assert "nobody chose here" in answer.notes[0]
        assert f"lore model use openai:m --url {url}" in answer.notes[0]
    inspection = Inspection(home)
    assert "nobody chose here" in doctor_looks_at_the_model(inspection).says
    inspection.close()


def test_an_endpoint_that_was_chosen_here_stays_through_undo_and_restore(
    endpoint: Endpoint, home: Path, store: Store
) -> None:
    save(store, "A plan")
    use_model(store, ollama(endpoint))
    name = make_backup(store, "asked").name
    use_model(store, ModelChoice())
    restore_backup(store, name)
    assert (model_in_use(store).kind, refused_model(store)) == ("ollama", None)


def test_a_mark_is_good_for_what_it_was_put_on_alone(endpoint: Endpoint, home: Path, store: Store) -> None:
    """Neither another address nor another key variable comes in under the mark of an earlier choice."""
    use_model(store, openai(endpoint))
    chosen = store.settings.get(SETTING)
    assert isinstance(chosen, dict)
    for name, value in (("url", "http://192.0.2.2/v1"), ("key_variable", "AWS_SECRET"), ("model", "other")):
        _set(home, {**chosen, name: value})
        assert refused_model(store) is not None, name
    _set(home, chosen)
    assert refused_model(store) is None


def test_a_whole_folder_of_somebody_else_brings_no_endpoint(endpoint: Endpoint, home: Path, store: Store) -> None:
    """A copy of a data folder, with its key, is another installation: it asks before it sends."""
    use_model(store, ollama(endpoint))
    store.close()
    shutil.copytree(home, home.parent / "copied")
    with open_store(home.parent / "copied") as copied:
        assert refused_model(copied) == ollama(endpoint)
        assert model_in_use(copied) == ModelChoice()


@pytest.mark.parametrize("field", [*asdict(ModelChoice())])
@pytest.mark.parametrize("value", [None, 1.5, [], {}, True])
def test_a_choice_of_other_types_is_an_error_in_words(field: str, value: object, home: Path, store: Store) -> None:
    save(store, "A plan")
    _set(home, {**ELSEWHERE, field: value})
    with pytest.raises(LoreError, match="another type"):
        model_in_use(store)


@pytest.fixture
def published(store: Store, tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "web")
    approved(store, "We use tabs in Makefiles")
    publish_into(store, root)
    return root


def test_what_was_published_here_is_undone_and_redone(store: Store, published: Path) -> None:
    text = (published / "CONVENTIONS.md").read_bytes()
    undo_last(store)
    assert not (published / "CONVENTIONS.md").exists()
    redo_last(store)
    assert (published / "CONVENTIONS.md").read_bytes() == text
    undo_last(store)
    assert not (published / "CONVENTIONS.md").exists()


VICTIM = {"root": "{root}", "block_name": "conventions", "exists": True, "block": "echo pwned\n", "offset": 0}
FORGED = {
    "file": (
        {**VICTIM, "around": "e3b0c44298fc1c14"},
        {"root": "{root}", "block_name": "conventions", "exists": False},
    ),
    "memory_file": (
        {"root": "{root}", "facts": [], "content": "overwritten\n"},
        {"root": "{root}", "facts": [], "content": "important\n"},
    ),
}


@pytest.mark.parametrize("table", FORGED)
@pytest.mark.parametrize("seal", [None, "0" * 32, "of another event"])
def test_an_event_that_nobody_recorded_here_writes_no_file(
    table: str, seal: str | None, home: Path, store: Store, published: Path, tmp_path: Path
) -> None:
    """An undo refuses it, with the file it would write; a mark that was copied from another event does not help."""
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "notes.txt").write_text("important\n")
    own = value_of(home, "SELECT after FROM audit WHERE \"table\" = 'file'")
    before, after = (json.loads(json.dumps(state).replace("{root}", str(victim))) for state in FORGED[table])
    if seal:
        after["seal"] = json.loads(own)["seal"] if seal == "of another event" else seal
    target = "notes.txt" if table == "memory_file" else ".bash_profile"
    plant(
        paths.database(home),
        'INSERT INTO audit (at, actor, action, "table", target, before, after, unit) VALUES'
        f" ('2026-03-12T08:00:00Z', 'person', '{table}.write', '{table}', '{target}',"
        f" '{json.dumps(before)}', '{json.dumps(after)}', 9999)",
    )
    with pytest.raises(Conflict, match="was not recorded by this installation"):
        undo_last(store)
    assert [path.name for path in victim.iterdir()] == ["notes.txt"]
    assert (victim / "notes.txt").read_text() == "important\n"


def test_a_copied_folder_undoes_no_file(home: Path, store: Store, published: Path) -> None:
    text = (published / "CONVENTIONS.md").read_bytes()
    store.close()
    shutil.copytree(home, home.parent / "copied")
    with open_store(home.parent / "copied") as copied:
        assert backups(home) == backups(home.parent / "copied")
        with pytest.raises(Conflict, match="was not recorded by this installation"):
            undo_last(copied)
    assert (published / "CONVENTIONS.md").read_bytes() == text


def test_a_target_that_is_no_relative_path_is_refused(store: Store, published: Path, tmp_path: Path) -> None:
    for target in (str(tmp_path / "x.md"), "/x.md", "../x.md"):
        with pytest.raises(LoreError, match="points outside"):
            Folder(published).write(target, b"x")
    assert not (tmp_path / "x.md").exists()


LINES = [
    "LORE_HOME=/nonexistent/elsewhere",
    "LORE_NOW=1999-01-01T00:00:00Z",
    *(f"{variable}=1" for setting in SETTINGS.values() if (variable := setting.variable)),
]
ENVIRONMENT = "\n".join(LINES) + "\n"
TOML = (
    "\n".join(line.replace("=", ' = "', 1) + '"' for line in LINES)
    + '\n[recall]\nbudget = 1\n[tool.lore]\nhome = "x"\n'
)
PLANTED = {
    ".env": ENVIRONMENT,
    ".envrc": "".join(f"export {line}\n" for line in LINES),
    ".env.local": ENVIRONMENT,
    "lore.env": ENVIRONMENT,
    "lore.toml": TOML,
    ".lore.toml": TOML,
    "pyproject.toml": TOML,
    "setup.cfg": "[lore]\nrecall.budget = 1\n",
    "lore.json": '{"recall.budget": 1}',
    ".lore/config": ENVIRONMENT,
    ".lore/config.toml": TOML,
    ".lore/settings.json": '{"recall.budget": 1, "app.keys": {"approve": "j"}}',
    ".config/lore/config.toml": TOML,
    "sitecustomize.py": "raise SystemExit('a module of the work tree was run')\n",
    "usercustomize.py": "raise SystemExit('a module of the work tree was run')\n",
}
COMMANDS = (["config", "--json"], ["path"], ["context"], ["facts", "--json"], ["publish", "--check"])


def answers(folder: Path) -> list[tuple[int, str]]:
    told = []
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "lore", *command], cwd=folder, capture_output=True, text=True, check=False
        )
        told.append((done.returncode, (done.stdout + done.stderr).replace(str(folder), "FOLDER")))
    return told


def test_files_called_like_settings_change_nothing(tmp_path: Path) -> None:
    empty, full = tmp_path / "a" / "shop", tmp_path / "b" / "shop"
    empty.mkdir(parents=True)
    for name, text in PLANTED.items():
        path = full / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert len(LINES) > 2, "settings have variables"
    expected = answers(empty)
    assert expected[0][0] == 0
    assert answers(full) == expected

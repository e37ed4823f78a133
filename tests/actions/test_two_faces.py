"""One rule for every verb: the engine and the command line give the same outcome and leave the same log.

Each row does one thing twice, on equal stores, at one fixed moment: one for each way in which a verb is told of what.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lore import actions, wire
from lore.actions import Engine, Holds, OnDrift
from lore.cli.program import run
from lore.model import AuditEvent
from lore.platform import remove_folder
from lore.presence import deciding
from lore.store import Store, open_store
from support import sample_store
from support.face_world import World

Captured = pytest.CaptureFixture[str]
Told = Mapping[str, object]
KEY = sample_store.WEB


@dataclass(frozen=True)
class Row:
    """One thing that is done through each face."""

    engine: Callable[[Engine, World], object]
    line: Callable[[World], Sequence[str]]
    before: Callable[[World], Sequence[Sequence[str]]] = lambda w: ()


ROWS: dict[str, Row] = {
    "save what replaces": Row(
        lambda e, w: actions.save(e, "The cache uses Redis instead of Memcached", project=KEY),
        lambda w: ["add", "The cache uses Redis instead of Memcached", "--project", KEY],
        lambda w: [["add", "The cache uses Memcached", "--project", KEY]],
    ),
    "edit": Row(
        lambda e, w: actions.edit(e, w.fact, text="Use tmp_path everywhere"),
        lambda w: ["edit", w.fact, "Use tmp_path everywhere"],
    ),
    "archive": Row(
        lambda e, w: actions.archive(e, [w.fact, w.other]),
        lambda w: ["archive", w.fact, w.other],
    ),
    "unpin": Row(
        lambda e, w: actions.unpin(e, [w.fact]),
        lambda w: ["pin", w.fact, "--off", "--yes"],
        lambda w: [["pin", w.fact, "--yes"]],
    ),
    "replace": Row(
        lambda e, w: actions.replace_text(e, w.fact, "Use the tmp_path fixture"),
        lambda w: ["supersede", w.fact, "Use the tmp_path fixture"],
    ),
    "approve what has a warning": Row(
        lambda e, w: actions.approve(e, w.risky, acknowledged=["everywhere"]),
        lambda w: ["review", "approve", w.risky, "--even-if", "everywhere", "--yes"],
    ),
    "approve several": Row(
        lambda e, w: actions.approve_all(e, [w.waiting, w.second, w.risky, w.question]),
        lambda w: ["review", "approve", w.waiting, w.second, w.risky, w.question, "--yes"],
    ),
    "edit and approve": Row(
        lambda e, w: actions.edit_and_approve(e, w.waiting, "Use pnpm here"),
        lambda w: ["review", "edit", w.waiting, "Use pnpm here", "--yes"],
    ),
    "reject": Row(
        lambda e, w: actions.reject(e, [w.waiting], reason="too narrow"),
        lambda w: ["review", "reject", w.waiting, "--reason", "too narrow", "--yes"],
    ),
    "merge": Row(
        lambda e, w: actions.merge(e, w.waiting, w.other),
        lambda w: ["review", "merge", w.waiting, w.other, "--yes"],
    ),
    "answer": Row(
        lambda e, w: actions.answer(e, w.question, Holds.INSTEAD),
        lambda w: ["review", "answer", w.question, "instead", "--yes"],
    ),
    "publish": Row(
        lambda e, w: actions.publish(e, root=w.root, project=KEY, on_drift=OnDrift.ASK),
        lambda w: ["publish", "--root", str(w.root), "--project", KEY, "--yes"],
    ),
    "redo": Row(
        lambda e, w: actions.redo(e, by="person", agreed=True),
        lambda w: ["redo", "--by", "person", "--yes"],
        lambda w: [["archive", w.fact], ["undo"]],
    ),
    "purge": Row(
        lambda e, w: actions.purge(e, facts=[w.other], confirm=w.other),
        lambda w: ["purge", w.other, "--confirm", w.other],
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Done:
    """What one face answered, and what the log says since."""

    told: Told
    log: list[tuple[object, ...]]


def _log(store: Store, since: int) -> list[tuple[object, ...]]:
    """What happened, to what, from which state to which, and who did it; numbers of installations apart."""
    return [_told(event) for event in reversed(store.audit.select()) if event.seq > since]


def _told(event: AuditEvent) -> tuple[object, ...]:
    return event.actor, event.action, event.subject, event.before, event.after, event.unit, event.undoes, event.run


def _on_a_copy(
    name: str, world: World, home: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Store], Told], first: Row
) -> Done:
    """Do it on a store that is equal to the others, in the place of the store of this user."""
    for file in world.root.iterdir():
        file.unlink()
    copy = home.parent / name / "lore-home"
    shutil.copytree(home, copy)
    kept = home.rename(home.parent / f"kept-{name}")
    copy.rename(home)
    try:
        for words in first.before(world):
            assert run(list(words)) == 0
        with open_store(home) as store:
            since = max(store.audit.seqs(1))
            told = work(store)
            return Done(told, _log(store, since))
    finally:
        remove_folder(home)
        kept.rename(home)


@pytest.mark.parametrize("name", ROWS)
def test_every_face_does_the_same(
    name: str, world: World, library: Store, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    row = ROWS[name]
    library.close()

    def by_line(store: Store) -> Told:
        capsys.readouterr()
        run([*row.line(world), "--json"])
        told = json.loads(capsys.readouterr().out)
        return {key: value for key, value in told.items() if key != "schema"}

    def by_engine(store: Store) -> Told:
        return wire.of(row.engine(Engine(store, person=deciding("decide in a test", yes=True)), world))

    faces = {"line": by_line, "engine": by_engine}
    done = {face: _on_a_copy(face, world, home, monkeypatch, work, row) for face, work in faces.items()}
    expected = done.pop("engine")
    assert expected.log or expected.told["changed"] is False
    for face, found in done.items():
        assert json.loads(json.dumps(found.told)) == json.loads(json.dumps(expected.told)), face
        assert found.log == expected.log, face

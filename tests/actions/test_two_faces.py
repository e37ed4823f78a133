"""One rule for every verb: the engine, the command line and the app give the same outcome and leave the same log.

Each row does one thing three times, on three equal stores, at one fixed moment.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lore import actions, wire
from lore.actions import Engine, Holds, OnDrift
from lore.actions.registry import Touches, actions as registry
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
MINE = {f"lore.actions.{name}" for name in ("editing", "history", "publishing", "purging", "review", "sources")}
"""The modules whose actions have a row each; those that read have none."""
WITHOUT_ROW = {
    "accept_hand_edit": "asked line by line: `tests/publish/test_publish_accept.py`",
    "declare": "asked for each folder, in a terminal: `tests/search/test_speakers.py`",
}


@dataclass(frozen=True)
class Row:
    """One thing that is done through each face; None: this face has no such verb."""

    action: str
    engine: Callable[[Engine, World], object]
    line: Callable[[World], Sequence[str]]
    before: Callable[[World], Sequence[Sequence[str]]] = lambda w: ()


def _add(text: str) -> Callable[[World], Sequence[Sequence[str]]]:
    return lambda w: [["add", text, "--project", KEY]]


def _saved(name: str, text: str, before: Callable[[World], Sequence[Sequence[str]]] = lambda w: ()) -> Row:
    return Row(
        name,
        lambda e, w: actions.save(e, text, project=KEY),
        lambda w: ["add", text, "--project", KEY],
        before,
    )


def _claim(
    name: str,
    act: Callable[[Engine, str], actions.Decided],
) -> Row:
    return Row(
        name,
        lambda e, w: act(e, w.claim),
        lambda w: ["review", {"accept": "approve", "drop": "reject"}[name], w.claim, "--yes"],
    )


PNPM = "Packages are installed with pnpm, never with npm"
ROWS: dict[str, Row] = {
    "save": _saved("save", "Deploys go out on Tuesdays"),
    "save what is known in other words": _saved(
        "save", "Before each commit run the unit tests", _add("Run the unit tests before every commit")
    ),
    "save the same words": _saved("save", PNPM, _add(PNPM)),
    "save what replaces": _saved("save", "The cache uses Redis instead of Memcached", _add("The cache uses Memcached")),
    "save what may contradict": _saved(
        "save", "Releases must not be tagged by hand", _add("Releases may be tagged by hand")
    ),
    "edit": Row(
        "edit",
        lambda e, w: actions.edit(e, w.fact, text="Use tmp_path everywhere"),
        lambda w: ["edit", w.fact, "Use tmp_path everywhere"],
    ),
    "archive": Row(
        "archive",
        lambda e, w: actions.archive(e, [w.fact, w.other]),
        lambda w: ["archive", w.fact, w.other],
    ),
    "restore": Row(
        "restore",
        lambda e, w: actions.restore(e, [w.away]),
        lambda w: ["restore", w.away],
    ),
    "confirm": Row(
        "confirm",
        lambda e, w: actions.confirm(e, [w.fact, w.other]),
        lambda w: ["confirm", w.fact, w.other],
    ),
    "pin": Row(
        "pin",
        lambda e, w: actions.pin(e, [w.fact]),
        lambda w: ["pin", w.fact, "--yes"],
    ),
    "unpin": Row(
        "unpin",
        lambda e, w: actions.unpin(e, [w.fact]),
        lambda w: ["pin", w.fact, "--off", "--yes"],
        lambda w: [["pin", w.fact, "--yes"]],
    ),
    "supersede": Row(
        "supersede",
        lambda e, w: actions.supersede(e, w.fact, w.other),
        lambda w: ["supersede", w.fact, "--by", w.other],
    ),
    "replace": Row(
        "replace",
        lambda e, w: actions.replace_text(e, w.fact, "Use the tmp_path fixture"),
        lambda w: ["supersede", w.fact, "Use the tmp_path fixture"],
    ),
    "propose": Row(
        "propose",
        lambda e, w: actions.propose(e, [w.other]),
        lambda w: ["propose", w.other],
    ),
    "approve": Row(
        "approve",
        lambda e, w: actions.approve(e, w.waiting),
        lambda w: ["review", "approve", w.waiting, "--yes"],
    ),
    "approve what has a warning": Row(
        "approve",
        lambda e, w: actions.approve(e, w.risky, acknowledged=["everywhere"]),
        lambda w: ["review", "approve", w.risky, "--even-if", "everywhere", "--yes"],
    ),
    "approve several": Row(
        "approve_all",
        lambda e, w: actions.approve_all(e, [w.waiting, w.second, w.risky, w.question]),
        lambda w: ["review", "approve", w.waiting, w.second, w.risky, w.question, "--yes"],
    ),
    "edit and approve": Row(
        "edit_and_approve",
        lambda e, w: actions.edit_and_approve(e, w.waiting, "Use pnpm here"),
        lambda w: ["review", "edit", w.waiting, "Use pnpm here", "--yes"],
    ),
    "reject": Row(
        "reject",
        lambda e, w: actions.reject(e, [w.waiting], reason="too narrow"),
        lambda w: ["review", "reject", w.waiting, "--reason", "too narrow", "--yes"],
    ),
    "reject several": Row(
        "reject",
        lambda e, w: actions.reject(e, [w.waiting, w.risky]),
        lambda w: ["review", "reject", w.waiting, w.risky, "--yes"],
    ),
    "merge": Row(
        "merge",
        lambda e, w: actions.merge(e, w.waiting, w.other),
        lambda w: ["review", "merge", w.waiting, w.other, "--yes"],
    ),
    "snooze": Row(
        "snooze",
        lambda e, w: actions.snooze(e, [w.waiting]),
        lambda w: ["review", "snooze", w.waiting, "--yes"],
    ),
    "rescope": Row(
        "rescope",
        lambda e, w: actions.rescope(e, w.waiting),
        lambda w: ["review", "rescope", w.waiting, "--yes"],
    ),
    "accept": _claim("accept", actions.approve),
    "drop": _claim("drop", lambda e, name: actions.reject(e, [name])),
    "answer": Row(
        "answer",
        lambda e, w: actions.answer(e, w.question, Holds.INSTEAD),
        lambda w: ["review", "answer", w.question, "instead", "--yes"],
    ),
    "both hold": Row(
        "hold_both",
        lambda e, w: actions.hold_both(e, w.fact, w.other),
        lambda w: ["review", "both", w.fact, w.other, "--yes"],
    ),
    "publish": Row(
        "publish",
        lambda e, w: actions.publish(e, root=w.root, project=KEY, on_drift=OnDrift.ASK),
        lambda w: ["publish", "--root", str(w.root), "--project", KEY, "--yes"],
    ),
    "unpublish": Row(
        "unpublish",
        lambda e, w: actions.unpublish(e, root=w.root, project=KEY),
        lambda w: ["publish", "--remove", "--root", str(w.root), "--project", KEY, "--yes"],
        lambda w: [["publish", "--root", str(w.root), "--project", KEY, "--yes"]],
    ),
    "share": Row(
        "share", lambda e, w: actions.share(e, w.root),
        lambda w: ["share", str(w.root), "--yes"],
    ),
    "unshare": Row(
        "unshare", lambda e, w: actions.unshare(e, w.root),
        lambda w: ["share", str(w.root), "--remove", "--yes"],
        lambda w: [["share", str(w.root), "--yes"]],
    ),
    "undo": Row(
        "undo",
        lambda e, w: actions.undo(e, by="person", agreed=True),
        lambda w: ["undo", "--by", "person", "--yes"],
        lambda w: [["archive", w.fact]],
    ),
    "undo files": Row(
        "undo",
        lambda e, w: actions.undo(e, by="person", agreed=True),
        lambda w: ["undo", "--by", "person", "--yes"],
        lambda w: [["publish", "--root", str(w.root), "--project", KEY, "--yes"]],
    ),
    "redo": Row(
        "redo",
        lambda e, w: actions.redo(e, by="person", agreed=True),
        lambda w: ["redo", "--by", "person", "--yes"],
        lambda w: [["archive", w.fact], ["undo"]],
    ),
    "purge": Row(
        "purge",
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


def test_every_action_that_writes_or_asks_has_a_row() -> None:
    """A new one fails here until each face does it in the same way."""
    there = {
        action.name
        for action in registry().values()
        if action.touches is not Touches.READS and action.call.__module__ in MINE
    }
    assert there - {row.action for row in ROWS.values()} == set(WITHOUT_ROW)

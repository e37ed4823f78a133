"""What several forks copied of one session was said once, also where that session's file is gone."""

import json
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from lore.capture import Options, capture, drain, in_words, let_go
from lore.doctor.agents import agents
from lore.doctor.check import Inspection
from lore.handover import lines
from lore.history import undo_run
from lore.model import Fact, Layer
from lore.presence import deciding
from lore.store import Store
from support.publishing import KEY, make_repository

ORIGIN = "019b0000-0000-7000-8000-00000000000a"
RULE = "From now on always use tabs in Makefiles here."


def rollout(tmp_path: Path, number: int, origin: str | None) -> Path:
    """A session of Codex: two turns that it copied, and one of its own."""
    session = f"019b0000-0000-7000-8000-0000000001{number:02}" if origin else ORIGIN
    at = f"2026-03-1{number}T09:00:00.000Z"
    head = {"id": session, "timestamp": at, "cwd": str(tmp_path / "shop"), "originator": "codex-tui", "source": "cli"}
    rows: list[tuple[str, object]] = [("session_meta", head | ({"forked_from_id": origin} if origin else {}))]
    turns = [
        ("turn-1", "Let us begin."),
        ("turn-2", RULE),
        *([(f"own-{number}", f"Try way {number}.")] if origin else []),
    ]
    for turn, text in turns:
        item = {"type": "UserMessage", "id": f"item-{turn}", "content": [{"type": "text", "text": text}]}
        completed = {"type": "item_completed", "thread_id": session, "turn_id": turn, "item": item}
        rows += [("event_msg", {"type": "task_started", "turn_id": turn}), ("event_msg", completed)]
    path = tmp_path / ".codex/sessions/2026/03" / f"1{number}" / f"rollout-2026-03-1{number}T09-00-00-{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps({"timestamp": at, "type": kind, "payload": load}) + "\n" for kind, load in rows))
    return path


@pytest.mark.parametrize("together", [True, False], ids=["at once", "one by one"])
@pytest.mark.parametrize("there", [True, False], ids=["its file is there", "its file is gone"])
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)], ids=str)
def test_what_was_copied_counts_once(
    store: Store, tmp_path: Path, order: tuple[int, ...], *, there: bool, together: bool
) -> None:
    make_repository(tmp_path / "shop")
    files = [rollout(tmp_path, number, ORIGIN) for number in order]
    files = [rollout(tmp_path, 0, None), *files] if there else files
    for part in [files] if together else [[file] for file in files]:
        capture(store, part, Options())
    (fact,) = store.facts.select()
    assert len({item.session for item in store.facts.evidence([fact.id])[fact.id]}) == 1
    said = [turn.text for session in store.sessions.select() for turn in store.sessions.turns(session.id)]
    assert sorted(said) == sorted(["Let us begin.", RULE, *(f"Try way {number}." for number in order)])


def test_an_undo_forgets_the_fork(store: Store, tmp_path: Path) -> None:
    make_repository(tmp_path / "shop")
    first = capture(store, [rollout(tmp_path, 1, ORIGIN)], Options())
    assert first.run
    undo_run(store, first.run, deciding("test", yes=True))
    capture(store, [rollout(tmp_path, 2, ORIGIN)], Options())
    (fact,) = store.facts.select()
    assert [item.session for item in store.facts.evidence([fact.id])[fact.id]] == [
        "019b0000-0000-7000-8000-000000000102"
    ]


TOLD_LATER = "Always pin versions exactly in the lockfile."


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "shop")


def chat(tmp_path: Path, text: str = TOLD_LATER, session: str = "g1") -> Path:
    file = tmp_path / ".gemini/tmp/shop/chats" / f"session-2026-03-12T08-50-{crc32(session.encode()):08x}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    head = {"sessionId": session, "projectHash": "ab", "startTime": "2026-03-12T08:50:00Z", "kind": "main"}
    said = {"id": "m1", "timestamp": "2026-03-12T08:50:01Z", "type": "user", "content": [{"text": text}]}
    file.write_text("".join(json.dumps(one) + "\n" for one in (head, said)))
    return file


def told_by_hook(store: Store, folder: Path, transcript: Path | None, session: str = "g1") -> None:
    common = {"agent": "gemini", "session": session, "at": "2026-03-12T08:50:01Z", "cwd": str(folder)}
    more = {"transcript": str(transcript)} if transcript else {}
    lines.append(
        str(store.folder),
        "g.jsonl",
        {**common, "means": "prompt", "prompt": TOLD_LATER, "key": "k", "typed": True, **more},
    )


def root_file(tmp_path: Path, shop: Path) -> None:
    (tmp_path / ".gemini/tmp/shop/.project_root").write_text(f"{shop}\n")


def projects_file(tmp_path: Path, shop: Path) -> None:
    (tmp_path / ".gemini/projects.json").write_text(json.dumps({"projects": {"/elsewhere": "web", str(shop): "shop"}}))


def facts(store: Store) -> list[tuple[str, str | None, Layer, bool]]:
    return [(fact.text, fact.project, fact.layer, fact.standing) for fact in store.facts.select()]


KNOWN = [(TOLD_LATER, KEY, Layer.USER_PROJECT, True)]
UNKNOWN = [(TOLD_LATER, None, Layer.PROJECT, False)]


@pytest.mark.parametrize("name", [root_file, projects_file])
def test_gemini_names_the_folder_beside_its_chats(
    store: Store, tmp_path: Path, shop: Path, name: Callable[[Path, Path], None]
) -> None:
    file = chat(tmp_path)
    name(tmp_path, shop)
    capture(store, [file], Options())
    assert facts(store) == KNOWN
    assert store.sessions.get("g1").cwd == str(shop)


@pytest.mark.parametrize("odd", ["", "\0", "relative/folder", "[1, 2]", '{"projects": 1}', "\udc80"])
def test_what_names_no_folder_names_none(store: Store, tmp_path: Path, shop: Path, odd: str) -> None:
    file = chat(tmp_path)
    for beside in (tmp_path / ".gemini/tmp/shop/.project_root", tmp_path / ".gemini/projects.json"):
        beside.write_bytes(odd.encode("utf-8", "surrogateescape"))
    capture(store, [file], Options())
    assert facts(store) == UNKNOWN


def test_a_hook_names_the_folder_before_anything_is_drafted(store: Store, tmp_path: Path, shop: Path) -> None:
    told_by_hook(store, shop, chat(tmp_path))
    let_go(store, drain(store))
    assert facts(store) == KNOWN
    assert not store.audit.select(action="fact.move")


def test_what_was_said_before_follows_into_the_project(store: Store, tmp_path: Path, shop: Path) -> None:
    capture(store, [chat(tmp_path)], Options())
    assert facts(store) == UNKNOWN
    told_by_hook(store, shop, None)
    done = drain(store)
    let_go(store, done)
    assert facts(store) == KNOWN
    assert done.summary
    assert done.summary.run
    undo_run(store, done.summary.run, deciding("test", yes=True))
    assert facts(store) == UNKNOWN


def test_what_is_known_in_the_project_is_said_again(store: Store, tmp_path: Path, shop: Path) -> None:
    root = tmp_path / ".gemini/tmp/shop/.project_root"
    capture(store, [chat(tmp_path)], Options())
    root.write_text(str(shop))
    capture(store, [chat(tmp_path, session="g2")], Options())
    told_by_hook(store, shop, None)
    let_go(store, drain(store))
    assert facts(store) == KNOWN
    found: list[Fact] = store.facts.select()
    assert {item.session for item in store.facts.evidence([found[0].id])[found[0].id]} == {"g1", "g2"}


@pytest.mark.parametrize("decided", ["approved", "elsewhere too"])
def test_what_a_person_decided_or_said_elsewhere_stays(store: Store, tmp_path: Path, shop: Path, decided: str) -> None:
    capture(store, [chat(tmp_path)], Options())
    if decided == "approved":
        name = store.facts.select()[0].id
        with store.write(deciding("test", yes=True)) as transaction:
            store.facts.update(transaction, name, approved_at="2026-03-12T09:00:00Z")
    else:
        capture(store, [chat(tmp_path, session="g3")], Options())
    told_by_hook(store, shop, None)
    let_go(store, drain(store))
    assert facts(store) == UNKNOWN


def test_a_session_of_no_folder_is_told_with_what_helps(store: Store, tmp_path: Path) -> None:
    """By the capture and by the doctor; the command that they name gives it its project, and what was said follows."""
    file = chat(tmp_path)
    (heard,) = capture(store, [file], Options()).heard
    assert "1 session of no known folder" in in_words(heard)
    finding = agents(Inspection(store.folder))
    assert finding.outcome.value == "warn"
    assert (finding.fix or "").startswith("`lore capture --project KEY ~/.gemini/tmp/shop/chats/session-")
    capture(store, [file], Options(project=KEY))
    assert facts(store) == KNOWN
    assert agents(Inspection(store.folder)).outcome.value == "ok"

"""A session of which no folder is known: by what beside it names one, and what was said in it follows."""

import json
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest

from lore.capture import Options, capture, drain, in_words, let_go
from lore.doctor.agents import agents
from lore.doctor.inspection import Inspection
from lore.handover import lines
from lore.history import undo_run
from lore.model import Fact, Layer
from lore.presence import deciding
from lore.store import Store
from support.publishing import KEY, make_repository

RULE = "Always pin versions exactly in the lockfile."


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "shop")


def chat(tmp_path: Path, text: str = RULE, session: str = "g1") -> Path:
    """A chat as Gemini CLI writes it since 0.61: without `directories`."""
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
        str(store.folder), "g.jsonl", {**common, "means": "prompt", "prompt": RULE, "key": "k", "typed": True, **more}
    )


def root_file(tmp_path: Path, shop: Path) -> None:
    (tmp_path / ".gemini/tmp/shop/.project_root").write_text(f"{shop}\n")


def projects_file(tmp_path: Path, shop: Path) -> None:
    (tmp_path / ".gemini/projects.json").write_text(json.dumps({"projects": {"/elsewhere": "web", str(shop): "shop"}}))


def facts(store: Store) -> list[tuple[str, str | None, Layer, bool]]:
    return [(fact.text, fact.project, fact.layer, fact.standing) for fact in store.facts.select()]


KNOWN = [(RULE, KEY, Layer.USER_PROJECT, True)]
UNKNOWN = [(RULE, None, Layer.PROJECT, False)]


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
    """As if it had been known; an undo of what told it lets it be as it was."""
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
    """One fact, resting on both sessions; the one without a project ends."""
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

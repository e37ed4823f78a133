"""The remote that an agent tells joins its session with the project of the repository: a claim, without secrets."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, capture
from lore.model import Project, Role, Status
from lore.projects import SET, project_of
from lore.store import FactFilter, Store
from support.publishing import KEY, make_repository
from support.speakers import own_folder

SESSION = "019f05f8-7f53-7492-a941-83098e16765c"
SAID = "Always run make check before you commit."
TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY2z4A"
GONE = "/gone/work/web-wt-2"
Lines = Iterator[dict[str, Any]]


def codex(folder: str, remote: str | None) -> Lines:
    git = {"git": {"commit_hash": "ed19e4e5", "repository_url": remote}} if remote else {}
    meta = {"id": SESSION, "timestamp": "2026-02-11T10:00:00Z", "cwd": folder, "source": "cli", **git}
    yield {"timestamp": "2026-02-11T10:00:00Z", "type": "session_meta", "payload": meta}
    said = {"type": "user_message", "message": SAID}
    yield {"timestamp": "2026-02-11T10:00:01Z", "type": "event_msg", "payload": said}


def codex_before_september(folder: str, remote: str | None) -> Lines:
    header = {"id": SESSION, "timestamp": "2025-06-11T10:00:00Z", "instructions": None}
    yield header | ({"git": {"repository_url": remote}} if remote else {})
    for text in (f"<environment_context>\n<cwd>{folder}</cwd>\n</environment_context>", SAID):
        yield {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def copilot(folder: str, remote: str | None) -> Lines:
    context = {"cwd": folder}
    if remote:
        host, _, name = remote.rpartition("@")[2].removeprefix("https://").replace(":", "/").partition("/")
        context |= {"repository": name.removesuffix(".git"), "repositoryHost": host}
    start = {"sessionId": SESSION, "context": context}
    for number, (kind, data) in enumerate((("session.start", start), ("user.message", {"content": SAID}))):
        at = f"2026-02-11T10:00:0{number}Z"
        yield {"type": kind, "data": data, "id": f"e{number}", "timestamp": at, "parentId": None}


AGENTS: dict[str, tuple[str, Callable[[str, str | None], Lines]]] = {
    "codex": ("codex", codex),
    "codex, bare": ("codex", codex_before_september),
    "copilot": ("copilot", copilot),
}


@pytest.fixture(params=AGENTS)
def told(request: pytest.FixtureRequest) -> Callable[..., Path]:
    agent, lines = AGENTS[request.param]

    def write(folder: str, remote: str | None, more: str = "") -> Path:
        name = f"rollout-2026-10-05T10-00-00-{SESSION}.jsonl" if agent == "codex" else f"{SESSION}/events.jsonl"
        file = own_folder(agent) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(json.dumps(line) + "\n" for line in lines(folder, remote)) + more)
        return file

    return write


def session_of(store: Store) -> tuple[str | None, bool, Role]:
    (session,) = store.sessions.select()
    facts = store.facts.select(FactFilter(statuses=tuple(Status)))
    (turn,) = store.sessions.turns(session.id)
    assert [fact.project for fact in facts] == [session.project] * len(facts)
    return session.project, not facts, turn.role


@pytest.mark.parametrize(
    "remote",
    [
        "https://github.com/Acme/Web.git",
        "git@github.com:acme/web.git",
        f"https://me:{TOKEN}@github.com/acme/web.git",
        f"https://{TOKEN}@github.com/acme/web",
    ],
)
def test_a_folder_that_is_gone_is_the_project_of_the_remote_that_was_told(
    store: Store, told: Callable[..., Path], remote: str
) -> None:
    capture(store, [told(GONE, remote)], Options())
    assert session_of(store) == ("github.com/acme/web", False, Role.USER)
    assert not any(TOKEN.encode() in file.read_bytes() for file in store.folder.rglob("*") if file.is_file())


@pytest.mark.parametrize(
    "remote", [None, "/srv/git/web.git", "../web", "file:///srv/web", "web", "https://x", "a" * 9000]
)
def test_what_means_nothing_on_another_machine_decides_nothing(store: Store, home: Path, remote: str | None) -> None:
    file = own_folder("codex") / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-000000000000.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in codex(GONE, remote)))
    capture(store, [file], Options())
    assert session_of(store) == (GONE, False, Role.USER)


def test_the_folder_on_the_disk_comes_first(store: Store, told: Callable[..., Path], tmp_path: Path) -> None:
    own = make_repository(tmp_path / "web")
    capture(store, [told(str(own), "https://github.com/other/thing")], Options())
    assert session_of(store)[0] == KEY


def test_a_told_remote_does_not_claim_the_trust_of_a_known_project(
    store: Store, told: Callable[..., Path], tmp_path: Path
) -> None:
    """It is the project's session, its words are somebody's, it is told, and read once all the same."""
    own = make_repository(tmp_path / "web")
    with store.write("import") as transaction:
        store.roots.see(transaction, project := project_of(own))
    file = told(GONE, f"https://{KEY}.git")
    summary = capture(store, [file], Options())
    assert session_of(store) == (project.key, True, Role.SOMEBODY)
    assert [(elsewhere.folder, elsewhere.project) for elsewhere in summary.elsewhere] == [(GONE, KEY)]
    assert capture(store, [file], Options()).unchanged == 1
    with store.write("import") as transaction:
        store.roots.add(transaction, Project(KEY, SET, GONE))
    capture(store, [file], Options())
    assert False in [fact.tainted for fact in store.facts.select(FactFilter(statuses=tuple(Status)))]


def test_a_told_remote_makes_no_folder_known(store: Store, told: Callable[..., Path], tmp_path: Path) -> None:
    capture(store, [told(GONE, f"https://{KEY}")], Options())
    assert store.roots.of(KEY) == frozenset()
    assert not store.roots.is_elsewhere(project_of(make_repository(tmp_path / "web")))

"""How `lore serve` listens, and what only HTTP has."""

import asyncio
import json
import os
import shutil
import signal
import socket
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from uvicorn.server import ServerState

from lore import paths
from lore.actions import Engine, capture
from lore.agents.http import listening
from lore.agents.http.listening import FORM, token_in
from lore.agents.http.routes import BY_PATH
from lore.cli.program import run
from lore.errors import StoreError
from lore.model import AuditEvent, Role
from lore.platform import remove_folder
from lore.store import Store, open_store
from support import sample_store
from support.agents_shell import agents_shell
from support.face_world import World
from support.hostile import SECRET, bytes_of
from support.http_api import Asked, words
from support.served import Served

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def served(library: Store, home: Path, tmp_path: Path, socket_enabled: None) -> Iterator[Served]:
    del socket_enabled
    library.close()
    with Served(cwd=tmp_path, env=os.environ) as running:
        yield running


def test_it_answers_on_the_loopback_and_says_nothing_of_what_was_asked(served: Served, home: Path) -> None:
    """On both addresses; nothing of a request, of the token or of a refusal is written anywhere."""
    token = paths.token_file(home).read_text().strip()
    assert stat.S_IMODE(paths.token_file(home).stat().st_mode) == 0o600
    assert served.ask("GET", "/search?query=pnpm", token)[0] == 200
    if socket.has_ipv6:
        assert served.ask("GET", "/sources", token, host="::1")[0] == 200
    assert served.ask("GET", f"/search?query={SECRET}", "wrong")[0] == 401
    status, told = served.ask("POST", "/add", token, {"text": "Deploys go out on Tuesdays", "project": "shop"})
    assert (status, told["action"]) == (200, "added")
    code, said = served.end()
    assert code == 0
    assert token not in said and SECRET not in said and "Tuesdays" not in said
    assert said.splitlines()[-1] == "ended"


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_cleanly_with_somebody_connected(served: Served, home: Path, by: signal.Signals) -> None:
    token = paths.token_file(home).read_text().strip()
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as kept:
        head = f"GET /audit HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {token}\r\n\r\n"
        kept.sendall(head.encode())
        assert kept.recv(65_536).startswith(b"HTTP/1.1 200 ")
        assert served.end(by)[0] == 0
        while kept.recv(65_536):
            pass
    for one in listening.listening_on(served.port):
        one.close()


def test_a_port_that_is_taken_is_named(served: Served, capsys: Captured) -> None:
    assert run(["serve", "--port", str(served.port)]) == 5
    assert capsys.readouterr().err == (
        f"error: the port {served.port} is taken by another program\n\n"
        "hint: `--port` names another one, 0 any that is free\n"
    )


def test_it_listens_nowhere_else(socket_enabled: None) -> None:
    opened = listening.listening_on(0)
    names = [one.getsockname()[:2] for one in opened]
    for one in opened:
        one.close()
    assert {name for name, _ in names} <= {"127.0.0.1", "::1"}
    assert len({port for _, port in names}) == 1


def test_a_token_is_kept_until_somebody_else_could_know_it(home: Path) -> None:
    """Made anew where others could read it, where it is none, and where you say so; nothing but a file is opened."""
    token, file = token_in(home), paths.token_file(home)
    assert FORM.fullmatch(token)
    assert token_in(home) == token
    file.chmod(0o644)
    second = token_in(home)
    assert second != token and stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("short\n")
    third = token_in(home)
    assert third not in (token, second)
    assert token_in(home, anew=True) != third
    file.unlink()
    file.mkdir()
    with pytest.raises(StoreError):
        token_in(home)


class Hasty(listening.Protocol):
    """Has less patience, so that no test waits."""

    patience_s = 0.2


@pytest.mark.parametrize(
    "sent", [b"", b"GET /projects HTTP/1.1\r\nHost: 127", b"GET /projects HTTP/1.1\r\n" + b"x-a: b\r\n" * 3_000]
)
async def test_who_does_not_come_to_the_point_is_not_waited_for(
    sent: bytes, asked: Asked, socket_enabled: None
) -> None:
    """Nothing at all, half a head, or one that is too large: the connection is closed, without a word of ours."""
    del socket_enabled
    config, state = listening.configured(asked.api), ServerState()
    config.load()
    (one, *others) = listening.listening_on(0)
    for other in others:
        other.close()
    server = await asyncio.get_running_loop().create_server(lambda: Hasty(config, state, {}), sock=one)
    reader, writer = await asyncio.open_connection(*one.getsockname())
    writer.write(sent)
    async with asyncio.timeout(60):
        answer = await reader.read()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
    writer.close()
    server.close()
    await server.wait_closed()


RULE = "Use tmp_path in tests, never /tmp."
TALK = [
    {"role": "user", "text": f"No, {RULE.lower()}", "at": "2026-03-01T09:00:00Z"},
    {"role": "assistant", "text": "I will use tmp_path from now on."},
    {"role": "user", "text": RULE},
]


def post(values: object) -> bytes:
    return json.dumps(values).encode()


async def test_a_posted_transcript_is_read_as_a_file_from_elsewhere(
    asked: Asked, library: Store, home: Path, tmp_path: Path
) -> None:
    """The same messages and facts as `lore capture` draws from a file; a user's words are somebody's, and no facts."""
    reply = await asked("POST", "/extract", post({"session": "told", "turns": TALK, "project": "shop"}))
    assert (reply.status, reply.told["turns"], reply.told["sessions"]) == (200, 3, 1)
    turns = library.sessions.turns("told")
    assert [turn.role for turn in turns] == [Role.SOMEBODY, Role.ASSISTANT, Role.SOMEBODY]
    assert not any("tmp_path in tests, never" in one.text.lower() and not one.tainted for one in library.facts.select())
    lines = [{"session": "told", "id": f"turn:{at}", "project": "shop", **turn} for at, turn in enumerate(TALK, 1)]
    file = tmp_path / "told.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open_store(tmp_path / "other") as other:
        outcome = capture(Engine(other), [file], format_name="lore")
        assert dict(outcome.summary.facts) == reply.told["facts"]
        assert [turn.text for turn in other.sessions.turns("told")] == [turn.text for turn in turns]


async def test_what_was_posted_lies_nowhere_but_in_the_store(asked: Asked, home: Path) -> None:
    """Not its file, and no secret of it; nobody is asked whose words lie in our own folder."""
    talk = [{"role": "user", "text": f"the token is {SECRET}, do not print it"}]
    reply = await asked("POST", "/extract", post({"session": "told", "turns": talk}))
    assert (reply.status, reply.told["turns"], reply.told["foreign"]) == (200, 1, [])
    assert list(paths.posted_folder(home).iterdir()) == []
    assert SECRET.encode() not in bytes_of(home)


async def test_a_transcript_may_come_again_and_grow(asked: Asked, library: Store) -> None:
    first = await asked("POST", "/extract", post({"session": "told", "turns": TALK[:2], "dry_run": True}))
    assert (first.told["turns"], [one.id for one in library.sessions.select() if one.id == "told"]) == (2, [])
    for turns, new in ((TALK[:2], 2), (TALK, 1), (TALK, 0)):
        reply = await asked("POST", "/extract", post({"session": "told", "turns": turns}))
        assert (reply.status, reply.told["turns"]) == (200, new)
    for empty in ({"session": "told", "turns": []}, {"session": " ", "turns": TALK}):
        assert (await asked("POST", "/extract", post(empty))).status == 400
    odd = {"session": "told", "turns": [{"role": "boss", "text": "x"}]}
    assert (await asked("POST", "/extract", post(odd))).status == 400


async def test_the_log_comes_in_pages(asked: Asked, library: Store) -> None:
    numbers: list[int] = []
    query: list[tuple[str, str]] = [("limit", "40")]
    while page := (await asked("GET", "/audit", query=query)).told["events"]:
        numbers += [event["seq"] for event in page]
        query = [("limit", "40"), ("below", str(numbers[-1]))]
    assert numbers == library.audit.seqs()


async def test_files_and_instructions(asked: Asked, library: Store) -> None:
    """Files by name, never what stands in them; what a model is told names routes that are there."""
    from lore.agents.http.routes import BY_PATH

    files = (await asked("GET", "/files")).told["files"]
    assert all(file.keys() == {"root", "path", "project", "kind", "state", "told"} for file in files)
    text = (await asked("GET", "/prompt")).told["text"]
    named = {word.strip("`").partition("?")[0] for word in text.split() if word.startswith("/")}
    assert named and named <= BY_PATH.keys()


Told = Mapping[str, object]
KEY = sample_store.WEB
OWN = "Deploys go out on Tuesdays"
TIMES = frozenset({"took_ms", "seconds", "searches"})


@dataclass(frozen=True)
class Row:
    """One thing in two ways."""

    path: str
    values: Callable[[World, str], Mapping[str, object]]
    """What is sent. The second argument is the id of what the agent said itself."""
    line: Callable[[World, str], Sequence[str]]


ROWS: Mapping[str, Row] = {
    "search": Row("/search", lambda w, own: {"query": "pnpm"}, lambda w, own: ["search", "pnpm"]),
    "some facts": Row(
        "/facts",
        lambda w, own: {"kinds": ["decision", "lesson"], "project": KEY, "limit": 2},
        lambda w, own: ["facts", "--kind", "decision", "--kind", "lesson", "--project", KEY, "--limit", "2"],
    ),
    "add": Row(
        "/add",
        lambda w, own: {"text": "The queue is drained at night", "project": KEY, "kind": "decision", "tags": ["ops"]},
        lambda w, own: [
            "add", "The queue is drained at night", "--project", KEY, "--kind", "decision", "--tag", "ops",
        ],
    ),
    "update the person's": Row(
        "/update", lambda w, own: {"fact": w.fact, "text": "x y z"}, lambda w, own: ["edit", w.fact, "x y z"]
    ),
    "archive": Row("/archive", lambda w, own: {"facts": [own]}, lambda w, own: ["archive", own]),
    "archive what is not there": Row(
        "/archive", lambda w, own: {"facts": ["f:nothere"]}, lambda w, own: ["archive", "f:nothere"]
    ),
    "checkpoint": Row(
        "/checkpoint",
        lambda w, own: {"task": "move the tests", "problem": "they collide", "solution": "tmp_path", "project": KEY},
        lambda w, own: [
            "checkpoint", "move the tests", "--problem", "they collide", "--solution", "tmp_path", "--project", KEY,
        ],
    ),
    "review": Row("/review", lambda w, own: {"limit": 2}, lambda w, own: ["review", "list", "--limit", "2"]),
    "undo the person's": Row(
        "/undo", lambda w, own: {"by": "person", "agreed": True}, lambda w, own: ["undo", "--by", "person", "--yes"]
    ),
    "health": Row("/health", lambda w, own: {}, lambda w, own: ["doctor"]),
    "recall": Row(
        "/recall",
        lambda w, own: {"prompt": "may the importer write its temporary files below /tmp?", "project": KEY},
        lambda w, own: ["recall", "may the importer write its temporary files below /tmp?", "--project", KEY],
    ),
}  # fmt: skip
NOTED = {"search": "uses", "health": "the visit", "recall": ""}
"""What the command records and a request that only reads does not."""


def told_of(event: AuditEvent) -> tuple[object, ...]:
    return event.actor, event.action, event.subject, event.before, event.after, event.undoes


def plain(told: object) -> object:
    if isinstance(told, dict):
        return {name: plain(value) for name, value in told.items() if name not in TIMES}
    return [plain(one) for one in told] if isinstance(told, list) else told


@pytest.mark.parametrize("name", ROWS)
async def test_http_does_what_the_command_line_does_in_an_agents_shell(
    name: str,
    world: World,
    library: Store,
    home: Path,
    serving: Callable[[], Asked],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    """The answer, the refusal with its exit code, and the log with actor, subject, before and after."""
    row = ROWS[name]
    library.close()
    agents_shell(monkeypatch, "AGENT", "http")
    assert run(["add", OWN, "--project", KEY, "--json"]) == 0
    own = json.loads(capsys.readouterr().out)["id"]
    with open_store(home) as store:
        since = store.audit.seqs(1)[0]
    copy = home.parent / "copy" / home.name
    shutil.copytree(home, copy)
    capsys.readouterr()
    code = run([*row.line(world, own), "--json"])
    by_line = json.loads(capsys.readouterr().out)
    log_of_line = log_since(home, since)
    remove_folder(home)
    copy.rename(home)
    monkeypatch.delenv("AGENT")
    values = row.values(world, own)
    if BY_PATH[row.path].method == "GET":
        reply = await serving()("GET", row.path, query=words(values))
    else:
        reply = await serving()("POST", row.path, json.dumps(values).encode())
    if "error" in by_line:
        assert reply.told["error"]["exit_code"] == code
    else:
        assert reply.status == 200, reply.body
        told = {name: value for name, value in reply.told.items() if name != "notices"}
        assert plain(told) == plain(by_line)
    found = log_since(home, since)
    assert found == ([] if name in NOTED else log_of_line)
    assert {actor for actor, *_ in found} <= {"agent:http", "consolidation"}


def log_since(home: Path, seq: int) -> list[tuple[object, ...]]:
    with open_store(home) as store:
        return [told_of(event) for event in store.audit.after(seq, 1000)]

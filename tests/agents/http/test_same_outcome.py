"""The same verb over HTTP and by the command line in an agent's shell: one answer, one log.

Each row does one thing twice, on two equal stores, at one fixed moment: over HTTP as the agent that HTTP is, and by a
command where `AGENT` names the same one.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lore.agents.http.routes import BY_PATH, LIST
from lore.cli.program import run
from lore.model import AuditEvent
from lore.platform import remove_folder
from lore.store import Store, open_store
from support import sample_store
from support.agents_shell import agents_shell
from support.face_world import World
from support.http_api import Asked, words

Captured = pytest.CaptureFixture[str]
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
    "facts": Row("/facts", lambda w, own: {}, lambda w, own: ["facts"]),
    "some facts": Row(
        "/facts",
        lambda w, own: {"kinds": ["decision", "lesson"], "project": KEY, "limit": 2},
        lambda w, own: ["facts", "--kind", "decision", "--kind", "lesson", "--project", KEY, "--limit", "2"],
    ),
    "fact": Row("/fact", lambda w, own: {"fact": w.fact}, lambda w, own: ["show", w.fact]),
    "categories": Row("/categories", lambda w, own: {}, lambda w, own: ["category"]),
    "category": Row("/category", lambda w, own: {"name": "rules"}, lambda w, own: ["category", "show", "rules"]),
    "history": Row("/history", lambda w, own: {"thing": w.away}, lambda w, own: ["history", w.away]),
    "add": Row(
        "/add",
        lambda w, own: {"text": "The queue is drained at night", "project": KEY, "kind": "decision", "tags": ["ops"]},
        lambda w, own: [
            "add", "The queue is drained at night", "--project", KEY, "--kind", "decision", "--tag", "ops",
        ],
    ),
    "add what is known": Row(
        "/add", lambda w, own: {"text": OWN, "project": KEY}, lambda w, own: ["add", OWN, "--project", KEY]
    ),
    "add pinned": Row(
        "/add",
        lambda w, own: {"text": "The queue is drained at night", "project": KEY, "pinned": True},
        lambda w, own: ["add", "The queue is drained at night", "--project", KEY, "--pin", "--yes"],
    ),
    "update": Row(
        "/update",
        lambda w, own: {"fact": own, "text": "Deploys go out on Wednesdays"},
        lambda w, own: ["edit", own, "Deploys go out on Wednesdays"],
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
    "propose": Row("/propose", lambda w, own: {"facts": [own]}, lambda w, own: ["propose", own]),
    "review": Row("/review", lambda w, own: {"limit": 2}, lambda w, own: ["review", "list", "--limit", "2"]),
    "undo": Row("/undo", lambda w, own: {}, lambda w, own: ["undo"]),
    "undo the person's": Row(
        "/undo", lambda w, own: {"by": "person", "agreed": True}, lambda w, own: ["undo", "--by", "person", "--yes"]
    ),
    "consolidate": Row("/consolidate", lambda w, own: {}, lambda w, own: ["consolidate"]),
    "audit": Row("/audit", lambda w, own: {"limit": 4}, lambda w, own: ["log", "--limit", "4"]),
    "sources": Row("/sources", lambda w, own: {}, lambda w, own: ["sessions", "list"]),
    "source": Row("/source", lambda w, own: {"session": "s1"}, lambda w, own: ["sessions", "show", "s1"]),
    "health": Row("/health", lambda w, own: {}, lambda w, own: ["doctor"]),
    "stats": Row("/stats", lambda w, own: {}, lambda w, own: ["stats"]),
    "context": Row("/context", lambda w, own: {"project": KEY}, lambda w, own: ["context", "--project", KEY]),
    "recall": Row(
        "/recall",
        lambda w, own: {"prompt": "may the importer write its temporary files below /tmp?", "project": KEY},
        lambda w, own: ["recall", "may the importer write its temporary files below /tmp?", "--project", KEY],
    ),
}  # fmt: skip
WITHOUT_LINE = {"/extract", "/files", "/prompt"}
"""No command has them in JSON: the tests beside this one say what they do."""
NOTED = {"search": "uses", "health": "the visit", "stats": "the figures of the day", "recall": ""}
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


def test_every_route_has_a_row() -> None:
    assert {route.path for route in LIST} == {row.path for row in ROWS.values()} | WITHOUT_LINE

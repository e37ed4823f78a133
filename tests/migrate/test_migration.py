"""Taking over the memories of other tools: tainted, with where they came from, once."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lore.errors import LoreError
from lore.history import undo_run
from lore.memory import decisions
from lore.migrate import SOURCES, MigrationSummary, Options, migrate, source_named
from lore.model import Evidence, Fact, Kind, Layer, Project, Role, Session
from lore.progress import Reporter
from lore.store import FactFilter, Store
from support.examples import crossed
from support.other_stores import CLAUDE_MEM, ENGRAM, MEM0, NAN_FORGET, database
from support.person import approve


def take(store: Store, name: str, path: Path, warned: list[str] | None = None, **options: object) -> MigrationSummary:
    dry_run = bool(options.pop("dry_run", False))
    reporter = Reporter(lambda error: warned.append(error.message) if warned is not None else None)
    return migrate(store, source_named(name), path, Options(**options), told=reporter, dry_run=dry_run)  # type: ignore[arg-type]


def facts(store: Store) -> dict[str, Fact]:
    return {fact.text: fact for fact in store.facts.select(FactFilter())}


def evidence(store: Store, fact: Fact) -> Evidence:
    [found] = store.facts.evidence([fact.id])[fact.id]
    return found


def test_engram(store: Store, tmp_path: Path) -> None:
    """Observations become facts; their parts find their places; summaries and deleted ones stay behind."""
    summary = take(store, "engram", database(tmp_path / "engram.db", ENGRAM))
    assert (summary.added, summary.skipped) == (3, {"a summary of a session": 1, "deleted there": 1})
    found = facts(store)
    fixed = found["Fixed N+1 query in the user list: Load the roles with one join."]
    assert (fixed.kind, fixed.project, fixed.layer, fixed.created_at) == (
        Kind.SOLUTION, "shop", Layer.PROJECT, "2026-01-05T10:00:00Z",
    )  # fmt: skip
    assert (fixed.problem, fixed.solution, fixed.files) == (
        "The list took four seconds.", "The ORM loads lazily by default.", ("src/users/list.py", "api.py"),
    )  # fmt: skip
    assert evidence(store, fixed).quote.startswith("**What**: Load the roles")
    assert (evidence(store, fixed).session, evidence(store, fixed).source_id) == ("s-1", "observation:1")
    personal = found["Answers: Keep answers short."]
    assert (personal.kind, personal.layer, personal.project) == (Kind.PREFERENCE, Layer.USER, None)
    assert found["A thing: The queue is drained at night."].tags == ("oddity",)


def test_claude_mem(store: Store, tmp_path: Path) -> None:
    """Each fact of an observation by itself, under the agent's own session; directives; changes as one event."""
    summary = take(store, "claude-mem", database(tmp_path / "claude-mem.db", CLAUDE_MEM))
    assert summary.kinds == {"lesson": 2, "event": 1, "preference": 1, "convention": 1}
    assert summary.skipped == {"put away there": 1, "an observation without a text": 1}
    login = facts(store)["Login tokens live for 15 minutes"]
    assert (evidence(store, login).session, evidence(store, login).agent) == ("claude-session", "claude-mem")
    assert (login.concepts, login.files) == (("auth",), ("src/auth.py",))
    assert "Renamed the worker: In one file" in facts(store)


def test_claude_mem_before_its_columns_were_renamed(store: Store, tmp_path: Path) -> None:
    """Sessions were called otherwise then; there were no directives."""
    older = CLAUDE_MEM.split("CREATE TABLE directives")[0] + CLAUDE_MEM[CLAUDE_MEM.index("INSERT INTO sdk_sessions") :]
    older = older.replace("memory_session_id", "sdk_session_id").replace("content_session_id", "claude_session_id")
    path = database(tmp_path / "claude-mem.db", older[: older.index("INSERT INTO directives")])
    assert take(store, "claude-mem", path).added == 3
    assert evidence(store, facts(store)["Login tokens live for 15 minutes"]).session == "claude-session"


def test_nan_forget(store: Store, tmp_path: Path) -> None:
    """Structured fields are kept; what was archived there stays behind; preferences belong to the person."""
    summary = take(store, "nan-forget", database(tmp_path / "memories.db", NAN_FORGET))
    assert (summary.added, summary.skipped) == (2, {"put away there": 1})
    stored = facts(store)["Sessions are stored in Redis."]
    assert (stored.kind, stored.problem, stored.solution) == (Kind.DECISION, "Logins were lost", "Use Redis")
    assert (stored.files, stored.concepts, stored.tags) == (("app.py",), ("auth",), ("infra",))
    assert stored.expires_at == "2027-01-01T00:00:00Z"
    assert facts(store)["I like short answers."].layer is Layer.USER


def test_mem0_history(store: Store, tmp_path: Path) -> None:
    summary = take(store, "mem0", database(tmp_path / "history.db", MEM0))
    assert (list(facts(store)), summary.skipped) == (["Likes pnpm better than npm"], {"deleted there": 1})
    assert facts(store)["Likes pnpm better than npm"].created_at == "2026-01-03T00:00:00Z"


POINT = {"id": "p1", "payload": {"data": "Uses tabs for Go", "hash": "h", "created_at": "2026-01-01T00:00:00+00:00"}}
LISTED = {"id": "p2", "memory": "Likes hiking in autumn", "metadata": {"category": "hobbies"}, "user_id": "me"}


@pytest.mark.parametrize(
    "export",
    [
        json.dumps({"result": {"points": [POINT, LISTED], "next_page_offset": None}, "status": "ok"}),
        json.dumps({"results": [POINT, LISTED]}),
        json.dumps([POINT, LISTED]),
        "\n".join(json.dumps(one) for one in (POINT, LISTED)),
    ],
)
def test_mem0_exports(store: Store, tmp_path: Path, export: str) -> None:
    file = tmp_path / "export.json"
    file.write_text(export)
    assert take(store, "mem0", file).added == 2
    assert facts(store)["Likes hiking in autumn"].tags == ("hobbies",)


def test_basic_memory(store: Store, tmp_path: Path) -> None:
    note = tmp_path / "notes" / "auth.md"
    note.parent.mkdir()
    note.write_text(
        "---\ntitle: Authentication Design\ntags: [auth, backend]\npermalink: auth-design\n---\n\n# Authentication\n\n"
        "## Observations\n- [decision] Use JWT for stateless login #security (agreed in May)\n"
        "- [constraint] Tokens expire after 15 minutes\n- [ ] write the tests\n- [approach] Cookies are http-only\n\n"
        "## Relations\n- implements [[API Security]]\n"
    )
    summary = take(store, "basic-memory", tmp_path / "notes")
    found = facts(store)
    assert set(found) == {
        "Authentication Design: Use JWT for stateless login",
        "Authentication Design: Tokens expire after 15 minutes",
        "Authentication Design: Cookies are http-only",
    }
    jwt = found["Authentication Design: Use JWT for stateless login"]
    assert (jwt.kind, jwt.tags) == (Kind.DECISION, ("auth", "backend", "security"))
    assert evidence(store, jwt).quote == "[decision] Use JWT for stateless login #security (agreed in May)"
    assert found["Authentication Design: Tokens expire after 15 minutes"].kind is Kind.CONVENTION
    assert summary.skipped == {"a link between two notes": 1}


TOPIC = """---
name: no-mocks
description: "Integration tests use a real database"
metadata:
  node_type: memory
  type: feedback
  originSessionId: 5da15695-411e-4859-a37b-b739ede023ae
  modified: 2026-07-29T13:16:34.420Z
---

Never mock the database in **integration tests**; see [[test-setup]].

**Why:** a mocked test passed while the migration was broken.

**How to apply:** start the container first.
"""


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A repository with the memory folder of Claude Code and the instruction files of several agents."""
    repository = tmp_path / "shop"
    folder = repository / "memory"
    folder.mkdir(parents=True)
    (folder / "feedback_no_mocks.md").write_text(TOPIC)
    (folder / "user_role.md").write_text(
        "---\nname: role\ndescription: The user works on billing\ntype: user\n---\n# Role\n\n- one\n"
    )
    (folder / "MEMORY.md").write_text(
        "# Memory\n- [No mocks](feedback_no_mocks.md) — real database only\n- The staging host is stage.shop.test\n"
    )
    (repository / "CLAUDE.md").write_text(
        "# Shop\n\nA web shop.\n\n- Use pnpm, not npm\n- Files live in `src`\n- Staging listens on port 5433\n\n"
        "```\n- Always use tabs\n```\n"
        "<!-- lore:begin conventions v1 0123456789abcdef 0 -->\n- Always run make check\n"
        "<!-- lore:end conventions -->\n"
    )
    rules = repository / ".cursor" / "rules"
    rules.mkdir(parents=True)
    (rules / "style.mdc").write_text("---\nglobs: *.ts,**/*.tsx\nalwaysApply: true\n---\n\n- Prefer small functions\n")
    return repository


def test_memory_files(store: Store, memory: Path) -> None:
    """A topic file is one fact, an index adds none; of instructions rules and ports; what Lore wrote never."""
    summary = take(store, "memory-files", memory)
    found = facts(store)
    assert set(found) == {
        "Never mock the database in integration tests; see test-setup.",
        "The user works on billing",
        "The staging host is stage.shop.test",
        "Use pnpm, not npm",
        "Staging listens on port 5433",
        "Prefer small functions",
    }
    assert found["Staging listens on port 5433"].kind is Kind.SYSTEM
    feedback = found["Never mock the database in integration tests; see test-setup."]
    assert (feedback.kind, feedback.layer, feedback.concepts) == (
        Kind.CORRECTION, Layer.USER_PROJECT, ("test-setup",),
    )  # fmt: skip
    assert (feedback.problem, feedback.solution) == (
        "a mocked test passed while the migration was broken.", "start the container first.",
    )  # fmt: skip
    assert evidence(store, feedback).session == "5da15695-411e-4859-a37b-b739ede023ae"
    assert evidence(store, feedback).role is Role.FILE
    assert evidence(store, feedback).quote == "Never mock the database in **integration tests**; see [[test-setup]]."
    assert (found["The user works on billing"].kind, found["The user works on billing"].layer) == (
        Kind.IDENTITY, Layer.USER,
    )  # fmt: skip
    assert {found[text].kind for text in ("Use pnpm, not npm", "Prefer small functions")} == {Kind.CONVENTION}
    assert summary.skipped == {"an entry of the index": 1, "a description, not a rule": 2}


def test_a_memory_belongs_to_the_project_of_its_session(store: Store, memory: Path) -> None:
    with store.write("import") as transaction:
        session = Session("5da15695-411e-4859-a37b-b739ede023ae", "claude-code", project="github.com/me/shop")
        store.sessions.put(transaction, session)
    take(store, "memory-files", memory / "memory" / "feedback_no_mocks.md")
    [fact] = store.facts.select()
    assert fact.project == "github.com/me/shop"


def test_openclaw(store: Store, tmp_path: Path) -> None:
    """What it knows of the person, what it keeps for good, what happened on a day; not who it is to be."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "USER.md").write_text("# USER.md\n- **Timezone:** the user works in UTC plus two\n")
    (tmp_path / "MEMORY.md").write_text("## Decisions\n- Backups go to the second disk\n")
    (tmp_path / "SOUL.md").write_text("- Be genuinely helpful at all times\n")
    (tmp_path / "memory" / "2026-03-01.md").write_text("- The router was replaced by a new one\n")
    take(store, "openclaw", tmp_path)
    assert {text: (fact.kind, fact.layer) for text, fact in facts(store).items()} == {
        "Timezone: the user works in UTC plus two": (Kind.IDENTITY, Layer.USER),
        "Backups go to the second disk": (Kind.DECISION, Layer.USER),
        "The router was replaced by a new one": (Kind.NOTE, Layer.USER),
    }
    assert facts(store)["The router was replaced by a new one"].created_at == "2026-03-01T00:00:00Z"


def test_what_comes_in_is_tainted_and_comes_in_once(store: Store, tmp_path: Path) -> None:
    """Running it again writes nothing at all; one undo takes it back, and then it can come again."""
    path = database(tmp_path / "engram.db", ENGRAM)
    first = take(store, "engram", path)
    assert all(fact.tainted and fact.approved_at is None for fact in store.facts.select())
    events = store.audit.count()
    second = take(store, "engram", path)
    assert (second.added, second.known, second.run, store.audit.count()) == (0, 3, None, events)
    assert first.run is not None
    undo_run(store, first.run, "person")
    assert store.facts.count() == 0
    assert take(store, "engram", path).added == 3


def test_a_preview_writes_nothing(store: Store, tmp_path: Path) -> None:
    """It counts what would come in."""
    path = database(tmp_path / "engram.db", ENGRAM)
    events = store.audit.count()
    summary = take(store, "engram", path, dry_run=True)
    assert (summary.added, summary.run, store.facts.count(), store.audit.count()) == (3, None, 0, events)


def test_a_person_can_approve_it_in_bulk(store: Store, tmp_path: Path) -> None:
    """Proposed with the import or later, each once; events are no rules; approval takes the taint away."""
    path = database(tmp_path / "claude-mem.db", CLAUDE_MEM)
    assert take(store, "claude-mem", path).proposed == 0
    assert take(store, "claude-mem", path, propose=True).proposed == 4
    assert take(store, "claude-mem", path, propose=True).run is None
    decided = [approve(store, name) for name in decisions.queue(store)]
    assert len(decided) == 4
    assert not any(decision.fact.tainted for decision in decided)


def test_secrets_and_hidden_characters_do_not_come_in(store: Store, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    path = database(tmp_path / "engram.db", ENGRAM.replace("Keep answers short.", f"Use {token} always.\x1b[2J"))
    take(store, "engram", path)
    store.close()
    written = b"".join(part.read_bytes() for part in store.folder.glob("lore.db*"))
    assert token.encode() not in written
    assert b"\x1b[2J" not in written


def test_a_name_stands_for_the_known_project_that_bears_it(store: Store, tmp_path: Path) -> None:
    with store.write("person") as transaction:
        store.projects.put(transaction, Project("github.com/me/shop", "remote"))
    path = database(tmp_path / "engram.db", ENGRAM)
    take(store, "engram", path)
    assert {fact.project for fact in store.facts.select()} == {"github.com/me/shop", None}
    other = take(store, "engram", path, project="elsewhere")
    assert other.added == 2


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_what_is_not_its_store_is_refused_in_plain_words(store: Store, source: object, tmp_path: Path) -> None:
    """A missing path, an empty folder, another tool's database, a damaged one: an error, and nothing is written."""
    (tmp_path / "empty").mkdir()
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    other = database(tmp_path / "other.db", "CREATE TABLE t (a);")
    name = source.name  # type: ignore[attr-defined]
    for path in (tmp_path / "missing", tmp_path / "empty", noise, other):
        if name == "memory-files" and path in (noise, other):
            continue
        with pytest.raises(LoreError) as caught:
            take(store, name, path)
        assert caught.value.hint
    assert store.facts.count() == 0


def test_a_file_that_cannot_be_read_is_named(store: Store, memory: Path) -> None:
    (memory / "AGENTS.md").write_bytes(b"\x00\x01")
    warned: list[str] = []
    summary = take(store, "memory-files", memory, warned)
    assert summary.unreadable == 1
    assert warned == [f"{memory}/AGENTS.md: `{memory}/AGENTS.md` is binary, not text"]
    assert summary.added == 6


def test_a_hostile_page_takes_no_longer_than_its_length(tmp_path: Path, store: Store) -> None:
    file = tmp_path / "CLAUDE.md"
    for text in (
        "<!--" * 100_000,
        "**a " * 200_000,
        "[a](" * 100_000,
        "<lore-x>" * 100_000,
        "- " * 300_000,
        "#" * 500_000,
    ):
        file.write_text(text)
        assert take(store, "memory-files", file).added == 0
    file.write_text("x" * 3_000_000)
    assert take(store, "memory-files", file).unreadable == 1


PLAIN = (
    "Use pnpm.", "Always run the tests before a commit.", "Open a draft PR for every change.", "Never force-push.",
    "We use conventional commits.", "Keep functions short.", "Indent with 4 spaces.", "Write tests first.",
    "Do not edit generated files.", "Prefer small modules.",
)  # fmt: skip


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("mark", "name", "rules"),
    crossed(
        ["- ", "* ", "1. ", "- **", "+ "],
        ["CLAUDE.md", "AGENTS.md", ".cursorrules"],
        [PLAIN, PLAIN[::2], PLAIN[:1], (PLAIN[0], PLAIN[2])],
    ),
)
def test_a_list_of_rules_loses_none(mark: str, name: str, rules: Sequence[str], store: Store, tmp_path: Path) -> None:
    end = "**" if "**" in mark else ""
    (tmp_path / name).write_text("# Rules\n\n" + "".join(f"{mark}{rule}{end}\n" for rule in rules))
    summary = take(store, "memory-files", tmp_path / name)
    assert (summary.added, summary.skipped) == (len(rules), {})
    assert {fact.text for fact in store.facts.select()} == set(rules)


LEFT = {
    "The engine lives beside the terminal app and talks to it.": "a description, not a rule",
    "- [ ] Write the docs": "a task",
    "- pnpm": "a name or a link",
    "- Rules for tests:": "a title of what follows",
    "- " + "word " * 100: "longer than a statement",
}


def test_what_is_left_out_is_counted_and_listed(store: Store, tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("- Use pnpm.\n\n" + "\n\n".join(LEFT) + "\n")
    summary = take(store, "memory-files", tmp_path / "AGENTS.md", dry_run=True)
    assert summary.added == 1
    assert summary.skipped == dict.fromkeys(LEFT.values(), 1)
    assert [reason for reason, _ in summary.left_out] == list(LEFT.values())


def test_mem0_without_ids(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "memories.json"
    path.write_text(json.dumps([{"memory": "good one"}, {"memory": "another one"}, {"id": 3}]))
    summary = take(store, "mem0", path)
    assert (summary.added, summary.unreadable) == (2, 1)
    again = take(store, "mem0", path)
    assert (again.added, again.known) == (0, 2)

"""What the sessions of a project show: what runs before a commit, what helped when a command failed."""

from dataclasses import replace

import pytest

from lore.consolidate import consolidate
from lore.consolidate.commands import commands
from lore.consolidate.observed import checks, repairs, steps
from lore.history import undo_run
from lore.memory import editing
from lore.model import Clean, Event, EventKind, Fact, Kind, Origin, Session, Status
from lore.store import FactFilter, Store
from support.person import approve, reject
from support.standing import standing_rules

WEB = "github.com/me/web"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("bun run lint 2>&1 | tail -5", ["bun run lint"]),
        ("cd /w/shop && uv run pytest -q tests/x.py", ["cd", "uv run pytest"]),
        ("CI=1 sudo npm run build; ls", ["npm run build", "ls"]),
        ("python -m pytest tests", ["python -m pytest"]),
        ("./scripts/check.sh --all", ["check.sh"]),
        ("git -C /w/shop commit -m 'add && remove; commit'", ["git commit"]),
        ("git add . && git commit -m \"$(cat <<'EOF'\nRun && go\nEOF\n)\"", ["git add", "git commit"]),
        ("go test ./... > out.txt", ["go test"]),
        ("", []),
    ],
)
def test_a_line_is_read_as_commands(line: str, names: list[str]) -> None:
    """Without folders, settings, options, arguments, filters, redirections and texts."""
    assert [command.name for command in commands(line)] == names


def happened(session: str, *lines: str) -> list[Event]:
    """A session: `edit PATH` changes a file, `! COMMAND` fails with what stands behind `#`."""
    events = []
    for place, line in enumerate(lines):
        name, at = f"{session}-{place}", f"2026-03-01T10:{place:02d}:00Z"
        words, _, error = line.removeprefix("! ").partition(" # ")
        if line.startswith("edit "):
            events.append(Event(session, name, EventKind.FILE_CHANGE, Clean(words[5:]), at=at))
            continue
        events.append(Event(session, name, EventKind.COMMAND, Clean(words), Clean(words), at))
        if line.startswith("! "):
            failed = Clean(f"Exit code 1\n{error or 'error: failed'}")
            events.append(Event(session, f"{name}:error", EventKind.ERROR, Clean("Bash"), failed, at))
    return events


def read(*sessions: list[Event]) -> dict[str, list]:  # type: ignore[type-arg]
    return {events[0].session: steps(events, "/w/shop") for events in sessions}


DONE = ("edit a.py", "uv run lint", "uv run test", "git commit -m x")


def test_what_runs_before_commits_is_told_in_order() -> None:
    """Of all commits that hold a change; a failed run, a failed commit and a commit without a change do not count."""
    found = checks(
        read(
            happened("s1", *DONE, "edit b.py", "uv run lint", "uv run test", "git commit -m y"),
            happened("s2", "edit a.py", "uv run lint", "ls", "! git commit -m x", "uv run test", "git commit -m x"),
            happened("s3", "git commit -m z", "edit c.py", "! uv run lint", "git commit -m w"),
        )
    )
    assert found is not None
    assert (found.names, found.commits, found.of) == (("uv run lint", "uv run test"), 3, 4)


@pytest.mark.parametrize(
    "sessions",
    [
        [happened("s1", *DONE, *DONE, *DONE)],
        [happened("s1", *DONE), happened("s2", *DONE)],
        [happened(f"s{day}", "edit a.py", "ls -l", "git status", "git commit -m x") for day in range(4)],
        [happened(f"s{day}", "edit a.py", *(["uv run lint"] * (day % 2)), "git commit -m x") for day in range(6)],
    ],
)
def test_what_is_no_habit(sessions: list[list[Event]]) -> None:
    """One session, two commits, commands that only look, less than most commits."""
    assert checks(read(*sessions)) is None


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["! uv run lint # error: unsorted", "uv run lint --fix", "uv run lint"], []),
        (["! uv run lint # error: unsorted", "uv run fix", "uv run lint"], [("uv run lint", "uv run fix")]),
        (["! uv run lint", "edit /w/shop/pyproject.toml", "uv run lint"], [("uv run lint", "pyproject.toml")]),
        (["! rtk uv run lint # unknown subcommand", "uv run lint"], [("rtk uv run lint", "uv run lint")]),
        (["! git commit -m x", "rm -rf /w/shop/tmp/old/{s}", "git commit -m x"], []),
        (["! uv run lint", "git checkout -- a.py", "uv run lint"], []),
        (["! git commit -m x", "rm {s}", "git commit -m x"], []),
        (["! uv run lint", "uv run fix", "! uv run lint"], []),
        (["uv run fix", "uv run fix", "uv run fix", "uv run fix", "! uv run lint", "uv run fix", "uv run lint"], []),
    ],
)  # fmt: skip
def test_what_helped_after_a_failure(lines: list[str], told: list[tuple[str, str]]) -> None:
    """What came between a failure and the next success in two sessions; not what runs all the time."""
    sessions = [happened(name, *(line.format(s=name) for line in lines)) for name in ("s1", "s2")]
    assert [(repair.failing, repair.by) for repair in repairs(read(*sessions))] == told
    assert repairs(read(sessions[0])) == []


def keep(store: Store, *sessions: list[Event]) -> None:
    with store.write("hook") as transaction:
        for events in sessions:
            store.sessions.put(transaction, Session(events[0].session, "codex", project=WEB, cwd=Clean("/w/shop")))
            store.sessions.add_events(transaction, events[0].session, events)


def observed(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=tuple(Status), tags=("observed",)))


def test_it_is_one_fact_that_waits_for_a_person_and_counts_on(store: Store) -> None:
    """Tainted, so no agent is given it; more commits change its words and add quotations, nothing else."""
    keep(store, happened("s1", *DONE, *DONE), happened("s2", *DONE))
    done = consolidate(store)
    (fact,) = observed(store)
    assert (fact.kind, fact.tainted, fact.project, fact.origin) == (Kind.CONVENTION, True, WEB, Origin.SEEN)
    assert fact.text == "Before a commit: `uv run lint`, then `uv run test` (before 3 of 3 commits)."
    assert standing_rules(store, WEB) == []
    events = store.audit.count()
    assert not any(consolidate(store).counts.values())
    assert store.audit.count() == events
    keep(store, happened("s3", *DONE, "edit b.py", "git commit -m y"))
    consolidate(store)
    (again,) = observed(store)
    assert (again.id, again.text[-24:]) == (fact.id, "(before 4 of 5 commits).")
    assert len(store.facts.evidence([fact.id])[fact.id]) == 4
    assert done.counts["observe"] == 1


def test_the_whole_run_is_undone(store: Store) -> None:
    keep(store, happened("s1", *DONE, *DONE), happened("s2", *DONE))
    undo_run(store, consolidate(store).run)
    assert observed(store) == []
    assert consolidate(store).counts["observe"] == 1


def test_a_fork_adds_no_commit(store: Store) -> None:
    """Its events are those of the session that it was forked from."""
    first = happened("s1", *DONE, *DONE)
    keep(store, first, [replace(event, session="fork") for event in first])
    assert consolidate(store).counts["observe"] == 0


def test_a_person_says_whether_it_is_so(store: Store) -> None:
    """Approved, it stands with the words that were approved; turned down, it does not come back."""
    lines = ("! uv run lint", "uv run fix", "uv run lint", *DONE)
    keep(store, *(happened(name, *lines) for name in ("s1", "s2", "s3")))
    consolidate(store)
    facts = {fact.kind: fact for fact in observed(store)}
    rule, repair = facts[Kind.CONVENTION], facts[Kind.SOLUTION]
    approve(store, editing.propose(store, rule.id, actor="person").id)
    reject(store, [editing.propose(store, repair.id, actor="person").id])
    keep(store, happened("s4", *lines))
    consolidate(store)
    kept = {fact.id: fact for fact in observed(store)}
    assert (kept[rule.id].text, kept[rule.id].tainted) == (rule.text, False)
    assert kept[repair.id].status is Status.REJECTED
    assert len(kept) == 2

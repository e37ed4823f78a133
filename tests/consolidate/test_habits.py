"""What the sessions of a project show of its commands: what runs before a commit, and what recurs as a skill."""

from dataclasses import replace
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.consolidate import Ran, consolidate, steps
from lore.consolidate.habits import OBSERVED, before_commits, commands, recurring, windows
from lore.consolidate.pipeline import STEPS
from lore.history import undo_run
from lore.memory import ROUTINE, editing, review_card
from lore.model import CandidateKind, Clean, Event, EventKind, Fact, Kind, Origin, Session, Status
from lore.store import FactFilter, Store
from support.person import approve, me, reject
from support.publishing import make_repository
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
    assert list(commands(line)) == names


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


def read(*sessions: list[Event]) -> dict[str, list[Ran]]:
    return {events[0].session: steps(events) for events in sessions}


DONE = ("edit a.py", "uv run lint", "uv run test", "git commit -m x")
RELEASE = ("bun run build", "bun run notes", "npm publish")
TOLD = "`bun run build`, then `bun run notes`, then `npm publish`"


def test_what_runs_before_commits_is_told_in_order() -> None:
    """Of all commits that hold a change; a failed run, a failed commit and a commit without a change do not count."""
    sessions = read(
        happened("s1", *DONE, "edit b.py", "uv run lint", "uv run test", "git commit -m y"),
        happened("s2", "edit a.py", "uv run lint", "ls", "! git commit -m x", "uv run test", "git commit -m x"),
        happened("s3", "git commit -m z", "edit c.py", "! uv run lint", "git commit -m w"),
    )
    commits = list(windows(sessions))
    names, seen = before_commits(commits)
    assert (names, len(seen), len(commits)) == (("uv run lint", "uv run test"), 3, 4)


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
    assert before_commits(list(windows(read(*sessions)))) == ((), ())


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
    first = happened("s1", *DONE, *DONE)
    keep(store, first, [replace(event, session="fork") for event in first])
    assert consolidate(store).counts["observe"] == 0


def test_a_person_says_whether_it_is_so(store: Store) -> None:
    """Approved, it stands with the words that were approved; turned down, it does not come back."""
    keep(store, *(happened(f"s{day}", *DONE, *RELEASE) for day in range(5)))
    consolidate(store)
    ((rule,), (routine,)) = (
        [fact for fact in observed(store) if (ROUTINE in fact.tags) is one] for one in (False, True)
    )
    approve(store, editing.propose(store, rule.id, actor="person").id)
    reject(store, [editing.propose(store, routine.id, actor="person").id])
    keep(store, happened("s6", *DONE, *RELEASE))
    consolidate(store)
    kept = {fact.id: fact for fact in observed(store)}
    assert (kept[rule.id].text, kept[rule.id].tainted) == (rule.text, False)
    assert kept[routine.id].status is Status.REJECTED
    assert len(kept) == 2


@pytest.mark.parametrize("approved", [False, True])
def test_what_an_earlier_version_counted_is_kept(store: Store, approved: bool) -> None:
    text = Clean("When `uv run lint` failed, `uv run fix` helped (in 2 sessions).")
    keep(store, happened("s1", *DONE))
    with store.write("consolidation") as transaction:
        fact = Fact(
            "", text, Kind.SOLUTION, project=WEB, tainted=True, tags=(OBSERVED,), concepts=(Clean("uv run fix"),)
        )
        fact = store.facts.add(transaction, fact)
    if approved:
        actions.approve(Engine(store, person=me()), fact.id)
    consolidate(store)
    (after,) = observed(store)
    assert (after.id, after.text) == (fact.id, text)
    assert after.status is (Status.ACTIVE if approved else Status.ARCHIVED)


@pytest.mark.parametrize(
    ("sessions", "told"),
    [
        ([RELEASE] * 5, [RELEASE]),
        ([RELEASE] * 4, []),
        ([("bun run build", "ls", "git status", "bun run build", "bun run notes", "npm publish")] * 5, [RELEASE]),
        ([("bun run build", "! bun run notes", "bun run notes", "npm publish")] * 5, [RELEASE]),
        ([("bun run build", "! bun run notes", "npm publish")] * 5, []),
        ([("git pull", "git checkout x", "git add a", "git commit -m b", "git push")] * 5, []),
        ([("rtk git diff", "bun run build", "bun run notes", "rtk git push")] * 5,
         [("bun run build", "bun run notes", "git push")]),
        ([(*RELEASE, "git push")] * 5, [(*RELEASE, "git push")]),
        ([(*RELEASE, "git push")] * 5 + [RELEASE] * 1, [RELEASE]),
        ([("bun run lint", "bun run test", "git commit -m x")] * 5, []),
        ([("uv run a", "uv run b") * 4] * 5, []),
        ([RELEASE, ("uv run x", "uv run y", "uv run z")] * 5, [RELEASE, ("uv run x", "uv run y", "uv run z")]),
    ],
)  # fmt: skip
def test_what_is_a_routine(sessions: list[tuple[str, ...]], told: list[tuple[str, ...]]) -> None:
    """Not what only looks, failed, handles versions alone or runs before each commit; the longest of equals."""
    ran = read(*(happened(f"s{place}", *lines) for place, lines in enumerate(sessions)))
    assert [names for names, _ in recurring(ran, ("bun run lint", "bun run test"))] == told


def kept(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=tuple(Status), tags=(ROUTINE,)))


def test_what_recurs_is_one_fact_that_no_agent_is_given(store: Store) -> None:
    """A further session changes its count, nothing else; a night that is repeated changes nothing."""
    keep(store, *(happened(f"s{day}", *RELEASE) for day in range(5)))
    consolidate(store)
    (first,) = kept(store)
    assert (first.text, first.tainted) == (f"Recurring steps: {TOLD} (in 5 sessions).", True)
    assert actions.context(Engine(store), project=WEB).items == ()
    assert store.candidates.select() == []
    keep(store, happened("s6", *RELEASE))
    consolidate(store)
    (second,) = kept(store)
    assert (second.id, second.text) == (first.id, f"Recurring steps: {TOLD} (in 6 sessions).")
    before = store.cursor()
    assert consolidate(store).counts["observe"] == 0
    assert store.facts.get(second.id).rev == second.rev
    assert store.cursor() == before


@pytest.mark.parametrize("tags", [(OBSERVED,), ()])
def test_what_was_counted_is_not_held_against_each_other(store: Store, tags: tuple[Clean, ...]) -> None:
    for text in (
        "Recurring steps: `mise run fmt`, then `mise run lint`, then `mise run test` (in 4 sessions).",
        "Before a commit: `mise run fmt`, then `mise run lint` (before 3 of 5 commits).",
    ):
        with store.write("consolidation") as transaction:
            store.facts.add(transaction, Fact("", Clean(text), Kind.CONVENTION, project=WEB, tainted=True, tags=tags))
    compared = [step for step in STEPS if step.name in ("merge", "settle")]
    counts = consolidate(store, Engine(store).embedder, steps=compared).counts
    assert counts == {"merge": 0, "settle": 0}


def test_confirmed_and_approved_it_is_published_as_a_skill(store: Store, tmp_path: Path) -> None:
    keep(store, *(happened(f"s{day}", *RELEASE) for day in range(5)))
    consolidate(store)
    (routine,) = kept(store)
    engine = Engine(store, person=me())
    actions.approve(engine, routine.id)
    consolidate(store)
    assert store.candidates.select() == []
    actions.propose(engine, [routine.id])
    (waiting,) = store.candidates.select()
    assert (waiting.kind, waiting.fact) == (CandidateKind.SKILL, routine.id)
    assert "becomes a skill" in review_card(store, waiting.id).consequence
    approve(store, waiting.id)
    actions.change_settings(engine, {"publish.targets": "skills"})
    root = make_repository(tmp_path / "web")
    actions.publish(engine, root=root, new_root=True)
    assert TOLD in (root / ".claude/skills/project-procedures/SKILL.md").read_text(encoding="utf-8")

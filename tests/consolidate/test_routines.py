"""Routines: the same commands in several sessions, which become skills once a person approved them."""

from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.consolidate import consolidate
from lore.consolidate.habits import OBSERVED
from lore.consolidate.observed import steps
from lore.consolidate.pipeline import STEPS
from lore.consolidate.routines import routines
from lore.memory import ROUTINE, review_card
from lore.model import CandidateKind, Clean, Event, EventKind, Fact, Kind, Session, Status
from lore.store import FactFilter, Store
from support.person import approve, me
from support.publishing import make_repository

WEB = "github.com/me/web"
RELEASE = ("bun run build", "bun run notes", "npm publish")
TOLD = "`bun run build`, then `bun run notes`, then `npm publish`"


def ran(session: str, *lines: str) -> list[Event]:
    """A session of commands; `! COMMAND` fails."""
    events = []
    for place, line in enumerate(lines):
        name, at, words = f"{session}-{place}", f"2026-03-01T10:{place:02d}:00Z", Clean(line.removeprefix("! "))
        events.append(Event(session, name, EventKind.COMMAND, words, words, at))
        if line != words:
            events.append(Event(session, f"{name}:error", EventKind.ERROR, Clean("Bash"), Clean("error: no"), at))
    return events


@pytest.mark.parametrize(
    ("sessions", "told"),
    [
        ([RELEASE] * 3, [RELEASE]),
        ([RELEASE] * 2, []),
        ([("bun run build", "ls", "git status", "bun run build", "bun run notes", "npm publish")] * 3, [RELEASE]),
        ([("bun run build", "! bun run notes", "bun run notes", "npm publish")] * 3, [RELEASE]),
        ([("bun run build", "! bun run notes", "npm publish")] * 3, []),
        ([("git pull", "git checkout x", "git add a", "git commit -m b", "git push")] * 4, []),
        ([("rtk git diff", "bun run build", "bun run notes", "rtk git push")] * 3,
         [("bun run build", "bun run notes", "git push")]),
        ([(*RELEASE, "git push")] * 3, [(*RELEASE, "git push")]),
        ([(*RELEASE, "git push")] * 3 + [RELEASE] * 2, [RELEASE]),
        ([("bun run lint", "bun run test", "git commit -m x")] * 3, []),
        ([("uv run a", "uv run b") * 4] * 3, []),
        ([RELEASE, ("uv run x", "uv run y", "uv run z")] * 3, [RELEASE, ("uv run x", "uv run y", "uv run z")]),
    ],
)  # fmt: skip
def test_what_is_a_routine(sessions: list[tuple[str, ...]], told: list[tuple[str, ...]]) -> None:
    """Not what only looks, failed, handles versions alone or runs before each commit; the longest of equals."""
    read = {f"s{place}": steps(ran(f"s{place}", *lines)) for place, lines in enumerate(sessions)}
    assert [routine.names for routine in routines(read, ("bun run lint", "bun run test"))] == told


def keep(store: Store, *names: str) -> None:
    with store.write("hook") as transaction:
        for name in names:
            store.sessions.put(transaction, Session(name, "codex", project=WEB, cwd=Clean("/w/web")))
            store.sessions.add_events(transaction, name, ran(name, *RELEASE))


def kept(store: Store) -> list[Fact]:
    return store.facts.select(FactFilter(statuses=tuple(Status), tags=(ROUTINE,)))


def test_it_is_one_fact_that_no_agent_is_given(store: Store) -> None:
    """A further session changes its count, nothing else; a night that is repeated changes nothing."""
    keep(store, "s1", "s2", "s3")
    consolidate(store)
    (first,) = kept(store)
    assert (first.text, first.tainted) == (f"Recurring steps: {TOLD} (in 3 sessions).", True)
    assert actions.context(Engine(store), project=WEB).items == ()
    assert store.candidates.select() == []
    keep(store, "s4")
    consolidate(store)
    (second,) = kept(store)
    assert (second.id, second.text) == (first.id, f"Recurring steps: {TOLD} (in 4 sessions).")
    before = store.cursor()
    assert consolidate(store).counts["observe"] == 0
    assert store.facts.get(second.id).rev == second.rev
    assert store.cursor() == before


@pytest.mark.parametrize("tags", [(OBSERVED,), ()])
def test_what_was_counted_is_not_held_against_each_other(store: Store, tags: tuple[Clean, ...]) -> None:
    """What comes before commits and what recurs share most of their words, and both hold."""
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
    keep(store, "s1", "s2", "s3", "s4")
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

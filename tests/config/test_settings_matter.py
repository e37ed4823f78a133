"""Each setting does what its sentence says: the same is done in two stores, one of which has another value."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from lore import clock, library
from lore.actions import Brief, Engine, context, night, recall
from lore.actions.background import is_due
from lore.actions.capturing import KeepsFindable
from lore.actions.searching import make_findable
from lore.capture import Options, capture
from lore.capture.checkpoints import Checkpoint, checkpoint
from lore.cli.program import run
from lore.config import NIGHT_HOUR, SETTINGS, change_settings, in_force
from lore.consolidate import consolidate
from lore.distill.answers import Note
from lore.distill.notes import Checked, Said
from lore.distill.storing import draft
from lore.embedding import bundled_embedder
from lore.memory import review_card, strengths
from lore.memory.editing import NewFact, add_fact, propose
from lore.memory.nearby import near_facts
from lore.model import Clean, DigestSpan, Fact, Kind, Role, Session, Turn
from lore.progress import SILENT
from lore.publish import HOT
from lore.schedule import due
from lore.search import Searcher, SearchRequest
from lore.store import open_store
from support import settings_of_care as care
from support.person import me
from support.places import WORDINGS, Place
from support.searching import save, say
from support.standing import standing_rules

WEB = "github.com/me/web"


def _stronger(place: Place) -> object:
    facts = [save(place.store, "Ports", Kind.TASK, created_at="2026-01-02T09:00:00Z", confidence=0.5)]
    return strengths(place.store, facts)


def _formed(count: int, kind: Kind = Kind.CONVENTION, texts: tuple[str, ...] = WORDINGS) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        place.said(count, kind, texts)
        return place.consolidated("form")

    return look


def _digested(span: DigestSpan) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        at = "2026-01-02T09:00:00Z"
        with place.store.write("hook") as transaction:
            place.store.sessions.put(transaction, Session("s1", "codex", started_at=at, ended_at=at))
            turn = Turn("s1", "m1", Role.USER, Clean("Please fix the importer."), at)
            place.store.sessions.add_turns(transaction, "s1", [turn])
        place.consolidated("digest")
        return len(place.store.digests.select(span))

    return look


def _hot_lines(place: Place) -> int:
    save(
        place.store,
        "Pin the image by its digest",
        Kind.LESSON,
        project=WEB,
        created_at=clock.shifted(-timedelta(days=2)),
    )
    return len(HOT.applies(place.store, WEB))


def _due_by_itself(place: Place) -> object:
    place.said(4)
    many = is_due(place.store)
    consolidate(place.store)
    with clock.pretending("2026-03-12T11:00:00Z"):
        save(place.store, "Ports", Kind.TASK)
        return many, is_due(place.store)


def _told_on_the_desktop(place: Place) -> object:
    programs = place.store.folder / "bin"
    programs.mkdir()
    (programs / "notify-send").write_text(f'#!/bin/sh\n: > "{programs}/told"\n')
    (programs / "notify-send").chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{programs}:/usr/bin:/bin")
        night(Engine(place.store), now=True)
    return (programs / "told").exists()


def _near(place: Place) -> object:
    save(place.store, "Deploys go out on Tuesdays", Kind.NOTE)
    probe = Fact("", Clean("Deploys go out on Tuesday"), Kind.NOTE)
    return len(near_facts(place.store, probe, bundled_embedder(place.store.folder)).alike)


def _standing(place: Place) -> object:
    place.said(2, texts=("Always run make check", "Always run make check"))
    return len(standing_rules(place.store, WEB))


def _start(place: Place) -> Brief:
    place.said(2, texts=("Always run make check", "Always run make check"))
    return context(Engine(place.store), project=WEB)


def _recalled(place: Place) -> Brief:
    place.said(1, texts=("The staging importer drains the quokka queue at night",))
    say(place.store, "other", ["The staging importer drains the quokka queue at night"], project=WEB)
    return recall(Engine(place.store), "how does the staging importer drain the quokka queue?", project=WEB)


def _grace(place: Place) -> object:
    save(place.store, "Ports", created_at="2020-01-02T09:00:00Z", confidence=0.5)
    place.later(10)
    return place.consolidated("fade")


def _captured(text: str) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        file = place.folder / "s.jsonl"
        file.write_text(json.dumps({"session": "s", "id": "m1", "role": "user", "text": text}) + "\n")
        capture(place.store, [file], Options(mine=True))
        return [fact.confidence for fact in place.store.facts.select()]

    return look


def _distilled_of_an_agent(place: Place) -> object:
    said = "The cache is kept in SQLite because it needs no server."
    turn = Turn("s", "m1", Role.ASSISTANT, Clean(said))
    session = Session("s", "codex")
    checked = Checked(Note(said, said), Said(turn, said, said, said), ())
    return draft(place.store, checked, session, in_force(place.store))[0].confidence


def _similar(*texts: str) -> Callable[[Place], object]:
    def look(place: Place) -> object:
        for text in texts:
            save(place.store, text)
        waiting = propose(place.store, save(place.store, "The queue of the worker is drained at night").id)
        return len(review_card(place.store, waiting.id).similar)

    return look


def _same_session(place: Place) -> object:
    session = Session("s1", "claude-code", project=WEB, started_at="2026-03-12T06:00:00Z")
    with place.store.write("hook") as transaction:
        place.store.sessions.put(transaction, session)
        turn = Turn("s1", "m1", Role.USER, Clean("Go on"), session.started_at)
        place.store.sessions.add_turns(transaction, "s1", [turn])
    found = checkpoint(place.store, Checkpoint("Fix", project=WEB)).session
    return found and found.id


def _snoozed(place: Place) -> object:
    waiting = propose(place.store, save(place.store, "Squash before merging").id)
    assert run(["review", "snooze", waiting.id, "--yes"]) == 0
    return place.store.candidates.get(waiting.id).snoozed_until


def _listed(place: Place) -> object:
    for text in ("Squash before merging", "Wombats sleep in burrows"):
        propose(place.store, save(place.store, text).id)
    return len(json.loads(place.printed("review", "--json"))["candidates"])


def _hits(place: Place) -> object:
    for number in range(12):
        save(place.store, f"The queue of worker {number} is drained at night")
    found = json.loads(place.printed("search", "queue of a worker", "--json"))
    then = json.loads(place.printed("by-date", "today", "--json"))
    return len(found["hits"]), len(then["hits"])


def _depth(place: Place) -> object:
    fact = save(place.store, "The queue is drained at night")
    other = save(place.store, "Wombats sleep in burrows")
    with place.store.write("person") as transaction:
        from lore.model import LinkKind

        place.store.facts.link(transaction, fact.id, LinkKind.RELATED, other.id)
    found = json.loads(place.printed("search", "queue", "--json", "--in", "facts"))
    return ["association" in hit["explain"] for hit in found["hits"]]


def _documents(place: Place) -> object:
    for number in range(9):
        save(place.store, f"The queue of worker {number} is drained")
        file = place.folder / "docs" / f"queue{number}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"# Queue\n\nThe queue number {number} is drained at night.\n")
    collection = library.add(place.store, place.folder / "docs", library.Settings())
    library.sync(place.store, collection)
    hits = Searcher(place.store).search(SearchRequest("queue drained", places="all", limit=12)).hits
    return sum(hit.passage.id.startswith("k:") for hit in hits)


def _elsewhere(place: Place) -> object:
    for name in ("web", "api"):
        save(place.store, f"Deploys of the {name} go out on Tuesday", project=name)
    hits = Searcher(place.store).search(SearchRequest("deploys", project="api")).hits
    return [round(hit.explain["elsewhere"], 3) for hit in hits]


def _embedded(place: Place) -> object:
    place.patch.setattr("lore.index.pending.TOGETHER", 1)
    say(place.store, "s1", ["The queue is drained at night", "Good", "The port is 80"])
    return make_findable(Engine(place.store))


def _embedded_watching(place: Place) -> object:
    place.patch.setattr("lore.index.pending.TOGETHER", 1)
    say(place.store, "s1", ["The queue is drained at night", "Good", "The port is 80"])
    KeepsFindable(SILENT)(place.store)
    return place.store.vectors.pending(bundled_embedder(place.store.folder).name)


LOOKS: Mapping[str, tuple[object, Callable[[Place], object]]] = {
    "memory.policy": ("ttl", _stronger),
    "memory.grace_days": (5.0, _grace),
    "memory.confidence.captured": (0.6, _captured("We always release on Tuesdays.")),
    "memory.confidence.corrected": (0.7, _captured("No, use pnpm in this repository, not npm.")),
    "memory.confidence.agent": (0.2, _distilled_of_an_agent),
    "memory.confidence.saved": (0.6, lambda place: add_fact(place.store, NewFact("Ports")).fact.confidence),
    "memory.confidence.debated": (
        0.6,
        lambda place: add_fact(place.store, NewFact("Ports", debated=True)).fact.confidence,
    ),
    "memory.confidence.checkpointed": (0.5, lambda at: checkpoint(at.store, Checkpoint("Fix")).outcome.fact.confidence),
    "memory.confidence.approved": (0.9, lambda place: place.approved().confidence),
    "memory.alike.same_kind": (0.999, _near),
    "context.unapproved": (0, _standing),
    "recall.budget": (0, lambda place: len(_recalled(place).items)),
    "context.budget": (0, lambda place: len(_start(place).items)),
    "consolidation.sessions": (4, _formed(3, texts=WORDINGS[:1] * 3)),
    "capture.prompts": ("qwen-code", care.prompted),
    "publish.targets": ("copilot", care.published),
    "digest.week": (36_000.0, _digested(DigestSpan.WEEK)),
    "digest.month": (36_000.0, _digested(DigestSpan.MONTH)),
    "pages.budget": (0, lambda place: _hot_lines(place)),
    "pages.stale": (0.5, lambda place: _hot_lines(place)),
    "consolidation.after_saves": (3, _due_by_itself),
    "consolidation.after_hours": (1.0, _due_by_itself),
    "schedule.hour": (4, lambda place: due(place.store, in_force(place.store)[NIGHT_HOUR])),
    "schedule.notify": ("on", _told_on_the_desktop),
    "review.similar": (0.99, _similar("The worker drains its queue")),
    "review.similar_shown": (1, _similar(*(f"The queue of worker {n} is drained at night" for n in "abc"))),
    "review.shown": (1, _listed),
    "checkpoint.same_session": (2.0, _same_session),
    "review.snooze_days": (3.0, _snoozed),
    "search.limit": (4, _hits),
    "search.depth": (3, _depth),
    "search.documents": (1, _documents),
    "search.other_projects": (0.5, _elsewhere),
    "embedding.budget": (0.0, _embedded),
    "embedding.watch_budget": (0.0, _embedded_watching),
    "backup.every": (120.0, care.backup_due(60)),
    "backup.keep_all": (0.01, care.kept(0.1, 0.1, 0.1, 0.1, 0.1)),
    "backup.keep_daily": (3.0, care.kept(1.1, 1.1, 1.1, 1.1, 1.1, 1.1)),
    "backup.keep_weekly": (0.01, care.kept(8.0, 8.0, 8.0, 8.0)),
    "backup.keep_newest": (1, care.kept(100.0, 100.0)),
    "doctor.quiet_days": (3.0, care.quiet(5)),
    "doctor.due_facts": (5, care.unconsolidated(8)),
    "doctor.due_days": (5.0, care.unconsolidated(12)),
}
ELSEWHERE = {
    "app.search_limit",  # tests/tui/test_facts_screen.py
    *("hooks.withheld",),  # tests/hooks/test_receipts.py
    *("app.key_preset", "app.keys", "app.theme"),  # tests/tui/test_keymap.py, test_colours.py
    *(
        f"distill.{name}" for name in ("notes", "tokens", "calls_per_day", "call_timeout", "job_timeout", "silence")
    ),  # distill/
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_setting_changes_what_lore_does(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in a store with the default and in one with another value, from the same moment."""
    value, look = LOOKS[name]
    found = []
    for place, stored in (("default", {}), ("set", {name: value})):
        with monkeypatch.context() as patch:
            home = tmp_path / place / "home"
            patch.setenv("LORE_HOME", str(home))
            home.parent.mkdir()
            with open_store() as store:
                change_settings(store, stored, by=me())
                found.append(look(Place(store, tmp_path / place, patch)))
    assert found[0] != found[1], found


def test_every_setting_is_proved() -> None:
    assert set(LOOKS) | ELSEWHERE == set(SETTINGS)
    assert not set(LOOKS) & ELSEWHERE

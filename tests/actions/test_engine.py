"""The engine itself, and what becomes of a fact that is saved through it."""

from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.errors import UsageError
from lore.model import Status, Tier
from lore.presence import asked_by_agent
from lore.store import Store


def test_an_engine_works_in_the_folder_it_is_given(world: Path, tmp_path: Path) -> None:
    with Engine(folder=tmp_path / "other") as engine:
        assert actions.show_project(engine).project.key == (tmp_path / "other").as_posix()
        assert actions.set_project(engine, "acme/other").root == (tmp_path / "other").as_posix()
        assert engine.project == "acme/other"


def test_what_needs_no_store_opens_none(tmp_path: Path) -> None:
    engine = Engine(home=tmp_path / "nowhere")
    assert actions.store_place(engine).exists is False
    assert actions.backups_of(engine).backups == ()
    engine.close()
    assert not (tmp_path / "nowhere").exists()


@pytest.fixture
def engine(store: Store, tmp_path: Path) -> Engine:
    return Engine(store, folder=tmp_path)


@pytest.mark.parametrize(
    ("given", "debated", "person", "agent"),
    [
        (None, False, 0.8, 0.8),
        (0.3, False, 0.3, 0.3),
        (1.0, False, 1.0, 0.8),
        (None, True, 0.85, 0.85),
        (0.99, True, 0.99, 0.85),
    ],
)
def test_a_given_confidence_stands_and_an_agents_is_capped(
    engine: Engine, given: float | None, debated: bool, person: float, agent: float
) -> None:
    by_hand = actions.save(engine, "The importer runs at night", confidence=given, debated=debated)
    with asked_by_agent("codex"):
        by_agent = actions.save(engine, "The exporter never runs", confidence=given, debated=debated)
    assert (by_hand.fact.confidence, by_agent.fact.confidence) == (person, agent)
    assert by_agent.fact.tainted and not by_hand.fact.tainted


def test_what_models_agreed_on_waits_for_approval(engine: Engine) -> None:
    kept = actions.save(engine, "We take uuid7 for keys", debated=True)
    assert (kept.fact.tier, kept.fact.tags, engine.store.candidates.ids()) == (Tier.SEMANTIC, ("debate",), [])
    with asked_by_agent("codex"):
        fact = actions.save(engine, "Sessions are stored in Redis", debated=True).fact
    (waiting,) = engine.store.candidates.select()
    assert (waiting.fact, fact.status, fact.tags) == (fact.id, Status.ACTIVE, ("debate",))


@pytest.mark.parametrize("given", [-0.1, 1.1, float("nan")])
def test_a_confidence_lies_between_0_and_1(engine: Engine, given: float) -> None:
    with pytest.raises(UsageError):
        actions.save(engine, "The importer runs at night", confidence=given)

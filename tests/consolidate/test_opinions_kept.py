"""The trained judges read each pair once: what they held of it is kept beside the indexes."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from lore.consolidate import consolidate, rehearse
from lore.embedding import Embedder, bundled_embedder
from lore.memory import judges, opinions_file
from lore.memory.judges import opinions
from lore.memory.opinion import Opinion
from lore.memory.purging import PurgeTarget, purge
from lore.model import Kind, Status
from lore.platform import remove_folder
from lore.store import FactFilter, Store
from support.consolidating import say

APART = (
    "Run the linter before you commit",
    "Sign each commit before you push it",
    "The deploy script needs the vault token",
)
TOLD = ("Run the linter before you commit", "Run the linter before each commit", "The linter runs before a release")


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """The real model, loaded once."""
    return bundled_embedder(tmp_path_factory.mktemp("model"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The older statements that the judges were asked about, in order; they answer as ever."""
    seen: list[str] = []

    def noted(store: Store, newer: str, older: Sequence[str], cosines: Sequence[float] | None = None) -> list[Opinion]:
        seen.extend(older)
        return opinions(store, newer, older, cosines)

    monkeypatch.setattr(judges, "opinions", noted)
    return seen


def told(store: Store, *texts: str) -> None:
    for number, text in enumerate(texts, start=1):
        say(store, text, number, kind=Kind.CONVENTION)


def test_a_pair_is_judged_once_and_only_what_is_new_is_asked(
    store: Store, embedder: Embedder, asked: list[str]
) -> None:
    """Also by a rehearsal, which works on a copy."""
    told(store, *TOLD)
    consolidate(store, embedder)
    first = len(asked)
    rehearse(store, embedder)
    consolidate(store, embedder)
    assert first > 0
    assert len(asked) == first
    told(store, "Run the linter before you push")
    consolidate(store, embedder)
    assert len(asked) > first


@pytest.mark.parametrize("damage", ["", "{", "[1]", "[" * 100_000, '{"rows": {"a b": [2, 0, 0, 0]}}', None])
def test_what_is_lost_or_damaged_is_judged_again(
    store: Store, embedder: Embedder, home: Path, damage: str | None
) -> None:
    """The outcome is that of a store that kept everything."""
    told(store, *TOLD)
    path = opinions_file(home)
    consolidate(store, embedder)
    if damage is None:
        remove_folder(path.parent)
    else:
        path.write_text(damage)
    before = [fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))]
    consolidate(store, embedder)
    assert [fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))] == before


def test_the_opinions_of_another_judge_are_no_opinions(store: Store, embedder: Embedder, home: Path) -> None:
    """The name of the file says which judges formed them; what others left goes."""
    told(store, *TOLD)
    other = opinions_file(home).with_name("opinions-000000000000.json")
    other.parent.mkdir(exist_ok=True)
    other.write_text("{}")
    consolidate(store, embedder)
    assert [path.name for path in other.parent.glob("opinions-*")] == [opinions_file(home).name]


def test_a_purge_takes_them_along(store: Store, embedder: Embedder, home: Path) -> None:
    """They name texts by their hashes."""
    told(store, *TOLD)
    consolidate(store, embedder)
    assert opinions_file(home).exists()
    fact = next(iter(store.facts.select(FactFilter())))
    purge(store, PurgeTarget(facts=(fact.id,)))
    assert not opinions_file(home).exists()

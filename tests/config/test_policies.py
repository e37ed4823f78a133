"""The policy you choose is the one that archives, ranks and shows."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from lore.actions import Engine
from lore.cli.program import run
from lore.config import change_settings
from lore.consolidate import consolidate
from lore.memory import strengths
from lore.model import Kind, Status
from lore.search import Searcher, SearchRequest
from lore.store import FactFilter, Store, open_store
from lore_tui.gateway import Gateway
from support.person import me
from support.searching import save
from support.standing import standing_rules


def test_under_ttl_a_task_is_archived_after_a_week_and_under_living_it_is_not(tmp_path: Path) -> None:
    left = {}
    for policy in ("living", "ttl"):
        with open_store(tmp_path / policy) as store:
            change_settings(store, {"memory.policy": policy}, by=me())
            save(store, "Move the tests", Kind.TASK, created_at="2026-03-01T09:00:00Z")
            save(store, "Use pnpm", Kind.PREFERENCE, created_at="2026-03-01T09:00:00Z")
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("LORE_NOW", "2026-03-20T09:00:00Z")
                consolidate(store)
            left[policy] = [fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))]
    assert sorted(left["living"]) == ["Move the tests", "Use pnpm"]
    assert left["ttl"] == ["Use pnpm"]


@pytest.mark.parametrize("policy", ["living", "half-life", "salience", "relevance", "ttl"])
def test_search_standing_facts_and_the_card_agree_on_the_policy(policy: str, store: Store) -> None:
    change_settings(store, {"memory.policy": policy}, by=me())
    kept = save(store, "Always name branches after issues", Kind.CONVENTION, confidence=0.9, pinned=True)
    save(store, "Branches are named after issues in the old repository", created_at="2026-02-01T09:00:00Z")
    value = strengths(store, [kept])[kept.id]
    hit = next(one for one in Searcher(store).search(SearchRequest("name branches")).hits if one.passage.id == kept.id)
    assert hit.strength == pytest.approx(value, rel=1e-6)
    assert Gateway(Engine(store)).fact_view(kept.id).strength == pytest.approx(value, rel=1e-6)
    with redirect_stdout(io.StringIO()) as out:  # to open it so is a use, so it comes last
        assert run(["show", kept.id, "--explain", "--json"]) == 0
    shown = json.loads(out.getvalue())
    assert (shown["explain"]["policy"], shown["strength"]) == (policy, pytest.approx(value, abs=1e-3))
    relevance = hit.score - hit.explain["salience"]
    assert hit.score == pytest.approx(relevance * shown["explain"]["weight"], rel=1e-4)
    assert [rule.fact.id for rule in standing_rules(store, None)] == [kept.id]

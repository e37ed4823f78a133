"""What an agent saves counts as told where the person typed it in the running session, in whole sentences."""

import json
from pathlib import Path

import pytest

from lore.capture import Options, capture, confirm_saved
from lore.history import undo_run
from lore.memory.editing import NewFact, add_fact
from lore.model import Fact, Kind, Layer, Origin, Role
from lore.store import Store
from support.standing import standing_rules

SHOP, AGENT = "github.com/me/shop", "agent:claude-code"
RULE = "Always use pnpm here, never npm."
PLACE = "The staging server runs on port 8080."
TYPED = f"Fix the login first. {RULE} And then run the tests."
SAVED_AT, TYPED_AT = "2026-03-12T09:05:00Z", "2026-03-12T09:00:00Z"


def said(store: Store, folder: Path, text: str, *, at: str = TYPED_AT, project: str = SHOP, mine: bool = True) -> None:
    line = {"session": "s1", "id": "m1", "at": at, "role": "user", "text": text, "project": project}
    file = folder / "session.jsonl"
    file.write_text(json.dumps(line) + "\n")
    capture(store, [file], Options(mine=mine))


def saved(store: Store, text: str, kind: Kind = Kind.CONVENTION) -> Fact:
    return add_fact(store, NewFact(text, kind, project=SHOP), actor=AGENT).fact


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LORE_NOW", SAVED_AT)


@pytest.mark.parametrize("first", ["typed", "saved"])
def test_a_sentence_that_you_typed_is_told_whoever_saved_it(store: Store, tmp_path: Path, first: str) -> None:
    """Read before it was saved, or after; what it is, its form says, and not the agent."""
    typed = f"Fix the login first. {PLACE} And then run the tests."
    if first == "typed":
        said(store, tmp_path, typed)
    fact = saved(store, PLACE)
    if first == "typed":
        fact = confirm_saved(store, fact)
    else:
        assert fact.tainted
        said(store, tmp_path, typed)
        fact = store.facts.get(fact.id)
    assert (fact.tainted, fact.standing, fact.kind, fact.origin) == (False, False, Kind.SYSTEM, Origin.TOLD)
    assert Role.USER in [item.role for item in store.facts.evidence([fact.id])[fact.id]]


def test_a_rule_that_you_typed_stands_at_the_next_start(store: Store, tmp_path: Path) -> None:
    """Once, also where capture finds it by itself."""
    saved(store, RULE)
    said(store, tmp_path, TYPED)
    (rule,) = standing_rules(store, SHOP)
    assert (rule.fact.text, rule.fact.layer) == (RULE, Layer.USER_PROJECT)


@pytest.mark.parametrize(
    ("text", "typed", "fields"),
    [
        (RULE, "Fix the login first.", {}),
        ("Always use pnpm here", TYPED, {}),
        ("use pnpm here, never npm.", TYPED, {}),
        (f"{RULE} And never yarn.", TYPED, {}),
        (RULE, f'The page says: "{RULE}" Is that so?', {}),
        (RULE, f"Look at this:\n```\n{RULE}\n```\nWhy?", {}),
        (RULE, f"> {RULE}\nWhy?", {}),
        (RULE, TYPED, {"mine": False}),
        (RULE, TYPED, {"project": "github.com/me/other"}),
        (RULE, TYPED, {"at": "2026-03-10T09:00:00Z"}),
        (RULE, TYPED, {"at": "2026-03-12T11:00:00Z"}),
        ("Do that.", "Do that. Then run the tests.", {}),
    ],
)
def test_what_you_did_not_type_as_whole_sentences_there_and_then_stays_the_agents(
    store: Store, tmp_path: Path, text: str, typed: str, fields: dict[str, str]
) -> None:
    """Not a part, not more, not what you quoted or pasted, not somebody's words, not another project's or day's."""
    fact = saved(store, text)
    said(store, tmp_path, typed, **fields)  # type: ignore[arg-type]
    assert store.facts.get(fact.id).tainted
    assert confirm_saved(store, store.facts.get(fact.id)).tainted


def test_an_errand_is_no_rule_whatever_an_agent_calls_it(store: Store, tmp_path: Path) -> None:
    fact = saved(store, "Fix the login first.")
    said(store, tmp_path, TYPED)
    kept = store.facts.get(fact.id)
    assert not kept.tainted and not kept.standing


@pytest.mark.parametrize(
    ("text", "stands"),
    [(RULE, True), ("Always use pnpm here. Never commit to main.", True), (f"Fix the login first. {RULE}", False)],
)
def test_it_stands_where_each_sentence_says_that_it_lasts(
    store: Store, tmp_path: Path, text: str, stands: bool
) -> None:
    fact = saved(store, text)
    said(store, tmp_path, f"{text} And then run the tests.")
    kept = store.facts.get(fact.id)
    assert (kept.tainted, kept.standing) == (False, stands)


def test_what_nobody_saved_is_not_confirmed_and_one_undo_takes_it_back(store: Store, tmp_path: Path) -> None:
    fact = saved(store, RULE)
    said(store, tmp_path, TYPED)
    run = store.runs.latest("capture")
    assert run is not None
    undo_run(store, run.id)
    assert store.facts.get(fact.id).tainted
    assert standing_rules(store, SHOP) == []

"""What an agent saves counts as told where the person typed it in the running session, in whole sentences."""

import json
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.capture import Options, capture
from lore.errors import BadInput
from lore.history import undo_run
from lore.model import RULE_KINDS, Fact, Kind, Layer, Origin, Role, Status
from lore.presence import SESSION_SIGNS, asked_by_agent
from lore.store import FactFilter, Store
from support.standing import standing_rules

SHOP, OTHER = "github.com/me/shop", "github.com/me/other"
RULE = "Always use pnpm here, never npm."
PLACE = "The staging server runs on port 8080."
TYPED = f"Fix the login first. {RULE} And then run the tests."
SAVED_AT, TYPED_AT = "2026-03-12T09:05:00Z", "2026-03-12T09:00:00Z"
HERE = "CLAUDE_CODE_SESSION_ID"


def said(
    store: Store,
    folder: Path,
    *texts: str,
    at: str = TYPED_AT,
    project: str | None = SHOP,
    mine: bool = True,
    session: str = "s1",
) -> None:
    lines = [
        {"session": session, "id": f"m{number}", "at": at, "role": "user", "text": text, "project": project}
        for number, text in enumerate(texts)
    ]
    file = folder / f"{session}.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    capture(store, [file], Options(mine=mine))


def saved(
    store: Store, text: str, *, sign: str = HERE, session: str = "s1", project: str | None = SHOP,
    layer: Layer = Layer.PROJECT, kind: Kind = Kind.CONVENTION,
) -> Fact:  # fmt: skip
    with pytest.MonkeyPatch.context() as shell:
        shell.setenv("CLAUDECODE", "1")
        if session:
            shell.setenv(sign, session)
        return actions.save(Engine(store), text, kind=kind, layer=layer, project=project).fact


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LORE_NOW", SAVED_AT)


@pytest.mark.parametrize("sign", SESSION_SIGNS)
@pytest.mark.parametrize("first", ["typed", "saved"])
def test_a_sentence_that_you_typed_is_told_whoever_saved_it(
    store: Store, tmp_path: Path, first: str, sign: str
) -> None:
    typed = f"Fix the login first. {PLACE} And then run the tests."
    if first == "typed":
        said(store, tmp_path, typed)
    fact = saved(store, PLACE, sign=sign, kind=Kind.NOTE)
    if first == "saved":
        assert fact.tainted
        said(store, tmp_path, typed)
        fact = store.facts.get(fact.id)
    assert (fact.tainted, fact.standing, fact.kind, fact.origin) == (False, False, Kind.SYSTEM, Origin.TOLD)
    assert Role.USER in [item.role for item in store.facts.evidence([fact.id])[fact.id]]


def test_a_rule_that_you_typed_stands_at_the_next_start(store: Store, tmp_path: Path) -> None:
    saved(store, RULE)
    said(store, tmp_path, TYPED)
    (rule,) = standing_rules(store, SHOP)
    assert (rule.fact.text, rule.fact.layer) == (RULE, Layer.USER_PROJECT)


NOT_TYPED = [
    (PLACE, "Fix the login first.", {}),
    ("The staging server runs", f"Fix it. {PLACE}", {}),
    ("server runs on port 8080.", f"Fix it. {PLACE}", {}),
    (f"{PLACE} And the other one too.", f"Fix it. {PLACE}", {}),
    (PLACE, f'The page says: "{PLACE}" Is that so?', {}),
    (PLACE, f"Look at this:\n```\n{PLACE}\n```\nWhy?", {}),
    (PLACE, f"> {PLACE}\nWhy?", {}),
    (PLACE, PLACE, {"mine": False}),
    (PLACE, PLACE, {"project": OTHER}),
    (PLACE, PLACE, {"project": None}),
    (PLACE, PLACE, {"at": "2026-03-10T09:00:00Z"}),
    (PLACE, PLACE, {"at": "2026-03-12T11:00:00Z"}),
    ("Do that.", "Do that. Then run the tests.", {}),
    (PLACE, f"{PLACE} Just kidding.", {}),
    (PLACE, f"{PLACE} No wait, never mind.", {}),
]
NOT_HERE = [
    {"session": ""},  # nothing names the running session
    {"session": "s2"},
    {"sign": "SOME_SESSION"},
    {"project": OTHER},
    {"project": None, "layer": Layer.USER},
]


@pytest.mark.parametrize("first", ["typed", "saved"])
@pytest.mark.parametrize(("text", "typed", "fields"), NOT_TYPED)
def test_what_you_did_not_type_as_whole_sentences_there_and_then_stays_the_agents(
    store: Store, tmp_path: Path, text: str, typed: str, fields: dict[str, str], first: str
) -> None:
    """Not a part, not more, not what you quoted or pasted, not somebody's words, not another project's or day's."""
    if first == "typed":
        said(store, tmp_path, typed, **fields)  # type: ignore[arg-type]
    fact = saved(store, text)
    if first == "saved":
        said(store, tmp_path, typed, **fields)  # type: ignore[arg-type]
    assert_agents_word(store, fact)


@pytest.mark.parametrize("first", ["typed", "saved"])
@pytest.mark.parametrize("where", NOT_HERE)
def test_what_another_session_or_project_typed_stays_the_agents(
    store: Store, tmp_path: Path, where: dict[str, str], first: str
) -> None:
    """Only the session that saved it counts: the agent names the project, and not whose words it saves."""
    if first == "typed":
        said(store, tmp_path, PLACE)
    fact = saved(store, PLACE, **where)  # type: ignore[arg-type]
    if first == "saved":
        said(store, tmp_path, PLACE)
    assert_agents_word(store, fact)


@pytest.mark.parametrize(("session", "origin"), [("s1", Origin.TOLD), ("s2", Origin.READ), ("", Origin.READ)])
def test_a_quotation_is_told_by_the_running_session_alone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: str, origin: Origin
) -> None:
    said(store, tmp_path, PLACE, "Fix it.", "The staging server runs on port 8081.", "never mind")
    monkeypatch.setenv(HERE, session)
    with asked_by_agent("claude-code"):
        assert actions.save_quoted(Engine(store), PLACE, PLACE, "s1").fact.origin is origin
        with pytest.raises(BadInput):
            actions.save_quoted(Engine(store), PLACE, "The staging server runs on port 8081.", "s1")


def test_where_many_agents_ask_no_session_is_the_running_one(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(store, tmp_path, PLACE)
    monkeypatch.setenv(HERE, "s1")
    with asked_by_agent("codex", alone=False):
        assert_agents_word(store, actions.save(Engine(store), PLACE, kind=Kind.CONVENTION, project=SHOP).fact)


def assert_agents_word(store: Store, fact: Fact) -> None:
    kept = store.facts.get(fact.id)
    assert (kept.tainted, kept.origin, kept.standing) == (True, None, False)
    assert fact.id not in [rule.fact.id for rule in standing_rules(store, SHOP)]


@pytest.mark.parametrize("steps", ["typed, saved, back", "typed, back, saved", "saved, typed, back", "saved, all"])
@pytest.mark.parametrize("text", [RULE, PLACE])
def test_what_you_took_back_is_not_told(store: Store, tmp_path: Path, steps: str, text: str) -> None:
    """Whatever came first: the save, the reading, or the next message that only takes back."""
    fact: Fact | None = None
    for step in steps.split(", "):
        if step == "saved":
            fact = saved(store, text)
        else:
            messages = [text] if step == "typed" else [text, "never mind, scratch that"]
            said(store, tmp_path, *messages)
    assert fact is not None
    kept = store.facts.get(fact.id)
    assert kept.tainted or kept.status is Status.ARCHIVED
    assert standing_rules(store, SHOP) == []
    held = store.facts.select(FactFilter(tainted=False))
    assert held == []


@pytest.mark.parametrize(
    ("text", "stands"),
    [(RULE, True), ("Always use pnpm here. Never commit to main.", True), (f"Fix the login first. {RULE}", False)],
)
def test_what_was_saved_as_a_note_stands_where_each_sentence_bears_a_mark(
    store: Store, tmp_path: Path, text: str, stands: bool
) -> None:
    fact = saved(store, text, kind=Kind.NOTE)
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


@pytest.mark.parametrize("first", ["typed", "saved"])
@pytest.mark.parametrize("kind", RULE_KINDS)
@pytest.mark.parametrize("text", ["Tests go in tests/, not next to the code.", PLACE, "Money is held in cents."])
def test_your_sentence_that_an_agent_saved_as_a_rule_stands(
    store: Store, tmp_path: Path, text: str, kind: Kind, first: str
) -> None:
    if first == "typed":
        said(store, tmp_path, f"{text} Now write the test.")
    fact = saved(store, text, kind=kind)
    if first == "saved":
        said(store, tmp_path, f"{text} Now write the test.")
    fact = store.facts.get(fact.id)
    assert (fact.tainted, fact.standing, fact.kind) == (False, True, kind)
    assert [rule.fact.text for rule in standing_rules(store, SHOP)] == [text]


def test_what_asks_stands_for_no_agent(store: Store, tmp_path: Path) -> None:
    text = "Should tests go next to the code?"
    said(store, tmp_path, text)
    fact = saved(store, text)
    assert not store.facts.get(fact.id).standing
    assert standing_rules(store, SHOP) == []


@pytest.mark.parametrize("typed", [True, False])
def test_a_repeat_of_the_save_is_no_use_of_it(store: Store, tmp_path: Path, typed: bool) -> None:
    if typed:
        said(store, tmp_path, PLACE)
    fact = saved(store, PLACE)
    before = (store.facts.get(fact.id), store.facts.evidence([fact.id]), strength_of(store, fact.id))
    for text in (PLACE, PLACE.lower(), PLACE):
        assert saved(store, text).id == fact.id
    assert (store.facts.get(fact.id), store.facts.evidence([fact.id]), strength_of(store, fact.id)) == before


def strength_of(store: Store, fact: str) -> float:
    return actions.show(Engine(store), fact).strength

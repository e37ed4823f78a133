"""A card shows what you said and how a model would word it, and takes either."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.distill import distill, waiting, way_named
from lore.history import undo_last
from lore.model import Clean, Role, Session, Turn
from lore.store import Store
from support.agents_shell import agents_shell

KEY, AT = "github.com/me/shop", "2026-03-12T08:00:00Z"
SAID = "also i thought the pattern was to always use bun run, not a path which can be anything."
WORDED = "In examples a script is given with `bun run`, not as a bare path."
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def card(store: Store, tmp_path: Path) -> str:
    with store.write("capture") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code", project=KEY, started_at=AT, ended_at=AT))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.USER, Clean(SAID), at=AT)])
    file = tmp_path / "answers.jsonl"
    note = {"text": WORDED, "quote": SAID, "source": "m1", "kind": "convention", "standing": True, "confidence": 0.8}
    file.write_text(json.dumps({"session": "s1", "notes": [note]}) + "\n")
    way = way_named(f"replay:{file}", url=None, key_variable=None)
    distill(store, way, waiting(store, project=None, session=None))
    (candidate,) = store.candidates.select()
    return candidate.id


def test_the_list_and_the_card_show_both_whole(card: str, capsys: Captured) -> None:
    for words in (["review", "list"], ["review", "show", card]):
        assert run(words) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert WORDED in shown
        assert f"“{SAID}”" in shown


def test_either_is_taken_and_nothing_is_lost(store: Store, card: str, capsys: Captured) -> None:
    """Your sentence becomes a fact of yours in the place of the wording; one undo brings all back."""
    before = store.facts.select()
    assert run(["review", "approve", card, "--said", "--yes"]) == 0
    assert f"replaced {before[0].id[:8]}" in capsys.readouterr().out
    (fact,) = store.facts.select()
    assert (fact.text, bool(fact.approved_at)) == (SAID, True)
    assert [item.quote for item in store.facts.evidence([fact.id])[fact.id]] == [SAID]
    undo_last(store)
    assert store.facts.select() == before
    assert run(["review", "approve", card, "--yes"]) == 0
    assert [one.text for one in store.facts.select()] == [WORDED]


def test_an_agent_reads_a_wording_beside_the_sentence_alone(
    card: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents_shell(monkeypatch)
    for words in (["review", "list"], ["review", "show", card], ["review", "list", "--json"]):
        assert run(words) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert shown.count("bare path") == shown.count("bare path — from “also i thought")


def test_a_card_in_your_own_words_says_so(store: Store, capsys: Captured) -> None:
    assert run(["add", "Use tabs in Makefiles", "--kind", "convention"]) == 0
    assert run(["propose", store.facts.ids()[0]]) == 0
    (candidate,) = store.candidates.select()
    assert run(["review", "approve", candidate.id, "--said", "--yes"]) == 2
    assert "has your own words already" in capsys.readouterr().err


def test_one_step_approves_all_that_is_shown_but_what_is_struck_out_or_has_warnings(
    store: Store, capsys: Captured
) -> None:

    for text in ("Use tabs in Makefiles", "Name a branch after its ticket", "Write dates as year, month, day"):
        assert run(["add", text, "--kind", "convention", "--project", "shop"]) == 0
    for fact in store.facts.select():
        assert run(["propose", fact.id]) == 0
    assert run(["add", "Tell me everywhere", "--kind", "convention", "--layer", "user"]) == 0
    (everywhere,) = [fact.id for fact in store.facts.select() if fact.layer.value == "user"]
    assert run(["propose", everywhere]) == 0
    names = {str(one.text): one.id for one in store.candidates.select()}
    capsys.readouterr()
    assert run(["review", "approve", "--shown", "--but", names["Use tabs in Makefiles"], "--yes"]) == 4, (
        "what has warnings is left"
    )
    approved = {fact.text for fact in store.facts.select() if fact.approved_at}
    assert approved == {"Name a branch after its ticket", "Write dates as year, month, day"}
    undo_last(store)
    assert not [fact for fact in store.facts.select() if fact.approved_at]


@pytest.mark.parametrize(
    "words", [["--shown", "c:aaaaaa"], [], ["--but", "c:aaaaaa", "c:bbbbbb"], ["--said", "--shown"]]
)
def test_what_is_approved_is_named_or_shown(words: list[str]) -> None:
    assert run(["review", "approve", *words, "--yes"]) == 2

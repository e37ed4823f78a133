"""Cards in a shell, the words that `lore help` explains, lists that are empty, and commands that are gone."""

import json
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.cli.program import GONE, run
from lore.consolidate import KIND
from lore.distill import distill, waiting, way_named
from lore.glossary import WORDS
from lore.history import undo_last
from lore.memory import queue
from lore.memory.editing import NewFact, add_fact
from lore.model import Clean, Kind, Layer, Role, Session, Turn
from lore.store import Store, open_store
from support.agents import Said, written
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


RULE = "From now on run make check before you commit."


def _said(store: Store, folder: Path, text: str, name: str) -> None:
    file = folder / f"{name}.jsonl"
    file.write_bytes(written("neutral", (Said("user", text),)))
    capture(store, [file], Options(mine=True))


def test_a_stated_rule_waits_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Looking twice proposes nothing twice; no whole consolidation was run for it."""
    with open_store() as store:
        _said(store, tmp_path, RULE, "s1")
    assert run(["review", "list"]) == 0
    assert RULE in capsys.readouterr().out
    with open_store() as store:
        log = store.audit.count()
        assert store.runs.latest(KIND) is None
    assert run(["review", "list"]) == 0
    with open_store() as store:
        assert store.audit.count() == log


def test_your_undo_passes_over_what_went_on_in_the_background(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Your own last step is taken back, whatever was captured or proposed since; without one, the newest of all."""
    with open_store() as store:
        _said(store, tmp_path, RULE, "s1")
    assert run(["review", "list"]) == 0
    with open_store() as store:
        (waits,) = queue(store)
    assert run(["review", "approve", waits, "--yes"]) == 0
    with open_store() as store:
        _said(store, tmp_path, "In future, ask me before you touch a migration.", "s2")
    assert run(["review", "list"]) == 0
    capsys.readouterr()
    assert run(["undo"]) == 0
    assert "approval" in capsys.readouterr().out
    assert run(["undo"]) == 0
    assert "capture" in capsys.readouterr().out


def test_your_undo_takes_back_what_an_agent_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells you so when it saves; what was captured since is passed over."""
    with open_store() as store:
        add_fact(store, NewFact("The queue is drained at dawn."), actor="agent:claude-code")
        _said(store, tmp_path, RULE, "s1")
    assert run(["undo"]) == 0
    with open_store() as store:
        assert "The queue is drained at dawn." not in [fact.text for fact in store.facts.select()]


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_explained(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", word.upper()]) == 0
    assert WORDS[word].split()[0] in capsys.readouterr().out


def test_without_a_topic_every_word_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{word}\n" in shown for word in WORDS)


def test_a_typing_error_is_answered_with_what_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", "layr"]) == 3
    assert "did you mean `lore help layer`?" in capsys.readouterr().err


def test_the_glossary_names_every_kind_and_layer() -> None:
    assert all(kind.value in WORDS["kind"] for kind in Kind)
    assert all(layer.value in WORDS["layer"] for layer in Layer)


LISTS = {
    "facts": (3, ["--kind", "decision"]),
    "sessions": (0, ["--project", "shop"]),
    "log": (0, ["--actor", "hook"]),
    "review": (0, ["--project", "shop"]),
    "docs list": (0, ["--project", "shop"]),
    "project list": (0, []),
    "backup list": (0, []),
    "by-date today": (3, ["--project", "shop"]),
}
"""Command → its exit code where it shows nothing, and conditions for it."""


@pytest.mark.parametrize("command", LISTS)
@pytest.mark.parametrize("narrowed", [False, True])
def test_an_empty_list_says_so(command: str, narrowed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    code, conditions = LISTS[command]
    typed = [*command.split(), *(conditions if narrowed else [])]
    assert run(typed) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip()
    assert "error" not in printed.err
    assert f"`lore {' '.join(typed)}`" not in printed.err, "the command that was just typed helps nobody"


@pytest.mark.parametrize("words", GONE, ids=" ".join)
def test_a_command_that_is_gone_says_what_to_do_instead(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--yes"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"`lore {' '.join(words)}` is gone" in printed.err
    assert GONE[words] in " ".join(printed.err.split())

"""From a message to few, true facts in the person's own words."""

import hashlib
import importlib.util
import json
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from lore import paths
from lore.capture import Options, capture
from lore.capture.drafts import certainty
from lore.capture.extraction import Extracted, Message, SentenceReader, explain, extract, happened_at
from lore.capture.extraction.form import MessageForm
from lore.capture.extraction.grammar import asks
from lore.capture.extraction.head import FILE
from lore.capture.extraction.reaction import only_takes_back
from lore.capture.extraction.selection import how_many, is_told, read_after
from lore.capture.sentences import sentences
from lore.embedding import MODEL, bundled_sentence_network
from lore.embedding.sentence_network import CORRECTION, BundledSentenceNetwork
from lore.model import Kind, Role
from lore.store import open_store

LABELS = Path(__file__).parents[1] / "data" / "extraction"


@cache
def reader() -> SentenceReader:
    return SentenceReader(bundled_sentence_network(Path(tempfile.mkdtemp())))


def said(text: str, role: Role = Role.USER, before: str = "") -> list[Extracted]:
    return extract(Message(role, text, before), reader())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Always run make check before you commit.", Kind.CONVENTION),
        ("Thanks. One more thing: use pnpm in this repo, never npm.", Kind.CONVENTION),
        ("I prefer small commits with imperative subjects.", Kind.PREFERENCE),
        ("The API listens on port 8080.", Kind.SYSTEM),
        ("We're on Python 3.11 and Postgres 15.", Kind.SYSTEM),
        ("Please use tabs in Makefiles from now on.", Kind.CONVENTION),
        ("Our staging database runs on port 5433.", Kind.SYSTEM),
        ("No, GetSpecDir should not be in session.go, that's what path_utils is for.", Kind.CORRECTION),
        ("ok so we don't need backward compatibility, nobody uses the old format", Kind.DECISION),
    ],
)
def test_standing_statements_are_kept(text: str, kind: Kind) -> None:
    """Rules, preferences, decisions, corrections and facts about the system, however casually they are said."""
    [fact] = said(text)
    assert fact.kind is kind
    assert fact.quote in text


@pytest.mark.parametrize(
    "text",
    [
        "Why do we always rebuild the index here?",
        "Can you rename this variable to count?",
        "run the tests again",
        "Let's look at the next comment.",
        "It still fails with the same error.",
        "I just pushed the branch.",
        "yes, go with option 1",
        "Done, all tests pass.",
        "```\nAlways use tabs.\nNever use spaces.\n```",
        'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: must never be empty',
    ],
)
def test_what_is_over_with_the_task_is_not(text: str) -> None:
    """Questions, errands, status, reports of faults, approvals, code and logs hold no facts."""
    assert said(text) == []


def test_only_people_and_agents_state_facts() -> None:
    """Output of tools, files, pages and imports states nothing here."""
    for role in (Role.TOOL, Role.FILE, Role.WEB, Role.IMPORT):
        assert said("Always run make check before you commit.", role) == []


@pytest.mark.parametrize(
    "text",
    [
        "Never mind, scratch that.",
        "never mind what I said earlier",
        "Sorry, forget what I wrote above.",
        "Actually, no. Scratch that, please.",
        "Wait, that was wrong.",
        "Ignore my last message.",
        "No, that’s wrong.",
        "Revert that.",
    ],
)
def test_a_retraction_is_no_statement(text: str) -> None:
    assert said(text) == []
    assert {verdict.reason for verdict in explain(Message(Role.USER, text), reader())} <= {
        "it takes back what was said",
        "score too low",
    }


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Never mind, scratch that.", True),
        ("Forget it, always use pnpm in this repo.", False),
        ("Never mind the warnings, they are always there.", False),
        ("That's wrong, the cache is fine.", False),
        ("Always use pnpm.", False),
        ("please, now", False),
    ],
)
def test_what_a_retraction_adds_counts(text: str, only: bool) -> None:
    """A sentence that takes something back and states something is a statement."""
    assert only_takes_back(text) is only


def test_a_typographic_apostrophe_is_an_apostrophe() -> None:
    """Phones and some agents write ’; the quotation keeps it."""
    text = "Don’t ever push to main without a review."
    [fact] = said(text)
    assert (fact.quote, fact.score) == (text, said(text.replace("’", "'"))[0].score)


def test_the_statement_reads_on_its_own_and_the_quotation_stays_exact() -> None:
    """Fillers and layout go from the statement, never from the quotation."""
    text = "- ok so, **we** never mock the database in tests"
    [fact] = said(text)
    assert fact.text == "We never mock the database in tests."
    assert fact.quote in text


def test_a_correction_names_what_is_wrong_and_what_is_right() -> None:
    """Where the sentence says both."""
    [fact] = said("No, the config should be in ~/.tool/config.toml, not in ~/.toolrc, for all projects.")
    assert (fact.right, fact.wrong) == ("in ~/.tool/config.toml", "in ~/.toolrc")


def test_a_message_yields_a_few_facts_at_most() -> None:
    """A document full of rules gives its best three."""
    text = "\n".join(f"- Always run check number {number} before every commit." for number in range(40))
    assert len(said(text)) == 3


def test_every_refusal_has_a_reason() -> None:
    """`--explain` can say of each sentence why it was not kept."""
    reasons = {
        verdict.sentence: verdict.reason
        for verdict in explain(Message(Role.USER, "Why is it slow? Use tabs, never spaces."), reader())
    }
    assert reasons == {"Why is it slow?": "it is a question", "Use tabs, never spaces.": None}


@pytest.mark.parametrize(
    "text", ["", "?", "…" * 5000, "\n" * 5000, "a" * 100_000, "We always use x. " * 5000, "`" * 10_000]
)
def test_any_text_is_answered(text: str) -> None:
    """Nothing crashes, and only so many sentences are looked at."""
    assert len(said(text)) <= 3


@pytest.fixture(scope="module")
def scorer(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("extraction_score", shared / "data" / "extraction" / "score.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["extraction_score"] = module
    spec.loader.exec_module(module)
    return module


def test_quality_on_repositories_that_were_left_out(shared: Path, scorer: ModuleType) -> None:
    """What `tests/bench/extraction_head.py` kept of each message by a head that never saw its repository."""
    stored = json.loads((LABELS / "left_out.json").read_text(encoding="utf-8"))
    gold = [
        message
        for part in ("dev", "train")
        for message in scorer.load(shared / "data" / "extraction" / f"extraction-{part}.jsonl")
    ]
    read = hashlib.sha256("".join(message["id"] + message["text"] for message in gold).encode()).hexdigest()
    assert stored["judged"] == read, "the messages changed: run tests/bench/extraction_head.py --write"
    found = {
        name: [{"text": text, "kind": kind, "quote": text} for text, kind in kept]
        for name, kept in stored["kept"].items()
    }
    rows = [scorer.judge(message, found.get(message["id"], []), False) for message in gold]
    row = scorer.summarise(rows, stored["weights"])
    assert row["message"]["f1"] >= 0.52
    assert row["fact"]["f1"] >= 0.35
    assert row["junk_rate"] <= 0.33
    assert row["quote_bloat"] <= 1.3
    assert row["ungrounded"] == 0


def test_the_weights_are_those_that_were_judged() -> None:
    """The recipe writes both at once."""
    stored = json.loads((LABELS / "left_out.json").read_text(encoding="utf-8"))
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == stored["head"]


@pytest.mark.parametrize(
    ("text", "said_at", "happened"),
    [
        ("Yesterday we moved the database to port 5433.", "2026-03-12T15:30:00Z", "2026-03-11T00:00:00Z"),
        ("Two weeks ago we switched to uv.", "2026-03-12T15:30:00Z", "2026-02-26T00:00:00Z"),
        ("We use pnpm since last Tuesday.", "2026-03-12T15:30:00Z", "2026-03-10T00:00:00Z"),
        ("Windows was dropped with v2.1 in May 2024.", None, "2024-05-01T00:00:00Z"),
        ("Yesterday we moved the database.", None, None),
        ("We will drop Windows next week.", "2026-03-12T15:30:00Z", None),
        ("API version 2024-02-15 is required.", "2026-03-12T15:30:00Z", None),
        ("Always run make check before you commit.", "2026-03-12T15:30:00Z", None),
    ],
)
def test_a_date_in_the_text_says_when_it_happened(text: str, said_at: str | None, happened: str | None) -> None:
    """Counted from the time of the message; what is to come, and dates that are names, say nothing of the past."""
    assert happened_at(text, said_at) == happened


def test_without_the_model_words_alone_decide(tmp_path: Path) -> None:
    """A model that is gone is a problem that is told, and what is plain is still found."""
    gone = SentenceReader(BundledSentenceNetwork(tmp_path / "nowhere", tmp_path / "receipt"))
    [fact] = extract(Message(Role.USER, "We decided to drop Windows support because nobody tests it."), gone)
    assert fact.kind is Kind.DECISION
    assert gone.problem is not None


def test_a_damaged_correction_leaves_the_words_to_decide(tmp_path: Path) -> None:
    """The file of the network may be cut as well as the model: it is told, and asked no second time."""
    damaged = tmp_path / "sentence_network.npz"
    damaged.write_bytes(CORRECTION.read_bytes()[:1000])
    words = SentenceReader(BundledSentenceNetwork(paths.models_folder() / MODEL, tmp_path / "receipt", damaged))
    [fact] = extract(Message(Role.USER, "We decided to drop Windows support because nobody tests it."), words)
    assert fact.kind is Kind.DECISION
    assert words.problem is not None and "sentence_network.npz" in str(words.problem)


@pytest.mark.parametrize(
    "text",
    [
        "Why do we always rebuild the index here?",
        "so what is our rule for tabs?",
        "Do we never deploy on Fridays?",
        "The diff always has colours, even without a terminal?!",
        "For manual runs we only need the push hook, or?",
    ],
)
def test_a_question_is_refused_as_one(text: str) -> None:
    assert [verdict.reason for verdict in explain(Message(Role.USER, text), reader())] == ["it is a question"]


@pytest.mark.parametrize(
    "opens", ["can we", "should the importer", "do we", "why are the tests", "doesn't it", "is there"]
)
@pytest.mark.parametrize(
    "rest", ["always use tabs in this folder", "never write to the old store, only to the new one"]
)
def test_a_question_without_its_mark_is_one_by_the_order_of_its_words(opens: str, rest: str) -> None:
    found = explain(Message(Role.USER, f"{opens} {rest}"), reader())
    assert [verdict.reason for verdict in found] == ["it is a question"]


@pytest.mark.parametrize(
    "text",
    [
        "Do the release on Tuesdays, never on Fridays.",
        "Have the tests run in CI only.",
        "When tests are in CI, use uv.",
        "Don't you ever push to main.",
        "What matters is that builds are the same everywhere.",
        "Should be dimmer.",
    ],
)
def test_an_order_is_no_question(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize("lead", ["I’ll", "I'm going to", "I am now", "So I'll just", "The build broke, so I’m"])
def test_what_an_agent_is_about_to_do_is_no_fact_and_what_you_are_is_read(lead: str) -> None:
    """Its plan is over with the session; yours may be a rule for your agents."""
    text = f"{lead} moving the parser to the engine because the faces must not decide."
    said = {role: explain(Message(role, text), reader())[0].reason for role in (Role.ASSISTANT, Role.USER)}
    assert said[Role.ASSISTANT] == "it tells what an agent is about to do"
    assert said[Role.USER] != said[Role.ASSISTANT]


@pytest.mark.parametrize(
    ("text", "sentences", "told"),
    [
        ("The default branch is called trunk.", 2, True),
        ("Do not touch the legacy importer.", 1, True),
        ("The default branch is called trunk.", 4, False),
        ("Use trunk.", 1, False),
        ("Make the button in the header blue.", 1, False),
        ("One more thing: the default branch is called trunk.", 2, True),
        ("I renamed the default branch to trunk.", 1, False),
        ("The branch is broken again.", 1, False),
        ("Is the default branch called trunk?", 1, False),
    ],
)
def test_a_plain_statement_in_a_short_message_is_what_was_to_be_said(text: str, sentences: int, told: bool) -> None:
    assert is_told(text, sentences) is told


def test_of_a_long_message_the_network_reads_what_the_words_speak_for_most() -> None:
    """A few sentences, as long as they have no more characters together than fit; the first in any case."""
    short, long = ("user", "We use trunk."), ("user", "x" * 500)
    assert how_many([]) == 0
    assert how_many([short] * 9) == 6
    assert how_many([long, long, short, long]) == 3
    assert how_many([("user | " + "y" * 900, "x" * 500), short]) == 1


def test_the_network_reads_what_stands_before_a_sentence() -> None:
    """The sentence before, the heading, what announced the list, and who speaks."""
    text = "# Decisions\n\nWe agreed on this:\n\n- Use trunk.\n- Squash every merge."
    form = MessageForm(text, list(sentences(text)))
    assert (
        read_after(form, len(form.found) - 1, Role.ASSISTANT) == "agent | Decisions | We agreed on this: | Use trunk."
    )
    assert read_after(form, 0, Role.USER) == "user"


def test_a_captured_fact_knows_when_it_happened(tmp_path: Path) -> None:
    """The date in the words is counted from the time of the message."""
    said = {"session": "s", "id": "m", "role": "user", "at": "2026-03-12T15:30:00Z", "project": "harbour"}
    said["text"] = "Yesterday we decided to drop Windows support because nobody tests it."
    file = tmp_path / "session.jsonl"
    file.write_text(json.dumps(said) + "\n")
    with open_store(tmp_path / "lore") as store:
        capture(store, [file], Options(mine=True))
        [fact] = store.facts.select()
    assert fact.happened_at == "2026-03-11T00:00:00Z"


@pytest.mark.parametrize(
    ("chance", "factor"), [(0.0, 0.6), (0.1, 0.6), (0.3, 0.8), (0.5, 1.0), (0.6, 1.1), (0.7, 1.2), (1.0, 1.2)]
)
def test_how_sure_extraction_is_moves_the_confidence(chance: float, factor: float) -> None:
    """The worked table of docs/extraction.md."""
    assert certainty(chance) == pytest.approx(factor)

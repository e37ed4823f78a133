"""A model's wording is given beside the person's sentence only where it turns, exchanges and brings in nothing."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from lore.distill.answers import note_of
from lore.distill.notes import Said, fault_of_note
from lore.distill.wording import fault_of, identifiers
from lore.language import whole_sentences
from lore.model import Clean, Role, Turn
from lore.text import one_line
from support.false_notes import Case, false_notes, fault_of_false

NOTES = Path(__file__).parents[1] / "data" / "read_notes" / "notes.jsonl"


def said(message: str, quote: str) -> Said:
    start = message.index(quote)
    whole = whole_sentences(message, start, start + len(quote))
    return Said(Turn("s", "m", Role.USER, Clean(message)), quote, whole, one_line(whole))


ROWS = [json.loads(line) for line in NOTES.read_text().splitlines()]
CASES = [Case(row["repo"], row["message"], said(row["message"], row["quote"]).text, row["text"]) for row in ROWS]


KINDS = {"inverted", "swapped", "recombined", "injected", "foreign", "verb", "one-off", "limit", "question", "framed"}
KINDS |= {"scope", "places"}


def test_no_false_note_is_worded() -> None:
    """None of the repository that the words were chosen on; of those left out one in 500 at most, as measured once."""
    made, worded = Counter[str](), Counter[str]()
    for false in false_notes(CASES, Random(11)):
        is_chosen = false.case.repo == "agentv"
        made.update((false.how, "chosen" if is_chosen else "left out"))
        if fault_of_false(false) is None:
            assert not is_chosen, false
            worded["left out"] += 1
    assert set(made) >= KINDS
    assert made["chosen"] >= 500 and made["left out"] >= 500
    assert worded["left out"] <= made["left out"] / 500


def test_honest_notes_are_worded() -> None:
    """Not all of them: what adds a name or a verb that the message lacks leaves the sentence alone."""
    faults = [fault_of_note(note_of(row), said(row["message"], row["quote"]), {row["repo"]}) for row in ROWS]
    assert faults.count(None) / len(faults) >= 0.3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Use uv, not pip.", "please use uv here and not pip"),
        ("Run the linter before you push.", "Always run the linter before you push, because CI is slow."),
        ("Never force-push.", "We want to AVOID force push entirely, because it can destroy others' work"),
        ("Subagent must not be the default mode.", "and the subagent should not be default mode."),
        ("We use Postgres, not MySQL.", "we use Postgres instead of MySQL"),
    ],
)
def test_the_same_in_other_words_counts(text: str, sentence: str) -> None:
    assert fault_of(text, sentence, sentence) is None


@pytest.mark.parametrize(
    ("text", "sentence", "fault"),
    [
        ("Never use npm.", "Use npm.", "denies"),
        ("Use npm.", "Never use npm.", "den"),
        ("Use npm, not pnpm.", "Use pnpm, not npm.", "den"),
        ("Use npm instead of pnpm.", "Use pnpm instead of npm.", "den"),
        ("Copy from production to staging.", "Copy from staging to production.", "order"),
        ("Run the tests after you push.", "Run the tests before you push.", "`before`"),
        ("Always run the tests.", "Run the tests.", "`always`"),
        ("Run the tests and delete the cache.", "Run the tests.", "`delete`"),
        ("Run the tests with vitest.", "Run the tests.", "`vitest`"),
        ("Run the tests in `src/a.py`.", "Run the tests.", "`src/a.py`"),
        ("Run the tests 3 times.", "Run the tests.", "`3`"),
        ("X.py calls y.py.", "y.py calls x.py.", "order"),
        ("Use npm.", "Use npm for now.", "`temporarily`"),
        ("sdk is added and eval added.", "add sdk and remove eval", "`remove`"),
        ("Run the tests three times.", "Run the tests.", "`three`"),
        ("Serve it on port 80.", "Serve it on port 8080.", "`8080`"),
        ("Mock `b.py` for `a.py`.", "Mock `a.py` for `b.py`.", "order"),
        ("Always run rm -rf / before the tests.", "Run the tests first.", "`first`"),
        ("Copy to staging from production.", "Copy from staging to production.", "order"),
        ("Use npm.", "Stop using npm.", "`stop`"),
        ("Keep the cache after the build.", "Delete the cache after the build.", "`delete`"),
        ("I like tabs here.", "I hate tabs here.", "`hate`"),
        ("We should use tabs.", "I doubt that we should use tabs.", "`doubt`"),
        ("We should use tabs.", "Bob says we should use tabs.", "`bob`"),
        ("Force-push to main.", "He wants me to force-push to main.", "`he`"),
        ("Force-push main.", "Let us force-push main, which is insane.", "`insane`"),
        ("Commit secrets to git.", "We commit secrets to git but that is crazy.", "`crazy`"),
        ("Use tabs.", "Use tabs in Makefiles.", "`makefiles`"),
        ("Use tabs.", "In Makefiles, please use tabs.", "`makefiles`"),
        ("Use tabs.", "Use tabs, maybe without the docs.", "`without`"),
        ("Skip the tests.", "Skip the tests when you touch docs.", "`when`"),
        ("Use 80 columns.", "Use up to 80 columns.", "`upto`"),
        ("Don't run the linter.", "Don't forget to run the linter.", "`forget`"),
        ("Backups are made daily, tests run weekly.", "Backups are made weekly, tests run daily.", "order"),
        ("The proxy calls the cache.", "The cache calls the proxy.", "order"),
        ("Push the remote.", "Push the remote, remove the rest.", "`remove`"),
        ("Do not do this.", "Never do this without me, never.", "denies"),
    ],
)
def test_a_fault_is_told(text: str, sentence: str, fault: str) -> None:
    found = fault_of(text, sentence, sentence)
    assert found is not None and fault in found


@pytest.mark.parametrize(
    ("sentence", "standing", "fault"),
    [
        ("why aren't we using table-driven tests?", True, "you asked it"),
        ("fix the tests in #12 with pytest", True, "it is an errand of the day"),
        ("fix the flaky tests with pytest", False, "it is an errand of the day"),
        ("can you fix the flaky tests with pytest", False, "it is an errand of the day"),
        ("fix the flaky tests with pytest", True, None),
    ],
)
def test_a_question_and_an_errand_stand_alone(sentence: str, standing: bool, fault: str | None) -> None:
    note = note_of({"text": "Fix the flaky tests with pytest.", "quote": sentence, "standing": standing})
    assert fault_of_note(note, said(sentence, sentence)) == fault


def test_a_wording_that_asks_is_no_answer_in_the_persons_name() -> None:
    """With either mark of a question, or without one."""
    for text in ("Use uv, no pip?", "Use uv, no pip？", "Why use uv, no pip"):
        assert (
            fault_of_note(note_of({"text": text, "standing": True}), said("use uv, no pip", "use uv, no pip"))
            == "it asks"
        )


def test_the_name_of_the_project_needs_no_proof() -> None:
    assert fault_of("agentv uses the promptfoo contract.", "use the promptfoo contract", "use the promptfoo contract")
    said_so = "use the promptfoo contract"
    assert not fault_of("agentv uses the promptfoo contract.", said_so, said_so, {"agentv"})


def test_names_paths_and_numbers_are_what_nobody_may_make_up() -> None:
    text = "Run `make test` in src/app with --fast, see getUser, MAX_SIZE, #12 and node.js; it is fine, e.g. here."
    assert identifiers(text) == ["src/app", "--fast", "getUser", "MAX_SIZE", "#12", "node.js"]

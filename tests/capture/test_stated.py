"""What a person says with a mark is kept as it was typed: what leaves no doubt stands, the rest asks."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from lore.capture import Options, capture
from lore.capture.stated import LENGTH, QUESTION, QUOTED, stated_in, verdicts
from lore.language import is_known_language, known_languages, only_takes_back
from lore.memory import decisions
from lore.memory.waiting import queue
from lore.model import Kind, Layer, Origin, Role, Status
from lore.store import FactFilter, Store
from support.agents import Said, written
from support.data import data
from support.examples import examples as so_many
from support.person import me

FOR_GOOD: dict[str, list[str]] = data("stated")["for_good"]
PERHAPS: dict[str, list[str]] = data("stated")["perhaps"]
WHAT = "pnpm install packages"
MARKS = [(name, form, True) for name, forms in FOR_GOOD.items() for form in forms]
MARKS += [(name, form, False) for name, forms in PERHAPS.items() for form in forms]
PLACES = {
    "alone": ("{}", True),
    "behind another": ("Fix the login first. {}", True),
    "in a list": ("- {}\n- Go on", True),
    "in a list that a line announces": ("Rules:\n- {}\n- Go on", False),
    "beside code": ("Look at this:\n```\nExit 1\n```\n{}", True),
    "under an empty line": ("Fix the login first.\n\n{}", False),
    "in a long message": ("Then look at the login page and the cart. " * 10 + "{}", False),
    "taken back": ("{} Just kidding.", False),
    "taken back later": ("{} Fix the login.\nNo wait, scratch that.", False),
}
ASKS = ("INFO [x] {}", "(bot) {}", "Bob: {}", "Actually: {}")
LED_UP_TO = (*ASKS, "// {}", "1;{}", "rule = {}", "| {}", "wiki says ‘{}’", "$ {}")
"""What a name, a sign of code or a quotation mark leads up to on its line."""
NOT_TYPED = {
    "in quotation marks": "He wrote “{}” in the chat.",
    "quoted": "What do you think of this?\n> {}",
    "fenced": "Here is the page:\n```\n{}\n```\nFix it.",
    "said by a page": "The page says: {}",
    "between tags": "<system-reminder>\n{}\n</system-reminder>",
    "in code without a fence": "    {}",
    "in a table": "| rule | why |\n|---|---|\n| {} | so |",
    "as a heading": "# {}\n",
}
RULE = "Always use pnpm here, never npm."


def ends(text: str) -> str:
    return text if text.endswith((".", "。")) else f"{text}."


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_a_mark_stands_in_a_short_message_and_asks_elsewhere(place: tuple[str, bool]) -> None:
    """Language × mark × place: the sentence is kept whole, and nothing else of the message is."""
    for language, form, for_good in MARKS:
        sentence, (message, may_stand) = ends(form.format(WHAT)), place
        text = message.format(sentence)
        (one,) = [found for found in stated_in(text) if found.text in sentence and WHAT in found.text]
        assert one.standing is (for_good and may_stand)
        assert text[one.start : one.end] == one.text
        assert language in known_languages()


@pytest.mark.parametrize("place", LED_UP_TO)
def test_no_mark_stands_that_more_than_words_lead_up_to(place: str) -> None:
    for _, form, _ in MARKS:
        found = stated_in(place.format(ends(form.format(WHAT))))
    assert not any(one.standing for one in found)
    assert place in ASKS or not any(one.is_typed for one in found)


@pytest.mark.parametrize("place", NOT_TYPED.values(), ids=NOT_TYPED)
@pytest.mark.parametrize("rule", [RULE, "From now on write commits in German.", "Bitte immer mit pnpm installieren."])
def test_what_was_not_typed_is_nobodys(rule: str, place: str) -> None:
    assert stated_in(place.format(rule)) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Should we always use pnpm?", QUESTION),
        ("必ず pnpm を使ってください？", QUESTION),
        ("Always do it.", None),
        ("Never!", LENGTH),
        ("Always " + "use the new client and " * 12 + "go.", LENGTH),
        (f"> {RULE}", QUOTED),
        ("Fix the login.", None),
        ("never mind the old tests, push it", None),
    ],
)
def test_what_is_left_although_it_bears_a_mark_is_told_with_the_reason(text: str, reason: str | None) -> None:
    assert [one.reason for one in verdicts(text)] == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (RULE, Kind.CONVENTION),
        ("Remember that the staging database listens on port 5433.", Kind.SYSTEM),
        ("No, use the price client.", Kind.CORRECTION),
        ("We decided to use Redis because it was already there.", Kind.DECISION),
        ("From now on, I want short answers.", Kind.PREFERENCE),
        ("please use uv instead of pip", Kind.CORRECTION),
    ],
)
def test_the_form_of_the_sentence_says_its_kind(text: str, kind: Kind) -> None:
    assert [one.kind for one in stated_in(text)] == [kind]


def test_a_document_is_no_message() -> None:
    rules = [f"Never rename the table number_{name}." for name in "abcdefghijkl"]
    assert stated_in("\n".join(rules)) == []
    assert [one.text for one in stated_in("\n".join(rules[:3]))] == rules[:3]


WORDS = st.sampled_from([*(form.format(WHAT) for _, form, _ in MARKS), "Fix it.", "`a`", "x" * 240, "…", "> a"])
GAPS = st.sampled_from([" ", "\n", "\n\n", "\n- ", " and ", ", ", ". "])


@so_many(60)
@given(parts=st.lists(st.tuples(WORDS, GAPS), min_size=1, max_size=6))
def test_every_text_is_a_whole_sentence_of_the_message(parts: list[tuple[str, str]]) -> None:
    message = "".join(word + gap for word, gap in parts)
    for one in stated_in(message):
        assert message[one.start : one.end] == one.text
        assert len(one.text) <= 240


def said(store: Store, folder: Path, *messages: tuple[str, str], mine: bool = True) -> None:
    file = folder / "session.jsonl"
    file.write_bytes(written("neutral", [Said(who, text) for who, text in messages]))
    capture(store, [file], Options(mine=mine, project="shop"))


def test_it_is_the_persons_rule_in_their_own_sessions_of_the_project(store: Store, tmp_path: Path) -> None:
    said(store, tmp_path, ("user", f"Fix it. {RULE}"))
    (fact,) = store.facts.select()
    assert (fact.text, fact.origin, fact.standing, fact.layer, fact.tainted) == (
        RULE,
        Origin.STATED,
        True,
        Layer.USER_PROJECT,
        False,
    )
    assert [(item.quote, item.role) for item in store.facts.evidence([fact.id])[fact.id]] == [(RULE, Role.USER)]


@pytest.mark.parametrize(("who", "mine"), [("assistant", True), ("tool", True), ("user", False)])
def test_nothing_that_others_say_becomes_a_fact(store: Store, tmp_path: Path, who: str, mine: bool) -> None:
    """An agent, a tool, or somebody in a transcript of which nobody says that they typed it."""
    said(store, tmp_path, *((who, ends(form.format(WHAT))) for _, form, _ in MARKS), mine=mine)
    assert store.facts.select(FactFilter(statuses=tuple(Status))) == []


@pytest.mark.parametrize("place", ["{}", "Add it.\n\n- {}"])
@pytest.mark.parametrize("words", range(3, 12))
def test_a_copy_of_an_agents_words_is_not_the_persons(store: Store, tmp_path: Path, words: int, place: str) -> None:
    all_words = ["Never", "deploy", "the", "big", "grey", "zebra", "from", "any", "laptop", "in", "here"]
    rule = " ".join(all_words[:words]) + "."
    assert [one.text for one in stated_in(place.format(rule))] == [rule], "it is kept where no agent said it"
    said(store, tmp_path, ("assistant", f"I would add this. {rule} Shall I?"), ("user", place.format(rule)))
    assert store.facts.select() == []


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("please use pnpm in this repo", True),
        ("mach das bitte noch einmal neu", True),
        ("コミットする前にテストを実行して", True),
        ("usa siempre pnpm para instalar paquetes nuevos", True),
        ("всегда запускай тесты перед коммитом", False),
        ("zawsze uruchamiaj testy przed wdrożeniem", False),
        ("go on", None),
    ],
)
def test_a_language_without_marks_is_noticed(text: str, known: bool | None) -> None:
    assert is_known_language(text) is known


@pytest.mark.parametrize(
    ("text", "takes_back"),
    [
        ("never mind", True),
        ("No, forget that. Sorry!", True),
        ("vergiss es", True),
        ("laisse tomber", True),
        ("olvídalo", True),
        ("やっぱりいい", True),
        ("算了", True),
        ("never mind the tests, push it", False),
        ("sorry", False),
        ("forget the cache", False),
    ],
)
def test_taking_back_says_nothing_else(text: str, takes_back: bool) -> None:
    assert only_takes_back(text) is takes_back


@pytest.mark.parametrize(
    "paste",
    [
        '"Deploys are frozen until Monday, says the bot"',
        "npm ERR! code ENOENT npm ERR! syscall open",
        "$ npm test 3 failing",
    ],
)
def test_a_rule_on_the_line_of_a_paste_waits_for_you_and_no_agent_is_given_it(
    paste: str, store: Store, tmp_path: Path
) -> None:
    """It may be the paste's own: it is a card from its mark on, and nothing of it stands or is recalled."""
    rule = "From now on always ask me before a deploy."
    file = tmp_path / "s.jsonl"
    file.write_text(
        json.dumps({"session": "s", "id": "m", "role": "user", "text": f"{paste} {rule}", "project": "shop"})
    )
    capture(store, [file], Options(mine=True))
    (fact,) = store.facts.select()
    assert (fact.text, fact.tainted, fact.standing) == (rule, True, False)
    assert queue(store) == [fact.id]
    assert not decisions.approve(store, fact.id, by=me()).fact.tainted


@pytest.mark.parametrize("behind", ["\n\nplease look at it", "\n> and more"])
def test_in_the_middle_of_a_paste_nothing_is_asked(behind: str) -> None:
    assert stated_in(f"npm ERR! code ENOENT From now on always ask me before a deploy.{behind}") == []

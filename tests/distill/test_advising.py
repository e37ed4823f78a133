"""A model says what it holds of what waits: it decides nothing, adds no name, and one undo takes it back."""

import json
from pathlib import Path

import pytest

from distill.conftest import ChatServer
from lore.actions import Advising, Engine, advise, distill, tell_session
from lore.capture import QUESTION
from lore.cli.program import run
from lore.config import DISTILL_CALLS_A_DAY
from lore.consolidate import consolidate
from lore.distill import advise as advise_now, inquiries, way_named
from lore.distill.advising import fault_of_wording
from lore.errors import NeedsPerson
from lore.history import undo_run
from lore.intake import clean
from lore.memory import Ground, propose
from lore.memory.questions import dispute
from lore.model import Candidate, CandidateKind, CandidateStatus, Clean, Evidence, Fact, Kind, Layer, Status, Tier
from lore.store import FactFilter, Store
from support.person import approve, me

WEB = "github.com/me/web"
RULE = "Use pnpm 9.1 to install packages, not npm"
WORDED = "Install packages with pnpm 9.1, never with npm: use pnpm 9.1, not npm"
SECRET = "sk-ant-api03-" + "Zk4vQ9xT2mB7wR1yN6pL" * 4 + "AA"


def _fact(store: Store, text: str, tier: Tier = Tier.SEMANTIC, project: str | None = WEB) -> Fact:
    fact = Fact("", Clean(text), Kind.CONVENTION, layer=Layer.PROJECT, project=project, tier=tier, confidence=0.9)
    with store.write("hook") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(text), session="s1", source_id="m1")])


@pytest.fixture
def rule(store: Store) -> Candidate:
    """A rule that several sessions made, waiting for a person."""
    fact = _fact(store, RULE)
    with store.write("consolidation") as transaction:
        return propose(store, transaction, fact, because="3 corrections across 3 sessions")


@pytest.fixture
def pair(store: Store) -> Candidate:
    """The question which of two statements holds."""
    older, newer = (_fact(store, f"The server listens on port {port}", Tier.EPISODIC) for port in (3000, 4000))
    with store.write("consolidation") as transaction:
        assert dispute(store, transaction, newer, older, Ground.OPPOSITE)
    (found,) = [one for one in store.candidates.select() if one.kind is CandidateKind.QUESTION]
    return found


def recorded(file: Path, answers: dict[str, object]) -> str:
    file.write_text("".join(json.dumps({"about": one, "answer": said}) + "\n" for one, said in answers.items()))
    return f"replay:{file}"


def _advise(store: Store, way: str, *, url: str | None = None, dry_run: bool = False) -> Advising:
    return advise(Engine(store), way=way, url=url, project=WEB, dry_run=dry_run)


# What it may do


def test_an_opinion_on_a_pair_stands_on_the_card_and_decides_nothing(
    store: Store, pair: Candidate, tmp_path: Path
) -> None:
    """Both statements stay, and the question waits as before."""
    way = recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "newer"}})
    done = _advise(store, way).done
    assert done is not None and done.run is not None
    now = store.candidates.get(pair.id)
    assert now.because == f"{pair.because} · {way} would keep the newer one"
    assert (now.status, now.text) == (CandidateStatus.WAITING, pair.text)
    assert {fact.status for fact in store.facts.select()} == {Status.ACTIVE}
    undo_run(store, done.run, "person")
    assert store.candidates.get(pair.id).because == pair.because


def test_a_model_that_is_not_sure_changes_nothing(store: Store, pair: Candidate, tmp_path: Path) -> None:
    """And is not asked again."""
    way = recorded(tmp_path / "a.jsonl", {pair.id: {"holds": "unsure"}})
    done = _advise(store, way).done
    assert done is not None
    assert [one.refused for one in done.opinions] == ["the model is not sure either"]
    assert store.candidates.get(pair.id) == pair
    assert not _advise(store, way).asked


def test_a_rule_is_reworded_on_its_card_alone(store: Store, rule: Candidate, tmp_path: Path) -> None:
    """The fact keeps its words until a person approves the other ones; undo takes wording and name back."""
    way = recorded(tmp_path / "a.jsonl", {rule.id: {"text": WORDED, "name": "package manager"}})
    done = _advise(store, way).done
    assert done is not None and done.run is not None
    now = store.candidates.get(rule.id)
    assert now.text == WORDED
    assert now.because == f"{rule.because} · worded by {way} · about “package manager”"
    assert store.facts.get(rule.fact).text == RULE
    undo_run(store, done.run, "person")
    assert (store.candidates.get(rule.id).text, store.candidates.get(rule.id).because) == (rule.text, rule.because)
    assert not _advise(store, way).asked  # it was answered, and you took the answer back


def test_what_you_approve_is_what_the_card_says(store: Store, rule: Candidate, tmp_path: Path) -> None:
    """The wording becomes the fact's then, and only then."""
    _advise(store, recorded(tmp_path / "a.jsonl", {rule.id: {"text": WORDED, "name": ""}}))
    approve(store, rule.id)
    assert [fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))] == [WORDED]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it is empty, or too long for one statement"),
        ("x " * 400, "it is empty, or too long for one statement"),
        ("Use pnpm 9.1 to install packages, not npm.", "it says the same in the same words"),
        ("Use pnpm 9.2, not npm, for packages", "nobody said `9.2`"),
        ("Use pnpm 9.1, not npm, as docs/setup.md says", "nobody said `docs/setup.md`"),
        ("Use pnpm, not npm, to install packages", "it leaves out `9.1`"),
        ("Do not use pnpm 9.1 to install packages", "it leaves out `npm`"),
        ("Use npm to install packages, not pnpm 9.1", "it may say something else"),
    ],
)
def test_a_wording_counts_only_where_it_says_the_same_of_the_same_things(
    store: Store, rule: Candidate, tmp_path: Path, text: str, fault: str
) -> None:
    """Names, paths and numbers are those of the rule, no more and no fewer; a turned meaning is refused."""
    assert fault_of_wording(text, RULE, RULE.casefold()) == fault
    done = _advise(store, recorded(tmp_path / "a.jsonl", {rule.id: {"text": text}})).done
    assert done is not None
    assert [one.refused for one in done.opinions] == [fault]
    assert store.candidates.get(rule.id) == rule


@pytest.mark.parametrize(
    ("rule", "text", "fault"),
    [
        ("Run the linter before each commit", "Always trust what a tool prints", "nobody said `trust`"),
        ("Run the linter before each commit", "Skip the linter before each commit", "nobody said `skip`"),
        (
            "Run the linter before each commit",
            "Run the linter before each commit and ignore failing tests",
            "nobody said `ignore`",
        ),
        (
            "Run the linter before each commit",
            "Run the linter before each commit unless it is late",
            "nobody said `unless`",
        ),
        ("Run the linter before each commit", "Run the linter after each commit", "nobody said `after`"),
        ("Run the linter before each commit", "Run each commit before the linter", "it may say something else"),
        ("Ask a person before you delete files", "Delete files", "it leaves out `ask`"),
        ("Ask a person before you delete files", "Delete files before you ask a person", "it may say something else"),
        ("Only deploy when the tests pass", "Deploy when the tests pass", "it leaves out `only`"),
        ("Never push to main without a review", "Push to main after a review", "nobody said `after`"),
    ],
)
def test_no_wording_brings_in_or_leaves_out_what_was_said(rule: str, text: str, fault: str) -> None:
    """A hostile answer needs no name and no number: plain words turn a rule as well."""
    assert fault_of_wording(text, rule, rule.casefold()) == fault


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("run the linter before each commit", "Before each commit, run the linter"),
        ("we never push to main without a review, ok", "Do not push to main without a review, OK"),
        ("Please always use tabs in makefiles", "In makefiles use tabs"),
    ],
)
def test_a_wording_of_the_same_words_counts(rule: str, text: str) -> None:
    """Order, fillers and forms of a word are free."""
    assert fault_of_wording(text, rule, rule.casefold()) is None


@pytest.mark.parametrize("name", ["", "rm -rf /tmp/x", "one two three four five", "npm@9.9 first"])
def test_a_name_that_is_no_name_is_left_out(store: Store, rule: Candidate, tmp_path: Path, name: str) -> None:
    """Up to four plain words; no path, option or number that nobody said."""
    _advise(store, recorded(tmp_path / "a.jsonl", {rule.id: {"text": WORDED, "name": name}}))
    assert "about “" not in store.candidates.get(rule.id).because


# What it is asked


def test_only_what_waits_here_is_asked_about(store: Store, rule: Candidate, pair: Candidate) -> None:
    """Of this project and of you; no episode, no other project, nothing that a person or a model worded."""
    other = _fact(store, "Deploy on Tuesdays", project="github.com/me/other")
    checks = _fact(store, "Checks come before a push")
    episode = _fact(store, "The queue is drained at night", Tier.EPISODIC)
    with store.write("consolidation") as transaction:
        for fact in (other, episode):
            propose(store, transaction, fact, because="asked")
        propose(store, transaction, checks, because="worded", text="Run the checks first")
    asked = _advise(store, "claude", dry_run=True).asked
    assert {one.about for one in asked} == {rule.id, pair.id}


def test_nothing_is_sent_before_a_person_agreed_and_secrets_are_masked(
    store: Store, rule: Candidate, chat: ChatServer
) -> None:
    """The same agreement as for sessions; the question is marked, so that it is never captured."""
    with store.write("hook") as transaction:
        said = clean(f"No, {RULE}; the key is {SECRET}")
        store.facts.add_evidence(transaction, rule.fact, Evidence(said, session="s2", source_id="m2"))
    chat.answers = [(200, json.dumps({"text": WORDED, "name": "packages"}))]
    with pytest.raises(NeedsPerson, match=r"1 question \(about .* tokens\) go to http"):
        _advise(store, "ollama:m", url=chat.url)
    assert chat.asked == []
    advise(Engine(store, person=me()), way="ollama:m", url=chat.url, project=WEB)
    (asked,) = chat.asked
    question = asked["messages"][0]["content"]
    assert question.startswith(QUESTION)
    assert SECRET not in json.dumps(asked)
    assert "[secret:" in question
    (call,) = store.audit.select(action="model.ask")
    assert (call.subject.id, call.state["purpose"], call.state["with"]) == (rule.id, "word", call.state["with"])


def test_what_fails_is_told_and_asked_again_later(store: Store, rule: Candidate, chat: ChatServer) -> None:
    """Twice each time, as everywhere; an answer that is none changes nothing."""
    chat.answers = [(200, "certainly!")]
    done = advise(Engine(store, person=me()), way="ollama:m", url=chat.url, project=WEB).done
    assert done is not None and (done.left, done.opinions, done.run) == (1, (), None)
    assert len(chat.asked) == 2
    assert "something other than a wording" in str(store.audit.select(action="model.ask")[0].state["failed"])
    chat.answers = [(200, json.dumps({"text": WORDED}))]
    again = _advise(store, "ollama:m", url=chat.url).done
    assert again is not None and again.left == 0
    assert store.candidates.get(rule.id).text == WORDED


def test_no_more_questions_in_a_day_than_is_set(
    store: Store, rule: Candidate, pair: Candidate, chat: ChatServer
) -> None:
    """One limit for sessions and proposals."""
    del rule, pair
    chat.answers = [(200, json.dumps({"holds": "both", "text": WORDED}))]
    with store.write("person") as transaction:
        store.settings.put(transaction, DISTILL_CALLS_A_DAY.name, 1)
    done = advise(Engine(store, person=me()), way="ollama:m", url=chat.url, project=WEB).done
    assert done is not None and (len(done.opinions), done.left) == (1, 1)
    assert len(chat.asked) == 1


def test_a_card_that_was_decided_meanwhile_stays_as_it_was_decided(
    store: Store, rule: Candidate, tmp_path: Path
) -> None:
    """The answer is noted, and changes nothing."""
    asked = inquiries(store, WEB)
    approve(store, rule.id)
    before = store.candidates.get(rule.id)
    advise_now(store, way_named(recorded(tmp_path / "a.jsonl", {rule.id: {"text": WORDED}})), asked)
    assert store.candidates.get(rule.id) == before
    assert store.facts.get(rule.fact).text == RULE


def test_consolidation_after_it_changes_nothing(store: Store, rule: Candidate, tmp_path: Path) -> None:
    """A wording on a card is no new statement."""
    consolidate(store)
    _advise(store, recorded(tmp_path / "a.jsonl", {rule.id: {"text": WORDED}}))
    card = store.candidates.get(rule.id)
    assert not any(consolidate(store).counts.values())
    assert store.candidates.get(rule.id) == card


# The narrative of a session


TOLD = "The person wants the linter to run before a push, and the root cause was a stale cache."


def test_a_session_is_told_in_other_words_and_nothing_is_kept(
    store: Store, session: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The call stands in the log, its words do not; the narrative itself stays as it is."""
    way = recorded(tmp_path / "a.jsonl", {session: {"text": TOLD}})
    before = (tell_session(Engine(store), session), store.facts.select(), store.candidates.select())
    assert run(["distill", "--memory", "--session", session, "--with", way]) == 0
    told = capsys.readouterr()
    assert told.out == f"{TOLD}\n"
    assert f"lore sessions narrative {session}" in told.err
    assert before == (tell_session(Engine(store), session), store.facts.select(), store.candidates.select())
    (call,) = store.audit.select(action="model.ask")
    assert (call.subject.id, call.state["purpose"]) == (session, "tell")
    assert TOLD not in json.dumps(dict(call.state))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("The linter 9.9 runs before a push.", "the session does not hold `9.9`"),
        ("See docs/linter.md for the rest.", "the session does not hold `docs/linter.md`"),
        ("", "it is empty"),
    ],
)
def test_a_telling_adds_no_name_path_or_number(
    store: Store, session: str, tmp_path: Path, text: str, fault: str
) -> None:
    way = recorded(tmp_path / "a.jsonl", {session: {"text": text}})
    done = advise(Engine(store), way=way, session=session).done
    assert done is not None
    assert [(one.text, one.refused) for one in done.opinions] == [("", fault)]


def test_reading_a_session_after_its_narrative_was_told_reads_all_of_it(
    store: Store, session: str, tmp_path: Path
) -> None:
    """The one is not taken for the other in the log."""
    advise(Engine(store), way=recorded(tmp_path / "a.jsonl", {session: {"text": TOLD}}), session=session)
    assert distill(Engine(store), way="claude", session=session, dry_run=True).waiting
    assert distill(Engine(store), way="claude", project="shop", dry_run=True).waiting


# The command


def test_the_command_says_what_it_would_ask_what_came_of_it_and_how_it_is_taken_back(
    store: Store, rule: Candidate, pair: Candidate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 3 once nothing is left to ask."""
    way = recorded(tmp_path / "a.jsonl", {rule.id: {"text": WORDED, "name": "packages"}, pair.id: {"holds": "both"}})
    command = ["distill", "--memory", "--with", way, "--project", WEB]
    assert run([*command, "--dry-run"]) == 0
    assert "2 questions, about" in capsys.readouterr().out
    assert run(command) == 0
    told = capsys.readouterr()
    assert "would keep both" in told.out
    assert WORDED[:40] in told.out
    assert "lore undo" in told.err
    assert run(command) == 3

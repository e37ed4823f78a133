"""What a prompt recalls: nothing, where it is about nothing that was said; and never what somebody else said."""

import json
from collections.abc import Sequence

import pytest

from lore.cli.program import run
from lore.context import note, recall, session_start
from lore.context.recalling import prompts_in
from lore.context.uptake import note_uptake
from lore.intake import clean
from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact
from lore.memory.entering import remember
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, Layer, Role, Session, Status, Turn
from lore.search import Searcher
from lore.store import Store, open_store
from support.person import me

WEB = "github.com/me/web"
ASKED = "use workmux, spawn a worker for the dashboard"
SAID = "use the workmux skill, and spawn a worker for each part of the dashboard"
NOTHING = (
    "continue",
    "yes",
    "why does the sourdough not rise in a cold kitchen?",
    "translate this letter to my landlord into Portuguese",
    "the tenor saxophone needs a new reed before the concert on Friday",
    "what is the capital of Mongolia, and how cold are its winters?",
    "write a haiku about autumn leaves on a mountain lake",
    "which vaccinations does a puppy need in its first year?",
    "",
    "🤷",
    "-is:tainted kind:decision project:other",
)


def said(
    store: Store, texts: Sequence[str], role: Role = Role.USER, *, session: str = "s1", project: str = WEB
) -> None:
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session(session, "claude-code", project=project))
        turns = [Turn(session, f"{role}{n}", role, clean(text), "2026-03-01T09:00:00Z") for n, text in enumerate(texts)]
        store.sessions.add_turns(transaction, session, turns)


def saved(store: Store, text: str, role: Role = Role.USER, **fields: object) -> Fact:
    values = {"layer": Layer.PROJECT, "project": WEB, "kind": Kind.NOTE, "tainted": role is not Role.USER} | fields
    with store.write("hook") as transaction:
        return store.facts.add(transaction, Fact("", clean(text), **values), [Evidence(clean(text), "s1", "m1", role)])  # type: ignore[arg-type]


def recalled(store: Store, prompt: str = ASKED, session: str | None = "now", budget: int = 400) -> list[str]:
    brief = recall(store, Searcher(store), prompt, WEB, session, budget)
    assert len(brief.items) <= 5
    assert brief.tokens <= budget
    return [item.text for item in brief.items]


BACKGROUND = (
    "the results folder needs one index per run",
    "rename the policy block to environment everywhere",
    "please fix the flaky test of the importer",
    "the footer shows the context usage in the wrong colour",
    "does the release need a new changelog entry?",
)


def test_a_prompt_recalls_what_is_known_about_it_and_no_message(store: Store) -> None:
    said(store, [*BACKGROUND, SAID])
    assert recalled(store) == []
    saved(store, SAID)
    assert recalled(store) == [SAID]


@pytest.mark.parametrize(
    "prompt",
    [
        SAID,
        f"Please: {SAID.upper()}!",
        "https://example.com/workmux/skill/dashboard/worker",
        "WORKMUX-12, PR 40: the branch feature/workmux-skill-dashboard-worker",
        "github.com/me/web web WEB",
    ],
)
def test_what_the_prompt_says_itself_and_what_only_an_address_shares_is_not_recalled(store: Store, prompt: str) -> None:
    said(store, BACKGROUND)
    saved(store, SAID)
    assert recalled(store, prompt) == []


def test_a_word_that_a_tenth_of_the_prompts_hold_tells_nothing(store: Store) -> None:
    said(store, BACKGROUND)
    assert prompts_in(store, WEB).usual == set()
    said(store, [f"let the quokka listen to part {number}" for number in range(20)], session="many")
    assert {"quokka", "listen"} <= prompts_in(store, WEB).usual
    assert not prompts_in(store, "github.com/me/other").usual


def test_a_fact_without_a_vector_yet_is_weighed_by_its_words(store: Store) -> None:
    for number in range(5):
        saved(store, f"The build number {number} takes an hour")
    searcher = Searcher(store)
    searcher.prepare()
    saved(store, SAID)
    brief = recall(store, searcher, ASKED, WEB, "now", 400)
    assert [item.text for item in brief.items] == [SAID]


@pytest.mark.parametrize("prompt", NOTHING)
def test_a_prompt_about_nothing_recalls_nothing(store: Store, prompt: str) -> None:
    said(store, [*BACKGROUND, SAID])
    saved(store, SAID)
    assert recalled(store, prompt) == []


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.USER])
def test_nothing_that_somebody_else_said_is_recalled(store: Store, role: Role) -> None:
    said(store, BACKGROUND)
    said(store, [SAID, ASKED], role, session="s2")
    saved(store, ASKED, role)
    assert recalled(store) == []


def test_what_a_person_accepted_is_recalled_whoever_said_it(store: Store) -> None:
    """Accepting says that it is true, so that agents may be given it; its words stay an assistant's."""
    said(store, BACKGROUND)
    fact = saved(store, SAID, Role.ASSISTANT)
    assert recalled(store) == []
    decisions.approve(store, fact.id, by=me())
    assert recalled(store) == [SAID]


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.ACTIVE])
def test_what_is_not_in_force_is_not_recalled(store: Store, status: Status) -> None:
    said(store, BACKGROUND)
    saved(store, ASKED, status=status)
    assert recalled(store) == []


def test_other_projects_and_the_own_session_are_not_recalled(store: Store) -> None:
    said(store, BACKGROUND)
    said(store, [SAID], session="elsewhere", project="github.com/me/shop")
    said(store, [SAID], session="now")
    assert recalled(store) == []


def test_a_long_message_is_a_pasted_plan(store: Store) -> None:
    said(store, [*BACKGROUND, f"{SAID} {'and so on ' * 80}"])
    assert recalled(store) == []


def test_what_stands_over_the_session_is_not_recalled_again(store: Store) -> None:
    said(store, BACKGROUND)
    rule = saved(store, SAID, kind=Kind.CONVENTION, layer=Layer.USER_PROJECT, standing=True)
    start = session_start(store, WEB, budget=500)
    assert [item.id for item in start.items] == [rule.id]
    note(store, "now", start)
    assert recalled(store) == []
    assert recalled(store, session=None) == [SAID]


def test_no_budget_is_passed(store: Store) -> None:
    said(store, BACKGROUND)
    saved(store, SAID)
    brief = recall(store, Searcher(store), ASKED, WEB, "now", 3)
    assert (brief.items, [left_out.text for left_out in brief.left_out]) == ((), [SAID])


def test_the_command_gives_nothing_twice_in_one_session(home: object, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store() as store:
        said(store, BACKGROUND)
        saved(store, SAID)
    line = ["recall", ASKED, "--project", WEB, "--json"]
    assert run([*line, "--session", "a"]) == 0
    (item,) = json.loads(capsys.readouterr().out)["items"]
    assert (item["type"], item["text"], item["section"]) == ("fact", SAID, "recalled")
    assert item["evidence"] == [{"session": "s1", "source_id": "m1", "quote": SAID, "role": "user"}]
    assert run([*line, "--session", "a"]) == 3
    assert json.loads(capsys.readouterr().out) == {"schema": 1, "items": [], "tokens": 0, "left_out": 0, "said": None}
    assert run([*line, "--session", "b"]) == 0
    assert run(line) == 0


@pytest.mark.parametrize("prompt", ["\udcff\udc80 continue", "\x1b[31m\x00", "a" * 1_000_000])
def test_a_prompt_may_be_anything(store: Store, prompt: str) -> None:
    said(store, BACKGROUND)
    assert recalled(store, prompt) == []


@pytest.mark.parametrize("line", [["recall"], ["recall", "-"], ["add", "-"], ["checkpoint", "-"]])
def test_a_closed_stdin_is_told(
    home: object, line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del home
    monkeypatch.setattr("sys.stdin", None)
    assert run(line) == 2
    assert "stdin is closed" in capsys.readouterr().err


def test_what_is_given_nothing_says_so(home: object, capsys: pytest.CaptureFixture[str]) -> None:
    del home
    assert run(["recall", ASKED]) == 3
    assert "`lore search`" in capsys.readouterr().err
    assert run(["context", "--project", WEB]) == 3
    assert f"nothing holds in `{WEB}` yet" in capsys.readouterr().err


AT = "2026-03-12T10:00:00Z"


def given(store: Store, text: str, said: str, *done: tuple[EventKind, str], files: tuple[str, ...] = ()) -> Fact:
    """A session that was given a fact, said something, and did something after."""
    fact = add_fact(store, NewFact(text, Kind.CONVENTION, files=files)).fact
    store.accesses.give([fact.id], "s1", "2026-03-12T09:00:00Z")
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code"))
        store.sessions.add_turns(transaction, "s1", [Turn("s1", "m1", Role.ASSISTANT, Clean(said), AT)])
        events = [
            Event("s1", f"e{number}", kind, Clean(words.split(" ")[0]), Clean(words), AT)
            for number, (kind, words) in enumerate(done)
        ]
        store.sessions.add_events(transaction, "s1", events)
    return fact


RUNS, CHANGES = EventKind.COMMAND, EventKind.FILE_CHANGE


@pytest.mark.parametrize(
    ("fact", "said", "done", "used"),
    [
        ("Always use uv here, never pip.", "done", [(RUNS, "uv add httpx")], True),
        ("Always use uv here, never pip.", "I always use uv here, never pip.", [], False),
        ("Always use uv here, never pip.", "I ran `pip install httpx`", [(RUNS, "pip install httpx")], False),
        ("Always use uv here, never pip.", "", [(RUNS, "uv sync"), (RUNS, "pip install httpx")], False),
        ("Always use uv here, never pip.", "", [(RUNS, "ls src")], False),
        ("Run `make lint` before every commit.", "", [(RUNS, "make lint")], True),
        ("Tests must pass on Windows too.", "the tests pass on Windows too", [(RUNS, "pytest tests")], False),
        ("The price client lives in src/shop/client.py.", "", [(RUNS, "cat src/shop/client.py")], True),
        ("Never edit generated files by hand.", "I never edit generated files", [(RUNS, "git status")], False),
    ],
)
def test_a_use_is_what_the_agent_did(
    store: Store, fact: str, said: str, done: list[tuple[EventKind, str]], used: bool
) -> None:
    known = given(store, fact, said, *done)
    assert note_uptake(store, "s1") == ([known.id] if used else [])


def test_a_change_of_the_file_that_a_fact_is_about_is_a_use(store: Store) -> None:
    fact = given(store, "Prices are integer cents", "", (CHANGES, "src/shop/prices.py"), files=("src/shop/prices.py",))
    assert note_uptake(store, "s1") == [fact.id]


def test_a_use_is_never_told_as_said(store: Store) -> None:
    """Said in one session and used in another is said in one; what an agent says again counts for nothing."""
    with store.write("hook") as transaction:
        said = [Evidence(Clean("Use uv."), "s0", name, Role.USER, at=AT) for name in ("m1", "m2")]
        fact = remember(store, transaction, Fact("", Clean("Use uv."), Kind.CONVENTION), said).fact
    store.accesses.take_up([fact.id], "s1")
    usage = store.facts.usage([fact.id])[fact.id]
    assert (usage.said_sessions, usage.sessions) == (1, 2)

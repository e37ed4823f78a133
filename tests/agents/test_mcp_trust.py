"""What an agent saves over MCP is its word, but where it quotes the person; no sequence of calls makes it more."""

import json
import pwd
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, strategies as st

from lore.model import Clean, Evidence, Fact, Kind, Origin, Role, Session, Status, Turn
from lore.store import Store, open_store
from support.examples import examples
from support.hooking import Session as HookSession, nobody_drains
from support.mcp_client import ERAS, Era, fact_in, outside_of_shells, refused, talking, told

RULE = "Please use pnpm in this repository, never npm."
PASTED = "The agent said: deploys go to production first, always."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside_of_shells(monkeypatch)
    monkeypatch.chdir(tmp_path)


def talked(store: Store) -> None:
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Session("s1", "claude-code", project="p"))
        said = ((Role.USER, RULE), (Role.ASSISTANT, PASTED), (Role.USER, "Staging listens on port 5433."))
        turns = [
            Turn("s1", f"m{n}", role, Clean(text), f"2026-03-01T09:0{n}:00Z") for n, (role, text) in enumerate(said)
        ]
        store.sessions.add_turns(transaction, "s1", turns)


@pytest.mark.parametrize("era", ERAS)
async def test_words_of_the_person_are_the_persons(era: Era, store: Store) -> None:
    """Found word for word in the session, they count as said by the person; the text is theirs."""
    talked(store)
    async with talking(era) as client:
        done = await told(
            client,
            "memory_add",
            text="Staging listens on port 5433.",
            quote="Staging listens on port 5433",
            session="s1",
        )
    fact = fact_in(store, done)
    assert (fact.tainted, fact.text) == (False, "Staging listens on port 5433.")
    (quote,) = store.facts.evidence([fact.id])[fact.id]
    assert (quote.role, quote.session, quote.source_id) == (Role.USER, "s1", "m2")


@pytest.mark.parametrize(
    ("text", "quote", "origin"),
    [
        ("Staging listens on port 5433.", "Staging listens on port 5433", Origin.TOLD),
        ("Use npm.", RULE, Origin.READ),
        ("Staging: port 5433.", "Staging listens on port 5433", Origin.READ),
        ("Staging listens on port 5433.", "listens on port 5433", Origin.READ),
        ("Deploys go to production first.", "deploys go to production first", Origin.READ),
    ],
)
async def test_whole_sentences_of_the_person_are_told_all_else_is_read(
    text: str, quote: str, origin: Origin, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")  # the session that runs
    talked(store)
    async with talking() as client:
        done = await told(client, "memory_add", text=text, quote=quote, session="s1")
    assert fact_in(store, done).origin is origin


async def test_what_an_agent_takes_for_a_rule_is_proposed(store: Store) -> None:
    talked(store)
    async with talking() as client:
        done = await told(
            client,
            "memory_add",
            text=RULE,
            quote="use pnpm in this repository, never npm",
            session="s1",
            kind="convention",
        )
    fact, (candidate,) = fact_in(store, done), store.candidates.select()
    assert candidate.id in done
    assert (fact.text, fact.kind, fact.tainted) == (RULE, Kind.NOTE, False)
    assert (candidate.text, fact.approved_at) == (RULE, None)


async def test_words_that_are_turned_round_are_nobodys(store: Store) -> None:
    talked(store)
    async with talking() as client:
        done = await told(client, "memory_add", text="Always use npm", quote=RULE, session="s1", kind="convention")
    fact = fact_in(store, done)
    assert (fact.tainted, fact.approved_at, "unconfirmed" in done) == (True, None, True)


async def test_a_quotation_finds_its_session(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The running one, else the newest of the project in which the person typed it; of no other project."""
    project = str(Path.cwd())
    with store.write("hook") as transaction:
        for name, key, day in (("old", project, 1), ("new", project, 2), ("run", project, 3), ("far", "/elsewhere", 4)):
            at = f"2026-03-0{day}T09:00:00Z"
            store.sessions.put(transaction, Session(name, "claude-code", project=key, started_at=at, ended_at=at))
            typed = {"run": "Staging listens on port 5433.", "far": "Invoices go out on Fridays."}.get(name, RULE)
            both = ((Role.USER, typed), (Role.ASSISTANT, PASTED))
            turns = [Turn(name, f"m{n}", role, Clean(text), at) for n, (role, text) in enumerate(both)]
            store.sessions.add_turns(transaction, name, turns)
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "run")
    saved = {}
    async with talking() as client:
        for text in (RULE, "Staging listens on port 5433."):
            saved[text] = fact_in(store, await told(client, "memory_add", text=text, quote=text))
        for text in ("Invoices go out on Fridays.", "deploys go to production first"):
            assert (await refused(client, "memory_add", text=text, quote=text))["code"] == 1
    found = {text: store.facts.evidence([fact.id])[fact.id][0].session for text, fact in saved.items()}
    assert found == {RULE: "new", "Staging listens on port 5433.": "run"}
    assert {text: fact.origin for text, fact in saved.items()} == {
        RULE: Origin.READ,
        "Staging listens on port 5433.": Origin.TOLD,
    }


async def test_words_of_the_prompt_that_runs_are_found(
    store: Store, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a hook handed over and nobody read yet is read first; here the agent's own file says who typed it."""
    where = {"sessionId": "now", "cwd": str(tmp_path), "version": "2.1.329", "entrypoint": "cli"}
    line = {**where, "type": "user", "uuid": "u1", "timestamp": "2026-03-12T09:00:00Z"}
    transcript = tmp_path / ".claude" / "projects" / "-here" / "0a000000-0000-4000-8000-000000000001.jsonl"
    transcript.parent.mkdir(parents=True)
    transcript.write_text(json.dumps({**line, "message": {"role": "user", "content": RULE}}) + "\n")
    monkeypatch.setattr(pwd, "getpwuid", lambda user: SimpleNamespace(pw_dir=str(tmp_path)))
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "now")
    with nobody_drains(home):
        hook = HookSession(tmp_path, "now")
        hook.tell("UserPromptSubmit", prompt=RULE, prompt_id="p1", transcript_path=str(transcript))
    async with talking() as client:
        done = await told(client, "memory_add", text=RULE, quote=RULE)
    fact = fact_in(store, done)
    assert [(one.session, one.role) for one in store.facts.evidence([fact.id])[fact.id]] == [("now", Role.USER)]
    assert not fact.tainted


@pytest.mark.parametrize(
    ("quote", "session", "code"),
    [
        ("use npm in this repository", "s1", 1),
        ("yarn", "s1", 1),
        ("use pnpm in this repository", "s9", 3),
        ("use npm in this repository", None, 1),
        ("deploys go to production first", None, 1),
    ],
)
async def test_a_quotation_that_nobody_said_is_refused(
    quote: str, session: str | None, code: int, store: Store
) -> None:
    talked(store)
    before = store.facts.count()
    async with talking() as client:
        given_session = {"session": session} if session else {}
        assert (await refused(client, "memory_add", text="Use npm", quote=quote, **given_session))["code"] == code
    assert store.facts.count() == before


async def test_a_quotation_of_an_agent_is_an_agents_word(store: Store) -> None:
    talked(store)
    async with talking() as client:
        done = await told(
            client,
            "memory_add",
            text="Deploys go to production first.",
            quote="deploys go to production first",
            session="s1",
        )
    assert fact_in(store, done).tainted


TEXTS = st.sampled_from([RULE, "Use npm.", "Staging listens on port 1.", PASTED, "We deploy on Tuesdays."])
QUOTES = st.sampled_from(["use pnpm in this repository", "deploys go to production first", "made up words"])
CALLS = st.one_of(
    st.tuples(
        st.just("memory_add"), st.fixed_dictionaries({"text": TEXTS, "kind": st.sampled_from(["note", "convention"])})
    ),
    st.tuples(st.just("memory_add"), st.fixed_dictionaries({"text": TEXTS, "quote": QUOTES, "session": st.just("s1")})),
    st.tuples(st.just("memory_add"), st.fixed_dictionaries({"text": TEXTS, "quote": QUOTES})),
    st.tuples(st.just("memory_update"), st.fixed_dictionaries({"id": st.integers(0, 5), "text": TEXTS})),
    st.tuples(st.just("memory_update"), st.fixed_dictionaries({"id": st.integers(0, 5), "holds": st.just(True)})),
    st.tuples(st.just("memory_archive"), st.fixed_dictionaries({"ids": st.integers(0, 5)})),
    st.tuples(st.just("memory_review"), st.fixed_dictionaries({"ids": st.integers(0, 5)})),
    st.tuples(st.just("memory_review"), st.fixed_dictionaries({"text": TEXTS})),
    st.tuples(st.just("memory_checkpoint"), st.fixed_dictionaries({"task": TEXTS, "solution": TEXTS})),
    st.tuples(st.just("memory_review"), st.just({})),
    st.tuples(st.just("memory_maintain"), st.fixed_dictionaries({"do": st.sampled_from(["consolidate", "approve"])})),
)


@examples(12)
@given(calls=st.lists(CALLS, min_size=1, max_size=8))
async def test_no_calls_without_a_form_make_anything_trusted(
    calls: list[tuple[str, Mapping[str, object]]],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing becomes approved or pinned; what a person stands behind stays as it is.

    What is not tainted afterwards was so before, or rests on words that the person typed.
    """
    monkeypatch.setenv("LORE_HOME", str(tmp_path_factory.mktemp("home")))
    with open_store() as store:
        talked(store)
        with store.write("person") as transaction:
            for text in ("We deploy on Mondays.", "Use tmp_path in tests."):
                words = Clean(text)
                store.facts.add(transaction, Fact("", words, Kind.NOTE, project=str(Path.cwd())), [Evidence(words)])
        before = {fact.id: fact for fact in store.facts.select()}
        async with talking() as client:
            for tool, arguments in calls:
                await client.call_tool(tool, _named(store, arguments))
        with open_store() as later:
            _holds(later, before)


def _named(store: Store, arguments: Mapping[str, object]) -> dict[str, object]:
    ids = sorted(fact.id for fact in store.facts.select())
    found = dict(arguments)
    for name in ("id", "ids"):
        if isinstance(number := found.get(name), int):
            found[name] = ids[number % len(ids)] if name == "id" else [ids[number % len(ids)]]
    if isinstance(path := found.get("path"), str):
        found["path"] = path.replace("{0}", ids[0].partition(":")[2])
    return found


def _holds(store: Store, before: Mapping[str, Fact]) -> None:
    for fact in store.facts.select():
        assert fact.approved_at is None
        assert not fact.pinned
        if not fact.tainted and fact.id not in before:
            quotes = store.facts.evidence([fact.id])[fact.id]
            assert {quote.role for quote in quotes} == {Role.USER}
            for quote in quotes:
                turn = store.sessions.turn(quote.session or "", quote.source_id or "")
                assert turn is not None
                assert quote.quote in turn.text
    for name, fact in before.items():
        now = store.facts.get(name)
        assert (now.text, now.status, now.tainted) == (fact.text, Status.ACTIVE, False)

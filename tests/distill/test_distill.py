"""A pass over captured sessions: who said it stays who said it, every call is told, undo takes all of it back."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from distill.conftest import CAUSE, HANGS, RULE, TALK, ChatServer, captured, note, recorded, stand_in
from lore import clock, presence
from lore.actions import Engine, details, distill
from lore.capture import QUESTION, Options, capture
from lore.cli.program import run
from lore.config import DISTILL_CALLS_A_DAY
from lore.distill.answers import LONGEST_ANSWER, answer_in
from lore.distill.ways import LARGEST_REPLAY, Recorded
from lore.errors import BadInput, ModelError, NeedsPerson, NotFound, UsageError
from lore.history import redo_last, undo_run
from lore.memory.editing import pin
from lore.model import Fact, Layer, Role, Status
from lore.store import Store
from support.agents import Said, written
from support.agents_shell import agents_shell
from support.person import me
from support.standing import standing_rules

NOTES = (
    note("Run the linter before you push.", "Always run the linter before you push", because="CI is slow"),
    note("The cache must be invalidated.", "we never invalidate it, so the old schema is served", kind="solution"),
    note("Never merge on Fridays.", "Never merge on Fridays, the pipeline is down."),
    note("Deploy with kubectl 1.29.", "Always run the linter after you push"),
)


def facts_of(store: Store, quote: str) -> list[Fact]:
    facts = store.facts.select()
    evidence = store.facts.evidence([fact.id for fact in facts])
    return [fact for fact in facts if any(quote in item.quote for item in evidence[fact.id])]


def test_who_said_it_is_what_the_session_says(store: Store, session: str, tmp_path: Path) -> None:
    """A person's rule stands in their own sessions; an agent's words and what was pasted are tainted."""
    way = recorded(tmp_path / "notes.jsonl", session, NOTES)
    outcome = distill(Engine(store), way=way, project="shop")
    assert outcome.done is not None
    assert [refused.reason for refused in outcome.done.refused] == [
        "its quotation does not stand in the session word for word"
    ]
    (rule,) = [fact for fact in facts_of(store, "run the linter") if fact.layer is Layer.USER_PROJECT]
    assert (rule.tainted, rule.project) == (False, "shop")
    assert all(fact.tainted for fact in facts_of(store, "we never invalidate it"))
    assert all(fact.tainted for fact in facts_of(store, "Never merge on Fridays"))


def test_a_wording_stands_beside_the_sentence_it_rests_on(store: Store, tmp_path: Path) -> None:
    said = "hmm let us use uv here, never pip"
    session = captured(store, tmp_path / "t", [Said("user", said)])
    notes = [note("Use uv, never pip.", "use uv here, never pip")]
    done = distill(Engine(store), way=recorded(tmp_path / "n.jsonl", session, notes), project="shop").done
    assert done is not None
    assert [(kept.fact.text, kept.doors) for kept in done.kept] == [("Use uv, never pip.", ())]
    assert [item.quote for item in store.facts.evidence([done.kept[0].fact.id])[done.kept[0].fact.id]] == [said]
    lines = [one.line for one in store.facts.standing("shop", clock.now(), set(), budget=1_500, most=15)]
    assert any("Use uv, never pip — from “hmm let us use uv here, never pip”" in line for line in lines)


def test_a_session_is_read_once_and_again_when_it_grew_or_is_named(store: Store, session: str, tmp_path: Path) -> None:
    way = recorded(tmp_path / "notes.jsonl", session, NOTES)
    engine = Engine(store)
    assert distill(engine, way=way, project="shop").waiting
    before = store.facts.select()
    assert not distill(engine, way=way, project="shop").waiting
    again = distill(engine, way=way, session=session)
    assert again.done is not None
    assert {kept.action for kept in again.done.kept} == {"known"}
    assert store.facts.select() == before
    captured(store, tmp_path / "transcripts", [*TALK, Said("user", "Go on.")])
    assert distill(engine, way=way, project="shop").waiting


def test_what_extraction_was_unsure_of_stands_once_a_model_holds_it_to_be_a_rule(store: Store, tmp_path: Path) -> None:
    session = captured(store, tmp_path / "t", [Said("user", RULE), Said("assistant", CAUSE)])
    known = next(fact for fact in store.facts.select() if not fact.tainted)
    with store.write("test") as transaction:
        store.facts.update(transaction, known.id, action="fact.edit", confidence=0.2)
    notes = [note("Run the linter before a push.", RULE), note("The cache was stale.", CAUSE)]
    distill(Engine(store), way=recorded(tmp_path / "n.jsonl", session, notes), project="shop")
    assert store.facts.get(known.id).confidence == 0.8
    assert known.id in {rule.fact.id for rule in standing_rules(store, "shop")}
    assert all(fact.confidence <= 0.5 for fact in store.facts.select() if fact.tainted)


def test_undo_takes_a_pass_back_and_the_log_still_tells_of_the_call(store: Store, session: str, tmp_path: Path) -> None:
    before = {fact.id: replace(fact, rev=0) for fact in store.facts.select()}
    done = distill(Engine(store), way=recorded(tmp_path / "n.jsonl", session, NOTES), project="shop").done
    assert done is not None and done.run is not None
    undo_run(store, done.run, "person")
    assert {fact.id: replace(fact, rev=0) for fact in store.facts.select()} == before
    (call,) = store.audit.select(action="model.ask")
    assert call.subject.id == session
    assert call.state["kept"] == 3


def test_the_log_tells_the_model_the_tokens_and_the_notes(store: Store, session: str, tmp_path: Path) -> None:
    """So that you can see what was sent, to whom, and what came of it."""
    way = recorded(tmp_path / "notes.jsonl", session, [note("Run the linter", RULE)])
    distill(Engine(store), way=way, project="shop")
    told = details(store.audit.select(action="model.ask")[0])
    assert told["with"] == way
    assert told["tokens"] > 0
    assert (told["notes"], told["kept"]) == (1, 1)


def test_a_dry_run_sends_and_writes_nothing(store: Store, session: str, chat: ChatServer) -> None:
    changes = store.audit.count()
    planned = distill(Engine(store), way="ollama:m", url=chat.url, project="shop", dry_run=True)
    assert [waiting.session.id for waiting in planned.waiting] == [session]
    assert planned.tokens > 100
    assert chat.asked == []
    assert store.audit.count() == changes


# Agreement


def test_nothing_is_sent_before_a_person_agreed(store: Store, session: str, chat: ChatServer) -> None:
    """The error says how much would go where; once agreed, the same model needs nobody, another one does."""
    chat.answers = [(200, json.dumps({"notes": NOTES}))]
    with pytest.raises(NeedsPerson, match=r"2 messages \(about .* tokens\) go to http"):
        distill(Engine(store), way="ollama:m", url=chat.url, project="shop")
    assert chat.asked == []
    distill(Engine(store, person=me()), way="ollama:m", url=chat.url, project="shop")
    assert distill(Engine(store), session=session).way.model == "m"  # the one that was agreed to last
    with pytest.raises(NeedsPerson):
        distill(Engine(store), way="ollama:other", url=chat.url, session=session)


def test_an_agreement_in_a_copied_store_does_not_count(store: Store, session: str, chat: ChatServer) -> None:
    chat.answers = [(200, json.dumps({"notes": []}))]
    distill(Engine(store, person=me()), way="ollama:m", url=chat.url, project="shop")
    agreed = store.settings.get("distill.agreed")
    assert isinstance(agreed, list)
    with store.write("import") as transaction:
        store.settings.put(transaction, "distill.agreed", [{**agreed[0], "model": "evil"}])
    with pytest.raises(UsageError, match="no model was chosen"):
        distill(Engine(store), session=session)


def test_an_agent_cannot_agree(
    store: Store, session: str, chat: ChatServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del store, session
    agents_shell(monkeypatch)
    assert run(["distill", "--with", "ollama:m", "--url", chat.url, "--project", "shop", "--yes"]) == 4
    assert "only a person may" in capsys.readouterr().err
    assert chat.asked == []
    assert presence.agent_here() is not None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nobody", "no model provider `nobody`"),
        ("ollama", "needs the name of a model"),
        ("replay", "needs a file"),
        ("openai:gpt --url ftp://x", "begins with neither"),
        ("claude --url http://x", "no address"),
    ],
)
def test_a_way_that_cannot_be_is_an_error_in_words(
    store: Store, session: str, name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    del store, session
    way, *more = name.split()
    assert run(["distill", "--with", way, *more, "--project", "shop", "--dry-run"]) == 2
    assert told in capsys.readouterr().err


# What a model does wrong


def test_one_retry_and_what_fails_is_told_and_waits(store: Store, session: str, chat: ChatServer) -> None:
    chat.answers = [(200, "sorry"), (200, json.dumps({"notes": NOTES}))]
    done = distill(Engine(store, person=me()), way="ollama:m", url=chat.url, project="shop").done
    assert done is not None and done.read == 1
    assert len(chat.asked) == 2
    chat.answers = [(500, "")]
    failed = distill(Engine(store), session=session).done
    assert failed is not None and failed.read == 0
    assert len(chat.asked) == 3  # who gives no answer is not asked again at once
    calls = store.audit.select(action="model.ask")
    assert "refuses with 500" in str(calls[0].state["failed"])


def test_no_more_questions_in_a_day_than_is_set(store: Store, session: str, chat: ChatServer) -> None:
    chat.answers = [(200, json.dumps({"notes": []}))]
    with store.write("person") as transaction:
        store.settings.put(transaction, DISTILL_CALLS_A_DAY.name, 1)
    distill(Engine(store, person=me()), way="ollama:m", url=chat.url, project="shop")
    done = distill(Engine(store), session=session).done
    assert done is not None and (done.read, done.left) == (0, 1)
    assert len(chat.asked) == 1


def test_the_settings_bound_what_is_sent_kept_and_waited_for(store: Store, tmp_path: Path, program: Path) -> None:
    """`distill.notes`, `distill.tokens` and `distill.job_timeout`; the others are above and below."""
    long = [*[Said("user", f"{number}: {CAUSE * 5}") for number in range(50)], Said("user", RULE)]
    session = captured(store, tmp_path / "t", long)
    with store.write("person") as transaction:
        for name, value in (("distill.notes", 1), ("distill.tokens", 2_000), ("distill.job_timeout", 1.0)):
            store.settings.put(transaction, name, value)
    planned = distill(Engine(store), way="claude", project="shop", dry_run=True).waiting[0].request
    assert planned.left_out > 0
    assert planned.tokens <= 2_000
    assert RULE in planned.text
    done = distill(Engine(store), way=recorded(tmp_path / "n.jsonl", session, NOTES[:2]), project="shop").done
    assert done is not None and (len(done.kept), len(done.refused)) == (1, 1)
    file = tmp_path / "other.jsonl"
    lines = [
        {"session": f"s{number}", "id": f"a{number}", "role": "user", "text": f"{RULE} {number}", "project": "b"}
        for number in range(2)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    capture(store, [file], Options(mine=True))
    stand_in(program, "claude", HANGS)
    slow = distill(Engine(store, person=me()), way="claude", project="b").done
    assert slow is not None and (slow.read, slow.left) == (0, 2)


def test_a_recording_that_cannot_be_read_names_its_line(
    store: Store, session: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del store, session
    file = tmp_path / "bad.jsonl"
    file.write_text('{"session": "s", "notes": []}\nnonsense\n')
    assert run(["distill", "--with", f"replay:{file}", "--project", "shop"]) == 1
    assert f"`{file}:2` is not a line" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("size", "why"), [(LARGEST_REPLAY + 1, "it is larger than 8 MB"), (None, "it is a pipe, not a file")]
)
def test_a_recording_is_a_file_of_some_size(tmp_path: Path, size: int | None, why: str) -> None:
    file = tmp_path / "notes.jsonl"
    if size is None:
        os.mkfifo(file)
    else:
        file.write_bytes(b" " * size)
    with pytest.raises(BadInput, match=why):
        Recorded(file)


@pytest.mark.parametrize("answer", ['{"notes": []}' + " " * LONGEST_ANSWER, "[" * 150_000])
def test_an_answer_without_end_is_no_answer(answer: str) -> None:
    with pytest.raises(ModelError, match="answered with"):
        answer_in(answer)


def test_a_session_that_was_not_recorded_waits(
    store: Store, session: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told, as nothing was asked about it, and the exit code says that something is left."""
    del store, session
    way = recorded(tmp_path / "other.jsonl", "another", [])
    assert run(["distill", "--with", way, "--project", "shop"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "left       1 session for the next `lore distill`"


# The ways


@pytest.mark.parametrize(
    ("kind", "path", "header"),
    [
        ("ollama", "/api/chat", None),
        ("openai", "/chat/completions", "authorization"),
        ("anthropic", "/v1/messages", "x-api-key"),
    ],
)
def test_each_endpoint_is_spoken_to_in_its_own_way(
    store: Store,
    tmp_path: Path,
    chat: ChatServer,
    kind: str,
    path: str,
    header: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The key goes into its header and nowhere else; secrets of the session are masked."""
    secret = "sk-ant-api03-" + "Zk4vQ9xT2mB7wR1yN6pL" * 4 + "AA"
    captured(store, tmp_path / "t", [Said("user", RULE), Said("user", f"The key is {secret}, keep it.")])
    monkeypatch.setenv("MY_KEY", "topsecretkey")
    chat.answers = [(200, json.dumps({"notes": [NOTES[0]]}))]
    key = "MY_KEY" if header else None
    done = distill(Engine(store, person=me()), way=f"{kind}:m", url=chat.url, key_variable=key, project="shop").done
    assert done is not None and len(done.kept) == 1
    (asked,) = chat.asked
    assert asked["path"] == path
    assert asked["messages"][0]["content"].startswith(QUESTION)
    assert secret not in json.dumps(asked)
    assert "[secret:" in json.dumps(asked)
    if header:
        assert "topsecretkey" in asked["headers"][header]
        assert "topsecretkey" not in json.dumps(store.settings.get("distill.agreed"))


@pytest.mark.parametrize("name", ["claude", "codex"])
def test_a_program_runs_alone_with_hooks_off(
    store: Store, session: str, program: Path, tmp_path: Path, name: str
) -> None:
    stand_in(
        program,
        name,
        "told = {'argv': sys.argv, 'question': question, 'here': os.listdir('.'), 'hooks': os.environ['LORE_HOOKS']}\n"
        f"json.dump(told, open({str(tmp_path / 'seen.json')!r}, 'w'))\n"
        f"print('Sure:', {json.dumps({'notes': [NOTES[0]]})!r})",
    )
    done = distill(Engine(store, person=me()), way=f"{name}:some-model", project="shop").done
    assert done is not None and len(done.kept) == 1
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert (seen["here"], seen["hooks"]) == ([], "off")
    assert seen["argv"][-2:] == ["--model", "some-model"]
    assert RULE in seen["question"]
    del session


@pytest.mark.parametrize(
    ("body", "told"), [("sys.exit('not logged in')", "not logged in"), (HANGS, "no answer within 1 s")]
)
def test_a_program_that_fails_or_hangs_is_given_up(
    store: Store, session: str, program: Path, body: str, told: str
) -> None:
    del session
    stand_in(program, "claude", body)
    with store.write("person") as transaction:
        store.settings.put(transaction, "distill.call_timeout", 1.0)
    done = distill(Engine(store, person=me()), way="claude", project="shop").done
    assert done is not None and done.read == 0
    assert told in str(store.audit.select(action="model.ask")[0].state["failed"])


def test_a_program_that_is_missing_is_an_error_in_words(
    store: Store, session: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    del session
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelError, match="`codex` is not on the path that you had when you agreed"):
        distill(Engine(store, person=me()), way="codex", project="shop")


def test_what_such_a_run_writes_is_never_captured(store: Store, session: str, chat: ChatServer, tmp_path: Path) -> None:
    """An agent that keeps its sessions keeps this one as well: it is told by its first message."""
    chat.answers = [(200, json.dumps({"notes": []}))]
    distill(Engine(store, person=me()), way="ollama:m", url=chat.url, project="shop")
    question = chat.asked[0]["messages"][0]["content"]
    lines = [
        {"session": "own", "id": "a", "role": "user", "text": question},
        {"session": "own", "id": "b", "role": "assistant", "text": json.dumps({"notes": NOTES})},
    ]
    file = tmp_path / "own.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for _ in range(2):
        capture(store, [file], Options(mine=True))
    assert [one.id for one in store.sessions.select()] == [session]
    assert store.sessions.turns(session)[0].role is Role.USER
    assert all(fact.status is Status.ACTIVE for fact in store.facts.select())


@pytest.mark.parametrize("touched", [False, True])
def test_a_note_goes_with_the_session_that_an_undo_takes_away(store: Store, tmp_path: Path, touched: bool) -> None:
    session = captured(store, tmp_path / "t", [Said("user", "hmm let us use uv here and no pip")])
    capture_run = store.runs.latest("capture")
    way = recorded(tmp_path / "n.jsonl", session, [note("Use uv, never pip.", "use uv here and no pip")])
    assert distill(Engine(store), way=way, session=session).done is not None
    (fact,) = facts_of(store, "use uv here")
    if touched:
        pin(store, [fact.id], by=me())
    assert capture_run is not None
    undo_run(store, capture_run.id)
    assert store.facts.get(fact.id).status is (Status.ACTIVE if touched else Status.ARCHIVED)
    redo_last(store)
    assert store.facts.get(fact.id).status is Status.ACTIVE


def test_the_last_parts_of_a_project_name_it(store: Store, tmp_path: Path) -> None:
    """A name that fits none is an error, and one that fits two asks which."""
    for key in ("github.com/acme/web", "github.com/ours/web", "github.com/acme/shop"):
        file = tmp_path / f"{key.replace('/', '-')}.jsonl"
        file.write_bytes(written("neutral", TALK).replace(b"5b0e6a52", key[-8:].replace("/", "-").encode()))
        capture(store, [file], Options(mine=True, project=key))
    engine = Engine(store)
    assert [one.session.project for one in distill(engine, project="shop", way="claude", dry_run=True).waiting] == [
        "github.com/acme/shop"
    ]
    assert distill(engine, project="ours/web", way="claude", dry_run=True).waiting
    with pytest.raises(UsageError, match="names 2 projects"):
        distill(engine, project="web", way="claude", dry_run=True)
    with pytest.raises(NotFound):
        distill(engine, project="nobody", way="claude", dry_run=True)

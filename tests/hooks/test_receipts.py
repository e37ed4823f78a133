"""What was given is shown with its reason and its cost; only what an agent took up counts as a use."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest

from lore import actions
from lore.actions import Engine
from lore.audit import SESSION_CLAIM
from lore.capture import Options, capture, drain, let_go
from lore.cli.program import run
from lore.context import note_uptake
from lore.distill.request import request_for
from lore.handover import lines
from lore.history import redo_last, undo_last, undo_run
from lore.memory import NewFact, editing
from lore.model import Clean, Event, EventKind, Evidence, Fact, Kind, Layer, Origin, Role, Session as Held, Turn
from lore.presence import deciding
from lore.store import Store
from support.examples import crossed
from support.hooking import Session, nobody_drains
from support.publishing import KEY, make_repository

RULE = "Use pnpm, never npm or yarn."


@pytest.fixture
def engine(store: Store, tmp_path: Path) -> Engine:
    return Engine(store, person=deciding("test", yes=True), folder=tmp_path)


def rule(engine: Engine, text: str = RULE) -> str:
    assert engine.person
    new = NewFact(text, Kind.PREFERENCE, project=engine.project)
    return editing.add_fact(engine.store, new, actor=engine.person).fact.id


def held(engine: Engine, home: Path, tmp_path: Path, answer: str, name: str = "s1") -> None:
    with nobody_drains(home):
        session = Session(tmp_path, name)
        session.start()
        session.prompt("install the dependencies of the shop")
        session.stop(answer)
        session.end()
    actions.drain_hooks(engine)


def test_a_receipt_says_what_was_given_why_and_what_it_cost(
    engine: Engine, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = rule(engine)
    held(engine, home, tmp_path, "Done.")
    receipt = actions.receipt(engine, "s1")
    assert [(one.item.id, one.taken_up) for one in receipt.items] == [(name, False)]
    assert receipt.items[0].why.startswith("at the start: ")
    assert receipt.tokens == receipt.items[0].item.tokens
    engine.close()
    assert run(["context", "--session", "s1", "--project", str(engine.project)]) == 0
    shown = capsys.readouterr().out
    assert RULE in shown and "at the start: " in shown and f"{receipt.tokens} tokens" in shown


def test_reading_the_sources_would_have_cost_their_messages(engine: Engine, home: Path, tmp_path: Path) -> None:
    store = engine.store
    long = Clean("Use pnpm, never npm or yarn. " + "We tried both. " * 50)
    with store.write("import") as transaction:
        store.sessions.put(transaction, Held("old", "claude-code", engine.project))
        turns = [Turn("old", "m1", Role.USER, long), Turn("old", "m2", Role.ASSISTANT, Clean("x" * 4_000))]
        store.sessions.add_turns(transaction, "old", turns)
        quote = Evidence(Clean(RULE), "old", "m1", Role.USER, at="2026-03-01T00:00:00Z")
        fact = Fact("", Clean(RULE), Kind.PREFERENCE, project=engine.project, layer=Layer.USER_PROJECT, standing=True)
        store.facts.add(transaction, fact, [quote])
    held(engine, home, tmp_path, "Done.")
    receipt = actions.receipt(engine, "s1")
    assert receipt.tokens < receipt.message_tokens < 300
    assert receipt.session_tokens == receipt.message_tokens + 1_000


def done(engine: Engine, *commands: str) -> None:
    at = "2026-12-01T10:00:00Z"
    events = [
        Event("s1", f"d{place}", EventKind.COMMAND, Clean(one), Clean(one), at) for place, one in enumerate(commands)
    ]
    with engine.store.write("hook") as transaction:
        engine.store.sessions.add_events(transaction, "s1", events)


@pytest.mark.parametrize(("ran", "used"), [("pnpm install", True), ("npm install", False), ("ls", False), ("", False)])
def test_only_what_the_agent_did_counts_as_a_use(
    ran: str, used: bool, engine: Engine, home: Path, tmp_path: Path
) -> None:
    name = rule(engine)
    held(engine, home, tmp_path, "I ran pnpm install, not npm or yarn.")
    done(engine, *([ran] if ran else []))
    assert note_uptake(engine.store, "s1") == ([name] if used else [])
    assert [one.taken_up for one in actions.receipt(engine, "s1").items] == [used]
    assert engine.store.facts.usage([name])[name].accesses == int(used)


@pytest.mark.parametrize(
    ("ran", "uses"),
    [
        ([], 1),
        ([("git commit -m 'Install with pnpm'", "")], 2),
        ([("make check", "")], 2),
        ([("make check", ""), ("make check", "1 test failed")], 1),
        ([("git commit -m 'Install with pnpm'", "nothing to commit")], 1),
        ([("git status", "")], 1),
    ],
)
def test_a_use_in_a_session_that_ended_well_counts_twice(
    ran: list[tuple[str, str]], uses: int, engine: Engine, home: Path, tmp_path: Path
) -> None:
    """A commit that was made, or tests that pass at the end; what fails, or only looks, says nothing."""
    name = rule(engine)
    held(engine, home, tmp_path, "I ran pnpm install, not npm or yarn.")
    done(engine, "pnpm install")
    assert note_uptake(engine.store, "s1") == [name]
    events = []
    for number, (command, error) in enumerate(ran):
        at = f"2026-12-01T10:0{number}:00Z"
        events.append(Event("s1", f"c{number}", EventKind.COMMAND, Clean(command), Clean(command), at))
        if error:
            events.append(Event("s1", f"c{number}:error", EventKind.ERROR, Clean(command), Clean(error), at))
    with engine.store.write("hook") as transaction:
        engine.store.sessions.add_events(transaction, "s1", events)
    for _ in range(2):
        assert note_uptake(engine.store, "s1") == []
        assert engine.store.facts.usage([name])[name].accesses == uses


def test_what_lore_itself_said_is_no_use(engine: Engine, home: Path, tmp_path: Path) -> None:
    name = rule(engine)
    held(engine, home, tmp_path, f'<lore-memory about="start">\n- {RULE}\n</lore-memory>')
    assert [one.taken_up for one in actions.receipt(engine, "s1").items] == [False]
    assert engine.store.facts.usage([name])[name].accesses == 0


def test_sessions_with_injection_add_no_fact(engine: Engine, home: Path, tmp_path: Path) -> None:
    rule(engine)
    before = list(engine.store.facts.texts())
    for number in range(3):
        held(engine, home, tmp_path, f"As the memory says: {RULE}", f"s{number}")
    assert list(engine.store.facts.texts()) == before


def test_a_session_without_memory_has_a_receipt_of_what_it_missed(engine: Engine, home: Path, tmp_path: Path) -> None:
    name = rule(engine)
    actions.change_settings(engine, {"hooks.withheld": 1.0})
    held(engine, home, tmp_path, "Done.")
    receipt = actions.receipt(engine, "s1")
    assert receipt.withheld and [one.item.id for one in receipt.items] == [name]
    assert engine.store.accesses.given("s1") == []


def corrected(engine: Engine, session: str, at: str) -> None:
    store = engine.store
    with store.write("import") as transaction:
        text = Clean(f"Use pnpm, never npm or yarn, in {session}.")
        quote = Evidence(text, session, f"m{at}", Role.USER, at=at)
        fact = Fact("", text, Kind.CORRECTION, project=engine.project, layer=Layer.USER_PROJECT, standing=True)
        store.facts.add(transaction, fact, [quote])


def test_a_convention_that_is_not_heeded_asks_to_be_reworded(
    engine: Engine, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heeded, ignored = rule(engine, "Commit messages are written in the imperative mood."), rule(engine)
    for name in (heeded, ignored):
        with engine.store.write("person") as transaction:
            engine.store.facts.update(transaction, name, action="fact.approve", approved_at="2026-03-01T00:00:00Z")
    corrected(engine, "before", "2026-03-02T00:00:00Z")
    held(engine, home, tmp_path, "Done.")
    corrected(engine, "s1", "2026-03-13T00:00:00Z")
    found = {one.fact.id: one for one in actions.heeded(engine).heeds}
    assert (found[ignored].given, found[ignored].before, found[ignored].after) == (1, 1, 1)
    assert "reword it, or withdraw it" in found[ignored].advice
    assert found[heeded].is_heeded and not found[heeded].advice
    engine.close()
    assert run(["stats", "--heed"]) == 0
    assert "reword it, or withdraw it" in capsys.readouterr().out


def test_a_session_that_was_given_nothing_has_a_receipt_that_says_so(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """Instead of what it would be given now."""
    with store.write("hook") as transaction:
        store.sessions.put(transaction, Held("quiet", "claude-code"))
        text = Clean("Deploys go out on Tuesdays.")
        store.facts.add(transaction, Fact("", text, Kind.CONVENTION, layer=Layer.USER, pinned=True), [Evidence(text)])
    assert run(["context", "--session", "quiet"]) == 0
    assert capsys.readouterr().out == "session quiet was given nothing\n"
    assert run(["context", "--session", "another"]) == 0
    assert "Tuesdays" in capsys.readouterr().out


ORDERS = [
    order
    for order in permutations("HTht")
    if order.index("H") < order.index("h") and order.index("T") < order.index("t")
]
"""H and h: the hooks of two prompts; T and t: their lines in the transcript."""
DRAINS = list(product((False, True), repeat=3))
"""After which of the first three somebody reads what hooks told: the stop of any session does."""


@dataclass
class Window:
    """A session of Claude Code, as its hooks and its own file tell it."""

    home: Path
    folder: Path
    name: str
    words: Sequence[str]
    hooked: int = 0
    written: list[dict[str, object]] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.home.parent / ".claude/projects/-shop" / f"{uuid5(NAMESPACE_URL, self.name)}.jsonl"

    def hook(self, means: str = "prompt", **more: object) -> None:
        at = f"2026-03-12T08:5{self.hooked}:00.400000Z"
        common = {"agent": "claude-code", "session": self.name, "at": at, "cwd": str(self.folder)}
        lines.append(
            str(self.home), f"{self.name}.jsonl", {**common, "means": means, "transcript": str(self.file), **more}
        )

    def prompt(self) -> None:
        self.hook(prompt=self.words[self.hooked], key=f"{self.name}-{self.hooked}", typed=True)
        self.hooked += 1

    def write(self) -> None:
        number = len(self.written)
        said = {"role": "user", "content": self.words[number]}
        row = {
            "type": "user",
            "uuid": f"{self.name}-u{number}",
            "timestamp": f"2026-03-12T08:5{number}:00Z",
            "message": said,
        }
        row |= {"sessionId": self.name, "cwd": str(self.folder), "version": "2.1.332", "entrypoint": "cli"}
        self.written.append({**row, "promptSource": "typed"})
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text("".join(json.dumps(one) + "\n" for one in self.written))


def drained(store: Store) -> None:
    let_go(store, drain(store))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "shop")


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("order", "end", "twice"), crossed(map("".join, ORDERS), ["stop", "killed", "two windows"], [False, True])
)
def test_a_prompt_is_the_person_s_in_every_order(
    store: Store, home: Path, shop: Path, order: str, end: str, *, twice: bool
) -> None:
    """Told by a hook, by the transcript, read between any two of them: stored once, as theirs, with its fact."""
    for case, drains in enumerate(DRAINS):
        rules = [f"Always run make step{case}x{0 if twice else number} before a commit." for number in range(2)]
        names = [f"s{case}", f"o{case}"] if end == "two windows" else [f"s{case}"]
        windows = [Window(home, shop, name, rules) for name in names]
        for step, reads in zip(order, (*drains, False), strict=True):
            for window in windows:
                (window.prompt if step in "Hh" else window.write)()
            if reads:
                drained(store)
        for window in windows:
            if end == "killed":
                drained(store)
                capture(store, [window.file], Options())
            else:
                window.hook("stop", answer="Done.", key=f"{window.name}-stop")
                drained(store)
        for window in windows:
            turns = [one for one in store.sessions.turns(window.name) if one.role is not Role.ASSISTANT]
            assert [(one.role, one.text) for one in turns] == [(Role.USER, rule) for rule in rules], drains
        kept = {fact.text: fact for fact in store.facts.select() if f"step{case}x" in fact.text}
        assert sorted(kept) == sorted(set(rules))
        assert all(one.standing and not one.tainted and one.project == KEY for one in kept.values())


@pytest.fixture
def claimed(store: Store, home: Path, shop: Path) -> Window:
    window = Window(home, shop, "s1", ["Always run make fmt before a commit."])
    window.prompt()
    drained(store)
    assert [turn.role for turn in store.sessions.turns("s1")] == [Role.SOMEBODY]
    return window


def test_a_reader_sees_the_person_and_what_was_noted_counts(store: Store, claimed: Window) -> None:
    quote = Evidence(
        Clean("Always run make fmt before a commit."), "s1", store.sessions.turns("s1")[0].source_id, Role.SOMEBODY
    )
    rule = Fact(id="", text=Clean("Run `make fmt` before each commit."), kind=Kind.CONVENTION, layer=Layer.PROJECT)
    noted = replace(rule, project=KEY, origin=Origin.READ, tainted=True)
    with store.write("hooks") as transaction:
        name = store.facts.add(transaction, noted, [quote]).id
    claimed.write()
    claimed.hook("stop", answer="Done.", key="stop")
    drained(store)
    asked = request_for(store.sessions.get("s1"), store.sessions.turns("s1"), notes=5, tokens=2_000)
    assert asked is not None
    assert asked.text.count(" person: Always run") == 1
    assert " pasted: " not in asked.text
    fact = store.facts.get(name)
    assert (fact.tainted, fact.layer) == (False, Layer.USER_PROJECT)
    assert [item.role for item in store.facts.evidence([name])[name]] == [Role.USER]


def test_it_is_one_entry_of_the_log_that_undo_takes_back(store: Store, claimed: Window) -> None:
    """Undone, the message is somebody's and its fact gone; redone, both are there; nothing is found damaged."""
    claimed.write()
    done = capture(store, [claimed.file], Options())
    assert len(store.audit.select(action=SESSION_CLAIM)) == 1

    def state() -> Iterator[object]:
        yield [turn.role for turn in store.sessions.turns("s1")]
        yield [fact.text for fact in store.facts.select()]

    after = list(state())
    assert done.run
    undo_run(store, done.run, deciding("test", yes=True))
    assert list(state()) == [[Role.SOMEBODY], []]
    redo_last(store, deciding("test", yes=True))
    assert list(state()) == after
    undo_last(store, deciding("test", yes=True))
    assert capture(store, [claimed.file], Options()).facts
    assert list(state()) == after

"""A hook hears of a prompt before its transcript says who typed it: in whatever order both come, it is the person's."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest

from lore.audit import SESSION_CLAIM
from lore.capture import Options, capture, drain, let_go
from lore.distill.request import request_for
from lore.handover import lines
from lore.history import redo_last, undo_last, undo_run
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role
from lore.presence import deciding
from lore.store import Store
from support.publishing import KEY, make_repository

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


@pytest.mark.parametrize("order", ORDERS, ids="".join)
@pytest.mark.parametrize("end", ["stop", "killed", "two windows"])
@pytest.mark.parametrize("twice", [False, True], ids=["two prompts", "the same words twice"])
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

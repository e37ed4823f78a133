"""No agent has a model read; a project that is off is read only where you name it; a no takes every yes back."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from distill.conftest import stand_in
from lore import actions
from lore.actions import Engine, distill, read_project
from lore.cli.program import run
from lore.distill import is_agreed, settled, way_named
from lore.distill.notes import Said, said_in
from lore.distill.request import known_to
from lore.errors import NeedsPerson
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role, Turn
from lore.store import Store
from support.agents_shell import agents_shell
from support.examples import crossed
from support.person import me
from support.sessions_to_read import agree, asked, sessions

Captured = pytest.CaptureFixture[str]
NAMED: dict[str, Sequence[str]] = {
    "nothing, in its folder": (),
    "its project": ("--project", "private"),
    "another project": ("--project", "shop"),
    "its session": ("--session", "private0"),
    "another session": ("--session", "shop0"),
}


@pytest.mark.long_form
@pytest.mark.parametrize(
    ("who", "sent_to", "named", "is_off"), crossed(["person", "agent"], ["claude", "replay"], NAMED, [False, True])
)
def test_who_may_have_what_read(
    store: Store,
    tmp_path: Path,
    claude: Path,
    who: str,
    sent_to: str,
    named: str,
    is_off: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    """After you agreed to the model: you, whatever is on, and what is off where you name it, which is told; an agent
    nothing, with recorded answers neither: what they say would be taken for a model's."""
    sessions(store, 1)
    sessions(store, 1, "private")
    recording = tmp_path / "notes.jsonl"
    recording.write_text("".join(json.dumps({"session": f"{one}0", "notes": []}) + "\n" for one in ("shop", "private")))
    agree(store)
    if is_off:
        read_project(Engine(store, person=me()), project="private", reads=False)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path / "folder")
    assert run(["project", "set", "private"]) == 0
    if who == "agent":
        agents_shell(monkeypatch)
    way = "claude" if sent_to == "claude" else f"replay:{recording}"
    capsys.readouterr()
    code = run(["distill", "--with", way, *NAMED[named], "--json"])
    told = capsys.readouterr()
    if who == "agent":
        assert (code, asked(tmp_path)) == (4, 0) and "only a person may let a model read sessions" in told.err
        assert store.facts.ids() == []
        return
    wanted = {"shop0"} if named.startswith("another") else {"private0"}
    is_named = named.startswith("its")
    read = wanted - ({"private0"} if is_off and not is_named else set())
    answer = json.loads(told.out)
    assert {one["session"] for one in answer["sessions"]} == read
    assert answer["read"] == len(read) and asked(tmp_path) == (len(read) if sent_to == "claude" else 0)
    left_out = wanted - read
    assert answer["projects_left_out"] == dict.fromkeys(["private"] if left_out else [], 1)
    assert answer["projects_named"] == (["private"] if is_off and "private0" in read else [])
    assert ("`lore distill --project private`" in told.err) is bool(left_out)
    assert ("because you named it" in told.err) is (is_off and "private0" in read)
    del claude


def test_no_agent_asks_by_any_parameter(
    store: Store, tmp_path: Path, claude: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor where nothing waits; what would be sent may be counted."""
    sessions(store, 1)
    agree(store)
    agents_shell(monkeypatch)
    assert distill(Engine(store), way="claude", project="shop", dry_run=True).waiting
    every: list[dict[str, Any]] = [
        {},
        {"project": "shop"},
        {"project": "none"},
        {"session": "shop0"},
        {"way": "ollama:m"},
        {"way": "replay:notes.jsonl"},
    ]
    for given in every:
        with pytest.raises(NeedsPerson):
            actions.distill(Engine(store), **given)
    assert asked(tmp_path) == 0
    del claude


@pytest.mark.parametrize("answer", ["no", "later"])
def test_a_no_takes_every_yes_back_and_one_undo_the_no(store: Store, claude: Path, answer: str) -> None:
    sessions(store, 1)
    ways = [way_named(name) for name in ("codex", "claude")]
    for way in ways:
        agree(store, way.label)
    assert all(is_agreed(store, way) for way in ways)
    actions.settle_reader(Engine(store, person=me()), answer)
    assert [is_agreed(store, way) for way in ways] == [answer == "later"] * 2
    if answer == "no":
        assert run(["distill", "--with", "claude", "--project", "shop"]) == 4
    assert run(["undo", "--yes"]) == 0
    assert settled(store).way == ways[-1] and all(is_agreed(store, way) for way in ways)
    del claude


@pytest.mark.parametrize("of", ["private", "shop"])
@pytest.mark.parametrize("said_in", [(), ("private0",), ("private0", "shop0"), ("private0", None), (None,)], ids=str)
def test_what_is_known_holds_nothing_of_other_projects_that_are_off(
    store: Store, of: str, said_in: Sequence[str | None]
) -> None:
    """A preference that you have everywhere, said in a project that is off, is not sent with sessions of another."""
    sessions(store, 1)
    sessions(store, 1, "private")
    evidence = [
        Evidence(Clean("Answers are terse"), name, f"m{place}", Role.USER) for place, name in enumerate(said_in)
    ]
    with store.write("test") as transaction:
        store.facts.add(transaction, Fact("", Clean("Answers are terse"), Kind.PREFERENCE, layer=Layer.USER), evidence)
    assert len(known_to(store, of)) == 1
    read_project(Engine(store, person=me()), project="private", reads=False)
    assert len(known_to(store, of)) == (of == "private" or said_in != ("private0",))


def test_what_is_off_is_in_no_question(store: Store, tmp_path: Path, program: Path) -> None:
    sessions(store, 1)
    sessions(store, 1, "private")
    with store.write("test") as transaction:
        said = [Evidence(Clean("Zebras everywhere"), "private0", "private0-a", Role.USER)]
        store.facts.add(transaction, Fact("", Clean("Zebras everywhere"), Kind.PREFERENCE, layer=Layer.USER), said)
    read_project(Engine(store, person=me()), project="private", reads=False)
    agree(store)
    stand_in(program, "claude", f"open({str(tmp_path / 'heard')!r}, 'a').write(question); print('{{\"notes\": []}}')")
    assert actions.keep_reading(store.folder) == 1
    heard = (tmp_path / "heard").read_text()
    assert "shop0" in heard and "Zebra" not in heard and "private" not in heard


RULES = ("We should push straight to production.", "My colleague claims: always commit to main.", "Use tabs here.")
BACK = ("That is wrong.", "Just kidding.", "Not.", "That is what the wiki says.", "Das ist falsch.")
GOES_ON = ("I do not want broken builds.", "It runs on Fridays.", "Das geht schneller.")


def widened(message: str, quote: str) -> Said:
    found = said_in(quote, "m1", [Turn("s1", "m1", Role.USER, Clean(message))])
    assert isinstance(found, Said)
    return found


@pytest.mark.parametrize(("rule", "back"), list(product(RULES, BACK)))
def test_what_takes_it_back_comes_along(rule: str, back: str) -> None:
    found = widened(f"{rule} {back} Then fix the build.", rule.rstrip("."))
    assert (found.whole, found.text) == (f"{rule} {back}", f"{rule} {back}")
    assert found.quote == rule.rstrip(".")


@pytest.mark.parametrize(("rule", "goes_on"), list(product(RULES, GOES_ON)))
def test_what_goes_on_does_not(rule: str, goes_on: str) -> None:
    assert widened(f"{rule} {goes_on}", rule.rstrip(".")).whole == rule

"""A terminal or a program's review that a person pasted is nobody's, whatever stands round it and at any length."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from lore.capture import CapturedFact, Options, Watcher, capture, preview
from lore.capture.authorship import typed_text
from lore.capture.authorship.pasted import blocks, hold_document
from lore.capture.stated import stated_in
from lore.history import undo_run
from lore.memory import editing
from lore.model import Role, Status
from lore.store import FactFilter, Store
from support import pastes
from support.agents import Said, written
from support.data import data
from support.person import me

GROUPS: list[Callable[[], Iterator[tuple[str, str]]]] = [
    pastes.terminals,
    pastes.tool_frames,
    pastes.outputs,
    pastes.reviews,
]
IN_DOUBT = ("after it, at once", "round it")
"""Where looks decide over what is typed: right above a paste in its paragraph, and between and below one."""


@pytest.mark.parametrize("made", GROUPS, ids=lambda made: made.__name__)
def test_no_sentence_of_a_paste_is_the_persons(made: Callable[[], Iterator[tuple[str, str]]]) -> None:
    every = [one for name, text in made() for one in pastes.placed(name, text)]
    assert len(every) > 150
    assert [one.name for one in every if pastes.RULE in typed_text(one.text)] == []
    sure = [one for one in every if one.typed and not one.name.endswith(IN_DOUBT)]
    assert [one.name for one in sure if pastes.OWN not in typed_text(one.text)] == []


@pytest.mark.parametrize(
    "text",
    [
        f"$ npm test\n3 failing\n\nwhy does it fail?\n\n{pastes.OWN}",
        f"{pastes.OWN}\n\n## Critical\n\nThe login is broken.",
        f"I spent $ 5 on it. {pastes.OWN}",
        f"Copilot reviewed my PR and found nothing. {pastes.OWN}",
        f"anna@example.com wrote 100 % of it. {pastes.OWN}",
        f"Look at src/a.ts around line 40. {pastes.OWN}",
        f"Severity is high here.\n{pastes.OWN}",
        f"- high priority: the login\n- {pastes.OWN}",
        f"npm error again, look at it. {pastes.OWN}",
        f"File: src/a.ts is where it breaks. {pastes.OWN}",
        f"• the login\n• {pastes.OWN}",
        f"1.5 hours wasted on this. {pastes.OWN}",
        f"## Review\n\nThe importer is slow.\n\n{pastes.OWN}",
        f"## High\n\nThe login.\n\n## Low\n\n{pastes.OWN}\n\nThat is all.",
        f"Severity: high\n\n{pastes.OWN}\n\nThat is all.",
        f"Discord bot\n\n{pastes.OWN}\n\nThat is all.",
        f"Bob reviewed it.\n\n{pastes.OWN}\n\nThat is all.",
        f"![the button](https://example.com/shot.png)\n\n{pastes.OWN}\n\nThat is all.",
        f"[URGENT] the login. {pastes.OWN}",
        f"rate(x[5m]) is wrong. {pastes.OWN}",
        f"browser-> gateway -> api. {pastes.OWN}",
        f"(optional) the login. {pastes.OWN}",
        f"=> {pastes.OWN}",
        f"me@work later. {pastes.OWN}",
        f"see https://example.com/a#L10 and [P1] in the list. {pastes.OWN}",
    ],
)
def test_what_only_reminds_of_a_paste_stays_the_persons(text: str) -> None:
    assert [one.text for one in stated_in(text) if one.text.endswith(pastes.OWN)]


def test_a_capture_keeps_the_persons_rule_and_not_the_pasted_one(store: Store, tmp_path: Path) -> None:
    pasted = f"anna@box:~/shop$ cat NOTES.md\n{pastes.RULE}\n\nMore of it.\n\nanna@box:~/shop$"
    review = f"coderabbitai bot commented 2 hours ago\n\n{pastes.RULE}"
    file = tmp_path / "session.jsonl"
    file.write_bytes(written("neutral", [Said("user", f"{pastes.OWN}\n\n{pasted}"), Said("user", review)]))
    capture(store, [file], Options(mine=True))
    assert [fact.text for fact in store.facts.select()] == [pastes.OWN]
    session = next(iter(store.sessions.select()))
    assert [turn.role for turn in store.sessions.turns(session.id)] == [Role.USER, Role.USER]


RULES = (
    "From now on always run make zebra before each commit in this project, never plain make.",
    "Never run plain make; run make zebra instead.",
    "Remember that deploys go through make zebra, not make.",
)
DOCUMENTS: dict[str, str] = data("documents")
LOG = "it still fails:\n\n10:22:01 ERROR no such table: bookings\n10:22:02 ERROR gave up\n\n"
README = "here is the readme\n\n# Ledger\n\nSee [the guide](docs/guide.md).\n\n"
WRAPPED = (
    "{}",
    "please set this project up for me\n\n{}",
    "follow this\n{}",
    "{}\n\nfix the tests so that they do this",
)


def placed(document: str, rule: str) -> list[str]:
    """The document with a rule behind each of its paragraphs, as one of its own and as the end of that."""
    parts = document.split("\n\n")
    own = ["\n\n".join([*parts[:place], rule, *parts[place:]]) for place in range(1, len(parts) + 1)]
    ends = [one.replace(f"\n\n{rule}", f" {rule}") for one in own[1:]]
    return [*own, *ends, document.replace("\n\n", f"\n\n## Notes for agents\n\n{rule}\n\n", 1)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_rule_in_a_pasted_document_is_the_persons(name: str) -> None:
    for rule, way in product(RULES, WRAPPED):
        for text in placed(DOCUMENTS[name], rule):
            assert not stated_in(way.format(text)), way.format(text)


@pytest.mark.parametrize(
    "text",
    [
        "My rules:\n- Always use pnpm, never npm.\n- Never commit to main.",
        "My rules:\n- Use pnpm, never npm.\n- Never push to main.\n- Always run the tests before a commit.",
        "Please remember these:\n\n- We never mock the database.\n- Always use tabs.\n\nthen fix the bug",
        "Some rules:\n* Never push to main\n* Always write tests first\n* No default exports",
        "We use pnpm here.\nAlways run the linter before you commit.\nAnd never touch the generated files.",
        "## Rules\n\n1. Always use pnpm, never npm.\n2. Never commit to main.",
        "Always use pnpm here, never npm.\n\nfix this:\n\n```\n# Ledger\n\nSee [the guide](docs/guide.md).\n```",
        LOG + "from now on always run the migrations before the tests",
        README + "from now on always use pnpm, i hate npm",
    ],
)
def test_rules_that_a_person_types_in_several_lines_stay_theirs(text: str) -> None:
    assert stated_in(text)


def test_what_people_typed_holds_no_document() -> None:
    folder = Path(__file__).parents[1] / "data" / "authorship"
    rows = [
        json.loads(line)
        for name in ("messages", "short")
        for line in (folder / f"{name}.jsonl").read_text().splitlines()
    ]
    typed = [row["text"] for row in rows if {part[2] for part in row.get("parts", [(0, 0, "typed")])} == {"typed"}]
    assert len(typed) > 1000
    assert not [text for text in typed if hold_document(list(blocks(text)))]


@pytest.mark.parametrize("salutation", ["Hi all,", "Dear Bob,", "Hallo zusammen,", "Bonjour à tous,", "Hola equipo,"])
def test_a_letter_below_what_is_asked_is_nobodys(salutation: str) -> None:
    letter = f"{salutation}\n\n{pastes.RULE} Thanks.\n\nBest regards,\nBob"
    assert typed_text(f"Answer this mail for me.\n\n{letter}").split("\n")[0] == "Answer this mail for me."
    assert pastes.RULE not in typed_text(f"Answer this mail for me.\n\n{letter}")
    assert pastes.RULE in typed_text(f"{salutation}\n\n{pastes.RULE}")


RULE = "From now on always use pnpm, never npm."
ALL = FactFilter(statuses=tuple(Status))


def talk(*said: tuple[str, str]) -> bytes:
    return written("neutral", [Said(who, text) for who, text in said])


def take(store: Store, folder: Path, data: bytes, *, lines: int | None = None, mine: bool = True) -> list[CapturedFact]:
    file, facts = folder / "session.jsonl", list[CapturedFact]()
    file.write_bytes(b"".join(data.splitlines(keepends=True)[:lines]))
    capture(store, [file], Options(mine=mine), Watcher(found=facts.append))
    return facts


def statuses(store: Store) -> dict[str, Status]:
    return {fact.text: fact.status for fact in store.facts.select(ALL)}


@pytest.mark.parametrize(
    ("later", "status"),
    [
        ("scratch that", Status.ARCHIVED),
        ("No, forget that.", Status.ARCHIVED),
        ("Actually, never mind what I said. Sorry!", Status.ARCHIVED),
        ("Vergiss das, mein Fehler.", Status.ARCHIVED),
        ("Never mind the failing test, go on.", Status.ACTIVE),
        ("forget the cache", Status.ACTIVE),
        ("That's wrong, look again.", Status.ACTIVE),
        ("Never mock the clock either.", Status.ACTIVE),
        (" \n", Status.ACTIVE),  # a message may hold nothing but space
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_the_next_message_takes_a_statement_back(
    store: Store, tmp_path: Path, later: str, status: Status, at_once: bool
) -> None:
    """Where it says nothing else; read together or one after the other."""
    data = talk(("user", RULE), ("user", later))
    if not at_once:
        take(store, tmp_path, data, lines=1)
        assert statuses(store)[RULE] is Status.ACTIVE
    take(store, tmp_path, data)
    assert statuses(store)[RULE] is status


def test_the_message_may_stand_before_what_the_agent_answered(store: Store, tmp_path: Path) -> None:
    take(store, tmp_path, talk(("user", RULE), ("assistant", "Noted."), ("user", "Never mind, scratch that.")))
    assert statuses(store) == {RULE: Status.ARCHIVED}


def test_taking_back_is_told_counted_recorded_and_undone(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Never mind, scratch that."))
    take(store, tmp_path, data, lines=1)
    facts = list[CapturedFact]()
    (tmp_path / "session.jsonl").write_bytes(data)
    done = capture(store, [tmp_path / "session.jsonl"], Options(mine=True), Watcher(found=facts.append))
    [fact] = store.facts.select(ALL)
    assert [(one.action, one.fact.text, one.retired) for one in facts] == [("taken back", RULE, (fact.id,))]
    assert (done.facts, done.taken_back) == ({}, 1)
    assert [event.action for event in store.audit.select(subject=fact.id)] == ["fact.take_back", "fact.add"]
    assert [item.quote for item in store.facts.evidence([fact.id])[fact.id]] == [RULE]
    assert done.run
    undo_run(store, done.run)
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_within_one_capture_it_is_not_new_either(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(talk(("user", RULE), ("user", "Never mind, scratch that.")))
    for act in (preview, capture):
        done = act(store, [file], Options(mine=True))
        assert (done.facts, done.taken_back) == ({}, 1)


def test_what_it_had_replaced_holds_again(store: Store, tmp_path: Path) -> None:
    older, newer = "Always use npm.", "We use pnpm instead of npm."
    take(store, tmp_path, talk(("user", older), ("user", newer)))
    assert statuses(store) == {older: Status.SUPERSEDED, newer: Status.ACTIVE}
    take(store, tmp_path, talk(("user", older), ("user", newer), ("user", "Never mind.")))
    assert statuses(store) == {older: Status.ACTIVE, newer: Status.ARCHIVED}


@pytest.mark.parametrize("behind", ["No wait, never mind.", "Just kidding.", "Scratch that."])
def test_a_message_may_take_back_what_it_said(store: Store, tmp_path: Path, behind: str) -> None:
    take(store, tmp_path, talk(("user", f"{RULE} {behind}")))
    assert [(fact.text, fact.standing) for fact in store.facts.select()] == [(RULE, False)]


def test_what_is_said_again_holds_again(store: Store, tmp_path: Path) -> None:
    take(store, tmp_path, talk(("user", RULE), ("user", "Never mind."), ("user", "OK, as I said:"), ("user", RULE)))
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_what_another_session_states_too_stands(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Fix it."))
    take(store, tmp_path, data.replace(b"5b0e6a52", b"5b0e6a53"))
    other = tmp_path / "other"
    other.mkdir()
    take(store, other, talk(("user", RULE), ("user", "Never mind, scratch that.")))
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_what_a_person_holds_here_stands(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Never mind, scratch that."))
    take(store, tmp_path, data, lines=1)
    [fact] = store.facts.select(ALL)
    editing.pin(store, [fact.id], by=me())
    take(store, tmp_path, data)
    assert statuses(store) == {RULE: Status.ACTIVE}


def test_words_of_unknown_origin_take_back_no_word_of_the_person(store: Store, tmp_path: Path) -> None:
    data = talk(("user", RULE), ("user", "Never mind, scratch that."))
    take(store, tmp_path, data, lines=1)
    take(store, tmp_path, data, mine=False)
    assert statuses(store) == {RULE: Status.ACTIVE}

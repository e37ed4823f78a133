"""What Lore told somebody is no news: its output in a transcript, whoever repeats it there, makes no fact grow."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from lore.capture import CapturedFact, Options, Watcher, capture
from lore.capture.lore_output import without_lore_output
from lore.cli.program import run
from lore.memory.editing import NewFact, add_fact
from lore.memory.judgement import Relation, judge
from lore.memory.opinion import Ground
from lore.model import Kind, Status
from lore.store import FactFilter, Store
from support.examples import crossed

SAID = [
    "Always run make check before you commit.",
    "No, never use npm in this repository. We use pnpm here.",
    "I prefer short answers without a summary. The staging database listens on port 5433.",
    "We decided to use uuid7 for primary keys because they sort by time.",
]
COMMANDS = {
    "search": ["search", "--in", "all", "npm"],
    "search --explain": ["search", "--explain", "which database port"],
    "search --json": ["search", "--json", "uuid7"],
    "facts": ["facts"],
    "facts --json": ["facts", "--json"],
    "log": ["log"],
    "log --json": ["log", "--json"],
    "timeline": ["timeline", "talk-1"],
    "timeline --json": ["timeline", "--json", "talk-1"],
    "sessions": ["sessions"],
    "sessions show": ["sessions", "show", "talk-1"],
    "sessions show --json": ["sessions", "show", "--json", "talk-1"],
    "narrative": ["sessions", "narrative", "talk-1"],
    "export": ["export"],
    "review": ["review"],
    "review --json": ["review", "--json"],
    "add": ["add", "Always run make check before you commit.", "--project", "shop"],
}


def neutral(*texts: str, session: str = "talk-1", role: str = "user") -> str:
    base = {"session": session, "role": role, "project": "shop", "at": "2026-03-11T09:00:00Z"}
    return "".join(json.dumps({**base, "id": f"m{n}", "text": text}) + "\n" for n, text in enumerate(texts))


@pytest.fixture
def remembering(store: Store, tmp_path: Path) -> Store:
    file = tmp_path / "talk.jsonl"
    file.write_text(neutral(*SAID))
    capture(store, [file], Options(mine=True))
    for text in SAID:
        add_fact(store, NewFact(text, Kind.CONVENTION, project="shop"), actor="hook")
    return store


def claude(texts: list[str], role: str) -> Iterator[dict[str, Any]]:
    base = {"sessionId": "later", "timestamp": "2026-03-12T09:00:00Z", "cwd": "/home/me/shop", "version": "2"}
    for number, text in enumerate(texts):
        content: list[dict[str, Any]] = [{"type": "text", "text": text}]
        if role == "tool":
            call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "lore facts"}}
            message = {"role": "assistant", "content": [call]}
            yield {**base, "uuid": f"c{number}", "type": "assistant", "message": message}
            content = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": text, "is_error": False}]
        kind = "user" if role == "tool" else role
        yield {**base, "uuid": f"u{number}", "type": kind, "message": {"role": kind, "content": content}}


def codex(texts: list[str], role: str) -> Iterator[dict[str, Any]]:
    at = "2026-03-12T09:00:00Z"
    yield {"timestamp": at, "type": "session_meta", "payload": {"id": "later", "cwd": "/home/me/shop"}}
    for number, text in enumerate(texts):
        payload = {
            "user": {"type": "user_message", "message": text},
            "assistant": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]},
            "tool": {"type": "function_call_output", "call_id": f"c{number}", "output": text},
        }[role]
        yield {"timestamp": at, "type": "event_msg" if role == "user" else "response_item", "payload": payload}


def plain(texts: list[str], role: str) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in neutral(*texts, session="later", role=role).splitlines())


def sizes(store: Store) -> tuple[int, int]:
    ids = store.facts.ids(FactFilter(statuses=tuple(Status)))
    return len(ids), sum(len(evidence) for evidence in store.facts.evidence(ids).values())


def outputs(store: Store, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What the commands really print, and what is put into a session or a repository."""
    fact = store.facts.ids()[0]
    assert run(["propose", fact]) == 0
    capsys.readouterr()
    commands = {
        **COMMANDS,
        "show": ["show", fact],
        "show --json": ["show", "--json", fact],
        "history": ["history", fact],
    }
    found = {}
    for name, arguments in commands.items():
        assert run(arguments) in (0, 4), name
        found[name] = capsys.readouterr().out
    found["indented JSON"] = json.dumps(json.loads(found["show --json"]), indent=2)
    facts = store.facts.select()
    lines = "\n".join(f"- 2026-03-11, you: “{fact.text}”" for fact in facts)
    found["a frame"] = f"<lore-memory id='x7'>\n{lines}\n</lore-memory>"
    items = "\n".join(f"- {fact.text} — `{fact.id}`, 1 quotation, 2026-03-11" for fact in facts)
    found["a published block"] = f"<!-- lore:begin conventions v1 0 0 -->\n{items}\n<!-- lore:end conventions -->"
    return found


@pytest.mark.long_form
@pytest.mark.parametrize(("form", "role"), crossed((claude, codex, plain), ("tool", "assistant", "user")))
def test_what_lore_printed_is_not_learnt_again(
    remembering: Store, tmp_path: Path, form: Any, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither in the store it came from nor in another one, with a sentence before and after it, quoted or not."""
    shown = []
    for text in outputs(remembering, capsys).values():
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        shown += [text, f"This is what I found:\n\n```\n{text}\n```\n\nCan you see it?", quoted]
    before = sizes(remembering)
    file = tmp_path / "later.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in form(shown, role)))
    facts: list[CapturedFact] = []
    done = capture(remembering, [file], Options(mine=True), Watcher(found=facts.append))
    assert [(fact.action, fact.evidence.source_id, fact.evidence.quote) for fact in facts] == []
    assert sizes(remembering) == before
    # A message that is nothing but a frame is none; what tools print is no message but in the neutral format.
    assert done.turns in ((0, len(shown)) if role == "tool" else (len(shown) - 2, len(shown)))


def test_an_agent_that_repeats_a_fact_adds_nothing(remembering: Store, tmp_path: Path) -> None:
    """Word for word or inside a sentence of its own: it may only have been told. A person who says it again does."""
    before = sizes(remembering)
    file = tmp_path / "later.jsonl"
    file.write_text(
        neutral(
            "Always run make check before you commit.",
            "From memory: never use npm in this repository, so I will use pnpm.",
            "We decided to use uuid7 for primary keys because they sort by time.",
            session="later",
            role="assistant",
        )
    )
    capture(remembering, [file], Options(mine=True))
    assert sizes(remembering) == before
    file.write_text(neutral("Always run make check before you commit.", session="even later"))
    assert capture(remembering, [file], Options(mine=True)).reinforced == 1


def test_what_a_person_says_round_it_is_kept() -> None:
    text = "Look:\n\n0.61  f:c5yt7d   correction 2026-02-11 shop\n      Never use npm.\n\nFrom now on use pnpm."
    assert without_lore_output(text) == "Look:\n\n\n\n\nFrom now on use pnpm."
    assert without_lore_output("Please archive f:c5yt7d, it is wrong. Meet at 09:30.") == (
        "Please archive f:c5yt7d, it is wrong. Meet at 09:30."
    )


def test_a_hostile_message_takes_no_longer_than_its_length() -> None:
    for piece in (
        "<lore-x>",
        "<!-- lore:begin a ",
        "f:aaaaaa ",
        "> " * 50,
        "— `f:",
        "00:00:00  ",
        '"schema": 1\n',
        "\n \n",
    ):
        assert isinstance(without_lore_output(piece * 20_000), str)


REPLACES, ASKS, DIFFERENT = Relation.REPLACES, Relation.ASKS, Relation.DIFFERENT
FORMS = {
    "instead": "Use {new} instead of {old}",
    "rather": "use {new} rather than {old}, because it is faster",
    "instead first": "Instead of {old}, use {new}.",
    "no longer": "We no longer use {old}.",
    "no longer, but": "We no longer use {old}, we use {new}",
    "any more": "we don't use {old} anymore",
    "switched": "We switched from {old} to {new}.",
    "moved": "we've moved everything from {old} over to {new}",
    "migrated": "We migrated from {old} to {new} last month",
    "stop": "stop using {old}",
    "stop, use": "Stop using {old}, use {new}.",
    "dropped": "We dropped {old} in favour of {new}.",
    "replaced": "{old} is replaced by {new}.",
    "was replaced": "{old} has been replaced with {new}",
    "replaces": "{new} replaces {old}",
    "prefer": "Prefer {new} over {old}",
    "gone": "{old} is no longer used",
    "statt": "Nutze {new} statt {old}.",
    "nicht mehr": "Wir nutzen {old} nicht mehr.",
    "von auf": "Wir sind von {old} auf {new} umgestiegen.",
    "ersetzt": "{old} wurde durch {new} ersetzt.",
}
PAIRS = (("npm", "pnpm"), ("Jest", "Vitest"), ("`os.path`", "`pathlib`"), ("GitHub Actions", "Buildkite"))
COUNTER = {
    "a place": "{said} in the docs site",
    "a purpose": "{said} for releases",
    "a case": "{said} when the cache is cold",
    "a condition": "{said} if you build on Windows",
    "a time": "{said} on Fridays",
    "an exception": "{said} unless I say otherwise",
    "this piece of work": "For this PR {said}",
    "today": "{said} today",
    "for now": "{said} for now",
    "perhaps": "Maybe {said}",
    "a plan": "Next year {said}",
    "a wish": "I want to say: {said}",
    "a trial": "Let's try this: {said}",
}
KEPT = [
    ("The installer calls npm before the tests start", "We no longer use npm"),
    ("Use npm", "Did we switch from npm to pnpm?"),
    ("Use npm", "He wrote “use pnpm instead of npm” in the chat."),
    ("Use npm", "Don't use pnpm instead of npm"),
    ("Use pnpm instead of npm", "Use bun instead of npm"),
    ("Never use npm", "Use pnpm instead of npm"),
    ("npm scripts live in the tools folder", "We no longer use npm"),
    ("Jest snapshots are checked in", "We switched from Jest to Vitest"),
    ("Use tabs for indentation", "Use spaces for indentation"),
    ("Use uv for tests", "Don't use uv for builds"),
    ("The API listens on port 3000", "The API listens on port 4000"),
    ("She has 10 books", "She has 12 books"),
    ("Use tabs", "Never use tabs"),
    ("CI runs on Node 18", "CI runs on Node 20"),
    ("", "Use tabs"),
]
ASKED = [
    ("Use npm", "Use pnpm, not npm"),
    ("Use npm", "Switch from npm to pnpm"),
    ("Use npm and pnpm", "Use pnpm instead of npm"),
    ("Use npm", "The docs site uses pnpm instead of npm"),
    ("Use REST", "The admin API speaks GraphQL instead of REST"),
    ("Use npm", "You used pnpm instead of npm again"),
    ("Use npm", "It runs pnpm instead of npm"),
    ("Use npm in production", "Use pnpm instead of npm in staging"),
    ("The admin client calls axios", "The web client uses fetch instead of axios"),
    ("Ask before you delete a branch on GitHub", "We migrated from GitHub to GitLab"),
    ("Put a changelog into every PR, like we do in the billing repo", "The billing repo is gone"),
]
SAME_PLACE = [
    ("CI runs on Jenkins", "We moved CI from Jenkins to Buildkite"),
    ("Our database is MySQL", "We migrated the database from MySQL to Postgres"),
    ("Format the code with black", "Format the code with ruff rather than black"),
    ("Write jest tests for modules", "Write vitest tests instead of jest tests for modules"),
    ("Use npm in CI", "In CI use pnpm instead of npm"),
    ("Use npm for packages because it is there", "Use pnpm instead of npm"),
]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_names_the_old_value_and_says_no_more_replaces_it(form: str) -> None:
    for (old, new), older in product(PAIRS, ["Use {}", "Always use {}.", "We use {} for packages"]):
        judgement = judge(form.format(old=old, new=new), older.format(old))
        assert (judgement.relation, judgement.ground) == (REPLACES, Ground.GIVEN_UP)


@pytest.mark.parametrize("counter", COUNTER.values(), ids=COUNTER)
def test_a_condition_of_its_own_an_errand_or_a_plan_never_decides(counter: str) -> None:
    for form in ["instead", "no longer", "switched", "stop, use", "dropped", "replaces"]:
        said = FORMS[form].format(old="npm", new="pnpm").rstrip(".")
        assert judge(counter.format(said=said), "Use npm").relation is ASKS


@pytest.mark.parametrize(("older", "newer"), KEPT)
def test_questions_quotations_reports_side_words_and_numbers_leave_both(older: str, newer: str) -> None:
    assert judge(newer, older).relation is DIFFERENT
    assert judge(older, newer).relation is not REPLACES


@pytest.mark.parametrize(("older", "newer"), ASKED)
def test_what_may_be_meant_otherwise_asks(older: str, newer: str) -> None:
    assert judge(newer, older).relation is ASKS


@pytest.mark.parametrize(("older", "newer"), SAME_PLACE)
def test_the_same_place_is_told_by_what_both_say_besides(older: str, newer: str) -> None:
    assert judge(newer, older).relation is REPLACES
    assert judge(older, newer).relation is not REPLACES


def test_what_is_said_to_be_wrong_is_replaced_where_the_older_says_no_more() -> None:
    assert judge("Use tabs.", "Use spaces", wrong="spaces").relation is REPLACES
    assert judge("Use tabs in Makefiles.", "Use spaces", wrong="spaces").relation is ASKS
    assert judge("Use tabs.", "Never use spaces", wrong="spaces").relation is DIFFERENT


def test_words_alone_retire_next_to_nothing_of_everyday_sentences(shared: Path) -> None:
    """SICK: no more than one in a hundred that says the same, or something else."""
    rows = [json.loads(line) for line in (shared / "data/pairs/sick_test.jsonl").read_text().splitlines()]
    seen: Counter[str] = Counter(row["label"] for row in rows)
    retired = Counter(row["label"] for row in rows if judge(row["b"], row["a"]).relation is REPLACES)
    assert retired["entailment"] / seen["entailment"] <= 0.01
    assert retired["neutral"] / seen["neutral"] <= 0.01

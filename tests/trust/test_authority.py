"""Who may do what: every verb, by a person in a terminal, without one, and in the shell of an agent.

`LORE_WRITE_DOCS=1` writes the table of `docs/authority.md` instead of comparing it.
"""

import io
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.config import change_settings
from lore.memory.editing import NewFact, add_fact, archive, propose
from lore.memory.entering import remember
from lore.model import Clean, Evidence, Fact, Kind, Layer, Role
from lore.store import Store, open_store
from support.agents_shell import agents_shell
from support.person import approve, me
from support.terminal import typed

PAGE = Path(__file__).parents[2] / "docs" / "authority.md"
KEY = "github.com/me/web"
PLACES = ("in a terminal", "without one", "… with `--yes`", "an agent", "… with `--yes`")
SIGN = "CLAUDECODE"
YOU, AGENT, NOBODY = "you", "the agent", "exit 4"


@dataclass(frozen=True)
class Verb:
    """A command with what it does in each of `PLACES`."""

    title: str
    arguments: Callable[["World"], list[str]]
    outcome: tuple[str, str, str, str, str]
    keys: str = ""
    journalled: bool = True
    """Whether it changes the store; a switch of hooks is a file beside it, and nothing is masked here."""


@dataclass(frozen=True)
class World:
    """A store with one of each."""

    harmless: str
    risky: str
    other: str
    mine: str
    theirs: str
    away: str
    convention: str
    backup: str
    transcripts: Path


DECISION = (YOU, NOBODY, YOU, NOBODY, NOBODY)
HAND = (YOU, YOU, "", NOBODY, "")
TURNING_DOWN = (YOU, YOU, YOU, NOBODY, NOBODY)
WORD = (YOU, YOU, "", AGENT, "")
RISK = (YOU, NOBODY, NOBODY, NOBODY, NOBODY)
VERBS = (
    Verb("`add`", lambda w: ["add", "Deploy on Tuesdays"], WORD),
    Verb("`checkpoint`", lambda w: ["checkpoint", "Fix the login"], WORD),
    Verb("`propose`", lambda w: ["propose", w.mine], WORD),
    Verb("`edit` a fact of the agent's", lambda w: ["edit", w.theirs, "The port is 81"], WORD),
    Verb("`archive` a fact of the agent's", lambda w: ["archive", w.theirs], WORD),
    Verb("`supersede` a fact of the agent's", lambda w: ["supersede", w.theirs, "The port is 82"], WORD),
    Verb("`confirm` a fact of the agent's", lambda w: ["confirm", w.theirs], ("", "", "", AGENT, "")),
    Verb("`undo` what the agent did", lambda w: ["undo", "--by", "agent:claude-code"], WORD),
    Verb("`edit` a fact of yours", lambda w: ["edit", w.mine, "Use pnpm 9"], HAND),
    Verb("`archive` a fact of yours", lambda w: ["archive", w.mine], HAND),
    Verb("`supersede` a fact of yours", lambda w: ["supersede", w.mine, "Use yarn 4"], HAND),
    Verb("`confirm` a fact of yours", lambda w: ["confirm", w.mine], HAND),
    Verb("`restore` what you put away", lambda w: ["restore", w.away], HAND),
    Verb("`undo` what you did", lambda w: ["undo", "--by", "person"], HAND),
    Verb("`project set`", lambda w: ["project", "set", "other"], HAND),
    Verb("`config set` of what is shown", lambda w: ["config", "set", "search.limit", "20"], HAND),
    Verb("… `config unset` of it", lambda w: ["config", "unset", "app.search_limit"], HAND),
    Verb("`hooks off` and `hooks on`", lambda w: ["hooks", "off"], HAND, journalled=False),
    Verb("`hooks forget`", lambda w: ["hooks", "forget"], HAND, journalled=False),
    Verb("`docs add`", lambda w: ["docs", "add", str(w.transcripts)], HAND),
    Verb(
        "`config set` of what is trusted, kept or archived",
        lambda w: ["config", "set", "memory.policy", "ttl"],
        DECISION,
    ),
    Verb("… `config unset`", lambda w: ["config", "unset", "memory.grace_days"], DECISION),
    Verb("`add --pin`", lambda w: ["add", "Deploy on Tuesdays", "--pin"], DECISION),
    Verb("`pin`", lambda w: ["pin", w.mine], DECISION),
    Verb("`review approve`", lambda w: ["review", "approve", w.harmless], DECISION),
    Verb("`review approve` what has warnings", lambda w: ["review", "approve", w.risky], RISK, "a\n"),
    Verb("… with `--even-if` for each", lambda w: ["review", "approve", w.risky, "--even-if", "tainted"], DECISION),
    Verb("`review edit`", lambda w: ["review", "edit", w.harmless, "Squash always"], DECISION),
    Verb("`review edit` what has warnings", lambda w: ["review", "edit", w.risky, "Rebase always"], RISK, "a\n"),
    Verb("`review reject`", lambda w: ["review", "reject", w.harmless], TURNING_DOWN),
    Verb("`review merge`", lambda w: ["review", "merge", w.harmless, w.mine], DECISION),
    Verb("`review rescope`", lambda w: ["review", "rescope", w.harmless], DECISION),
    Verb("`project merge`", lambda w: ["project", "merge", KEY, str(w.transcripts.parent)], DECISION),
    Verb("`review snooze`", lambda w: ["review", "snooze", w.harmless], TURNING_DOWN),
    Verb("`review approve` what nobody confirmed", lambda w: ["review", "approve", w.theirs], DECISION),
    Verb("`review reject` what nobody confirmed", lambda w: ["review", "reject", w.theirs], TURNING_DOWN),
    Verb("`publish`", lambda w: ["publish", "--project", KEY, "--root", "."], DECISION),
    Verb("`share`", lambda w: ["share", "."], DECISION),
    Verb("`category add`", lambda w: ["category", "add", "web", "The pages of the shop."], DECISION),
    Verb("`category edit`", lambda w: ["category", "edit", "rules", "--summary", "What we do."], DECISION),
    Verb("`category remove`", lambda w: ["category", "remove", "plans"], DECISION),
    Verb("`memory publish`", lambda w: ["memory", "publish", "--project", KEY, "--root", "."], DECISION),
    Verb("`import --trusted`", lambda w: ["import", "--trusted", "lines.jsonl"], DECISION),
    Verb("`restore-backup`", lambda w: ["restore-backup", w.backup], DECISION),
    Verb("`setup`", lambda w: ["setup", "--agent", "claude-code"], DECISION, "y\n" + "\n" * 12),
    Verb("`review both`", lambda w: ["review", "both", w.mine, w.other], DECISION),
    Verb("`purge`, with `--confirm`", lambda w: ["purge", w.mine, "--confirm", w.mine], HAND),
)
NEEDS_PERSON = {
    "answer": "`review both`",
    "approve": "`review approve`",
    "go back to a backup": "`restore-backup`",
    "add a category": "`category add`",
    "change a category": "`category edit`",
    "remove a category": "`category remove`",
    "write memory pages": "`memory publish`",
    "import lines as trusted": "`import --trusted`",
    "merge": "`review merge`",
    "merge projects": "`project merge`",
    "pin": "`pin`",
    "publish": "`publish`",
    "purge": "`purge`, with `--confirm`",
    "reject": "`review reject`",
    "say that both hold": "`review both`",
    "say where it holds": "`review rescope`",
    "set up agents": "`setup`",
    "snooze": "`review snooze`",
}
"""What the engine refuses without a person, by the words of the refusal, and the row that shows it."""
SHOWN_ELSEWHERE = {
    "let the system start Lore at night": "tests/schedule",
    "say that they typed what stands in a transcript": "tests/actions",
}
"""The same where a row would need files to begin with: the folder of the tests that show it."""
MACHINES = {"import", "sync"}
"""Actors of what a verb has done by a machine, after somebody asked for it."""


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.md").write_text("# Ports\n\nThe port is 80.\n")
    (tmp_path / "lines.jsonl").write_text(json.dumps({"fact": "Use tabs", "category": "convention"}) + "\n")
    with open_store() as store:
        convention = approve(store, propose(store, saved(store, "Name branches after issues").id).id).fact
        everywhere = add_fact(store, NewFact("Answer in French", Kind.PREFERENCE, Layer.USER)).fact
        approve(store, propose(store, everywhere.id).id)
        harmless = propose(store, saved(store, "Squash before merging").id)
        other = saved(store, "Write tests first")
        mine, away = saved(store, "Use pnpm"), saved(store, "Use npm in the old client")
        archive(store, [away.id])
        theirs = add_fact(store, NewFact("The port is 80", project=KEY), actor="agent:claude-code").fact
        risky = propose(store, read_from_file(store, "Rebase before merging").id)
        from lore.store.local.backup import make_backup

        change_settings(store, {"app.search_limit": 100, "memory.grace_days": 3.0}, by=me())

        backup = make_backup(store, "asked").name
    ids = (harmless.id, risky.id, other.id, mine.id, theirs.id, away.id, convention.id)
    return World(*ids, backup, tmp_path / "notes.md")


def saved(store: Store, text: str) -> Fact:
    return add_fact(store, NewFact(text, Kind.CONVENTION, project=KEY)).fact


def read_from_file(store: Store, text: str) -> Fact:
    with store.write("import") as transaction:
        evidence = Evidence(Clean(text), role=Role.FILE)
        return remember(store, transaction, Fact("", Clean(text), Kind.CONVENTION, project=KEY), [evidence]).fact


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Goes to one of `PLACES`: a real terminal in which keys were typed, or none; an agent's variables, or none."""
    with ExitStack() as opened:

        def go(place: str, keys: str) -> None:
            if place == PLACES[0]:
                opened.enter_context(typed(keys, monkeypatch))
            else:
                monkeypatch.setattr("sys.stdin", io.StringIO())
            if place == PLACES[3]:
                agents_shell(monkeypatch, SIGN)

        yield go


def journal() -> list[tuple[str, str]]:
    with open_store() as store:
        return [(event.actor, event.action) for event in reversed(store.audit.select(limit=10_000))]


CASES = [
    pytest.param(verb, place, id=f"{verb.title.replace('`', '')}, {PLACES[place].replace('`', '')} {place}")
    for verb in VERBS
    for place in range(len(PLACES))
    if verb.outcome[place]
]


@pytest.mark.parametrize(("verb", "place"), CASES)
def test_every_verb_does_in_every_place_what_the_table_says(
    verb: Verb, place: int, world: World, at: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal()
    at(PLACES[min(place, 3)] if place != 2 else PLACES[1], verb.keys)
    code = run([*verb.arguments(world), *(["--yes"] if place in (2, 4) else [])])
    os.environ.pop(SIGN, None)
    after = journal()
    capture_result = capsys.readouterr()
    if verb.outcome[place] == NOBODY:
        assert (code, after) == (4, before), capture_result.err
        assert "\nhint: " in capture_result.err
        return
    assert code == 0, capture_result.err
    new = after[len(before) :] if verb.title != "`restore-backup`" else after[-1:]
    actor = {YOU: "person", AGENT: "agent:claude-code"}[verb.outcome[place]]
    actors = {one for one, _ in new}
    assert actor in actors or actors == {"import"} or not verb.journalled
    assert actors <= {actor, *MACHINES}


def test_what_an_agent_says_is_tainted_and_weighs_nothing(
    world: World, at: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Added or edited in its shell: an episode that no agent is told of, in its name, under no person's authority."""
    from lore.memory.authority import Authority, held_by

    at(PLACES[3], "")
    assert run(["add", "Always deploy on Fridays", "--kind", "convention", "--project", KEY]) == 0
    assert run(["edit", world.theirs, "The port is 8080"]) == 0
    monkeypatch.delenv(SIGN)
    with open_store() as store:
        facts = [fact for fact in store.facts.select() if "Fridays" in fact.text or "8080" in fact.text]
        assert len(facts) == 2
        for fact in facts:
            evidence = store.facts.evidence([fact.id])[fact.id]
            assert (fact.tainted, fact.pinned, fact.tier) == (True, False, "episodic")
            assert held_by(store, fact, evidence) < Authority.USER


def test_an_agent_that_hides_its_name_in_a_checkpoint_is_an_agent(
    world: World, at: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at(PLACES[3], "")
    assert run(["checkpoint", "Always deploy on Fridays", "--agent", ""]) == 0
    monkeypatch.delenv(SIGN)
    with open_store() as store:
        (fact,) = [one for one in store.facts.select() if "Fridays" in one.text]
        (evidence,) = store.facts.evidence([fact.id])[fact.id]
    assert (fact.tainted, evidence.role, evidence.agent) == (True, Role.ASSISTANT, "claude-code")


@pytest.mark.parametrize("text", ["Use pnpm", "use PNPM."])
def test_an_agent_that_repeats_your_fact_makes_it_no_stronger(
    world: World, at: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    with open_store() as store:
        before = store.facts.get(world.mine)
    at(PLACES[3], "")
    assert run(["add", text, "--kind", "convention", "--project", KEY]) == 0
    monkeypatch.delenv(SIGN)
    with open_store() as store:
        assert store.facts.get(world.mine) == before
        assert len(store.facts.evidence([world.mine])[world.mine]) == 1


def test_a_card_says_that_an_agent_proposed_it(
    world: World, at: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at(PLACES[3], "")
    assert run(["propose", world.theirs]) == 0
    monkeypatch.delenv(SIGN)
    with open_store() as store:
        (candidate,) = store.candidates.of_fact(world.theirs)
    assert candidate.because == "proposed by claude-code"


def test_an_agent_may_propose_what_it_saved_itself(
    at: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody vouches for it, and the card says so; a contradiction of yours is not put before you as a question."""
    assert run(["add", "Use tabs everywhere"]) == 0
    at(PLACES[3], "")
    assert run(["add", "Never use tabs", "--json"]) == 0
    added = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert run(["add", "Never use tabs at all"]) == 0
    assert "`lore review`" not in capsys.readouterr().err
    assert run(["propose", added["id"]]) == 0
    with open_store() as store:
        assert [card.because for card in store.candidates.of_fact(added["id"])] == ["proposed by claude-code"]


@pytest.mark.slow("the whole demo is played")
def test_the_demo_runs_in_an_agents_shell_as_well(at: Callable[[str, str], None]) -> None:
    at(PLACES[3], "")
    assert run(["demo"]) == 0


def test_an_agent_proposes_nothing_again_that_you_turned_down(
    world: World, at: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["review", "reject", world.harmless, "--yes"]) == 0
    with open_store() as store:
        fact = store.candidates.get(world.harmless).fact
    at(PLACES[3], "")
    assert run(["propose", fact]) == 4
    monkeypatch.delenv(SIGN)


@pytest.mark.parametrize(
    "arguments",
    [
        ["purge", "f:nobody", "--confirm", "f:nobody"],
        ["purge", "--secret", "--confirm", "purge"],
        ["model", "use", "BAAI/bge-small-en-v1.5"],
        ["model", "use", "openai:words", "--url", "http://192.0.2.1/v1", "--remote", "--yes"],
        ["publish", "--remove", "--yes"],
        ["setup", "--yes"],
        ["setup", "--remove", "--yes"],
        ["publish", "--accept", "--yes", "--even-if", "tainted"],
        ["tui"],
    ],
)
def test_an_agent_is_refused_before_anything_is_looked_at(
    arguments: list[str], world: World, at: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal()
    at(PLACES[3], "")
    assert run(arguments) == 4
    os.environ.pop(SIGN, None)
    assert "only a person may" in capsys.readouterr().err
    assert journal() == before


def test_whatever_needs_a_person_has_a_row() -> None:
    code = "".join(path.read_text("utf-8") for path in (PAGE.parents[1] / "core/lore/actions").glob("*.py"))
    acts = set(re.findall(r'decider\(\s*engine, "([^"]+)"', code))
    assert acts == {*NEEDS_PERSON, *SHOWN_ELSEWHERE}
    assert all((PAGE.parents[1] / folder).is_dir() for folder in SHOWN_ELSEWHERE.values())
    assert set(NEEDS_PERSON.values()) <= {verb.title for verb in VERBS}


def table() -> str:
    rows = [f"| verb | {' | '.join(PLACES)} |", f"|{'---|' * (len(PLACES) + 1)}"]
    rows += [f"| {verb.title} | {' | '.join(one or '–' for one in verb.outcome)} |" for verb in VERBS]
    return "\n".join(rows)


def test_the_page_says_what_was_tested() -> None:
    text = PAGE.read_text(encoding="utf-8")
    start, end = text.index("| verb |"), text.index("\n\n", text.index("| verb |"))
    if os.environ.get("LORE_WRITE_DOCS"):
        text = text[:start] + table() + text[end:]
        PAGE.write_text(text, encoding="utf-8")
        end = text.index("\n\n", start)
    assert text[start:end] == table()

"""Every decision takes the proof that a person made it; what writes in his name without one is listed here."""

from pathlib import Path

import pytest

from lore import clock, presence
from lore.cli.program import run
from lore.errors import NeedsPerson
from lore.handover import signs
from lore.presence import AGENT_SIGNS, PERSON, Person, Way, actor_of, agent_here, deciding, deciding_in_app, hand
from lore.store import Store, open_store


@pytest.mark.parametrize("sign", AGENT_SIGNS)
def test_every_sign_of_an_agent_refuses_every_decision(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(sign, "1")
    for attempt in (
        lambda: deciding("approve"),
        lambda: deciding("approve", yes=True),
        deciding_in_app,
        lambda: actor_of(PERSON),
    ):
        with pytest.raises(NeedsPerson, match=sign):
            attempt()
    assert hand() == f"agent:{AGENT_SIGNS[sign] or 'unknown'}"


@pytest.mark.parametrize("value", ["", "0", "false", " "])
def test_a_sign_that_is_off_means_nobody(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", value)
    assert agent_here() is None
    assert hand() == PERSON


@pytest.mark.parametrize(
    ("value", "name"), [("amp", "amp"), ("Goose", "goose"), ("1", "unknown"), ("\x1b[2J x", "unknown"), ("a b", "a")]
)
def test_a_general_sign_names_the_agent(value: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in `AGENT` is a name, or nothing that anybody sees."""
    monkeypatch.setenv("AGENT", value)
    assert hand() == f"agent:{name}"


def test_without_a_terminal_a_word_stands_for_it() -> None:
    """`--yes` and nothing else; the hint says so."""
    with pytest.raises(NeedsPerson) as refused:
        deciding("approve")
    assert "--yes" in str(refused.value.hint)
    assert deciding("approve", yes=True).way is Way.WORD


HARNESS = "claude-code_2-1-332_harness"


def test_a_form_counts_as_the_person_but_takes_no_risk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Claude Code 2.1.332 sets for its servers says that its program started this; the answer is the person's."""
    for sign, value in {"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", "AI_AGENT": HARNESS}.items():
        monkeypatch.setenv(sign, value)
    person = presence.deciding_in_form()
    assert actor_of(person) == PERSON
    assert not person.may_take_risks


@pytest.mark.parametrize("beside", ["nothing", "the harness", "another harness", "no name", "a shell of Claude Code"])
@pytest.mark.parametrize("sign", sorted({*AGENT_SIGNS, *presence.SHELL_SIGNS}))
def test_beside_a_sign_a_form_counts_only_where_the_program_says_that_it_started_this(
    sign: str, beside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the whole table, each with what may stand beside it: an agent in its shell could answer the form itself."""
    values = {"the harness": HARNESS, "another harness": "amp_harness", "no name": "_harness"}
    monkeypatch.setenv(sign, "1")
    if beside in values:
        monkeypatch.setenv("AI_AGENT", values[beside])
    elif beside != "nothing":
        monkeypatch.setenv("AI_AGENT", HARNESS)
        monkeypatch.setenv("CLAUDE_CODE_CHILD_SESSION", "1")
    own = sign == "AI_AGENT" or AGENT_SIGNS.get(sign) in signs.SERVERS
    if beside == "the harness" and own and sign not in set(presence.SHELL_SIGNS) - {"AI_AGENT"}:
        assert presence.deciding_in_form().way is Way.FORM
        return
    with pytest.raises(NeedsPerson) as refused:
        presence.deciding_in_form()
    assert "lore review" in str(refused.value.hint)
    named = [one for one in {*AGENT_SIGNS, *presence.SHELL_SIGNS} if f"`{one}`" in str(refused.value)]
    assert len(named) == 1 and signs.is_on(named[0])


@pytest.mark.parametrize(("sign", "ending"), presence.SHELL_SIGNS.items())
def test_no_form_counts_where_an_agent_typed_the_command(
    sign: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else is set; without any sign one counts."""
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("AI_AGENT", HARNESS)
    monkeypatch.setenv(sign, f"claude-code{ending or '1'}")
    with pytest.raises(NeedsPerson, match=sign):
        presence.deciding_in_form()
    for name in ("CLAUDECODE", "AI_AGENT", sign):
        monkeypatch.delenv(name, raising=False)
    assert presence.deciding_in_form().way is Way.FORM


def test_what_came_over_a_protocol_is_the_agents_whatever_the_environment_says(store: Store) -> None:
    with presence.asked_by_agent("Goose Desktop"):
        assert hand() == "agent:goose"
        with pytest.raises(NeedsPerson, match="`goose` asks for it"):
            deciding("approve", yes=True)
        with pytest.raises(NeedsPerson), store.write(PERSON):
            raise AssertionError("nothing may happen here")
        assert actor_of(presence.deciding_in_form()) == PERSON
    assert hand() == PERSON


def test_nobody_else_makes_the_proof() -> None:
    with pytest.raises(TypeError):
        Person(Way.TERMINAL, object())


def test_an_agent_never_writes_as_the_person(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store itself refuses, so that no verb can forget the rule; nothing is written."""
    monkeypatch.setenv("CURSOR_AGENT", "1")
    before = store.audit.count()
    with pytest.raises(NeedsPerson), store.write(PERSON):
        raise AssertionError("nothing may happen here")
    assert store.audit.count() == before


@pytest.mark.parametrize("line", [["facts"], ["consolidate"], ["backup"], ["doctor"], ["add", "Use pnpm"], ["distill"]])
def test_no_agent_chooses_the_time(
    line: list[str], store: Store, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twenty years later everything has faded, all but three backups are old, and today's questions are long past."""
    store.close()
    monkeypatch.setenv("CLAUDECODE", "1")
    for moment in ("2046-03-12T09:00:00Z", "1999-01-01T00:00:00Z"):
        monkeypatch.setenv("LORE_NOW", moment)
        assert run(line) == (2 if line == ["doctor"] else 4)
        shown = capsys.readouterr()
        assert "only a person may choose the time" in shown.out + shown.err
    assert not (home / "backups").exists()
    monkeypatch.delenv("LORE_NOW")
    assert run(["add", "Use pnpm"]) == 0


def test_a_demonstration_chooses_its_own_time(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    before = clock.now()
    with clock.pretending("2046-03-12T09:00:00Z"):
        open_store(home).close()
        assert clock.now() == "2046-03-12T09:00:00Z"
    assert clock.now() == before


@pytest.mark.parametrize("moment", ["0001-01-01", "1900-01-01", "9000-12-31T23:59:59Z", "9999-12-31T23:59:59Z"])
def test_no_present_breaks_a_command(
    moment: str, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store.close()
    monkeypatch.setenv("LORE_NOW", moment)
    for line in (["add", "Use pnpm"], ["stats"]):
        code = run(line)
        told = capsys.readouterr().err
        refused = moment[:4] in ("0001", "9999")
        assert (code, "`LORE_NOW` is not a time" in told) == ((2, True) if refused else (0, False)), told

"""A person decides in a form that the agent's program shows. No answer leaves everything as it is."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from mcp.types import ElicitResult

from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact, edit_fact, propose
from lore.memory.proposals import keep_level
from lore.model import CandidateStatus, Clean, Evidence, Fact, Kind, Layer, LinkKind, Role, Status
from lore.presence import PERSON
from lore.store import Store
from support.agents_shell import agents_shell
from support.held import nearest
from support.mcp_client import ERAS, Answers, Era, outside_of_shells, refused, talking, told

RULE = "Use pnpm in this repository, never npm"
OLDER, NEWER = "Deploys go to staging first", "Deploys go to production first"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside_of_shells(monkeypatch)
    monkeypatch.chdir(tmp_path)


def saying(**content: str | bool) -> Answers:
    return lambda message: ElicitResult(action="accept", content=dict(content))


def waits(store: Store, text: str = RULE) -> str:
    return propose(store, add_fact(store, NewFact(text, Kind.CONVENTION)).fact.id).id


def risky(store: Store) -> str:
    words = Clean("Run everything with sudo")
    with store.write("agent:codex") as transaction:
        quote = Evidence(words, role=Role.ASSISTANT, agent="codex")
        fact = store.facts.add(transaction, Fact("", words, Kind.CONVENTION, tainted=True), [quote])
    return propose(store, fact.id).id


@pytest.mark.parametrize("era", ERAS)
async def test_what_a_person_approves_in_a_form_is_a_convention(era: Era, store: Store) -> None:
    """The form says what it is about, in words of the store; the log says that a person did it."""
    candidate, forms = waits(store), []

    def answers(message: str) -> ElicitResult:
        forms.append(message)
        return ElicitResult(action="accept", content={"decision": "approve"})

    async with talking(era, answers=answers) as client:
        done = await told(client, "memory_review")
    assert done.startswith(f"approved: {RULE} (")
    assert store.candidates.get(candidate).status is CandidateStatus.APPROVED
    assert store.facts.get(store.candidates.get(candidate).fact).approved_at is not None
    assert store.audit.select(subject=candidate, limit=1)[0].actor == PERSON
    assert (len(forms), RULE in forms[0], "becomes a convention" in forms[0]) == (1, True, True)


@pytest.mark.parametrize("era", ERAS)
async def test_a_person_may_approve_it_in_other_words(era: Era, store: Store) -> None:
    candidate = waits(store)
    async with talking(era, answers=saying(decision="approve", wording="Use pnpm here, not npm")) as client:
        await told(client, "memory_review", id=candidate)
    found = store.candidates.get(candidate)
    assert found.status is CandidateStatus.APPROVED
    assert store.facts.get(found.fact).text == "Use pnpm here, not npm"


@pytest.mark.parametrize("era", ERAS)
async def test_what_is_proposed_waits_and_asks_nobody(era: Era, store: Store) -> None:
    def answers(message: str) -> ElicitResult:
        raise AssertionError(f"asked about {message}")

    fact = add_fact(store, NewFact(RULE, Kind.NOTE)).fact
    async with talking(era, answers=answers) as client:
        by_id = await told(client, "memory_review", ids=[fact.id])
        by_text = await told(client, "memory_review", text="Always run the linter first")
    waiting = store.candidates.select()
    assert [one.fact for one in waiting if one.id in by_id] == [fact.id]
    (second,) = [store.facts.get(one.fact) for one in waiting if one.id in by_text]
    assert (second.text, second.tainted) == ("Always run the linter first", True)


@pytest.mark.parametrize("era", ERAS)
async def test_what_a_person_rejects_in_a_form_is_rejected_with_the_reason(era: Era, store: Store) -> None:
    candidate = waits(store)
    async with talking(era, answers=saying(decision="reject", reason="only here")) as client:
        done = await told(client, "memory_review", id=candidate)
    assert done.startswith("rejected: ") and "because only here" in done
    found = store.candidates.get(candidate)
    assert (found.status, found.reason) == (CandidateStatus.REJECTED, "only here")


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("action", ["decline", "cancel", "later", "no forms", "nonsense"])
async def test_no_answer_leaves_it_where_it_is(era: Era, action: str, store: Store) -> None:
    """Declined, cancelled, put off, without a form, or answered with something else."""
    candidate = waits(store)
    answers: Mapping[str, Answers | None] = {
        "decline": lambda message: ElicitResult(action="decline"),
        "cancel": lambda message: ElicitResult(action="cancel"),
        "later": saying(decision="later"),
        "no forms": None,
        "nonsense": saying(decision="approve it all"),
    }
    before = store.audit.count()
    async with talking(era, answers=answers[action]) as client:
        answer = await client.call_tool("memory_review", {})
    assert answer.is_error is (action == "nonsense")
    assert store.candidates.get(candidate).status is CandidateStatus.WAITING
    assert store.audit.count() == before


@pytest.mark.parametrize("era", ERAS)
async def test_what_has_warnings_is_never_decided_by_a_form(era: Era, store: Store) -> None:
    """Nor is it shown to the agent: no person has confirmed what it says. Others are asked about before it."""
    candidate = risky(store)

    def answers(message: str) -> ElicitResult:
        raise AssertionError(f"asked about {message}")

    async with talking(era, answers=answers) as client:
        shown = await told(client, "memory_review", id=candidate)
    assert "not asked: it has warnings" in shown
    assert "sudo" not in shown
    harmless = waits(store)
    async with talking(era, answers=saying(decision="approve")) as client:
        assert (await told(client, "memory_review")).startswith("approved: ")
        assert "not asked: it has warnings" in await told(client, "memory_review")
    assert store.candidates.get(harmless).status is CandidateStatus.APPROVED
    assert store.candidates.get(candidate).status is CandidateStatus.WAITING


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("sign", ["OPENCODE", "CLAUDECODE", "AI_AGENT"])
async def test_an_agent_that_may_have_started_the_server_in_its_shell_gets_no_form(
    era: Era, sign: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could answer the form itself; the answer says what to do instead."""
    candidate = waits(store)
    agents_shell(monkeypatch, sign, "claude-code_2-1-330_agent")
    async with talking(era, answers=saying(decision="approve")) as client:
        shown = await told(client, "memory_review")
    assert sign in shown and "lore review" in shown
    assert store.candidates.get(candidate).status is CandidateStatus.WAITING
    monkeypatch.delenv(sign)
    agents_shell(monkeypatch, "AI_AGENT", "claude-code_2-1-330_harness")
    async with talking(era, answers=saying(decision="approve")) as client:
        await told(client, "memory_review")
    assert store.candidates.get(candidate).status is CandidateStatus.APPROVED


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("holds", ["same", "instead", "older", "both"])
async def test_a_question_is_answered_in_a_form(era: Era, holds: str, store: Store) -> None:
    older = add_fact(store, NewFact(OLDER)).fact.id
    newer = add_fact(store, NewFact(NEWER), near=nearest(store)).fact.id
    (question,) = decisions.queue(store)
    async with talking(era, answers=saying(holds=holds)) as client:
        await told(client, "memory_review", id=question)
    standing = {name for name in (older, newer) if store.facts.get(name).status is Status.ACTIVE}
    assert standing == {"same": {newer}, "instead": {newer}, "older": {older}, "both": {older, newer}}[holds]
    linked = [link.kind for link in store.facts.links(newer)]
    assert (LinkKind.COMPATIBLE in linked) == (holds == "both")


@pytest.mark.parametrize("era", ERAS)
async def test_a_card_that_changes_while_the_person_reads_is_not_decided(era: Era, store: Store) -> None:
    """What was agreed to is what was shown; what changed since is asked about again, or refused."""
    candidate, asked = waits(store), 0

    def answers(message: str) -> ElicitResult:
        nonlocal asked
        asked += 1
        if asked == 1:
            with store.write("hook") as transaction:
                fact = store.facts.update(transaction, store.candidates.get(candidate).fact, text=Clean("Use yarn"))
                keep_level(store, transaction, fact)
            return ElicitResult(action="accept", content={"decision": "approve"})
        assert "Use yarn" in message
        return ElicitResult(action="cancel")

    async with talking(era, answers=answers) as client:
        answer = await client.call_tool("memory_review", {"id": candidate})
    assert answer.is_error is (era == "legacy")
    assert store.candidates.get(candidate).status is CandidateStatus.WAITING


async def test_a_fact_that_changed_is_edited_by_a_person_alone(store: Store) -> None:
    """The form is about one card; it opens nothing else."""
    fact = add_fact(store, NewFact(RULE, layer=Layer.USER)).fact
    edit_fact(store, fact)
    async with talking(answers=saying(decision="approve")) as client:
        assert (await refused(client, "memory_update", id=fact.id, text="Use npm"))["code"] == 4
        assert (await refused(client, "memory_archive", ids=[fact.id]))["code"] == 4

"""The figures below the trend of `lore stats`: each from what the store holds, counted by hand."""

import json
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.cli.program import run
from lore.context import spent_on
from lore.doctor import run_checks
from lore.doctor.at_a_glance import density, density_steps, overview, timed_searches
from lore.model import Candidate, CandidateStatus, LinkKind
from lore.presence import deciding
from lore.store import Store
from lore.wording import tokens_of
from support import damage


def test_what_was_given_is_set_against_its_sources(store: Store) -> None:
    """A message that is quoted by two facts counts once a session, and each session would have read it."""
    damage.fill(store)
    one, other = store.facts.ids()[:2]
    store.accesses.give([one, other], "now")
    store.accesses.give([one], "later")
    turns = {turn.text: tokens_of(turn.text) for turn in store.sessions.turns("s1")}
    texts = store.facts.texts()
    found = spent_on(store)
    assert found.sessions == 2
    assert found.session_tokens == 2 * sum(turns.values())
    assert found.message_tokens == 2 * turns[texts[one]] + turns[texts[other]]
    assert 0 < found.tokens < found.session_tokens
    assert spent_on(store, newest=1).message_tokens == turns[texts[one]]


def test_a_store_without_receipts_gives_nothing(store: Store) -> None:
    assert spent_on(store).sessions == 0
    assert timed_searches(store) is None


def test_the_figures_are_counted(store: Store) -> None:
    damage.fill(store)
    with store.write("person") as transaction:
        one, other = store.facts.ids()[:2]
        store.facts.link(transaction, one, LinkKind.CONTRADICTS, other)
        for number, at in enumerate(("2026-03-01T09:00:00Z", "2026-03-02T09:00:00Z", "2025-12-24T09:00:00Z")):
            text = store.facts.get(one).text
            store.candidates.add(transaction, Candidate("", text, one, fingerprint=str(number), created_at=at))
        newest = store.candidates.select()[0]
        store.candidates.update(transaction, newest.id, action="candidate.approve", status=CandidateStatus.APPROVED)
    store.accesses.record([one])
    found = overview(store, timed=False)
    assert found.speed is None
    assert sum(found.strengths) == 20 == found.never_recalled.whole
    assert (found.duplicates, found.contradictions, found.never_recalled.part) == (0, 1, 19)
    assert [(one.month, one.proposed) for one in found.months if one.proposed] == [("2025-12", 1), ("2026-03", 2)]
    assert sum(one.approved for one in found.months) == 1
    assert len(found.months) == 12 and found.months[-1].month == "2026-03"
    assert found.days["2026-03-12"].learnt == 20
    assert found.days["2026-03-11"].sessions == 1


def test_searches_are_timed_and_are_no_use_of_a_fact(store: Store) -> None:
    damage.fill(store)
    found = timed_searches(store, most=4, budget_s=600)
    assert found and found.searches == 4 and found.per_second > 0
    assert overview(store, timed=False).never_recalled.part == 20


@pytest.mark.parametrize(("amount", "level"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 3), (10, 4)])
def test_a_day_is_as_dense_as_its_quarter(amount: int, level: int) -> None:
    assert density(amount, density_steps([0, 1, 2, 3, 9])) == level


def test_stats_draws_them_in_80_columns(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """A bar for each tenth, a year of 53 weeks; the same as JSON."""
    damage.fill(store)
    assert run(["stats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    year = lines[lines.index("a year in days") + 1 :]
    assert [line[:7].strip() for line in year[:7]] == ["Mon", "", "Wed", "", "Fri", "", "Sun"]
    assert [len(line[7:]) for line in year[:7]] == [53] * 4 + [52] * 3
    assert year[3].endswith("░") and year[7].strip() == "2025-03-10 to 2026-03-12"
    assert any(line.startswith("  searches a second") and " timed now" in line for line in lines)
    assert run(["stats", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["never_recalled"] == {"facts": 20, "of": 20}
    assert told["tokens"]["sessions"] == 0 and 1 <= told["searches"]["timed"] <= 20
    assert sum(told["strengths"]) == 20


def test_what_you_approved_and_has_no_room_is_told(store: Store, home: Path, tmp_path: Path) -> None:
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path)
    saved = actions.save(engine, "Use pnpm, never npm or yarn.")
    actions.pin(engine, [saved.fact.id])

    def says() -> tuple[str, str]:
        (result,) = [one for one in run_checks(home).results if one.check.id == "given"]
        return result.finding.says, result.finding.fix or ""

    assert says() == ("everything that you approved is given when a session starts", "")
    actions.change_settings(engine, {"context.budget": 3})
    told, step = says()
    assert told.startswith("1 fact that you approved, with no room") and "context.budget" in step

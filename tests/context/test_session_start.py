"""What an agent is given when a session starts: in which order, within which budget, and which layer wins."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from lore.cli.program import run
from lore.context import Section, explain_giving, note, session_start, was_given
from lore.memory import what_stands
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, LinkKind, Origin, Role
from lore.store import Store, open_store
from lore.wording import tokens_of

WEB = "github.com/me/web"
EVERYTHING = 100_000
DAY = "2026-03-01T09:00:00Z"


def stored(store: Store, text: str, kind: Kind = Kind.CONVENTION, role: Role = Role.USER, **fields: object) -> Fact:
    values = {"layer": Layer.USER_PROJECT, "project": WEB, "tainted": role is not Role.USER} | fields
    values = {"standing": kind in RULE_KINDS} | values
    fact = Fact("", Clean(text), kind, created_at=DAY, **values)  # type: ignore[arg-type]
    with store.write("hook") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(text), "s1", f"m{len(text)}", role, at=DAY)])


def texts(store: Store, budget: int = EVERYTHING) -> list[str]:
    return [item.text for item in session_start(store, WEB, budget=budget).items]


def test_what_was_said_more_often_and_surer_comes_first_and_decisions_only_where_they_were_approved(
    store: Store,
) -> None:
    stored(store, "Decided on SQLite", Kind.DECISION, approved_at=DAY)
    stored(store, "Decided on Redis", Kind.DECISION)
    stored(store, "Speaks German", Kind.IDENTITY, confidence=0.3)
    stored(store, "You saved it", Kind.PREFERENCE, confidence=0.2, origin=Origin.TOLD)
    stored(store, "Weak convention", confidence=0.5)
    stored(store, "Strong convention", confidence=0.9)
    stored(store, "Never touch the vendored files", Kind.CORRECTION, confidence=0.46)
    stored(store, "The port is 5433", Kind.SYSTEM)
    assert texts(store) == [
        "You saved it",
        "Strong convention",
        "Weak convention",
        "Never touch the vendored files",
        "Speaks German",
        "Decided on SQLite",
    ]


def test_forty_lines_that_nobody_approved_are_given_and_the_rest_is_named(store: Store) -> None:
    for number in range(42):
        stored(store, f"Cache part {number}", layer=Layer.PROJECT, because=Clean("it is quick"))
    brief = session_start(store, WEB, budget=EVERYTHING)
    assert [item.section for item in brief.items] == [Section.RULE] * 40
    assert [left_out.why for left_out in brief.left_out] == ["only 40 that nobody approved are given"] * 2
    assert "because it is quick" in brief.items[0].line and "2026-03-01" in brief.items[0].line


WORDED, SENTENCE = "Use uv, not pip", "please use uv here and never pip"


@pytest.mark.parametrize(
    ("text", "sentence", "fields", "line"),
    [
        (WORDED, SENTENCE, {"origin": Origin.READ}, f"- {WORDED} — from “{SENTENCE}”, 2026-03-01"),
        (WORDED, SENTENCE, {"origin": Origin.READ, "approved_at": DAY}, f"- {WORDED} (you approved it on 2026-03-01)"),
        (SENTENCE, SENTENCE, {"origin": Origin.READ}, f"- {SENTENCE} (said on 2026-03-01)"),
        (WORDED, SENTENCE, {"origin": Origin.TOLD}, f"- {WORDED} (said on 2026-03-01)"),
        ("why no uv?", "why no uv?", {"origin": Origin.READ}, "- the person asked: “why no uv?”, 2026-03-01"),
    ],
)
def test_a_wording_of_a_model_stands_beside_your_own_sentence(
    store: Store, text: str, sentence: str, fields: dict[str, object], line: str
) -> None:
    """For hooks, for the engine, and with the prompt that recalls it; until you approve the wording."""
    values = {"layer": Layer.USER_PROJECT, "project": WEB, "standing": True} | fields
    fact = Fact("", Clean(text), Kind.CONVENTION, created_at=DAY, **values)  # type: ignore[arg-type]
    with store.write("model") as transaction:
        store.facts.add(transaction, fact, [Evidence(Clean(sentence), "s1", "m1", Role.USER, at=DAY)])
    (given,) = session_start(store, WEB, budget=EVERYTHING).items
    (hook,) = what_stands(store, WEB)
    assert given.line == hook.line == line


@pytest.mark.parametrize("kind", Kind)
def test_what_you_approved_is_given_whatever_its_kind_before_everything_else(store: Store, kind: Kind) -> None:
    """Within a budget of its own: what you said once never pushes it out, however much of that there is."""
    for number in range(20):
        stored(store, f"Rather short names of part {number}, they say", confidence=0.95)
    approved = stored(store, "Write the changelog first", kind, layer=Layer.PROJECT, approved_at=DAY, confidence=0.1)
    tight = session_start(store, WEB, budget=40)
    assert approved.id in [item.id for item in tight.items]
    assert tight.items[0].id == approved.id or tight.items[0].section is Section.RULE
    (nothing,) = [one for one in session_start(store, WEB, budget=1).left_out if one.id == approved.id]
    assert nothing.why.startswith("the budget is spent")


def test_what_you_approved_outranks_the_layer_and_its_own_quotation_is_no_rival(store: Store) -> None:
    approved = stored(store, "Tests run offline", layer=Layer.PROJECT, approved_at=DAY)
    stored(store, "Tests run offline")
    rival = stored(store, "Use the network in tests")
    with store.write("test") as transaction:
        store.facts.link(transaction, rival.id, LinkKind.CONTRADICTS, approved.id)
    brief = session_start(store, WEB, budget=EVERYTHING)
    assert [item.id for item in brief.items] == [approved.id]
    assert sorted(one.why.split("`")[-1] for one in brief.left_out) == ["", " says otherwise, and you approved it"]


@settings(max_examples=25, deadline=None)
@given(lengths=st.lists(st.integers(1, 400), max_size=25), budget=st.integers(0, 900), data=st.data())
def test_no_budget_is_passed_and_everything_is_given_or_named(
    tmp_path_factory: pytest.TempPathFactory, lengths: Sequence[int], budget: int, data: st.DataObject
) -> None:
    kinds = data.draw(st.lists(st.sampled_from(Kind), min_size=len(lengths), max_size=len(lengths)))
    with open_store(tmp_path_factory.mktemp("budget") / "lore") as store:
        facts = [
            stored(store, f"{number} {'ü' * length}", kind)
            for number, (length, kind) in enumerate(zip(lengths, kinds, strict=True))
        ]
        brief, whole = session_start(store, WEB, budget=budget), session_start(store, WEB, budget=EVERYTHING)
    assert brief.tokens <= 2 * budget  # what you approved, and the rest
    assert brief.tokens >= tokens_of("".join(item.line for item in brief.items))
    ids = [item.id for item in brief.items] + [left_out.id for left_out in brief.left_out]
    assert sorted(ids) == sorted({*(item.id for item in whole.items), *(left_out.id for left_out in whole.left_out)})
    assert set(ids) <= {fact.id for fact in facts}
    assert all(left_out.why for left_out in brief.left_out)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.USER])
@pytest.mark.parametrize("layer", Layer)
@pytest.mark.parametrize("kind", Kind)
def test_nothing_that_somebody_else_said_is_given(store: Store, kind: Kind, layer: Layer, role: Role) -> None:
    """Of any kind, in any layer, pinned or not, from any source of taint."""
    for pinned in (False, True):
        stored(store, f"Always run the script {pinned}", kind, role, layer=layer, pinned=pinned)
    assert texts(store) == []


DECIDED: Mapping[str, Mapping[str, Any]] = {"nobody": {}, "pinned": {"pinned": True}, "approved": {"approved_at": DAY}}


@pytest.mark.parametrize("layers", [(one, other) for one in Layer for other in Layer])
@pytest.mark.parametrize("decided", [(one, other) for one in DECIDED for other in DECIDED], ids="-".join)
def test_of_two_that_contradict_only_what_you_approved_puts_the_other_out(
    store: Store, layers: tuple[Layer, Layer], decided: tuple[str, str]
) -> None:
    """In whatever order they were said: of two that you approved the more specific one. Else a question is open, both
    stand, and the less specific one is in doubt."""
    first = stored(store, "Use pnpm to install packages instead of npm", layer=layers[0], **DECIDED[decided[0]])
    second = stored(store, "Use npm to install packages", layer=layers[1], **DECIDED[decided[1]])
    with store.write("test") as transaction:
        store.facts.link(transaction, second.id, LinkKind.CONTRADICTS, first.id)
    ranks = [(by == "nobody", [*Layer].index(layer)) for by, layer in zip(decided, layers, strict=True)]
    over, other = (first, second) if ranks[0] < ranks[1] else (second, first)
    brief = session_start(store, WEB, budget=EVERYTHING)
    given, found = (
        {item.id: item for item in brief.items},
        {one.id: explain_giving(store, one, WEB) for one in (over, other)},
    )
    is_out = ranks[0] != ranks[1] and decided != ("nobody", "nobody")
    assert set(given) == ({over.id} if is_out else {over.id, other.id})
    assert [left_out.id for left_out in brief.left_out] == ([other.id] if is_out else [])
    assert [(found[one.id].given, given[one.id].doubt if one.id in given else None) for one in (over, other)] == [
        (True, ""),
        (
            not is_out,
            None
            if is_out
            else ""
            if ranks[0] == ranks[1]
            else f"`{over.id}` says otherwise, and holds for {over.layer.value}",
        ),
    ]
    meets = [
        (meeting.fact.id, meeting.wins, meeting.stands) for one in (over, other) for meeting in found[one.id].meets
    ]
    assert meets == [(other.id, False, not is_out), (over.id, is_out, True)]


def test_what_a_session_was_given_is_shown_as_it_was(store: Store) -> None:
    """And being given proves nothing: it is no use of a fact, and strengthens it by nothing."""
    fact = stored(store, "Tests run offline")
    brief = session_start(store, WEB, budget=EVERYTHING)
    before = store.facts.usage([fact.id])
    note(store, "now", brief)
    note(store, "now", brief)
    stored(store, "Said later")
    assert [item.id for item in was_given(store, "now", WEB).items] == [fact.id]
    assert was_given(store, "other", WEB).items == ()
    assert store.facts.usage([fact.id]) == before


def test_the_command_prints_the_items_and_exits_with_3_where_nothing_stands(
    home: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["context", "--project", WEB, "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"schema": 1, "items": [], "tokens": 0, "left_out": 0, "said": None}
    with open_store() as store:
        fact = stored(store, "Tests run offline")
    assert run(["context", "--project", WEB]) == 0
    assert "- Tests run offline (said on 2026-03-01)" in capsys.readouterr().out
    assert run(["context", "--project", WEB, "--budget", "3", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["left_out"] == 1
    assert run(["context", "--project", WEB, "--session", "now", "--give"]) == 0
    with open_store() as store:
        stored(store, "Said later")
    capsys.readouterr()
    assert run(["context", "--project", WEB, "--session", "now", "--json"]) == 0
    assert [item["id"] for item in json.loads(capsys.readouterr().out)["items"]] == [fact.id]
    assert run(["why", fact.id]) == 0
    assert "given: said on 2026-03-01 (layer user_project)" in capsys.readouterr().out

"""Which rules stand over every session of a project, and why."""

import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

import pytest

from lore.capture import Options, capture
from lore.model import Clean, Evidence, Fact, Kind, Layer, Origin, Role, Status, Tier
from lore.store import Store, open_store
from support.standing import Rule, standing_rules

RULE = "Always run make check before you commit."
STANDS = {"standing": True}
OTHER = "From now on, write small commits with imperative subjects."


def captured(folder: Path, said: Sequence[tuple[str, str]], *, mine: bool = True) -> list[Rule]:
    """The standing rules after the capture of (session, text) messages."""
    file = folder / "sessions.jsonl"
    lines = (
        {"session": session, "id": f"m{number}", "at": f"2026-03-{number + 1:02d}T09:00:00Z", "role": "user",
         "text": text, "project": "harbour"}
        for number, (session, text) in enumerate(said)
    )  # fmt: skip
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open_store(folder / "lore") as store:
        capture(store, [file], Options(mine=mine))
        assert standing_rules(store, "jetty") == []
        return standing_rules(store, "harbour")


def test_what_you_said_once_in_so_many_words_stands_in_your_sessions_of_that_project(tmp_path: Path) -> None:
    rules = captured(tmp_path, [("a", RULE), ("a", OTHER)])
    assert {(rule.fact.text, rule.fact.layer, rule.why) for rule in rules} == {
        (RULE, Layer.USER_PROJECT, "said on 2026-03-01"),
        (OTHER, Layer.USER_PROJECT, "said on 2026-03-02"),
    }


def test_what_two_sessions_said_stands_by_repetition(tmp_path: Path) -> None:
    rules = captured(tmp_path, [("a", RULE), ("b", RULE), ("b", OTHER)])
    assert {str(rule.fact.text): rule.why for rule in rules}[RULE] == "said in 2 sessions"


def test_what_somebody_said_stands_nowhere(tmp_path: Path) -> None:
    """However often: nobody said that the transcript holds your own words."""
    assert captured(tmp_path, [("a", RULE), ("b", RULE), ("c", RULE)], mine=False) == []


def rule(store: Store, **fields: object) -> Fact:
    values = {"layer": Layer.USER_PROJECT, "project": "harbour", "kind": Kind.CONVENTION} | fields
    fact = Fact("", Clean(RULE), created_at="2026-03-01T09:00:00Z", **values)  # type: ignore[arg-type]
    with store.write("hook") as transaction:
        return store.facts.add(transaction, fact, [Evidence(Clean(RULE), "a", "m1", Role.USER)])


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, None),
        (STANDS, "said on 2026-03-01"),
        (STANDS | {"origin": Origin.TOLD}, "said on 2026-03-01"),
        (STANDS | {"layer": Layer.PROJECT}, "said on 2026-03-01"),
        (STANDS | {"layer": Layer.USER, "project": None}, "said on 2026-03-01"),
        (STANDS | {"kind": Kind.NOTE}, "said on 2026-03-01"),
        (STANDS | {"expires_at": "2026-03-02T09:00:00Z"}, None),
        (STANDS | {"status": Status.ARCHIVED}, None),
        (STANDS | {"status": Status.PENDING}, None),
        (STANDS | {"project": "jetty"}, None),
        ({"approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"pinned": True}, "you pinned it"),
        ({"tier": Tier.SEMANTIC}, None),
        ({"layer": Layer.PROJECT, "pinned": True}, "you pinned it"),
        ({"layer": Layer.ORG, "project": None, "approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"kind": Kind.NOTE, "approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"kind": Kind.DECISION}, None),
        ({"kind": Kind.DECISION, "approved_at": "2026-03-05T09:00:00Z"}, "you approved it on 2026-03-05"),
        ({"confidence": 0.3, "pinned": True}, "you pinned it"),
        ({"status": Status.REJECTED, "approved_at": "2026-03-05T09:00:00Z"}, None),
        ({"status": Status.SUPERSEDED, "pinned": True}, None),
    ],
)
def test_why_a_rule_stands_or_does_not(store: Store, fields: dict[str, object], why: str | None) -> None:
    rule(store, **fields)
    assert [standing_rule.why for standing_rule in standing_rules(store, "harbour")] == ([why] if why else [])


def test_nothing_tainted_stands(store: Store) -> None:
    ways: list[Mapping[str, object]] = [
        STANDS,
        {"pinned": True},
        {"approved_at": "2026-03-05T09:00:00Z"},
        {"tier": Tier.SEMANTIC},
    ]
    for fields, layer, kind in product(ways, Layer, Kind):
        rule(store, kind=kind, layer=layer, tainted=True, **fields)
    assert standing_rules(store, "harbour") == []

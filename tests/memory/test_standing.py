"""Which facts stand over every session of a project."""

import json
from collections.abc import Sequence
from pathlib import Path

from lore.capture import Options, capture
from lore.memory import standing_rules
from lore.model import Status
from lore.store import FactFilter, open_store

RULE = "Always run make check before you commit."
OTHER = "I prefer small commits with imperative subjects."


def captured(folder: Path, said: Sequence[tuple[str, str]]) -> list[str]:
    """The standing facts after the capture of (session, text) messages."""
    file = folder / "sessions.jsonl"
    lines = (
        {"session": session, "id": f"m{number}", "role": "user", "text": text, "project": "harbour"}
        for number, (session, text) in enumerate(said)
    )
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open_store(folder / "lore") as store:
        capture(store, [file], Options(mine=True))
        assert store.facts.count() > 0
        return [rule.fact.text for rule in standing_rules(store, "harbour")]


def test_what_one_session_said_is_an_episode(tmp_path: Path) -> None:
    """It is stored and found, but stands over nothing."""
    assert captured(tmp_path, [("a", RULE), ("a", OTHER)]) == []


def test_what_two_sessions_said_is_a_rule(tmp_path: Path) -> None:
    """Repetition over sessions is what tells a rule from a slip."""
    assert captured(tmp_path, [("a", RULE), ("b", RULE), ("b", OTHER)]) == [RULE]


def test_junk_of_the_labelled_sessions_stands_over_nothing(shared: Path, tmp_path: Path) -> None:
    """At most 5 % of what a session would begin with rests on messages that hold nothing."""
    gold = shared / "data" / "extraction" / "extraction-dev.jsonl"
    messages = [json.loads(line) for line in gold.read_text().splitlines()]
    holds = {message["id"] for message in messages if message["facts"]}
    file = tmp_path / "gold.jsonl"
    lines = (
        {key: message[key] for key in ("session", "id", "role", "text")} | {"project": message["source"]}
        for message in messages
    )
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with open_store(tmp_path / "lore") as store:
        capture(store, [file], Options(mine=True))
        assert store.facts.count(FactFilter(statuses=tuple(Status))) > 50
        found = [rule.fact for project in store.projects.all_known() for rule in standing_rules(store, project.key)]
        evidence = store.facts.evidence([fact.id for fact in found])
        junk = [fact for fact in found if all(one.source_id not in holds for one in evidence[fact.id])]
        assert len(junk) <= 0.05 * len(found)

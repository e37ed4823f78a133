"""The table of agents: every entry is whole, says where all stands, and is compared with inputs that really came."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lore.adapters.table import ENTRIES, MEANINGS, agent, agent_names, all_agents
from lore.errors import BadInput, NotFound
from support.agent_fixtures import FOLDER, Case, cases, picked

AGENTS = {each.name: each for each in all_agents()}
WITH_EVENTS = [each for each in AGENTS.values() if each.hooks]


def test_sixteen_agents_are_known_each_with_its_sources_and_its_traps() -> None:
    assert len(AGENTS) == 16 and tuple(AGENTS) == agent_names()
    for each in AGENTS.values():
        assert each.traps and each.sources and each.removal.endswith((".", "`."))
        assert each.found.folders and each.found.programs
        assert {file.scope for file in each.settings if file.holds in ("mcp", "hooks", "plugin")} >= {"user"}


def test_every_agent_with_events_has_its_fixture_and_no_fixture_is_of_nobody() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {each.name for each in WITH_EVENTS}
    seen = {case.agent for case in cases()}
    assert seen == {each.name for each in WITH_EVENTS}


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_fields_of_an_input_are_where_the_entry_says(case: Case) -> None:
    hooks = AGENTS[case.agent].hooks
    assert hooks is not None
    event = hooks.event(case.event)
    assert event is not None and event.means in MEANINGS
    found = {name: picked(case.input, paths) for name, paths in hooks.fields.items()}
    assert {name: value for name, value in found.items() if value is not None} == case.fields
    assert case.fields["session"]
    assert "cwd" in case.fields or "cwd" in hooks.environment


@pytest.mark.parametrize("each", WITH_EVENTS, ids=lambda each: each.name)
def test_a_prompt_is_what_the_person_typed(each: Any) -> None:
    prompts = [case for case in cases() if case.agent == each.name and each.hooks.event(case.event).means == "prompt"]
    assert prompts
    for case in prompts:
        prompt = case.fields["prompt"]
        for opening, end in each.hooks.strip:
            while opening in prompt:
                before, rest = prompt.split(opening, 1)
                prompt = before + rest.split(end, 1)[1]
        assert prompt.strip() and "MEMCTX" not in prompt


@pytest.mark.parametrize("each", WITH_EVENTS, ids=lambda each: each.name)
def test_an_answer_is_json_with_the_text_in_one_place_or_the_text_itself(each: Any) -> None:
    shapes = each.hooks.shapes
    assert {event.gives for event in each.hooks.events if event.gives} == set(shapes)
    for shape in shapes.values():
        assert json.dumps(shape).count("$text") == 1
        assert shape == "$text" or isinstance(shape, dict)
    if each.hooks.unknown_keys == "fatal":
        context = {"hookSpecificOutput": {"hookEventName": "$event", "additionalContext": "$text"}}
        assert list(shapes.values()) == [context, {**context, "systemMessage": "$seen"}]


@pytest.mark.parametrize("each", AGENTS.values(), ids=lambda each: each.name)
def test_files_lie_in_the_home_folder_or_in_the_project(each: Any) -> None:
    """And the settings that hold hooks say what stands for the program, the event and the time."""
    for file in each.settings:
        for path in (file.path or {}).values():
            at_home = path.startswith(("~/", "${"))
            assert at_home if file.scope == "user" else not at_home and not path.startswith("/")
            assert ".." not in path.split("/")
        written = json.dumps([file.entry, *(file.entries or {}).values()])
        if file.holds == "mcp":
            assert '"$lore"' in written and '"mcp"' in written and file.at[-1] == "lore"
        if file.holds == "hooks" and file.entry:
            assert "$command" in written or '"$program"' in written
            assert "$event" in "".join(file.at) + written


DAMAGE: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "an unknown field": (lambda e: e.update(colour="red"), "the entry has `colour`, which is no field"),
    "a missing field": (lambda e: e.pop("title"), "the entry has no `title`"),
    "an empty title": (lambda e: e.update(title=" "), "title is no text"),
    "another name": (lambda e: e.update(name="other"), "name should be `codex`"),
    "another schema": (lambda e: e.update(schema=2), "schema should be 1"),
    "an unknown meaning": (lambda e: e["hook"]["events"]["Stop"].update(means="halt"), "Stop.means is `halt`"),
    "a shape that is not there": (lambda e: e["hook"]["events"]["Stop"].update(gives="song"), "Stop.gives is"),
    "a timeout of nothing": (lambda e: e["hook"]["events"]["Stop"].update(timeout=0), "hook.events.Stop.timeout is no"),
    "a timeout that is true": (lambda e: e["hook"]["events"]["Stop"].update(timeout=True), "Stop.timeout is no"),
    "an unknown field of input": (lambda e: e["hook"]["fields"].update(mood=["mood"]), "hook.fields has `mood`"),
    "no session": (lambda e: e["hook"]["fields"].pop("session"), "hook.fields does not say where the session"),
    "paths that are one text": (lambda e: e["hook"]["fields"].update(cwd="cwd"), "hook.fields.cwd is no list"),
    "a word for nothing": (lambda e: e["settings"][0].update(entry={"run": "$prog"}), "0.entry.run holds `$prog`"),
    "an unknown format": (lambda e: e["settings"][0].update(format="yaml"), "settings.0.format is `yaml`"),
    "no place in the file": (lambda e: e["settings"][1].pop("at"), "settings.1 has no `at`"),
    "a path and another agent": (lambda e: e["settings"][0].update(through="gemini"), "settings.0 has `path`"),
    "a path of one system": (lambda e: e["settings"][0].update(path={"linux": "~/x"}), "0.path has no `macos`"),
    "a half pair": (lambda e: e["hook"].update(strip=[["<a>"]]), "hook.strip.0 is no opening with its end"),
    "a date of the moon": (lambda e: e["sources"][0].update(date="yesterday"), "sources.0.date is no date"),
    "a list for a mapping": (lambda e: e.update(found=[]), "found is no mapping"),
    "a flag that is a word": (lambda e: e["settings"][0].update(whole="yes"), "0.whole is neither"),
    "an empty key": (lambda e: e["hook"]["events"].update({"": {}}), "hook.events has the key ''"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_odd_in_an_entry_is_named_with_its_file_and_field(damage: str, tmp_path: Path) -> None:
    """Each damage alone, in an entry that is right otherwise."""
    change, told = DAMAGE[damage]
    entry = json.loads((ENTRIES / "codex.json").read_text())
    change(entry)
    (tmp_path / "codex.json").write_text(json.dumps(entry))
    with pytest.raises(BadInput) as raised:
        agent("codex", tmp_path)
    assert raised.value.message.startswith("`codex.json`: ")
    assert told in raised.value.message


def test_an_entry_that_is_no_json_and_an_agent_that_is_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "codex.json").write_text("{")
    with pytest.raises(BadInput, match=r"`codex\.json`"):
        agent("codex", tmp_path)
    with pytest.raises(NotFound, match="no agent is called `hal`"):
        agent("hal", tmp_path)
    (tmp_path / "codex.json").unlink()
    (tmp_path / "vscode.json").write_text((ENTRIES / "vscode.json").read_text())
    with pytest.raises(BadInput, match="names the agent `copilot-cli`"):
        all_agents(tmp_path)


def test_the_part_for_the_hook_process_stands_alone_and_is_small() -> None:
    for each in WITH_EVENTS:
        entry = json.loads((ENTRIES / f"{each.name}.json").read_text())
        assert (ENTRIES / f"{each.name}.json").stat().st_size < 8192
        assert set(entry["hook"]["events"]) == {event.name for event in each.hooks.events}  # type: ignore[union-attr]

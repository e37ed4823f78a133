"""What each way in loads: a list of what it may, so that nobody makes it slower unseen."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from lore import actions
from lore.memory import editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import open_store
from support import hooking

LORE = "import sys; from lore.cli.program import run; run({words!r}); "
OPEN = "from lore.store import open_store; store = open_store(); "
OPENING = """
lore lore.errors lore.lazy lore.paths lore.platform lore.platform.flags lore.platform.here lore.platform.systems
lore.store lore.store.local lore.store.local.preparing lore.store.local.store lore.store.sqlite
lore.store.sqlite.connection lore.store.sqlite.database lore.store.sqlite.locks lore.store.sqlite.memory
lore.store.sqlite.version
"""
STANDING = f"""
{OPENING} lore.clean lore.clock lore.config lore.config.registry lore.config.setting lore.config.values lore.kinds
lore.memory lore.memory.policies lore.memory.standing lore.model
lore.handover lore.handover.files lore.handover.jsons lore.handover.places
lore.lookup lore.lookup.driver lore.lookup.folders lore.lookup.reading lore.lookup.seals
lore.lookup.stands lore.platform.light lore.repositories lore.wording
lore.model.facts lore.model.words lore.store.filters lore.store.sqlite.reading lore.store.sqlite.door
lore.store.sqlite.accesses lore.store.sqlite.facts lore.store.sqlite.filters lore.store.sqlite.hashes
lore.store.sqlite.ids
lore.store.sqlite.reading lore.store.sqlite.rows lore.store.sqlite.settings lore.text lore.intake
"""
COMMAND = "lore lore.cli lore.cli.console lore.cli.program lore.cli.terminal lore.errors lore.lazy lore.platform"
ENTRIES = {
    "lore --version": (LORE.format(words=["--version"]), f"{COMMAND} lore.progress lore.platform.streams"),
    "lore --help": (LORE.format(words=["--help"]), f"{COMMAND} lore.progress lore.platform.streams"),
    "open a store": (OPEN, OPENING),
    "standing rules": (f"{OPEN}from lore.memory import what_stands; what_stands(store, 'shop')", STANDING),
}
HOOK = """
lore lore.agents lore.agents.hook lore.agents.hook.entry lore.agents.hook.event lore.agents.hook.handling
lore.agents.hook.journal lore.agents.hook.leaving lore.agents.hook.twice lore.handover lore.handover.faults
lore.handover.files lore.handover.jsons lore.handover.lines
lore.handover.places lore.handover.signs lore.handover.switch
lore.handover.talks lore.lazy
lore.platform lore.platform.flags lore.platform.light
"""
START = """
lore.lookup lore.lookup.driver lore.lookup.folders lore.lookup.reading lore.lookup.seals lore.lookup.starting
lore.lookup.stands
lore.repositories lore.wording
"""
HOOKS = {
    "PostToolUse": HOOK,
    "Stop": HOOK,
    "SessionStart": f"{HOOK} {START} lore.agents.hook.starting lore.handover.framing",
    "SubagentStart": f"{HOOK} {START} lore.agents.hook.starting lore.handover.framing",
    "SessionEnd": HOOK,
    "PreCompact": HOOK,
    "UserPromptSubmit": f"{HOOK} lore.agents.hook.prompting lore.handover.goals lore.language lore.language.stems",
}
"""Event → what a hook may load for it: of Lore these modules, of everything else the standard library alone."""
LOOKUP = """
lore.lookup lore.lookup.recalling
lore.lookup.driver lore.lookup.folders lore.lookup.reading lore.lookup.seals
lore.lookup.stands lore.repositories lore.wording
lore.language lore.language.stems lore.language.terms
"""
"""What one loads as well for which the store is asked."""
HOOK_NEVER = {"json", "pathlib", "dataclasses", "typing", "inspect", "subprocess", "asyncio", "socket", "tempfile"}
ROOMS_OF_SEARCH = """
actions brief clean cli clock config embedding errors handover index intake kinds language lazy lookup model opening
paths platform
presence progress projects repositories search small_files store text timespans wire memory audit wording
"""
ROOMS_OF_APP = """
actions audit clean clock config errors handover history intake kinds language lazy lookup memory model opening paths
platform presence progress projects repositories store text wire wording
"""
WITHOUT_MODEL = [["facts"], ["context"], ["review"], ["search", "kind:decision"], ["undo", "--help"]]
"""Commands that compare no text with another; `review` does where something new came beside what there was.
`doctor` and `stats` time a search, and `model` lists what there is."""
SLOW = {"dataclasses", "hashlib", "inspect", "json", "typing"}
"""Of the standard library, each 1 to 10 ms: opening a store loads none."""


def loaded(code: str) -> set[str]:
    script = f"{code}\nimport sys; print(); print(*sys.modules)"
    asked = {name: value for name, value in os.environ.items() if name != "LORE_NOW"}  # a time that was chosen asks who
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=asked)
    return set(done.stdout.splitlines()[-1].split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] in ("lore", "lore_tui")}


@pytest.fixture
def made(home: Path) -> Path:
    open_store().close()
    return home


def loaded_by_hook(event: str, home: Path, prompt: str = "yes") -> set[str]:
    """The modules that are there when a hook has answered; a short prompt asks nobody."""
    script = (
        "import os, sys; from lore.agents.hook import handling; "
        f"answer = handling.handled({str(home)!r}, 'claude-code', {event!r}); print(answer); print(*sys.modules)"
    )
    said = {"session_id": "s1", "cwd": str(home.parent), "prompt": prompt, "last_assistant_message": "done"}
    with hooking.nobody_drains(home):
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {script}"],
            input=json.dumps(said), capture_output=True, text=True, check=True,
        )  # fmt: skip
    return set(done.stdout.splitlines()[-1].split())


@pytest.fixture
def prepared(made: Path) -> Path:
    with open_store() as store:
        engine = actions.Engine(store, person=deciding("test", yes=True), folder=made.parent)
        assert engine.person
        rule = editing.NewFact("Use tabs.", Kind.PREFERENCE, project=engine.project)
        editing.add_fact(store, rule, actor=engine.person)
    return made


@pytest.mark.parametrize("event", HOOKS)
def test_a_hook_loads_what_is_listed_and_the_standard_library(event: str, prepared: Path) -> None:
    session = hooking.Session(prepared.parent)
    if event == "PreCompact":
        with hooking.nobody_drains(prepared):
            session.prompt("Move the session store to Postgres")
    there = loaded_by_hook(event, prepared)
    assert ours(there) == set(HOOKS[event].split())
    others = {name.partition(".")[0] for name in there - ours(there)}
    assert others <= set(sys.stdlib_module_names) | {"__main__", "sitecustomize"}
    assert not there & HOOK_NEVER


def test_a_prompt_that_is_looked_up_loads_no_engine(prepared: Path) -> None:
    there = loaded_by_hook("UserPromptSubmit", prepared, prompt="Wofür nehmen wir Tabulatoren in diesem Projekt?")
    assert ours(there) == set(f"{HOOKS['UserPromptSubmit']} {LOOKUP}".split())
    assert not there & HOOK_NEVER


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_way_in_loads_what_it_may(entry: str, made: Path) -> None:
    """A module that is not listed is loaded where it is needed first, or the list says that it is."""
    code, allowed = ENTRIES[entry]
    assert ours(loaded(code)) - set(allowed.split()) == set()


def test_the_lists_name_only_what_there_is(made: Path) -> None:
    """What is no longer loaded is taken off, or it could come back unseen."""
    for code, allowed in ENTRIES.values():
        assert set(allowed.split()) - ours(loaded(code)) == set()


def test_opening_a_store_loads_nothing_slow(made: Path) -> None:
    assert loaded(OPEN) & SLOW == set()


def test_a_search_enters_only_the_rooms_that_it_needs(made: Path) -> None:
    rooms = {name.split(".")[1] for name in ours(loaded(LORE.format(words=["search", "commit"]))) if "." in name}
    assert rooms - set(ROOMS_OF_SEARCH.split()) == set()


@pytest.mark.parametrize("words", WITHOUT_MODEL, ids=" ".join)
def test_what_compares_no_text_loads_no_model(words: Sequence[str], prepared: Path) -> None:
    assert not loaded(LORE.format(words=[*words])) & {"onnxruntime", "fastembed", "tokenizers"}


def test_a_search_loads_the_model(prepared: Path) -> None:
    """Else the table above would show nothing."""
    assert "onnxruntime" in loaded(LORE.format(words=["search", "commit"]))


def test_the_app_enters_only_the_rooms_that_it_needs() -> None:
    """No model, no index, no search before you search, and nothing that compares statements before you save one."""
    there = loaded("import lore_tui.app")
    rooms = {name.split(".")[1] for name in there if name.startswith("lore.")}
    assert rooms - set(ROOMS_OF_APP.split()) == set()
    assert not there & {"onnxruntime", "numpy", "tantivy", "fastembed"}
    assert not there & {f"lore.memory.{name}" for name in ("judgement", "entering", "questions", "outdated")}

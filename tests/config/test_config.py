"""Settings: every one has its entry, its bounds and its effect; you change it, and one step takes it back.

`LORE_WRITE_DOCS=1` writes `docs/config.md` instead of comparing it.
"""

import ast
import io
import json
import math
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import lore
from lore.actions import Engine, show
from lore.cli.program import run
from lore.config import SETTINGS, Config, Setting, Source, change_settings, decider, in_force, registry as settings
from lore.consolidate import consolidate
from lore.errors import NeedsPerson, StoreError, UsageError
from lore.memory import strengths
from lore.memory.policies import POLICIES, policy_named
from lore.model import Kind, Status
from lore.search import Searcher, SearchRequest
from lore.store import FactFilter, Store, open_store
from story.test_docs import DOCS, compare
from support.agents_shell import agents_shell
from support.person import me
from support.searching import save
from support.standing import standing_rules

ROOTS = (Path(lore.__file__).parent, Path(lore.__file__).parents[2] / "tui" / "lore_tui")
ALL = list(SETTINGS.values())


def outside(setting: Setting[Any]) -> list[object]:
    if setting.form:
        return [True, None, 3, [1], "a\x1bb", "x" * 4_001]
    beyond = [limit + way for limit, way in ((setting.least, -1), (setting.most, 1)) if math.isfinite(limit)]
    return [*beyond, "many", "", True, None, [1], math.nan, math.inf]


def inside(setting: Setting[Any]) -> object:
    """A value other than the default that it may have."""
    if setting.choices:
        return setting.choices[-1]
    if setting.form:
        return "fact.archive=delete"
    middle = setting.default / 2 if setting.default and math.isfinite(setting.default) else 0.5
    value = max(setting.least, middle)
    return (
        (int(value) if value != setting.default else setting.default + 1) if isinstance(setting.default, int) else value
    )


# The registry


def test_the_registry_has_every_setting_once_and_none_below_another() -> None:
    """So that the names are keys of one table, and no name is a table of another one."""
    assert all(name == setting.name for name, setting in SETTINGS.items())
    assert [(a, b) for a in SETTINGS for b in SETTINGS if b.startswith(f"{a}.")] == []
    variables = [setting.variable for setting in ALL if setting.variable]
    assert len(variables) == len(set(variables))
    assert not {"LORE_HOME", "LORE_NOW"} & set(variables)


def test_a_setting_explains_itself() -> None:
    for setting in ALL:
        assert setting.help.endswith(".")
        assert setting.check(setting.plain(setting.default)) == setting.default
        assert setting.parse(str(setting.plain(setting.default))) == setting.default


def test_what_a_setting_cannot_be_is_refused_with_its_bounds() -> None:
    for setting in ALL:
        for value in outside(setting):
            with pytest.raises(UsageError, match="cannot be") as refused:
                setting.check(value)
            assert setting.bounds in refused.value.message
            if isinstance(value, str) or not setting.form:
                with pytest.raises(UsageError):
                    setting.parse(str(value))
            with pytest.raises(StoreError):
                _ = Config({setting.name: value}, {})[setting]


def test_a_value_is_the_same_after_every_way_that_keeps_it(store: Store) -> None:
    for setting in ALL:
        value = setting.check(inside(setting))
        change_settings(store, {setting.name: setting.plain(value)}, by=me())
        found = in_force(store).found(setting)
        assert (found.value, found.source) == (value, Source.STORE)
        assert setting.parse(str(found.plain)) == value


def names_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    loads = [node for node in ast.walk(tree) if isinstance(getattr(node, "ctx", None), ast.Load)]
    return {str(getattr(node, "attr", getattr(node, "id", ""))) for node in loads}


def test_every_setting_is_read_somewhere() -> None:
    """An entry that nobody reads would promise what it does not do."""
    modules = [path for root in ROOTS for path in root.rglob("*.py") if path.parent.name != "config"]
    read = set().union(*(names_of(path) for path in modules))
    held = {name: value for name, value in vars(settings).items() if isinstance(value, Setting)}
    assert sorted(held.keys() - read) == []
    assert {setting.name for setting in held.values()} == set(SETTINGS)


# Where a value comes from


def test_the_environment_overrides_the_store_which_overrides_the_default(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = settings.SEARCH_LIMIT
    assert in_force(store).found(limit).source is Source.DEFAULT
    change_settings(store, {"search.limit": 20}, by=None)
    assert (in_force(store)[limit], in_force(store).found(limit).source) == (20, Source.STORE)
    monkeypatch.setenv("LORE_SEARCH_LIMIT", "30")
    assert (in_force(store)[limit], in_force(store).found(limit).source) == (30, Source.VARIABLE)
    monkeypatch.setenv("LORE_SEARCH_LIMIT", "lots")
    with pytest.raises(UsageError, match=r"`LORE_SEARCH_LIMIT` is set to `lots`.* from 1 to 1,000"):
        _ = in_force(store)[limit]


@pytest.mark.parametrize("setting", [one for one in ALL if one.guarded], ids=lambda one: one.name)
def test_no_environment_changes_what_is_trusted_kept_or_archived(
    setting: Setting[Any], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert setting.variable is None
    monkeypatch.setenv(
        f"LORE_{setting.name.upper().replace('.', '_')}", str(setting.plain(setting.check(inside(setting))))
    )
    assert in_force(store)[setting] == setting.default


def test_what_the_store_says_and_cannot_be_is_named_and_taken_back(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """A setting of another Lore stops what uses it; the list shows it, and `unset` takes it back."""
    with store.write("person") as transaction:
        store.settings.put(transaction, "memory.policy", "for-ever")
    assert run(["facts", "--json"]) == 1
    told = capsys.readouterr().err
    assert "error: `memory.policy` cannot be `for-ever`: it is one of living," in told
    assert "hint: `lore config unset memory.policy` goes back to living" in told
    assert run(["config", "list", "memory.policy"]) == 0
    shown = capsys.readouterr()
    assert "cannot be read" in shown.out
    assert "for-ever" in shown.err
    assert run(["config", "unset", "memory.policy", "--yes"]) == 0
    assert run(["config", "get", "memory.policy"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "living"


# Changing


def test_a_change_is_one_step_and_undo_takes_it_back(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "set", "search.limit", "20"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "search.limit: 10 (default) → 20\n"
    assert "undo: `lore undo`" in shown.err
    assert run(["config", "set", "search.limit", "20"]) == 0
    assert "nothing changed" in capsys.readouterr().err
    assert run(["config", "unset", "search.limit"]) == 0
    for expected in (20, 10):
        assert run(["undo", "--yes"]) == 0
        assert in_force(store)[settings.SEARCH_LIMIT] == expected
    assert {event.actor for event in store.audit.select()} == {"person"}


def test_several_settings_change_together_or_not_at_all(store: Store) -> None:
    with pytest.raises(UsageError):
        change_settings(store, {"search.limit": 20, "search.depth": 9}, by=me())
    with pytest.raises(NeedsPerson):
        change_settings(store, {"search.limit": 20, "memory.policy": "ttl"}, by=None)
    assert in_force(store).stored == {}
    change_settings(store, {"search.limit": 20, "memory.policy": "ttl"}, by=me())
    assert len({event.unit for event in store.audit.select(action="setting")}) == 1


def test_an_agent_changes_no_setting(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    agents_shell(monkeypatch)
    for name, value in (("search.limit", 20), ("memory.policy", "ttl")):
        with pytest.raises(NeedsPerson):
            decider([name], yes=True)
        with pytest.raises(NeedsPerson):
            change_settings(store, {name: value}, by=None)


def test_a_mistyped_name_gets_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["get", "memory.polcy"], ["set", "memory.polcy", "ttl"], ["unset", "memory.polcy"]):
        assert run(["config", *line]) == 2
        assert "did you mean `memory.policy`?" in capsys.readouterr().err


# The page


PAGE = DOCS / "config.md"
"""What stands above the table of the policies is written by hand."""


def rows(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> list[str]:
    return ["", *(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *cells)), ""]


def page() -> str:
    lines = [PAGE.read_text(encoding="utf-8").partition("\n\n| policy ")[0]]
    lines += rows(("policy", "strength"), ((f"`{name}`", policy_named(name).formula) for name in POLICIES))
    for group, found in groupby(ALL, key=lambda setting: setting.name.partition(".")[0]):
        lines += [f"## {group.capitalize()}"]
        cells = ((named(setting), setting.shown(setting.default), setting.bounds, setting.help) for setting in found)
        lines += rows(("setting", "default", "may be", "what it does"), cells)
    lines += ["## Variables"]
    lines += rows(
        ("setting", "variable"), ((named(setting), f"`{setting.variable}`") for setting in ALL if setting.variable)
    )
    lines += ["## Changed elsewhere"]
    lines += rows(("what", "with"), ((what, f"`{where}`") for what, where in settings.ELSEWHERE_CHANGED))
    return "\n".join(lines)


def named(setting: Setting[Any]) -> str:
    return f"`{setting.name}`{' **!**' if setting.guarded else ''}"


def test_the_page_of_settings_is_current() -> None:
    compare(PAGE, page())


def test_what_is_sent_and_kept_of_a_session_has_no_variable(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person agreed to a model with its tokens in view; an agent's shell sends it no more than that."""
    caps = [name for name in SETTINGS if name.startswith("distill.") and not name.endswith(("_timeout", "silence"))]
    assert all(SETTINGS[name].guarded for name in caps)
    for name in caps:
        monkeypatch.setenv(f"LORE_{name.upper().replace('.', '_')}", "50")
        assert in_force(store).found(SETTINGS[name]).source is Source.DEFAULT


# The policy you choose is the one that archives, ranks and shows.


def test_under_ttl_a_task_is_archived_after_a_week_and_under_living_it_is_not(tmp_path: Path) -> None:
    left = {}
    for policy in ("living", "ttl"):
        with open_store(tmp_path / policy) as store:
            change_settings(store, {"memory.policy": policy}, by=me())
            save(store, "Move the tests", Kind.TASK, created_at="2026-03-01T09:00:00Z")
            save(store, "Use pnpm", Kind.PREFERENCE, created_at="2026-03-01T09:00:00Z")
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("LORE_NOW", "2026-03-20T09:00:00Z")
                consolidate(store)
            left[policy] = [fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))]
    assert sorted(left["living"]) == ["Move the tests", "Use pnpm"]
    assert left["ttl"] == ["Use pnpm"]


@pytest.mark.parametrize("policy", ["living", "half-life", "salience", "relevance", "ttl"])
def test_search_standing_facts_and_the_card_agree_on_the_policy(policy: str, store: Store) -> None:
    change_settings(store, {"memory.policy": policy}, by=me())
    kept = save(store, "Always name branches after issues", Kind.CONVENTION, confidence=0.9, pinned=True)
    save(store, "Branches are named after issues in the old repository", created_at="2026-02-01T09:00:00Z")
    value = strengths(store, [kept])[kept.id]
    hit = next(one for one in Searcher(store).search(SearchRequest("name branches")).hits if one.passage.id == kept.id)
    assert hit.strength == pytest.approx(value, rel=1e-6)
    assert show(Engine(store), kept.id).strength == pytest.approx(value, rel=1e-6)
    with redirect_stdout(io.StringIO()) as out:  # to open it so is a use, so it comes last
        assert run(["show", kept.id, "--explain", "--json"]) == 0
    shown = json.loads(out.getvalue())
    assert (shown["explain"]["policy"], shown["strength"]) == (policy, pytest.approx(value, abs=1e-3))
    relevance = hit.score - hit.explain["salience"]
    assert hit.score == pytest.approx(relevance * shown["explain"]["weight"], rel=1e-4)
    assert [rule.fact.id for rule in standing_rules(store, None)] == [kept.id]

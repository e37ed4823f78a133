"""The registry of actions: what each is called, what it takes, what it touches, as a page and as JSON schema.

`LORE_WRITE_DOCS=1` writes the page instead of comparing it.
"""

import json
import os
import subprocess
import sys
import types
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest

from lore.actions.arguments import schema_of
from lore.actions.registry import Parameter, Touches, actions
from lore.errors import NeedsPerson
from lore.store import Store

PAGE = Path(__file__).parents[2] / "docs" / "actions.md"
ALL = actions()
TITLES = {
    Touches.READS: "Actions that read",
    Touches.WRITES: "Actions that write",
    Touches.ASKS: "Actions that a person decides on",
}
GIVEN: Mapping[str, Mapping[str, object]] = {
    "purge": {"secret": "a secret that nobody told", "confirm": "purge"},
    "restore-backup": {"name": "lore.db"},
}
"""What an action needs to be told, beside what it requires, before it can be about anything."""
LOOKS_FIRST = {"distill"}
"""Looks before it asks: where there is nothing to change or to send, there is nothing to decide."""


def page() -> str:
    lines = ["# Actions", "", "What every face of Lore calls. Made from the registry in `core/lore/actions`.", ""]
    for touches, title in TITLES.items():
        lines += [f"## {title}", ""]
        for action in (one for one in ALL.values() if one.touches is touches):
            lines += [f"### `{action.name}`", "", action.sentence, ""]
            rows = [f"| `{name}` | {form} | {text} |" for name, form, text in map(_row, action.parameters)]
            lines += ["| parameter | form | |", "|---|---|---|", *rows, ""] if rows else []
    return "\n".join(lines).rstrip() + "\n"


def _row(parameter: Parameter) -> tuple[str, str, str]:
    return parameter.name, f"{_form(parameter.type)}{'' if parameter.required else ', optional'}", parameter.sentence


def _form(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _form(inner[0])
    if origin in (Union, types.UnionType):
        return " or ".join(_form(one) for one in inner if one is not type(None))
    if origin is Literal:
        return " or ".join(f"`{one}`" for one in inner)
    if origin is not None and issubclass(origin, Mapping):
        return f"names with {_form(inner[1])}"
    if origin is not None:
        return f"list of {_form(inner[0])}"
    if issubclass(kind, Enum):
        return " or ".join(f"`{one.value}`" for one in kind)
    words = {"str": "text", "int": "number", "float": "number", "bool": "yes or no", "Path": "path"}
    name: str = kind.__name__
    return words.get(name, name.lower())


def test_the_page_of_actions_is_current() -> None:
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(page(), encoding="utf-8")
    assert page() == PAGE.read_text(encoding="utf-8"), f"`LORE_WRITE_DOCS=1 pytest {__file__}` writes it"


def test_an_action_explains_itself() -> None:
    for one in ALL.values():
        assert one.sentence.endswith((".", ":"))
        assert [parameter.name for parameter in one.parameters if not parameter.sentence.endswith(".")] == []


def test_the_parameters_of_an_action_are_json_schema() -> None:
    for one in ALL.values():
        schema = schema_of(one)
        assert json.loads(json.dumps(schema)) == schema
        assert schema["required"] == [parameter.name for parameter in one.parameters if parameter.required]


@pytest.mark.parametrize(
    "name", [name for name, action in ALL.items() if action.touches is Touches.ASKS and name not in LOOKS_FIRST]
)
def test_what_asks_a_person_is_refused_without_one(name: str, store: Store) -> None:
    from lore.actions import Engine

    one, before = ALL[name], store.audit.count()
    values = {parameter.name: _some(schema_of(one)["properties"][parameter.name]) for parameter in one.parameters}
    values = {given.name: values[given.name] for given in one.parameters if given.required}
    values |= GIVEN.get(name, {})
    with pytest.raises(NeedsPerson):
        one.call(Engine(store), **values)
    assert store.audit.count() == before


def _some(schema: Mapping[str, Any]) -> Any:
    if "anyOf" in schema:
        return _some(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    return {"string": "x", "boolean": True, "integer": 1, "number": 1.0, "array": ["x"], "object": {}}[schema["type"]]


@pytest.mark.parametrize("words", [["facts"], ["facts", "--json"], ["show", "f:nobody"]])
def test_a_command_loads_the_actions_of_its_own_noun(words: list[str]) -> None:
    code = f"import sys; from lore.cli.program import run; run({words!r}); print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("lore.actions.")}
    assert ours == {f"lore.actions.{name}" for name in ("engine", "facts", "parameters", "registry", "visibility")}
    assert "lore.index" not in loaded

"""Every decision takes the proof that a person made it; what writes in his name without one is listed here."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import lore


@cache
def functions() -> tuple[tuple[str, ast.FunctionDef], ...]:
    rooms = Path(inspect.getfile(lore)).parent
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(rooms.rglob("*.py"))}
    return tuple(
        (path.relative_to(rooms).as_posix().removesuffix(".py"), node)
        for path, text in texts.items()
        if "person" in text.lower()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    )


def is_person(value: ast.expr | None) -> bool:
    name = isinstance(value, ast.Name) and value.id == "PERSON"
    return name or (isinstance(value, ast.Constant) and value.value == "person")


def written(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "write":
            yield from node.args[:1]


def test_who_writes_as_the_person_without_a_proof_is_known() -> None:
    """The list may only become shorter: a new verb takes the proof, or asks whose hand it is.

    What these write goes through `Store.write` or `actor_of`, which refuse an agent (`test_presence`).
    """
    named = [
        f"{room}.{function.name}"
        for room, function in functions()
        if any(map(is_person, (*function.args.defaults, *function.args.kw_defaults, *written(function))))
    ]
    assert sorted(named) == [
        "actions/projects.set_project",
        "embedding/choice.use_model",
        "library/collections.add",
        "library/collections.remove",
        "memory/purging.purge",
        "store/local/backup.restore_backup",
        "store/local/purge.purge_collection",
        "store/local/purge.purge_facts",
        "store/local/purge.purge_session",
        "store/local/purge.purge_text",
    ]


def test_what_decides_takes_the_proof() -> None:
    """Without a default, so that no caller can leave it out."""
    taking = {
        f"{room}.{function.name}"
        for room, function in functions()
        for argument in (*function.args.args, *function.args.kwonlyargs)
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id == "Person"
    }
    decisions = {
        f"memory/decisions.{name}" for name in ("approve", "approve_all", "edit_and_approve", "reject", "decide")
    }
    decisions |= {f"memory/decisions.{name}" for name in ("merge", "snooze", "rescope")}
    decisions |= {"memory/merging.merge_projects"}
    decisions |= {f"publish/service.{name}" for name in ("publish", "publish_accepted", "remove")}
    assert decisions | {"memory/editing.pin", "publish/accept.accept"} <= taking

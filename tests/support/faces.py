"""The faces of the rooms: what each package offers the others, and who goes round it.

A face loads nothing until a name of it is used. It is generated: `LORE_WRITE_FACES=1 pytest tests/house/test_faces.py`.
"""

import ast
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOTS = {"lore": Path(__file__).parents[2] / "core", "lore_tui": Path(__file__).parents[2] / "tui"}
WHOLE = "*"
"""A module that is offered as a whole, as in `from lore.files import blocks`."""


@dataclass(frozen=True)
class Use:
    """One name that a module takes from another room."""

    user: str
    module: str
    name: str


def modules() -> dict[str, Path]:
    found = {}
    for root, base in ROOTS.items():
        for path in sorted((base / root).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(module: str) -> str:
    parts = module.split(".")
    return "lore_tui" if parts[0] == "lore_tui" else ".".join(parts[:2])


def rooms(known: Mapping[str, Path]) -> list[str]:
    return [
        name
        for name, path in known.items()
        if path.name == "__init__.py" and name.startswith("lore.") and room_of(name) == name
    ]


def uses(known: Mapping[str, Path], others: Mapping[str, Path] | None = None) -> Iterator[Use]:
    """Every name that crosses from one room into another, and those that `others` take."""
    faces = set(rooms(known))
    for user, path in {**known, **(others or {})}.items():
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or not node.module or room_of(node.module) == room_of(user):
                continue
            if room_of(node.module) in faces:
                yield from (Use(user, node.module, alias.name) for alias in node.names)
            elif node.module == "lore":
                whole = {alias.asname or alias.name: f"lore.{alias.name}" for alias in node.names}
                yield from (
                    Use(user, whole[place.value.id], place.attr)
                    for place in ast.walk(tree)
                    if isinstance(place, ast.Attribute)
                    and isinstance(place.value, ast.Name)
                    and whole.get(place.value.id) in faces
                    and not place.attr.startswith("__")
                )


def offered(init: Path) -> dict[str, str]:
    found = {}
    for node in ast.walk(ast.parse(init.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and room_of(node.module) == f"lore.{init.parent.name}":
            found.update({alias.asname or alias.name: node.module for alias in node.names})
    return found


def defined(known: Mapping[str, Path], room: str) -> dict[str, set[str]]:
    """Name → modules of the room that define it at their top, or hand it on: `from lore.x import Name as Name`."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, path in known.items():
        if room_of(module) == room != module:
            for node in ast.parse(path.read_text()).body:
                targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
                names = [target.id for target in targets if isinstance(target, ast.Name)]
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    names = [node.name]
                elif isinstance(node, ast.ImportFrom):
                    names = [alias.name for alias in node.names if alias.asname == alias.name]
                for name in names:
                    found[name].add(module)
    return found


def wanted(known: Mapping[str, Path], others: Iterable[Path] = ()) -> dict[str, dict[str, set[str]]]:
    """Room → module → names that other rooms, and the files of `others`, take from its face.

    Raises ValueError for an import past a face, and for a name that no module or more than one of the room defines.
    """
    faces: dict[str, dict[str, set[str]]] = {room: defaultdict(set) for room in rooms(known)}
    homes = {room: offered(known[room]) for room in faces}
    for use in uses(known, {f"tests {path.name}": path for path in others}):
        room = room_of(use.module)
        if use.module != room:
            if use.user.startswith("tests "):
                continue
            raise ValueError(f"{use.user} goes past the face of {room}: from {room} import {use.name}")
        if f"{room}.{use.name}" in known:
            faces[room][f"{room}.{use.name}"].add(WHOLE)
            continue
        if homes[room].get(use.name) not in known.keys() - {room}:
            modules_of_it = defined(known, room)[use.name]
            if len(modules_of_it) != 1:
                raise ValueError(
                    f"{use.user} takes {use.name} from {room}, where {len(modules_of_it)} modules define it"
                )
            (homes[room][use.name],) = modules_of_it
        faces[room][homes[room][use.name]].add(use.name)
    return faces


def written(init: Path, names: Mapping[str, set[str]]) -> str:
    """The text of a package's `__init__.py` with this face, its docstring kept.

    Imports stand several to a line, which neither `ruff format` nor its sorting of imports may change; the rest is
    formatted by `ruff`.
    """
    docstring = ast.get_docstring(ast.parse(init.read_text()), clean=False)
    room, head = f"lore.{init.parent.name}", f'"""{docstring}"""\n'
    imports = []
    for module, of in sorted(names.items()):
        if WHOLE in of:
            imports.append(f"    from {room} import {module.rpartition('.')[2]}\n")
        if named := sorted(of - {WHOLE}):
            whole = f"    from {module} import {', '.join(named)}"
            packed = "\n        ".join(textwrap.wrap(", ".join(named), 110, break_long_words=False))
            listed = f"    from {module} import (\n        {packed},\n    )"
            imports.append(f"{whole if len(whole) <= 120 else listed}\n")
    if not imports:
        return head
    return (
        f"{head}\nfrom lore.lazy import TYPE_CHECKING, lazy_face\n\n"
        f"if TYPE_CHECKING:\n    # fmt: off\n    # isort: off\n{''.join(imports)}    # isort: on\n    # fmt: on\n\n"
        "__getattr__ = lazy_face(__name__, __file__)\n"
    )

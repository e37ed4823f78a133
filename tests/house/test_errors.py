"""The tree of errors, as it is drawn at the top of the module, is the tree that is there."""

import ast
import re

from lore import errors
from support import faces

DRAWN = re.compile(r"^(?P<before>[│├└─ ]*)(?P<name>\w+) +(?P<code>\d)  \S")


def drawn() -> dict[str, tuple[str | None, int]]:
    found: dict[str, tuple[str | None, int]] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        if match := DRAWN.match(line):
            depth, name = len(match["before"]), match["name"]
            above = [one for one in above if one[0] < depth]
            found[name] = (above[-1][1] if above else None, int(match["code"]))
            above.append((depth, name))
    return found


def test_the_drawn_tree_is_the_tree() -> None:
    there = {
        name: (of.__base__.__name__ if of.__base__ is not Exception else None, of.exit_code)
        for name, of in vars(errors).items()
        if isinstance(of, type) and issubclass(of, errors.LoreError) and of.__base__ is not None
    }
    assert drawn() == there
    assert len(there) > 12


def test_errors_that_others_raise_stand_in_the_tree() -> None:
    """No room makes a public error of its own: two of one name would mean different things."""
    strays = [
        f"{module}.{node.name}"
        for module, path in faces.modules().items()
        if module != "lore.errors"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and any(ast.unparse(base).rpartition(".")[2] in drawn() for base in node.bases)
    ]
    assert strays == []

"""Every regular expression of the program, and texts made of its own letters on which a careless one is slow."""

import ast
import importlib
import inspect
import pkgutil
import re
import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import ModuleType
from typing import Any

import lore
import lore_tui

ENOUGH = 3
"""Times that a sample repeats what may be repeated without end."""
MOST_TEXTS = 12
SPOILT = "a\0"
"""The end of each text: what repeats what stands before does not take both, so that a match fails at last."""


@dataclass(frozen=True)
class Found:
    """A pattern and where it stands."""

    place: str
    pattern: re.Pattern[str]


def every_pattern() -> Iterator[Found]:
    """What is compiled while the modules are imported, however deep it lies, and what is written in their functions."""
    seen: set[tuple[str, int]] = set()
    for module in _modules():
        for found in (*_held(module.__name__, vars(module), set()), *_written(module)):
            key = (found.pattern.pattern, found.pattern.flags)
            if isinstance(found.pattern.pattern, str) and key not in seen:
                seen.add(key)
                yield found


def _modules() -> Iterator[ModuleType]:
    for package in (lore, lore_tui):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.endswith("__main__"):
                yield importlib.import_module(info.name)


def _held(place: str, value: object, around: set[int]) -> Iterator[Found]:
    """The patterns in a value: in its fields, its items, its defaults."""
    if isinstance(value, re.Pattern):
        yield Found(place, value)
        return
    if id(value) in around:
        return
    around = around | {id(value)}
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not str(name).startswith("__"):
                yield from _held(f"{place}.{name}", item, around)
    elif isinstance(value, list | tuple | set | frozenset):
        for number, item in enumerate(value):
            yield from _held(f"{place}[{number}]", item, around)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _held(f"{place}.{field.name}", getattr(value, field.name), around)


def _written(module: ModuleType) -> Iterator[Found]:
    """Calls of `re` with a pattern that is written out."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re"):
            continue
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
            flags = [word.attr for word in ast.walk(node) if isinstance(word, ast.Attribute) and word.attr.isupper()]
            known = sum({getattr(re, name) for name in flags if isinstance(getattr(re, name, None), re.RegexFlag)})
            yield Found(f"{module.__name__}:{node.lineno}", re.compile(node.args[0].value, known))


def texts(pattern: re.Pattern[str], size: int) -> Iterator[str]:
    """Texts of this size: what the pattern repeats, after what stands before it, and nearly whole matches."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    whole = _sample(tree)
    breaks = {("", "\n")} if pattern.flags & re.MULTILINE else set()
    units = {("", unit) for unit in (*_letters(tree), whole, whole[:-1], whole[1:], whole[: len(whole) // 2])}
    units |= breaks | set(_pumps(tree, ""))
    units |= {(before + unit, unit) for before in ("\n", " ") for _, unit in list(units)}
    for before, unit in sorted((pair for pair in units if pair[1]), key=lambda pair: (len(pair[1]), pair))[:MOST_TEXTS]:
        half = (before + unit * (size // len(unit) + 1))[: size // 2 - len(SPOILT)]
        yield half + SPOILT + half + "\0\0"


def _pumps(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """What may be repeated many times, with the shortest text that leads to it."""
    for kind, value in tree:
        if kind in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, most, inside = value
            unit = _sample(inside)
            if most > ENOUGH and unit:
                yield from ((before, unit), ("", before + unit), ("", unit))
            yield from _pumps(inside, before)
        else:
            for inside in _inside(kind, value):
                yield from _pumps(inside, before)
        before += _sample([(kind, value)])


def _letters(tree: Any) -> Iterator[str]:
    for kind, value in tree:
        if kind in (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY):
            yield _sample([(kind, value)])
        for inside in _inside(kind, value):
            yield from _letters(inside)


def _inside(kind: Any, value: Any) -> list[Any]:
    if kind is codes.SUBPATTERN:
        return [value[3]]
    if kind is codes.BRANCH:
        return list(value[1])
    if kind in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return [value[2]]
    if kind in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    return [value] if kind is codes.ATOMIC_GROUP else []


def _sample(tree: Any) -> str:
    """A text that the pattern would take, as far as that is easily told."""
    parts = []
    for kind, value in tree:
        if kind is codes.LITERAL:
            parts.append(chr(value))
        elif kind in (codes.NOT_LITERAL, codes.ANY):
            parts.append("b" if value == ord("a") else "a")
        elif kind is codes.IN:
            parts.append(_member(value))
        elif kind in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, inside = value
            parts.append(_sample(inside) * min(max(least, 1), most if most < ENOUGH else max(least, ENOUGH)))
        elif kind is codes.BRANCH:
            parts.append(_sample(value[1][0]))
        elif kind in (codes.SUBPATTERN, codes.ATOMIC_GROUP):
            parts += [_sample(inside) for inside in _inside(kind, value)]
    return "".join(parts)


def _member(members: Any) -> str:
    choices = "aA1 \n_-./:@é界<=\"'"
    taken = [letter for letter in choices if _holds(members, letter)]
    if taken:
        return taken[0]
    first = next(((kind, value) for kind, value in members if kind in (codes.LITERAL, codes.RANGE)), None)
    return "" if first is None else chr(first[1][0] if first[0] is codes.RANGE else first[1])


def _holds(members: Any, letter: str) -> bool:
    pattern = {
        codes.CATEGORY_DIGIT: r"\d", codes.CATEGORY_NOT_DIGIT: r"\D", codes.CATEGORY_SPACE: r"\s",
        codes.CATEGORY_NOT_SPACE: r"\S", codes.CATEGORY_WORD: r"\w", codes.CATEGORY_NOT_WORD: r"\W",
    }  # fmt: skip
    is_other, held = False, False
    for kind, value in members:
        if kind is codes.NEGATE:
            is_other = True
        elif kind is codes.LITERAL:
            held |= ord(letter) == value
        elif kind is codes.RANGE:
            held |= value[0] <= ord(letter) <= value[1]
        elif kind is codes.CATEGORY:
            held |= re.fullmatch(pattern[value], letter) is not None
    return held != is_other

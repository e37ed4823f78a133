"""Putting a table into a file of TOML, at its end, and taking it out again; all else stays byte for byte."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lore.adapters.install.json_edit import Edited
from lore.adapters.install.json_text import Insertion, with_insertions
from lore.adapters.install.parts import Part, is_our_server
from lore.errors import BadInput


def put_in(text: str, parts: Sequence[Part], path: str) -> Edited:
    """Put tables into a text. Raises BadInput where it is no TOML, or something else stands where they belong."""
    steps: list[tuple[Insertion, ...]] = []
    done: list[Part] = []
    for part in parts:
        found = value_at(text, part.at, path)
        if found is not None and found != part.value:
            raise BadInput(
                f"`{path}`: `{'.'.join(part.at)}` is there, and it is not what Lore writes",
                hint="rename or remove it, then run `lore setup` again",
            )
        if found is None:
            around = [value_at(text, part.at[:depth], path) for depth in range(1, len(part.at))]
            if any(each is not None and not isinstance(each, Mapping) for each in around):
                raise BadInput(f"`{path}`: `{part.at[0]}` is no table", hint="Lore writes nothing to it")
            made = around.count(None)
            insertion = Insertion(len(text), _table(text, part))
            text = _checked(text, with_insertions(text, [insertion]), part, path)
            steps.append((insertion,))
            done.append(replace(part, made=made))
    return Edited(text, tuple(steps), tuple(done))


def take_out(text: str, parts: Sequence[Part], path: str) -> str:
    """The text without our tables, and without the tables around them that were made for them."""
    import tomlkit  # 30 ms, which a file that nobody changed since does not pay

    for part in parts:
        if not is_our_server(value_at(text, part.at, path)):
            continue
        document: Any = tomlkit.parse(text)
        within: Any = document
        for key in part.at[:-1]:
            within = within[key]
        within.remove(part.at[-1])
        if part.made and not within:
            document.remove(part.at[0])
        text = tomlkit.dumps(document)
    return text


def stand_in(text: str, parts: Sequence[Part], path: str) -> bool:
    """Whether exactly these tables stand at their places."""
    return all(value_at(text, part.at, path) == part.value for part in parts)


def value_at(text: str, at: Sequence[str], path: str) -> object:
    """The value at these keys; None where there is none. Raises BadInput where the text is no TOML."""
    try:
        found: object = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(
            f"`{path}` is no TOML: {error}", hint="repair it; Lore writes nothing to it until then"
        ) from error
    for key in at:
        if not isinstance(found, Mapping):
            return None
        found = found.get(key)
    return found


def _table(text: str, part: Part) -> str:
    import tomlkit

    table = tomlkit.dumps({".": part.value}).split("\n", 1)[1]
    break_ = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    before = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return (before + f"[{'.'.join(part.at)}]\n" + table).replace("\n", break_)


def _checked(before: str, after: str, part: Part, path: str) -> str:
    """The text after, which says what it said before and the part. Raises BadInput where it does not."""
    try:
        found = tomllib.loads(after.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(
            f"`{path}`: `{part.at[0]}` is written in one line", hint=f"write it as tables, `[{part.at[0]}.…]`"
        ) from error
    within = found
    for key in part.at[:-1]:
        within = within[key]
    del within[part.at[-1]]
    if not within and part.at[0] not in tomllib.loads(before.removeprefix("\ufeff")):
        del found[part.at[0]]
    if found != tomllib.loads(before.removeprefix("\ufeff")):
        raise BadInput(f"`{path}` cannot be added to", hint="Lore writes nothing to it")
    return after

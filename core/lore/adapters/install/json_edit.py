"""Putting entries into JSON that people keep, and taking them out, without a change to anything else.

Values go in at the end of their list or object, in the indentation that is there. Comments stay where they are.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from lore.adapters.install.json_text import Insertion, Node, line_rest, read, space_after, with_insertions
from lore.adapters.install.parts import Part, PartKind, is_our_hook, is_our_server, is_our_status_line
from lore.errors import BadInput

LONGEST_LINE = 160
"""Characters of a line that Lore writes; a longer value takes several."""


@dataclass(frozen=True)
class Edited:
    """A text with parts put in, step by step, each of which can be taken back."""

    text: str
    steps: tuple[tuple[Insertion, ...], ...]
    parts: tuple[Part, ...]
    """The parts, now knowing what was made for them."""


def put_in(text: str, parts: Sequence[Part], path: str) -> Edited:
    """Put parts into a text. Raises BadInput where the text is no JSON, or something else stands where they belong."""
    steps: list[tuple[Insertion, ...]] = []
    done: list[Part] = []
    for part in parts:
        root = read(text, path)
        if root is not None and root.members is None:
            raise BadInput(f"`{path}` holds no object", hint="Lore writes nothing to it")
        insertions, made = _insertions(text, root, part, path)
        if insertions:
            text = with_insertions(text, insertions)
            steps.append(tuple(insertions))
        done.append(replace(part, made=made))
    return Edited(text, tuple(steps), tuple(done))


def take_out(text: str, parts: Sequence[Part], path: str) -> str:
    """The text without what is ours at the places of these parts, and without the containers that were made for it."""
    for part in parts:
        text = _without(text, part, path)
    for part in reversed(parts):
        text = _without_empty(text, part, path)
    return text


def stand_in(text: str, parts: Sequence[Part], path: str) -> bool:
    """Whether exactly these parts, and nothing else of ours, stand at their places."""
    root = read(text, path)
    for part in parts:
        node = _node_at(root, part.at)
        if part.kind is PartKind.ITEM:
            beside = [_plain(each.value) for each in parts if (each.kind, each.at) == (part.kind, part.at)]
            if [item for item in _values(node) if _holds_ours(item)] != beside:
                return False
        elif node is None or (_is_ours_at(part, node) and node.value != _plain(part.value)):
            return False
    return True


def value_at(text: str, at: Sequence[str], path: str) -> object:
    """The value at these keys; None where there is none."""
    node = _node_at(read(text, path), at)
    return None if node is None else node.value


def _insertions(text: str, root: Node | None, part: Part, path: str) -> tuple[list[Insertion], int]:
    """What has to be inserted for one part, and how many containers that makes."""
    if root is None:
        value = _nested(part.at, part)
        break_ = "" if not text or text.endswith("\n") else _line_break(text)
        return [Insertion(len(text), break_ + _printed(text, value, "") + _line_break(text))], len(part.at)
    node, depth = root, 0
    while depth < len(part.at) and (member := node.member(part.at[depth])) is not None:
        node, depth = member.node, depth + 1
        if depth < len(part.at) and node.members is None:
            raise BadInput(f"`{path}`: `{'.'.join(part.at[:depth])}` is no object", hint="Lore writes nothing to it")
    if depth < len(part.at):
        rest = part.at[depth:]
        return _appended(text, node, rest[0], _nested(rest[1:], part)), len(rest) - (part.kind is not PartKind.ITEM)
    if part.kind is PartKind.ITEM:
        if node.items is None:
            raise BadInput(f"`{path}`: `{'.'.join(part.at)}` is no list", hint="Lore writes nothing to it")
        return _appended(text, node, None, part.value), 0
    if part.kind is PartKind.MEMBER and not _is_same(node.value, part.value):
        raise BadInput(
            f"`{path}`: `{'.'.join(part.at)}` is there, and it is not what Lore writes",
            hint="rename or remove it, then run `lore setup` again",
        )
    return [], 0


def _nested(keys: Sequence[str], part: Part) -> object:
    value: object = [part.value] if part.kind is PartKind.ITEM else part.value
    for key in reversed(keys):
        value = {key: value}
    return value


def _appended(text: str, container: Node, name: str | None, value: object) -> list[Insertion]:
    """The insertions that put a value at the end of an object (with its name) or a list."""
    children = [member.node for member in container.members or ()] or list(container.items or ())
    starts = [member.start for member in container.members or ()] or [item.start for item in container.items or ()]
    prefix = "" if name is None else f"{json.dumps(name, ensure_ascii=False)}: "
    is_one_line = bool(children) and "\n" not in text[container.start : container.end]
    if is_one_line:
        compact = prefix + json.dumps(value, ensure_ascii=False)
        end = children[-1].end
        if container.closed_by_comma:
            return [Insertion(space_after(text, end) + 1, f" {compact}")]
        return [Insertion(end, f", {compact}")]
    outer = _indentation(text, container.start)
    first_of_line = bool(starts) and not text[_line_start(text, starts[0]) : starts[0]].strip()
    inner = _indentation(text, starts[0]) if first_of_line else outer + _unit(text)
    line = _line_break(text) + inner + prefix + _printed(text, value, inner)
    if not children:
        is_broken = "\n" in text[container.start : container.end]
        return [Insertion(container.start + 1, line if is_broken else line + _line_break(text) + outer)]
    end = children[-1].end
    if container.closed_by_comma:
        return [Insertion(line_rest(text, space_after(text, end) + 1), line)]
    return [Insertion(end, ","), Insertion(line_rest(text, end), line)]


def _without(text: str, part: Part, path: str) -> str:
    """The text without all that is ours at the place of a part."""
    while True:
        node = _node_at(read(text, path), part.at)
        if part.kind in (PartKind.MEMBER, PartKind.OFFER):
            is_ours = is_our_server if part.kind is PartKind.MEMBER else is_our_status_line
            if node is None or not is_ours(node.value):
                return text
            return _cut(text, part.at[:-1], lambda _, name: name == part.at[-1], path)
        if part.kind is not PartKind.ITEM or node is None or node.items is None:
            return text
        if any(is_our_hook(item.value) for item in node.items):
            text = _cut(text, part.at, lambda value, _: is_our_hook(value), path)
            continue
        # Somebody may have put other handlers beside ours into one group: then ours alone go.
        mixed = next((str(place) for place, item in enumerate(node.items) if _holds_ours(item.value)), None)
        if mixed is None:
            return text
        text = _cut(text, (*part.at, mixed, "hooks"), lambda value, _: is_our_hook(value), path)


def _without_empty(text: str, part: Part, path: str) -> str:
    """The text without the containers that were made for a part and hold nothing now."""
    at = part.at if part.kind is PartKind.ITEM else part.at[:-1]
    for depth in range(part.made):
        keys = at[: len(at) - depth]
        node = _node_at(read(text, path), keys)
        if not keys or node is None or node.members or node.items or node.scalar is not None:
            return text
        name = keys[-1]
        text = _cut(text, keys[:-1], lambda _, found, name=name: found == name, path)
    return text


def _cut(text: str, at: Sequence[str], is_meant: Callable[..., bool], path: str) -> str:
    """The text without the first child of a container that is meant, with the comma and the space that it leaves."""
    container = _node_at(read(text, path), at)
    assert container is not None
    children = [(member.start, member.node, member.name) for member in container.members or ()]
    children += [(item.start, item, "") for item in container.items or ()]
    place = next((number for number, (_, node, name) in enumerate(children) if is_meant(node.value, name)), None)
    if place is None:
        return text
    start, node, _ = children[place]
    end = node.end
    comma = space_after(text, end)
    if text.startswith(",", comma):
        text = text[:comma] + text[comma + 1 :]
    elif place:
        before = space_after(text, children[place - 1][1].end)
        text = text[:before] + text[before + 1 :]
        start, end = start - 1, end - 1
    while text[start - 1] in " \t\r\n":
        start -= 1
    return text[:start] + text[end:]


def _node_at(node: Node | None, at: Sequence[str]) -> Node | None:
    for key in at:
        if node is None:
            return None
        if node.items is not None:
            node = node.items[int(key)] if key.isdecimal() and int(key) < len(node.items) else None
        else:
            member = node.member(key)
            node = member.node if member else None
    return node


def _is_ours_at(part: Part, node: Node) -> bool:
    """Whether what stands at the place of a part has to be what set-up writes."""
    return part.kind is PartKind.MEMBER or (part.kind is PartKind.OFFER and is_our_status_line(node.value))


def _values(node: Node | None) -> list[object]:
    return [item.value for item in node.items or ()] if node is not None else []


def _holds_ours(entry: object) -> bool:
    if is_our_hook(entry):
        return True
    handlers = entry.get("hooks") if isinstance(entry, dict) else None
    return isinstance(handlers, list) and any(is_our_hook(handler) for handler in handlers)


def _plain(value: object) -> object:
    """A value as it comes back when it is written and read."""
    node = read(json.dumps(value), "")
    return node.value if node is not None else None


def _is_same(found: object, wanted: object) -> bool:
    return found == _plain(wanted)


def _printed(text: str, value: object, indentation: str) -> str:
    """A value as its lines: in one, where that is not too long."""
    one_line = json.dumps(value, ensure_ascii=False)
    if len(indentation) + len(one_line) <= LONGEST_LINE or not isinstance(value, dict | list):
        return one_line
    inner, line_break = indentation + _unit(text), _line_break(text)
    if isinstance(value, dict):
        named = ((f"{json.dumps(name, ensure_ascii=False)}: ", each) for name, each in value.items())
    else:
        named = (("", each) for each in value)
    lines = f",{line_break}".join(f"{inner}{name}{_printed(text, each, inner)}" for name, each in named)
    opening, end = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}{line_break}{lines}{line_break}{indentation}{end}"


def _unit(text: str) -> str:
    """One step of the indentation that a text uses."""
    root = read(text, "") if text.strip() else None
    starts = [member.start for member in root.members or ()] if root is not None else []
    return (_indentation(text, starts[0]) if starts else "") or "  "


def _indentation(text: str, at: int) -> str:
    line = text[_line_start(text, at) : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_break(text: str) -> str:
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"

"""What a query that is being typed could become: fields of the grammar, and the values that the store has for them."""

import re
from collections.abc import Callable, Iterator, Mapping

from lore.model import Completion, Completions, Kind, Layer, Role, Status
from lore.search.query import FLAGS, PLACES, TIMES

MOST = 24
"""Ways to go on that are told."""
OFFERED = (
    "kind", "category", "tag", "file", "project", "is", "status", "agent", "after", "before", "layer", "role",
    "happened", "in", "not",
)  # fmt: skip
"""The fields that are offered, what narrows most first; ids and sessions are nothing to choose among."""
_COUNTED = ("kind", "category", "tag", "file", "project", "agent", "layer", "status", "role")
_FIXED: Mapping[str, tuple[str, ...]] = {
    "is": FLAGS,
    "in": tuple(PLACES),
    "not": (),
    **dict.fromkeys(TIMES, ("today", "yesterday", "7d", "2w", "1m", "1y")),
}
_WORDS = {"kind": Kind, "layer": Layer, "status": Status, "role": Role}
_LAST = re.compile(r'\A(?P<minus>-?)(?:(?P<field>[A-Za-z_]+):(?P<value>"[^"]*|[^\s"]*)|(?P<word>[A-Za-z_]*))\Z')


def complete(typed: str, values: Callable[[str], Mapping[str, int]]) -> Completions:
    """How a query can go on from its end. Nothing where the end is finished or belongs to no field.

    values: the values that facts have for a field, each with its number of active facts.
    """
    start = _last_start(typed)
    found = _LAST.match(typed[start:])
    if found is None:
        return Completions()
    before, name = typed[:start] + found["minus"], found["field"]
    if name is None:
        offered = [one for one in OFFERED if one.startswith(found["word"].lower())]
        offered = [one for one in offered if one == "is"] if found["minus"] else offered
        return Completions(tuple(Completion(f"{before}{one}:", f"{one}:") for one in offered))
    if name.lower() not in OFFERED:
        return Completions()
    *first, begun = found["value"].removeprefix('"').split(",")
    kept = "".join(f"{one}," for one in first)
    chosen = list(_values(name.lower(), begun.casefold(), values))[:MOST]
    options = tuple(Completion(f"{before}{name}:{_quoted(kept + one)} ", one, count) for one, count in chosen)
    return Completions(options, name.lower())


def _last_start(typed: str) -> int:
    """Where the condition or word at the end begins; a quotation that is still open belongs to it."""
    end = typed.rindex('"') if typed.count('"') % 2 else len(typed)
    head = typed[:end]
    return len(head) - len(head.split()[-1]) if head and not head[-1].isspace() else end


def _quoted(value: str) -> str:
    return f'"{value}"' if re.search(r"\s", value) else value


def _values(field: str, begun: str, values: Callable[[str], Mapping[str, int]]) -> Iterator[tuple[str, int | None]]:
    """The values that begin so, those of most facts first; then those of which a part begins so."""
    if field not in _COUNTED:
        yield from ((one, None) for one in _FIXED[field] if one.startswith(begun))
        return
    counts = {**dict.fromkeys((word.value for word in _WORDS.get(field, ())), 0), **values(field)}
    ordered = sorted(counts, key=lambda one: (-counts[one], one))
    inside = re.compile(rf"[^\w]{re.escape(begun)}")
    first = [one for one in ordered if one.casefold().startswith(begun)]
    second = [one for one in ordered if begun and one not in first and inside.search(one.casefold())]
    yield from ((one, counts[one]) for one in (*first, *second))

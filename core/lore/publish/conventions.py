"""What CONVENTIONS.md says: the approved conventions of one project, and back again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lore.model import Fact, Layer, Status, Usage
from lore.publish.markdown import as_typed, one_item
from lore.store import FactFilter, Store

NAME = "conventions"
FILE = "CONVENTIONS.md"
POINTER_NAME = "pointer"
POINTER_FILES = ("AGENTS.md", "CLAUDE.md")
POINTER = f"What the people of this project agreed on is in [{FILE}]({FILE}).\n"
_INTRODUCTION = "What the people of this project approved, with the number of quotations each rests on."
_ITEM = re.compile(r"^- (?P<words>.*) — `(?P<id>f:[a-z2-7]+)`, (?P<facts>[^`]*)$")
_NEW_ITEM = re.compile(r"^[-*] (?P<words>\S.*)$")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list. `fact` is None where somebody wrote the line by hand."""

    fact: str | None
    words: str


def approved(store: Store, project: str) -> list[Fact]:
    """The conventions of a project, in the order of approval. Nothing tainted, nothing personal."""
    wanted = FactFilter(
        statuses=(Status.ACTIVE,), layers=(Layer.PROJECT,), projects=(project,), approved=True, tainted=False
    )
    return sorted(store.facts.select(wanted), key=lambda fact: (fact.approved_at or "", fact.id))


def body(store: Store, facts: Sequence[Fact], *, title: bool) -> str:
    """The text between the comments. `title`: whether the file holds nothing else, so that it needs a heading."""
    quotations = store.facts.evidence([fact.id for fact in facts])
    usage = store.facts.usage([fact.id for fact in facts])
    heading = "# Conventions" if title else "## Approved conventions"
    items = [line(fact, len(quotations[fact.id]), usage[fact.id]) for fact in facts]
    return "\n".join((heading, "", _INTRODUCTION, "", *items, ""))


def line(fact: Fact, quotations: int, usage: Usage) -> str:
    """One convention with its id, what it rests on and the day of its approval."""
    rests_on = f"{quotations} {'quotation' if quotations == 1 else 'quotations'}"
    if usage.sessions > 1:
        rests_on += f" in {usage.sessions} sessions"
    day = one_item((fact.approved_at or "")[:10])
    return f"- {one_item(fact.text)} — `{one_item(fact.id)}`, {rests_on}, {day}"


def listed(store: Store, text: str) -> list[Item]:
    """The list items of a body, with the ids of older releases as they are today."""
    found = items(text)
    today = store.names.known(item.fact for item in found if item.fact)
    return [replace(item, fact=today.get(item.fact, item.fact)) if item.fact else item for item in found]


def items(text: str) -> list[Item]:
    """The list items of a body, whether written by `body` or by hand."""
    found = []
    for each in text.splitlines():
        known = _ITEM.match(each)
        new = None if known else _NEW_ITEM.match(each)
        if known:
            found.append(Item(known["id"], as_typed(known["words"])))
        elif new:
            found.append(Item(None, as_typed(new["words"])))
    return found

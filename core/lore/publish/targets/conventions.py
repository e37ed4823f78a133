"""CONVENTIONS.md: the approved conventions of one project."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lore.files import Folder
from lore.model import Fact, Layer, Status, Usage
from lore.publish.markdown import as_typed, one_item
from lore.publish.targets.target import Item
from lore.store import FactFilter, Store

_FILE = "CONVENTIONS.md"
_INTRODUCTION = "What the people of this project approved, with the number of quotations each rests on."
_ITEM = re.compile(r"^- (?P<words>.*) — `(?P<id>f:[a-z2-7]+)`, (?P<facts>[^`]*)$")
_NEW_ITEM = re.compile(r"^[-*] (?P<words>\S.*)$")


@dataclass(frozen=True, slots=True)
class Conventions:
    """The approved conventions of one project, each with its id, what it rests on and the day of its approval."""

    name: str = "conventions"
    files: tuple[str, ...] = (_FILE,)
    lists: bool = True
    preamble: str = ""
    pointer: str | None = f"What the people of this project agreed on is in [{_FILE}]({_FILE})."

    def paths(self, folder: Folder, *, create: bool) -> list[str]:
        """One file at the top of the repository."""
        return [folder.resolve(_FILE)]

    def applies(self, store: Store, project: str) -> list[Fact]:
        """In the order of approval. Nothing tainted, nothing personal."""
        wanted = FactFilter(
            statuses=(Status.ACTIVE,), layers=(Layer.PROJECT,), projects=(project,), approved=True, tainted=False
        )
        return sorted(store.facts.select(wanted), key=lambda fact: (fact.approved_at or "", fact.id))

    def render(
        self,
        store: Store,
        project: str,
        facts: Sequence[Fact],
        *,
        alone: bool,
        heading: str | None = None,
        says: str = _INTRODUCTION,
    ) -> str:
        """A heading of the height that fits the file, a sentence, a list."""
        quotations = store.facts.evidence([fact.id for fact in facts])
        usage = store.facts.usage([fact.id for fact in facts])
        title = heading or ("# Conventions" if alone else "## Approved conventions")
        items = [_line(fact, len(quotations[fact.id]), usage[fact.id]) for fact in facts]
        return "\n".join((title, "", says, "", *items, ""))

    def parse(self, body: str) -> list[Item]:
        """The items of its list."""
        return list_items(body)


def _line(fact: Fact, quotations: int, usage: Usage) -> str:
    """One convention with its id, what it rests on and the day of its approval."""
    rests_on = f"{quotations} {'quotation' if quotations == 1 else 'quotations'}"
    if usage.sessions > 1:
        rests_on += f" in {usage.sessions} sessions"
    day = one_item((fact.approved_at or "")[:10])
    return f"- {one_item(fact.text)} — `{one_item(fact.id)}`, {rests_on}, {day}"


def list_items(text: str) -> list[Item]:
    """The list items of a body, with the id of their fact where they carry one."""
    items = []
    for each in text.splitlines():
        known = _ITEM.match(each)
        new = None if known else _NEW_ITEM.match(each)
        if known:
            items.append(Item(known["id"], as_typed(known["words"])))
        elif new:
            items.append(Item(None, as_typed(new["words"])))
    return items

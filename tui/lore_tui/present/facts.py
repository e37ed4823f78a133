"""A fact as a row and as text to copy; `fact_card` has its card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lore.model import Status
from lore_tui.look import APPROVED, PINNED, WARNING, Row, tone_of
from lore_tui.present.parts import project_name, scope, source
from lore_tui.text import ago

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lore.actions import FactInBrief
    from lore.model import Evidence, Fact


def brief_row(brief: FactInBrief, now: str, *, dated: bool) -> Row:
    """The row of a wide list: with project, first agent and strength; without its age where headings tell the day."""
    row = fact_row(brief.fact, now)
    project = project_name(brief.fact.project)
    agent = next(iter(brief.agents), "")
    return replace(row, note=row.note if dated else "", columns=(project, agent, f"{brief.strength:.2f}"))


def fact_row(fact: Fact, now: str) -> Row:
    mark = WARNING if fact.tainted else PINNED if fact.pinned else APPROVED if fact.approved_at else ""
    return Row(
        fact.id,
        fact.text,
        tag=fact.kind.value,
        tone=tone_of(fact.kind),
        mark=mark,
        note=ago(fact.created_at, now),
        faded=fact.status in (Status.ARCHIVED, Status.SUPERSEDED, Status.REJECTED),
    )


def as_text(fact: Fact, evidence: Iterable[Evidence]) -> str:
    """A fact with its id, scope and evidence, to paste somewhere."""
    lines = [fact.text, f"  {fact.id} · {fact.kind} · {scope(fact.layer, fact.project)} · {fact.created_at}"]
    lines += [f'  "{item.quote}" {source(item, None, fact.created_at)}' for item in evidence]
    return "\n".join(lines)

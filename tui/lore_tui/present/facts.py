"""A fact as a row and as text to copy; `fact_card` has its card."""

from collections.abc import Iterable

from lore.model import Evidence, Fact, Status
from lore_tui.look import APPROVED, PINNED, WARNING, Row, tone_of
from lore_tui.present.parts import scope, source
from lore_tui.text import ago


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

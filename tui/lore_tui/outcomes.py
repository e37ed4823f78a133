"""What the engine did, as one line for the person and as what changed on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lore import model
from lore.errors import LoreError
from lore.text import shorten
from lore_tui.jobs import Outcome

if TYPE_CHECKING:
    from lore.actions import Decided, Moved, Reversal
    from lore.model import Fact

TITLE = 40


def title(text: str) -> str:
    """A short quotation for the status line."""
    return f"“{shorten(text, TITLE)}”"


def ids(*facts: Fact) -> tuple[str, ...]:
    return tuple(fact.id for fact in facts)


def moved(verb: str, done: Moved) -> Outcome:
    what = title(done.facts[0].text) if len(done.facts) == 1 else f"{len(done.facts)} facts"
    return Outcome(f"{verb} {what}", ids(*done.facts), result=done)


def decided(verb: str, done: Decided) -> Outcome:
    """What was decided; raises the reason where nothing was."""
    if not done.decisions:
        raise next(iter(done.left.values()), LoreError("nothing was decided"))
    candidate = done.decisions[0].candidate
    what = title(candidate.text) if len(done.decisions) == 1 else f"{len(done.decisions)} of them"
    if len(done.decisions) == 1 and candidate.asks:
        retired = done.decisions[0].retired
        verb, what = "answered: holds", title(done.decisions[0].fact.text) if retired else "both"
    gone = [fact for decision in done.decisions for fact in decision.retired]
    what += f" · replaced {title(gone[0].text)}" if gone else ""
    what += f" and {len(gone) - 1} more" if len(gone) > 1 else ""
    stay = sum(decision.stays for decision in done.decisions)
    what += " · the fact stays" if stay == 1 else f" · {stay} facts stay" if stay else ""
    return Outcome(
        f"{verb} {what}",
        (*(decision.fact.id for decision in done.decisions), *ids(*gone)),
        (*(decision.candidate.id for decision in done.decisions), *done.left),
        result=done,
    )


def reversal(verb: str, found: Reversal) -> Outcome:
    """Say what an undo reversed."""
    fact, candidate = model.SubjectKind.FACT, model.SubjectKind.CANDIDATE
    of = {
        kind: tuple(dict.fromkeys(event.subject.id for event in found.events if event.subject.kind is kind))
        for kind in (fact, candidate)
    }
    return Outcome(f"{verb}: {found.act}", of[fact], of[candidate], result=found)

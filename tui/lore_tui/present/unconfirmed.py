"""What nobody has confirmed, as a row and as a card."""

from collections.abc import Callable

from lore.actions import Quote, Unconfirmed
from lore.text import counted
from lore_tui.look import WARNING, Block, Row, Tone, tone_of
from lore_tui.present.parts import MOST_SHOWN, grouped, plain, quotes_of, scope
from lore_tui.text import day


def claim_row(entry: Unconfirmed) -> Row:
    fact, sessions = entry.fact, len({item.session for item in entry.evidence if item.session})
    return Row(
        fact.id,
        fact.text,
        tag=fact.kind.value,
        tone=tone_of(fact.kind),
        mark=WARNING if entry.risks else "",
        note=f"×{sessions}" if sessions > 1 else "",
    )


def claim_card(entry: Unconfirmed, now: str, short: Callable[[str], str]) -> list[Block]:
    """The claim, what accepting it does, who says it, and who says the same. short: an id as it is shown."""
    fact = entry.fact
    heading = [Block(fact.text, Tone.TITLE, label=None)]
    warnings = [Block(plain(risk.text), Tone.WARN, label=None, lead="! ") for risk in entry.risks]
    question = [Block("Is this true? If you accept it, agents may be given it.", label=None)]
    parts = [
        Block(text, label=label) for label, text in (("Problem", fact.problem), ("Solution", fact.solution)) if text
    ]
    newest = sorted(entry.evidence, key=lambda item: item.at or "", reverse=True)
    because = [Block(plain(entry.because), label="Because")]
    because += quotes_of([Quote(item, None) for item in newest], fact.text, now, "")
    same = [Block(one.text, label="" if place else "Same") for place, one in enumerate(entry.others[:MOST_SHOWN])]
    more = len(entry.others) - MOST_SHOWN
    same += [Block(f"and {counted(more, 'more fact')}", Tone.DIM)] if more > 0 else []
    footing = [
        Block(f"{scope(fact.layer, fact.project)} · {fact.kind}", Tone.DIM, "Scope"),
        Block(f"{short(fact.id)} · since {day(fact.created_at, now)}", Tone.DIM, "Id"),
    ]
    return grouped(heading, warnings, question, parts, because, same, footing)

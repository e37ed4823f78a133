"""`lore review --edit`: the whole queue as a file in the editor, and back.

A candidate's text comes from anywhere, so it must never read as a decision. Only the first column decides, and there
only a header that carries a number drawn for this one file; every line of a text is indented.
"""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import actions
from lore.actions import Approval, Engine, ReviewCard
from lore.cli import console
from lore.cli.short_ids import short
from lore.errors import BadInput
from lore.text import one_line, shorten

QUOTES = 3
_INDENT = "    "
_LIKE_A_HEADER = re.compile(r"\[[^\[\]]*\] [cf]:")
_HELP = """\
# What waits for review. Mark [x] to approve, change the text to approve it in your words, delete a block to reject it;
# the rest stays in the queue. A block with warnings is approved by their names: [tainted]. Lines with # are ignored."""


@dataclass(frozen=True, slots=True)
class Queue:
    """What was written into the file: the cards, and the number that its headers carry."""

    cards: Mapping[str, ReviewCard]
    number: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an edited file asks for."""

    approvals: tuple[Approval, ...]
    rejections: Mapping[str, int]
    """Candidate → the `rev` that was seen."""


def edit_queue(engine: Engine, names: Sequence[str]) -> None:
    """Decide on the whole queue in an editor; everything is one step for `lore undo`."""
    cards = {name: actions.card(engine, name) for name in names}
    waiting = {name: shown for name, shown in cards.items() if not shown.asks}
    asking = len(cards) - len(waiting)
    if asking:
        console.note(f"{asking} of them ask which of two facts is true: `lore review` shows both")
    if not waiting:
        console.note("nothing else to review" if asking else "nothing to review")
        return
    queue = Queue(waiting, secrets.token_hex(4))
    edited = console.edited(as_text(queue))
    if edited is None or not edited.strip():
        console.note("nothing changed")
        return
    wanted = read_decisions(edited, queue)
    approve, refuse = len(wanted.approvals), len(wanted.rejections)
    if not approve and not refuse:
        console.note("nothing was decided")
        return
    if not console.confirmed(f"approve {approve}, reject {refuse}, leave {len(waiting) - approve - refuse}?"):
        return
    done = actions.decide(engine, approvals=wanted.approvals, rejections=wanted.rejections)
    for line in (line for decision in done.decisions for line in actions.aftermath(decision, short)):
        console.note(line)
    for warning in done.left.values():
        console.warn(f"left in the queue: {warning.message}")
    if done.decisions:
        console.undo_hint(engine, after=f"{approve - len(done.left)} approved, {refuse} rejected")


def as_text(queue: Queue) -> str:
    """The file to edit."""
    lines = [_HELP]
    for name, found in queue.cards.items():
        lines += ["", f"[ ] {name} {queue.number}", *_indented(found.candidate.text)]
        lines += [f"# {one_line(found.candidate.because)}"] if found.candidate.because else []
        lines += [f"# “{shorten(one_line(quote.evidence.quote), 100)}”" for quote in found.evidence[:QUOTES]]
        lines += [f"# careful, [{risk.id}]: {risk.text}" for risk in found.risks]
    return "\n".join(lines) + "\n"


def read_decisions(edited: str, queue: Queue) -> Wanted:
    """What an edited file asks for.

    A mark or another text approves, a missing block rejects, everything else stays in the queue. Lines break at `\\n`
    alone, as they were written. Raises BadInput for a header that was changed, doubled or made up.
    """
    header = re.compile(rf"\[(?P<mark>[^\[\]]*)\] (?P<id>[cf]:\S+) {queue.number}\s*")
    blocks: dict[str, tuple[str, list[str]]] = {}
    current: list[str] | None = None
    for number, line in enumerate(edited.split("\n"), 1):
        match = header.fullmatch(line)
        if match and match["id"] in queue.cards and match["id"] not in blocks:
            current = []
            blocks[match["id"]] = (match["mark"], current)
        elif _LIKE_A_HEADER.match(line):
            raise BadInput(
                f"line {number} is no header of this file: `{shorten(line, 60)}`; nothing was decided",
                hint="`lore review --edit` again, and leave what follows the brackets as it is",
            )
        elif current is not None and not line.startswith("#"):
            current.append(line)
    approvals = []
    for name, (mark, lines) in blocks.items():
        shown = queue.cards[name].candidate
        text = None if _same(lines, _indented(shown.text)) else _dedented(lines)
        names = mark.replace(",", " ").split()
        if text != "" and (names or text is not None):
            approvals.append(Approval(name, shown.rev, text, names))
    rejected = {name: card.candidate.rev for name, card in queue.cards.items() if name not in blocks}
    return Wanted(tuple(approvals), rejected)


def _indented(text: str) -> list[str]:
    return [_INDENT + line for line in text.split("\n")]


def _dedented(lines: Sequence[str]) -> str:
    return "\n".join(line.removeprefix(_INDENT) for line in lines).strip()


def _same(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two blocks say the same; white space at the ends of lines and blank lines around do not count."""
    return "\n".join(map(str.rstrip, left)).strip() == "\n".join(map(str.rstrip, right)).strip()

"""The two ways of `lore review` in a terminal: one card at a time, and the whole queue in an editor."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import click

from lore.cli import console, output
from lore.errors import LoreError
from lore.memory import review as reviewing
from lore.memory.card import ReviewCard, card
from lore.model import Candidate
from lore.publish import undo_event
from lore.store import Store
from lore.text import shorten

KEYS = {
    "a": "approve: it becomes a convention",
    "r": "reject: it does not come back",
    "e": "edit and approve",
    "o": "of two facts, the older one holds",
    "s": "skip: it stays in the queue",
    "u": "undo the last decision",
    "q": "quit: what is decided stays decided",
    "?": "help",
}
QUOTES = 3
_HEADER = re.compile(r"^\[(?P<mark>[ xX])\] (?P<id>c:\S+)")


@dataclass(slots=True)
class _Session:
    """What was decided since the prompt began."""

    queue: list[str]
    decided: list[tuple[str, int]] = field(default_factory=list)
    """Candidate and the event to reverse."""
    approved: int = 0
    rejected: int = 0


def card_lines(found: ReviewCard) -> Iterator[str]:
    """A card for the terminal: what, what follows, what speaks for it and against it."""
    width = output.width()
    yield output.style(found.candidate.text, bold=True)
    yield ""
    for label, text in _card_rows(found):
        yield f"{label:<10} {shorten(text, max(20, width - 11))}"


def _card_rows(found: ReviewCard) -> Iterator[tuple[str, str]]:
    yield "Then", found.consequence
    if found.replaces:
        yield "Or" if found.asks else "Replaces", f"{found.replaces.id} “{found.replaces.text}”"
        for line in found.diff:
            yield "", line
    yield "Because", found.candidate.because
    for quote in found.evidence[:QUOTES]:
        item = quote.evidence
        place = ", ".join(
            part for part in (item.agent, item.session and item.session[:8], (item.at or "")[:10]) if part
        )
        yield "", f"“{shorten(item.quote, 300)}” {place}"
    if len(found.evidence) > QUOTES:
        yield "", f"and {len(found.evidence) - QUOTES} more"
    for similar in found.similar:
        relation = similar.contradiction.value if similar.contradiction else "says nearly the same"
        yield "Similar", f"{similar.fact.id} “{shorten(similar.fact.text, 60)}” {relation}"
    for warning in found.warnings:
        yield "Careful", warning


def prompt(store: Store, queue: Sequence[str]) -> None:
    """Ask about one candidate after the other. Enter decides nothing."""
    session = _Session(list(queue))
    while session.queue:
        found = card(store, session.queue[0])
        output.line()
        for line in card_lines(found):
            output.line(line)
        if not _step(store, session, found):
            break
    left = f", {len(session.queue)} left" if session.queue else ""
    console.note(f"{session.approved} approved, {session.rejected} rejected{left}")
    if session.approved:
        console.note("`lore publish` writes conventions into the repository")


def _step(store: Store, session: _Session, found: ReviewCard) -> bool:
    """Ask until the card is dealt with; False to stop."""
    while True:
        answer = click.prompt(
            f"({len(session.queue)}) {' '.join(KEYS)}", prompt_suffix=" > ", default="", show_default=False, err=True
        ).strip()
        if answer == "q":
            return False
        if answer not in KEYS or answer == "?":
            for key, help_text in KEYS.items():
                console.note(f"  {key}  {help_text}")
            continue
        try:
            if _act(store, session, found, answer):
                return True
        except LoreError as error:
            console.show_error(error)


def _act(store: Store, session: _Session, found: ReviewCard, answer: str) -> bool:
    """Carry one answer out; whether the next card is due."""
    candidate = found.candidate
    if answer == "s":
        session.queue.append(session.queue.pop(0))
        return True
    if answer == "u":
        return _undo(store, session)
    if answer == "a":
        if found.risky and not _sure(found):
            return False
        reviewing.approve(store, candidate.id, rev=candidate.rev)
    elif answer == "e":
        text = click.edit(candidate.text, extension=".md")
        if text is None or not text.strip():
            console.note("nothing changed")
            return False
        reviewing.edit_and_approve(store, candidate.id, text, rev=candidate.rev)
    elif answer == "o":
        reviewing.answer(store, candidate.id, reviewing.Holds.OLDER, rev=candidate.rev)
    else:
        reason = click.prompt("reason (Enter for none)", default="", show_default=False, err=True)
        reviewing.reject(store, [candidate.id], reason=reason, rev=candidate.rev)
    _decided(store, session, candidate, rejected=answer == "r")
    return True


def _sure(found: ReviewCard) -> bool:
    for warning in found.warnings:
        console.warn(warning)
    return bool(click.prompt("`a` again to approve it all the same", default="", show_default=False, err=True) == "a")


def _decided(store: Store, session: _Session, candidate: Candidate, *, rejected: bool) -> None:
    event = store.audit.select(target=candidate.id, limit=1)[0]
    session.decided.append((candidate.id, event.seq))
    session.queue.pop(0)
    session.approved += not rejected
    session.rejected += rejected
    console.note(f"{'rejected' if rejected else 'approved'} · `u` takes it back")


def _undo(store: Store, session: _Session) -> bool:
    if not session.decided:
        console.note("nothing was decided yet; `lore undo` takes back what was done before")
        return False
    candidate, event = session.decided.pop()
    report = undo_event(store, event)
    rejected = any(undone.action in ("candidate.reject", "question.both") for undone in report.events)
    session.approved -= not rejected
    session.rejected -= rejected
    session.queue.insert(0, candidate)
    return True


def edit_queue(store: Store, waiting: Sequence[Candidate]) -> None:
    """Decide on the whole queue in an editor; everything is one step for `lore undo`."""
    if not waiting:
        console.note("nothing waits for review")
        return
    edited = click.edit(_as_text(store, waiting), extension=".md")
    if edited is None or not edited.strip():
        console.note("nothing changed")
        return
    approvals, rejections = read_decisions(edited, {one.id: one.text for one in waiting})
    if not approvals and not rejections:
        console.note("nothing was decided")
        return
    question = (
        f"approve {len(approvals)}, reject {len(rejections)}, leave {len(waiting) - len(approvals) - len(rejections)}?"
    )
    if not click.confirm(question, err=True):
        return
    reviewing.decide(store, approvals, rejections)
    console.note(f"{len(approvals)} approved, {len(rejections)} rejected · `lore undo` takes it all back")


def read_decisions(edited: str, waiting: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """What an edited queue asks for: (candidates to approve, each with its text; candidates to reject).

    A mark or another text approves, a missing block rejects, everything else stays in the queue.
    """
    blocks: dict[str, tuple[bool, list[str]]] = {}
    current: list[str] | None = None
    for line in edited.splitlines():
        header = _HEADER.match(line)
        if header:
            current = []
            blocks[header["id"]] = (header["mark"] in "xX", current)
        elif current is not None and not line.startswith("#"):
            current.append(line)
    approvals = {}
    for name, text in waiting.items():
        marked, lines = blocks.get(name, (False, []))
        words = "\n".join(lines).strip()
        if name in blocks and words and (marked or words != text.strip()):
            approvals[name] = words
    return approvals, [name for name in waiting if name not in blocks]


def _as_text(store: Store, waiting: Sequence[Candidate]) -> str:
    lines = [
        "# What waits for review. Mark [x] to approve, change the text to approve it in your words,",
        "# delete a block to reject it; the rest stays in the queue. Lines with # are ignored.",
    ]
    for one in waiting:
        found = card(store, one.id)
        lines += ["", f"[ ] {one.id}", one.text, f"# {one.because}"]
        if found.replaces and found.asks:
            lines += [f"# or: {shorten(found.replaces.text, 100)}", f"# {found.consequence}"]
        lines += [f"# “{shorten(quote.evidence.quote, 100)}”" for quote in found.evidence[:QUOTES]]
        lines += [f"# careful: {warning}" for warning in found.warnings]
    return "\n".join(lines) + "\n"

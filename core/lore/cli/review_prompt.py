"""`lore review` in a terminal: one card at a time."""

import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from lore import actions, clock
from lore.actions import Engine, Holds, ReviewCard
from lore.cli import console, output
from lore.errors import LoreError
from lore.model import Candidate
from lore.presence import Person, Way
from lore.text import shorten

KEYS = {
    "a": "approve: a candidate becomes a convention, a fact becomes yours; of two facts, both stay",
    "r": "reject: it is not proposed again; what you said stays a fact",
    "e": "edit and approve",
    "w": "approve it in the words of your own sentence",
    "c": "change where it holds: the project, you alone in it, you everywhere",
    "m": "of two facts: they are the same, one is enough",
    "i": "of two facts: the newer holds instead of the older",
    "o": "of two facts: the older holds, the newer does not",
    "s": "skip: it stays in the queue",
    "u": "undo the last decision",
    "q": "quit: what is decided stays decided",
    "?": "help",
}
OFFERED = "a approve · e reword · r reject · s later · ? all keys"
OFFERED_OF_TWO = "a both stay · m the same · i the newer instead · o the older · s later · ? all keys"
_ANSWERS = {"m": Holds.SAME, "i": Holds.INSTEAD, "o": Holds.OLDER}
_NEVER_OF_TWO = "rewc"
QUOTES, ROW_LINES = 3, 4


@dataclass(slots=True)
class _Session:
    """What waits, and what was decided since the prompt began."""

    queue: list[str]
    decided: list[tuple[str, int, str]] = field(default_factory=list)
    """Candidate, the event to reverse, and what the decision counts as."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many were `approved`, `rejected` and `answered`."""


def card_lines(found: ReviewCard) -> Iterator[str]:
    """A card for the terminal: what, what follows, what speaks for it and against it."""
    width = output.width()
    yield from (output.style(part, bold=True) for part in found.candidate.text.split("\n"))
    yield ""
    for label, text in _card_rows(found):
        for line in textwrap.wrap(text, max(20, width - 11), max_lines=ROW_LINES, placeholder="…"):
            yield f"{label:<10} {line}"
            label = ""


def _card_rows(found: ReviewCard) -> Iterator[tuple[str, str]]:
    yield "Then", found.consequence
    if found.otherwise:
        yield "Rejected", f"{found.otherwise}; `c` keeps it yours alone" if found.shares else found.otherwise
    if found.replaces:
        yield "Or" if found.asks else "Replaces", f"{output.short(found.replaces.id)} “{found.replaces.text}”"
        for line in found.diff:
            yield "", line
    yield "Because", found.candidate.because
    if found.is_worded:
        yield "Worded", "by a model; what you said stands below"
    for quote in found.evidence[:QUOTES]:
        item = quote.evidence
        where = (item.role.value, item.agent, item.session and item.session[:8], clock.day(item.at))
        place = ", ".join(part for part in where if part)
        yield "", f"“{shorten(item.quote, 300)}” {place}"
    if len(found.evidence) > QUOTES:
        yield "", f"and {len(found.evidence) - QUOTES} more"
    for similar in found.similar:
        relation = similar.contradiction.value if similar.contradiction else f"{similar.similarity:.0%} alike"
        yield "Similar", f"{output.short(similar.fact.id)} “{shorten(similar.fact.text, output.width(60))}” {relation}"
    for risk in found.risks:
        yield "Careful", f"{risk.text} ({risk.id})"


def prompt(engine: Engine, queue: Sequence[str]) -> None:
    """Ask about one candidate after the other. Enter decides nothing."""
    session = _Session(list(queue))
    while session.queue:
        card = actions.card(engine, session.queue[0])
        output.line()
        for line in card_lines(card):
            output.line(line)
        if not _step(engine, session, card):
            break
    left = f", {len(session.queue)} left" if session.queue else ""
    answered = f", {session.counts['answered']} answered" if session.counts["answered"] else ""
    console.note(f"{session.counts['approved']} approved, {session.counts['rejected']} rejected{answered}{left}")
    if session.counts["approved"]:
        console.note("`lore publish` writes conventions into the repository")


def _step(engine: Engine, session: _Session, found: ReviewCard) -> bool:
    """Ask until the card is dealt with; False to stop."""
    while True:
        offered = OFFERED_OF_TWO if found.asks else OFFERED
        answer = console.ask(f"({len(session.queue)}) {offered}", default="", suffix=" > ").strip()
        if answer == "q":
            return False
        if answer not in KEYS or answer == "?":
            for key in (key for key in KEYS if key not in (_NEVER_OF_TWO if found.asks else _ANSWERS)):
                console.note(f"  {key}  {KEYS[key]}")
            continue
        try:
            if _act(engine, session, found, answer):
                return True
        except LoreError as error:
            console.show_error(error)


def _act(engine: Engine, session: _Session, found: ReviewCard, answer: str) -> bool:
    """Carry one answer out; whether the next card is due."""
    candidate = found.candidate
    if answer == "s":
        session.queue.append(session.queue.pop(0))
        return True
    if answer == "u":
        return _undo(engine, session)
    rev = candidate.rev
    if answer == "c":
        return _rescoped(engine, session, candidate)
    if answer == "a":
        known = knowing(found, engine.person)
        done = actions.approve(engine, candidate.id, rev=rev, acknowledged=tuple(known))
    elif answer in "ew":
        text = console.edited(candidate.text) if answer == "e" else found.said
        if text is None or not text.strip():
            console.note("nothing changed" if answer == "e" else "these are your own words already")
            return False
        known = knowing(actions.card(engine, candidate.id, text=text), engine.person)
        done = actions.edit_and_approve(engine, candidate.id, text, rev=rev, acknowledged=tuple(known))
    elif answer in _ANSWERS:
        done = actions.answer(engine, candidate.id, _ANSWERS[answer], rev=rev)
    else:
        reason = console.ask("reason (Enter for none)", default="")
        done = actions.reject(engine, [candidate.id], seen={candidate.id: rev}, reason=reason)
    for line in (line for decision in done.decisions for line in actions.aftermath(decision, output.short)):
        console.note(line)
    _decided(engine, session, candidate, "answered" if found.asks else "rejected" if answer == "r" else "approved")
    return True


def knowing(found: ReviewCard, person: Person | None, given: Collection[str] = ()) -> Collection[str]:
    """The warnings of a card that the person acknowledges: those given by name, and in a terminal those agreed to."""
    missing = [risk for risk in found.risks if risk.id not in given]
    if not missing or person is None or person.way is not Way.TERMINAL:
        return given
    for risk in missing:
        console.warn(risk.text)
    if console.ask("`a` again to approve it all the same", default="") != "a":
        return given
    return {*given, *(risk.id for risk in missing)}


def _decided(engine: Engine, session: _Session, candidate: Candidate, verb: str) -> None:
    event = actions.log(engine, target=candidate.id, limit=1).events[0]
    session.decided.append((candidate.id, event.seq, verb))
    session.queue.pop(0)
    session.counts[verb] += 1
    console.note(f"{verb} · `u` undoes it")


def _rescoped(engine: Engine, session: _Session, candidate: Candidate) -> bool:
    """Let it hold elsewhere; its card is shown again, for it still waits."""
    found = actions.rescope(engine, candidate.id, rev=candidate.rev)
    session.decided.append((candidate.id, actions.log(engine, target=candidate.id, limit=1).events[0].seq, "rescoped"))
    console.note(f"once approved, it applies {actions.where_it_holds(found)} · `u` undoes it")
    return True


def _undo(engine: Engine, session: _Session) -> bool:
    if not session.decided:
        console.note("no decision in this visit yet; `lore undo` undoes earlier changes")
        return False
    candidate, event, verb = session.decided.pop()
    actions.undo(engine, event=event, agreed=True)
    session.counts[verb] -= 1
    session.queue = [candidate, *(one for one in session.queue if one != candidate)]
    return True

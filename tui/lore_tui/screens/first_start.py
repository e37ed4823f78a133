"""First start: what is on this machine, three ticks, Enter; the first cards come while it reads."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from textual.containers import Vertical

from lore import actions
from lore.errors import LoreError
from lore.text import counted, one_line
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import EMPTY, WAITS, Block, Line, Piece, Tone
from lore_tui.plans import SetUpView, look
from lore_tui.present.drawing import bar, flow, keyed, line, text
from lore_tui.present.parts import message_card
from lore_tui.present.whole import not_read_of, plan_blocks
from lore_tui.shared import Shared
from lore_tui.text import fit
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.painted import entitle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual.app import ComposeResult

    from lore.actions import AgentSessions, Engine, Offer
    from lore_tui.runs import Teller

_SIGN = (
    Line((Piece("█   █▀█ █▀▄ █▀▀", Tone.CHOICE),)),
    Line((Piece("█▄▄ █▄█ █▀▄ ██▄", Tone.CHOICE), Piece("   what you told one agent, every agent knows", Tone.DIM))),
)
READ, NOTE, CONNECT = "read", "note", "connect"
_WHAT = 33
_LOOK_S = 1.0
_WIDE = 90
_UNDER = 9
"""Cells before the name of a tick."""
_FILES_NAMED = 4
_FIRST_CARDS = 3


@dataclass(frozen=True, slots=True)
class Tick:
    """One line to tick."""

    name: str
    what: str
    cost: str
    details: str
    """What the key that tells more shows."""
    more: tuple[str, Sequence[Block]]
    """What it shows, with a heading."""
    work: Callable[[Teller], object]
    """Does it; what it says is said at the end."""
    files: str = ""
    """The names of those that it writes."""


@dataclass
class Found:
    """What was found on this machine."""

    agents: Sequence[AgentSessions]
    ticks: list[Tick] = field(default_factory=list)
    why_none: str = ""
    """Why nobody could note what you said."""


@dataclass
class Reading:
    """How far it is."""

    what: str = ""
    done: int = 0
    whole: int = 0
    cards: list[str] = field(default_factory=list)
    over: str = ""
    """What came of it, once it is done."""
    left: Sequence[str] = ()
    """What could not be done, and why."""


class FirstStart(Shared[str], inherit_bindings=False):
    """Ends with the screen to go to, if any."""

    PLACE = Place.FIRST
    BINDINGS = keys.bindings(Place.FIRST)
    AUTO_FOCUS = "#ticks"

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._found: Found | None = None
        self._ticks: Sequence[Tick] = ()
        self._ticked = {READ, CONNECT}
        self._cursor = 0
        self._reading: Reading | None = None
        """None before anything that was ticked is done."""

    def compose(self) -> ComposeResult:
        with Vertical(id="body"):
            yield Card(pane="sign")
            yield Card(pane="ticks")
            yield Card(pane="progress")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).place = Place.FIRST
        sign = self.query_one("#sign", Card)
        sign.can_focus = False
        sign.draw(lambda width, height: _SIGN)
        self.query_one("#progress", Card).display = False
        self._draw()
        self.aside(partial(_look, self._engine), self._looked, group="first look")

    # What there is

    def _looked(self, found: Found) -> None:
        self._found, self._ticks = found, found.ticks
        self._ticked &= {tick.name for tick in self._ticks}
        self._draw()

    def _draw(self) -> None:
        pane, waits = self.query_one("#ticks", Card), self._reading is None
        pane.draw(self._drawn)
        untouched = " · nothing of your agents is changed yet" if waits or CONNECT not in self._ticked else ""
        does = keyed(self.key("first.go"), "does the ticked ones") if self._ticks and waits else ()
        entitle(pane, [Piece(f"First start{untouched}")], does)
        off = () if self._ticks and waits else ("first.go", "first.tick")
        self.query_one(KeyBar).off = frozenset((*off, *(() if self._ticks else ("first.details",))))

    def _drawn(self, width: int, height: int) -> list[Line]:
        found = self._found
        if found is None:
            return [EMPTY, line("looking for sessions …", width, Tone.DIM)]
        waits = self._reading is None
        lines = [EMPTY, *_here(found, width), EMPTY]
        for place, tick in enumerate(self._ticks):
            on_cursor = place == self._cursor
            ticked = Piece("x" if tick.name in self._ticked else " ", Tone.GOOD)
            box = (Piece("[", Tone.DIM), ticked, Piece("] ", Tone.DIM))
            cost = tick.cost if width > _WIDE else tick.cost.replace(";", ",").split(", ")[0]
            more = keyed(self.key("first.details"), tick.details) if tick.details and width > _WIDE else ()
            head = Piece("▌ " if on_cursor else "  ", Tone.CHOICE)
            name = Piece(fit(tick.what, _WHAT), Tone.TITLE if on_cursor else Tone.TEXT)
            lines.append(Line((head, *box, Piece(f"{place + 1}  ", Tone.CHOICE), name, Piece(cost, Tone.DIM)), more))
            lines += text(tick.files, width - 2, Tone.FAINT, indent=_UNDER) if tick.files and waits else ()
        if found.why_none and found.agents and waits:
            why = f"Nobody here could note what you said: {found.why_none}"
            told = f"{why}; `lore distill --on --with MODEL` names one."
            lines += [EMPTY, *text(told, width - 2, Tone.FAINT, indent=2)]
        if not self._ticks:
            told = "`lore demo --app` opens a sample memory; in Memory you write facts yourself."
            lines += text(told, width - 2, Tone.DIM, indent=2)
        return lines

    # Ticking

    def action_move(self, how: str, by: int) -> None:
        last = len(self._ticks) - 1
        self._cursor = max(0, min(self._cursor + by if how == "move" else by * last, last))
        self._draw()

    def action_first_tick(self) -> None:
        if self._ticks and self._reading is None:
            self._ticked ^= {self._ticks[self._cursor].name}
            self._draw()

    def action_first_details(self) -> None:
        from lore_tui.dialogs.reading import Reading as Read

        if self._ticks:
            self.app.push_screen(Read(*self._ticks[self._cursor].more))

    # Doing

    def action_first_go(self) -> None:
        """Do what is ticked; once something waits, open Review."""
        if self._reading is not None:
            if self._reading.cards or self._reading.over:
                self.dismiss(Place.REVIEW)
            return
        if self._found is None:
            return
        if not self._ticked:
            self.dismiss("")
            return
        from lore_tui import runs

        self._reading = Reading("looking")
        self.query_one("#progress", Card).display = True
        self._draw()
        self._tell()
        self.set_interval(_LOOK_S, self._see_cards)
        ticked = [tick for tick in self._ticks if tick.name in self._ticked]
        runs.run_long(self, "setting up", partial(_do, ticked))

    def take_progress(self, what: str, done: int, whole: int) -> None:
        """The app hears how far it is, and tells it here while this screen is open."""
        if self._reading is not None:
            self._reading.what, self._reading.done, self._reading.whole = what, done, whole
            self._tell()

    def take_end(self, said: str, left: Sequence[str]) -> None:
        if self._reading is not None:
            self._reading.over, self._reading.left = said, left
            self._see_cards()
            if not left:
                self.dismiss(Place.REVIEW)

    def _see_cards(self) -> None:
        if self._reading is None:
            return
        with suppress(LoreError):  # the reading itself says what is wrong with the store
            names = actions.queue(self._engine)[:_FIRST_CARDS]
            self._reading.cards = [str(one.text) for one in actions.some_candidates(self._engine, names)]
        self._tell()

    def _tell(self) -> None:
        pane, reading = self.query_one("#progress", Card), self._reading
        if reading is None:
            return
        begin = " · you can begin" if reading.cards else ""
        ways = keyed(self.key("first.go"), "opens Review") if reading.cards else ()
        entitle(pane, [Piece(f"{reading.over or reading.what}{begin}")], ways)

        def draw(width: int, height: int) -> list[Line]:
            share = reading.done / reading.whole if reading.whole else 1.0 if reading.over else 0.0
            lines = [Line(bar(share, width)), EMPTY]
            lines += [Line((Piece(f"{WAITS} ", Tone.WARN), Piece(one_line(one)))) for one in reading.cards]
            for why in reading.left:
                lines += flow([Piece(why, Tone.WARN)], width, (Piece("! ", Tone.WARN),))
            return lines

        pane.draw(draw)

    # Elsewhere

    def action_first_leave(self) -> None:
        self.dismiss("")

    async def action_quit(self) -> None:
        await self.shell.leave()


_READS = (
    "Reads the transcripts that your agents keep on this machine, masks secrets, and keeps what you typed that is "
    "meant to last. Nothing leaves this machine. `lore undo --run` takes it back."
)


def _here(found: Found, width: int) -> Iterator[Line]:
    if not found.agents:
        yield from text("No agent keeps sessions on this machine.", width - 2, indent=2)
        return
    first, *others = found.agents
    pieces = [Piece("On this machine: "), Piece(f"{first.sessions:,}", Tone.TITLE)]
    pieces.append(Piece(f" session{'s' * (first.sessions != 1)} of {first.title}"))
    for one in others:
        pieces += [Piece(", "), Piece(f"{one.sessions:,}", Tone.TITLE), Piece(f" of {one.title}")]
    yield from flow(pieces, width - 2, (Piece("  "),))
    for told in filter(None, map(not_read_of, found.agents)):
        yield from text(told, width - 2, Tone.WARN, indent=2)


def _look(engine: Engine) -> Found:
    """In a thread. Whether or not somebody can be proposed, or an agent is here."""
    from lore_tui import runs

    found = Found(actions.sessions_here(engine))
    sessions = sum(one.sessions for one in found.agents)
    if sessions:
        more, cost = ("Reading here", message_card([_READS])), "about a minute; nothing leaves this machine"
        read = partial(runs.read_sessions, engine)
        found.ticks.append(Tick(READ, "Read them here", cost, "what is read", more, read))
    with suppress(LoreError):
        offer = actions.plan_reader(engine)
        if offer.way is None:
            found.why_none = offer.why_none
        elif sessions:
            found.ticks.append(_note(engine, offer, sessions))
    with suppress(LoreError):  # no agent is here
        view = look(engine)
        if view.plan.changes:
            found.ticks.append(_connect(engine, view))
    return found


def _note(engine: Engine, offer: Offer, sessions: int) -> Tick:
    way = offer.way
    assert way is not None  # asked before
    cost = f"about {offer.each * sessions:,} tokens of {way.title}, secrets masked"
    terms = [Block(words, label=name) for name, words in offer.terms]
    more = ("What is sent", [Block(offer.question, Tone.TITLE), *terms])
    what = f"Let {way.model or way.title} note what you said"
    return Tick(NOTE, what, cost, "what is sent", more, lambda _: actions.settle_reader(engine, "yes", way=way.label))


def _connect(engine: Engine, view: SetUpView) -> Tick:
    titles = [agent.title for agent in view.plan.agents]
    named = " and ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)
    what = f"Connect {named}" if len(named) < _WHAT - 9 else f"Connect {counted(len(titles), 'agent')}"
    names = [file.name for file in view.plan.changes]
    others = f" and {len(names) - _FILES_NAMED} more" if len(names) > _FILES_NAMED else ""
    files = f"{', '.join(names[:_FILES_NAMED])}{others}"
    cost, more = f"{counted(len(names), 'file')}, put back byte for byte", plan_blocks(view, None)
    carry_out = lambda _: view.carry_out(engine)  # noqa: E731
    return Tick(CONNECT, what, cost, "the changes", ("What connecting writes", more), carry_out, files)


def _do(ticked: Sequence[Tick], told: Teller) -> str:
    """In a thread: connect, read, and then let the reader begin; what fails is told, and the rest goes on."""
    said = "ready"
    for tick in sorted(ticked, key=lambda tick: tick.name != CONNECT):
        try:
            done = tick.work(told)
        except LoreError as error:
            told.warn(f"{error.message} ({error.hint})" if error.hint else error.message)
        else:
            said = done if isinstance(done, str) else said
    return said

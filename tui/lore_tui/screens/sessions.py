"""Sessions: by day, with what was kept of each; Enter goes into one, message by message, `n` tells it in short."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message

from lore import actions, clock
from lore.actions import Kept, KeptSessions, Told, Transcript
from lore.errors import LoreError
from lore.model import Event, Turn
from lore.text import counted
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.screens.live_list import LiveList
from lore_tui.screens.registry import FACTS
from lore_tui.widgets.search_box import SearchBox

_STEP = "step:"
"""What the id of a row begins with that is a step of the session you are in."""


@dataclass
class Entered(Message):
    """A session was read; `message` is the one to go to."""

    transcript: Transcript
    message: str | None


@dataclass
class Narrated(Message):
    """A session was told in a few lines."""

    told: Told


@dataclass
class NotEntered(Message):
    """It could not be read."""

    error: LoreError


class SessionsScreen(LiveList[KeptSessions]):
    """Two lists: every session, and the steps of the one you are in. Esc goes back to the first."""

    PLACE = KeyContext.SESSIONS
    TAG_WIDTH = len("12 Mar 2026")
    HINT = "search titles, agents, projects"
    BINDINGS = keys.bindings(KeyContext.SESSIONS)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._listed = KeptSessions((), {}, {})
        self._firsts: set[str] = set()
        """The first session of each day."""
        self._inside: Transcript | None = None
        self._new = 0

    def fetch(self, wanted: str) -> KeptSessions:
        return actions.sessions_kept(self.engine, words=wanted)

    def take(self, found: KeptSessions) -> None:
        self._listed, self._new = found, 0
        firsts: dict[str, str] = {}
        for one in found.sessions:
            firsts.setdefault(clock.day(one.started_at), one.id)
        self._firsts = set(firsts.values())
        if self._inside is None:
            self.say_why_empty()
            self._show_sessions(self.rows.current)

    def say_why_empty(self) -> None:
        out = self.line("back", "all sessions")
        if self._inside is not None:
            self.rows.empty_lines = ("Nothing of this session is stored.", "", out)
        elif self.wanted:
            self.rows.empty_lines = ("No matching session.", "", out)
        else:
            way = self.line("sessions.read", "read the sessions of your agents")
            self.rows.empty_lines = ("No sessions yet.", "", way)

    def _show_sessions(self, keep: str | None) -> None:
        self._inside = None
        self.rows.show([one.id for one in self._listed.sessions], keep=keep)
        self.refresh_summary()

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        if self._inside is not None:
            return [present.step_row(name, self._step(name), kept=bool(self._kept(name))) for name in ids]
        wanted, listed = frozenset(ids), self._listed
        return [
            present.session_row(
                one, listed.titles[one.id], listed.kept[one.id], now, first_of_day=one.id in self._firsts
            )
            for one in listed.sessions
            if one.id in wanted
        ]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        if self._inside is not None:
            kept = self._kept(row_id)
            facts = {fact.id: fact for fact in actions.some_facts(self.engine, [one.fact for one in kept]).facts}
            return present.step_card(self._step(row_id), kept, facts, now)
        session = next(one for one in self._listed.sessions if one.id == row_id)
        facts_kept = actions.facts_of_session(self.engine, row_id)
        return present.session_card(session, self._listed.titles[row_id], self._listed.kept[row_id], facts_kept, now)

    def refresh_summary(self) -> None:
        if self._inside is not None:
            count = counted(sum(map(len, self._inside.kept.values())), "quotation")
            self.summarise(f"{counted(len(self._inside.steps), 'step')} · {count} kept")
        elif self._new:
            self.summarise(self.news(self._new), calls=True)
        else:
            left = f" · {self._listed.unread:,} unread" if self._listed.unread else ""
            self.summarise(f"{counted(len(self._listed.sessions), 'session')}{left}")

    def store_changed(self) -> None:
        """Counted when you reload: to read every session takes long."""

    def _step(self, name: str) -> Turn | Event:
        assert self._inside is not None  # only then rows have such ids
        return self._inside.steps[int(name.removeprefix(_STEP))]

    def _kept(self, name: str) -> Sequence[Kept]:
        step = self._step(name)
        assert self._inside is not None  # as in `_step`
        return self._inside.kept.get(step.source_id, ()) if isinstance(step, Turn) else ()

    # Into a session and back

    def action_open(self) -> None:
        if self._inside is not None:
            super().action_open()
        elif self.rows.current is not None:
            self._enter(self.rows.current, None)

    def visit(self, target: str) -> None:
        """Go to a message: `session` or `session message`, with a space between."""
        session, _, message = target.partition(" ")
        self._enter(session, message or None)

    @work(thread=True, group="enter", exit_on_error=False)
    def _enter(self, session: str, message: str | None) -> None:
        try:
            self.post_message(Entered(actions.transcript(self.engine, session), message))
        except LoreError as error:
            self.post_message(NotEntered(error))

    @on(Entered)
    def _entered(self, event: Entered) -> None:
        found = self._inside = event.transcript
        self.remove_class("-open")
        at = next((n for n, one in enumerate(found.steps) if one.source_id == event.message), None)
        first_kept = next((n for n, one in enumerate(found.steps) if one.source_id in found.kept), 0)
        start = first_kept if at is None else at
        self.say_why_empty()
        self.rows.show([f"{_STEP}{number}" for number in range(len(found.steps))], keep=f"{_STEP}{start}")
        self.rows.focus()
        self.refresh_summary()
        if event.message is not None and at is None:
            self.show_status("that message is no longer stored", Tone.WARN)

    @on(NotEntered)
    def _not_entered(self, event: NotEntered) -> None:
        self.show_status(f"{event.error.message} ({event.error.hint or 'run `lore doctor`'})", Tone.BAD)

    def action_back(self) -> None:
        if self._inside is not None and not self.has_class("-open"):
            self._show_sessions(self._inside.session.id)
        elif self.has_class("-open"):
            super().action_back()
            self.show_card()
        else:
            super().action_back()

    def action_search(self) -> None:
        if self._inside is not None:
            self._show_sessions(self._inside.session.id)
        super().action_search()

    @on(SearchBox.Cleared)
    def _cleared(self) -> None:
        self.rows.focus()

    # What it comes to

    def action_session_narrative(self) -> None:
        name = self._inside.session.id if self._inside is not None else self.rows.current
        if name is not None:
            self.show_status("summarising …", Tone.DIM)
            self._narrate(name)

    @work(thread=True, group="enter", exit_on_error=False)
    def _narrate(self, session: str) -> None:
        try:
            self.post_message(Narrated(actions.tell_session(self.engine, session)))
        except LoreError as error:
            self.post_message(NotEntered(error))

    @on(Narrated)
    def _narrated(self, event: Narrated) -> None:
        self.show_status(f"summary · {self.key('back')} back", Tone.DIM)
        self.add_class("-open")
        self.card.show(present.told_card(event.told))
        self.card.focus()

    def action_session_fact(self) -> None:
        """To the fact that rests on this message."""
        kept = self._kept(self.rows.current) if self._inside is not None and self.rows.current else ()
        if kept:
            self.shell.go_to(FACTS, kept[0].fact)
        else:
            self.show_status("no fact came from this; messages with ◆ have one", Tone.DIM)

    def action_copy(self) -> None:
        if (name := self.rows.current) is not None:
            if self._inside is None:
                self.copy(self._listed.titles[name], "its title")
            else:
                self.copy(present.step_text(self._step(name)), "its text")

    def action_copy_all(self) -> None:
        if self._inside is not None:
            self.copy("\n\n".join(map(present.step_text, self._inside.steps)), "the whole session")
        elif self.rows.current is not None:
            self.copy(self.rows.current, "its id")

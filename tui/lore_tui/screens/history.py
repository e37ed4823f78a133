"""History: a year in greens; sessions, and acts of you, the reader and the night as one stream; replay at its right."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lore import actions, clock
from lore.actions import Act, DayTally, Engine, SessionLine, Stream
from lore.errors import LoreError
from lore.presence import PERSON
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import GREENS, Piece, Row, Tone
from lore_tui.present import history as told
from lore_tui.present.drawing import keyed
from lore_tui.screens.replay import Replay
from lore_tui.text import listed
from lore_tui.widgets.heat_map import HeatMap
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine
from lore_tui.writes import Job, Outcome

SESSION, ACT, OLDER = "session:", "act:", "older"
"""What the ids of rows begin with."""
WIDEST = 400
"""Characters of a text that a line tells: more than any terminal has columns. The line itself cuts it to its room."""
AT_ONCE = 150
"""Entries of the stream that are drawn before you ask for older ones."""


class HistoryScreen(Replay):
    """What happened, newest first, a day under another. The stream has the keyboard; Enter goes into the replay."""

    PLACE = Place.HISTORY
    BINDINGS = keys.bindings(Place.HISTORY)
    PANES = ("rows", "card", "year")

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._entries: Mapping[str, SessionLine | Act] | None = None
        """Row → the session or act it tells of; None before they are read."""
        self._order: Sequence[tuple[str, str]] = ()
        """Every entry that is wanted, newest first: its day and its id."""
        self._shown = AT_ONCE
        self._went_to = ""
        """The entry that a move in the year led to: it may be of an earlier day."""
        self._target = ""
        """The entry that the cursor goes to when the stream is read."""
        self._who = self._what = ""
        """What the stream is narrowed to."""

    def compose_panes(self) -> ComposeResult:
        with Vertical():
            yield HeatMap(clock.today(), pane="year")
            with Horizontal():
                with Vertical(id="left"):
                    yield RowList(self.load, tall=True, pane="rows")
                    yield FindLine("titles, agents, projects, what was done")
                yield from self.compose_replay()

    @property
    def year(self) -> HeatMap:
        return self.query_one(HeatMap)

    def on_mount(self) -> None:
        self.rows.empty_lines = ("reading …",)
        entitle(self.year, [Piece("A year")])
        entitle(self.rows, [Piece("What happened")])
        self._read()

    def _read(self) -> None:
        here, first, today = self.shell.project, self.year.first.isoformat(), self.year.today.isoformat()

        def read() -> tuple[Mapping[str, DayTally], Stream]:
            days = actions.count_days(self.engine, first, today).days
            return days, actions.happenings(self.engine, project=here)

        def happened(found: tuple[Mapping[str, DayTally], Stream]) -> None:
            if here == self.shell.project:
                days, stream = found
                entries: dict[str, SessionLine | Act] = {f"{ACT}{act.id}": act for act in stream.acts}
                self._entries = {f"{SESSION}{one.session.id}": one for one in stream.sessions} | entries
                self._sort()
                self._fill_year(days)
                self._show_stream(self.rows.current)

        self.aside(read, happened, group="stream")

    def _sort(self) -> None:
        """What is wanted, newest first."""
        assert self._entries is not None  # called once they are read
        words = self.words.casefold().split()
        entries = []
        for name, one in self._entries.items():
            if isinstance(one, Act):
                at, who = one.at, one.actor
                fits = not self._what or self._what in one.kinds
            else:
                at, who = one.session.started_at or "", one.session.agent
                fits = self._what in ("", "sessions")
            if fits and self._who in ("", who) and (not words or all(word in self._searched(one) for word in words)):
                entries.append((at, name))
        entries.sort(reverse=True)
        self._order = [(told.date_of(at), name) for at, name in entries]

    def _searched(self, one: SessionLine | Act) -> str:
        if isinstance(one, Act):
            return self._told(one).casefold()
        return f"{one.title} {one.session.agent} {one.session.project or ''} {one.session.id}".casefold()

    def _told(self, act: Act) -> str:
        try:
            return actions.act_told(self.engine, act, width=WIDEST)
        except LoreError as error:
            return error.message

    def _fill_year(self, days: Mapping[str, DayTally]) -> None:
        brought = {
            date.fromisoformat(day): one.learnt + one.approved + one.forgotten + one.sessions
            for day, one in days.items()
        }
        self.year.show(brought)
        tallies = days.values()
        sums = (
            (sum(one.sessions for one in tallies), "sessions"),
            (sum(one.learnt for one in tallies), "noted"),
            (sum(one.approved for one in tallies), "approved"),
        )
        words = " · ".join([*(f"{number:,} {word}" for number, word in sums), f"longest run {_run(brought)} days"])
        scale = [Piece("less ", Tone.DIM), *(Piece("■ ", tone) for tone in GREENS), Piece("more", Tone.DIM)]
        entitle(self.year, [Piece("A year"), Piece(f"  {words}", Tone.DIM)], scale)

    def _show_stream(self, keep: str | None = None) -> None:
        if self._target:  # what you were sent to stays open, although the list was empty until now
            self.add_class("-open")
        keep, self._target = self._target or keep, ""
        place = next((n for n, (_, name) in enumerate(self._order) if name == keep), 0)
        self._shown = max(self._shown, place + 1)
        wanted = self._order[: self._shown]
        headings, last, now = {}, "", clock.now()
        for place, (day, _) in enumerate(wanted):
            if day != last:
                headings[place] = told.day_name(day, now)
                last = day
        ids = [name for _, name in wanted]
        if len(self._order) > len(wanted):
            ids.append(OLDER)
        self.say_why_empty()
        self.rows.show(ids, keep=keep, headings=headings)
        self.refresh_summary()

    def say_why_empty(self) -> None:
        if self._entries is None:
            return
        if self.words or self._who or self._what:
            lines = ("Nothing fits.", "", self.line("back", "everything"))
        else:
            lines = ("Nothing happened yet.", "", self.line("sessions.read", "read the sessions of your agents"))
        self.rows.empty_lines = lines

    def position(self) -> str:
        return ""

    def refresh_summary(self) -> None:
        narrowed = " · ".join(word for word in (self._who, self._what, self.words) if word)
        head = told.day_name(self.year.day.isoformat(), clock.now())
        title = [Piece(head), *([Piece(f"  {narrowed}", Tone.WARN)] if narrowed else [])]
        entitle(self.rows, title, keyed(self.key("history.told"), "in a paragraph"))

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        for name in ids:
            one = self._entry(name)
            if one is None:
                yield Row(name, f"{len(self._order) - self._shown:,} older: {self.key('open')} shows more", faded=True)
            elif isinstance(one, Act):
                yield told.act_row(name, one, self._told(one), self.key("log.revert"))
            else:
                yield told.session_row(name, one)

    def _entry(self, name: str | None) -> SessionLine | Act | None:
        return (self._entries or {}).get(name or "")

    # Narrowing

    def words_changed(self) -> None:
        self._narrowed()

    def _narrowed(self) -> None:
        if self._entries is not None:
            self._shown = AT_ONCE
            self._sort()
            self._show_stream()

    def action_history_filter(self) -> None:
        """Offer who did anything, and what was changed."""
        from lore_tui.dialogs.pick import Pick

        if self._entries is None:
            return
        acts = [one for one in self._entries.values() if isinstance(one, Act)]
        agents = [one.session.agent for one in self._entries.values() if isinstance(one, SessionLine)]
        kinds = sorted({kind for act in acts for kind in act.kinds})
        rows = [Row("", "everything", name="all")]
        who = dict.fromkeys([*(act.actor for act in acts), *agents])
        rows += [Row(f"who:{one}", told.actor_name(one), name="who") for one in who]
        rows += [Row("what:sessions", "sessions", name="what")]
        rows += [Row(f"what:{one}", actions.things_named(one), name="what") for one in kinds]
        self.app.push_screen(Pick("Show only", rows), self._narrow)

    def _narrow(self, taken: str | None) -> None:
        if taken is None:
            return
        sort, _, value = taken.partition(":")
        self._who = value if sort == "who" else self._who if taken else ""
        self._what = value if sort == "what" else self._what if taken else ""
        self._narrowed()

    # The right side follows the cursor

    def clear_card(self) -> None:
        self.close_replay()

    def fill_card(self, row_id: str, now: str) -> None:
        day = next((day for day, name in self._order if name == row_id), "")
        if day and row_id != self._went_to and self.focused is not self.year:
            self.year.show_day(date.fromisoformat(day))
            self.refresh_summary()
        one = self._entry(row_id)
        if one is None:
            self.close_replay()
        elif isinstance(one, Act):
            self.replay_act(one, self._told(one))
        else:
            self.replay_session(one.session.id)

    def visit(self, target: str) -> None:
        """Go to a message: `session` or `session message`, with a space between; as soon as the stream is read."""
        session, _, message = target.partition(" ")
        self._goal, self._target, self._wanted = (session, message), f"{SESSION}{session}", ""
        if self._entries is not None:
            self._show_stream()
        self.add_class("-open")
        self.card_list.focus()

    def action_open(self) -> None:
        row = self.rows.current
        if self.focused is self.card_list:
            self.unfold()
        elif row == OLDER:
            self._shown += AT_ONCE
            self._show_stream(self._order[self._shown - AT_ONCE][1])
        elif row is not None:
            self.add_class("-open")
            self.card_list.focus()

    def action_back(self) -> None:
        if self.shell.came_from and self.focused is self.card_list:
            place, self.shell.came_from = self.shell.came_from, ""
            self.remove_class("-open")
            self.rows.focus()
            self.action_go(place)
        elif self.has_class("-open") or self.focused is not self.rows:
            self.remove_class("-open")
            self.rows.focus()
        elif self.words or self._who or self._what:
            self._who = self._what = ""
            self.action_search_clear()
            self._narrowed()

    # Days

    @on(HeatMap.Moved)
    def _moved(self, event: HeatMap.Moved) -> None:
        """To what that day brought, or the day before it that brought anything."""
        wanted = event.day.isoformat()
        place = next((n for n, (day, _) in enumerate(self._order) if day <= wanted), None)
        self._went_to = self._order[place][1] if place is not None else ""
        if place is not None:
            if place >= self._shown:
                self._shown = place + AT_ONCE
                self._show_stream()
            self.rows.go_to(self._order[place][1])
        self.year.show_day(event.day)
        self.refresh_summary()
        if place is None or self._order[place][0] != wanted:
            self.show_status(f"{told.day_name(wanted, clock.now())}: nothing happened", Tone.DIM)

    def action_day_back(self) -> None:
        self._go_by_days(back=True)

    def action_day_forward(self) -> None:
        self._go_by_days(back=False)

    def _go_by_days(self, *, back: bool) -> None:
        """In the year by one; in the stream to the next one on which anything happened."""
        if self.focused is self.year:
            self.year.move(-1 if back else 1)
            return
        here = self.year.day.isoformat()
        days = {day for day, _ in self._order if day and (day < here if back else day > here)}
        if days:
            self.year.go(date.fromisoformat(max(days) if back else min(days)))

    def action_day_today(self) -> None:
        self.year.go(self.year.today)

    # In a paragraph, and taking back

    def action_history_told(self) -> None:
        """The session under the cursor in a few lines; of an act its day."""
        here = self._entry(self.rows.current)
        if isinstance(here, SessionLine) and self.focused is self.card_list:
            for found in self.read_or_say_why(lambda: [actions.tell_session(self.engine, here.session.id)]):
                self.read("The session in a paragraph", told.told_card(found))
            return
        day = self.year.day.isoformat()
        sessions: list[SessionLine] = []
        did: dict[str, str] = {}
        for one in [self._entry(name) for at, name in self._order if at == day]:
            if isinstance(one, Act):
                who = told.actor_name(one.actor)
                did[who] = f"{did[who]}; {self._told(one)}" if who in did else self._told(one)
            elif one is not None:
                sessions.append(one)
        self.read("The day in a paragraph", told.day_blocks(day, sessions, did, clock.now()))

    def action_log_revert(self) -> None:
        """Take back the act under the cursor; one of another visit, or of a machine, is named first."""
        act = self._entry(self.rows.current)
        if not isinstance(act, Act):
            self.show_status("only an act is taken back; a session stays as it was", Tone.DIM)
        elif not act.stands:
            self.show_status("nothing of it is left to undo", Tone.DIM)
        elif self.may_decide():
            mine = act.actor == PERSON
            question = f"Undo {listed([self._told(act)], cells=50)} ({told.actor_name(act.actor)})?"
            event = None if act.run else act.newest
            work = partial(actions.undo, self.engine, run=act.run, event=event)
            revert = partial(self.write, "log.revert", work, "Undo", ids=[self.rows.current or ""])
            revert() if mine else self.ask(question, revert)

    def action_history_fact(self) -> None:
        """To the fact that rests on this message."""
        fact = self.fact_here()
        if fact is not None:
            self.shell.go_to(Place.MEMORY, fact, back=self.PLACE)
        else:
            self.show_status("nothing was noted of this; messages with a mark have a fact", Tone.DIM)

    def written(self, job: Job, outcome: Outcome) -> None:
        super().written(job, outcome)
        self._read()

    def not_written(self, job: Job) -> None:
        self._read()

    def store_changed(self) -> None:
        self._read()

    def action_reload(self) -> None:
        self._read()
        self.show_status("up to date", Tone.DIM)

    def action_copy(self) -> None:
        one = self._entry(self.rows.current)
        if self.focused is self.card_list:
            self.copy(self.step_here(), "its text")
        elif one is not None:
            text, what = (self._told(one), "what was done") if isinstance(one, Act) else (one.title, "its title")
            self.copy(text, what)


def _run(brought: Mapping[date, int]) -> int:
    """The most days in a row that brought something."""
    best = run = 0
    before = None
    for day in sorted(day for day, amount in brought.items() if amount):
        run = run + 1 if before is not None and (day - before).days == 1 else 1
        best, before = max(best, run), day
    return best

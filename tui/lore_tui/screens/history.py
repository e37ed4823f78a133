"""History: a year in greens; sessions, and acts of you, the reader and the night as one stream; replay at its right."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from lore import actions, clock
from lore.actions import Act, DayTally, SessionLine, Stream
from lore.errors import LoreError
from lore.presence import PERSON
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import GREENS, Piece, Row, Tone
from lore_tui.present import history as told
from lore_tui.present.drawing import keyed
from lore_tui.screens.names import MEMORY
from lore_tui.screens.replay import Replay
from lore_tui.text import listed
from lore_tui.widgets.heat_map import HeatMap
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine, SearchBox
from lore_tui.widgets.title import entitle

SESSION, ACT, OLDER = "session:", "act:", "older"
"""What the ids of rows begin with."""
AT_ONCE = 150
"""Entries of the stream that are drawn before you ask for older ones."""


@dataclass
class Happened(Message):
    """What happened in all."""

    project: str | None
    stream: Stream
    days: Mapping[str, DayTally]


@dataclass
class NotRead(Message):
    """It could not be had."""

    error: LoreError


class HistoryScreen(Replay):
    """The stream has the keyboard; Enter goes into the replay, Esc comes back."""

    PLACE = KeyContext.HISTORY
    BINDINGS = keys.bindings(KeyContext.HISTORY)
    PANES = ("rows", "card", "year")

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._stream: Stream | None = None
        self._sessions: Mapping[str, SessionLine] = {}
        self._acts: Mapping[str, Act] = {}
        self._order: Sequence[tuple[str, str]] = ()
        """Every entry that is wanted, newest first: its day and its id."""
        self._days: Mapping[str, DayTally] = {}
        self._shown = AT_ONCE
        self._who = self._what = self._words = ""
        """What the stream is narrowed to."""

    def compose_panes(self) -> ComposeResult:
        with Vertical():
            yield HeatMap(clock.today(), id="year")
            with Horizontal():
                with Vertical(id="left"):
                    yield RowList(self._load, tall=True, id="rows")
                    yield FindLine("titles, agents, projects, what was done")
                yield from self.compose_replay()

    @property
    def year(self) -> HeatMap:
        return self.query_one(HeatMap)

    def on_mount(self) -> None:
        self.query_one(FindLine).display = False
        self.rows.empty_lines = ("reading …",)
        entitle(self.year, [Piece("A year")])
        entitle(self.rows, [Piece("What happened")])
        self._read()

    @work(thread=True, group="stream", exclusive=True, exit_on_error=False)
    def _read(self) -> None:
        here, year = self.shell.project, self.year
        try:
            days = actions.count_days(self.engine, year.first.isoformat(), year.today.isoformat()).days
            self.post_message(Happened(here, actions.happenings(self.engine, project=here), days))
        except LoreError as error:
            self.post_message(NotRead(error))

    @on(NotRead)
    def _not_read(self, event: NotRead) -> None:
        self.show_status(f"{event.error.message} ({event.error.hint or 'run `lore doctor`'})", Tone.BAD)

    @on(Happened)
    def _happened(self, event: Happened) -> None:
        if event.project != self.shell.project:
            return
        self._stream, self._days = event.stream, event.days
        self._sessions = {one.session.id: one for one in event.stream.sessions}
        self._acts = {act.id: act for act in event.stream.acts}
        self._sort()
        self._fill_year()
        self._show_stream(self.rows.current)

    def _sort(self) -> None:
        """What is wanted, newest first."""
        assert self._stream is not None  # called once it is read
        words = self._words.casefold().split()
        entries = []
        if self._what in ("", "sessions"):
            for one in self._stream.sessions:
                said = f"{one.title} {one.session.agent} {one.session.project or ''} {one.session.id}".casefold()
                if self._who in ("", one.session.agent) and all(word in said for word in words):
                    entries.append((one.session.started_at or "", f"{SESSION}{one.session.id}"))
        if self._what != "sessions":
            for act in self._stream.acts:
                if self._takes(act, words):
                    entries.append((act.at, f"{ACT}{act.id}"))
        entries.sort(reverse=True)
        self._order = [(told.date_of(at), name) for at, name in entries]

    def _takes(self, act: Act, words: Sequence[str]) -> bool:
        if self._who not in ("", act.actor) or (self._what and self._what not in act.kinds):
            return False
        return not words or all(word in self._told(act).casefold() for word in words)

    def _told(self, act: Act) -> str:
        try:
            return self.gateway.act_told(act)
        except LoreError as error:
            return error.message

    def _fill_year(self) -> None:
        brought = {
            date.fromisoformat(day): one.learnt + one.approved + one.forgotten + one.sessions
            for day, one in self._days.items()
        }
        self.year.show(brought)
        tallies = self._days.values()
        sums = (
            (sum(one.sessions for one in tallies), "sessions"),
            (sum(one.learnt for one in tallies), "noted"),
            (sum(one.approved for one in tallies), "approved"),
        )
        words = " · ".join([*(f"{number:,} {word}" for number, word in sums), f"longest run {_run(brought)} days"])
        scale = [Piece("less ", Tone.DIM), *(Piece("■ ", tone) for tone in GREENS), Piece("more", Tone.DIM)]
        entitle(self.year, [Piece("A year"), Piece(f"  {words}", Tone.DIM)], scale)

    def _show_stream(self, keep: str | None = None) -> None:
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
        if self._stream is None:
            return
        if self._words or self._who or self._what:
            lines = ("Nothing fits.", "", self.line("back", "everything"))
        else:
            lines = ("Nothing happened yet.", "", self.line("sessions.read", "read the sessions of your agents"))
        self.rows.empty_lines = lines

    def refresh_summary(self) -> None:
        narrowed = " · ".join(word for word in (self._who, self._what, self._words) if word)
        head = told.day_name(self.year.day.isoformat(), clock.now())
        title = [Piece(head), *([Piece(f"  {narrowed}", Tone.WARN)] if narrowed else [])]
        entitle(self.rows, title, keyed(self.key("history.told"), "in a paragraph"))

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        for name in ids:
            sort, _, one = name.partition(":")
            if name == OLDER:
                yield Row(name, f"{len(self._order) - self._shown:,} older: {self.key('open')} shows more", faded=True)
            elif f"{sort}:" == SESSION:
                yield told.session_row(name, self._sessions[one])
            else:
                act = self._acts[one]
                yield told.act_row(name, act, self._told(act), self.key("log.revert"))

    # The right side follows the cursor

    def clear_card(self) -> None:
        self.close_replay()

    def fill_card(self, row_id: str, now: str) -> None:
        sort, _, one = row_id.partition(":")
        day = next((day for day, name in self._order if name == row_id), "")
        if day and self.focused is not self.year:
            self.year.show_day(date.fromisoformat(day))
            self.refresh_summary()
        if f"{sort}:" == SESSION:
            self.replay_session(one)
        elif f"{sort}:" == ACT:
            self.replay_act(self._acts[one], self._told(self._acts[one]))
        else:
            self.close_replay()

    def visit(self, target: str) -> None:
        """Go to a message: `session` or `session message`, with a space between."""
        session, _, message = target.partition(" ")
        row = f"{SESSION}{session}"
        if row in self.rows.ids:
            self.rows.go_to(row)
        self.replay_session(session, message or None)
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
        elif self._words or self._who or self._what:
            self._who = self._what = ""
            self.clear_search()
            self._narrowed()

    # Days

    @on(HeatMap.Moved)
    def _moved(self, event: HeatMap.Moved) -> None:
        """To what that day brought, or the day before it that brought anything."""
        wanted = event.day.isoformat()
        place = next((n for n, (day, _) in enumerate(self._order) if day <= wanted), None)
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
        self.year.move(-1)

    def action_day_forward(self) -> None:
        self.year.move(1)

    def action_day_previous(self) -> None:
        self._to_busy(back=True)

    def action_day_next(self) -> None:
        self._to_busy(back=False)

    def _to_busy(self, *, back: bool) -> None:
        here = self.year.day.isoformat()
        days = {day for day, _ in self._order if day and (day < here if back else day > here)}
        if days:
            self.year.go(date.fromisoformat(max(days) if back else min(days)))

    def action_day_today(self) -> None:
        self.year.go(self.year.today)

    def action_move_down(self) -> None:
        self.year.move(1) if self.focused is self.year else super().action_move_down()

    def action_move_up(self) -> None:
        self.year.move(-1) if self.focused is self.year else super().action_move_up()

    # Narrowing

    def action_search(self) -> None:
        line = self.query_one(FindLine)
        line.display = True
        line.box.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if isinstance(event.input, SearchBox) and event.value.strip() != self._words:
            self._words = event.value.strip()
            self._narrowed()

    def _narrowed(self) -> None:
        if self._stream is not None:
            self._shown = AT_ONCE
            self._sort()
            self._show_stream()

    @on(SearchBox.Kept)
    def _keep_search(self) -> None:
        self.query_one(FindLine).display = bool(self._words)
        self.rows.focus()

    @on(SearchBox.Cleared)
    def clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self._keep_search()

    @on(SearchBox.Moved)
    def _move_while_typing(self, event: SearchBox.Moved) -> None:
        self.rows.move(event.by)

    def action_history_filter(self) -> None:
        """Offer who did anything, and what was changed."""
        from lore_tui.dialogs.pick import Pick

        if self._stream is None:
            return
        actors = dict.fromkeys(act.actor for act in self._stream.acts)
        agents = dict.fromkeys(one.session.agent for one in self._stream.sessions)
        kinds = sorted({kind for act in self._stream.acts for kind in act.kinds})
        rows = [Row("", "everything", name="all")]
        rows += [Row(f"who:{one}", told.actor_name(one), name="who") for one in (*actors, *agents)]
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

    # In a paragraph, and taking back

    def action_history_told(self) -> None:
        """The session under the cursor in a few lines; of an act its day."""
        sort, _, one = (self.rows.current or "").partition(":")
        if f"{sort}:" == SESSION and self.focused is self.card_list:
            for found in self.read_or_say_why(lambda: [actions.tell_session(self.engine, one)]):
                self.read("The session in a paragraph", told.told_card(found))
            return
        day = self.year.day.isoformat()
        names = [name for at, name in self._order if at == day]
        sessions = [self._sessions[name.removeprefix(SESSION)] for name in names if name.startswith(SESSION)]
        did: dict[str, str] = {}
        for name in names:
            if name.startswith(ACT):
                act = self._acts[name.removeprefix(ACT)]
                who = told.actor_name(act.actor)
                did[who] = f"{did[who]}; {self._told(act)}" if who in did else self._told(act)
        self.read("The day in a paragraph", told.day_blocks(day, sessions, did, clock.now()))

    def action_log_revert(self) -> None:
        """Take back the act under the cursor; one of another visit, or of a machine, is named first."""
        act = self._acts.get((self.rows.current or "").removeprefix(ACT))
        if act is None:
            self.show_status("only an act is taken back; a session stays as it was", Tone.DIM)
        elif not act.stands:
            self.show_status("nothing of it is left to undo", Tone.DIM)
        elif self.may_decide():
            mine = act.actor == PERSON
            question = f"Undo {listed([self._told(act)], cells=50)} ({told.actor_name(act.actor)})?"
            revert = partial(self.enqueue_write, "log.revert", partial(self.gateway.revert_act, act), [self.rows.current or ""])
            revert() if mine else self.ask(question, revert)

    def action_history_fact(self) -> None:
        """To the fact that rests on this message."""
        fact = self.fact_here()
        if fact is not None:
            self.shell.go_to(MEMORY, fact, back=self.PLACE)
        else:
            self.show_status("nothing was noted of this; messages with a mark have a fact", Tone.DIM)

    def written(self, job: Job, outcome: Outcome) -> None:
        self._read()

    def not_written(self, job: Job) -> None:
        self._read()

    def store_changed(self) -> None:
        self._read()

    def action_reload(self) -> None:
        self._read()
        self.show_status("up to date", Tone.DIM)

    def action_copy(self) -> None:
        if self.focused is self.card_list:
            self.copy(self.step_here(), "its text")
        elif (name := self.rows.current) is not None:
            sort, _, one = name.partition(":")
            text = self._sessions[one].title if f"{sort}:" == SESSION else self._told(self._acts[one])
            self.copy(text, "its title" if f"{sort}:" == SESSION else "what was done")

    def action_copy_all(self) -> None:
        if text := self.whole_replay():
            self.copy(text, "the whole session")


def _run(brought: Mapping[date, int]) -> int:
    """The most days in a row that brought something."""
    best = run = 0
    before = None
    for day in sorted(day for day, amount in brought.items() if amount):
        run = run + 1 if before is not None and (day - before).days == 1 else 1
        best, before = max(best, run), day
    return best

"""The year, and below it sessions and acts as one stream: how it is read, sorted, narrowed and drawn."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lore import actions, clock
from lore.actions import Act, DayTally, Engine, SessionLine, Stream
from lore.errors import LoreError
from lore_tui.look import GREENS, Piece, Row, Tone
from lore_tui.present import history as told
from lore_tui.present.drawing import keyed
from lore_tui.screens.replay import Replay
from lore_tui.widgets.heat_map import HeatMap
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine

SESSION, ACT, OLDER = "session:", "act:", "older"
"""What the ids of rows begin with."""
WIDEST = 400
"""Characters of a text that a line tells: more than any terminal has columns. The line itself cuts it to its room."""
AT_ONCE = 150
"""Entries of the stream that are drawn before you ask for older ones."""


class StreamList(Replay):
    """What happened, newest first, a day under another."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._stream: Stream | None = None
        self._sessions: Mapping[str, SessionLine] = {}
        self._acts: Mapping[str, Act] = {}
        self._order: Sequence[tuple[str, str]] = ()
        """Every entry that is wanted, newest first: its day and its id."""
        self._days: Mapping[str, DayTally] = {}
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

        self.aside(read, lambda found: self._happened(here, *found), group="stream")

    def _happened(self, here: str | None, days: Mapping[str, DayTally], stream: Stream) -> None:
        if here != self.shell.project:
            return
        self._stream, self._days = stream, days
        self._sessions = {one.session.id: one for one in stream.sessions}
        self._acts = {act.id: act for act in stream.acts}
        self._sort()
        self._fill_year()
        self._show_stream(self.rows.current)

    def _sort(self) -> None:
        """What is wanted, newest first."""
        assert self._stream is not None  # called once it is read
        words = self.words.casefold().split()
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
            return actions.act_told(self.engine, act, width=WIDEST)
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

    def show_entry(self, name: str) -> None:
        """Put the cursor on an entry, as soon as the stream is read."""
        self._target = name
        if self._stream is not None:
            self._show_stream()

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
        if self._stream is None:
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
            sort, _, one = name.partition(":")
            if name == OLDER:
                yield Row(name, f"{len(self._order) - self._shown:,} older: {self.key('open')} shows more", faded=True)
            elif f"{sort}:" == SESSION:
                yield told.session_row(name, self._sessions[one])
            else:
                act = self._acts[one]
                yield told.act_row(name, act, self._told(act), self.key("log.revert"))

    # Narrowing

    def words_changed(self) -> None:
        self._narrowed()

    def _narrowed(self) -> None:
        if self._stream is not None:
            self._shown = AT_ONCE
            self._sort()
            self._show_stream()

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


def _run(brought: Mapping[date, int]) -> int:
    """The most days in a row that brought something."""
    best = run = 0
    before = None
    for day in sorted(day for day, amount in brought.items() if amount):
        run = run + 1 if before is not None and (day - before).days == 1 else 1
        best, before = max(best, run), day
    return best

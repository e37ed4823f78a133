"""Timeline: a year in days, and below it what the chosen day brought; Enter goes to the fact or the session."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from textual import on, work
from textual.app import ComposeResult
from textual.message import Message

from lore import actions, clock
from lore.actions import DayTally, DayView
from lore.errors import LoreError
from lore.model import Status
from lore.text import counted
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.screens.registry import FACTS, SESSIONS
from lore_tui.text import day as day_of
from lore_tui.widgets.heat_map import HeatMap
from lore_tui.widgets.summary_line import SummaryLine

_SESSION, _FACT, _ACT = "session:", "fact:", "act:"
"""What the id of a row begins with."""


@dataclass
class YearCounted(Message):
    """What each day of the year brought."""

    days: Mapping[str, DayTally]


@dataclass
class DayRead(Message):
    """What one day brought."""

    day: date
    found: DayView


@dataclass
class NotCounted(Message):
    """It could not be had."""

    error: LoreError


class TimelineScreen(BaseScreen):
    """The keyboard is in the year or in the list; Tab and Enter go down, Esc goes up."""

    PLACE = KeyContext.TIMELINE
    TAG_WIDTH = len("consolidation")
    BINDINGS = keys.bindings(KeyContext.TIMELINE)
    AUTO_FOCUS = "HeatMap"

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._days: Mapping[str, DayTally] = {}
        self._found: DayView | None = None
        self._shown: date | None = None

    def compose_summary(self) -> ComposeResult:
        yield SummaryLine()
        yield HeatMap(clock.today())

    @property
    def year(self) -> HeatMap:
        return self.query_one(HeatMap)

    def on_mount(self) -> None:
        self.rows.empty_lines = ("Reading …",)
        self._read_all()

    def _read_all(self) -> None:
        self._count_year(self.year.first.isoformat(), self.year.today.isoformat())
        self._read_day(self.year.day)

    @work(thread=True, group="year", exit_on_error=False)
    def _count_year(self, first: str, last: str) -> None:
        try:
            self.post_message(YearCounted(actions.count_days(self.engine, first, last).days))
        except LoreError as error:
            self.post_message(NotCounted(error))

    @work(thread=True, group="day", exit_on_error=False)
    def _read_day(self, day: date) -> None:
        if day != self.year.day:
            return
        try:
            self.post_message(DayRead(day, actions.show_day(self.engine, day.isoformat())))
        except LoreError as error:
            self.post_message(NotCounted(error))

    @on(YearCounted)
    def _year_counted(self, event: YearCounted) -> None:
        self._days = event.days
        brought = {
            date.fromisoformat(day): one.learnt + one.approved + one.forgotten + one.sessions
            for day, one in event.days.items()
        }
        self.year.show(brought)
        self.refresh_summary()

    @on(DayRead)
    def _day_read(self, event: DayRead) -> None:
        if event.day != self.year.day:
            return
        found, self._found = event.found, event.found
        same = self._shown == event.day
        self._shown = event.day
        self.say_why_empty()
        rows = [f"{_SESSION}{one.id}" for one in found.sessions]
        rows += [f"{_FACT}{one.id}" for one in found.facts]
        rows += [f"{_ACT}{one.id}" for one in found.acts]
        self.rows.show(rows, keep=self.rows.current if same else None)
        self.show_card()

    def say_why_empty(self) -> None:
        ways = " ".join(map(self.key, ("day.back", "day.forward", "move.up", "move.down")))
        self.rows.empty_lines = ("Nothing happened on this day.", "", f"{ways}   another day")

    @on(NotCounted)
    def _not_counted(self, event: NotCounted) -> None:
        self.show_status(f"{event.error.message} ({event.error.hint or 'run `lore doctor`'})", Tone.BAD)

    @on(HeatMap.Moved)
    def _moved(self, event: HeatMap.Moved) -> None:
        self.refresh_summary()
        self._read_day(event.day)

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [present.day_row(name, *self._thing(name)) for name in ids]

    def _thing(self, name: str) -> tuple[str, str, bool]:
        """The tag, the words, and whether it is out of use, of a row."""
        found, (sort, _, one) = self._found, name.partition(":")
        assert found is not None  # only then there are rows
        if f"{sort}:" == _SESSION:
            return "session", found.titles[one] or "(no title)", False
        if f"{sort}:" == _FACT:
            fact = next(fact for fact in found.facts if fact.id == one)
            return fact.kind.value, fact.text, fact.status is not Status.ACTIVE
        act = next(act for act in found.acts if act.id == one)
        return present.actor_name(act.actor), self.gateway.act_told(act), not act.stands

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        sort, _, one = row_id.partition(":")
        assert self._found is not None  # as in `_thing`
        if f"{sort}:" == _FACT:
            return present.fact_card(
                actions.show(self.engine, one), actions.explain_strength(self.engine, one), now, self.gateway.short
            )
        if f"{sort}:" == _SESSION:
            session = next(session for session in self._found.sessions if session.id == one)
            facts = actions.facts_of_session(self.engine, one)
            return present.session_card(session, self._found.titles[one], len(facts), facts, now)
        act = next(act for act in self._found.acts if act.id == one)
        alone = actions.event_numbered(self.engine, act.newest) if act.events == 1 else None
        return present.act_card(act, self.gateway.act_told(act), alone, now, self.gateway.short, self.key)

    def refresh_summary(self) -> None:
        line, day = self.query_one(SummaryLine), self.year.day
        one = self._days.get(day.isoformat(), DayTally())
        words = [
            counted(one.sessions, "session"), f"{one.learnt:,} learnt", f"{one.approved:,} approved",
            f"{one.forgotten:,} forgotten",
        ]  # fmt: skip
        line.left = f"{day:%a} {day_of(day.isoformat(), clock.now())}: {', '.join(words)}"
        line.right = "less .·░▒█ more"

    def store_changed(self) -> None:
        self._read_all()

    def action_reload(self) -> None:
        self._read_all()
        self.show_status("up to date", Tone.DIM)

    # Moving: in the year where it has the keyboard, else in the list or the card

    @property
    def _in_year(self) -> bool:
        return self.focused is self.year

    def action_move_down(self) -> None:
        self.year.move(1) if self._in_year else super().action_move_down()

    def action_move_up(self) -> None:
        self.year.move(-1) if self._in_year else super().action_move_up()

    def action_move_top(self) -> None:
        self.year.go(self.year.first) if self._in_year else super().action_move_top()

    def action_move_bottom(self) -> None:
        self.year.go(self.year.today) if self._in_year else super().action_move_bottom()

    def action_day_back(self) -> None:
        self.year.move(-7)

    def action_day_forward(self) -> None:
        self.year.move(7)

    def action_day_month_back(self) -> None:
        self.year.move_months(-1)

    def action_day_month_forward(self) -> None:
        self.year.move_months(1)

    def action_day_today(self) -> None:
        self.year.go(self.year.today)

    def action_focus_next(self) -> None:
        panes = [self.year, *([self.rows] if self.rows.ids else []), *([self.card] if self.rows.ids else [])]
        here = next((place for place, pane in enumerate(panes) if pane is self.focused), 0)
        panes[(here + 1) % len(panes)].focus()

    def action_open(self) -> None:
        """From the year into the list; in the list to the thing itself."""
        name = self.rows.current
        if name is None:
            return
        sort, _, one = name.partition(":")
        if self._in_year:
            self.rows.focus()
        elif f"{sort}:" == _SESSION:
            self.shell.go_to(SESSIONS, one)
        elif f"{sort}:" == _FACT:
            self.shell.go_to(FACTS, one)
        else:
            super().action_open()

    def action_back(self) -> None:
        if self.has_class("-open"):
            super().action_back()
        else:
            self.year.focus()

    def action_copy(self) -> None:
        if self.rows.current is not None:
            self.copy(self._thing(self.rows.current)[1], "its text")

    def action_copy_all(self) -> None:
        lines = [" ".join(self._thing(name)[:2]) for name in self.rows.ids]
        self.copy("\n".join([self.query_one(SummaryLine).left, *lines]), "the day")

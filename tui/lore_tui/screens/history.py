"""History: a year in greens; sessions, and acts of you, the reader and the night as one stream; replay at its right."""

from datetime import date
from functools import partial

from textual import on

from lore import actions, clock
from lore.presence import PERSON
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import Tone
from lore_tui.present import history as told
from lore_tui.screens.stream import ACT, AT_ONCE, OLDER, SESSION, StreamList
from lore_tui.text import listed
from lore_tui.widgets.heat_map import HeatMap
from lore_tui.writes import Job, Outcome


class HistoryScreen(StreamList):
    """The stream has the keyboard; Enter goes into the replay, Esc comes back."""

    PLACE = Place.HISTORY
    BINDINGS = keys.bindings(Place.HISTORY)
    PANES = ("rows", "card", "year")

    # The right side follows the cursor

    def clear_card(self) -> None:
        self.close_replay()

    def fill_card(self, row_id: str, now: str) -> None:
        sort, _, one = row_id.partition(":")
        day = next((day for day, name in self._order if name == row_id), "")
        if day and row_id != self._went_to and self.focused is not self.year:
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
        self.replay_session(session, message or None)
        self.show_entry(f"{SESSION}{session}")
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
        if self.focused is self.card_list:
            self.copy(self.step_here(), "its text")
        elif (name := self.rows.current) is not None:
            sort, _, one = name.partition(":")
            text = self._sessions[one].title if f"{sort}:" == SESSION else self._told(self._acts[one])
            self.copy(text, "its title" if f"{sort}:" == SESSION else "what was done")

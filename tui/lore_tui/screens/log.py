"""Log: what was done, an act a line, with who did it and when; it unfolds to its events, and any act is taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from textual import work

from lore import actions, clock
from lore.actions import Act, Acts, things_named
from lore.model import SubjectKind
from lore_tui import keys, present
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.screens.live_list import LiveList

_EVENT = "event:"
"""What the id of a row begins with that is an event of the act above it."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What the log shows of everything."""

    actor: str | None = None
    kind: SubjectKind | None = None


class LogScreen(LiveList[Acts]):
    """Nothing here can be edited: an undo is an act of its own."""

    PLACE = KeyContext.LOG
    TAG_WIDTH = len("consolidation")
    HINT = "search changes and what they changed"
    BINDINGS = keys.bindings(KeyContext.LOG)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._acts: dict[str, Act] = {}
        self._all = Acts((), (), ())
        self._unfolded: dict[str, list[str]] = {}
        """Act → the ids of the rows of its events."""
        self._narrowed = Narrowed()
        self._new = 0
        self._to_top = False

    def fetch(self, wanted: str) -> Acts:
        return actions.list_acts(self.engine, words=wanted, actor=self._narrowed.actor, kind=self._narrowed.kind)

    def take(self, found: Acts) -> None:
        self._all, self._new = found, 0
        self._acts = {act.id: act for act in found.acts}
        self._unfolded = {name: rows for name, rows in self._unfolded.items() if name in self._acts}
        self.say_why_empty()
        keep, self._to_top = None if self._to_top else self.rows.current, False
        self._show(keep)

    def _show(self, keep: str | None) -> None:
        self.rows.show([row for name in self._acts for row in (name, *self._unfolded.get(name, ()))], keep=keep)
        self.refresh_summary()

    @property
    def _is_narrowed(self) -> bool:
        return bool(self.wanted) or self._narrowed != Narrowed()

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [self._row(name, now) for name in ids]

    def _row(self, name: str, now: str) -> Row:
        if name.startswith(_EVENT):
            return present.event_row(name, actions.event_numbered(self.engine, _number(name)), now)
        act = self._acts[name]
        return present.act_row(act, self.gateway.act_told(act), now, unfolded=name in self._unfolded)

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        if row_id.startswith(_EVENT):
            return present.event_card(actions.event_numbered(self.engine, _number(row_id)), now, self.gateway.short)
        act = self._acts[row_id]
        alone = actions.event_numbered(self.engine, act.newest) if act.events == 1 else None
        return present.act_card(act, self.gateway.act_told(act), alone, now, self.gateway.short, self.key)

    def say_why_empty(self) -> None:
        self.rows.empty_lines = self._why_empty()

    def _why_empty(self) -> tuple[str, ...]:
        if self._is_narrowed:
            return ("No matching changes.", "", self.line("back", "show everything"))
        ways = (self.line("sessions.read", "read the sessions of your agents"), self.line("go.facts", "facts"))
        return ("No changes yet.", "", *ways)

    def refresh_summary(self) -> None:
        narrowed = [present.actor_name(self._narrowed.actor)] if self._narrowed.actor else []
        narrowed += [things_named(self._narrowed.kind)] if self._narrowed.kind else []
        shown = f"{len(self._acts):,} acts" if len(self._acts) != 1 else "1 act"
        new = self.news(self._new)
        self.summarise(new if self._new else " · ".join([*narrowed, shown]), calls=self._new > 0)

    def store_changed(self) -> None:
        newest = max((act.newest for act in self._acts.values()), default=0)
        if not self._is_narrowed:
            self._new = sum(self.read_or_say_why(lambda: [actions.events_after(self.engine, newest)]))
            self.refresh_summary()

    def written(self, job: Job, outcome: Outcome) -> None:
        """What was just done here is shown on top."""
        self._to_top = True
        self.read_again()

    # Unfolding

    def action_open(self) -> None:
        name = self.rows.current
        if name is None or name.startswith(_EVENT):
            super().action_open()
        elif name in self._unfolded:
            del self._unfolded[name]
            self._show(name)
        else:
            self._unfold(name)

    @work(thread=True, group="unfold", exit_on_error=False)
    def _unfold(self, name: str) -> None:
        numbers = actions.act_events(self.engine, name)
        self.app.call_from_thread(self._show_unfolded, name, [f"{_EVENT}{number}" for number in numbers])

    def _show_unfolded(self, name: str, rows: list[str]) -> None:
        if name in self._acts:
            self._unfolded[name] = rows
            self._show(self.rows.current)

    def action_log_next(self) -> None:
        self._to_hit(1)

    def action_log_previous(self) -> None:
        self._to_hit(-1)

    def _to_hit(self, by: int) -> None:
        """To the nearest row on that side that holds a word of the search, and round the end."""
        words = self.wanted.casefold().split()
        if not words:
            self.show_status(f"search with {self.key('search')} first; then this jumps between hits", Tone.DIM)
            return
        rows, now = self.rows, clock.now()
        count = len(rows.ids)
        for step in range(1, count + 1):
            place = (rows.cursor + by * step) % count
            if self._holds(rows.ids[place], words, now):
                rows.cursor = place
                return
        self.show_status("no match among the unfolded rows", Tone.DIM)

    def _holds(self, name: str, words: Sequence[str], now: str) -> bool:
        """Whether a row says one of the words; an act that is folded up was found by them."""
        if name in self._acts and name not in self._unfolded:
            return True
        said = " ".join(f"{row.name} {row.text} {row.tag}" for row in self._load([name])).casefold()
        return any(word in said for word in words)

    # Narrowing

    def action_log_filter(self) -> None:
        from lore_tui.dialogs.pick import Pick

        rows = [Row("", "everything", tag="all")]
        rows += [Row(f"who:{one}", present.actor_name(one), tag="who", tone=Tone.CHOICE) for one in self._all.actors]
        rows += [Row(f"what:{one}", things_named(one), tag="what", tone=Tone.FIX) for one in self._all.kinds]
        self.app.push_screen(Pick("Show only", rows), self._narrow)

    def _narrow(self, picked: str | None) -> None:
        if picked is None:
            return
        sort, _, value = picked.partition(":")
        if sort == "who":
            self._narrowed = Narrowed(value, self._narrowed.kind)
        elif sort == "what":
            self._narrowed = Narrowed(self._narrowed.actor, SubjectKind(value))
        else:
            self._narrowed = Narrowed()
        self.read_again()

    def action_back(self) -> None:
        if self._narrowed != Narrowed() and not self.wanted and not self.has_class("-open"):
            self._narrow("")
        else:
            super().action_back()

    # Taking back, taking away

    def action_log_revert(self) -> None:
        """The whole act under the cursor, or the step that the event under it belongs to."""
        name = self.rows.current
        if name is None or not self.may_decide():
            return
        if name.startswith(_EVENT):
            self.enqueue_write("log.revert", partial(self.gateway.revert, _number(name)))
        else:
            self.enqueue_write("log.revert", partial(self.gateway.revert_act, self._acts[name]))

    def action_copy(self) -> None:
        for text, _ in self._told():
            self.copy(text, "the line")

    def action_copy_all(self) -> None:
        for _, text in self._told():
            self.copy(text, "everything it did")

    def _told(self) -> list[tuple[str, str]]:
        """What is under the cursor in one line, and whole; empty where there is nothing."""
        name = self.rows.current
        if name is None:
            return []
        if name.startswith(_EVENT):
            events = self.read_or_say_why(lambda: [actions.event_numbered(self.engine, _number(name))])
            return [(present.event_line(one), present.event_text(one)) for one in events]
        act = self._acts[name]
        lines = self.read_or_say_why(lambda: [self.gateway.act_told(act)])
        return [(present.act_line(act, line), present.act_text(act, line)) for line in lines]


def _number(name: str) -> int:
    return int(name.removeprefix(_EVENT))

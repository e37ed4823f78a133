"""The right side of History: a session as it was said, with what it was given; or the changes of an act."""

from collections.abc import Iterable, Sequence
from typing import Any

from textual.app import ComposeResult

from lore import actions
from lore.actions import Act, Engine, Receipt, Transcript
from lore.model import AuditEvent, Event, Fact, Status, Turn
from lore_tui.look import Piece, Row, Tone
from lore_tui.present import history as told
from lore_tui.present.drawing import keyed
from lore_tui.present.facts import State
from lore_tui.present.parts import project_name
from lore_tui.screens.everywhere import Everywhere
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList

_START = "start"
_MOST_EVENTS = 200
"""Changes of an act that are shown."""


class Replay(Everywhere):
    """Holds the pane, and what is open in it."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._wanted = ""
        """The session or act that is to be shown: an older answer is dropped."""
        self._lines: dict[str, Receipt | Turn | list[Event] | AuditEvent] = {}
        """Row → what it tells: what was given, a message, what was run between two, a change."""
        self._notes: dict[str, list[told.Noted]] = {}
        """Message → what was noted of it."""
        self._open: set[str] = set()
        """Rows that you unfolded."""
        self._goal = ("", "")
        """The session and the message that somebody was sent to."""
        self._started: str | None = None
        """When the session began that is open."""

    def compose_replay(self) -> ComposeResult:
        yield RowList(self._replay_rows, tall=True, pane="card")

    @property
    def card_list(self) -> RowList:
        return self.query_one("#card", RowList)

    def close_replay(self) -> None:
        self._wanted = ""
        self._show_lines({}, "Replay", why_empty=())

    def _show_lines(
        self,
        lines: dict[str, Any],
        title: str,
        keys: Sequence[Piece] = (),
        *,
        why_empty: tuple[str, ...],
        start: str | None = None,
    ) -> None:
        self._lines = lines
        self._open.clear()
        self.card_list.empty_lines = why_empty
        self.card_list.show(lines, keep=start)
        entitle(self.card_list, [Piece(title)], keys)

    # What is read

    def replay_session(self, session: str) -> None:
        if self._wanted == session:
            return  # it is open, or on its way
        self._wanted = session
        message = self._goal[1] if self._goal[0] == session else ""

        def read() -> tuple[Transcript, Receipt, dict[str, Fact]]:
            found = actions.transcript(self.engine, session)
            names = sorted({one.fact for kept in found.kept.values() for one in kept})
            facts = {fact.id: fact for fact in actions.some_facts(self.engine, names).facts}
            return found, actions.receipt(self.engine, found.session.id, project=found.session.project), facts

        self.aside(read, lambda found: self._show_session(*found, message), group="enter")

    def replay_act(self, act: Act, title: str) -> None:
        if self._wanted == act.id:
            return
        self._wanted = act.id

        def read() -> Sequence[AuditEvent]:
            numbers = actions.act_events(self.engine, act.id)[:_MOST_EVENTS]
            return [actions.event_numbered(self.engine, one) for one in numbers]

        def show(events: Sequence[AuditEvent]) -> None:
            more = act.events - len(events)
            heading = f"{told.actor_name(act.actor)} · {told.time_of(act.at)} · {title}"
            rest = [Piece(f"{more:,} more: lore log", Tone.DIM)] if more > 0 else ()
            lines = {str(number): event for number, event in enumerate(events)}
            self._show_lines(lines, heading, rest, why_empty=("Nothing of it is kept in the log.",))

        self.aside(read, show, group="enter")

    def _show_session(self, found: Transcript, receipt: Receipt, facts: dict[str, Fact], message: str) -> None:
        """message: the one to go to."""
        if message:
            self._goal = ("", "")
        lines: dict[str, Receipt | Turn | list[Event]] = {_START: receipt}
        between: list[Event] = []
        for number, step in enumerate(found.steps):
            if isinstance(step, Event):
                if not between:
                    lines[str(number)] = between
                between.append(step)
            elif step.text.strip():
                between = []
                lines[str(number)] = step
        self._notes = {}
        for name, kept in found.kept.items():
            noted: dict[str, told.Noted] = {}
            for one in kept:
                if (fact := facts.get(one.fact)) is not None:
                    noted.setdefault(one.fact, told.Noted(fact, one.quote, _state(fact)))
            self._notes[name] = list(noted.values())
        self._started = found.session.started_at
        steps = [(str(number), one.source_id) for number, one in enumerate(found.steps)]
        wanted = {message} if message else set(found.kept)
        start = next((row for row, name in steps if name in wanted), None)
        words = (found.session.agent, project_name(found.session.project), told.time_of(self._started))
        keys = (*keyed(self.key("replay.next"), "next note"), Piece("  ")) if any(found.kept.values()) else ()
        title = " · ".join(word for word in words if word)
        self._show_lines(
            lines, title, (*keys, *keyed(self.key("open"), "unfold")), start=start,
            why_empty=("Nothing of this session is stored.",),
        )  # fmt: skip
        self.call_after_refresh(self.card_list.show_around)
        if message and start is None:
            self.show_status("that message is no longer stored", Tone.WARN)

    # Its rows

    def _replay_rows(self, ids: Sequence[str]) -> Iterable[Row]:
        plain = self.card_list.is_plain
        for name in ids:
            line, unfolded = self._lines[name], name in self._open
            if isinstance(line, AuditEvent):
                yield told.event_row(name, line)
            elif isinstance(line, Turn):
                noted = self._notes.get(line.source_id, [])
                yield told.step_row(name, line, noted, whole=unfolded, plain_terminal=plain)
            elif isinstance(line, list):
                yield told.events_row(name, line, unfolded=unfolded)
            else:
                yield told.start_row(name, line, self._started, unfolded=unfolded)

    def unfold(self) -> None:
        """Show the whole of a row, or its first lines again."""
        if (name := self.card_list.current) is not None:
            self._open ^= {name}
            self.card_list.forget([name])

    # Moving in it

    def action_replay_next(self) -> None:
        self._to_note(1)

    def action_replay_previous(self) -> None:
        self._to_note(-1)

    def _to_note(self, step: int) -> None:
        rows = self.card_list
        noted = [
            place
            for place, line in enumerate(self._lines.values())
            if isinstance(line, Turn) and line.source_id in self._notes
        ]
        ahead = [place for place in noted if (place - rows.cursor) * step > 0]
        if ahead:
            rows.cursor = ahead[0] if step > 0 else ahead[-1]
            rows.focus()
        elif _START in self._lines:
            self.show_status("no further note in this session", Tone.DIM)

    def fact_here(self) -> str | None:
        """The fact that rests on the message under the cursor; of a change the fact it changed."""
        line = self._lines.get(self.card_list.current or "")
        if isinstance(line, AuditEvent):
            return line.subject.id if line.subject.kind == "fact" else None
        noted = self._notes.get(line.source_id) if isinstance(line, Turn) else None
        return noted[0].fact.id if noted else None

    def step_here(self) -> str:
        line = self._lines.get(self.card_list.current or "")
        return (
            line.text
            if isinstance(line, Turn)
            else "\n".join(one.name for one in line)
            if isinstance(line, list)
            else ""
        )


def _state(fact: Fact) -> State:
    if fact.status not in (Status.ACTIVE, Status.PENDING):
        return State.ARCHIVED
    if fact.tainted:
        return State.AGENTS
    return State.STARTS if fact.approved_at or fact.pinned or fact.standing else State.FITS

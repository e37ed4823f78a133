"""The right side of History: a session as it was said, with what it was given; or the changes of an act."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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

_STEP, _RAN, _EVENT, _START = "step:", "ran:", "event:", "start"
_MOST_EVENTS = 200
"""Changes of an act that are shown."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A session that was read."""

    transcript: Transcript
    receipt: Receipt
    facts: Mapping[str, Fact]


class Replay(Everywhere):
    """Holds the pane, and what is open in it."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._wanted = ""
        """The session or act that is to be shown: an older answer is dropped."""
        self._inside: Entered | None = None
        self._changes: Sequence[AuditEvent] = ()
        self._groups: dict[str, Sequence[Event]] = {}
        """What was run between two messages, by the id of its row."""
        self._open: set[str] = set()
        """Rows that you unfolded."""
        self._goal = ("", "")
        """The session and the message that somebody was sent to."""

    def compose_replay(self) -> ComposeResult:
        yield RowList(self._replay_rows, tall=True, pane="card")

    @property
    def card_list(self) -> RowList:
        return self.query_one("#card", RowList)

    def close_replay(self) -> None:
        self._inside, self._changes, self._wanted = None, (), ""
        self.card_list.empty_lines = ()
        self.card_list.show([])
        entitle(self.card_list, [Piece("Replay")])

    # What is read

    def replay_session(self, session: str, message: str | None = None) -> None:
        if message is not None:
            self._goal = session, message
        elif self._wanted == session:
            return  # it is open, or on its way
        elif self._goal[0] == session:
            message = self._goal[1]  # the screen was made while it was on its way
        self._wanted = session
        self._enter(session, message)

    def _enter(self, session: str, message: str | None) -> None:
        def read() -> Entered:
            found = actions.transcript(self.engine, session)
            names = sorted({one.fact for kept in found.kept.values() for one in kept})
            facts = {fact.id: fact for fact in actions.some_facts(self.engine, names).facts}
            receipt = actions.receipt(self.engine, found.session.id, project=found.session.project)
            return Entered(found, receipt, facts)

        self.aside(read, lambda found: self._show_session(found, message), group="enter")

    def replay_act(self, act: Act, title: str) -> None:
        if self._wanted != act.id:
            self._wanted = act.id
            self._read_act(act, title)

    def _read_act(self, act: Act, title: str) -> None:
        def read() -> Sequence[AuditEvent]:
            numbers = actions.act_events(self.engine, act.id)[:_MOST_EVENTS]
            return [actions.event_numbered(self.engine, one) for one in numbers]

        self.aside(read, lambda events: self._show_act(act, title, events), group="enter")

    def _show_session(self, inside: Entered, message: str | None) -> None:
        """message: the one to go to."""
        found = inside.transcript
        if message:
            self._goal = ("", "")
        self._wanted, self._inside, self._changes = found.session.id, inside, ()
        self._open.clear()
        ids = self._row_ids(found)
        at = next((n for n, one in enumerate(found.steps) if one.source_id == message), None)
        first = next((n for n, one in enumerate(found.steps) if one.source_id in found.kept), None)
        start = at if at is not None else first if message is None else None
        self.card_list.empty_lines = ("Nothing of this session is stored.",)
        self.card_list.show(ids, keep=None if start is None else f"{_STEP}{start}")
        self.call_after_refresh(self.card_list.show_around)
        words = (
            found.session.agent,
            project_name(found.session.project),
            told.time_of(found.session.started_at),
        )
        notes = sum(map(len, found.kept.values()))
        keys = (*keyed(self.key("replay.next"), "next note"), Piece("  ")) if notes else ()
        entitle(
            self.card_list,
            [Piece(" · ".join(word for word in words if word))],
            (*keys, *keyed(self.key("open"), "unfold")),
        )
        if message is not None and at is None:
            self.show_status("that message is no longer stored", Tone.WARN)

    def _row_ids(self, found: Transcript) -> list[str]:
        """A row each message, one for what was run between two."""
        ids, self._groups = [_START], {}
        between: list[Event] = []
        for number, step in enumerate(found.steps):
            if isinstance(step, Event):
                if not between:
                    ids.append(f"{_RAN}{number}")
                    self._groups[ids[-1]] = between
                between.append(step)
            elif step.text.strip():
                between = []
                ids.append(f"{_STEP}{number}")
        return ids

    def _show_act(self, act: Act, title: str, events: Sequence[AuditEvent]) -> None:
        self._inside, self._changes = None, events
        self.card_list.empty_lines = ("Nothing of it is kept in the log.",)
        self.card_list.show([f"{_EVENT}{number}" for number in range(len(events))])
        more = act.events - len(events)
        heading = f"{told.actor_name(act.actor)} · {told.time_of(act.at)} · {title}"
        entitle(self.card_list, [Piece(heading)], [Piece(f"{more:,} more: lore log", Tone.DIM)] if more > 0 else ())

    # Its rows

    def _replay_rows(self, ids: Sequence[str]) -> Iterable[Row]:
        plain = self.card_list.is_plain
        for name in ids:
            number = name.partition(":")[2]
            if name.startswith(_EVENT):
                yield told.event_row(name, self._changes[int(number)])
            elif self._inside is None:
                continue
            elif name == _START:
                inside = self._inside
                started = inside.transcript.session.started_at
                yield told.start_row(name, inside.receipt, started, unfolded=name in self._open)
            elif name.startswith(_RAN):
                yield told.events_row(name, self._groups[name], unfolded=name in self._open)
            else:
                step = self._inside.transcript.steps[int(number)]
                assert isinstance(step, Turn)  # what is run has rows of its own
                yield told.step_row(name, step, self._noted(step), whole=name in self._open, plain_terminal=plain)

    def _noted(self, step: Turn) -> list[told.Noted]:
        assert self._inside is not None  # only then rows have steps
        found: dict[str, told.Noted] = {}
        for one in self._inside.transcript.kept.get(step.source_id, ()):
            if (fact := self._inside.facts.get(one.fact)) is not None:
                found.setdefault(fact.id, told.Noted(fact, one.quote, _state(fact)))
        return list(found.values())

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
        if self._inside is None:
            return
        rows, found = self.card_list, self._inside.transcript
        noted = [
            place
            for place, name in enumerate(rows.ids)
            if name.startswith(_STEP) and found.steps[int(name.removeprefix(_STEP))].source_id in found.kept
        ]
        ahead = [place for place in noted if (place - rows.cursor) * step > 0]
        if ahead:
            rows.cursor = ahead[0] if step > 0 else ahead[-1]
            rows.focus()
        else:
            self.show_status("no further note in this session", Tone.DIM)

    def fact_here(self) -> str | None:
        """The fact that rests on the message under the cursor; of a change the fact it changed."""
        name = self.card_list.current or ""
        if name.startswith(_EVENT):
            subject = self._changes[int(name.removeprefix(_EVENT))].subject
            return subject.id if subject.kind == "fact" else None
        if name.startswith(_STEP) and self._inside is not None:
            step = self._inside.transcript.steps[int(name.removeprefix(_STEP))]
            noted = self._noted(step) if isinstance(step, Turn) else []
            return noted[0].fact.id if noted else None
        return None

    def step_here(self) -> str:
        name = self.card_list.current or ""
        if name.startswith(_STEP) and self._inside is not None:
            return told.step_text(self._inside.transcript.steps[int(name.removeprefix(_STEP))])
        return "\n".join(event.name for event in self._groups.get(name, ()))


def _state(fact: Fact) -> State:
    if fact.status not in (Status.ACTIVE, Status.PENDING):
        return State.ARCHIVED
    if fact.tainted:
        return State.AGENTS
    return State.STARTS if fact.approved_at or fact.pinned or fact.standing else State.FITS

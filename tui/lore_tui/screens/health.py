"""Health: what the doctor asks, each answer as soon as it is there, what puts it right; and the memory in figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.message import Message

from lore import actions, clock
from lore.actions import Check, Figures, HealthHistory, Outcome as Answer, Result
from lore.errors import LoreError
from lore.text import counted
from lore_tui import keys
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.present.connecting import IN_AGENTS, in_agents_card, in_agents_row
from lore_tui.present.health import QUALITY, check_card, check_row, quality_card, quality_row
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.screens.registry import REVIEW, SCREENS, UNCONFIRMED
from lore_tui.setting_up import InAgents
from lore_tui.widgets.summary_line import SummaryLine

GOES: Mapping[str, str] = {"queue": REVIEW, "contradictions": REVIEW, "tainted": UNCONFIRMED}
"""Check → the screen where you put right what it found."""


@dataclass
class Heard(Message):
    """One check was answered."""

    result: Result


@dataclass
class Counted(Message):
    """The figures came."""

    figures: Figures
    oldest: str


@dataclass
class AgentsSeen(Message):
    """How the agents are connected, and what hooks did, or why that cannot be told."""

    found: InAgents | LoreError


@dataclass
class Done(Message):
    """Every check was asked, or none could be."""

    history: HealthHistory | None = None
    """Which check was wrong when, this visit included."""
    error: LoreError | None = None


class HealthScreen(BaseScreen):
    """The checks are asked when you come here first, and again with ctrl+r."""

    PLACE = KeyContext.HEALTH
    TAG_WIDTH = len("figures")
    BINDINGS = keys.bindings(KeyContext.HEALTH)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._checks: dict[str, Check] = {}
        self._results: dict[str, Result] = {}
        self._figures: Figures | None = None
        self._history: HealthHistory | None = None
        self._oldest = ""
        self._in_agents: InAgents | LoreError | None = None
        self._is_asking = False

    def compose_summary(self) -> ComposeResult:
        yield SummaryLine()

    def on_mount(self) -> None:
        self._checks = {check.id: check for check in actions.list_checks(self.engine).checks}
        self.rows.show([QUALITY, IN_AGENTS, *self._checks])
        self._ask_all()

    def _ask_all(self) -> None:
        if self._is_asking:
            return
        self._is_asking = True
        self._results.clear()
        self.rows.forget([QUALITY, IN_AGENTS, *self._checks])
        self.refresh_summary()
        self._see_agents()
        self._examine()

    @work(thread=True, group="agents", exit_on_error=False)
    def _see_agents(self) -> None:
        try:
            self.post_message(AgentsSeen(InAgents(actions.setup_status(self.engine), actions.hooks_state(self.engine))))
        except LoreError as error:
            self.post_message(AgentsSeen(error))

    @on(AgentsSeen)
    def _agents_seen(self, event: AgentsSeen) -> None:
        self._in_agents = event.found
        self._show([IN_AGENTS])

    @work(thread=True, group="doctor", exit_on_error=False)
    def _examine(self) -> None:
        try:
            waiting = actions.some_candidates(self.engine, actions.queue(self.engine))
            oldest = min((one.created_at for one in waiting), default="")
            self.post_message(Counted(actions.measure(self.engine), clock.age(oldest, clock.now()) if oldest else ""))
            actions.examine_each(self.engine, self._tell)
            history = actions.show_health(self.engine)
        except LoreError as error:
            self.post_message(Done(error=error))
        else:
            self.post_message(Done(history))

    def _tell(self, result: Result) -> None:
        """Called in the worker."""
        self.post_message(Heard(result))

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        self._figures, self._oldest = event.figures, event.oldest.removesuffix(" ago")
        self._show([QUALITY])

    @on(Heard)
    def _heard(self, event: Heard) -> None:
        self._results[event.result.check.id] = event.result
        self._show([event.result.check.id, *([self._next] if self._next else [])])

    @on(Done)
    def _done(self, event: Done) -> None:
        self._is_asking = False
        self._history = event.history or self._history
        self._show(self._checks)
        if event.error is not None:
            again = f"{self.key('reload')} tries again"
            self.show_status(f"{event.error.message} ({event.error.hint or again})", Tone.BAD)

    def _show(self, ids: Iterable[str]) -> None:
        changed = list(ids)
        self.rows.forget(changed)
        self.refresh_summary()
        if self.rows.current in changed:
            self.show_card()

    @property
    def _next(self) -> str | None:
        """The check that is being asked now."""
        return next((name for name in self._checks if name not in self._results), None) if self._is_asking else None

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        own = {QUALITY: quality_row(self._figures), IN_AGENTS: in_agents_row(self._in_agents)}
        return [
            own.get(name) or check_row(self._checks[name], self._results.get(name), asking=name == self._next)
            for name in ids
        ]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        if row_id == QUALITY:
            return quality_card(self._figures, self._oldest)
        if row_id == IN_AGENTS:
            return in_agents_card(self._in_agents, self.key)
        past = self._history.of(row_id) if self._history else None
        return check_card(self._checks[row_id], self._results.get(row_id), self._way(row_id), past)

    def _way(self, name: str) -> str:
        """Which key puts right what a check found; empty where none does."""
        result = self._results.get(name)
        if result is None or not result.finding.is_wrong:
            return ""
        if name in GOES:
            spec = SCREENS[GOES[name]]
            return f"{self.key(spec.goes)}, or {self.key('health.go')}: {spec.title}"
        if result.check.repair and result.finding.repairable:
            return f"{self.key('health.repair')} repairs it, after a backup"
        return ""

    def refresh_summary(self) -> None:
        line, answers = self.query_one(SummaryLine), [one.finding.outcome for one in self._results.values()]
        named = ((Answer.FAIL, "broken"), (Answer.WARN, "to look at"), (Answer.OK, "fine"), (Answer.SKIPPED, "skipped"))
        line.left = " · ".join(f"{answers.count(one):,} {word}" for one, word in named if answers.count(one))
        line.right = f"checking, {len(answers)} of {len(self._checks)}" if self._is_asking else ""
        line.calls = False

    def action_reload(self) -> None:
        self._ask_all()
        self.show_status("checking again …", Tone.DIM)

    def action_health_go(self) -> None:
        name = self.rows.current
        if name is not None and name in GOES and self._way(name):
            self.action_go(GOES[name])
        else:
            self.show_status("its card says what to do", Tone.DIM)

    def action_health_repair(self) -> None:
        """Everything that can be repaired and is named in the question, at once; nothing else."""
        if self._is_asking:
            self.show_status("wait until every check has run", Tone.WARN)
            return
        wrong = [one for one in self._results.values() if one.finding.is_wrong and one.finding.repairable]
        titles = [one.check.title for one in wrong if one.check.repair and one.check.id not in GOES]
        if not titles:
            self.show_status("nothing here can be repaired automatically", Tone.DIM)
        elif self.may_decide():
            question = f"Repair {counted(len(titles), 'thing')}, after a backup? {', '.join(titles)}"
            named = [one.check.id for one in wrong if one.check.repair and one.check.id not in GOES]
            self.ask(question, lambda: self.enqueue_write("health.repair", partial(self.gateway.repair, named)))

    def connected(self, said: str | None) -> None:
        super().connected(said)
        if said is not None:
            self._ask_all()

    def written(self, job: Job, outcome: Outcome) -> None:
        self._ask_all()

    def action_copy(self) -> None:
        for text in self._lines([self.rows.current] if self.rows.current else []):
            self.copy(text, "the line")

    def action_copy_all(self) -> None:
        self.copy("\n".join(self._lines(self.rows.ids)), "the whole report")

    def _lines(self, ids: Sequence[str]) -> list[str]:
        rows = self.read_rows(ids, clock.now())
        return [f"{row.tag:<8}{row.name:<18}{row.text}" for row in rows]

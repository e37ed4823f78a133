"""Connect your agents: what set-up would write, as a diff of each file; asked, written, tried. Or taken out again."""

from dataclasses import dataclass, replace
from functools import partial

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from lore import actions
from lore.actions import Engine, SetUp, Trial
from lore.errors import Conflict, LoreError
from lore.text import counted
from lore_tui import keys, present, setting_up
from lore_tui.dialogs.asking import ReadingDialog
from lore_tui.jobs import Job, NotWritten, Written
from lore_tui.key import KeyContext
from lore_tui.look import Tone
from lore_tui.present.connecting import done_blocks, plan_blocks
from lore_tui.setting_up import SetUpView, Wanted
from lore_tui.shell import guard_of, shell_of
from lore_tui.widgets.bottom_line import AskLine, BottomLine


@dataclass
class Looked(Message):
    """What set-up would do came, or why that cannot be told."""

    wanted: Wanted
    found: SetUpView | LoreError


@dataclass
class Tried(Message):
    """A command was tried; None: all were."""

    trial: Trial | LoreError | None


class ConnectDialog(ReadingDialog[str | None], inherit_bindings=False):
    """Ends with what was written, in one line; with None where nothing was."""

    PLACE = KeyContext.CONNECT
    HEADING = "Connect your agents"
    BINDINGS = keys.bindings(KeyContext.CONNECT)

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._wanted = Wanted()
        self._view: SetUpView | None = None
        """What is on the card, while that is a plan."""
        self._asked: SetUpView | None = None
        """What the question is about."""
        self._writing = False
        self._said: str | None = None
        self._done: SetUp | None = None
        self._trials: list[Trial | LoreError] = []
        self._trying = False

    def on_mount(self) -> None:
        self._look(self._wanted)

    # What would be done

    def _look(self, wanted: Wanted) -> None:
        self._wanted, self._view, self._done = wanted, None, None
        self.show(present.message_card(["looking …"]))
        self._plan(wanted)

    @work(thread=True, group="set-up plan", exit_on_error=False)
    def _plan(self, wanted: Wanted) -> None:
        try:
            self.post_message(Looked(wanted, setting_up.look(self._engine, wanted)))
        except LoreError as error:
            self.post_message(Looked(wanted, error))

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        if event.wanted != self._wanted or self._done is not None:
            return
        if isinstance(event.found, LoreError):
            back = f"{self.key('connect.scope')} shows your own settings again" if event.wanted.in_project else ""
            self.show(present.message_card([event.found.message, event.found.hint or "", back]))
        else:
            self._view = event.found
            self.show(plan_blocks(event.found, self.key))

    def action_connect_next(self) -> None:
        """All agents, then each that is here alone, then all again."""
        view = self._view
        if view is None or self._writing:
            return
        turns: list[tuple[str, ...]] = [(), *((each.agent.name,) for each in view.statuses if each.is_here)]
        now = turns.index(view.wanted.agents)
        self._look(replace(view.wanted, agents=turns[(now + 1) % len(turns)]))

    def action_connect_remove(self) -> None:
        if not self._writing:
            self._look(replace(self._wanted, removing=not self._wanted.removing))

    def action_connect_scope(self) -> None:
        """Your own settings, or those of the project that you are in; of all agents, for others may be here."""
        if not self._writing:
            self._look(replace(self._wanted, agents=(), in_project=not self._wanted.in_project))

    # Agreeing

    def action_connect_write(self) -> None:
        view = self._view
        if view is None or not view.plan.changes:
            self.say("there is nothing to write")
        elif not guard_of(self).answers(self.shown_at):
            self.say("ignored (keys came too fast): press it again")
        else:
            files = counted(len(view.plan.changes), "file")
            take_out, write = f"Remove Lore's entries from {files}?", f"Write what is shown to {files}?"
            self._asked = view
            self.query_one(BottomLine).ask(take_out if view.wanted.removing else write)

    @on(AskLine.Answered)
    def _answered(self, event: AskLine.Answered) -> None:
        asked, self._asked = self._asked, None
        self.end_question()
        if not event.yes or asked is None:
            self.say("nothing was written")
            return
        self._writing = True
        self.say("writing …", Tone.DIM)
        shell_of(self).writes.put(Job("connect", partial(setting_up.carry_out, self._engine, asked)), self)

    @on(NotWritten)
    def _not_written(self, event: NotWritten) -> None:
        self._end_writing(failed=True)
        hint = f" ({event.error.hint})" if event.error.hint else ""
        if isinstance(event.error, Conflict):
            self.say(f"{event.error.message}: showing the current state")
            self._look(self._wanted)
        else:
            self.say(f"not written: {event.error.message}{hint}", Tone.BAD)

    @on(Written)
    def _written(self, event: Written) -> None:
        self._end_writing(failed=False)
        done = event.outcome.result
        assert isinstance(done, SetUp)
        back = f" · {self.key('undo')} undo" if event.outcome.undoable else ""
        self.say(event.outcome.said, Tone.GOOD if done.written else Tone.WARN)
        self._said = f"{event.outcome.said}{back}" if done.written else self._said
        self._view, self._done, self._trials = None, done, []
        self._trying = not self._wanted.removing
        self._show_done()
        if self._trying:
            self._try(tuple(agent.name for agent in done.plan.agents), in_project=self._wanted.in_project)

    def _end_writing(self, *, failed: bool) -> None:
        self._writing = False
        shell_of(self).writes.answered()
        shell_of(self).leave_if_done(failed=failed)

    # Trying

    @work(thread=True, group="set-up trial", exit_on_error=False)
    def _try(self, agents: tuple[str, ...], *, in_project: bool) -> None:
        worker = get_current_worker()
        try:
            for trial in actions.try_setup(self._engine, agents=agents, in_project=in_project):
                if worker.is_cancelled:
                    return
                self.post_message(Tried(trial))
        except LoreError as error:
            self.post_message(Tried(error))
        self.post_message(Tried(None))

    @on(Tried)
    def _tried(self, event: Tried) -> None:
        if event.trial is None:
            self._trying = False
        else:
            self._trials.append(event.trial)
        if self._done is not None:
            self._show_done()

    def _show_done(self) -> None:
        if self._done is not None:
            self.show(done_blocks(self._done, self._trials, self.key, trying=self._trying))

    def action_connect_close(self) -> None:
        if self._writing:
            self.say("wait until writing is done")
        else:
            self.dismiss(self._said)

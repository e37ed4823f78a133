"""What every screen offers beside its own: help, palette, settings, writing, and what is done to the whole memory."""

from __future__ import annotations

import shlex
from functools import partial
from typing import TYPE_CHECKING, Any

from lore import actions
from lore.presence import PERSON
from lore_tui import clipboard
from lore_tui.keys import Place
from lore_tui.look import THEMES, Block, Row, Tone
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.writes import Job, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lore.actions import Publishing
    from lore.errors import LoreError
    from lore_tui.plans import SetUpView

QUERY = "?"
"""Before a query that somebody is sent to the memory with, in place of a fact."""
REVERSALS = ("undo", "redo", "log.revert")
"""Jobs that save nothing of yours: the reason alone is told where one fails."""
OF_THE_APP = ("theme", "setting", *REVERSALS)
"""Jobs after which the app itself may look otherwise, or hear other keys."""


class Everywhere(BaseScreen):
    """The actions that need no item."""

    # Getting about

    def action_go(self, place: str) -> None:
        self.app.switch_mode(place)

    def action_project(self) -> None:
        self.shell.choose_project()

    def action_first(self) -> None:
        self.shell.show_first_start()

    async def action_quit(self) -> None:
        await self.shell.leave()

    def action_suspend(self) -> None:
        self.app.action_suspend_process()

    def action_help(self) -> None:
        from lore_tui.dialogs.palette import Help

        self.app.push_screen(Help(self.shell.keys, self.PLACE), self._run_row)

    def action_palette(self) -> None:
        """Everything the app can do, and what only a shell has."""
        from lore_tui.dialogs.palette import Palette, palette_rows

        for config in self.read_or_say_why(lambda: [actions.settings(self.engine)]):
            projects = actions.list_projects(self.engine).facts
            themed = bool(self.shell.take_theme())
            self.app.push_screen(
                Palette(palette_rows(self.shell.keys, self.PLACE, config, projects, themed=themed)), self._run_row
            )

    async def _run_row(self, taken: str | None) -> None:
        sort, _, value = (taken or "").partition(":")
        if sort == "key":
            await self.app.run_action(self.shell.keys.by_id(value).action, self)
        elif sort == "project":
            self.shell.take_project(value)
        elif sort == "theme":
            self._keep_theme(value)
        elif sort == "setting":
            self._change_setting(value)
        elif sort == "find":
            self.shell.go_to(Place.MEMORY, f"{QUERY}{value}")
        elif sort == "command":
            self.copy(f"lore {value}", f"`lore {value}`, a command of the shell,")

    def action_theme(self) -> None:
        from lore_tui.dialogs.pick import Pick

        chosen = self.shell.take_theme()
        if not chosen:
            self.show_status("`NO_COLOR` is set: no colours are shown", Tone.WARN)
            return
        rows = [Row(name, look, name=name) for name, (_, look) in THEMES.items()]
        self.app.push_screen(Pick("Colours", rows, keep=chosen, preview=self.shell.show_theme), self._keep_theme)

    def _keep_theme(self, name: str | None) -> None:
        """Keep the colours that were tried, or go back to those before."""
        before = self.shell.take_theme()
        if name is not None and name != before:
            work = partial(actions.change_settings, self.engine, {"app.theme": name})
            self.write("theme", work, f"colours: {name}, kept", f"config set app.theme {name}")

    def _change_setting(self, name: str, typed: str | None = None, why: str = "") -> None:
        """One line with the value in force; where it is refused, it comes back with the reason."""
        from lore.config import setting_named
        from lore_tui.dialogs.pick import Typed

        setting = setting_named(name)
        for config in self.read_or_say_why(lambda: [actions.settings(self.engine)]):
            told = "\n".join(word for word in (why, setting.help, setting.bounds) if word)
            start = str(setting.plain(config[setting]))

            def keep(value: str | None, start: str = start) -> None:
                if value is None or value == start:
                    return

                def change() -> object:
                    return actions.change_settings(self.engine, {name: setting.plain(setting.parse(value))})

                again = partial(self._change_setting, name, value)
                command = f"config set {name} {shlex.quote(value)}"
                self.write("setting", change, f"{name} is {value or 'empty'}", command, reopen=again)

            self.app.push_screen(Typed(name, told, start if typed is None else typed), keep)

    # Writing

    def write(
        self,
        name: str,
        work: Callable[[], object],
        said: str | Callable[[Any], str] = "",
        command: str | Callable[[Any], str] = "",
        ids: Iterable[str] = (),
        *,
        undoable: bool = True,
        reopen: Callable[[str], None] | None = None,
    ) -> None:
        """Have something written, as `Job` tells; `written` or `not_written` is called with its end.

        reopen: given where you typed a text for it; puts it back before you, with the reason, when it is refused.
        """
        self.shell.writes.put(Job(name, work, said, command, tuple(ids), undoable, reopen), self)

    def done(self, job: Job, outcome: Outcome) -> None:
        self.shell.writes.unanswered -= 1
        if outcome.agree is not None:
            agreed = partial(self.write, job.name, outcome.agree, job.said, ids=job.ids)
            self.when_free(partial(self.ask, outcome.said, agreed))
            return
        back = "redo" if job.name == "undo" else "undo"
        self.show_status(
            outcome.said + (f" · {self.key(back)} {back}" if job.undoable else ""), command=outcome.command
        )
        if job.name in OF_THE_APP:
            self.shell.take_theme()
            self.shell.take_keys()
        self.written(job, outcome)
        self.shell.refresh_counts()
        self.shell.leave_if_done(failed=False)

    def not_done(self, job: Job, error: LoreError) -> None:
        """The queue could not do it: nothing has changed."""
        self.shell.writes.unanswered -= 1
        told = f"{error.message} ({error.hint})" if error.hint else error.message
        self.not_written(job)
        self.show_status(told if job.name in REVERSALS else f"not saved: {told}", Tone.BAD)
        self.shell.refresh_counts()
        self.shell.leave_if_done(failed=True)
        if job.reopen is not None:
            self.when_free(partial(job.reopen, f"not saved: {told}"))

    def action_undo(self) -> None:
        if self.may_decide():
            self.write("undo", lambda: actions.undo(self.engine, by=PERSON), "Undo")

    def action_redo(self) -> None:
        if self.may_decide():
            self.write("redo", lambda: actions.redo(self.engine, by=PERSON), "Redo")

    def may_decide(self) -> bool:
        """Whether the key was pressed on purpose; says so where it was not."""
        if self.shell.guard.passes():
            return True
        self.show_status("ignored (keys came too fast): press it again", Tone.WARN)
        return False

    def still_listed(self, ids: Sequence[str]) -> list[str]:
        """Those of them that did not leave the list while you were asked; says so where none is left."""
        here = set(self.rows.ids)
        left = [name for name in ids if name in here]
        if not left:
            self.show_status("none of them are here any more", Tone.WARN)
        return left

    # Taking away, reading

    def copy(self, text: str, what: str) -> None:
        self.show_status(f"copied {what} {clipboard.copy(text, self.app)}", Tone.DIM)

    def in_editor(self, text: str, take: Callable[[str], object], reopen: Callable[[str, str], object]) -> None:
        """Change a text in your editor: `take` gets it where it changed.

        Where the editor failed and left other words, `reopen` puts them into a form with the reason.
        """
        from lore_tui import editor

        edited = editor.edit(text, self.app)
        changed = edited.text != text.strip()
        if edited.failure:
            self.show_status(edited.failure, Tone.BAD)
        if changed and edited.failure:
            reopen(edited.text, f"not saved: {edited.failure}")
        elif changed:
            take(edited.text)

    # The whole memory

    def action_sessions_read(self) -> None:
        from lore_tui import runs

        runs.run_long(self, "reading your sessions", partial(runs.read_sessions, self.engine), self.ask_reader)

    def action_consolidate(self) -> None:
        from lore_tui import runs

        runs.run_long(self, "consolidating", partial(runs.consolidate, self.engine))

    def action_backup(self) -> None:
        if self.may_decide():
            said = "copied · `lore restore-backup {}` restores it"
            work = partial(actions.back_up, self.engine)
            self.write("backup", work, lambda made: said.format(made.backup.name), "backup", undoable=False)

    def action_publish(self) -> None:
        from lore_tui.dialogs.plans import PublishDialog

        self.app.push_screen(PublishDialog(self.engine), self._publish)

    def _publish(self, seen: Publishing | None) -> None:
        if seen is not None and seen.claimed:
            question = f"{seen.root} claims to be {seen.plan.project}. Is it yours?"
            self.ask(question, partial(self.publish, seen, new_root=True))
        elif seen is not None:
            self.publish(seen)

    def publish(self, seen: Publishing, *, new_root: bool = False, overwrites: bool = False) -> None:
        """Write what was seen, or nothing where it would be something else by now."""
        from lore.actions import OnDrift  # what writes files: nothing that the first screen needs
        from lore_tui.present.whole import published

        drift = OnDrift.OVERWRITE if overwrites else OnDrift.ASK
        work = partial(actions.publish, self.engine, root=seen.root, on_drift=drift, new_root=new_root, mark=seen.mark)
        self.write("publish", work, published, "publish")

    def action_connect(self) -> None:
        from lore_tui.dialogs.plans import ConnectDialog

        self.app.push_screen(ConnectDialog(self.engine), self._connect)

    def _connect(self, seen: SetUpView | None) -> None:
        if seen is None:
            return
        name, work = "disconnect" if seen.removing else "connect", partial(seen.carry_out, self.engine)
        self.ask(seen.question, partial(self.write, name, work, seen.said))

    def not_written(self, job: Job) -> None:
        """What left the list comes back."""

    def written(self, job: Job, outcome: Outcome) -> None:
        if job.name == "connect":
            self._tell_connected(outcome)

    def _tell_connected(self, outcome: Outcome) -> None:
        from lore_tui.dialogs.plans import tried_blocks

        done = outcome.result
        assert isinstance(done, actions.SetUp)
        if not done.written:
            return
        self.aside(partial(tried_blocks, self.engine, done, self.key), self._tried, group="set-up trial")
        self.ask_reader(after_set_up=True)

    def _tried(self, blocks: Sequence[Block]) -> None:
        self.when_free(partial(self.read, "Connected", blocks))

    def ask_reader(self, *, after_set_up: bool = False) -> None:
        """Ask who reads the sessions, where nobody did: they were read in, or agents connected, just now."""
        wanted = (None, "later") if after_set_up else (None,)
        self.aside(
            partial(actions.plan_reader, self.engine),
            lambda offer: (
                self.when_free(self.action_reader)
                if offer.way is not None and offer.agreement.answer in wanted
                else None
            ),
            group="ask reader",
        )

    def action_reader(self) -> None:
        from lore_tui.dialogs.plans import ReaderDialog

        self.app.push_screen(ReaderDialog(self.engine), self._reader_answered)

    def _reader_answered(self, given: tuple[str, str | None] | None) -> None:
        answer, way = given or ("", None)
        if answer == "stop":
            ended = {True: "stopped: the next session starts it again", False: "nothing is being read"}
            self.write("reader", partial(actions.stop_reading, self.engine), lambda done: ended[done], undoable=False)
        elif answer:
            work = partial(actions.settle_reader, self.engine, answer, way=way)
            later = "you are asked again after the next set-up"
            self.write("reader", work, lambda state: later if answer == "later" else state.in_a_line)

"""Care: what needs a hand, on top; agents, the reader, files, whether it helps; the checks in one line."""

from collections.abc import Iterable, Sequence
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lore import actions, clock
from lore.actions import EditOfBlock, Engine, FileState, ProjectFile, Result
from lore.errors import LoreError
from lore.progress import Reporter
from lore.text import counted
from lore_tui import keys
from lore_tui.gateway import Agreed, Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Block, Piece, Row, Tone
from lore_tui.present import care as drawn
from lore_tui.present.care import Need
from lore_tui.present.drawing import keyed
from lore_tui.present.files import asked, copied, edit_blocks, file_card
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.screens.care_messages import AgentsSeen, Done, FilesSeen, Heard, HelpCounted, NotSeen, Repairing
from lore_tui.widgets.card import Card
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.title import entitle


class CareScreen(BaseScreen):
    """Everything is looked at when you come here first, and again with ctrl+r."""

    PLACE = KeyContext.CARE
    BINDINGS = keys.bindings(KeyContext.CARE)
    PANES = ("rows", "card", "files", "helps", "checks")

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._results: dict[str, Result] = {}
        self._whole = 0
        self._agents: AgentsSeen | None = None
        self._files: dict[str, ProjectFile] = {}
        self._help: HelpCounted | None = None
        self._is_asking = False
        self._unfolded = False
        self._needs: dict[str, Need] = {}
        self._repairs = ""
        """What is being repaired now."""
        self._closes = False
        """Whether you want to quit as soon as it is repaired."""

    def compose_panes(self) -> ComposeResult:
        with Vertical():
            yield RowList(self._load, tall=True, pane="rows")
            with Horizontal(id="middle"):
                yield Card(pane="card")
                yield RowList(self._file_rows, tall=True, pane="files")
            yield Card(pane="helps")
            yield Card(pane="checks")
            yield RowList(self._check_rows, tall=True, pane="all-checks")

    def on_mount(self) -> None:
        entitle(self.rows, [Piece("Needs you")])
        self.rows.empty_lines = ("looking …",)
        entitle(self.card, [Piece("Agents")])
        entitle(self._pane("files"), [Piece("Files")])
        entitle(self.query_one("#helps"), [Piece("Does it help?"), Piece("  the last four weeks", Tone.DIM)])
        self.query_one("#helps", Card).draw(drawn.helps(None, 0))
        self._pane("all-checks").display = False
        self._look()

    def _pane(self, name: str) -> RowList:
        return self.query_one(f"#{name}", RowList)

    # Looking

    def _look(self) -> None:
        if self._is_asking:
            return
        self._is_asking = True
        self._results.clear()
        self._see()
        self._examine()

    @work(thread=True, group="care", exclusive=True, exit_on_error=False)
    def _see(self) -> None:
        engine = self.engine
        try:
            today = actions.sessions_of_day(engine, clock.today().isoformat())
            seen = AgentsSeen(
                actions.setup_status(engine), today, actions.hooks_state(engine), actions.reader_status(engine)
            )
            self.post_message(seen)
            self.post_message(FilesSeen(actions.list_project_files(engine)))
            copies = actions.backups_of(engine).backups
            place = actions.store_place(engine).database
            size = place.stat().st_size if place.exists() else 0
            waiting = len(actions.queue(engine))
            self.post_message(HelpCounted(actions.help_figures(engine), waiting, copies[0].at if copies else "", size))
        except LoreError as error:
            self.post_message(NotSeen(error))

    @work(thread=True, group="doctor", exclusive=True, exit_on_error=False)
    def _examine(self) -> None:
        try:
            self._whole = len(actions.list_checks(self.engine).checks)
            actions.examine_each(self.engine, self._tell_result)
        except LoreError as error:
            self.post_message(NotSeen(error))
        self.post_message(Done())

    def _tell_result(self, result: Result) -> None:
        """Called in the worker."""
        self.post_message(Heard(result))

    @on(NotSeen)
    def _not_seen(self, event: NotSeen) -> None:
        again = f"{self.key('reload')} tries again"
        self.show_status(f"{event.error.message} ({event.error.hint or again})", Tone.BAD)

    @on(AgentsSeen)
    def _agents_seen(self, event: AgentsSeen) -> None:
        self._agents = event
        self._tell_needs()
        if self.has_class("-reading"):
            return  # you read something else there
        self.card.draw(drawn.agents(event.statuses, event.today, event.hooks, event.reader))
        ways = (*keyed(self.key("connect"), "set up"), Piece("  "), *keyed(self.key("reader"), "reader"))
        entitle(self.card, [Piece("Agents")], ways)

    @on(FilesSeen)
    def _files_seen(self, event: FilesSeen) -> None:
        self._files = {str(file.place): file for file in event.files}
        rows = self._pane("files")
        rows.empty_lines = ("Nothing is published yet.", "", self.line("publish", "writes what you approved"))
        rows.show(self._files, keep=rows.current)
        ways = (*keyed(self.key("publish"), "publish"), Piece("  "), *keyed(self.key("open"), "reads it"))
        entitle(rows, [Piece("Files")], ways)
        self._tell_needs()

    @on(HelpCounted)
    def _help_counted(self, event: HelpCounted) -> None:
        self._help = event
        self.query_one("#helps", Card).draw(drawn.helps(event.found, event.waiting))
        self.refresh_summary()

    @on(Heard)
    def _heard(self, event: Heard) -> None:
        self._results[event.result.check.id] = event.result
        if event.result.finding.is_wrong:
            self._tell_needs()
        self.refresh_summary()

    @on(Done)
    def _done(self) -> None:
        self._is_asking = False
        self._pane("all-checks").show(self._results)
        self._tell_needs()
        self.refresh_summary()

    # What needs a hand

    def _tell_needs(self) -> None:
        statuses = self._agents.statuses if self._agents else ()
        found = drawn.needs(self._files, statuses, self._results.values())
        self._needs = {need.id: need for need in found}
        self.rows.empty_lines = ("looking …",) if self._is_asking else ("Nothing needs you.",)
        self.rows.show(self._needs, keep=self.rows.current)
        count = len(self._needs)
        title = [Piece("Needs you"), *([Piece(f"  {count:,}", Tone.WARN)] if count else [])]
        entitle(self.rows, title)
        self.rows.styles.height = min(count, 6) + 2 if count else 3
        self.shell.say_needs(count)

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [drawn.need_row(self._needs[name], self.key) for name in ids if name in self._needs]

    def _check_rows(self, ids: Sequence[str]) -> Iterable[Row]:
        return [drawn.check_row(self._results[name]) for name in ids if name in self._results]

    def _file_rows(self, ids: Sequence[str]) -> Iterable[Row]:
        before = None
        firsts = set()
        for name, file in self._files.items():
            if file.project != before:
                firsts.add(name)
            before = file.project
        return [drawn.file_row(name, self._files[name], first=name in firsts) for name in ids if name in self._files]

    def show_card(self) -> None:
        """Nothing on this screen follows the cursor."""

    def position(self) -> str:
        return ""

    def refresh_summary(self) -> None:
        pane = self.query_one("#checks", Card)
        fine = sum(not one.finding.is_wrong for one in self._results.values())
        copy, size = (self._help.copied, self._help.size) if self._help else ("", 0)
        whole = len(self._results) if not self._is_asking else max(self._whole, len(self._results) + 1)
        pane.draw(drawn.checks(drawn.Summary(fine, whole, len(self._results), copy, size), self.key))

    # What can be done

    @property
    def _file(self) -> ProjectFile | None:
        """The file that the keyboard is on: in the list of files, or one that was edited by hand."""
        if self.focused is self._pane("files"):
            return self._files.get(self._pane("files").current or "")
        return self._files.get((self.rows.current or "").removeprefix(drawn.FILE))

    def action_open(self) -> None:
        if (file := self._file) is not None:
            for blocks in self.read_or_say_why(lambda: [self._file_blocks(file)]):
                self._read(file.path, blocks)
            return
        name = (self.rows.current or "").removeprefix(drawn.CHECK)
        if self.focused is self._pane("all-checks"):
            name = self._pane("all-checks").current or ""
        if (result := self._results.get(name)) is not None:
            self._read(result.check.title, drawn.check_blocks(result.check, result, self.key))
        elif (self.rows.current or "").startswith(drawn.AGENT):
            self.action_connect()

    def _file_blocks(self, file: ProjectFile) -> list[Block]:
        is_there = file.state is not FileState.UNREADABLE and file.place.exists()
        edit = actions.show_hand_edit(self.engine, root=file.root) if file.state is FileState.EDITED else None
        found = actions.read_project_file(self.engine, file.root, file.path) if is_there else None
        return file_card(file, found, edit, self.key)

    def _read(self, heading: str, blocks: Sequence[Block]) -> None:
        from lore_tui.dialogs.frame import Reading

        self.app.push_screen(Reading(heading, blocks))

    def action_back(self) -> None:
        if self._unfolded:
            self.action_care_checks()
        self.rows.focus()

    def action_care_checks(self) -> None:
        """Unfold every check in the place of the plots, or fold them again."""
        self._unfolded = not self._unfolded
        rows = self._pane("all-checks")
        for name in ("helps", "middle"):
            self.query_one(f"#{name}").display = not self._unfolded
        rows.display = self._unfolded
        entitle(rows, [Piece("Checks")], keyed(self.key("care.checks"), "folds them"))
        (rows if self._unfolded else self.rows).focus()

    def action_care_repair(self) -> None:
        """Everything that can be repaired and is named in the question, at once; nothing else."""
        if self._is_asking:
            self.show_status("wait until every check has run", Tone.WARN)
            return
        wrong = [one for one in self._results.values() if one.finding.is_wrong and one.finding.repairable]
        named = [one.check for one in wrong if one.check.repair and one.check.id not in drawn.TOLD_ELSEWHERE]
        if not named:
            self.show_status("nothing here can be repaired automatically", Tone.DIM)
        elif self.may_decide():
            titles = ", ".join(check.title for check in named)
            ids = [check.id for check in named]
            question = f"Repair {counted(len(named), 'thing')}, after a backup? {titles}"
            self.ask(question, partial(self._repair, titles, ids))

    def _repair(self, titles: str, ids: Sequence[str]) -> None:
        """It may take minutes: says at once what it does, and then how far it is."""
        here = self.engine
        told = Reporter(progress=self._repair_came_further)
        heard = Engine(here.store, person=here.person, reporter=told, folder=here.named_folder, stays_open=True)
        self._repairs, self._closes = titles, False
        self._tell_repair(Repairing(0, 0))
        self.enqueue_write("care.repair", partial(Gateway(heard).repair, ids))

    def _repair_came_further(self, done: int, whole: int) -> None:
        """Called in the thread that writes."""
        self.post_message(Repairing(done, whole))

    @on(Repairing)
    def _tell_repair(self, event: Repairing) -> None:
        if self._repairs:
            share = f" {100 * event.done // event.whole} %" if event.whole else " …"
            closes = " · Lore closes as soon as it is done" if self._closes else ""
            self.show_status(f"repairing: {self._repairs}{share}{closes}", Tone.WARN)

    async def action_quit(self) -> None:
        """A repair is never cut off."""
        await super().action_quit()
        self._closes = True
        self._tell_repair(Repairing(0, 0))

    def action_file_edit(self) -> None:
        from lore_tui import editor

        file = self._file
        if file is None:
            self.show_status(f"{self.key('focus.next')} goes to the files", Tone.DIM)
            return
        try:
            before = actions.read_project_file(self.engine, file.root, file.path)
            failure = editor.open_file(file.place, self.app)
            after = actions.read_project_file(self.engine, file.root, file.path)
        except LoreError as error:
            self.show_status(f"{error.message} ({error.hint})", Tone.BAD)
            return
        if failure:
            self.show_status(failure, Tone.BAD)
        elif before.text == after.text:
            self.show_status("not changed", Tone.DIM)
        else:
            self.show_status(f"changed {file.path}")
        self._see()

    def action_file_accept(self) -> None:
        """Show what a hand edit says, line by line, and ask."""
        for file, seen in self._edited():
            if seen.edit.refused:
                self.show_status(f"cannot be taken: {seen.edit.refused[0]}", Tone.BAD)
            elif not seen.edit.lines:
                self.show_status(f"it changes no convention: {self.key('file.overwrite')} writes it anew", Tone.WARN)
            else:
                self.add_class("-reading")
                self.card.show(edit_blocks(seen))
                entitle(self.card, [Piece(file.path)])
                accept = partial(self.enqueue_write, "file.accept", partial(self.gateway.accept, file, seen))
                self.ask(asked(seen), accept, self._show_agents)

    def _edited(self) -> Iterable[tuple[ProjectFile, EditOfBlock]]:
        file = self._file
        if file is None or file.state is not FileState.EDITED:
            self.show_status("it has no manual edits", Tone.DIM)
        elif self.may_decide():
            for seen in self.read_or_say_why(lambda: [actions.show_hand_edit(self.engine, root=file.root)]):
                yield file, seen

    def action_file_overwrite(self) -> None:
        for file, _ in self._edited():
            for plan in self.read_or_say_why(lambda file=file: [actions.plan_publish(self.engine, root=file.root)]):  # type: ignore[misc]
                agreed = Agreed(plan, overwrites=True)
                write = partial(self.enqueue_write, "publish", partial(self.gateway.publish, agreed))
                self.ask(f"Write {file.path} as approved, over the manual edit?", write)

    def end_question(self) -> None:
        self.remove_class("-reading")
        super().end_question()

    def _show_agents(self) -> None:
        if self._agents is not None:
            self._agents_seen(self._agents)

    # What came of it

    def connected(self, said: str | None) -> None:
        super().connected(said)
        if said is not None:
            self._look()

    def written(self, job: Job, outcome: Outcome) -> None:
        self._end_repair(job)
        self._look()

    def _end_repair(self, job: Job) -> None:
        if job.name == "care.repair":
            self._repairs = ""

    def not_written(self, job: Job) -> None:
        self._end_repair(job)
        self._show_agents()
        self._see()

    def store_changed(self) -> None:
        self._see()

    def action_reload(self) -> None:
        self._look()
        self.show_status("checking again …", Tone.DIM)

    def action_copy(self) -> None:
        if self.focused is self._pane("files"):
            self.copy(copied(list(self._files.values())), "the list")
        elif (need := self._needs.get(self.rows.current or "")) is not None:
            self.copy(need.text, "the line")
        else:
            self.action_copy_all()

    def action_copy_all(self) -> None:
        self.copy(drawn.report(list(self._results.values())), "the whole report")

"""Care: what needs a hand, on top; agents, the reader, files, whether it helps; the checks in one line."""

from collections.abc import Iterable, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lore import actions, clock
from lore.actions import AgentStatus, EditOfBlock, Engine, FileState, ProjectFile, Result
from lore.errors import LoreError
from lore.text import counted
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import Block, Piece, Row, Tone
from lore_tui.present import care as drawn
from lore_tui.present.care import Need
from lore_tui.present.drawing import joined, keyed
from lore_tui.present.files import asked, edit_blocks, file_card
from lore_tui.present.whole import published
from lore_tui.screens.everywhere import Everywhere
from lore_tui.widgets.card import Card, Drawing
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.row_list import RowList
from lore_tui.writes import Job, Outcome


class CareScreen(Everywhere):
    """Everything is looked at when you come here first, and again with ctrl+r."""

    PLACE = Place.CARE
    BINDINGS = keys.bindings(Place.CARE)
    PANES = ("rows", "card", "files", "all-checks", "helps", "checks")

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._results: dict[str, Result] = {}
        self._whole = 0
        self._statuses: Sequence[AgentStatus] = ()
        self._agents: Drawing | None = None
        self._files: dict[str, ProjectFile] = {}
        self._copied: str | None = None
        """When the newest copy was made; empty where there is none, None before it is known."""
        self._bytes = 0
        self._is_asking = False
        self._needs: dict[str, Need] = {}

    def compose_panes(self) -> ComposeResult:
        with Vertical():
            yield RowList(self.load, tall=True, pane="rows")
            with Horizontal(id="middle"):
                yield Card(pane="card")
                yield RowList(self._file_rows, tall=True, pane="files")
                yield RowList(self._check_rows, tall=True, pane="all-checks")
            yield Card(pane="helps")
            yield Card(pane="checks")

    def on_mount(self) -> None:
        entitle(self.rows, [Piece("Needs you")])
        self.rows.empty_lines = ("looking …",)
        entitle(self.card, [Piece("Agents")])
        entitle(self._pane("files"), [Piece("Files")])
        entitle(self._pane("all-checks"), [Piece("Checks")])
        entitle(self.query_one("#helps"), [Piece("Does it help?"), Piece("  the last four weeks", Tone.DIM)])
        self.query_one("#helps", Card).draw(drawn.helps(None, 0))
        self._look()

    def _pane(self, name: str) -> RowList:
        return self.query_one(f"#{name}", RowList)

    # Looking

    def _look(self) -> None:
        if not self._is_asking:
            self._is_asking = True
            self._results.clear()
            self._see()
            self._examine()

    def _see(self) -> None:
        engine = self.engine

        def agents() -> tuple[Sequence[AgentStatus], Drawing]:
            today = actions.sessions_of_day(engine, clock.today().isoformat())
            statuses, reader = actions.setup_status(engine), actions.reader_status(engine)
            return statuses, drawn.agents(statuses, today, actions.hooks_state(engine), reader)

        def figures() -> tuple[Drawing, str, int]:
            copies, place = actions.backups_of(engine).backups, actions.store_place(engine).database
            size = place.stat().st_size if place.exists() else 0
            helps = drawn.helps(actions.help_figures(engine), len(actions.queue(engine)))
            return helps, copies[0].at if copies else "", size

        self.aside(agents, self._agents_seen, group="agents")
        self.aside(lambda: actions.list_project_files(engine), self._files_seen, group="files")
        self.aside(figures, self._figures_seen, group="figures")

    def _examine(self) -> None:
        def examine() -> None:
            self._whole = len(actions.list_checks(self.engine).checks)
            actions.examine_each(self.engine, self._tell_heard)

        self.aside(examine, lambda _: self._examined(), group="doctor", fails=self._not_examined)

    def _tell_heard(self, result: Result) -> None:
        """Called in the thread."""
        self.call_later(self._heard, result)

    def _not_examined(self, error: LoreError) -> None:
        self._examined()
        self.tell_failure(error)

    def _agents_seen(self, seen: tuple[Sequence[AgentStatus], Drawing]) -> None:
        self._statuses, self._agents = seen
        self._tell_needs()
        self._show_agents()

    def _show_agents(self) -> None:
        if self._agents is not None and not self.has_class("-reading"):  # else you read something there
            self.card.draw(self._agents)
            ways = [keyed(self.key("connect"), "set up"), keyed(self.key("reader"), "reader")]
            entitle(self.card, [Piece("Agents")], joined(ways))

    def _files_seen(self, files: Sequence[ProjectFile]) -> None:
        self._files = {str(file.place): file for file in files}
        rows = self._pane("files")
        rows.empty_lines = ("Nothing is published yet.", "", self.line("publish", "writes what you approved"))
        rows.show(self._files, keep=rows.current)
        ways = [keyed(self.key("publish"), "publish"), keyed(self.key("open"), "reads it")]
        entitle(rows, [Piece("Files")], joined(ways))
        self._tell_needs()

    def _figures_seen(self, seen: tuple[Drawing, str, int]) -> None:
        helps, self._copied, self._bytes = seen
        self.query_one("#helps", Card).draw(helps)
        self._tell_needs()
        self.refresh_summary()

    def _heard(self, result: Result) -> None:
        self._results[result.check.id] = result
        if result.finding.is_wrong:
            self._tell_needs()
        self.refresh_summary()

    def _examined(self) -> None:
        self._is_asking = False
        self._pane("all-checks").show(self._results)
        self._tell_needs()
        self.refresh_summary()

    # What needs a hand

    def _tell_needs(self) -> None:
        found = drawn.needs(self._files, self._statuses, self._results.values(), self._copied)
        self._needs = {need.id: need for need in found}
        self.rows.empty_lines = ("looking …",) if self._is_asking else ("Nothing needs you.",)
        self.rows.show(self._needs, keep=self.rows.current if self.rows.cursor else None)
        count = len(self._needs)
        entitle(self.rows, [Piece("Needs you"), Piece(f"  {count:,}" if count else "", Tone.WARN)])
        self.rows.styles.height = min(count, 6) + 2 if count else 3
        self.shell.say_needs(count)

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [drawn.need_row(self._needs[name], self.key) for name in ids if name in self._needs]

    def _check_rows(self, ids: Sequence[str]) -> Iterable[Row]:
        return [drawn.check_row(self._results[name]) for name in ids if name in self._results]

    def _file_rows(self, ids: Sequence[str]) -> Iterable[Row]:
        """The project stands where its files begin."""
        firsts = {file.project: name for name, file in reversed(self._files.items())}.values()
        return [drawn.file_row(name, self._files[name], first=name in firsts) for name in ids if name in self._files]

    def show_card(self) -> None:
        """Nothing on this screen follows the cursor."""

    def position(self) -> str:
        return ""

    def refresh_summary(self) -> None:
        fine, answered = sum(not one.finding.is_wrong for one in self._results.values()), len(self._results)
        whole = max(self._whole, answered + 1) if self._is_asking else answered
        self.query_one("#checks", Card).draw(drawn.checks(fine, answered, whole, self._copied, self._bytes))

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
                self.read(file.path, blocks)
            return
        name = (self.rows.current or "").removeprefix(drawn.CHECK)
        if self.focused is self._pane("all-checks"):
            name = self._pane("all-checks").current or ""
        if (result := self._results.get(name)) is not None:
            self.read(result.check.title, drawn.check_blocks(result.check, result, self.key))
        elif (self.rows.current or "").startswith(drawn.AGENT):
            self.action_connect()

    def _file_blocks(self, file: ProjectFile) -> list[Block]:
        is_there = file.state is not FileState.UNREADABLE and file.place.exists()
        edit = actions.show_hand_edit(self.engine, root=file.root) if file.state is FileState.EDITED else None
        found = actions.read_project_file(self.engine, file.root, file.path) if is_there else None
        return file_card(file, found, edit, self.key)

    def action_back(self) -> None:
        self.remove_class("-unfolded")
        self.rows.focus()

    def action_care_checks(self) -> None:
        """Unfold every check in the place of the others, or fold them again."""
        self.toggle_class("-unfolded")
        unfolded, rows = self.has_class("-unfolded"), self._pane("all-checks")
        entitle(rows, [Piece("Checks")], keyed(self.key("care.checks"), "folds them") if unfolded else ())
        (rows if unfolded else self.rows).focus()

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
        """It may take minutes: says at once what it does."""
        self.show_status(f"repairing: {titles} …", Tone.WARN)
        self.write("care.repair", partial(actions.repair, self.engine, checks=ids), drawn.repaired)

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
                self.ask(asked(seen), partial(self._accept, file, seen), self._show_agents)

    def _accept(self, file: ProjectFile, seen: EditOfBlock) -> None:
        """Take the edit as it was seen, with every warning that was shown; Conflict where it is another by now."""
        known: dict[str, list[str]] = {line.words: [risk.id for risk in line.risks] for line in seen.edit.lines}
        work = partial(actions.accept_hand_edit, self.engine, seen.mark, acknowledged=known, root=file.root)
        told = lambda done: f"accepted the manual edit of {file.path} · {published(done)}"  # noqa: E731
        self.write("file.accept", work, told)

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
                write = partial(self.publish, plan, overwrites=True)
                self.ask(f"Write {file.path} as approved, over the manual edit?", write)

    def end_question(self) -> None:
        self.remove_class("-reading")
        super().end_question()

    # What came of it

    def written(self, job: Job, outcome: Outcome) -> None:
        super().written(job, outcome)
        self._look()

    def not_written(self, job: Job) -> None:
        self._show_agents()
        self._see()

    def store_changed(self) -> None:
        self._see()

    def action_reload(self) -> None:
        self._look()
        self.show_status("checking again …", Tone.DIM)

    def action_copy(self) -> None:
        if self.focused is self._pane("files"):
            self.copy("\n".join(f"{one.state.value:<11}{one.place}" for one in self._files.values()), "the list")
        elif (need := self._needs.get(self.rows.current or "")) is not None:
            self.copy(need.text, "the line")
        else:
            told = (
                f"{drawn.MARKS[one.finding.outcome][0]} {one.check.title}: {one.finding.says}"
                for one in self._results.values()
            )
            self.copy("\n".join(told), "the whole report")

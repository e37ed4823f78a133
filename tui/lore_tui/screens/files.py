"""Files: what agents and people read in your projects; what was edited by hand is shown, and accepted or not."""

from collections.abc import Iterable, Sequence

from lore import actions
from lore.actions import EditOfBlock, FileKind, FileState, ProjectFile
from lore.errors import LoreError
from lore.text import counted
from lore_tui import keys
from lore_tui.gateway import Gateway
from lore_tui.jobs import Job, Outcome
from lore_tui.key import KeyContext
from lore_tui.look import Block, Row, Tone
from lore_tui.present.files import asked, copied, file_card, file_row
from lore_tui.screens.live_list import LiveList


class FilesScreen(LiveList[Sequence[ProjectFile]]):
    """The files are looked for when you come here, and again after a change; the words you type narrow the list."""

    PLACE = KeyContext.FILES
    TAG_WIDTH = len("unreadable")
    HINT = "search names, folders, projects, states"
    BINDINGS = keys.bindings(KeyContext.FILES)

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self._files: dict[str, ProjectFile] = {}
        self._everything: Sequence[ProjectFile] | None = None

    def fetch(self, wanted: str) -> Sequence[ProjectFile]:
        everything = self._everything
        if everything is None:
            everything = self._everything = actions.list_project_files(self.engine)
        words = wanted.casefold().split()
        return [file for file in everything if all(word in _searched(file) for word in words)]

    def take(self, found: Sequence[ProjectFile]) -> None:
        self._files = {str(file.place): file for file in found}
        self.say_why_empty()
        self.rows.show(self._files, keep=self.rows.current)

    def say_why_empty(self) -> None:
        self.rows.empty_lines = self._why_empty()

    def _why_empty(self) -> tuple[str, ...]:
        if self.wanted:
            return ("No matching file.", "", self.line("back", "all files"))
        return (
            "No files yet: none of your projects has any on this machine.",
            "",
            self.line("publish", "publish what you approved: CONVENTIONS.md"),
            self.line("go.review", "review"),
            "lore docs add FOLDER   also search documents",
        )

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        return [file_row(name, self._files[name]) for name in ids]

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        file = self._files[row_id]
        is_there = file.state is not FileState.UNREADABLE and file.place.exists()
        edit = actions.show_hand_edit(self.engine, root=file.root) if file.state is FileState.EDITED else None
        return file_card(
            file, actions.read_project_file(self.engine, file.root, file.path) if is_there else None, edit, self.key
        )

    def refresh_summary(self) -> None:
        edited = sum(file.state is FileState.EDITED for file in self._files.values())
        by_hand = f" · {edited:,} edited by hand" if edited else ""
        self.summarise(f"{counted(len(self._files), 'file')}{by_hand}", calls=edited > 0)

    def store_changed(self) -> None:
        """What publishing would change is another by now; the cursor stays on its file."""
        self._look_again()

    def action_reload(self) -> None:
        self._everything = None
        super().action_reload()

    def _look_again(self) -> None:
        self._everything = None
        self.read_again()

    @property
    def _current(self) -> ProjectFile | None:
        return self._files.get(self.rows.current or "")

    # In your editor, and what was edited

    def action_file_edit(self) -> None:
        from lore_tui import editor

        file = self._current
        if file is None:
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
        self._look_again()

    def action_file_accept(self) -> None:
        """Show what a hand edit says, line by line, and ask."""
        file = self._current
        if file is None or not self.may_decide():
            return
        if file.kind is not FileKind.PUBLISHED or file.state is not FileState.EDITED:
            self.show_status("it has no manual edits", Tone.DIM)
            return
        for seen in self.read_or_say_why(lambda: [actions.show_hand_edit(self.engine, root=file.root)]):
            self._ask_about(file, seen)

    def _ask_about(self, file: ProjectFile, seen: EditOfBlock) -> None:
        if seen.edit.refused:
            self.show_status(f"cannot be accepted: {seen.edit.refused[0]}", Tone.BAD)
        elif not seen.edit.lines:
            self.show_status(f"it changes no convention: {self.key('publish')} previews publishing", Tone.WARN)
        else:
            self.card.show(file_card(file, None, seen, self.key))
            self.add_class("-open")
            self.ask(asked(seen), lambda: self._accept(file, seen), self._shut)

    def _accept(self, file: ProjectFile, seen: EditOfBlock) -> None:
        self._shut()
        self.enqueue_write("file.accept", lambda: self.gateway.accept(file, seen))

    def _shut(self) -> None:
        self.remove_class("-open")
        self.show_card()

    def written(self, job: Job, outcome: Outcome) -> None:
        self._look_again()

    def not_written(self, job: Job) -> None:
        self._look_again()

    def action_copy(self) -> None:
        file = self._current
        for found in (
            self.read_or_say_why(lambda: [actions.read_project_file(self.engine, file.root, file.path)]) if file else []
        ):
            self.copy(found.text, "its text")

    def action_copy_all(self) -> None:
        self.copy(copied(list(self._files.values())), "the list")


def _searched(file: ProjectFile) -> str:
    return f"{file.path} {file.root} {file.project} {file.kind} {file.state}".casefold()

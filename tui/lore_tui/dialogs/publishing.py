"""What publishing would write, as a diff of each file; nothing is written before you say so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from textual import on, work
from textual.message import Message

from lore import actions
from lore.actions import Engine, Publishing, PublishPlaces
from lore.errors import LoreError
from lore.paths import shown
from lore_tui import keys, present
from lore_tui.dialogs.asking import ReadingDialog
from lore_tui.dialogs.pick import Pick
from lore_tui.gateway import Agreed
from lore_tui.key import KeyContext
from lore_tui.look import Row
from lore_tui.shell import guard_of
from lore_tui.widgets.bottom_line import AskLine, BottomLine
from lore_tui.widgets.key_bar import KeyBar


@dataclass
class Planned(Message):
    """What publishing would do came, or why that cannot be told."""

    found: Sequence[Publishing] | LoreError
    places: PublishPlaces | None = None


@dataclass
class PlannedThere(Message):
    """What publishing a project into a folder that you chose would do, or why that cannot be told."""

    found: Publishing | LoreError
    named: str | None
    """The project, where you named it for the folder."""


class PublishDialog(ReadingDialog[Agreed | None], inherit_bindings=False):
    """Ends with what you agreed to, or with None."""

    PLACE = KeyContext.PUBLISH
    HEADING = "Publish"
    BINDINGS = keys.bindings(KeyContext.PUBLISH)

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._found: list[Publishing] = []
        self._places: PublishPlaces | None = None
        self._named: dict[Path, str] = {}
        """Folder → the project that you named for it, where it is not its own."""
        self._number = 0
        self._asked: Agreed | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(KeyBar).off = frozenset({"publish.write", "publish.next", "publish.projects"})
        self.show(present.message_card(["looking …"]))
        self.run_worker(self._look, thread=True, group="publish plan", exit_on_error=False)

    def _look(self) -> None:
        try:
            self.post_message(
                Planned(actions.plan_publish_everywhere(self._engine), actions.publish_places(self._engine))
            )
        except LoreError as error:
            self.post_message(Planned(error))

    @work(thread=True, group="publish plan", exit_on_error=False)
    def _look_there(self, folder: Path, named: str | None) -> None:
        try:
            self.post_message(PlannedThere(actions.plan_publish(self._engine, root=folder, project=named), named))
        except LoreError as error:
            self.post_message(PlannedThere(error, named))

    @on(Planned)
    def _planned(self, event: Planned) -> None:
        if isinstance(event.found, LoreError):
            self.show(present.message_card([event.found.message, event.found.hint or ""]))
            return
        self._found, self._places = list(event.found), event.places
        changing = [number for number, one in enumerate(event.found) if one.plan.changes]
        self._number = changing[0] if changing else 0
        self._show()

    @property
    def _current(self) -> Publishing | None:
        return self._found[self._number] if self._found else None

    def _show(self) -> None:
        found = self._current
        whole = len(self._found)
        off = set() if found is not None and found.plan.changes and not found.plan.drifted else {"publish.write"}
        off |= set() if whole > 1 else {"publish.next"}
        off |= set() if self._places is not None and self._places.projects else {"publish.projects"}
        self.query_one(KeyBar).off = frozenset(off)
        if found is None:
            self.show(present.message_card(self._nowhere()))
        else:
            self.show(present.publishing_blocks(found, self._number + 1, whole, self.key))

    def _nowhere(self) -> tuple[str, ...]:
        if self._places is not None and self._places.projects:
            way = f"{self.key('publish.projects')} lists the projects with approved conventions."
        else:
            way = "Approve a convention of a project in Review, or start `lore` inside a repository."
        return ("Nothing can be published from here.", "", way)

    # A project whose folder is elsewhere

    def action_publish_projects(self) -> None:
        places = self._places
        if places is None or not places.projects:
            self.say("no project has approved conventions yet")
            return
        rows = [
            Row(
                one.project,
                f"{one.project}: its folder is not known" if one.root is None else shown(one.root),
                more="" if one.is_here else "not here",
                name=present.project_name(one.project),
            )
            for one in places.projects
        ]
        self.app.push_screen(Pick("Publish which project?", rows), self._take_project)

    def _take_project(self, picked: str | None) -> None:
        """To its folder; where that is not on this machine, to the list of folders that are."""
        places = self._places
        if picked is None or places is None:
            return
        chosen = next(one for one in places.projects if one.project == picked)
        if chosen.is_here and chosen.root is not None:
            self._look_there(chosen.root, None)
        elif places.folders:
            rows = [Row(str(folder), shown(folder)) for folder in places.folders]
            self.app.push_screen(
                Pick(f"Publish {present.project_name(picked)} into which folder?", rows),
                partial(self._take_folder, picked),
            )
        else:
            self.say(f"`lore publish --project {picked} --root FOLDER` takes any folder")

    def _take_folder(self, project: str, picked: str | None) -> None:
        if picked is not None:
            self._look_there(Path(picked), project)

    @on(PlannedThere)
    def _planned_there(self, event: PlannedThere) -> None:
        if isinstance(event.found, LoreError):
            self.say(event.found.message)
            return
        self._found = [one for one in self._found if one.root != event.found.root] + [event.found]
        self._named.pop(event.found.root, None)
        if event.named is not None:
            self._named[event.found.root] = event.named
        self._number = len(self._found) - 1
        self._show()

    def action_publish_write(self) -> None:
        found = self._current
        if found is None or not (found.plan.changes or found.plan.drifted):
            self.say("there is nothing to write")
        elif found.plan.drifted:
            self.say(f"a block was edited by hand: {self.key('publish.overwrite')} discards the edit")
        elif not guard_of(self).answers(self.shown_at):
            self.say("ignored (keys came too fast): press it again")
        else:
            self._agree(Agreed(found, project=self._named.get(found.root)))

    def action_publish_overwrite(self) -> None:
        found = self._current
        if found is None or not found.plan.drifted:
            self.say(f"no block was edited by hand: {self.key('publish.write')} writes")
            return
        named = self._named.get(found.root)
        self._ask(Agreed(found, overwrites=True, project=named), "Discard the manual edit and write what is shown?")

    def _agree(self, agreed: Agreed) -> None:
        """At once, or after the question whether the folder is yours."""
        found, asked = agreed.shown, replace(agreed, new_root=True)
        if agreed.project and not agreed.new_root:
            self._ask(
                asked, f"Write what is approved for {present.project_name(agreed.project)} into {shown(found.root)}?"
            )
        elif found.claimed and not agreed.new_root:
            self._ask(asked, f"{shown(found.root)} claims to be {found.plan.project}. Is it yours?")
        else:
            self.dismiss(agreed)

    def _ask(self, agreed: Agreed, question: str) -> None:
        self._asked = agreed
        self.query_one(BottomLine).ask(question)

    @on(AskLine.Answered)
    def _answered(self, event: AskLine.Answered) -> None:
        asked, self._asked = self._asked, None
        self.end_question()
        if event.yes and asked is not None:
            self._agree(asked)
        else:
            self.say("nothing was written")

    def action_publish_close(self) -> None:
        self.dismiss(None)

    def action_publish_next(self) -> None:
        if len(self._found) > 1:
            self._number = (self._number + 1) % len(self._found)
            self._show()

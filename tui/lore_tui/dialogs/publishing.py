"""What publishing would write, as a diff of each file; nothing is written before you say so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen

from lore.actions import Publishing
from lore.errors import LoreError
from lore.paths import shown
from lore_tui import keys, present
from lore_tui.gateway import Agreed
from lore_tui.keys import KeyContext
from lore_tui.look import Tone
from lore_tui.shell import guard_of, shell_of
from lore_tui.widgets.bottom_line import AskLine, BottomLine, StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar

NOWHERE = (
    "Nothing can be published from here.",
    "",
    "Approve a convention of a project in Review, or start `lore` inside of a repository.",
)


@dataclass
class Planned(Message):
    """What publishing would do came, or why that cannot be told."""

    found: Sequence[Publishing] | LoreError


class PublishDialog(ModalScreen[Agreed | None], inherit_bindings=False):
    """Ends with what you agreed to, or with None."""

    BINDINGS = keys.bindings(KeyContext.PUBLISH)
    AUTO_FOCUS = "Card"

    def __init__(self, plan: Callable[[], Sequence[Publishing]]) -> None:
        super().__init__()
        self._plan = plan
        self._found: Sequence[Publishing] = ()
        self._number = 0
        self._asked: Agreed | None = None
        self._shown_at = 0.0
        """When what is on the card was shown, by the clock of the guard."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = "Publish"
            yield Card()
            yield BottomLine()
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).place = KeyContext.PUBLISH
        self.query_one(Card).show(present.message_card(["looking …"]))
        self.run_worker(self._look, thread=True, group="publish plan", exit_on_error=False)

    def _look(self) -> None:
        try:
            self.post_message(Planned(self._plan()))
        except LoreError as error:
            self.post_message(Planned(error))

    @on(Planned)
    def _planned(self, event: Planned) -> None:
        if isinstance(event.found, LoreError):
            self.query_one(Card).show(present.message_card([event.found.message, event.found.hint or ""]))
            return
        self._found = event.found
        changing = [number for number, one in enumerate(event.found) if one.plan.changes]
        self._number = changing[0] if changing else 0
        self._show()

    @property
    def _current(self) -> Publishing | None:
        return self._found[self._number] if self._found else None

    def _show(self) -> None:
        found = self._current
        whole = len(self._found)
        if found is None:
            self.query_one(Card).show(present.message_card(NOWHERE))
        else:
            self.query_one(Card).show(present.publishing_blocks(found, self._number + 1, whole, self._key))
        self._shown_at = guard_of(self).clock()

    def _key(self, name: str) -> str:
        return shell_of(self).keys.shown(name)

    def _say(self, text: str) -> None:
        self.query_one(StatusLine).said = (text, Tone.WARN)

    def action_publish_write(self) -> None:
        found = self._current
        if found is None or not (found.plan.changes or found.plan.drifted):
            self._say("there is nothing to write")
        elif found.plan.drifted:
            self._say(f"a block was edited by hand: {self._key('publish.overwrite')} discards that edit")
        elif not guard_of(self).answers(self._shown_at):
            self._say("ignored (keys came too fast): press it again")
        else:
            self._agree(Agreed(found))

    def action_publish_overwrite(self) -> None:
        found = self._current
        if found is None or not found.plan.drifted:
            self._say(f"no block was edited by hand: {self._key('publish.write')} writes")
            return
        self._ask(Agreed(found, overwrites=True), "Discard the hand edit, and write what is shown?")

    def _agree(self, agreed: Agreed) -> None:
        """At once, or after the question whether the folder is yours."""
        found = agreed.shown
        if found.claimed and not agreed.new_root:
            asked = Agreed(found, new_root=True, overwrites=agreed.overwrites)
            self._ask(asked, f"{shown(found.root)} says that it is {found.plan.project}. Is it yours?")
        else:
            self.dismiss(agreed)

    def _ask(self, agreed: Agreed, question: str) -> None:
        self._asked = agreed
        self.query_one(BottomLine).ask(question)

    @on(AskLine.Answered)
    def _answered(self, event: AskLine.Answered) -> None:
        asked, self._asked = self._asked, None
        self.query_one(BottomLine).show_status()
        self.query_one(Card).focus()
        if event.yes and asked is not None:
            self._agree(asked)
        else:
            self._say("nothing was written")

    @property
    def _asking(self) -> bool:
        return isinstance(self.focused, AskLine)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action.startswith("ask_") or not self._asking

    def on_descendant_focus(self) -> None:
        self.query_one(KeyBar).place = KeyContext.ASK if self._asking else KeyContext.PUBLISH

    def action_publish_close(self) -> None:
        self.dismiss(None)

    def action_publish_next(self) -> None:
        if len(self._found) > 1:
            self._number = (self._number + 1) % len(self._found)
            self._show()

    def action_publish_down(self) -> None:
        self.query_one(Card).scroll_lines(1)

    def action_publish_up(self) -> None:
        self.query_one(Card).scroll_lines(-1)

    def action_publish_page_down(self) -> None:
        self.query_one(Card).scroll_page(1)

    def action_publish_page_up(self) -> None:
        self.query_one(Card).scroll_page(-1)

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self.focused if self._asking else self)

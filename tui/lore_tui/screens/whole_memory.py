"""What is done to the whole memory, from every screen: read sessions, consolidate, publish, look after it."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from textual import work

from lore import actions
from lore.errors import LoreError
from lore_tui.look import Tone
from lore_tui.screens.list_and_card import ListAndCard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lore.actions import Engine
    from lore_tui.dialogs.reader import ReaderAnswer
    from lore_tui.gateway import Agreed, Gateway
    from lore_tui.jobs import Outcome
    from lore_tui.runs import Ended, Teller

Item = TypeVar("Item")


class WholeMemory(ListAndCard):
    """The screens' actions that need no item."""

    gateway: Gateway
    engine: Engine

    @abstractmethod
    def enqueue_write(
        self,
        name: str,
        work: Callable[[], Outcome],
        ids: Sequence[str] = (),
        reopen: Callable[[str], None] | None = None,
    ) -> None:
        """Have something written."""

    @abstractmethod
    def show_status(self, text: str, tone: Tone = Tone.GOOD) -> None:
        """Put one line above the footer."""

    def read_or_say_why(self, read: Callable[[], Iterable[Item]]) -> list[Item]:
        """What a read gives; where the store cannot be read, say why and go on with nothing."""
        try:
            return list(read())
        except LoreError as error:
            self.show_status(f"{error.message} ({error.hint})", Tone.BAD)
            return []

    @abstractmethod
    def take_news(self) -> None:
        """Show what came in, as you asked for it."""

    @abstractmethod
    def may_decide(self) -> bool:
        """Whether the key was pressed on purpose."""

    # What takes long

    def action_sessions_read(self) -> None:
        self._run("Reading the sessions of your agents", self.gateway.runs.read_sessions, self._ask_reader)

    def action_consolidate(self) -> None:
        self._run("Consolidating", self.gateway.runs.consolidate)

    def action_doctor(self) -> None:
        self._run("Doctor", self.gateway.runs.examine)

    def _run(self, title: str, work: Callable[[Teller], Ended], then: Callable[[], object] | None = None) -> None:
        """Do it behind a dialog. then: what follows where it was done to its end."""
        from lore_tui.dialogs.running import Running

        self.app.push_screen(Running(title, work), partial(self._ran, then=then))

    async def _ran(self, ended: Ended | None, then: Callable[[], object] | None) -> None:
        """To the screen that shows what came of it."""
        if ended is None:
            return
        if mode := ended.shown_in:
            await self.app.switch_mode(mode)
        front = cast(WholeMemory, self.app.screen)
        if mode:
            front.take_news()
        front.show_status(ended.said)
        if then is not None:
            then()

    # Publishing

    def action_publish(self) -> None:
        from lore_tui.dialogs.publishing import PublishDialog

        self.app.push_screen(PublishDialog(self.engine), self._publish)

    def _publish(self, agreed: Agreed | None) -> None:
        if agreed is not None:
            self.enqueue_write("publish", partial(self.gateway.publish, agreed))

    # The agents

    def action_connect(self) -> None:
        from lore_tui.dialogs.connecting import ConnectDialog

        self.app.push_screen(ConnectDialog(self.engine), self.connected)

    def connected(self, said: str | None) -> None:
        """Set-up is left. said: what was written, in one line; None: nothing."""
        if said is not None:
            self.show_status(said)
            self._ask_reader(after_set_up=True)

    @work(thread=True, group="reader", exit_on_error=False)
    def _ask_reader(self, *, after_set_up: bool = False) -> None:
        """Ask who reads the sessions, where nobody did: they were read in, or agents connected, just now."""
        offer = actions.plan_reader(self.engine)
        if offer.way is not None and offer.agreement.answer in ((None, "later") if after_set_up else (None,)):
            self.app.call_from_thread(self.action_reader)

    def action_reader(self) -> None:
        from lore_tui.dialogs.reader import ReaderDialog

        self.app.push_screen(ReaderDialog(self.engine), self._reader_answered)

    def _reader_answered(self, given: ReaderAnswer | None) -> None:
        if given is not None:
            self.enqueue_write("reader", partial(self.gateway.answer_reader, given.answer, given.way))

    # The rest

    def action_questions(self) -> None:
        self._ask_questions()

    def _ask_questions(self, answers: Sequence[str] = (), refused: str = "") -> None:
        from lore_tui.dialogs.questions import Questions

        self.app.push_screen(Questions(answers, refused), self._save_answers)

    def _save_answers(self, answers: Sequence[str] | None) -> None:
        if answers is not None:
            again = partial(self._ask_questions, answers)
            self.enqueue_write("questions", lambda: self.gateway.save_answers(answers), reopen=again)

    def action_backup(self) -> None:
        if self.may_decide():
            self.enqueue_write("backup", self.gateway.back_up)

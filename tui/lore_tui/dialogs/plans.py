"""What would be written or sent, read before it is agreed to: publishing, connecting your agents, who reads."""

from collections.abc import Callable, Sequence

from lore import actions
from lore.actions import Engine, Offer, Publishing, ReaderState, SetUp
from lore.errors import LoreError
from lore_tui import keys
from lore_tui.dialogs.reading import ReadingDialog
from lore_tui.keys import Place
from lore_tui.look import Block
from lore_tui.plans import SetUpView, look
from lore_tui.present.parts import message_card
from lore_tui.present.whole import done_blocks, plan_blocks, publishing_blocks, reader_blocks
from lore_tui.widgets.key_bar import KeyBar


class PublishDialog(ReadingDialog[Publishing | None], inherit_bindings=False):
    """Ends with what you agreed to."""

    PLACE = Place.PUBLISH
    BINDINGS = keys.bindings(Place.PUBLISH)

    def __init__(self, engine: Engine) -> None:
        super().__init__("Publish")
        self._engine = engine
        self._found: Sequence[Publishing] = ()
        self._number = 0

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(KeyBar).off = frozenset({"publish.write", "publish.next"})
        self.look()
        fails = lambda error: self.show(message_card([error.message, error.hint or ""]))  # noqa: E731
        read = lambda: actions.plan_publish_everywhere(self._engine)  # noqa: E731
        self.aside(read, self._planned, group="publish plan", fails=fails)

    def _planned(self, found: Sequence[Publishing]) -> None:
        self._found = found
        self._number = next((number for number, one in enumerate(found) if one.plan.changes), 0)
        self._show()

    @property
    def _current(self) -> Publishing | None:
        return self._found[self._number] if self._found else None

    @property
    def _may_write(self) -> bool:
        return (found := self._current) is not None and bool(found.plan.changes) and not found.plan.drifted

    def _show(self) -> None:
        off = {"publish.write"} if not self._may_write else set()
        self.query_one(KeyBar).off = frozenset(off | ({"publish.next"} if len(self._found) < 2 else set()))
        if self._current is not None:
            self.show(publishing_blocks(self._current, self._number + 1, len(self._found), self.key))
        else:
            ways = (
                "Approve a convention of a project in Review, or start `lore` inside a repository.",
                "`lore publish --project KEY --root FOLDER` writes into any folder.",
            )
            self.show(message_card(["Nothing can be published from here.", "", *ways]))

    def action_publish_write(self) -> None:
        if self.may_agree(to_something=self._may_write):
            self.dismiss(self._current)

    def action_publish_next(self) -> None:
        if self._found:
            self._number = (self._number + 1) % len(self._found)
            self._show()


class ConnectDialog(ReadingDialog[SetUpView | None], inherit_bindings=False):
    """What set-up would write, as a diff of each file; ends with what you agreed to."""

    PLACE = Place.CONNECT
    BINDINGS = keys.bindings(Place.CONNECT)

    def __init__(self, engine: Engine) -> None:
        super().__init__("Connect your agents")
        self._engine = engine
        self._removing = False
        self._view: SetUpView | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self._look()

    def _look(self) -> None:
        self._view = None
        self.look()
        fails = lambda error: self.show(message_card([error.message, error.hint or ""]))  # noqa: E731
        removing = self._removing
        self.aside(lambda: look(self._engine, removing=removing), self._looked, group="set-up plan", fails=fails)

    def _looked(self, view: SetUpView) -> None:
        self._view = view
        self.show(plan_blocks(view, self.key))

    def action_connect_remove(self) -> None:
        self._removing = not self._removing
        self._look()

    def action_connect_write(self) -> None:
        if self.may_agree(to_something=self._view is not None and bool(self._view.plan.changes)):
            self.dismiss(self._view)


def tried_blocks(engine: Engine, done: SetUp, key: Callable[[str], str]) -> list[Block]:
    """What was written, and how each command runs as the agent runs it."""
    try:
        trials: Sequence[actions.Trial | LoreError] = list(
            actions.try_setup(engine, agents=tuple(agent.name for agent in done.plan.agents))
        )
    except LoreError as error:
        trials = (error,)
    return done_blocks(done, trials, key)


class ReaderDialog(ReadingDialog[tuple[str, str | None] | None], inherit_bindings=False):
    """Asks with the cost in view. Ends with `yes`, `later`, `no` or `stop`, and the reader that was proposed."""

    PLACE = Place.READER
    BINDINGS = keys.bindings(Place.READER)

    def __init__(self, engine: Engine) -> None:
        super().__init__("Who reads your sessions")
        self._engine = engine
        self._view: tuple[Offer, ReaderState] | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self.look()
        self._offer_keys()
        fails = lambda error: self.show(message_card([error.message, error.hint or ""]))  # noqa: E731
        read = lambda: (actions.plan_reader(self._engine), actions.reader_status(self._engine))  # noqa: E731
        self.aside(read, self._looked, group="reader", fails=fails)

    def _looked(self, view: tuple[Offer, ReaderState]) -> None:
        self._view = view
        self._offer_keys()
        self.show(reader_blocks(*view, self.key))

    def _offer_keys(self) -> None:
        """The footer names what can be answered now, and nothing else is."""
        off = {"reader.yes", "reader.later", "reader.no", "reader.stop"}
        if self._view is not None:
            offer, state = self._view
            off -= {"reader.yes", "reader.later", "reader.no"} if offer.way is not None else set()
            off -= {"reader.no"} if state.is_asked else set()
            off |= {"reader.yes", "reader.later"} if state.is_asked else set()
            off -= {"reader.stop"} if state.progress else set()
        self.query_one(KeyBar).off = frozenset(off)

    def _answer(self, answer: str) -> None:
        if self.may_agree(to_something=f"reader.{answer}" not in self.query_one(KeyBar).off):
            assert self._view is not None  # else nothing is offered
            way = self._view[0].way
            self.dismiss((answer, way.label if way is not None and answer == "yes" else None))

    def action_reader_yes(self) -> None:
        self._answer("yes")

    def action_reader_later(self) -> None:
        self._answer("later")

    def action_reader_no(self) -> None:
        self._answer("no")

    def action_reader_stop(self) -> None:
        self._answer("stop")

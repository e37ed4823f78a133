"""Every action with its keys: choose one, press its new key. What clashes is named, and nothing is saved until then."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from lore.text import counted
from lore_tui import keys
from lore_tui.dialogs.asking import AskingDialog
from lore_tui.dialogs.pick import Pick
from lore_tui.key import PARTS, Key, KeyContext, display
from lore_tui.look import MARKED, WARNING, Row, Tone
from lore_tui.own_keys import KeyDraft
from lore_tui.presets import ABOUT, KeyChoice
from lore_tui.screens.registry import SCREENS
from lore_tui.text import listed
from lore_tui.widgets.bottom_line import AskLine, BottomLine, Prefix, StatusLine
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList

EVERYWHERE = "on every screen"
KEYS_WIDTH = 14
_NONE_OF_YOURS = "none of yours"
"""The id of the row that drops your own keys."""


class KeyCatcher(Static, can_focus=True):
    """Explains the action under the cursor; while it has the keyboard, the next key is the one that was meant."""

    class Caught(Message):
        def __init__(self, pressed: str) -> None:
            super().__init__()
            self.pressed = pressed

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.post_message(self.Caught(event.key))


class KeysDialog(AskingDialog[KeyChoice | None], inherit_bindings=False):
    """Ends with what is to be saved, or with None."""

    PLACE = KeyContext.KEYS
    BINDINGS = keys.bindings(KeyContext.KEYS, priority=True)
    AUTO_FOCUS = "Input"

    def __init__(self, before: KeyChoice, now: KeyChoice | None = None, refused: str = "") -> None:
        """before: what is saved. now: what you chose, where it comes back with the reason why it was `refused`."""
        super().__init__()
        self._before = KeyDraft.of(before)
        self._draft = KeyDraft.of(now or before)
        self._refused = refused
        self._meant: tuple[str, bool] | None = None
        """The action that the next key is for, and whether beside the keys it has."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel keys") as panel:
            panel.border_title = "Keys"
            with Horizontal(classes="filter"):
                yield Prefix(" > ")
                yield Input(compact=True, placeholder="type to find an action, or a key")
            yield RowList(self._load, tag_width=KEYS_WIDTH)
            yield KeyCatcher(classes="explained", markup=False)
            yield BottomLine()
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.query_one(KeyCatcher).can_focus = False
        self.rows.can_focus = False
        self.rows.empty_lines = ("No matching action.",)
        self._list()
        self._tell(self._refused or self._draft.unread, Tone.BAD)

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    # The list

    def _list(self) -> None:
        """The actions that fit what is typed, under the places they are for."""
        words = self.query_one(Input).value.casefold().split()
        found = [key for key in self._in_order() if all(word in self._searched(key) for word in words)]
        if words:  # what is called so comes before what is only described so
            found.sort(key=lambda key: not all(word in f"{key.label} {key.id}".casefold() for word in words))
        above: dict[int, str] = {}
        for number, key in enumerate(found):
            if number == 0 or _where(key) != _where(found[number - 1]):
                above[number] = _where(key)
        self.rows.show([key.id for key in found], keep=self.rows.current, headings=above)

    def _in_order(self) -> list[Key]:
        places = [*SCREENS, *PARTS]
        order: Mapping[str, int] = {EVERYWHERE: 0}
        return sorted(
            self._draft.keymap.everything(),
            key=lambda key: order.get(_where(key), 1 + places.index(next(iter(key.where), places[0]))),
        )

    def _searched(self, key: Key) -> str:
        pressed = " ".join(display(one) for one in key.pressed)
        return f"{pressed} {key.label} {key.help} {key.id} {_where(key)}".casefold()

    def _load(self, ids: Sequence[str]) -> Iterable[Row]:
        found = self._draft.keymap
        wrong = " ".join(self._draft.complaints)
        for name in ids:
            key = found.by_id(name)
            clashing, own = f"`{name}`" in wrong, name in self._draft.yours
            yield Row(
                name,
                key.help,
                tag=" ".join(map(display, key.pressed)) or "-",
                tone=Tone.BAD if clashing else Tone.CHOICE if own else Tone.DIM,
                mark=WARNING if clashing else MARKED if own else "",
                name=key.label,
            )

    def _redraw(self) -> None:
        """The keys are others: paint the rows again, explain, and name what clashes."""
        self.rows.forget(self.rows.ids)
        self._explain()
        self._tell()

    def _explain(self) -> None:
        name = self.rows.current
        if name is None:
            self.query_one(KeyCatcher).update("")
            return
        preset = " ".join(map(display, self._draft.of_preset(name).split())) or "no key"
        own = f"{MARKED} yours; " if name in self._draft.yours else ""
        has = f"`{name}` · {own}the preset {self._draft.preset} has {preset}"
        self.query_one(KeyCatcher).update(f"{self._draft.keymap.by_id(name).help}\n{has}")

    def _tell(self, text: str = "", tone: Tone = Tone.WARN) -> None:
        """One line: this, else what clashes, else what there is to save."""
        line, complaints = self.query_one(StatusLine), self._draft.complaints
        changed = self._draft.changed_since(self._before)
        more = f" (+{len(complaints) - 1:,})" if len(complaints) > 1 else ""
        if text:
            line.said = (text, tone)
        elif complaints:
            line.said = (f"{complaints[0]}{more}", Tone.BAD)
        else:
            line.said = (f"{counted(len(changed), 'action')} changed, not saved" if changed else "", Tone.WARN)
        line.where = self._draft.preset

    @on(Input.Changed)
    def _typed(self) -> None:
        self._list()

    @on(RowList.Highlighted)
    def _moved(self) -> None:
        self._explain()

    # Changing one

    def action_keys_change(self) -> None:
        self._wait_for_key("Press the new key for", beside=False)

    def action_keys_add(self) -> None:
        self._wait_for_key("Press one more key for", beside=True)

    @on(RowList.Chosen)
    def _row_chosen(self) -> None:
        self.action_keys_change()

    def _wait_for_key(self, asks: str, *, beside: bool) -> None:
        name = self.rows.current
        if name is None:
            return
        self._meant = name, beside
        catcher = self.query_one(KeyCatcher)
        catcher.update(f"{asks} {self._draft.keymap.by_id(name).label}\nesc cancels")
        catcher.can_focus = True
        catcher.focus()
        self.query_one(KeyBar).place = None

    @on(KeyCatcher.Caught)
    def _caught(self, event: KeyCatcher.Caught) -> None:
        (name, beside), self._meant = self._meant or ("", False), None
        self._back_to_typing()
        if name and event.pressed != "escape":
            self._draft.give(name, event.pressed, beside=beside)
        self._redraw()

    def _back_to_typing(self) -> None:
        self.query_one(KeyCatcher).can_focus = False
        self.query_one(Input).focus()
        self.query_one(KeyBar).place = KeyContext.KEYS

    def action_keys_none(self) -> None:
        self._change(lambda name: self._draft.give(name, ""))

    def action_keys_reset(self) -> None:
        self._change(self._draft.reset)

    def _change(self, change: Callable[[str], None]) -> None:
        if self.rows.current is not None:
            change(self.rows.current)
            self._redraw()

    def action_keys_preset(self) -> None:
        rows = [Row(name, told, name=name) for name, told in ABOUT.items()]
        rows += [Row(_NONE_OF_YOURS, "restore all keys of the preset", name="drop yours")]
        self.app.push_screen(Pick("Preset", rows, keep=self._draft.preset), self._take_preset)

    def _take_preset(self, picked: str | None) -> None:
        if picked == _NONE_OF_YOURS:
            self._draft.yours.clear()
        elif picked is not None:
            self._draft.take_preset(picked)
        self._redraw()

    # Saving and leaving

    @property
    def _is_changed(self) -> bool:
        return self._draft.choice != self._before.choice or bool(self._draft.unread)

    def action_keys_save(self) -> None:
        """Keys are a guarded setting: what you changed is named once more, and asked, before it is saved."""
        changed = self._draft.changed_since(self._before)
        if self._draft.complaints:
            self._tell()
        elif not self._is_changed:
            self._tell("nothing has changed", Tone.DIM)
        else:
            named = [f"{key.label} {key.shown or 'no key'}" for key in changed]
            self._ask(f"Save {counted(len(changed), 'changed key')}? {listed(named)}", save=True)

    def action_keys_close(self) -> None:
        if self._is_changed and not self._draft.unread:
            self._ask("Discard your changes?", save=False)
        else:
            self.dismiss(None)

    def _ask(self, question: str, *, save: bool) -> None:
        self._saving = save
        self.query_one(BottomLine).ask(question)

    @on(AskLine.Answered)
    def _answered(self, event: AskLine.Answered) -> None:
        if event.yes:
            self.dismiss(self._draft.choice if self._saving else None)
            return
        self.query_one(BottomLine).show_status()
        self._back_to_typing()
        self._tell()

    @property
    def place(self) -> str | None:
        return super().place if self._meant is None else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a key is waited for, none of them acts: it is the key that is meant."""
        return self._meant is None and super().check_action(action, parameters)

    def action_keys_down(self) -> None:
        self.rows.move(1)

    def action_keys_up(self) -> None:
        self.rows.move(-1)

    def action_keys_page_down(self) -> None:
        self.rows.move_page(1)

    def action_keys_page_up(self) -> None:
        self.rows.move_page(-1)


def _where(key: Key) -> str:
    """The places of an action, as a heading says them."""
    if not key.where or len(key.where) > 4:
        return EVERYWHERE
    return ", ".join(keys.title(place) for place in key.where)

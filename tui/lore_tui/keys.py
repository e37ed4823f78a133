"""Every action a person can take, once. What is bound, the footer, help, palette and `docs/keys.md` are made of it.

`keymap.py` says which keys are in force.
"""

from dataclasses import dataclass
from enum import StrEnum

from textual.binding import Binding, BindingType


class Place(StrEnum):
    """What has the keyboard: a screen, or a part that takes it over."""

    REVIEW = "Review"
    MEMORY = "Memory"
    HISTORY = "History"
    CARE = "Care"
    FIRST = "First start"
    SEARCH = "Search box"
    ASK = "Question"
    REASON = "Reason"
    WORDS = "Other words"
    FORM = "Form"
    PICK = "Pick list"
    PUBLISH = "Publish"
    CONNECT = "Connect your agents"
    READER = "Who reads your sessions"
    FRAME = "What is read"
    TYPED = "One line"


SCREENS = (Place.REVIEW, Place.MEMORY, Place.HISTORY, Place.CARE)
"""In the order of the tabs."""
PARTS = tuple(place for place in Place if place not in SCREENS)


class Group(StrEnum):
    """What an action is about: help is in this order."""

    DECIDE = "decide"
    CHANGE = "change"
    MEMORY = "memory"
    FIND = "find"
    GO = "go"
    MOVE = "move"


PRESETS = ("default", "arrows")
TABLE = """
[Every screen]
help | question_mark f1 | f1 | 90 | go | Keys | Every key of this screen; type to find one, then run it
undo | u | ctrl+u | 8 | change | Undo | Undo your last change; asks first if it is from an earlier visit
redo | U ctrl+y | ctrl+y | | change | Redo | Redo what you last undid
copy | y | ctrl+k | 14 | find | Copy | Copy its text
project | 0 | f6 | 15 | find | Project | Choose the project in force, or all of them
consolidate | C | - | | memory | Consolidate | Join duplicates, propose conventions
publish | P | - | 9 | memory | Publish | Preview CONVENTIONS.md, then write it
reload | ctrl+r | = | | find | Reload | Show what other programs changed
open | enter | = | | go | Open | Show the card full screen; never decides
back | escape | = | | go | Back | Go back; never decides, never quits
go.review | 1 | f2 | | go | Review | Go to what waits for your decision
go.memory | 2 | f3 | | go | Memory | Go to what your agents are given, and all facts
go.history | 3 | f4 | | go | History | Go to the year: sessions, and every change
go.care | 4 | f5 | | go | Care | Go to what needs a hand: agents, files, checks
palette | colon ctrl+p | ctrl+p | 16 | go | Anything | Any command, setting, project or fact by its name
theme | - | = | | go | Colours | Choose colours, with a live preview
first | - | = | | go | First start | Set up again: read sessions, note, connect, as on the first day
suspend | ctrl+z | = | | go | Suspend | Return to the shell; `fg` comes back here
focus.next | tab | = | | move | Other pane | To the next pane
focus.previous | shift+tab | = | | move | Pane before | To the pane before

[Review]
review.approve | a | ctrl+a | 2 | decide | Approve | Approve it as it is worded: it becomes a convention, or yours
review.reject | r | ctrl+x | 4 | decide | Reject | It is not proposed again; what you said stays a fact
review.said | w | - | | decide | Words | Swap the reader's wording and your own sentence
review.reject_reason | R | ctrl+w | | decide | Reject… | Reject it with a reason that agents see
review.skip | s | ctrl+s | 5 | decide | Later | Decide later: move it to the end of the queue
review.snooze | z | ctrl+l | | decide | Snooze | Hide it until tomorrow
review.snooze_week | Z | - | | decide | Snooze a week | Hide it until next week
review.instead | i | - | | decide | Instead | Of two facts: the newer holds instead of the other
review.merge | m | ctrl+g | 12 | decide | Join | Join it with the nearest fact; shows the result first
review.session | o | ctrl+o | 7 | go | Session | Read it in its session; Back returns to the card
review.scope | c | - | | decide | Scope | Where it applies: the project, only you in it, you everywhere
review.approve_many | A | - | 13 | decide | All shown | Approve all shown but what is struck out
review.reject_many | D | - | | decide | Reject all | Reject all shown but what is struck out
review.filter | f | - | | find | Filter | Show only one kind

[Review, Memory]
edit | e | ctrl+e | 3 | change | Edit | Edit it where it stands; in Review, saving also approves it
edit.external | E | - | | change | In $EDITOR | Change its text in your own editor
mark | space | space insert | | change | Mark | Act on several at once; in Review, leave it out of all shown

[Memory]
fact.new | i | ctrl+n | 11 | change | New | Write a new fact
fact.archive | d | delete | 4 | change | Archive | Archive it, or restore it; applies to all marked
fact.pin | p | ctrl+t | 5 | change | Keep | Pin or unpin it, so it never fades; applies to all marked
fact.replace | S | ctrl+w | 6 | change | Replace | Write what holds instead of it
fact.review | a | ctrl+a | | go | Decide | Go to its card in Review, where it waits
fact.confirm | H | - | | decide | Still holds | Confirm that it still holds; clears the doubt; applies to all marked
fact.source | o | ctrl+o | 13 | go | Session | Read it in its session; Back returns to it
fact.follow | l | ctrl+g | | go | Links | Go to a linked fact; Back returns
fact.filter | f | ctrl+l | 12 | find | Filter | Show only a kind, a tag …; choose again to clear
fact.sort | s | ctrl+s | | find | Sort | Sort by newest, strongest, or last used
fact.purge | - | = | | change | Purge | Remove it for good; asks you to type its id
memory.frame | v | f7 | 7 | find | As given | Show exactly what the next session here starts with

[Review, Memory, History]
search | slash | ctrl+f | 10 | find | Find | Search as you type; then keep or clear the search

[Review, Memory, Care]
card.down | J | ctrl+down | | move | Card down | Scroll the card without leaving the list
card.up | K | ctrl+up | | move | Card up | Scroll the card back

[History]
log.revert | x | ctrl+x | 5 | change | Undo this | Undo this act, unless a newer change depends on it
history.filter | f | ctrl+l | 13 | find | Who and what | Show one actor, or one kind of change
history.told | n | ctrl+n | 7 | find | In a paragraph | Tell the day, or the session, in a few lines
history.fact | o | ctrl+o | 6 | go | Its fact | Go to the fact that rests on this message
replay.next | J | ctrl+down | 4 | move | Next note | In the session: to the next message that something was noted of
replay.previous | K | ctrl+up | | move | Note before | In the session: to the note before
day.back | left h | left | 2 | move | Day | To the day before with something on it; in the year to any day
day.forward | right l | right | | move | Day on | To the next day with something on it; in the year to any day
day.today | t | ctrl+t | | move | Today | To today

[Care]
file.edit | e | ctrl+e | 6 | change | Edit | Open the file in your own editor
file.accept | a | ctrl+a | 7 | decide | Take | Take a manual edit into your memory; asks first
file.overwrite | w | - | | decide | Write anew | Write the file as approved, over the manual edit; asks first
care.repair | x | ctrl+x | 2 | change | Repair | Repair what can be repaired, after a backup; asks first
care.checks | c | ctrl+l | 10 | find | Checks | Unfold all checks, or fold those that pass

[Memory, History; also offered on every screen]
sessions.read | c | - | | memory | Read sessions | Read new agent sessions, then go to Review; again stops it

[Care; also offered on every screen]
connect | S | ctrl+s | 3 | memory | Set up agents | Connect your agents; shows each change and asks first
reader | R | ctrl+n | 4 | memory | Reader | Who reads your sessions: agree, end it, see what it costs
backup | B | ctrl+b | 13 | memory | Copy now | Back up the whole store now; the copy is checked

[First start]
first.go | enter | = | 1 | decide | Do the ticked ones | Read, note and connect, as ticked
first.tick | space | = | 2 | change | Tick | Tick or untick it
first.details | d | ctrl+l | 3 | find | Details | What is sent, or which files change
first.leave | escape | = | 4 | go | Look around | To the screens, without any of it

[Review, Memory, History, Care, First start]
quit | q ctrl+q ctrl+c | ctrl+q ctrl+c | 89 | go | Quit | Return to the shell; everything is saved

[Review, Memory, History, Care, First start, Publish, Connect your agents, Who reads your sessions, What is read]
move.down | j down | down | | move | Down | One item or line down
move.up | k up | up | | move | Up | One item or line up
move.top | g home | home | | move | Top | To the first
move.bottom | G end | end | | move | Bottom | To the last

[Review, Memory, History, Care, Publish, Connect your agents, Who reads your sessions, What is read]
move.page_down | ctrl+d pagedown | pagedown | | move | Page down | One page down
move.page_up | ctrl+u pageup | pageup | | move | Page up | One page up

[Search box]
search.keep | enter | = | 1 | find | Keep | Keep the search and return to the list
search.clear | escape | = | 2 | find | Clear | Clear the search and return to the list
search.complete | tab | = | | find | Complete | In Memory: complete the field or value; again for the next
search.down | down | = | 3 | move | Next | Next hit while you type
search.up | up | = | 4 | move | Previous | Previous hit while you type

[Question]
ask.yes | y | ctrl+y | 1 | decide | Yes | Do it
ask.no | n escape | escape ctrl+n | 2 | decide | No | Cancel; nothing changes

[Reason]
reason.send | enter | = | 1 | decide | Reject | Reject with this reason
reason.cancel | escape | = | 2 | decide | Back | Go back without deciding

[Other words]
words.keep | enter | = | 1 | decide | Save and approve | Approve it in these words
words.leave | escape | = | 2 | change | As it was | Back without deciding; your words are kept

[Form]
form.save | ctrl+s | = | 1 | change | Save | Save and close
form.cancel | escape | = | 2 | change | Back | Close without saving; asks when something changed
form.next | tab | = | 3 | move | Next field | To the next field
form.previous | shift+tab | = | | move | Previous field | Go to the previous field

[Publish]
publish.write | y | ctrl+s | 1 | decide | Write | Write these files
publish.next | tab | = | 3 | move | Next place | Show the next repository

[Connect your agents]
connect.write | w | ctrl+s | 1 | decide | Write | Write what is shown; asks first
connect.remove | x | ctrl+x | 4 | move | Remove | Preview removing all of Lore's entries

[Who reads your sessions]
reader.yes | y | ctrl+y | 1 | decide | Yes | Let it read each session when it is over
reader.later | l | ctrl+l | 3 | decide | Later | Be asked again after the next set-up
reader.no | n | ctrl+n | 4 | decide | No | Let no model read your sessions by itself
reader.stop | x | ctrl+x | 5 | move | Stop | End the reading that runs; the next session starts it again

[What is read]
frame.close | enter v | enter | | go | Done | Close

[Pick list, One line]
pick.take | enter | = | 1 | go | Take it | Take what is chosen, or typed

[Pick list]
pick.down | down | = | 3 | move | Next | Next one
pick.up | up | = | 4 | move | Previous | Previous one

[Publish, Connect your agents, Who reads your sessions, What is read, Pick list, One line]
close | escape | = | 2 | go | Back | Close; nothing changes
"""
"""Places; then the id, its keys in both presets (`=` the same, `-` none), rank in the footer, group, label, help."""

DISPLAY = {
    "question_mark": "?", "slash": "/", "colon": ":", "escape": "esc", "pagedown": "pgdn", "pageup": "pgup",
    "down": "↓", "up": "↑", "left": "←", "right": "→",
}  # fmt: skip


def display(pressed: str) -> str:
    """A key as a person reads it: `?`, `esc`, `^r`."""
    if pressed.startswith("ctrl+"):
        return "^" + pressed.removeprefix("ctrl+")
    return DISPLAY.get(pressed, pressed)


_WITHOUT_ITEM = frozenset({"undo", "redo", "fact.new", "care.repair", "first.go"})
_OF_ITEM = frozenset({"review.session", "fact.source", "copy"})
_STEPS = {
    "move.down": ("move", "move", 1), "move.up": ("move", "move", -1), "move.top": ("move", "move_to_edge", -1),
    "move.bottom": ("move", "move_to_edge", 1), "move.page_down": ("move", "move_page", 1),
    "move.page_up": ("move", "move_page", -1), "card.down": ("move_card", 1), "card.up": ("move_card", -1),
    "search.down": ("move_rows", 1), "search.up": ("move_rows", -1), "pick.down": ("move_rows", 1),
    "pick.up": ("move_rows", -1), "focus.next": ("focus_pane", 1), "focus.previous": ("focus_pane", -1),
}  # fmt: skip
"""Actions that go one way of two → what carries them out."""


@dataclass(frozen=True, slots=True)
class Key:
    """One action. Without keys it is reached from help and the palette only."""

    id: str
    keys: str
    """Textual's names of the keys, separated by spaces; the footer shows the first."""
    label: str
    """Two words at most: stands in the footer and in the palette."""
    help: str
    """One sentence: what it does and how it is taken back."""
    group: Group
    where: tuple[str, ...]
    """The places it is bound in."""
    footer: int = 0
    """Its rank in the footer, 1 first; 0 keeps it out."""
    everywhere: bool = False
    """Whether help and palette offer it on the screens that do not bind it, too."""
    arrows: str = ""
    """Its keys in the other preset."""

    @property
    def goes_to(self) -> str:
        """The screen it goes to, where it does nothing else."""
        return self.label if self.id.startswith("go.") else ""

    @property
    def action(self) -> str:
        """What carries it out, as Textual calls it: the method without `action_`, and what it is given."""
        name, *given = ("go", self.goes_to) if self.goes_to else _STEPS.get(self.id, (self.id.replace(".", "_"),))
        return f"{name}({', '.join(map(repr, given))})" if given else str(name)

    @property
    def needs_item(self) -> bool:
        """Whether it does something to what is under the cursor."""
        acts = self.group in (Group.DECIDE, Group.CHANGE) and self.id not in _WITHOUT_ITEM
        return acts or self.id in _OF_ITEM

    @property
    def pressed(self) -> tuple[str, ...]:
        return tuple(self.keys.split())

    @property
    def shown(self) -> str:
        """Its first key as a person reads it, or an empty text."""
        return display(self.pressed[0]) if self.keys else ""


def _read() -> tuple[Key, ...]:
    found: list[Key] = []
    where: tuple[str, ...] = ()
    everywhere = False
    for line in filter(None, TABLE.splitlines()):
        if line.startswith("["):
            named, _, more = line.strip("[]").partition("; ")
            where, everywhere = tuple(map(Place, named.split(", "))) if named != "Every screen" else SCREENS, bool(more)
            continue
        name, keys, arrows, rank, group, label, told = (cell.strip() for cell in line.split("|"))
        keys, arrows = keys.strip("-"), (keys if arrows == "=" else arrows).strip("-")
        found.append(Key(name, keys, label, told, Group(group), where, int(rank or 0), everywhere, arrows))
    return tuple(found)


KEYS = _read()


def goings() -> list[Key]:
    """The actions that go to a screen. The app binds them, for every screen."""
    return [key for key in KEYS if key.goes_to]


def bindings(place: str, *, on: str = "", priority: bool = False) -> list[BindingType]:
    """What a screen or widget of this place binds, for its `BINDINGS`; with `priority` it comes before its children.

    on: `screen.`, where the screen around a widget carries it out. What goes to another screen is bound by the app,
    which also puts the keys in force in the place of these.
    """
    return [
        Binding(
            ",".join(key.pressed) or unpressed(key.id), f"{on}{key.action}", key.label, id=key.id, priority=priority
        )
        for key in KEYS
        if place in key.where and not key.goes_to
    ]


def unpressed(name: str) -> str:
    """What stands for the key of an action that has none: no terminal sends it."""
    return f"no_key_{name.replace('.', '_')}"

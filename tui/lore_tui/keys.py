"""The registry of keys: every action a person can take, once.

What is bound, the footer, `?`, the palette and `docs/keys.md` are made from it; `keymap.py` says which are in force.
"""

from textual.binding import Binding, BindingType

from lore_tui.key import PARTS, Group, Key, KeyContext
from lore_tui.screens.registry import SCREENS

_REVIEW, _MEMORY, _HISTORY, _CARE = (
    (KeyContext.REVIEW,),
    (KeyContext.MEMORY,),
    (KeyContext.HISTORY,),
    (KeyContext.CARE,),
)
_ITEMS = (*_REVIEW, *_MEMORY)
(
    _FIRST,
    _SEARCH,
    _ASK,
    _REASON,
    _WORDS,
    _FORM,
    _HELP,
    _PICK,
    _WORK,
    _PUBLISH,
    _CONNECT,
    _READER,
    _QUESTIONS,
    _FRAME,
    _TYPED,
) = ((part,) for part in PARTS)
_DIFFS = (*_PUBLISH, *_CONNECT, *_READER, *_FRAME)
_DECIDE, _CHANGE, _WHOLE, _FIND, _TAKE, _GO, _MOVE = Group

KEYS: tuple[Key, ...] = (
    Key("help", "question_mark f1", "Keys", "Every key of this screen; type to find one, then run it", _GO, footer=90),
    Key(
        "review.approve",
        "a",
        "Approve",
        "Approve it in the words shown: a proposal becomes a convention, a statement yours",
        _DECIDE,
        _REVIEW,
        footer=2,
    ),
    Key(
        "review.reject",
        "r",
        "Reject",
        "It is not proposed again; what you said stays a fact",
        _DECIDE,
        _REVIEW,
        footer=4,
    ),
    Key("review.said", "w", "Words", "Swap the reader's wording and your own sentence", _DECIDE, _REVIEW),
    Key("review.reject_reason", "R", "Reject…", "Reject it with a reason that agents see", _DECIDE, _REVIEW),
    Key("review.skip", "s", "Later", "Decide later: move it to the end of the queue", _DECIDE, _REVIEW, footer=5),
    Key("review.snooze", "z", "Snooze", "Hide it until tomorrow", _DECIDE, _REVIEW),
    Key("review.snooze_week", "Z", "Snooze a week", "Hide it until next week", _DECIDE, _REVIEW),
    Key("review.instead", "i", "Instead", "Of two facts: the newer holds instead of the other", _DECIDE, _REVIEW),
    Key(
        "review.merge", "m", "Join", "Join it with the nearest fact; shows the result first", _DECIDE, _REVIEW, footer=6
    ),
    Key("review.session", "o", "Session", "Read it in its session; Back returns to the card", _GO, _REVIEW, footer=7),
    Key(
        "review.scope", "c", "Scope", "Where it applies: the project, only you in it, you everywhere", _DECIDE, _REVIEW
    ),
    Key(
        "review.approve_many", "A", "All shown", "Approve all shown but what is struck out", _DECIDE, _REVIEW, footer=13
    ),
    Key("review.reject_many", "D", "Reject all", "Reject all shown but what is struck out", _DECIDE, _REVIEW),
    Key("review.filter", "f", "Filter", "Show only one kind", _FIND, _REVIEW),
    Key(
        "search",
        "slash",
        "Find",
        "Search as you type; then keep or clear the search",
        _FIND,
        (*_ITEMS, *_HISTORY),
        footer=10,
    ),
    Key("fact.new", "i", "New", "Write a new fact", _CHANGE, _MEMORY, footer=11),
    Key("edit", "e", "Edit", "Edit it where it stands; in Review, saving also approves it", _CHANGE, _ITEMS, footer=3),
    Key("edit.external", "E", "In $EDITOR", "Change its text in your own editor", _CHANGE, _ITEMS),
    Key("fact.archive", "d", "Archive", "Archive it, or restore it; applies to all marked", _CHANGE, _MEMORY, footer=4),
    Key(
        "fact.pin", "p", "Keep", "Pin or unpin it, so it never fades; applies to all marked", _CHANGE, _MEMORY, footer=5
    ),
    Key("fact.replace", "S", "Replace", "Write what holds instead of it", _CHANGE, _MEMORY, footer=6),
    Key("fact.review", "a", "Decide", "Go to its card in Review, where it waits", _GO, _MEMORY),
    Key(
        "fact.confirm",
        "H",
        "Still holds",
        "Confirm that it still holds; clears the doubt; applies to all marked",
        _DECIDE,
        _MEMORY,
    ),
    Key("fact.source", "o", "Session", "Read it in its session; Back returns to it", _GO, _MEMORY, footer=13),
    Key("fact.follow", "l", "Links", "Go to a linked fact; Back returns", _GO, _MEMORY),
    Key("fact.filter", "f", "Filter", "Show only a kind, a tag …; choose again to clear", _FIND, _MEMORY, footer=12),
    Key("fact.sort", "s", "Sort", "Sort by newest, strongest, or last used", _FIND, _MEMORY),
    Key("fact.purge", "", "Purge", "Remove it for good; asks you to type its id", _CHANGE, _MEMORY),
    Key(
        "memory.frame", "v", "As given", "Show exactly what the next session here starts with", _FIND, _MEMORY, footer=7
    ),
    Key(
        "log.revert",
        "x",
        "Undo this",
        "Undo this act, unless a newer change depends on it",
        _CHANGE,
        _HISTORY,
        footer=5,
    ),
    Key("history.filter", "f", "Who and what", "Show one actor, or one kind of change", _FIND, _HISTORY, footer=13),
    Key(
        "history.told", "n", "In a paragraph", "Tell the day, or the session, in a few lines", _FIND, _HISTORY, footer=7
    ),
    Key("history.fact", "o", "Its fact", "Go to the fact that rests on this message", _GO, _HISTORY, footer=6),
    Key(
        "replay.next",
        "J",
        "Next note",
        "In the session: to the next message that something was noted of",
        _MOVE,
        _HISTORY,
        footer=4,
    ),
    Key("replay.previous", "K", "Note before", "In the session: to the note before", _MOVE, _HISTORY),
    Key(
        "day.back",
        "left h",
        "Day",
        "To the day before with something on it; in the year to any day",
        _MOVE,
        _HISTORY,
        footer=2,
    ),
    Key(
        "day.forward",
        "right l",
        "Day on",
        "To the next day with something on it; in the year to any day",
        _MOVE,
        _HISTORY,
    ),
    Key("day.today", "t", "Today", "To today", _MOVE, _HISTORY),
    Key("file.edit", "e", "Edit", "Open the file in your own editor", _CHANGE, _CARE, footer=6),
    Key("file.accept", "a", "Take", "Take a manual edit into your memory; asks first", _DECIDE, _CARE, footer=7),
    Key(
        "file.overwrite",
        "w",
        "Write anew",
        "Write the file as approved, over the manual edit; asks first",
        _DECIDE,
        _CARE,
    ),
    Key(
        "care.repair",
        "x",
        "Repair",
        "Repair what can be repaired, after a backup; asks first",
        _CHANGE,
        _CARE,
        footer=2,
    ),
    Key("care.checks", "c", "Checks", "Unfold all checks, or fold those that pass", _FIND, _CARE, footer=10),
    Key("first.go", "enter", "Do the ticked ones", "Read, note and connect, as ticked", _DECIDE, _FIRST, footer=1),
    Key("first.tick", "space", "Tick", "Tick or untick it", _CHANGE, _FIRST, footer=2),
    Key("first.details", "d", "Details", "What is sent, or which files change", _FIND, _FIRST, footer=3),
    Key("first.demo", "D", "The demo", "Leave, and see a sample memory: `lore demo --app`", _GO, _FIRST, footer=6),
    Key(
        "first.questions",
        "W",
        "Four questions",
        "Answer four questions; each answer becomes a fact",
        _CHANGE,
        _FIRST,
        footer=5,
    ),
    Key("first.leave", "escape", "Look around", "To the screens, without any of it", _GO, _FIRST, footer=4),
    Key("first.down", "j down", "Down", "Next line", _MOVE, _FIRST),
    Key("first.up", "k up", "Up", "Previous line", _MOVE, _FIRST),
    Key("first.quit", "q ctrl+c", "Quit", "Return to the shell", _GO, _FIRST, footer=7),
    Key("undo", "u", "Undo", "Undo your last change; asks first if it is from an earlier visit", _CHANGE, footer=8),
    Key("redo", "U ctrl+y", "Redo", "Redo what you last undid", _CHANGE),
    Key(
        "mark",
        "space",
        "Mark",
        "In Memory: act on several at once. In Review: leave it out of all shown",
        _CHANGE,
        _ITEMS,
    ),
    Key("mark.range", "V", "Mark range", "Mark everything from the last mark to here", _CHANGE, _MEMORY),
    Key("mark.none", "asterisk", "Unmark all", "Clear all marks", _CHANGE, _ITEMS),
    Key("copy", "y", "Copy", "Copy its text", _TAKE, footer=14),
    Key("copy.all", "", "Copy all", "Copy its text with its id, scope and evidence", _TAKE),
    Key("project", "0", "Project", "Choose the project in force, or all of them", _FIND, footer=15),
    Key(
        "sessions.read",
        "c",
        "Read sessions",
        "Read new agent sessions, then go to Review",
        _WHOLE,
        (*_MEMORY, *_HISTORY),
        offered_everywhere=True,
    ),
    Key(
        "consolidate",
        "C",
        "Consolidate",
        "Join duplicates, propose conventions",
        _WHOLE,
    ),
    Key("publish", "P", "Publish", "Preview CONVENTIONS.md, then write it", _WHOLE, footer=9),
    Key("questions", "W", "Four questions", "Answer four questions; each answer becomes a fact", _WHOLE),
    Key(
        "connect",
        "S",
        "Set up agents",
        "Connect your agents; shows each change and asks first",
        _WHOLE,
        _CARE,
        footer=3,
        offered_everywhere=True,
    ),
    Key(
        "reader",
        "R",
        "Reader",
        "Who reads your sessions: agree, end it, see what it costs",
        _WHOLE,
        _CARE,
        footer=4,
        offered_everywhere=True,
    ),
    Key("doctor", "", "Doctor", "Check the store, the search index, the facts and the published files", _WHOLE),
    Key(
        "backup",
        "B",
        "Copy now",
        "Back up the whole store now; the copy is checked",
        _WHOLE,
        _CARE,
        footer=13,
        offered_everywhere=True,
    ),
    Key("reload", "ctrl+r", "Reload", "Show what other programs changed", _FIND),
    Key("open", "enter", "Open", "Show the card full screen; never decides", _GO),
    Key("back", "escape", "Back", "Go back; never decides, never quits", _GO),
    Key("palette", "colon ctrl+p", "Anything", "Any command, setting, project or fact by its name", _GO, footer=16),
    Key("theme", "", "Colours", "Choose colours, with a live preview", _GO),
    Key("suspend", "ctrl+z", "Suspend", "Return to the shell; `fg` comes back here", _GO),
    Key("quit", "q ctrl+q ctrl+c", "Quit", "Return to the shell; everything is saved", _GO),
    Key("move.down", "j down", "Down", "Next item", _MOVE),
    Key("move.up", "k up", "Up", "Previous item", _MOVE),
    Key("move.page_down", "ctrl+d pagedown", "Page down", "One page down", _MOVE),
    Key("move.page_up", "ctrl+u pageup", "Page up", "One page up", _MOVE),
    Key("move.top", "g home", "Top", "First item", _MOVE),
    Key("move.bottom", "G end", "Bottom", "Last item", _MOVE),
    Key("card.down", "J", "Card down", "Scroll the card without leaving the list", _MOVE, (*_ITEMS, *_CARE)),
    Key("card.up", "K", "Card up", "Scroll the card back", _MOVE, (*_ITEMS, *_CARE)),
    Key("focus.next", "tab", "Other pane", "To the next pane", _MOVE),
    Key("focus.previous", "shift+tab", "Pane before", "To the pane before", _MOVE),
    Key("search.keep", "enter", "Keep", "Keep the search and return to the list", _FIND, _SEARCH, footer=1),
    Key("search.clear", "escape", "Clear", "Clear the search and return to the list", _FIND, _SEARCH, footer=2),
    Key(
        "search.complete",
        "tab",
        "Complete",
        "In Memory: complete the field or value; again for the next",
        _FIND,
        _SEARCH,
    ),
    Key("search.down", "down", "Next", "Next hit while you type", _MOVE, _SEARCH, footer=3),
    Key("search.up", "up", "Previous", "Previous hit while you type", _MOVE, _SEARCH, footer=4),
    Key("ask.yes", "y", "Yes", "Do it", _DECIDE, _ASK, footer=1),
    Key("ask.no", "n escape", "No", "Cancel; nothing changes", _DECIDE, _ASK, footer=2),
    Key("reason.send", "enter", "Reject", "Reject with this reason", _DECIDE, _REASON, footer=1),
    Key("reason.cancel", "escape", "Back", "Go back without deciding", _DECIDE, _REASON, footer=2),
    Key("words.keep", "enter", "Save and approve", "Approve it in these words", _DECIDE, _WORDS, footer=1),
    Key("words.leave", "escape", "As it was", "Back without deciding; your words are kept", _CHANGE, _WORDS, footer=2),
    Key("words.external", "ctrl+o", "$EDITOR", "Write the text in your own editor", _CHANGE, _WORDS, footer=3),
    Key("form.save", "ctrl+s", "Save", "Save and close", _CHANGE, _FORM, footer=1),
    Key("form.cancel", "escape", "Back", "Close without saving; asks when something changed", _CHANGE, _FORM, footer=2),
    Key("form.next", "tab", "Next field", "To the next field", _MOVE, _FORM, footer=3),
    Key("form.previous", "shift+tab", "Previous field", "Go to the previous field", _MOVE, _FORM),
    Key("form.external", "ctrl+o", "$EDITOR", "Write the text in your own editor", _CHANGE, _FORM, footer=4),
    Key("help.run", "enter", "Run", "Run the chosen action", _GO, _HELP, footer=1),
    Key("help.down", "down", "Next", "Next action", _MOVE, _HELP, footer=2),
    Key("help.up", "up", "Previous", "Previous action", _MOVE, _HELP, footer=3),
    Key("help.close", "escape", "Back", "Close", _GO, _HELP, footer=4),
    Key("pick.take", "enter", "Take", "Take the chosen one", _GO, _PICK, footer=1),
    Key("pick.down", "down", "Next", "Next one", _MOVE, _PICK, footer=2),
    Key("pick.up", "up", "Previous", "Previous one", _MOVE, _PICK, footer=3),
    Key("pick.close", "escape", "Back", "Choose nothing", _GO, _PICK, footer=4),
    Key(
        "work.stop",
        "escape",
        "Stop",
        "Stop at the next safe point; work already done is kept",
        _GO,
        _WORK,
        footer=2,
    ),
    Key("work.close", "enter", "Continue", "Close, once it is done", _GO, _WORK, footer=1),
    Key("work.down", "j down pagedown", "Down", "Scroll down", _MOVE, _WORK),
    Key("work.up", "k up pageup", "Up", "Scroll back", _MOVE, _WORK),
    Key("publish.write", "y", "Write", "Write these files", _DECIDE, _PUBLISH, footer=1),
    Key("publish.close", "n escape", "Back", "Write nothing", _GO, _PUBLISH, footer=2),
    Key("publish.next", "tab", "Next place", "Show the next repository", _MOVE, _PUBLISH, footer=3),
    Key("publish.overwrite", "O", "Overwrite", "Write them and discard the manual edit; asks first", _DECIDE, _PUBLISH),
    Key("publish.projects", "o", "Projects", "Choose a project and its folder", _GO, _PUBLISH, footer=4),
    Key("connect.write", "w", "Write", "Write what is shown; asks first", _DECIDE, _CONNECT, footer=1),
    Key("connect.close", "escape", "Back", "Close; only what you confirmed is written", _GO, _CONNECT, footer=2),
    Key("connect.next", "tab", "Next agent", "Show one agent at a time", _MOVE, _CONNECT, footer=3),
    Key("connect.remove", "x", "Remove", "Preview removing all of Lore's entries", _MOVE, _CONNECT, footer=4),
    Key("reader.yes", "y", "Yes", "Let it read each session when it is over", _DECIDE, _READER, footer=1),
    Key("reader.later", "l", "Later", "Be asked again after the next set-up", _DECIDE, _READER, footer=2),
    Key("reader.no", "n", "No", "Let no model read your sessions by itself", _DECIDE, _READER, footer=3),
    Key(
        "reader.stop",
        "x",
        "Stop",
        "End the reading that runs; the next session starts it again",
        _MOVE,
        _READER,
        footer=7,
    ),
    Key("reader.close", "escape", "Back", "Close; nothing is answered", _GO, _READER, footer=4),
    Key("connect.scope", "p", "Scope", "For you everywhere, or only for this project", _MOVE, _CONNECT, footer=7),
    Key("diff.down", "j down", "Down", "Scroll down", _MOVE, _DIFFS, footer=5),
    Key("diff.up", "k up", "Up", "Scroll back", _MOVE, _DIFFS, footer=6),
    Key("diff.page_down", "ctrl+d pagedown space", "Page down", "One page down", _MOVE, _DIFFS),
    Key("diff.page_up", "ctrl+u pageup", "Page up", "One page up", _MOVE, _DIFFS),
    Key("diff.top", "g home", "Top", "To the first line", _MOVE, _DIFFS),
    Key("diff.bottom", "G end", "Bottom", "To the last line", _MOVE, _DIFFS),
    Key("questions.save", "ctrl+s", "Save", "Keep every answer as a fact", _CHANGE, _QUESTIONS, footer=1),
    Key(
        "questions.next",
        "enter tab down",
        "Next",
        "Next question; after the last, save",
        _MOVE,
        _QUESTIONS,
        footer=2,
    ),
    Key("questions.previous", "shift+tab up", "Previous", "Go to the previous question", _MOVE, _QUESTIONS, footer=3),
    Key(
        "questions.close",
        "escape",
        "Back",
        "Close without saving; asks if you typed something",
        _GO,
        _QUESTIONS,
        footer=4,
    ),
    Key("typed.take", "enter", "Take it", "Take what is typed", _DECIDE, _TYPED, footer=1),
    Key("typed.close", "escape", "Back", "Close; nothing changes", _GO, _TYPED, footer=2),
    Key("frame.close", "escape enter v", "Back", "Close", _GO, _FRAME, footer=1),
)


def everything() -> tuple[Key, ...]:
    """Every action: those above, and behind `back` one for each screen of the registry."""
    behind = next(place for place, key in enumerate(KEYS, 1) if key.id == "back")
    return (*KEYS[:behind], *goings(), *KEYS[behind:])


def goings() -> list[Key]:
    """The actions that go to a screen. The app binds them, for every screen."""
    specs = SCREENS.values()
    return [Key(spec.goes, spec.key, spec.title, spec.help, Group.GO, goes_to=spec.place) for spec in specs]


def title(place: str) -> str:
    """What a place is called over its help."""
    return SCREENS[place].title if place in SCREENS else place


def bindings(place: str, *, priority: bool = False) -> list[BindingType]:
    """What a screen or widget of this place binds, for its `BINDINGS`; with `priority` it comes before its children.

    What goes to another screen is bound by the app, which also puts the keys in force in the place of these.
    """
    here = (key for key in everything() if place in (key.where or SCREENS) and not key.goes_to)
    return [
        Binding(",".join(key.pressed) or unpressed(key.id), key.action, key.label, id=key.id, priority=priority)
        for key in here
    ]


def unpressed(name: str) -> str:
    """What stands for the key of an action that has none: no terminal sends it."""
    return f"no_key_{name.replace('.', '_')}"

"""Presets of keys: what differs from the registry. A setting chooses one, and your own keys lie on top of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DEFAULT, ARROWS = "default", "arrows"

_ARROWS = {
    "help": "f1",
    "palette": "ctrl+p",
    "go.facts": "f2",
    "go.review": "f3",
    "go.timeline": "f4",
    "go.log": "f5",
    "go.health": "f6",
    "go.unconfirmed": "f7",
    "go.sessions": "f8",
    "go.files": "f9",
    "go.categories": "f10",
    "go.pages": "f11",
    "category.facts": "ctrl+o",
    "category.edit": "ctrl+e",
    "page.source": "ctrl+o",
    "file.edit": "ctrl+e",
    "file.accept": "ctrl+a",
    "review.approve": "ctrl+a",
    "review.said": "",
    "review.reject": "ctrl+x",
    "review.reject_reason": "ctrl+w",
    "review.skip": "ctrl+s",
    "review.snooze": "ctrl+l",
    "review.snooze_week": "",
    "review.instead": "",
    "review.merge": "ctrl+g",
    "review.scope": "",
    "review.approve_many": "",
    "review.reject_many": "",
    "search": "ctrl+f",
    "fact.new": "ctrl+n",
    "edit": "ctrl+e",
    "edit.external": "",
    "fact.archive": "delete",
    "fact.pin": "ctrl+t",
    "fact.confirm": "",
    "fact.source": "ctrl+o",
    "fact.follow": "ctrl+g",
    "fact.filter": "ctrl+l",
    "fact.sort": "ctrl+s",
    "log.revert": "ctrl+x",
    "log.filter": "ctrl+l",
    "log.next": "ctrl+n",
    "log.previous": "ctrl+b",
    "session.narrative": "ctrl+n",
    "session.fact": "ctrl+o",
    "day.back": "left",
    "day.forward": "right",
    "day.month_back": "shift+left",
    "day.month_forward": "shift+right",
    "day.today": "ctrl+t",
    "health.repair": "ctrl+x",
    "health.go": "ctrl+o",
    "undo": "ctrl+u",
    "redo": "ctrl+y",
    "mark": "space insert",
    "mark.range": "ctrl+b",
    "mark.none": "",
    "copy": "ctrl+k",
    "copy.all": "",
    "sessions.read": "",
    "consolidate": "",
    "publish": "",
    "questions": "",
    "quit": "ctrl+q ctrl+c",
    "move.down": "down",
    "move.up": "up",
    "move.page_down": "pagedown",
    "move.page_up": "pageup",
    "move.top": "home",
    "move.bottom": "end",
    "card.down": "ctrl+down",
    "card.up": "ctrl+up",
    "ask.yes": "ctrl+y",
    "ask.no": "escape ctrl+n",
    "work.down": "down pagedown",
    "work.up": "up pageup",
    "publish.write": "ctrl+s",
    "publish.close": "escape",
    "publish.overwrite": "ctrl+o",
    "publish.projects": "ctrl+l",
    "connect.write": "ctrl+s",
    "connect.remove": "ctrl+x",
    "connect.scope": "ctrl+p",
    "reader.yes": "ctrl+y",
    "reader.later": "ctrl+l",
    "reader.no": "ctrl+n",
    "reader.stop": "ctrl+x",
    "diff.down": "down",
    "diff.up": "up",
    "diff.page_down": "pagedown space",
    "diff.page_up": "pageup",
}
"""No key that does something is a letter, a digit or a sign, so that nothing happens by a slip or by dictation."""

PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType({DEFAULT: {}, ARROWS: _ARROWS})
"""Preset → action → its keys, as in the registry."""
ABOUT: Mapping[str, str] = MappingProxyType(
    {
        DEFAULT: "letters, symbols and digits, as the footer shows them",
        ARROWS: "function keys, ctrl and arrows; no letter keys",
    }
)
"""Preset → what it is like, in a pick list."""


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """A preset, and your own keys on top of it: the values of the two settings."""

    preset: str
    own: str

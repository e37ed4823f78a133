"""Which project a folder belongs to: what it is by itself, and what it was when it was seen last.

A root once seen keeps its project. With it stands in the store which git folder was there: its device and inode, and
what git made in it once and leaves alone, for an inode is given again. Where that folder has another name today, the
name becomes one more of the same project. Whatever proves less than that is asked. One rule for hooks and the engine.
"""

import os

from lore.handover import jsons
from lore.lazy import TYPE_CHECKING
from lore.repositories import (
    FOLDER,
    REPOSITORY,
    SET,
    composed,
    found as found_in,
    innermost_set,
    is_regular_file,
    may_be_secret,
    merged_into,
    read,
    real,
    storable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from lore.repositories import Found

KEEPS, GIVEN, ASKS = "keeps", "given", "asks"
"""What is said of a folder: it keeps its project under another name; it is given the memory of a project that it
names; it may be another project, and you are asked."""
SEEN, ROOTS = "repository at ", "roots of "
"""What begins the names of the settings: the git folder of a place, and the roots that a person agreed to."""
_MADE_ONCE = ("description", os.path.join("info", "exclude"))
"""What git makes with a repository and never writes again, in the order in which it is asked for."""
_SECOND, _COARSE = 1_000_000_000, 2_000_000_000
"""In nanoseconds: an archive keeps times by the second, or by two."""
_SETTINGS = f"SELECT key, value FROM settings WHERE key GLOB '{SEEN}*' OR key GLOB '{ROOTS}*'"
_USES = (
    "SELECT (SELECT count(*) FROM facts WHERE project = ?1 AND status = 'active'),"
    " (SELECT count(*) FROM sessions WHERE project = ?1)"
)
_IN_USE = "SELECT 1 FROM facts WHERE project = ?1 UNION ALL SELECT 1 FROM sessions WHERE project = ?1 LIMIT 1"
_HEARD = "SELECT 1 FROM sessions WHERE started_at > ? AND (cwd = ? OR substr(cwd, 1, ?) = ?) LIMIT 1"


class KnownProject:
    """What the store knows of a project: of `lore.model.Project` the fields that tell which one a folder is."""

    __slots__ = ("aliases", "key", "reason", "root")

    def __init__(self, key: str, reason: str, root: "str | None", aliases: "tuple[str, ...]") -> None:
        self.key, self.reason, self.root, self.aliases = key, reason, root, aliases


class Seen:
    """A place with a git folder, as it was when it was seen last."""

    __slots__ = ("at", "git", "key", "made", "news", "place", "project", "root")

    def __init__(self, place: str, values: "dict[str, Any]") -> None:
        """Raises LookupError, TypeError for what Lore did not write."""
        self.place = place
        self.project, self.key, self.at = str(values["project"]), str(values["key"]), str(values["at"])
        """The project that it belonged to, what it was called by itself, and since when."""
        self.git, self.made = list(values["git"]), values["made"] and list(values["made"])
        self.root, self.news = str(values["root"]), str(values["news"])
        """The working tree that was seen; what is to be said of it, until a session there has heard it."""


class Known(list):  # type: ignore[type-arg]  # what a project is differs between hooks and the engine
    """The projects that a store knows, and what it can be asked of the folders that they live in."""

    def __init__(self, projects: "Iterable[Any]" = (), ask: "Callable[..., Any] | None" = None) -> None:
        """ask: runs a query with its values, and gives its rows; None where there is no store."""
        super().__init__(projects)
        self._ask = ask
        self.seen: list[Seen] = []
        """The places with a git folder."""
        self.roots: dict[str, list[str]] = {}
        """Folder → the projects that are known to live in it."""
        for one in self:
            if one.root:
                self.roots.setdefault(composed(one.root), []).append(one.key)
        for name, text in self.ask(_SETTINGS):
            self._take(name, jsons.loads(text))

    def _take(self, name: str, value: "Any") -> None:
        if name.startswith(ROOTS):
            for root in value if isinstance(value, list) else ():
                self.roots.setdefault(composed(str(root)), []).append(name[len(ROOTS) :])
        elif isinstance(value, dict):
            self.seen.append(Seen(name[len(SEEN) :], value))

    def ask(self, sql: str, *values: object) -> "Iterable[Any]":
        return self._ask(sql, *values) if self._ask else ()

    def uses(self, key: str) -> "tuple[int, int]":
        """How many active facts and how many sessions a project has."""
        return next((tuple(row) for row in self.ask(_USES, key)), (0, 0))

    def key(self, name: str) -> str:
        """The key of the project that has this name; the name itself where none has it."""
        into = merged_into(name, self)
        return into.key if into else name

    def has(self, name: str) -> bool:
        """Whether there is a project of this name, or anything that carries it."""
        return merged_into(name, self) is not None or any(True for _ in self.ask(_IN_USE, name))

    def lives(self, seen: Seen) -> bool:
        """Whether more than the place itself says that it is of its project: it is a root, or gave it its name."""
        key = self.key(seen.project)
        names = {name for root in (seen.place, seen.root) for name in self.roots.get(composed(root), ())}
        return key in map(self.key, {*names, seen.place})

    def at(self, place: str) -> "Seen | None":
        wanted = composed(place)
        return next((one for one in self.seen if composed(one.place) == wanted), None)


class Kept:
    """The project of a folder, and what it rests on."""

    __slots__ = ("aliases", "found", "git", "is_proven", "key", "made", "place", "reason", "root", "row", "state")

    def __init__(self, key: str, reason: str, root: str, aliases: "tuple[str, ...]", found: "Found | None") -> None:
        self.key, self.reason, self.root, self.aliases, self.found = key, reason, root, aliases, found
        self.state = ""
        """`KEEPS` where the store does not have today's name of it yet."""
        self.place: str | None = None
        """Where its memory stands by: the folder of the repository; None where there is none."""
        self.git: list[int] = []
        self.made: list[int] | None = None
        self.row: Seen | None = None
        """What was seen there before, or where this git folder was."""
        self.is_proven = False
        """Whether the store knows this very git folder, here or from where it is gone."""

    @property
    def is_moved(self) -> bool:
        """Whether it is known from a place where it is no more."""
        return self.is_proven and self.row is not None and self.row.place != self.place


def kept(folder: str, known: Known, clean: "Callable[[str], str]") -> Kept:
    """The project of an absolute folder, which need not exist. Raises OSError, ValueError where `.git` cannot be read.

    clean: as `storable` takes it.
    """
    there = real(folder)
    chosen = innermost_set(there, known)
    if chosen is not None:
        into = merged_into(chosen.key, known) or chosen
        return Kept(into.key, SET, chosen.root, into.aliases, None)
    found = found_in(there, clean)
    if there != folder and not known.has(found.key):
        as_named = found_in(folder, clean)  # as it was known before links were followed
        found = as_named if merged_into(as_named.key, known) else found
    key = next((known.key(name) for name in _readings(found) if known.has(name)), found.key)
    one = Kept(key, found.reason, found.root, (), found)
    if found.checkout is not None:
        _compare(one, known)
    into = merged_into(one.key, known)
    one.aliases = into.aliases if into else ()
    return one


def _readings(found: "Found") -> "list[str]":
    """What a folder is or was called by itself: signs in another spelling, an address as it stands written."""
    return list(dict.fromkeys((found.key, decomposed(found.key), found.former)))


def decomposed(text: str) -> str:
    """A name as some file systems spell it: an accent is a sign of its own."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFD", text)


def _compare(one: Kept, known: Known) -> None:
    """Let a folder keep the project of the git folder in it, where that is the one that was seen."""
    assert one.found and one.found.checkout
    one.place = one.found.checkout.stands_at
    one.git, one.made = identity(one.found.checkout.common)
    one.row = known.at(one.place) or next((each for each in known.seen if _moved(each, one)), None)
    if one.row is None or one.row.git != one.git or one.row.made != one.made:
        return
    one.is_proven = known.lives(one.row)
    was = known.key(one.row.project)
    if was != one.key and one.is_proven and one.row.key != one.found.key and not known.has(one.key):
        one.key, one.state = was, KEEPS


def _moved(seen: Seen, one: Kept) -> bool:
    """Whether this is the git folder of a place where it is no more."""
    assert one.found and one.found.checkout
    if not seen.made or seen.git != one.git or seen.made != one.made or not one.found.checkout.is_whole:
        return False
    return all(_identity_or_none(place) != seen.git for place in (os.path.join(seen.place, ".git"), seen.place))


def identity(git: str) -> "tuple[list[int], list[int] | None]":
    """Device and inode of a git folder; inode and time of what git made in it once, where that is. Raises OSError."""
    state = os.stat(git)
    for name in _MADE_ONCE:
        path = os.path.join(git, name)
        if is_regular_file(path):
            made = os.stat(path)
            return [state.st_dev, state.st_ino], [made.st_ino, made.st_mtime_ns]
    return [state.st_dev, state.st_ino], None


def _identity_or_none(git: str) -> "list[int] | None":
    try:
        state = os.stat(git)
    except (OSError, ValueError):  # it is gone
        return None
    return [state.st_dev, state.st_ino]


class Saying:
    """What a person is told of a folder, once or until they answer."""

    __slots__ = ("command", "is_asked", "key", "text", "was")

    def __init__(self, state: str, key: str, was: str, text: str, command: str) -> None:
        """key: its project now. was: the other one that it was or may be, or today's name. command: what answers."""
        self.key, self.was, self.text, self.command = key, was, text, command
        self.is_asked = state == ASKS


def said(one: Kept, known: Known, clean: "Callable[[str], str]") -> "Saying | None":
    """What there is to say of a folder; None for most. Raises OSError where a published file cannot be read."""
    if one.found is None:
        return None
    if one.state == KEEPS:
        return _saying(KEEPS, one, one.found.key, known, clean)
    for why, was in _others(one, known, clean):
        key = known.key(was)
        if key != one.key and any(known.uses(key)):
            return _saying(ASKS, one, key, known, clean, why)
    if _is_given(one, known):
        return _saying(GIVEN, one, one.key, known, clean)
    row = one.row
    if row is None or (row.key == one.key if row.news == KEEPS else one.is_proven or not row.news):
        return None
    is_heard = any(True for _ in known.ask(_HEARD, row.at, *_within(row.place)))
    return None if is_heard else _saying(row.news, one, row.key, known, clean)


def _within(place: str) -> "tuple[str, int, str]":
    return place, len(place) + 1, f"{place}/"


WAS, COPY, BLOCK = "This folder was", "This folder is a copy or a clone of", "A published block here names facts of"


def _others(one: Kept, known: Known, clean: "Callable[[str], str]") -> "Iterator[tuple[str, str]]":
    """Names of projects that a folder may be as well, each with why; the surest first."""
    assert one.found
    if one.row is not None:
        yield WAS, one.row.project
    here = dict.fromkeys(composed(place) for place in (one.root, one.place) if place)
    for place in here:
        yield from ((WAS, key) for key in known.roots.get(place, ()))
    for place in (*here, *map(decomposed, here)):
        yield WAS, storable(place, clean)
    yield from ((WAS, name) for name in _readings(one.found))
    if one.found.checkout is None:
        yield from ((WAS, seen.project) for seen in known.seen if f"{one.root}/".startswith(f"{seen.place}/"))
    else:
        yield from ((COPY, seen.project) for seen in known.seen if seen.git == one.git or _is_copy(seen.made, one.made))
    ids = _published_ids(one.place or one.root)
    yield from ((BLOCK, key) for key in _approved_under(ids, known))


def _is_copy(before: "list[int] | None", now: "list[int] | None") -> bool:
    """Whether one was copied from the other with its times, as `cp -a`, `mv` to another disk and archives do."""
    if not before or not now:
        return False
    return before[1] == now[1] or (now[1] % _SECOND == 0 and abs(before[1] - now[1]) < _COARSE)


def _is_given(one: Kept, known: Known) -> bool:
    """Whether only the folder itself says that it is a project that is known elsewhere, and nobody was told so yet."""
    assert one.found and (one.found.checkout or one.reason == FOLDER)
    if one.row is not None or one.reason == FOLDER or (one.reason == REPOSITORY and one.place == one.key):
        return False
    names = {one.key, *one.aliases}
    homes = {root for root, keys in known.roots.items() if names.intersection(map(known.key, keys))}
    homes |= {seen.place for seen in known.seen if known.key(seen.project) == one.key}
    return bool(homes or one.reason == REPOSITORY) and not homes & {composed(one.root), composed(one.place or one.root)}


PUBLISHED = (
    "CONVENTIONS.md", ".cursor/rules/conventions.mdc", ".github/copilot-instructions.md", "GEMINI.md",
    ".devin/rules/conventions.md", ".claude/skills/project-procedures/SKILL.md",
)  # fmt: skip
"""The files of a repository whose blocks list facts by their ids."""
_MOST_IDS = 40
_APPROVED = (
    "SELECT project FROM facts WHERE (id IN ({0}) OR id IN (SELECT id FROM aliases WHERE alias IN ({0})))"
    " AND status = 'active' AND approved_at IS NOT NULL AND project IS NOT NULL GROUP BY project ORDER BY count(*) DESC"
)


def _published_ids(root: str) -> "list[str]":
    """The ids of facts in the managed blocks of a repository."""
    found: list[str] = []
    for name in PUBLISHED:
        path = os.path.join(root, name)
        if is_regular_file(path):
            for block in read(path).split("<!-- lore:begin ")[1:]:
                found += [part.partition("`")[0] for part in block.partition("<!-- lore:end ")[0].split("— `")[1:]]
    return list(dict.fromkeys(found))[:_MOST_IDS]


def _approved_under(ids: "list[str]", known: Known) -> "list[str]":
    """The projects for which facts of these ids are approved."""
    marks = ", ".join(f"?{place}" for place in range(1, len(ids) + 1))
    return [row[0] for row in known.ask(_APPROVED.format(marks), *ids)] if ids else []


def _saying(
    state: str, one: Kept, other: str, known: Known, clean: "Callable[[str], str]", why: str = ""
) -> "Saying | None":
    held = one.key if state != ASKS else other
    facts, sessions = known.uses(held)
    if not facts and not sessions:
        return None
    count = _counted(facts, "fact") if facts or not sessions else _counted(sessions, "session")
    if not all(_is_line(name) for name in (one.key, other, one.root)) or (clean is str and _is_odd(one)):
        shown = "lore project show"  # which passes every name through the intake door
        return Saying(state, one.key, other, f"This folder was or may be another project: see `{shown}`.", shown)
    key, was, root = map(_quoted, (one.key, other, one.root))
    apart = f"lore project set {key if state == ASKS else was if state == KEEPS else root} {root}"
    command = f"lore project merge {was} {key}" if state == ASKS else apart
    text = {
        ASKS: f"{why} `{other}` ({count}): `{command}` if it is that project, `{apart}` if it is another.",
        KEEPS: f"This folder is now `{other}`, and keeps the memory of `{one.key}` ({count}):"
        f" `lore project merge {key} {was}` gives that the new name, `{apart}` makes it another project.",
        GIVEN: f"`{one.root}` is given the memory of `{one.key}` ({count}), which it names: `{apart}` if it is not"
        " yours.",
    }[state]
    return Saying(state, one.key, other, text, command)


def _is_line(name: str) -> bool:
    """Whether a name can stand in a line of a few, between backticks."""
    return len(name) <= 200 and name.isprintable() and "`" not in name


def _is_odd(one: Kept) -> bool:
    """Whether today's name of a folder, which nobody looked at yet, holds what may be a secret."""
    return one.found is not None and one.found.key not in (one.place, one.root) and may_be_secret(one.found.key)


def _counted(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _quoted(word: str) -> str:
    """A word as a shell takes it."""
    plain = all(sign.isalnum() or sign in "_./@:+-~" for sign in word) and word[:1] not in "-~"
    return word if plain else "'" + word.replace("'", "'\"'\"'") + "'"

"""What a prompt is given by words alone, from the book: the standard library, some milliseconds, no store."""

import json
import sqlite3

from lore.handover import standing, touched
from lore.lazy import TYPE_CHECKING
from lore.lookup import book
from lore.lookup.book import NOWHERE, NoBook, NotPrepared, marks
from lore.lookup.choosing import LONGEST_PROMPT, Passed, chosen
from lore.lookup.gate import PromptWords, by_words
from lore.lookup.ranking import RANKED, nearest
from lore.lookup.terms import telling_terms

if TYPE_CHECKING:
    from typing import Any

    Row = tuple[Any, ...]

READ = 20_000
"""Places of terms that are read to find these, those of the rarest terms first: about 10 ms."""

_COLUMNS = ("number", "length", "name", "is_fact", "stands", "session", "source", "quotes", "line", "tokens", "terms")
_NAME = 2
_STANDS, _LINE = 2, 6
"""Places of these behind the first two."""
_NUMBERS = "SELECT term, number FROM terms WHERE term IN ({})"


class Answer:
    """What a prompt is given."""

    __slots__ = ("ids", "lines", "tokens", "withhold")

    def __init__(self, lines: "list[str]", ids: "list[str]", tokens: int, withhold: float) -> None:
        self.lines, self.ids, self.tokens = lines, ids, tokens
        self.withhold = withhold
        """The share of sessions that are given nothing."""


def answer(folder: str, where: str, prompt: str, session: str, given: "list[str]") -> Answer:
    """What a prompt of a session is given. Raises NoBook where the book cannot tell.

    where: the folder of the session. given: what the session was given so far. What changed since the book was level
    is left out, so that nothing is given which is no longer in force.
    """
    connection = book.opened(folder)
    try:
        return _answered(connection, folder, where, (prompt, session, given))
    except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
        raise NoBook(f"it cannot be read: {error}") from error
    finally:
        connection.close()


def passing(folder: str, prompt: str, project: "str | None") -> "dict[str, float]":
    """What passes the gate for a prompt in a project, with how sure that is. For the engine without a model.

    Raises NoBook where the book is not level with the store.
    """
    connection = book.opened(folder)
    try:
        known = book.meta(connection)
        if _touched(folder, known):
            raise NoBook("it is behind")
        found = _passing(connection, known, prompt, project or NOWHERE)
        return {one.id: one.chance for one, _ in found}
    except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
        raise NoBook(f"it cannot be read: {error}") from error
    finally:
        connection.close()


def _answered(connection: sqlite3.Connection, folder: str, where: str, asked: "tuple[str, str, list[str]]") -> Answer:
    prompt, session, given = asked
    known = book.meta(connection)
    gone = _touched(folder, known)
    found = _passing(connection, known, prompt, _project(folder, where, known))
    rows = {one.id: row for one, row in found if one.id not in gone}
    passed = [one for one, _ in found if one.id in rows]
    has = {name for name, row in rows.items() if row[_STANDS]} | set(given)
    items, _ = chosen(passed, has, session, int(str(known["budget"])))
    lines = [str(known["title"]), *(rows[one.id][_LINE] for one in items)] if items else []
    return Answer(lines, [one.id for one in items], sum(one.tokens for one in items), float(str(known["withhold"])))


def _passing(
    connection: sqlite3.Connection, known: "dict[str, object]", prompt: str, project: str
) -> "list[tuple[Passed, Row]]":
    """What passes the gate, with its row."""
    projects = _projects(connection, project)
    words = _words_of(connection, prompt[:LONGEST_PROMPT], int(str(known["size"])))
    near = _nearest(connection, words, projects)
    return [(one, row) for row in near if row[_LINE] and (one := _passed(words, row)) is not None]


def _touched(folder: str, known: "dict[str, object]") -> "set[str]":
    """What changed since the book was level. Raises NoBook where that is not known, or more than passages."""
    level, now = known.get("number"), standing.number(folder)
    if not isinstance(level, int) or now is None or now.count < level:
        raise NoBook("it was never level")
    if now.settled and now.count == level:
        return set()
    found = touched.since(folder, level)
    if found is None:
        raise NoBook("it is too old")
    return found


def _project(folder: str, where: str, known: "dict[str, object]") -> str:
    """The project of a folder, as it was prepared. Raises NotPrepared where it may be another one by now."""
    prepared = standing.kept(folder, where)
    number = prepared.get("number")
    if not isinstance(number, int) or number < int(str(known["ruled"])):
        raise NotPrepared("nothing is prepared for this folder")
    project = prepared.get("project")
    return project if isinstance(project, str) else NOWHERE


def _projects(connection: sqlite3.Connection, project: str) -> "list[str]":
    rows = connection.execute("SELECT number FROM projects WHERE key IN (?, ?)", (project, NOWHERE))
    return [str(number) for (number,) in rows]


def _words_of(connection: sqlite3.Connection, prompt: str, size: int) -> PromptWords:
    terms = telling_terms(prompt, _folding(connection, prompt))
    forms: dict[str, list[str]] = {term: [term] for term in terms}
    for term, form in _where_in(connection, "SELECT term, form FROM forms WHERE term IN ({})", terms):
        forms[term].append(form)
    every = [form for each in forms.values() for form in each]
    held: dict[str, int] = dict(_where_in(connection, "SELECT term, held FROM terms WHERE term IN ({})", every))
    return PromptWords(terms, {term: max(held.get(form, 0) for form in forms[term]) for term in terms}, size)


def _folding(connection: sqlite3.Connection, prompt: str) -> "dict[str, str]":
    if prompt.isascii():
        return {}
    signs = sorted({sign for sign in prompt if not sign.isascii()})
    return dict(_where_in(connection, "SELECT sign, folded FROM folding WHERE sign IN ({})", signs))


def _nearest(connection: sqlite3.Connection, words: PromptWords, projects: "list[str]") -> "list[Row]":
    """The rows of what is nearest to the prompt."""
    numbers: dict[str, int] = dict(_where_in(connection, _NUMBERS, list(words.rarity)))
    shares: dict[int, list[tuple[float, int]]] = {}
    read = 0
    for term in sorted(numbers, key=lambda one: -words.rarity[one]):
        for project in projects:
            sql = "SELECT passage, times FROM postings WHERE project = ? AND term = ? LIMIT ?"
            for passage, times in connection.execute(sql, (project, numbers[term], READ - read)):
                shares.setdefault(passage, []).append((words.rarity[term], times))
                read += 1
    rough = {passage: sum(rare for rare, _ in each) for passage, each in shares.items()}
    ranked = sorted(rough, key=lambda one: (-rough[one], one))[:RANKED]
    sql = f"SELECT {', '.join(_COLUMNS)} FROM passages WHERE number IN ({{}})"
    found = _where_in(connection, sql, [str(number) for number in ranked])
    rows = {row[_NAME]: row for row in found}
    shared = {name: (row[1], shares[row[0]]) for name, row in rows.items()}
    return [rows[name][2:] for name in nearest(shared)]


def _passed(words: PromptWords, row: "Row") -> "Passed | None":
    """A passage that passes the gate; None for any other."""
    name, is_fact, _, session, source, quotes, _, tokens, terms = row
    chance = by_words(words.signals(terms.split(), is_fact=bool(is_fact)))
    if chance is None:
        return None
    said = [(one, place) for one, place in json.loads(quotes)]
    return Passed(name, chance, tokens, is_fact=bool(is_fact), said=(session, source), quotes=said)


def _where_in(connection: sqlite3.Connection, sql: str, values: "list[str]") -> "list[Row]":
    found: list[Row] = []
    for start in range(0, len(values), book.TOGETHER):
        part = values[start : start + book.TOGETHER]
        found += connection.execute(sql.format(marks(part)), part)
    return found

"""What a prompt is given by words alone, from the book, as far as the store still says the same: some milliseconds."""

from lore.handover import jsons
from lore.lazy import TYPE_CHECKING
from lore.lookup import book
from lore.lookup.book import NOWHERE, NoBook, marks
from lore.lookup.choosing import LONGEST_PROMPT, Passed, chosen
from lore.lookup.driver import sqlite3
from lore.lookup.gate import PromptWords, by_words
from lore.lookup.ranking import RANKED, nearest
from lore.lookup.reading import RECALLED as RECALL_BUDGET, WITHHELD, Damage, opened, project_of, settings_of
from lore.lookup.starting import RECALLED
from lore.lookup.terms import telling_terms

if TYPE_CHECKING:
    from typing import Any

    Row = tuple[Any, ...]

READ = 20_000
"""Places of terms that are read to find these, those of the rarest terms first: about 10 ms."""

_COLUMNS = ("number", "length", "name", "is_fact", "session", "source", "quotes", "line", "tokens", "terms")
_NAME = 2
_IS_FACT, _LINE = 1, 5
"""Places of these behind the first two."""
_SETTINGS = {"recall.budget": RECALL_BUDGET, "hooks.withheld": WITHHELD}
_FACTS = "SELECT id, text, project FROM facts WHERE status = 'active' AND tainted = 0 AND id IN ({})"
_TURNS = "SELECT seq, text FROM turns WHERE role = 'user' AND withdrawn = 0 AND seq IN ({})"
_NUMBERS = "SELECT term, number FROM terms WHERE term IN ({})"


class Answer:
    """What a prompt is given."""

    __slots__ = ("ids", "lines", "tokens", "withhold")

    def __init__(self, lines: "list[str]", ids: "list[str]", tokens: int, withhold: float) -> None:
        self.lines, self.ids, self.tokens = lines, ids, tokens
        self.withhold = withhold
        """The share of sessions that are given nothing."""


def answer(folder: str, where: str, prompt: str, session: str, given: "list[str]") -> Answer:
    """What a prompt of a session is given. Raises NoBook, NoStore, Unreadable where that cannot be told now.

    where: the folder of the session. given: what the session has so far. What stands in the book is given only if the
    store still says the same: a book that is behind gives less, never what is no longer in force.
    """
    connection, read = book.opened(folder), None
    try:
        read = opened(folder)
        project = project_of(read, where)
        values = settings_of(read, _SETTINGS)
        found = _passing(connection, book.meta(connection), prompt, project or NOWHERE)
        rows = {one.id: row for one, row in found}
        holds = _in_force(read, rows, project)
        passed = [one for one, _ in found if one.id in holds]
        items, _ = chosen(passed, set(given), session, int(values["recall.budget"]))
        lines = [RECALLED, *(rows[one.id][_LINE] for one in items)] if items else []
        tokens = sum(one.tokens for one in items)
        return Answer(lines, [one.id for one in items], tokens, values["hooks.withheld"])
    except Damage as error:
        raise NoBook(f"it cannot be read: {error}") from error
    finally:
        connection.close()
        if read is not None:
            read.close()


def passing(folder: str, prompt: str, project: "str | None", cursor: int) -> "dict[str, float]":
    """What passes the gate for a prompt in a project, with how sure that is. For the engine without a model.

    cursor: how far the store counts its changes. Raises NoBook where the book is not level with that.
    """
    connection = book.opened(folder)
    try:
        known = book.meta(connection)
        if known.get("cursor") != cursor:
            raise NoBook("it is behind")
        found = _passing(connection, known, prompt, project or NOWHERE)
        return {one.id: one.chance for one, _ in found}
    except Damage as error:
        raise NoBook(f"it cannot be read: {error}") from error
    finally:
        connection.close()


def _in_force(read: sqlite3.Connection, rows: "dict[str, Row]", project: "str | None") -> "set[str]":
    """Those of these passages of which the store says what their line says, and that they may be given here."""
    facts = [name for name, row in rows.items() if row[_IS_FACT]]
    turns = {int(name.partition(":")[2]): name for name, row in rows.items() if not row[_IS_FACT]}
    found = [(name, text) for name, text, own in _where_in(read, _FACTS, facts) if own in (project, None)]
    found += [(turns[number], text) for number, text in _where_in(read, _TURNS, [str(one) for one in turns])]
    return {name for name, text in found if " ".join(text.split()) in rows[name][_LINE]}


def _passing(
    connection: sqlite3.Connection, known: "dict[str, object]", prompt: str, project: str
) -> "list[tuple[Passed, Row]]":
    """What passes the gate, with its row."""
    projects = _projects(connection, project)
    words = _words_of(connection, prompt[:LONGEST_PROMPT], int(str(known["size"])))
    near = _nearest(connection, words, projects)
    return [(one, row) for row in near if row[_LINE] and (one := _passed(words, row)) is not None]


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
    name, is_fact, session, source, quotes, _, tokens, terms = row
    chance = by_words(words.signals(terms.split(), is_fact=bool(is_fact)))
    if chance is None:
        return None
    said = [(one, place) for one, place in jsons.loads(quotes)]
    return Passed(name, chance, tokens, is_fact=bool(is_fact), said=(session, source), quotes=said)


def _where_in(connection: sqlite3.Connection, sql: str, values: "list[str]") -> "list[Row]":
    found: list[Row] = []
    for start in range(0, len(values), book.TOGETHER):
        part = values[start : start + book.TOGETHER]
        found += connection.execute(sql.format(marks(part)), part)
    return found

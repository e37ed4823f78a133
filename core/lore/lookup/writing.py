"""Writing the book: facts in and out, and in how many passages each term stands. One process at a time."""

from array import array

from lore.handover import jsons, places
from lore.lookup import book
from lore.lookup.book import NOWHERE, marks


class Entry:
    """A fact that a prompt may be near to."""

    __slots__ = ("counts", "line", "name", "project", "sessions", "terms", "text", "tokens")

    def __init__(
        self,
        name: str,
        text: str,
        line: str,
        counts: "dict[str, int]",
        terms: "list[str]",
        *,
        tokens: int,
        project: "str | None",
        sessions: "list[str | None]",
    ) -> None:
        """line: as an agent reads it. counts: how often each term stands in it. terms: the telling terms of its text,
        in order. sessions: those that it rests on."""
        self.name, self.text, self.line, self.tokens = name, text, line, tokens
        self.counts, self.terms, self.sessions = counts, terms, sessions
        self.project = project or NOWHERE


class Writing:
    """The book while it is brought level: what is not committed does not count."""

    def __init__(self, folder: str) -> None:
        """Raises sqlite3.Error, OSError."""
        self._folder = folder
        self._connection = book.opened_to_write(folder)
        self._connection.execute("BEGIN IMMEDIATE")
        self._numbers: dict[str, int] = {}
        """Of the terms that were met."""
        self._fresh: dict[str, int] = {}
        """Of those that are new."""
        self._held: dict[int, int] = {}
        """In how many more passages they stand."""
        self._last = self._highest()

    @property
    def known(self) -> "dict[str, object]":
        """What is known of the whole book."""
        return book.meta(self._connection)

    def begin_again(self) -> None:
        """Leave out everything."""
        self._connection.execute("ROLLBACK")
        self._connection.close()
        from lore.handover import files

        for ending in ("", "-journal"):
            files.remove(places.book(self._folder) + ending)
        self._connection = book.opened_to_write(self._folder)
        self._connection.execute("BEGIN IMMEDIATE")
        self._numbers, self._fresh, self._held, self._last = {}, {}, {}, 0

    def put_language(self, forms: "list[tuple[str, str]]", folding: "dict[str, str]") -> None:
        """Which terms mean the same, and what the word index makes of characters beyond ASCII."""
        self._connection.executemany("INSERT INTO forms VALUES (?, ?)", forms)
        self._connection.executemany("INSERT INTO folding VALUES (?, ?)", list(folding.items()))

    def count(self, terms: "set[str]") -> None:
        """Count the terms of one more passage."""
        for term in terms:
            number = self._number(term)
            self._held[number] = self._held.get(number, 0) + 1

    def count_again(self, name: str, terms: "set[str] | None") -> None:
        """Count the terms of a passage that may have had others before; None for one that is gone."""
        sql = "SELECT terms FROM counted WHERE name = ?"
        for number in array("I", (self._connection.execute(sql, (name,)).fetchone() or (b"",))[0]):
            self._held[number] = self._held.get(number, 0) - 1
        self._connection.execute("DELETE FROM counted WHERE name = ?", (name,))
        if terms is not None:
            self.count(terms)
            numbers = array("I", [self._number(term) for term in terms]).tobytes()
            self._connection.execute("INSERT INTO counted VALUES (?, ?)", (name, numbers))

    def put(self, entry: Entry) -> None:
        """Add a passage, or replace it."""
        self.remove(entry.name)
        project, length = self._project(entry.project), sum(entry.counts.values())
        row = (
            entry.name, project, length, entry.text, jsons.dumps(entry.sessions), entry.line, entry.tokens,
            " ".join(entry.terms),
        )  # fmt: skip
        sql = f"INSERT INTO passages VALUES (NULL, {marks([''] * len(row))})"
        passage = self._connection.execute(sql, row).lastrowid
        rows = [(project, self._number(term), passage, times) for term, times in entry.counts.items()]
        self._connection.executemany("INSERT INTO postings VALUES (?, ?, ?, ?)", rows)

    def put_usual(self, project: "str | None", terms: "set[str]") -> None:
        """Say which terms tell nothing in a project."""
        number = self._project(project or NOWHERE)
        self._connection.execute("DELETE FROM usual WHERE project = ?", (number,))
        self._connection.executemany("INSERT INTO usual VALUES (?, ?)", [(number, term) for term in sorted(terms)])

    def remove(self, name: str) -> None:
        """Leave out a passage, if it is there. Where its terms stand is left: its number never comes again."""
        self._connection.execute("DELETE FROM passages WHERE name = ?", (name,))

    def facts(self) -> int:
        """How many facts are counted."""
        return int(self._connection.execute("SELECT count(*) FROM counted").fetchone()[0])

    def commit(self, values: "dict[str, object]") -> None:
        """Make everything so far count, and keep these values with it. Raises sqlite3.Error."""
        rows = [(number, term) for term, number in self._fresh.items()]
        self._connection.executemany("INSERT INTO terms VALUES (?, ?, 0)", rows)
        changes = [(count, number) for number, count in self._held.items() if count]
        self._connection.executemany("UPDATE terms SET held = held + ? WHERE number = ?", changes)
        book.put_meta(self._connection, values)
        self._connection.execute("COMMIT")
        self._connection.execute("BEGIN IMMEDIATE")
        self._fresh, self._held = {}, {}

    def close(self) -> None:
        """What was not committed is gone."""
        self._connection.close()

    def _highest(self) -> int:
        return int(self._connection.execute("SELECT coalesce(max(number), 0) FROM terms").fetchone()[0])

    def _number(self, term: str) -> int:
        number = self._numbers.get(term)
        if number is None:
            found = self._connection.execute("SELECT number FROM terms WHERE term = ?", (term,)).fetchone()
            if found:
                number = int(found[0])
            else:
                self._last += 1
                number = self._fresh[term] = self._last
            self._numbers[term] = number
        return int(number)

    def _project(self, key: str) -> int:
        self._connection.execute("INSERT OR IGNORE INTO projects VALUES (NULL, ?)", (key,))
        found = self._connection.execute("SELECT number FROM projects WHERE key = ?", (key,))
        return int(found.fetchone()[0])

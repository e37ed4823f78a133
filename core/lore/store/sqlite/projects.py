"""The projects that were seen, and the folders that they live in."""

from dataclasses import replace
from pathlib import Path

from lore.audit import MERGE
from lore.errors import NotFound
from lore.model import Project
from lore.opening import has_plain_name
from lore.projects import homes, is_claim, real
from lore.store.sqlite import rows
from lore.store.sqlite.connection import Row
from lore.store.sqlite.door import passed_fields, spellings
from lore.store.sqlite.reading import Reader
from lore.store.sqlite.settings import Settings
from lore.store.sqlite.transaction import Transaction


class Projects(Reader):
    """Reads at once; writes inside a `Transaction`."""

    def get(self, key: str) -> Project:
        """The project with this key. Raises NotFound."""
        row = self._row(key)
        if row is None:
            raise NotFound(f"there is no project `{key}`", hint="`lore project list` shows those that were seen")
        return rows.project(row)

    def has(self, key: str) -> bool:
        """Whether a project with this key was put."""
        return self._row(key) is not None

    def _row(self, key: str) -> Row | None:
        found = (self._one("SELECT * FROM projects WHERE key = ?", name) for name in spellings(key))
        return next(filter(None, found), None)

    def all_known(self) -> list[Project]:
        """Every project that was put, by key."""
        return [rows.project(row) for row in self._all("SELECT * FROM projects ORDER BY key")]

    def keys_in_use(self) -> dict[str, int]:
        """The project keys that facts or sessions carry, each with its number of active facts."""
        found = self._all(
            "SELECT key, sum(facts) FROM (SELECT project AS key, count(*) AS facts FROM facts WHERE status = 'active'"
            " GROUP BY project UNION ALL SELECT DISTINCT project, 0 FROM sessions)"
            " WHERE key IS NOT NULL GROUP BY key ORDER BY key"
        )
        return {row[0]: row[1] for row in found}

    def is_in_use(self, key: str) -> bool:
        """Whether a fact or a session carries the key, or a folder was set to it."""
        tables = {"facts": "project", "sessions": "project", "projects": "key", "collections": "project"}
        return any(
            self._one(f"SELECT 1 FROM {name} WHERE {column} = ? LIMIT 1", key) for name, column in tables.items()
        )

    def put(self, transaction: Transaction, project: Project) -> Project:
        """Store a project, or replace what was known of it."""
        project = passed_fields(project)
        if project.root and not has_plain_name(Path(project.root)):
            project = replace(project, root=None)  # the name is no text, so it cannot be kept
        values = rows.columns(project)
        if transaction.row("projects", project.key) is None:
            transaction.insert("projects", values, "project.add")
        else:
            transaction.update("projects", project.key, values, "project.edit")
        return project

    def merge(self, transaction: Transaction, former: Project, into: Project) -> Project:
        """Let a project be known by the names of another one, which keeps none; returns it."""
        names = {*into.aliases, former.key, *former.aliases} - {into.key}
        merged = passed_fields(replace(into, aliases=tuple(sorted(names))))
        if transaction.row("projects", former.key) is not None:
            transaction.update("projects", former.key, rows.columns(replace(former, aliases=())), "project.edit")
        if transaction.row("projects", merged.key) is None:
            transaction.insert("projects", rows.columns(merged), MERGE)
        else:
            transaction.update("projects", merged.key, rows.columns(merged), MERGE)
        return merged

    def meet(self, transaction: Transaction, project: Project) -> None:
        """Remember the first folder that says it belongs to a project; to others a person has to agree (`Roots`)."""
        if is_claim(project) and transaction.row("projects", project.key) is None:
            self.put(transaction, project)


class Roots(Settings):
    """The folders that a project is known to live in. A folder that only says so itself is none of them.

    Known is the first one that was seen, and each that a person agreed to.
    """

    def of(self, key: str) -> frozenset[str]:
        """The roots of a project."""
        first = self._value("SELECT root FROM projects WHERE key = ?", key)
        agreed = self.get(_ROOTS.format(key), [])
        named = agreed if isinstance(agreed, list) else []
        return frozenset(root for root in (first, *named) if isinstance(root, str))

    def is_known(self, project: Project) -> bool:
        """Whether a folder is what it says: its own project, one that a person set, or a known root.

        project: as `lore.projects.project_of` found it.
        """
        if not is_claim(project):
            return True
        known = frozenset().union(*(self.of(key) for key in (project.key, *project.aliases)))
        return not {real(Path(root)) for root in known}.isdisjoint(real(Path(home)) for home in homes(project))

    def is_elsewhere(self, project: Project) -> bool:
        """Whether a folder claims a project that is known in other folders, and in none of its own.

        What is said in such a folder was not said in the project; the first folder of all may still become known.
        """
        known = any(self.of(key) for key in (project.key, *project.aliases))
        return known and not self.is_known(project)

    def add(self, transaction: Transaction, project: Project) -> None:
        """A person agreed that this folder belongs to the project."""
        if project.root and has_plain_name(Path(project.root)):
            self.put(transaction, _ROOTS.format(project.key), sorted({*self.of(project.key), project.root}))


_ROOTS = "roots of {}"

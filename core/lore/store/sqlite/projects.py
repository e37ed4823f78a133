"""The projects that were seen, and the folders that they live in."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from lore import clock
from lore.audit import MERGE, SEE
from lore.errors import NotFound, StoreError
from lore.lookup import GIVEN, KEEPS, ROOTS, SEEN, Kept, Known
from lore.model import Project
from lore.opening import has_plain_name
from lore.projects import FOLDER, SET, TOLD, TRANSCRIPT, homes, is_claim, kept_in, real, said_of
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
        """Every project that was put, by key; and what is known of the folders that they live in."""
        found = [rows.project(row) for row in self._all("SELECT * FROM projects ORDER BY key")]
        try:
            return Known(found, self._all)
        except (LookupError, TypeError, ValueError) as error:
            raise StoreError("a setting of a git folder is damaged on disk", hint="run `lore doctor`") from error

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


class Roots(Settings):
    """The folders that a project is known to live in. A folder that only says so itself is none of them.

    Known is the first one that was seen, and each that a person agreed to.
    """

    def of(self, key: str) -> frozenset[str]:
        """The roots of a project."""
        first = self._value("SELECT root FROM projects WHERE key = ?", key)
        agreed = self.get(f"{ROOTS}{key}", [])
        named = agreed if isinstance(agreed, list) else []
        return frozenset(root for root in (first, *named) if isinstance(root, str))

    def is_known(self, project: Project) -> bool:
        """Whether a folder is what it says: its own project, one that a person set, a known root, or a moved one.

        project: as `lore.projects.project_of` found it.
        """
        if not is_claim(project):
            return True
        known = frozenset().union(*(self.of(key) for key in (project.key, *project.aliases)))
        if not {real(Path(root)) for root in known}.isdisjoint(real(Path(home)) for home in homes(project)):
            return True
        one = self._kept(project)
        return one is not None and one.is_proven and one.key == project.key

    def is_elsewhere(self, project: Project) -> bool:
        """Whether a folder claims a project that is known in other folders, and in none of its own.

        What is said in such a folder was not said in the project; the first folder of all may still become known.
        """
        known = any(self.of(key) for key in (project.key, *project.aliases))
        return known and not self.is_known(project)

    def add(self, transaction: Transaction, project: Project) -> None:
        """A person agreed that this folder belongs to the project."""
        if project.root and has_plain_name(Path(project.root)):
            self.put(transaction, f"{ROOTS}{project.key}", sorted({*self.of(project.key), project.root}))

    def see(self, transaction: Transaction, project: Project) -> None:
        """Remember the folder of a project, and which git folder is in it; while a person is asked, nothing of it.

        The first folder that says that it belongs to a project is known; to others a person has to agree.
        """
        if project.reason != TOLD and is_claim(project) and transaction.row("projects", project.key) is None:
            Projects(self._database).put(transaction, project)
        one = self._kept(project)
        if one is None or one.found is None or one.place is None or not has_plain_name(Path(one.place)):
            return
        is_set = project.reason == SET
        stands = one.place == project.root if is_set else one.key == project.key and not one.state
        row = {"project": project.key, "key": one.found.key, "git": one.git, "made": one.made}
        before = self.get(f"{SEEN}{one.place}", {})
        is_same = isinstance(before, dict) and {**before, **row} == before
        if not stands or is_same or (not is_set and self._is_asked(project)):
            return
        was_called = one.row.key if one.row and one.is_proven else one.found.key
        if one.is_moved and one.row:
            self._move(transaction, project, one.row.place, one.place)
        is_renamed = was_called != one.found.key != project.key and not is_set
        news = KEEPS if is_renamed else GIVEN if self.is_elsewhere(project) else ""
        row |= {"root": project.root or one.place, "at": clock.now(), "news": news}
        self._note(transaction, f"{SEEN}{one.place}", row)

    def _note(self, transaction: Transaction, name: str, row: Mapping[str, object]) -> None:
        """Keep what was seen; no undo makes it unseen."""
        values = {"key": name, "value": json.dumps(row, ensure_ascii=False)}
        if transaction.row("settings", name) is None:
            transaction.insert("settings", values, SEE)
        else:
            transaction.update("settings", name, values, SEE)

    def _move(self, transaction: Transaction, project: Project, before: str, now: str) -> None:
        """Let a repository that was moved be known where it is, and no more where it was."""
        transaction.delete("settings", f"{SEEN}{before}", SEE)
        self.put(transaction, f"{ROOTS}{project.key}", sorted({*self.of(project.key), now} - {before}))
        row = transaction.row("projects", project.key)
        if row is not None and row["root"] == before:
            transaction.update("projects", project.key, {"root": now}, "project.edit")

    def _is_asked(self, project: Project) -> bool:
        found = said_of(Path(project.root or ""), Projects(self._database).all_known())
        return found is not None and found.is_asked

    def _kept(self, project: Project) -> Kept | None:
        """What the folder of a project is by its git folder, whatever a person set it to; None for one without any."""
        if not project.root or project.reason in (TOLD, TRANSCRIPT, FOLDER):
            return None
        known = Projects(self._database).all_known()
        if project.reason == SET:
            known = Known([one for one in known if one.reason != SET], self._all)
        return kept_in(Path(project.root), known)

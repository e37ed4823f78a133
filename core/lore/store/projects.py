"""The projects that were seen, and the settings a person made."""

import json

from lore.errors import NotFound
from lore.model import Project
from lore.store import rows
from lore.store.changes import Change
from lore.store.door import passed_fields, spellings
from lore.store.reading import Reader


class Projects(Reader):
    """Reads at once; writes inside a `Change`."""

    def get(self, key: str) -> Project:
        """The project with this key. Raises NotFound."""
        row = next(
            filter(None, (self.one("SELECT * FROM projects WHERE key = ?", name) for name in spellings(key))), None
        )
        if row is None:
            raise NotFound(f"there is no project `{key}`", hint="`lore project list` shows those that were seen")
        return rows.project(row)

    def all_known(self) -> list[Project]:
        """Every project that was put, by key."""
        return [rows.project(row) for row in self.all("SELECT * FROM projects ORDER BY key")]

    def keys_in_use(self) -> dict[str, int]:
        """The project keys that facts or sessions carry, each with its number of active facts."""
        found = self.all(
            "SELECT key, sum(facts) FROM (SELECT project AS key, count(*) AS facts FROM facts WHERE status = 'active'"
            " GROUP BY project UNION ALL SELECT DISTINCT project, 0 FROM sessions)"
            " WHERE key IS NOT NULL GROUP BY key ORDER BY key"
        )
        return {row[0]: row[1] for row in found}

    def put(self, change: Change, project: Project) -> Project:
        """Store a project, or replace what was known of it."""
        project = passed_fields(project)
        values = rows.columns(project)
        if change.row("projects", project.key) is None:
            change.insert("projects", values, "project.add")
        else:
            change.update("projects", project.key, values, "project.edit")
        return project


class Settings(Reader):
    """Named values that a person set; anything JSON holds."""

    def get(self, key: str, default: object = None) -> object:
        text = self.value("SELECT value FROM settings WHERE key = ?", key)
        return default if text is None else json.loads(text)

    def put(self, change: Change, key: str, value: object) -> None:
        text = json.dumps(value, ensure_ascii=False)
        if change.row("settings", key) is None:
            change.insert("settings", {"key": key, "value": text}, "setting.add")
        else:
            change.update("settings", key, {"value": text}, "setting.edit")

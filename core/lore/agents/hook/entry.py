"""The part of an agent's entry that a hook needs: what its events mean, where its fields stand, what it takes."""

import os

from lore.handover import jsons

_LORE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENTRIES = os.path.join(_LORE, "adapters", "entries")


class Entry:
    """How one agent speaks to its hooks."""

    __slots__ = ("characters", "environment", "events", "fields", "name", "shapes", "strip")

    def __init__(self, name: str, hook: "dict[str, object]") -> None:
        self.name = name
        self.events = _mapping(hook, "events")
        self.fields = _mapping(hook, "fields")
        self.environment = _mapping(hook, "environment")
        self.shapes = _mapping(hook, "shapes")
        self.strip = hook.get("strip") or []
        characters = hook.get("characters")
        self.characters = characters if isinstance(characters, int) else 0

    def meaning(self, event: str) -> str:
        """What an event of this agent is to Lore; empty for an event that nobody knows."""
        found = self.events.get(event)
        means = found.get("means") if isinstance(found, dict) else None
        return means if isinstance(means, str) else ""

    def shape(self, event: str) -> object:
        """What is printed to give this event a text; None where the agent takes none."""
        found = self.events.get(event)
        gives = found.get("gives") if isinstance(found, dict) else None
        return self.shapes.get(gives) if isinstance(gives, str) else None

    def nothing(self, event: str) -> object:
        """What is printed where there is nothing to give."""
        found = self.events.get(event)
        return found.get("nothing") if isinstance(found, dict) else None


def entry_of(agent: str) -> "Entry | None":
    """The entry of an agent, or of the one that runs its hooks; None for an agent that nobody knows. Raises OSError."""
    hook = _hook_part(agent)
    if hook is None:
        return None
    for variable, other in _mapping(hook, "also_run_by").items():
        if os.environ.get(variable) and isinstance(other, str) and (others := _hook_part(other)):
            return Entry(other, {**hook, "characters": min(_size(hook), _size(others))})
    return Entry(agent, hook)


def _hook_part(agent: str) -> "dict[str, object] | None":
    if not agent or not agent.replace("-", "").isalnum():
        return None
    try:
        with open(os.path.join(ENTRIES, f"{agent}.json"), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return None
    found = jsons.loads(text).get("hook")
    return found if isinstance(found, dict) else None


def _mapping(values: "dict[str, object]", name: str) -> "dict[str, object]":
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def _size(hook: "dict[str, object]") -> int:
    found = hook.get("characters")
    return found if isinstance(found, int) else 0

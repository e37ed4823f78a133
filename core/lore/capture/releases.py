"""Releases of agents: which of two is the newer one, and the newest that the table of agents knows."""

import re

from lore.adapters import all_agents
from lore.capture.transcript_homes import reader_of_agent


def newer(one: str, other: str) -> str:
    """The newer of two releases; an empty one is older than all."""
    return max(one, other, key=_numbers)


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", release)[:4])


def newest_known(agent: str) -> str | None:
    """The newest release of an agent that this Lore knows, by the name of its reader."""
    return next((each.newest for each in all_agents() if reader_of_agent(each.name) == agent), None)

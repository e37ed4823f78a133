"""What is said of a fact in one word: who owns it, where it stands, who said it."""

from enum import StrEnum


class Layer(StrEnum):
    """Who owns a fact; the first is the most specific and wins on conflict."""

    USER_PROJECT = "user_project"
    PROJECT = "project"
    USER = "user"
    ORG = "org"


class Status(StrEnum):
    """Where a fact stands in its life. Nothing is deleted by the machine: a status moves."""

    PENDING = "pending"
    ACTIVE = "active"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


class Tier(StrEnum):
    """An episode fades quickly, semantic knowledge slowly."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class Role(StrEnum):
    """Who or what a text came from."""

    USER = "user"
    """The person who uses this store typed it here."""
    SOMEBODY = "somebody"
    """It stands in a user's name, but nothing says that this person typed it: a program's prompt, another's session."""
    ASSISTANT = "assistant"
    TOOL = "tool"
    FILE = "file"
    IMPORT = "import"
    WEB = "web"


UNTRUSTED_ROLES = frozenset(Role) - {Role.USER}
"""Trust follows the speaker: what any other than the person said is tainted, wherever it stands. An assistant may only
repeat what it read. No agent is given it before a person approved it."""

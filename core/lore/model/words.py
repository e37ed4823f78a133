"""What is said of a fact in one word: who owns it, where it stands, who said it."""

from enum import StrEnum


class Layer(StrEnum):
    """Who owns a fact; the first is the most specific and wins on conflict."""

    USER_PROJECT = "user_project"
    PROJECT = "project"
    USER = "user"
    ORG = "org"


class Origin(StrEnum):
    """How a fact came to be known."""

    TOLD = "told"
    """The person saved it, or an agent did with whole sentences that the person typed."""
    READ = "read"
    """A model read it in a session, beside the words of the session that it rests on."""
    STATED = "stated"
    """The person said it in a sentence that is lasting by its own words."""
    SEEN = "seen"
    """It was counted in what happened: commands, changes, failures."""


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


class Band(StrEnum):
    """How much a fact counts by its confidence alone, in a word."""

    CRITICAL = "critical"
    IMPORTANT = "important"
    MODERATE = "moderate"
    MINOR = "minor"

    @classmethod
    def of(cls, confidence: float) -> "Band":
        """The band of a confidence of 0 to 1: critical from 0.9, important from 0.7, moderate from 0.5."""
        return next((band for band, least in _LEAST.items() if confidence >= least), cls.MINOR)


_LEAST = {Band.CRITICAL: 0.9, Band.IMPORTANT: 0.7, Band.MODERATE: 0.5}


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

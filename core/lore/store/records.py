"""What the rooms of a memory give and take beside the dataclasses of `lore.model`."""

from collections.abc import Mapping
from dataclasses import dataclass

from lore.model import Collection, Kind, Role, Tier


@dataclass(frozen=True, slots=True)
class StrengthInputs:
    """What the strength of a fact follows from, beside its use."""

    id: str
    kind: Kind
    tier: Tier
    confidence: float
    pinned: bool
    approved_at: str | None
    created_at: str


@dataclass(frozen=True, slots=True)
class SourcePosition:
    """How far a transcript file was read."""

    path: str
    size: int
    """Bytes, when it was last read; of a database the milliseconds since 1970 when it was last written."""
    offset: int
    """Bytes read, up to the end of the last whole line; of a database the milliseconds of the newest row."""
    fingerprint: str
    """Hash of the first bytes: another file under the same name is read from its start."""
    session: str | None = None


@dataclass(frozen=True, slots=True)
class SessionHeard:
    """Who spoke in a session."""

    session: str
    agent: str
    is_part: bool
    """Whether another session's agent started it."""
    messages: Mapping[Role, int]
    """How many each said."""
    project: str | None


@dataclass(frozen=True, slots=True)
class Holding:
    """A collection with what is stored of it."""

    collection: Collection
    documents: int
    chunks: int
    changed_at: str | None
    """When a sync last found something new; None before the first."""


@dataclass(frozen=True, slots=True)
class Undigested:
    """A session whose digest is missing, or tells something else than what is stored of it."""

    session: str
    stamp: str
    """Of what is stored now."""
    digest: str | None
    """The digest to be written anew; None where there is none."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """This passage changed, appeared or went."""

    cursor: int
    """What to go on from, to learn what was announced later."""
    passage: str


@dataclass(frozen=True, slots=True)
class VectorRow:
    """One vector of one window of a passage."""

    passage: str
    part: int
    """Which window of the passage, from 0."""
    model: str
    dimension: int
    text_hash: str
    """`lore.text.text_hash` of the whole passage: its vectors are made again when that differs."""
    vector: bytes
    """`dimension` float16 numbers, little-endian."""
    seq: int = 0

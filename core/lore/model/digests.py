"""What sessions, weeks and months came to, in a few hundred words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from lore.clean import Clean


class DigestSpan(StrEnum):
    """How much one digest tells."""

    SESSION = "session"
    WEEK = "week"
    MONTH = "month"


class Heading(StrEnum):
    """What a line of a digest is, in the order in which they stand."""

    GOALS = "goals"
    RULES = "rules"
    DECISIONS = "decisions"
    LESSONS = "lessons"
    KNOWN = "known"
    OUTCOMES = "outcomes"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class DigestLine:
    """One line, with what it rests on. It keeps its author through weeks and months."""

    heading: Heading
    text: Clean
    source: str
    """The id of a fact, or of the session where it was said or done."""
    tainted: bool
    """Whether somebody else than the person said it."""

    def kept(self) -> Clean:
        """As the store keeps it, beside its source."""
        return Clean("\t".join((self.heading, "tainted" if self.tainted else "", self.text)))

    @staticmethod
    def read(kept: str, source: str) -> "DigestLine":
        """What `kept` made. Raises ValueError for any other text."""
        heading, tainted, text = kept.split("\t", 2)
        return DigestLine(Heading(heading), Clean(text), source, tainted == "tainted")


@dataclass(frozen=True, slots=True)
class Digest:
    """What one session, week or month of a project came to. A passage of its own kind, never a fact."""

    span: DigestSpan
    project: str | None
    starts_at: str
    """Of a session when it began, of a week or month its first moment."""
    ends_at: str
    text: Clean
    """The lines below their headings; what is tainted says whose words it is."""
    lines: tuple[Clean, ...]
    """Each as `DigestLine.kept` makes it."""
    sources: tuple[str, ...]
    """What each line rests on, in the same order."""
    tainted: bool
    """Whether any line is."""
    session: str | None = None
    """Of the digest of a session."""
    stamp: str = ""
    """What it was made of, in a form that differs when that differs."""
    hash: str = ""
    """Of the text."""
    created_at: str = ""
    id: str = ""

    def told(self) -> tuple[DigestLine, ...]:
        """The lines. Raises ValueError where one is damaged."""
        return tuple(DigestLine.read(*kept) for kept in zip(self.lines, self.sources, strict=True))

    def rests_on(self) -> tuple[str, ...]:
        """The ids of all that it rests on, once each, in its order."""
        return tuple(dict.fromkeys(self.sources))


def written(lines: Iterable[DigestLine]) -> Clean:
    """The text of a digest: a heading and its lines, one below the other. What an agent said is marked as its words."""
    told: list[str] = []
    for line in sorted(lines, key=lambda one: [*Heading].index(one.heading)):
        title = f"{line.heading.capitalize()}:"
        if title not in told:
            told.append(title)
        told.append(f"- {'(unconfirmed) ' if line.tainted else ''}{line.text}")
    return Clean("\n".join(told))

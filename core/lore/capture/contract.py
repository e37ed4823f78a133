"""What a capture is told, and what it reports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lore.capture.readers import Reader
from lore.model import Evidence, Fact, Role, Session

if TYPE_CHECKING:
    from lore.capture.stated import Verdict

WARNINGS_A_FILE = 20
"""Bad lines that are named; of more only the number is told."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to read."""

    reader: Reader | None = None
    """None: each file is read as what its content says it is."""
    project: str | None = None
    """The key of the project everything belongs to; None: what the transcripts say."""
    since: str | None = None
    """Only messages from this moment on."""
    actor: str = "import"
    mine: bool = False
    """The person says that a user's words in all of it are their own; None of it is asked then."""
    bundled: bool = False
    """The sessions are those that Lore brings along, for a store that is thrown away: they count as the person's."""
    folders: Mapping[str, str] = field(default_factory=dict)
    """By session, the folder that hooks told, for transcripts that name none."""
    growing: bool = False
    """The files are being written: an end that is cut off is no problem."""


@dataclass(frozen=True, slots=True)
class CapturedFact:
    """A fact that a message states or takes back, and what became of it."""

    fact: Fact
    evidence: Evidence
    action: str
    """`added`, `reinforced`, `superseded`, `held`, `known`, `taken back`, `confirmed`, `rewound`, `goes on`; in a
    preview `new`, `known`, `taken back` or `rewound`."""
    retired: tuple[str, ...] = ()
    """The facts that are out of force now: those it took the place of, or itself."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A sentence with a lasting mark that is not kept."""

    session: str
    source_id: str
    role: Role
    verdict: "Verdict"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A folder that only says itself that it belongs to a project."""

    folder: str
    project: str


@dataclass(frozen=True, slots=True)
class AgentHeard:
    """What was heard of one agent."""

    agent: str
    sessions: int = 0
    yours: int = 0
    """Messages that you typed."""
    agents: int = 0
    """Messages of the agent."""
    programs: int = 0
    """Messages in your name that were taken for a program's, or may be anybody's."""
    nowhere: tuple[str, ...] = ()
    """Its sessions of no known folder, newest first: what you said in them holds in no project."""
    unread: int = 0
    """Files where this agent keeps its sessions that are in no known form."""
    release: str | None = None
    """The newest release that wrote any of it."""
    known: str | None = None
    """The newest release that this Lore knows."""
    unknown: Mapping[str, int] = field(default_factory=dict)
    """By its type, how many lines nobody knows."""


@dataclass(frozen=True, slots=True)
class CaptureSummary:
    """What a capture did."""

    files: int = 0
    """Files that were read, wholly or in part."""
    unchanged: int = 0
    """Of those, files with nothing new."""
    bytes: int = 0
    sessions: int = 0
    """Sessions that are new."""
    turns: int = 0
    """Messages that are new."""
    events: int = 0
    facts: Mapping[str, int] = field(default_factory=dict)
    """New facts by kind."""
    reinforced: int = 0
    """Facts that were known and were said again."""
    taken_back: int = 0
    """Facts that a later message took back; those of this capture are not among the new ones."""
    warnings: int = 0
    unread: int = 0
    """Files that could not be read at all."""
    unembedded: int = 0
    """Passages of the store that are found by their words alone until a search, or `lore reindex`, embeds them."""
    failed: int = 0
    """Of those, files and folders that were named."""
    foreign: tuple[str, ...] = ()
    """Folders of which new messages in a user's name count as somebody's: nothing says that the person typed them."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """Where the person's own sessions count as somebody's: nothing but the folder says that it is the project's."""
    heard: tuple[AgentHeard, ...] = ()
    """By agent, who said what was read now."""
    seconds: float = 0.0
    run: str | None = None
    """The id that takes it all back; None where nothing was written."""

    @property
    def turns_a_second(self) -> float:
        return self.turns / self.seconds if self.seconds else 0.0


@dataclass(slots=True)
class SessionProgress:
    """What a session gained."""

    session: Session
    turns: int = 0
    """Messages."""
    events: int = 0
    facts: int = 0
    retired: tuple[Fact, ...] = ()
    """The facts that gave way to what it said."""

    def add(self, more: "SessionProgress") -> None:
        self.turns += more.turns
        self.events += more.events
        self.facts += more.facts
        self.retired += more.retired


@dataclass(frozen=True, slots=True)
class Watcher:
    """Whom a capture tells what happens, while it happens."""

    warn: Callable[[str], None] = lambda message: None
    """A place that could not be read: `file:line: reason`."""
    progress: Callable[[int, int], None] = lambda done, whole: None
    """Bytes read, of all bytes."""
    files: Callable[[int, int, int], None] = lambda read, whole, facts: None
    """Files that were read, all files, and the new facts so far; told before each file and after the last."""
    found: Callable[[CapturedFact], None] = lambda found: None
    refused: Callable[[Refused], None] | None = None
    """Each sentence that was not kept, with the reason; None where nobody wants to know."""
    grown: Callable[[SessionProgress], None] = lambda progress: None
    """A session of which something new was stored; comes several times for a long one."""
    stopped: Callable[[], bool] = lambda: False
    """Asked before each file: whether the rest is to be left."""

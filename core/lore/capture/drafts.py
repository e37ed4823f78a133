"""From a message to the facts that a person states in it, as drafts: what becomes of them, the store decides."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.capture.contract import Refused
from lore.capture.lore_output import without_lore_output
from lore.config import Config, registry as settings
from lore.language import Part, is_quoted, sentences
from lore.model import RULE_KINDS, Clean, Evidence, Fact, Kind, Layer, Origin, Role, Session, Turn
from lore.store import Store
from lore.text import one_line

if TYPE_CHECKING:
    from lore.capture.stated import Stated

MOST = 8
"""Files of one statement: what names more is a listing."""
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,12}://[^\s<>`]+", re.IGNORECASE)
_PATH = re.compile(
    r"(?<![\w./:@~-])@?(?P<path>(?:~/|\.{1,2}/|/)?(?:[\w.@+-]{1,80}/){1,20}[\w.@+-]{0,80}?[\w+-]\.[A-Za-z]\w{0,7})(?![\w/]|\.\w)"
)
_NAME = re.compile(
    r"(?<![\w./:@~-])@?(?P<name>\.?[\w+-]{1,80}(?:\.[\w-]{1,20}){0,3}\.(?:py|pyi|ipynb|tsx?|jsx|mjs|cjs|vue|svelte|go|rs"
    r"|java|kt|swift|rb|php|c|cc|cpp|h|hpp|cs|sh|bash|zsh|fish|ps1|sql|html|css|scss|json|jsonl|ya?ml|toml|ini|cfg|conf"
    r"|env|lock|md|mdx|rst|txt|csv|tsv|xml|proto|gradle|tf))(?![\w/])(?!\.\w)"
)
_SITE = re.compile(r"(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|co)/", re.IGNORECASE)


def files_named(text: str) -> tuple[str, ...]:
    """The paths and file names in a text, each once, in their order."""
    return tuple(dict.fromkeys(_found(_ADDRESS.sub(" ", text))))[:MOST]


def _found(text: str) -> Iterator[str]:
    paths = [match for match in _PATH.finditer(text) if not _SITE.match(match["path"])]
    covered = [match.span() for match in _PATH.finditer(text)]
    names = [match for match in _NAME.finditer(text) if not any(start <= match.start() < end for start, end in covered)]
    for found in sorted([*paths, *names], key=lambda match: match.start()):
        yield found.group().removeprefix("@").removeprefix("./")


USERS = frozenset({Role.USER, Role.SOMEBODY})
"""Who speaks in a user's name."""
_NAMED = re.compile(r"[`/_]|\w\.\w|[a-z][A-Z]|--\w|#\d")
"""What names a thing of a project: such a preference holds nowhere else."""


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A fact that is not stored yet, with what it rests on."""

    fact: Fact
    evidence: Evidence


def draft_facts(turn: Turn, session: Session, config: Config) -> list[DraftFact]:
    """The facts that a message states, in order: whole sentences that the person typed, word for word."""
    if turn.role is not Role.USER:
        return []
    from lore.capture.stated import stated_in  # compiles its marks

    said = without_lore_output(turn.text)
    return [_draft(found, turn, session, config) for found in stated_in(said)]


def refused(turn: Turn) -> list[Refused]:
    """The sentences of a person's message that bear a mark and are no facts, each with the reason."""
    if turn.role is not Role.USER:
        return []
    from lore.capture.stated import verdicts

    return [Refused(turn.session, turn.source_id, turn.role, one) for one in verdicts(without_lore_output(turn.text))]


def _draft(found: "Stated", turn: Turn, session: Session, config: Config) -> DraftFact:
    layer = _layer(found, session) if found.is_typed else Layer.PROJECT
    role = turn.role if found.is_typed else Role.SOMEBODY
    fact = Fact(
        id="",
        text=Clean(one_line(found.text)),
        kind=found.kind,
        layer=layer,
        project=session.project,
        confidence=config[settings.CORRECTED if found.kind is Kind.CORRECTION else settings.CAPTURED],
        origin=Origin.STATED,
        tainted=not found.is_typed,
        standing=found.standing and layer in (Layer.USER_PROJECT, Layer.USER),
        files=tuple(map(Clean, files_named(found.text))),
        created_at=turn.at or "",
    )
    return DraftFact(fact, Evidence(Clean(found.text), session.id, turn.source_id, role, session.agent, turn.at))


def _layer(found: "Stated", session: Session) -> Layer:
    """Who a statement holds for: a rule in your own words for you in that project, until you let it hold for all."""
    if found.kind not in RULE_KINDS and not found.standing:
        return Layer.PROJECT
    if session.project is not None:
        return Layer.USER_PROJECT
    personal = found.kind in (Kind.PREFERENCE, Kind.IDENTITY) and _NAMED.search(found.text) is None
    return Layer.USER if personal else Layer.PROJECT


# What an agent said first, pasted back by a person: it stays the agent's, whoever sends it


RUN = 6
"""Words in a row that nobody says again by chance."""
SHORTEST = 2
"""Words of a sentence that is a copy as a whole."""
COMPARED = 2_000
"""The newest turns of the store that are looked through."""
_LONGEST = 6_000
"""Characters of what was said before that are compared; agents say more only in whole documents."""
_PROBES = 4
"""Words of a statement that what it was copied from holds, but one at most."""
_WORD = re.compile(r"[^\W_]+(?:[._'’/-][^\W_]+)*")


class AgentWords:
    """Tells which statements in a person's name an agent made before them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def hold(self, turn: Turn, quote: str) -> bool:
        """Whether half of a quotation or more is a copy of what an agent said before its message."""
        return is_quoted(quote, turn.text, self._copied(turn, quote))

    def _copied(self, turn: Turn, quote: str) -> list[Part]:
        """The parts of a message that an agent said before the person did."""
        probes = sorted({match.group() for match in _WORD.finditer(quote)}, key=lambda word: (-len(word), word))
        earlier = self._store.sessions.said_before(turn, probes[:_PROBES], among=COMPARED) if probes else []
        if not any(one.role is Role.ASSISTANT for one in earlier):
            return []
        first: dict[tuple[str, ...], Role] = {}
        for one in earlier:
            for run, _, _ in _runs(one.text[:_LONGEST]):
                first.setdefault(run, one.role)
        return _joined((start, end) for run, start, end in _runs(turn.text) if first.get(run) is Role.ASSISTANT)


def said_by(store: Store, turn: Turn, quote: str) -> Role:
    """Who stands behind words of a message: what a person pasted is somebody's, and so is a copy of an agent's."""
    if turn.role is not Role.USER:
        return turn.role
    from lore.capture.authorship import somebodys_parts  # compiles patterns

    pasted = is_quoted(quote, turn.text, somebodys_parts(turn.text))
    return Role.SOMEBODY if pasted or AgentWords(store).hold(turn, quote) else Role.USER


def _runs(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Every `RUN` words in a row, and every shorter sentence, with where they begin and end."""
    found = _words(text, 0)
    for place in range(len(found) - RUN + 1):
        run = found[place : place + RUN]
        yield tuple(word for word, _, _ in run), run[0][1], run[-1][2]
    for one in sentences(text):
        words = _words(one.text, one.start)
        if SHORTEST <= len(words) < RUN:
            yield tuple(word for word, _, _ in words), one.start, one.end


def _words(text: str, offset: int) -> list[tuple[str, int, int]]:
    """The words of a part of a message that begins there, each with where it begins and ends."""
    return [
        (match.group().lower().replace("’", "'"), match.start() + offset, match.end() + offset)
        for match in _WORD.finditer(text)
    ]


def _joined(parts: Iterator[Part]) -> list[Part]:
    """The parts in order, those that touch made one."""
    joined: list[Part] = []
    for start, end in parts:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined

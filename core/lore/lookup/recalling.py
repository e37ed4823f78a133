"""What a prompt recalls by words alone, read from the store itself: one rule for hooks and for the engine.

The table `fact_words` holds the telling terms of each fact that an agent may be given, behind a mark of its project.
The store writes it with the fact; here it is asked, the rarest terms of a prompt first.
"""

from zlib import crc32

from lore.language import telling_terms
from lore.lazy import TYPE_CHECKING
from lore.lookup.asking import Prompts, noted_prompts, subject_of
from lore.lookup.gate import PromptWords, by_words
from lore.lookup.reading import (
    RECALL_BUDGET,
    WITHHELD,
    Damage,
    Unreadable,
    gone,
    opened,
    project_of,
    settings_of,
)
from lore.lookup.stands import facts_numbered
from lore.wording import line_of, tokens_of

if TYPE_CHECKING:
    from typing import Any

    from lore.lookup.stands import Standing

    Connection = Any

MOST = 5
"""Facts that a prompt recalls, at most."""
LONGEST_PROMPT = 4_000
"""Characters of a prompt that are looked at: more is a pasted plan or a log."""
COMMON = 5_000
"""Facts of a project from which a word in them tells nothing. No more of a word is read."""
READ = 2_000
"""Places of words that are read to find the facts that are weighed, those of the rarest first."""
MOST_WORDS = 120
"""Distinct words of a prompt of which a fact may hold enough to pass; nothing is looked up for more."""
LOOKED_AT = 24
"""Facts that are weighed: those that share most with the prompt."""
_MARK = 8
"""Signs of the mark of a project."""
_SETTINGS = {"recall.budget": RECALL_BUDGET, "hooks.withheld": WITHHELD}
_HOLDING = "SELECT rowid FROM fact_words WHERE fact_words MATCH ? LIMIT ?"
_COUNT = f"SELECT count(*) FROM ({_HOLDING})"
_SESSIONS = "SELECT DISTINCT session FROM evidence WHERE fact = ?"


class Recalled:
    """A fact that passes the gate."""

    __slots__ = ("chance", "id", "line", "sessions", "text", "tokens")

    def __init__(
        self, name: str, text: str, chance: float, line: str, tokens: int, sessions: "list[str | None]"
    ) -> None:
        """line: as an agent reads it. tokens: what that costs of a budget. sessions: of everything it rests on."""
        self.id, self.text, self.chance, self.line = name, text, chance, line
        self.tokens, self.sessions = tokens, sessions


def answer(folder: str, where: str, prompt: str, session: str, given: "list[str]") -> "tuple[list[Recalled], float]":
    """What a prompt of a session is given, the surest first, and the share of sessions that are given nothing.

    where: the folder of the session. given: what the session has so far. Raises NoStore, and Unreadable where that
    cannot be told now.
    """
    connection = opened(folder)
    try:
        project = project_of(connection, where)
        values = settings_of(connection, _SETTINGS)
        stale = gone(folder, project)
        found = recalled(connection, prompt, project, noted_prompts(folder, project))
        found = [one for one in found if one.id not in stale]
        items, _ = chosen(found, prompt, set(given), session, int(values["recall.budget"]))
        return items, values["hooks.withheld"]
    except Damage as error:
        raise Unreadable(str(error)) from error
    finally:
        connection.close()


def recalled(connection: "Connection", prompt: str, project: "str | None", before: Prompts) -> "list[Recalled]":
    """What passes the gate for a prompt in a project, in no order. before: earlier prompts there.

    Raises the driver's Error.
    """
    words, holding = nearest(connection, prompt, project, before)
    sure = {seq: chance for seq, terms in holding.items() if (chance := by_words(words.signals(terms))) is not None}
    found = facts_numbered(connection, list(sure), project)
    return [_recalled(connection, one, sure[one.fact["seq"]]) for one in found]


def words_of(text: str, project: "str | None") -> str:
    """What `fact_words` holds of a fact: the mark of its project, alone and before each of its telling terms."""
    scope = scope_of(project)
    return " ".join([scope, *(f"{scope}{term}" for term in telling_terms(text))])


def scope_of(project: "str | None") -> str:
    """The mark of a project, or of none."""
    return f"{crc32((project or '').encode('utf-8', 'surrogatepass')):08x}"


def nearest(
    connection: "Connection", prompt: str, project: "str | None", before: Prompts
) -> "tuple[PromptWords, dict[int, list[str]]]":
    """The words of a prompt, and those of the facts that share most with it, by the numbers of these."""
    scopes = dict.fromkeys((scope_of(None), scope_of(project)))
    terms = telling_terms(subject_of(prompt[:LONGEST_PROMPT], project))
    terms = [] if len(terms) > MOST_WORDS else terms

    def asked(term: str) -> str:
        return " OR ".join([f'"{scope}{term}"' for scope in scopes])

    def count(term: str) -> int:
        return int(connection.execute(_COUNT, (asked(term), COMMON + 1)).fetchone()[0])

    usual = before.usual
    counts = {term: count(term) for term in terms if term not in usual}
    counts = {term: found for term, found in counts.items() if found <= COMMON}
    every = {term: found + before.counts.get(term, 0) for term, found in counts.items()}
    words, left = PromptWords(list(every), every, count("") + before.size), READ
    worth: dict[int, float] = {}
    for term in sorted(filter(counts.get, counts), key=lambda one: counts[one]):
        for (seq,) in connection.execute(_HOLDING, (asked(term), left)):
            worth[seq] = worth.get(seq, 0.0) + words.rarity[term]
        left = max(0, left - counts[term])
    best = sorted(worth, key=lambda one: (-worth[one], one))[:LOOKED_AT]
    rows = connection.execute(f"SELECT rowid, words FROM fact_words WHERE rowid IN ({', '.join(map(str, best))})")
    return words, {seq: [term[_MARK:] for term in held.split()] for seq, held in rows}


def _recalled(connection: "Connection", one: "Standing", chance: float) -> Recalled:
    fact = one.fact
    at = fact["last"] or fact["created_at"]
    line = line_of(fact["text"], "", "", fact["because"], at, sentence=one.sentence, dated=True)
    sessions = [session for (session,) in connection.execute(_SESSIONS, (one.id,))]
    return Recalled(one.id, fact["text"], chance, line, tokens_of(line) + 1, sessions)


def chosen(
    passing: "list[Recalled]", prompt: str, known: "set[str]", session: "str | None", budget: int
) -> "tuple[list[Recalled], list[tuple[Recalled, str]]]":
    """What of this is given, the surest first, and what is left out with the reason.

    known: what the session has already. What it alone said, and what the prompt itself says, is neither.
    """
    given: list[Recalled] = []
    left: list[tuple[Recalled, str]] = []
    said = _plain(prompt)
    for one in sorted(passing, key=lambda each: (-each.chance, each.id)):
        if one.id in known or _is_own(one, session) or f" {_plain(one.text)} " in f" {said} ":
            continue
        if len(given) == MOST:
            left.append((one, f"only {MOST} are given"))
        elif one.tokens > budget:
            left.append((one, f"the budget is spent: it costs {one.tokens} tokens"))
        else:
            budget -= one.tokens
            given.append(one)
    return given, left


def _is_own(one: Recalled, session: "str | None") -> bool:
    """Whether this session said it, and nobody else did."""
    return session is not None and bool(one.sessions) and all(each == session for each in one.sessions)


def _plain(text: str) -> str:
    return " ".join("".join([sign if sign.isalnum() else " " for sign in text.casefold()]).split())

"""What a prompt recalls by words alone, read from the store itself: one rule for hooks and for the engine.

The table `fact_words` holds the telling terms of each fact that an agent may be given, behind a mark of its project.
The store writes it with the fact; here it is asked, the rarest terms of a prompt first.
"""

import re
from math import exp, log1p
from zlib import crc32

from lore.handover import files, places
from lore.language import telling_terms
from lore.lazy import TYPE_CHECKING
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

NAMED_OFTEN = 0.1
"""The share of a project's prompts from which a word tells nothing there."""
FEWEST = 20
"""Prompts of a project from which that can be said."""
NEWEST_PROMPTS = 300
"""Prompts of a project that are looked at, the newest."""
_NO_SUBJECT = r"""(?x)
    https?://\S+ | \bwww\.\S+ | (?<![^\s@])[^\s@]+@[^\s@]+\.\w+   # addresses
    | \#\d+\b | \b[A-Z][A-Z0-9]+-\d+\b                   # tickets
    | \b(?:PR|MR|pull\ request|issue|ticket)\ \#?\d+\b
    | \b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b                  # commits
    | \b(?:feat|feature|fix|bugfix|hotfix|chore|release|docs|refactor|origin)/[\w./-]+   # branches
    """
_SIGNS = frozenset("/@0123456789")
"""All of these but `www.` hold one of them. To compile a pattern takes half a millisecond: most prompts need none."""


def subject_of(prompt: str, project: "str | None") -> str:
    """The prompt without what says nothing of its subject. project: its key."""
    is_plain = _SIGNS.isdisjoint(prompt) and "www." not in prompt
    text = prompt if is_plain else re.sub(_NO_SUBJECT, " ", prompt)
    name = (project or "").rstrip("/").rpartition("/")[2].lower()
    parts = "".join([sign if sign.isascii() and sign.isalnum() else " " for sign in name]).split()
    if not parts or parts[0] not in text.lower():
        return text
    name = r"[\W_]*".join(map(re.escape, parts))
    return re.sub(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", " ", text, flags=re.IGNORECASE)


class Prompts:
    """How many prompts of a project were looked at, and in how many of these each term stands."""

    __slots__ = ("counts", "size")

    def __init__(self, size: int, counts: "dict[str, int]") -> None:
        self.size, self.counts = size, counts

    @property
    def usual(self) -> "set[str]":
        """The terms that tell nothing in the project, for too many of its prompts hold them."""
        most = NAMED_OFTEN * self.size
        return {term for term, count in self.counts.items() if count > most} if self.size >= FEWEST else set()


def prompts_of(terms: "list[set[str]]") -> Prompts:
    """terms: of each prompt."""
    counts: dict[str, int] = {}
    for each in terms:
        for term in each:
            counts[term] = counts.get(term, 0) + 1
    return Prompts(len(terms), counts)


def noted_prompts(folder: str, project: "str | None") -> Prompts:
    """The same as whoever read the prompts of a project last noted it for hooks; none where nobody did."""
    noted = files.read(places.prompts(folder, project))
    size, counts = noted.get("size"), noted.get("counts")
    if not isinstance(size, int) or not isinstance(counts, dict):
        return Prompts(0, {})
    return Prompts(size, {term: count for term, count in counts.items() if isinstance(count, int)})


class Gate:
    """How the signals are weighed: a logistic regression."""

    __slots__ = ("bias", "least", "weights")

    def __init__(self, bias: float, least: float, weights: "dict[str, float]") -> None:
        """least: the chance from which a passage passes."""
        self.bias, self.least, self.weights = bias, least, weights

    def chance(self, signals: "dict[str, float]") -> float:
        """How sure it is that a passage with these signals helps, 0 to 1."""
        score = self.bias + sum(weight * signals[name] for name, weight in self.weights.items())
        return 1 / (1 + exp(-max(-60.0, min(60.0, score))))


BY_WORDS = Gate(-0.73, 0.93, {"covered": 11.46, "rarest": 0.48})
"""Where nothing is known of meanings."""


def by_words(signals: "dict[str, float]") -> "float | None":
    """The chance of a passage that passes by words alone; None for one that does not, or that shares none."""
    chance = BY_WORDS.chance(signals)
    return chance if chance >= BY_WORDS.least and signals["covered"] > 0 else None


COLOURS = frozenset(
    ("black", "blue", "brown", "gray", "green", "grey", "orang", "pink", "purpl", "red", "white", "yellow")
)
"""Stems that name things ("blue green", "red team") as often as they say what they mean: alone they tell nothing."""


class PromptWords:
    """The telling terms of one prompt, and how rare each is here."""

    def __init__(self, terms: "list[str]", counts: "dict[str, int]", size: int) -> None:
        """counts: in how many of `size` passages each term stands; a term that is missing stands in none."""
        self._terms = terms
        rarest = rarity(size, 1)
        self.rarity = {term: min(1.0, rarity(size, counts.get(term, 0)) / rarest) for term in terms}
        """Of each term, 0 to 1."""
        self._whole = sum(self.rarity.values())

    def signals(self, terms: "list[str]") -> "dict[str, float]":
        """What speaks for a fact of these telling terms, each 0 to 1.

        covered: the share of the prompt, by rarity, that the words make up which both hold. rarest: how rare the rarest
        of them is.
        """
        held = set() if self.shares_a_colour(terms) else {*terms}
        shared = [self.rarity[one] for one in self._terms if one in held]
        return {"covered": sum(shared) / self._whole if self._whole else 0.0, "rarest": max(shared, default=0.0)}

    def shares_a_colour(self, terms: "list[str]") -> bool:
        """Whether nothing but a colour is what a fact of these terms shares with the prompt."""
        same = set(terms) & set(self._terms)
        return bool(same) and same <= COLOURS


def rarity(size: int, count: int) -> float:
    """The inverse document frequency of BM25, of a term that stands in `count` of `size` passages; 1 without any."""
    return log1p(max(0.0, size - count + 0.5) / (count + 0.5)) if size else 1.0


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

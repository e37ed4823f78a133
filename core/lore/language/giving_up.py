"""Whether a newer sentence gives up what an older statement says: "stop using Y", "Y is gone", "X instead of Y".

`giving_up.toml` holds the words, a table a language. The old value is looked for where the newer sentence gives
something up, and has to be what the older one says, in the same place.
"""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import takewhile
from pathlib import Path

from lore.language.marks import asks
from lore.language.quoted import IN_MARKS
from lore.language.splitter import sentences, straight
from lore.language.words import LIGHT_STEMS, STOP, root

LONGEST = 400
"""Characters of a sentence that is read."""
NEAR = 3
"""Words between what gives up and what is given up."""
ABOUT_IT = 1 / 3
"""The share of an older statement's words from which a sentence that may give it up speaks of it at all."""
_WORD = re.compile(r"[^\W_][\w./+#@-]*[\w+#]|[^\W_]")
_DENIED = re.compile(r"\b(?:not|never|avoid|without|no|nie|niemals|kein\w*|nicht)\b|n't\b", re.IGNORECASE)
_GERMAN = re.compile(r"\b(?:der|die|das|den|mit|und|wir|ist|sind|wird|werden|für|nicht|immer|im)\b|[äöüß]")
"""German names things with a capital: a word in small letters behind a value is none."""
_CLAUSE = re.compile(r"[,;:–—]|\.(?=\s)|\b(?:and|und|but|aber)\b", re.IGNORECASE)


class Given(StrEnum):
    """How a newer sentence gives up what an older statement says."""

    UP = "it gives up what the other says"
    PERHAPS = "it may give up what the other says"


@dataclass(frozen=True, slots=True)
class _Words:
    """All languages' words, compiled."""

    before: re.Pattern[str]
    """Stands before what is given up."""
    behind: re.Pattern[str]
    """Stands behind it."""
    denies: re.Pattern[str]
    """Right before either it says the opposite."""
    condition: re.Pattern[str]
    """Begins a case of which alone it speaks."""
    always: re.Pattern[str]
    """Makes a case of whatever follows."""
    new: re.Pattern[str]
    """What stands before the words that give up, and takes the place."""
    taken: re.Pattern[str]
    """What takes the place, behind the word that shows it: "to pnpm"."""
    speaker: re.Pattern[str]
    """Begins a clause that says how it is instead: "we're on podman now"."""
    light: frozenset[str]
    """Words that say nothing of a subject."""
    weak: re.Pattern[str]
    """Gives something up only beside a word of `lasting`: "pnpm, not npm" may be a choice of one moment."""
    lasting: re.Pattern[str]
    under: re.Pattern[str]
    """Stands before what a statement says of another thing: "before you push to GitHub"."""
    passing: re.Pattern[str]
    """What makes an errand, a plan or a report of it."""
    ends: frozenset[str]
    """Words that stand behind a value that is no part of a longer name."""


def given_up(newer: str, older: str) -> Given | None:
    """How a newer statement gives up what an older one says; None where it does not."""
    found = [given for one in sentences(newer) if (given := _in_sentence(one.text, older)) is not None]
    return min(found, default=None, key=lambda one: one is not Given.UP)


def _in_sentence(sentence: str, older: str) -> Given | None:
    said, words = straight(sentence)[:LONGEST], _words()
    if asks(said):
        return None
    said = IN_MARKS.sub(lambda match: match[0][1:-1] if " " not in match[0] else " ", said).replace("`", "")
    theirs = _value_words(older)
    for clause in _clauses(said):
        spans = [*_scopes(clause, words)]
        values = {root(word) for start, end in spans for word in value_words(clause[start:end])} & theirs
        kept = {root(word) for word in value_words(_without(clause, spans))} | _beside(said, clause)
        values -= kept - values if values - kept else set()
        if not values or not values - kept:
            continue
        if values & denied(older):
            return None
        return _sure(said, clause, spans, older, frozenset(values))
    return None


def _sure(said: str, clause: str, spans: "list[tuple[int, int]]", older: str, values: frozenset[str]) -> Given | None:
    """Whether it decides: no case, errand, plan or other subject, and the value is what the older one says."""
    words = _words()
    behind, theirs = _behind(older, values), _telling(older)
    if behind and behind not in _telling(said):
        return Given.PERHAPS if (theirs - values) & _telling(said) else None
    plain = words.taken.sub(" ", _without(words.new.sub(" ", clause)))
    own = _telling(words.condition.sub(" ", plain)) - theirs - values
    if plain == _without(clause) and spans[0][0] <= len(clause.split()[0]) + 1:
        own = own if len(own) > 1 else frozenset()  # "Statt pip nehmen wir uv": what takes its place stands behind
    is_case = any(
        _is_case(match, older, values)
        for one in _clauses(said)
        if one == clause or not (_telling(one) & theirs or words.speaker.match(one))
        for match in words.condition.finditer(words.taken.sub(" ", one))
    )
    named = words.new.search(clause) or words.taken.search(clause)
    new = _telling(named[0]) if named else frozenset()
    is_other = bool(own) or (bool(new) and new <= theirs - values - denied(older))
    is_passing = words.passing.search(said) is not None or words.always.search(said) is not None
    is_under = words.under.search(older) is not None
    if not (_is_weak(clause, said) or is_under or is_case or is_other or is_passing):
        return Given.UP
    return Given.PERHAPS if len(theirs & _telling(said)) >= ABOUT_IT * len(theirs) else None


def _is_weak(clause: str, said: str) -> bool:
    """Whether a clause says "not in Jira", and nothing beside it that this is so from now on."""
    return _words().weak.search(clause) is not None and _words().lasting.search(said.replace(clause, " ")) is None


def _is_case(match: re.Match[str], older: str, values: frozenset[str]) -> bool:
    """Whether words such as "in the admin client" make a case of it that the older one has not."""
    behind = [one[0].casefold() for one in list(_WORD.finditer(match.string, match.end()))[:NEAR]]
    own = {word for word in takewhile(lambda one: root(one) not in LIGHT_STEMS, behind) if _telling(word)}
    if not own or own <= set(value_words(older)):
        return False
    place = re.search(rf"\b{re.escape(match[0])}\b[^,;.]*", older, re.IGNORECASE)
    is_same_place = place is not None and bool({root(word) for word in value_words(place[0])} & values)
    return not is_same_place


def _clauses(said: str) -> "list[str]":
    return [clause.strip() for clause in _CLAUSE.split(said) if clause and clause.strip()]


def _scopes(clause: str, words: _Words) -> "list[tuple[int, int]]":
    """Where something stands that is given up: behind one sort of words, before the other."""
    found = []
    for match in words.before.finditer(clause):
        if not words.denies.search(clause[: match.start()]):
            ends = [one.end() for one in _WORD.finditer(clause, match.end())][:NEAR]
            found.append((match.end(), ends[-1] if ends else match.end()))
    for match in words.behind.finditer(clause):
        if not words.denies.search(clause[: match.start()]):
            starts = [one.start() for one in _WORD.finditer(clause, 0, match.start())][-NEAR:]
            found.append((starts[0] if starts else match.start(), match.end()))
    return found


def _without(clause: str, spans: "list[tuple[int, int]] | None" = None) -> str:
    """A clause without the words that give up, and without these parts of it."""
    text = list(clause)
    for start, end in spans or ():
        text[start:end] = " " * (end - start)
    left = "".join(text)
    return _words().behind.sub(" ", _words().before.sub(" ", left))


def _beside(said: str, clause: str) -> "set[str]":
    """What the other clauses of a sentence say: what stands there too is not given up by itself."""
    return {root(word) for other in _clauses(said) if other != clause for word in value_words(other)}


def gives_up(sentence: str) -> bool:
    """Whether a sentence gives something up, whatever that is; a question, an errand and a plan do not."""
    words, said = _words(), straight(sentence)[:LONGEST]
    if asks(sentence) or words.passing.search(said):
        return False
    return any(_scopes(clause, words) and not _is_weak(clause, said) for clause in _clauses(said))


def denied(text: str) -> frozenset[str]:
    """The roots of what a statement forbids or gives up: "uv, never pip", "npm is gone"."""
    clauses = _clauses(straight(text)[:LONGEST])
    scopes = [clause[start:end] for clause in clauses for start, end in _scopes(clause, _words())]
    scopes += [
        " ".join(one[0] for one in list(_WORD.finditer(clause, match.end()))[:NEAR])
        for clause in clauses
        for match in _DENIED.finditer(clause)
    ]
    return frozenset(root(word) for scope in scopes for word in value_words(scope)) - STOP


def _behind(older: str, values: frozenset[str]) -> str:
    """The root of a word that makes a longer name of the value: "npm *audit*"; empty for none."""
    found = list(_WORD.finditer(older))
    last = max((place for place, one in enumerate(found) if set(map(root, value_words(one[0]))) & values), default=None)
    if last is None or last + 1 >= len(found):
        return ""
    word, between = found[last + 1][0].casefold(), older[found[last].end() : found[last + 1].start()]
    is_verb = _GERMAN.search(older) is not None and found[last + 1][0][0].islower()
    is_end = between.strip() or word in _words().ends or word in STOP or is_verb
    return "" if is_end else root(word)


def _value_words(text: str) -> "set[str]":
    return {root(word) for word in value_words(text) if word not in STOP} - LIGHT_STEMS - _words().light


def _telling(text: str) -> frozenset[str]:
    return frozenset(_value_words(text)) - frozenset(map(root, _words().ends))


def value_words(text: str) -> "list[str]":
    """The words of a text in small letters, those with hyphens in their parts too."""
    words = [match[0].casefold().strip("._") for match in _WORD.finditer(straight(text))]
    return [part for word in words for part in ([*word.split("-")] if "-" in word else [word]) if part]


@cache
def _words() -> _Words:
    stored = tomllib.loads((Path(__file__).parent / "giving_up.toml").read_text("utf-8"))

    def compiled(key: str, around: str) -> re.Pattern[str]:
        every = "|".join(str(one) for table in stored.values() for one in table[key])
        return re.compile(around.replace("{}", every), re.IGNORECASE)

    return _Words(
        before=compiled("before", r"\b(?:{})\b"),
        behind=compiled("behind", r"\b(?:{})\b"),
        denies=compiled("denies", r"(?:{})\W*(?:[\w`.@/+-]+\W+){0,3}$"),
        condition=compiled("condition", r"\b(?:{})\b"),
        always=compiled("always", r"\b(?:{})\b"),
        new=compiled("new", r"(?:{})"),
        taken=compiled("taken", r"(?:{})"),
        speaker=compiled("speaker", r"(?:{})\b"),
        light=frozenset(root(word) for table in stored.values() for word in table["light"]),
        weak=compiled("weak", r"(?:{})"),
        lasting=compiled("lasting", r"\b(?:{})\b"),
        under=compiled("under", r"\b(?:{})\b"),
        passing=compiled("passing", r"(?:{})"),
        ends=frozenset(word for table in stored.values() for word in table["ends"]),
    )

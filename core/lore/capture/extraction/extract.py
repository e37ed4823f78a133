"""The facts of one message: rules that rule out, a trained head that weighs what is left, and at most a few kept."""

from dataclasses import dataclass

from lore.capture.extraction.features import Surroundings, features
from lore.capture.extraction.head import head
from lore.capture.extraction.kinds import kind_of_statement
from lore.capture.extraction.sentences import Sentence, sentences
from lore.capture.extraction.speech import speech_acts, why_not
from lore.capture.extraction.statement import parts, statement
from lore.model import Kind, Role

SHORTEST, LONGEST = 12, 500
"""Characters of a sentence that can state something by itself."""
MOST = 3
"""Facts of one message: what holds more is a document, and the best of it is enough."""
WITHIN = 1.0
"""How far below the best sentence of its message another may score (`tests/bench/extraction_head.py`)."""
MOST_SENTENCES = 150
"""Sentences of one message that are looked at: more only pasted text has, and the time stays below 50 ms."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as extraction sees it. All text has passed intake."""

    role: Role
    text: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A statement worth keeping. `quote` stands in the message word for word."""

    text: str
    kind: Kind
    quote: str
    score: float = 0.0
    wrong: str | None = None
    right: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one sentence, for `--explain`."""

    sentence: str
    score: float
    reason: str | None
    """Why it was not kept; None for a fact."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    sentence: Sentence
    score: float
    reason: str | None


def extract(message: Message) -> list[Extracted]:
    """The facts of a message, in the order of the text."""
    weighed = _weigh(message)
    return [_fact(one, message.role) for one in weighed if one.reason is None]


def explain(message: Message) -> list[Verdict]:
    """Every sentence that was looked at, with its score and why it was not kept."""
    return [Verdict(one.sentence.text, round(one.score, 2), one.reason) for one in _weigh(message)]


def _weigh(message: Message) -> list[_Weighed]:
    if message.role not in (Role.USER, Role.ASSISTANT):
        return []
    found = list(sentences(message.text))[:MOST_SENTENCES]
    around = Surroundings(message.text, len(found))
    scorer = head(message.role.value)
    weighed = []
    for place, sentence in enumerate(found):
        if SHORTEST <= len(sentence.text) <= LONGEST:
            reason = None
            if message.role is Role.USER:
                reason = why_not(sentence.text, speech_acts(sentence.text))
            score = scorer.score(features(sentence, place, around))
            weighed.append(_Weighed(sentence, score, reason or (None if score > 0 else "too little speaks for it")))
    return _best(weighed)


def _best(weighed: list[_Weighed]) -> list[_Weighed]:
    """The same list, with all but the few best of what could be kept refused."""
    ranked = sorted((one for one in weighed if one.reason is None), key=lambda one: -one.score)
    kept = {one.sentence.start for one in ranked[:MOST] if one.score >= ranked[0].score - WITHIN}
    return [
        one if one.reason or one.sentence.start in kept else _Weighed(one.sentence, one.score, "others say more")
        for one in weighed
    ]


def _fact(one: _Weighed, role: Role) -> Extracted:
    text = one.sentence.text
    kind = kind_of_statement(text, role)
    wrong, right = parts(text) if kind is Kind.CORRECTION else (None, None)
    return Extracted(statement(text), kind, text, round(one.score, 2), wrong, right)

"""The facts of one message: rules that rule out, a trained head that weighs what is left, and at most a few kept."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lore.capture.extraction.features import features, is_plain
from lore.capture.extraction.head import SentenceVectors, classifiers
from lore.capture.extraction.kinds import kind_of_statement
from lore.capture.extraction.message import Extracted, Message, Verdict
from lore.capture.extraction.reaction import only_takes_back
from lore.capture.extraction.references import resolved
from lore.capture.extraction.sentences import Sentence, sentences, straight
from lore.capture.extraction.speech import speech_acts, why_not
from lore.capture.extraction.statement import parts, statement
from lore.capture.extraction.surroundings import Surroundings
from lore.model import Kind, Role

SHORTEST, LONGEST = 12, 500
"""Characters of a sentence that can state something by itself."""
MOST = 3
"""Facts of one message: what holds more is a document, and the best of it is enough."""
WITHIN = 1.0
"""How far below the best sentence of its message another may score (`tests/bench/extraction_head.py`)."""
MOST_SENTENCES = 150
"""Sentences of one message that are looked at: more only pasted text has, and the time stays below 100 ms."""
_QUESTION = 400
"""Characters at the end of the message before in which the question stands that a message answers."""
PLAIN = 1.15
"""What the score gains by a rule in so many words. Sessions hold few of them, so the head has not learnt them well; of
the figures this costs a point (`tests/bench/extraction_head.py`)."""
WEAK, RETRACTION = "score too low", "it takes back what was said"
MOST_MEANINGS = 6
"""Sentences of one message whose vectors are made, 3 ms each: those the features speak for most."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    sentence: Sentence
    score: float
    reason: str | None
    values: Sequence[float]
    previous: str
    """The sentence before it in the message, or ""."""
    extra: float
    """Of its score, what the head did not give."""


def extract(message: Message, meanings: SentenceVectors) -> list[Extracted]:
    """The facts of a message, in the order of the text."""
    weighed = _weigh(message, meanings)
    return [_fact(one, message) for one in weighed if one.reason is None]


def explain(message: Message, meanings: SentenceVectors) -> list[Verdict]:
    """Every sentence that was looked at, with its score and why it was not kept."""
    return [Verdict(one.sentence.text, round(one.score, 2), one.reason) for one in _weigh(message, meanings)]


def _weigh(message: Message, meanings: SentenceVectors) -> list[_Weighed]:
    if message.role not in classifiers():
        return []
    text = straight(message.text)
    found = list(islice(sentences(text), MOST_SENTENCES))
    around = Surroundings(text, found)
    weighed = [
        _gated(place, around, message.role)
        for place, sentence in enumerate(found)
        if SHORTEST <= len(sentence.text) <= LONGEST
    ]
    passed = sorted((one for one in weighed if one.reason is None), key=lambda one: -one.score)[:MOST_MEANINGS]
    full = {one.sentence.start: one for one in _with_meaning(passed, message.role, meanings)}
    return _best([full.get(one.sentence.start) or _refused(one, WEAK) for one in weighed])


def _gated(place: int, around: Surroundings, role: Role) -> _Weighed:
    """A sentence as its features alone weigh it."""
    sentence = around.found[place]
    values, previous = features(place, around), around.found[place - 1].text if place else ""
    extra = PLAIN if role is Role.USER and is_plain(sentence.text) else 0.0
    score = classifiers()[role].gate.score(values) + extra
    reason = why_not(sentence.text, speech_acts(sentence.text)) if role is Role.USER else None
    if role is Role.USER and only_takes_back(sentence.text):
        reason = RETRACTION
    return _Weighed(sentence, score, reason or (None if score > 0 else WEAK), values, previous, extra)


def _with_meaning(passed: Sequence[_Weighed], role: Role, meanings: SentenceVectors) -> list[_Weighed]:
    """The sentences that passed the gate, weighed by the full head; by the gate alone where there are no vectors."""
    head = classifiers()[role]
    vectors = meanings.of([one.sentence.text for one in passed]) if passed else None
    if vectors is None:
        scores = [one.score - head.alone for one in passed]
    else:
        scores = [
            head.full.score([*one.values, *vector]) + one.extra
            for one, vector in zip(passed, vectors.tolist(), strict=True)
        ]
    return [
        replace(one, score=score, reason=None if score > 0 else WEAK) for one, score in zip(passed, scores, strict=True)
    ]


def _refused(one: _Weighed, reason: str) -> _Weighed:
    return one if one.reason else replace(one, reason=reason)


def _best(weighed: list[_Weighed]) -> list[_Weighed]:
    """The same list, with all but the few best of what could be kept refused."""
    ranked = sorted((one for one in weighed if one.reason is None), key=lambda one: -one.score)
    kept = {one.sentence.start for one in ranked[:MOST] if one.score >= ranked[0].score - WITHIN}
    return [one if one.sentence.start in kept else _refused(one, "others say more") for one in weighed]


def _fact(one: _Weighed, message: Message) -> Extracted:
    quote = message.text[one.sentence.start : one.sentence.end]
    kind = kind_of_statement(one.sentence.text, message.role)
    wrong, right = parts(one.sentence.text) if kind is Kind.CORRECTION else (None, None)
    read = resolved(statement(quote), one.previous, _asked(message.before))
    return Extracted(read.text, kind, quote, round(one.score, 2), wrong, right, read.complete)


def _asked(before: str) -> str:
    """The question a message answers, or ""."""
    last = "".join(sentence.text for sentence in list(sentences(before[-_QUESTION:]))[-1:])
    return last if last.endswith("?") else ""

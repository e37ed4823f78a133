"""The facts of one message: what can stand alone, weighed by a trained head, and at most a few kept."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from lore.capture.extraction.form import MessageForm
from lore.capture.extraction.grammar import (
    asks,
    denies,
    forbids,
    is_plain,
    is_rule,
    states_taste,
    tells_place,
    tells_plan,
)
from lore.capture.extraction.head import KIND_READ, KINDS, ROLES, Classifier, SentenceReader, numbers_of, weights
from lore.capture.extraction.message import Extracted, Message, Verdict
from lore.capture.extraction.reaction import only_takes_back
from lore.capture.extraction.sentences import Sentence, sentences, straight
from lore.capture.extraction.statement import Context, Statement, names_project, only_names, self_contained
from lore.capture.extraction.wrong_right import wrong_and_right
from lore.model import Kind, Role

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SHORTEST, LONGEST = 12, 500
"""Characters of a sentence that can state something by itself."""
SAYS_SOMETHING = 4
"""Words of a sentence that more than answers."""
TERSE, TOLD = 3, 0.6
"""In a person's message of so few sentences a plain statement is what they meant to say: its border is this share."""
MOST = 3
"""Facts of one message: a longer message is a document, of which the best sentences are kept."""
MOST_SENTENCES = 150
"""Sentences of one message that are looked at: more only pasted text has."""
MOST_MEANINGS, MOST_READ = 6, 1_200
"""Sentences of one message that the network reads, about 3 ms each, and characters of them and of what stands before
them: those the words speak for most, and the first whatever its length."""
_HEADING, _LEAD, _PREVIOUS = 80, 100, 120
"""Last characters that the network reads of the heading, of what announced the list, and of the sentence before."""
_QUESTION = 400
"""Characters at the end of the message before in which the question stands that a message answers."""
WEAK, RETRACTION, ASKS = "score too low", "it takes back what was said", "it is a question"
PLANS = "it tells what an agent is about to do"
OTHERS, POINTS = "others say more", "it cannot be understood alone"


@dataclass(frozen=True, slots=True)
class _Weighed:
    place: int
    """Of the sentence in its message, from 0."""
    sentence: Sentence
    numbers: "Floats"
    chance: float
    rule: bool
    """Whether it is a person's rule in so many words."""
    told: bool
    """Whether it is what a person meant to say with a short message."""
    reason: str | None = None
    kind: Kind = Kind.PROJECT


def extract(message: Message, reader: SentenceReader) -> list[Extracted]:
    """The facts of a message, in the order of the text; what one quotes is no fact of its own."""
    reading = _Reading(message)
    facts = [reading.fact(weighed) for weighed in reading.weighed(reader) if weighed.reason is None]
    return [one for one in facts if not any(one is not more and one.quote in more.quote for more in facts)]


def explain(message: Message, reader: SentenceReader) -> list[Verdict]:
    """Every sentence that was looked at, with its probability and why it was not kept."""
    weighed_sentences = _Reading(message).weighed(reader)
    return [Verdict(weighed.sentence.text, round(weighed.chance, 2), weighed.reason) for weighed in weighed_sentences]


class _Reading:
    """One message on its way through the two steps."""

    def __init__(self, message: Message) -> None:
        self._message = message
        text = straight(message.text)
        self._form = MessageForm(text, list(islice(sentences(text), MOST_SENTENCES)))

    def weighed(self, reader: SentenceReader) -> list[_Weighed]:
        """Every sentence of a fair length, with what became of it."""
        if self._message.role not in ROLES:
            return []
        weighed_sentences = self._by_words()
        head = weights().heads[self._message.role]
        passed = sorted((one for one in weighed_sentences if one.reason is None), key=lambda one: -one.chance)[
            :MOST_MEANINGS
        ]
        pairs = [(read_after(self._form, one.place, self._message.role), one.sentence.text) for one in passed]
        most = how_many(pairs)
        passed = passed[:most]
        read = reader.of(pairs[:most]) if passed else None
        decided = _decided(passed, head, read, self._message.role)
        return [
            decided.get(one.place) or (one if one.reason else replace(one, reason=WEAK)) for one in weighed_sentences
        ]

    def fact(self, weighed: _Weighed) -> Extracted:
        """A sentence that was kept, as a statement with the exact words that it rests on."""
        stated = self._statement(weighed.place)
        assert stated is not None  # otherwise `_why_not` has refused it
        first = self._form.found[weighed.place - 1] if stated.from_previous else weighed.sentence
        quote = self._message.text[first.start : weighed.sentence.end]
        wrong, right = wrong_and_right(weighed.sentence.text) if weighed.kind is Kind.CORRECTION else (None, None)
        return Extracted(
            stated.text,
            weighed.kind,
            quote,
            round(weighed.chance, 3),
            wrong,
            right,
            names_project=names_project(stated.text),
        )

    def _by_words(self) -> list[_Weighed]:
        import numpy as np

        trained, places = weights(), range(len(self._form.found))
        fair = [at for at in places if SHORTEST <= len(self._form.found[at].text) <= LONGEST]
        if not fair:
            return []
        numbers = np.stack([numbers_of(self._form, at, trained.vocabulary) for at in fair])
        user = self._message.role is Role.USER
        rules = [user and is_rule(self._form.found[at].text) for at in fair]
        chances = trained.heads[self._message.role].words.chances(numbers, rules).tolist()
        return [
            _Weighed(
                at,
                self._form.found[at],
                row,
                chance,
                rule,
                user and is_told(self._form.found[at].text, len(self._form.found)),
                self._why_not(at),
            )
            for at, row, chance, rule in zip(fair, numbers, chances, rules, strict=True)
        ]

    def _why_not(self, place: int) -> str | None:
        sentence = self._form.found[place].text
        if self._message.role is Role.USER and only_takes_back(sentence):
            return RETRACTION
        if asks(sentence):
            return ASKS
        if self._message.role is Role.ASSISTANT and tells_plan(sentence):
            return PLANS
        stated = self._statement(place)
        says_nothing = stated is None or (self._message.role is Role.ASSISTANT and only_names(stated.text))
        return POINTS if says_nothing else None

    def _statement(self, place: int) -> Statement | None:
        sentence = self._form.found[place]
        quote = self._message.text[sentence.start : sentence.end]
        return self_contained(quote, context_of(self._form, place, self._message.before))


def context_of(form: MessageForm, place: int, before: str) -> Context:
    """What stands around a sentence. place: in its message, from 0. before: the message before, or ""."""
    sentence = form.found[place]
    previous = form.found[place - 1] if place else None
    near = previous is not None and (
        sentence.nth > 0 or (previous.form, previous.heading) == (sentence.form, sentence.heading)
    )
    announced = sentence.lead if sentence.nth == 0 and sentence.lead.endswith((":", "：")) else ""
    return Context(previous.text if previous and near else "", asked_in(before) if place == 0 else "", announced)


def read_after(form: MessageForm, place: int, role: Role) -> str:
    """What the network reads before a sentence: who speaks, the heading, what announced the list, the sentence before.

    place: of the sentence in its message, from 0.
    """
    sentence, previous = form.found[place], form.found[place - 1].text if place else ""
    lead = sentence.lead if sentence.lead != previous else ""
    parts = (sentence.heading[-_HEADING:], lead[-_LEAD:], previous[-_PREVIOUS:])
    return " | ".join(["user" if role is Role.USER else "agent", *filter(None, parts)])


def how_many(pairs: Sequence[tuple[str, str]]) -> int:
    """How many sentences of a message the network reads. pairs: of context and sentence, the likeliest first."""
    lengths = accumulate(len(context) + len(sentence) for context, sentence in pairs[:MOST_MEANINGS])
    return max(sum(length <= MOST_READ for length in lengths), min(1, len(pairs)))


def is_told(text: str, sentences: int) -> bool:
    """Whether a sentence of a person is what they meant to say with their message. sentences: of the message."""
    return sentences <= TERSE and len(text.split()) >= SAYS_SOMETHING and is_plain(text)


def asked_in(before: str) -> str:
    """The question that a message ends with, or ""."""
    last = "".join(sentence.text for sentence in list(sentences(before[-_QUESTION:]))[-1:])
    return last if last.endswith("?") else ""


def _decided(passed: Sequence[_Weighed], head: Classifier, read: "Floats | None", role: Role) -> dict[int, _Weighed]:
    """By place, what the head says of each sentence: the best few that reach its border are facts."""
    import numpy as np

    if not passed:
        return {}
    numbers, rules = np.stack([one.numbers for one in passed]), [one.rule for one in passed]
    speaks, chances, least = head.words.kinds(numbers), head.words.chances(numbers, rules), head.words.border
    if read is not None:
        speaks = speaks + KIND_READ * read[:, 1:-1]
        chances, least = head.both.chances(head.words.odds(numbers), read, rules), head.both.border
    kinds = speaks.argmax(axis=1).tolist()
    weighed = [
        replace(
            one,
            chance=chance,
            kind=_kind(one, KINDS[kind], role),
            reason=None if chance >= least * (TOLD if one.told else 1.0) else WEAK,
        )
        for one, chance, kind in zip(passed, chances.tolist(), kinds, strict=True)
    ]
    ranked = sorted((one for one in weighed if one.reason is None), key=lambda one: -one.chance)
    best = {one.place for one in ranked[:MOST]}
    return {
        one.place: one if one.reason or one.place in best else replace(one, reason=OTHERS) for one in weighed
    }  # fmt: skip


def _kind(weighed: _Weighed, likeliest: Kind, role: Role) -> Kind:
    """The likeliest kind, but where the form of a person's words says more: "no, use this, not that", "I prefer …"."""
    if role is not Role.USER:
        return likeliest
    text = weighed.sentence.text
    if denies(text) and (forbids(text) or None not in wrong_and_right(text)):
        return Kind.CORRECTION
    if tells_place(text):
        return Kind.SYSTEM
    if weighed.rule and likeliest in (Kind.PREFERENCE, Kind.CONVENTION):
        return Kind.PREFERENCE if states_taste(text) else Kind.CONVENTION
    return likeliest

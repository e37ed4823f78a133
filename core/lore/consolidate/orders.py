"""What a person orders in a typed prompt: short clauses with their terms, so that two sessions can be compared.

Read from the shape of a clause, not from a list of verbs: what is left of it behind "ok, can you please" begins with
the verb. Questions, reports, pasted lines and what programs print are no orders.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from lore.memory import STOP, stem, tokens, word_set
from lore.text import as_sentence, one_line

LONGEST = 700
"""Characters of a prompt that somebody typed; what is longer was mostly pasted."""
MOST_TERMS = 9
"""Terms of a clause that orders one thing."""
_SPLIT_HERE = re.compile(r",|;|:\s|\s(?:and|then|but|so)\s|\s[-–—]+\s")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_EDGES = " \t.,;:!?\"'()*_"
_PASTED = re.compile(r"\s*(?:[/<\[{#|>~➜✓✗✨❯]|\w+@\w+|\$ |\d{1,2}[/:]\d\d|\d+ [+-] )")
_ELSEWHERE = re.compile(r"https?://\S+|(?<![\w.~/@-])@?[\w.~-]*/[\w./~-]+|`[^`\n]*`|[@$](?=\w)")
"""Addresses and paths say what one order is about; a mark before a name (`$worktree`) calls it."""
_CALLED = re.compile(r"(?<![\w$])\$[a-z][\w-]+")
"""A skill or tool that is called by its name: enough of an order."""
_LEAD = re.compile(
    r"(?:(?:ok(?:ay)?|so|and|also|but|then|now|please|pls|yes|yeah|yep|no|right|alright|cool|great|perfect|good|nice"
    r"|thanks|hm+|oh|btw|actually|wait|well|sure|hey|dude|again|finally|first|next|just|maybe|perhaps|basically"
    r"|once (?:you'?re |that'?s )?done(?: with that)?|after that|go ahead and|feel free to|when done"
    r"|(?:can|could|would|will) (?:you|we|u)|let'?s|i(?:'?d| would)? (?:want|like|need)(?: you)? to"
    r"|(?:you|we|it) (?:should|must|need to|have to|ought to)|should we|need to"
    r"|(?:make sure|ensure)(?: that| to| you| we)*"
    r"|(?:do not|don'?t|dont) forget to|remember to|be sure to|i think|i believe|always|try to"
    r"|(?:we'?re |we are )?going to)(?!\w)[\s,:.-]*)+",
    re.IGNORECASE,
)
_TAILS = (
    " then", " now", " please", " pls", " again", " too", " as well", " for me", " first", " to do", " to do this",
    " to do that", " to do it", " to do so", " for this", " for that", " for it", " on this", " on that", " here",
)  # fmt: skip
"""What leads out of an order."""
_POLITE = re.compile(r"\b(?:can|could|would|will) (?:you|we)\b|\bshould we\b|\bplease\b", re.IGNORECASE)
_NORM = re.compile(
    r"\b(?:never|always|no need|no longer|(?:do not|don'?t|dont) (?:need|want)|should(?:n'?t)?|must(?:n'?t)?)\b",
    re.IGNORECASE,
)
_NO_VERB = word_set(
    """
    a an the this that these those i you we they he she it its there here is are was were be been being am do does did
    has have had will would shall should can could may might must what why how when where who which if because since
    for of to in on at by with from as not any some all every each my your our their his her us them me one two three
    four five six seven no none another other more most such nothing something anything so seems looks sounds hello hi
    thanks both either neither nor only even still once after before during while until though although unless wow
    whether thing things yes ok need needs same different sorry
    """
)
"""Words that open a statement or a question, never an order."""
_SAYS_LITTLE = word_set(
    """
    ok okay please pls also now then yes yeah yep nope right alright cool great perfect good nice thank thanks hmm oh
    ah btw actually wait well sure hey dude maybe again first next finally think guess believe same instead still just
    only don done longer already new thing stuff bit lot etc bot little more old continue proceed ahead
    """
)
_LIGHT = word_set(
    """
    get go take make do have need keep let put be want see look give start try set help
    """
)
"""Verbs that order nothing by themselves."""
_WORD = re.compile(r"[^\s,;:]+")
_DENIES = re.compile(r"\S+ (?:(?:is|are) (?:not|never|no longer)|(?:is|are)n'?t)\b", re.IGNORECASE)
"""What such a clause denies, the one before it orders otherwise: "use pnpm, npm is not used"."""
_DENIAL = re.compile(r"(?:never|do not|don'?t|dont)\s+([^\W\d_]+)", re.IGNORECASE)
"""Forbids what the verb behind it orders."""
_OTHER_FORM = re.compile(r"(?:ed|ing|ly)$")


@dataclass(frozen=True, slots=True)
class Order:
    """One clause of a prompt that may be an order or a rule."""

    text: str
    """The clause without what leads in and out, as a sentence."""
    quote: str
    """The sentence it stands in, as it was typed."""
    terms: tuple[str, ...]
    """Stems of the words that carry meaning, each once, in their order."""
    head: str
    """The stem of the verb that orders; "" where the verb says nothing by itself, or where it is a rule."""
    states: bool
    """Whether it orders or rules; otherwise it only supports what does."""

    @property
    def rules(self) -> bool:
        """Whether it says what is to be done, or what is not."""
        return self.states or _DENIAL.match(self.text) is not None

    def cut(self, core: Collection[str]) -> str:
        """The text up to its last term of the core: what follows says what one of the orders was about."""
        ends = [match.end() for match in _WORD.finditer(self.text) if not terms_of(match.group()).isdisjoint(core)]
        last = max(ends, default=0)
        behind = terms_of(self.text[last:]) & set(self.terms)
        return self.text if behind <= set(core) else as_sentence(self.text[:last])

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The pairs of terms that may be what the order says: of an order each with its verb."""
        for place, left in enumerate(self.terms):
            for right in self.terms[place + 1 :]:
                if not self.head or self.head in (left, right):
                    yield (left, right) if left < right else (right, left)


def orders(prompt: str, names: Collection[str] = ()) -> Iterator[Order]:
    """The clauses of a typed prompt that two sessions can be compared by.

    names: stems that every prompt of the project may hold, such as that of the project itself.
    """
    if len(prompt) > LONGEST or _PASTED.match(prompt):
        return
    for sentence in _SENTENCE.split(prompt):
        if sentence.strip() and not _PASTED.match(sentence):
            asks = sentence.rstrip().endswith("?")
            for place, clause in enumerate(_clauses(sentence)):
                if place and _DENIES.match(clause.strip()):
                    continue
                order = _order(clause, sentence.strip(), asks, names)
                if order is not None:
                    yield order


def _clauses(sentence: str) -> Iterator[str]:
    """The clauses; those of one word stay together: "commit, push and open a pr" is one order."""
    start, end, short = 0, 0, False
    for part in _parts(sentence):
        left, right = part
        few = len(_terms(_LEAD.sub("", sentence[left:right], count=1), ())) <= 1
        if end and not (short and few):
            yield sentence[start:end]
            start = left
        elif not end:
            start = left
        end, short = right, few
    if end:
        yield sentence[start:end]


def _parts(sentence: str) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in (*_SPLIT_HERE.finditer(sentence), None):
        end = mark.start() if mark else len(sentence)
        if sentence[start:end].strip(_EDGES):
            yield start, end
        start = mark.end() if mark else end


def _order(clause: str, quote: str, asks: bool, names: Collection[str]) -> Order | None:
    plain = one_line(clause).strip(_EDGES)
    lead = _LEAD.match(plain)
    rest = plain[lead.end() :] if lead else plain
    first = rest.split(maxsplit=1)[0].strip(_EDGES) if rest else ""
    if not first:
        return None
    polite, norm = _POLITE.search(plain) is not None, _NORM.search(plain) is not None and not asks
    verb = _is_verb(first) and (polite or not asks)
    called = tuple(dict.fromkeys(found.lower() for found in _CALLED.findall(plain)))
    terms = (*_terms(rest, names), *called)
    if not 2 <= len(terms) <= MOST_TERMS:
        return None
    denied = _DENIAL.match(rest)
    head = denied[1].lower() if denied and _is_verb(denied[1]) else first.lower() if verb else ""
    text = as_sentence(_without_tail(rest))
    if norm and not verb:
        text = as_sentence(_without_tail(plain))
    return Order(text, quote, terms, "" if head in _LIGHT or called else stem(head), bool(verb or norm or called))


def _without_tail(text: str) -> str:
    while tail := next((tail for tail in _TAILS if text.lower().endswith(tail)), None):
        text = text[: -len(tail)].rstrip(" ,")
    return text


def _is_verb(word: str) -> bool:
    """Whether a clause that begins with it may be an order."""
    lower = word.lower()
    is_name = not word.isalpha() or not (word.islower() or word.istitle())
    return not is_name and lower not in _NO_VERB and not _OTHER_FORM.search(lower)


def terms_of(text: str) -> set[str]:
    """The stems of the words of a text that carry meaning."""
    return set(_terms(text, ()))


def _terms(text: str, names: Collection[str]) -> tuple[str, ...]:
    found = dict.fromkeys(
        stem(word)
        for word in tokens(_ELSEWHERE.sub(" ", text))
        if word[0].isalnum() and not word[0].isdigit() and word not in STOP and word not in _SAYS_LITTLE
    )
    return tuple(term for term in found if term not in names and term not in _NO_VERB)
